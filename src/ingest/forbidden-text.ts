// What must not be kept wherever it stands: land-register numbers and numbers of people (PESEL), names of places in which one
// stands, and the text of cells that hold something else than their column does, for nobody knows what that is. Every row and
// issue of a load passes here.

import { createHash } from 'node:crypto';
import type { IssueRow, StagedRow } from '../domain/publish/staged-rows.ts';
import { isPesel } from './pesel.ts';
import { issueAt, type ReadItem } from './recipe.ts';

/** The court's code, eight digits and a check digit, however they are divided: WA1M/00012345/6. */
const LAND_REGISTER = /(?<![\p{L}\d])[A-Z]{2}\d[A-Z][\s/\\.-]*\d{8}[\s/\\.-]*\d(?!\d)/giu;
/** Addresses may hold any number: they come first, and stay. After its own word every number of that length is meant. */
const ELEVEN_DIGITS = /https?:\/\/\S+|(pesel\P{L}{0,5})?(?<!\d)(\d{11})(?!\d)/giu;
/** The ids of most registers; the last part of one may well hold eleven digits in a row. */
const UUID = String.raw`(?<![\da-fA-F])[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?![\da-fA-F])`;
const UUIDS = new RegExp(`(${UUID})`, 'g');
/** What holds neither is told at a glance. */
const MANY_DIGITS = /\d{8}/;

export function maskText(text: string): string {
  if (!MANY_DIGITS.test(text)) return text;
  // Split by a pattern with a group: every second piece is an id, which stays.
  const pieces = text.split(UUIDS).map((piece, at) => (at % 2 === 1 ? piece : maskNumbers(piece)));
  return pieces.join('');
}

const maskNumbers = (text: string): string =>
  text
    .replace(LAND_REGISTER, '[land register]')
    .replace(ELEVEN_DIGITS, (found: string, word: string | undefined, digits: string | undefined) =>
      word !== undefined || isPesel(digits ?? '') ? `${word ?? ''}[11 digits]` : found,
    );

const isForbidden = (text: string | null): boolean => text !== null && maskText(text) !== text;

/** Ids and codes of registers, built of digits and a few signs: they may be shown. */
const CODE =
  /^(?!\d{11}$)[\d._/:-]{1,60}$|^\d{6}_\d(?:\.\d{4})?(?:\.(?:AR_\d+|KL|\d+(?:[./_-]\d+)*))*(?:_BUD)?$/;
/** PL.PZGIK.200/ and a UUID, PL.ZIPPZP.9803/141803-POG/1POG-902SJ; by its layer or, of a plan, by its address. */
const OFFICIAL_ID = new RegExp(
  String.raw`^(?:https://www\.gov\.pl/zagospodarowanieprzestrzenne/app/)?(?:[A-Za-z]{1,40}/)?PL\.[A-Z]{2,8}\.\d+(?:[./-](?:${UUID}|\d{0,16}(?:[A-Z]{1,4}\d{0,16})?))*$`,
);
/** Of a hazard area: ID_R2.02-9901. */
const HAZARD_ID = /^ID_[A-Z]\d[\d._-]*$/;
const ID_FORMS = [CODE, OFFICIAL_ID, HAZARD_ID, new RegExp(`^${UUID}$`)];
const LONGEST_ID = 200;

const isId = (text: string): boolean =>
  text.length <= LONGEST_ID && ID_FORMS.some((form) => form.test(text)) && maskText(text) === text;

/** A cell that could not be read, as its kind and length. */
export function describeCell(text: string): string {
  if (isId(text)) return text;
  const digits = /^\d+$/.test(text);
  return `${digits ? 'digits' : 'text'} of ${text.length} characters`;
}

/** Under which something without a good id of its own is kept: the same for the same text, which cannot be read from it. */
export const digestKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 20);

/** Columns of ids and codes. */
const CODES = /(?:^|_)(?:id|key|code|simc|ulic|version)$/;
/** No id and no code is made of words. */
const WORDS = /\p{L}.*\s|\s.*\p{L}/u;
/** 12, 12A, 12/14, 12 lok. 3: what is longer is no number of a house. */
const LONGEST_HOUSE_NUMBER = 15;

export function maskItem(item: ReadItem): ReadItem {
  if ('issue' in item) return { issue: maskIssue(item.issue) };
  const { row, position } = item;
  if (row.kind === 'terc' && isForbidden(row.row.name)) {
    return issueAt(
      position,
      'bad_name',
      'the name of the unit holds the number of a person or land register',
    );
  }
  return { ...item, row: maskRow(withoutName(row)) };
}

/** A name of a place with such a number in it is none: what is left of it would be served as the name. */
function withoutName(staged: StagedRow): StagedRow {
  switch (staged.kind) {
    case 'obreb':
      return isForbidden(staged.row.name) ? { kind: 'obreb', row: { ...staged.row, name: null } } : staged;
    case 'boundary':
      return isForbidden(staged.row.name) ? { kind: 'boundary', row: { ...staged.row, name: null } } : staged;
    case 'address': {
      const { address_id, gmina, locality, street, position } = staged.row;
      const missing = isForbidden(locality) ? 'locality' : isForbidden(street) ? 'street' : null;
      if (missing === null) return staged;
      // Its point still lies there: its parcel must not be told to have no address.
      const geometry = { type: 'Point', coordinates: position } as const;
      const row = {
        role: 'address_unread',
        key: address_id,
        place: gmina,
        attributes: { missing },
        geometry,
      } as const;
      return { kind: 'evidence', row };
    }
    default:
      return staged;
  }
}

function maskIssue(issue: IssueRow): IssueRow {
  const { value, message } = issue;
  if (value === null || value === '') return { ...issue, value: null, message: maskText(message) };
  const isTypeName = issue.field !== null && TYPE_FIELDS.includes(issue.field) && TYPE_NAME.test(value);
  const shown = isTypeName ? maskText(value) : describeCell(value);
  if (shown === value) return { ...issue, message: maskText(message) };
  // Messages quote what they complain about, whole or in part.
  const told = message
    .replaceAll(standingAlone(value), () => shown)
    .replaceAll(QUOTED, (whole, part: string) => (part === shown ? whole : `"${describeCell(part)}"`));
  return { ...issue, value: shown, message: maskText(told) };
}

const QUOTED = /"([^"]*)"/g;

/** Not inside another word: the symbol SX may end an official id, 1POG-901SX, which may be shown. */
const standingAlone = (text: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d])${RegExp.escape(text)}(?![\p{L}\d])`, 'gu');

/** What a feature is called is no cell of a row: HazardArea. Whoever loads must see it. */
const TYPE_FIELDS: readonly string[] = ['layer', 'type'];
const TYPE_NAME = /^[\p{L}_][\w\p{L}.-]{0,60}$/u;

function maskRow(staged: StagedRow): StagedRow {
  const row = maskMembers(staged.row);
  return row === staged.row ? staged : ({ ...staged, row } as StagedRow);
}

/** The same object where there is nothing to mask, as nearly always. */
function maskMembers<T extends object>(row: T): T {
  let masked: T = row;
  for (const [name, value] of Object.entries(row)) {
    if (name === 'geometry' || name === 'centroid') continue;
    const kept = typeof value === 'string' ? maskCell(name, value) : maskValue(value);
    if (kept !== value) masked = { ...masked, [name]: kept };
  }
  return masked;
}

function maskCell(name: string, text: string): string {
  if (CODES.test(name)) return maskCode(text);
  const isNumber = name !== 'house_number' || text.length <= LONGEST_HOUSE_NUMBER;
  return isNumber ? maskText(text) : (/^\d{1,4}\p{L}?/u.exec(text)?.[0] ?? '?');
}

/** What holds something else than a code still tells one thing from another. */
const maskCode = (code: string): string =>
  WORDS.test(code) || maskText(code) !== code ? digestKey(code) : code;

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.some((one) => maskValue(one) !== one) ? value.map(maskValue) : value;
  return maskMembers(value);
}
