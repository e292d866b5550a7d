// RWDZ, the register of applications, decisions and notifications (GUNB): the nightly CSV of a voivodeship and the national
// files of notifications. A row names parcels of a permit; names of people never leave the reader, and no cell is
// repeated in an issue: in a row whose cells have slipped, any of them may hold a name.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import { VOIVODESHIPS, voivodeshipIn } from '../../domain/places/voivodeships.ts';
import type { PermitRow } from '../../domain/publish/staged-rows.ts';
import { openCsv } from '../formats/csv.ts';
import { FormatError } from '../formats/format-error.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { dayWritten, NewestDay, plausibleDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { RowsByPlace } from '../rows-by-place.ts';
import { areMany } from '../strays.ts';
import { type Cells, type Layout, layoutOf } from './rwdz-layouts.ts';
import { readReference } from './rwdz-reference.ts';

export const rwdz: Recipe = {
  source: 'rwdz',
  claims: /^(wynik_|rwdz).*\.(csv|zip)$/i,
  names: ['wynik_mazowieckie.zip', 'wynik_zgloszenia_2022_up.zip', 'wynik_mazowieckie.csv'],
  files: /\.csv$/i,
  reads: 'RWDZ building permits and notifications, CSV (wynik_mazowieckie.zip, wynik_zgloszenia_2022_up.zip)',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readRwdz,
};

/** Rows with one fault that are reported one by one; the count at the end is of all. Each night has some ten thousand. */
const SHOWN_ISSUES = 1_000;

interface Seen {
  readonly newest: NewestDay;
  /** What the names of files say that they cover. */
  readonly places: Set<string>;
  /** Rows of files whose names do not say it. */
  readonly byPowiat: RowsByPlace;
  /** As FileFacts.lacking. */
  lacking: string | null;
}

async function* readRwdz(
  paths: readonly string[],
  name: string,
  served: readonly string[],
): AsyncGenerator<ReadItem, FileFacts> {
  const seen: Seen = {
    newest: new NewestDay(),
    places: new Set(),
    byPowiat: new RowsByPlace(),
    lacking: null,
  };
  for (const file of filesOf(paths, rwdz, name)) {
    const { header, rows } = await openCsv(file.path);
    const layout = await orClose(rows, () => layoutOf(header, file.path));
    const place = placeIn(`${name} ${basename(file.path)}`, layout.kind);
    if (place !== null) seen.places.add(place);
    try {
      const wanted = await wantedOf(file.path, place, served);
      const permits = mergePermits(readPermits(file, { header, rows }, layout, place, wanted, seen));
      if (place !== null) yield* permits;
      else yield* holdBack(permits, seen.byPowiat);
    } catch (error) {
      throw withoutText(error);
    }
  }
  yield* seen.byPowiat.rest();
  const scopes = [...seen.places, ...seen.byPowiat.places].sort();
  return { as_of: seen.newest.day, scopes, lacking: seen.lacking };
}

async function* holdBack(items: AsyncGenerator<ReadItem>, byPowiat: RowsByPlace): AsyncGenerator<ReadItem> {
  for await (const item of items) {
    if ('row' in item && item.row.kind === 'permit') yield* byPowiat.take(item.row.row.place, item);
    else yield item;
  }
}

/** The reader quotes the text that it stumbled over, which may be a name. */
function withoutText(error: unknown): unknown {
  if (!(error instanceof FormatError)) return error;
  return new FormatError({ ...error.problem, found: 'text that does not fit the format' });
}

async function orClose<T>(rows: AsyncGenerator<unknown>, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
}

/** A powiat of any voivodeship; no year. */
const POWIAT = /(?<!\d)(?!20[12]\d)(?:0[2468]|[12][02468]|3[02])\d\d(?!\d)/;

/** Of a voivodeship or a powiat; parts of the national register have words. */
const isCode = (place: string): boolean => /^\d/.test(place);

/** What the file covers whole: its voivodeship or powiat, or a part of the register; null where its name does not say. */
function placeIn(names: string, kind: Layout['kind']): string | null {
  if (kind === 'notifications') {
    const period = /zgloszenia_(\d{4}(?:_\w+?)?)(?=[.\s]|$)/i.exec(names)?.[1];
    return period === undefined ? kind : `${kind}_${period.toLowerCase()}`;
  }
  return voivodeshipIn(names) ?? POWIAT.exec(names)?.[0] ?? null;
}

/**
 * The voivodeships whose rows are read; none given are all. A file whose name tells nothing is of the one that most of its rows
 * are of, whatever is held already; a national one is cut by what is served.
 */
async function wantedOf(
  path: string,
  place: string | null,
  served: readonly string[],
): Promise<readonly string[]> {
  if (place !== null) return isCode(place) ? [place.slice(0, 2)] : served;
  if (served.length === 0) return [];
  const { header, rows } = await openCsv(path);
  const layout = await orClose(rows, () => layoutOf(header, path));
  const counts = new Map<string, number>();
  let read = 0;
  for await (const { values } of rows) {
    const code = /^(\d\d)\d{4}/.exec(layout.pick(values).unit ?? '')?.[1];
    if (code === undefined) continue;
    read += 1;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const major = [...counts].find(([, count]) => count * 2 > read);
  return major ? [major[0]] : served;
}

/** Of what a file is of, in a message. */
const MOST_PLACES = 5;

async function* readPermits(
  { path, at }: LoadFile,
  { header, rows }: Awaited<ReturnType<typeof openCsv>>,
  layout: Layout,
  place: string | null,
  wanted: readonly string[],
  seen: Seen,
): AsyncGenerator<ReadItem> {
  const lastDay = dayWritten(path);
  const faults = new FaultCounter();
  let read = 0;
  let elsewhere = 0;
  let foreign = 0;
  const places = new Set<string>();
  for await (const { line, values } of rows) {
    const position = at(`line ${line}`);
    if (values.length !== header.length) {
      const message = `the row has ${values.length} cells, the header ${header.length}`;
      yield* faults.tell(position, 'bad_row', message);
      continue;
    }
    const cells = layout.pick(values);
    if (!isWanted(cells, wanted)) {
      elsewhere += 1;
      places.add(cells.voivodeship?.toLowerCase() ?? cells.unit?.slice(0, 2) ?? '?');
      continue;
    }
    read += 1;
    const filed = plausibleDay(cells.filed, lastDay);
    const decided = plausibleDay(cells.decided, lastDay);
    if (cells.decided !== null && decided === null) {
      yield* faults.tell(
        position,
        'bad_date',
        `the date of a decision is written as 2026-09-01, from 1990 to the day of the file`,
        'data_wydania_decyzji',
      );
    }
    seen.newest.add(filed);
    seen.newest.add(decided);
    const { ids, isWhole } = parcelsOf(cells);
    if (!isWhole) {
      const message = 'what the row says of a parcel is no unit, obręb and number';
      yield* faults.tell(position, 'unlocated_reference', message, 'numer_dzialki');
    }
    const [first] = ids;
    if (first === undefined) continue;
    const permit_id = permitIdOf(cells);
    if (permit_id === null) {
      yield* faults.tell(position, 'missing_number', 'the row has no number of a case', 'numer_urzad');
      continue;
    }
    const category = categoryOf(cells.category);
    if (cells.category !== null && category === null) {
      yield* faults.tell(position, 'bad_category', 'a category is I to XXX', 'kategoria');
    }
    if (place !== null && isCode(place) && !first.startsWith(place)) foreign += 1;
    const facts = { kind: kindOf(cells, layout.kind), decision_date: decided, object_category: category };
    const row: PermitRow = { permit_id, place: place ?? partitionOf(first), parcels: ids, ...facts };
    yield { row: { kind: 'permit', row }, position };
  }
  yield* faults.total(at('whole file'), 'unlocated_reference', read);
  if (read === 0 && elsewhere > 0) {
    const served = wanted.join(', ') || '(none is served yet: load boundaries or parcels first)';
    const told = [...places].sort().slice(0, MOST_PLACES).join(', ');
    const message = `none of its ${elsewhere} rows is of voivodeship ${served}, but of ${told}`;
    yield issueAt(at('whole file'), 'other_voivodeship', message, 'terc');
  }
  // National files are cut; one that is named after a unit is of it, or it would be told to have hardly a permit.
  if (place === null || !isCode(place) || read === 0) return;
  const others = elsewhere + foreign;
  if (areMany(others, read + elsewhere)) {
    seen.lacking ??= `${others} of ${read + elsewhere} rows are of other units than ${place}, of which the name says the file is`;
  } else if (others > 0) {
    const message = `${others} rows are of other units than ${place}`;
    yield issueAt(at('whole file'), 'other_voivodeship', message, 'terc');
  }
}

/** Rows of one permit follow one another, one for each parcel or object: they become one row. */
async function* mergePermits(items: AsyncGenerator<ReadItem>): AsyncGenerator<ReadItem> {
  let last: { row: PermitRow; position: string } | undefined;
  for await (const item of items) {
    if ('issue' in item || item.row.kind !== 'permit') {
      yield item;
      continue;
    }
    const { row } = item.row;
    if (last?.row.permit_id === row.permit_id) {
      const parcels = [...new Set([...last.row.parcels, ...row.parcels])];
      const object_category = last.row.object_category ?? row.object_category;
      last = { ...last, row: { ...last.row, parcels, object_category } };
      continue;
    }
    if (last) yield { row: { kind: 'permit', row: last.row }, position: last.position };
    last = { row, position: item.position };
  }
  if (last) yield { row: { kind: 'permit', row: last.row }, position: last.position };
}

/** The national files hold every voivodeship; rows of those that are not served are not ours to judge. */
function isWanted({ voivodeship, unit }: Cells, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  if (voivodeship !== null)
    return wanted.some((code) => VOIVODESHIPS.get(code) === voivodeship.toLowerCase());
  return unit === null || !/^\d{6}/.test(unit) || wanted.includes(unit.slice(0, 2));
}

/** By today's numbering, else by that of the application. */
function parcelsOf(cells: Cells): ReturnType<typeof readReference> {
  const { unit, obreb, sheet, parcel } = cells;
  const now = readReference({ unit, obreb, sheet, parcel });
  if (now.ids.length > 0 || cells.old_parcel === null) return now;
  return readReference({
    unit: cells.old_unit ?? unit,
    obreb: cells.old_obreb ?? obreb,
    sheet: null,
    parcel: cells.old_parcel,
  });
}

/** ST-MZ-OZ/WNIOSEK/35448/2025. */
const GUNB_NUMBER = /^[\p{Lu}\d-]{1,20}(?:\/[\p{Lu}\d_-]{1,20})?(?:\/\d{1,9})?\/\d{4}$/u;

/** Its number in the register; where there is none, a digest of the case at its office and the day it was decided. */
function permitIdOf(cells: Cells): string | null {
  const { number, office_number, decision_number, office, decided } = cells;
  if (number !== null && GUNB_NUMBER.test(number)) return number;
  const own = number ?? office_number ?? decision_number;
  if (own === null) return null;
  const text = number ?? JSON.stringify([own, office, decided]);
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/** Of works the register knows a handful of phrases, of which the first word tells them apart. */
const WORKS: { readonly [word: string]: string } = {
  budowa: 'budowa nowego/nowych obiektów budowlanych',
  rozbudowa: 'rozbudowa obiektu budowlanego',
  nadbudowa: 'nadbudowa obiektu budowlanego',
  odbudowa: 'odbudowa obiektu budowlanego',
  przebudowa: 'przebudowa obiektu budowlanego',
  rozbiórka: 'rozbiórka istniejącego obiektu budowlanego',
};
const OBJECTS: readonly string[] = [
  'Budynek mieszkalny jednorodzinny',
  'Obiekt budowlany inny niż budynek mieszkalny jednorodzinny',
];

/** Only ever one of our own phrases: the column can hold free text, and free text can hold names. */
function kindOf({ works, object }: Cells, layout: Layout['kind']): string {
  const word = /^\p{L}+/u.exec((works ?? '').toLowerCase())?.[0] ?? '';
  const phrase = Object.hasOwn(WORKS, word) ? WORKS[word] : undefined;
  if (layout === 'notifications') return phrase ? `zgłoszenie: ${phrase}` : 'notification recorded';
  const known = OBJECTS.find((candidate) => candidate.toLowerCase() === object?.toLowerCase());
  return phrase ?? known ?? 'application/decision recorded';
}

/** I to XXX (annex to Prawo budowlane). */
function categoryOf(text: string | null): string | null {
  const roman = text?.toUpperCase() ?? '';
  return /^(?=.)(XXX|X{0,2}(IX|IV|V?I{0,3}))$/.test(roman) ? roman : null;
}

/** Reports the first rows with a fault, and counts all. */
class FaultCounter {
  readonly #counts = new Map<string, number>();

  *tell(position: string, kind: string, message: string, field?: string): Generator<ReadItem> {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= SHOWN_ISSUES) yield issueAt(position, kind, message, field);
  }

  *total(position: string, kind: string, rows: number): Generator<ReadItem> {
    const count = this.#counts.get(kind) ?? 0;
    if (count === 0) return;
    const pct = Math.round((1_000 * count) / rows) / 10;
    yield issueAt(position, `${kind}_share`, `${count} of ${rows} rows (${pct} %)`);
  }
}
