// Whether a number is that of a parcel: it settles only with evidence, and with nothing beside it that says otherwise. Evidence is
// an announcement right before it ("dz. 12"), or the form of a parcel's number ("12/3") beside a name. Of words that are not
// known nothing is assumed: a number that is not announced may be theirs, whatever they mean.

import { phraseOf } from '../../contract/language.ts';
import { canonicalNumber } from '../places/parcel-id.ts';
import { DOUBTS } from '../sentences/reading-sentences.ts';
import { doubtsOfAnnouncement, doubtsOfRelation, isNumbered } from './announcement.ts';
import { type Applied, change } from './rules.ts';
import { has, type Token } from './token.ts';
import { type Label, PLACE_LABELS } from './vocabulary.ts';

/** A number as far as its evidence goes. */
export interface EvidencedNumber {
  readonly token: Token;
  readonly at: number;
  readonly isLabelled: boolean;
  /** A name stands between the announcement and the number. */
  readonly isAcrossName: boolean;
}

/** Words of these labels say where a parcel is, or nothing at all; any other may have a number of its own. */
const HARMLESS: ReadonlySet<Label> = new Set<Label>([
  ...PLACE_LABELS,
  'parcel',
  'parcel_kind',
  'near',
  'number',
  'small',
]);

/** What speaks against the number being a parcel's. */
export function doubtsOfNumber(
  tokens: readonly Token[],
  { token, at, isLabelled, isAcrossName }: EvidencedNumber,
  isKnown: (at: number) => boolean,
): Applied[] {
  const doubts: Applied[] = [...doubtsOfLetters(token), ...doubtsOfSign(token)];
  if (isLabelled) {
    if (isAcrossName) doubts.push(change('announced_apart', phraseOf(DOUBTS.announcedApart, token.text)));
    const [doubt] = [
      ...doubtsOfAnnounced(tokens, token, at, isKnown),
      ...doubtsOfAnnouncement(tokens, at, 'parcel', isKnown),
    ];
    return doubt ? [...doubts, doubt] : doubts;
  }
  doubts.push(...doubtsOfRelation(tokens, at));
  if (!isWrittenAsParcel(token))
    doubts.push(change('not_announced', phraseOf(DOUBTS.notAnnounced, token.text)));
  const other =
    unitBeside(tokens, at) ?? announcerOfOther(tokens, at, isKnown) ?? nearestOther(tokens, at, isKnown);
  if (other) doubts.push(change('unknown_word', phraseOf(DOUBTS.mayBeOf, token.text, other.text)));
  return doubts;
}

/** "1O1" */
const doubtsOfLetters = ({ text, number, obreb }: Token): Applied[] =>
  obreb === null && number !== null && canonicalNumber(text) === null
    ? [change('letter_for_digit', phraseOf(DOUBTS.letterForDigit, text, number))]
    : [];

/** "36+", "-36" */
export const doubtsOfSign = ({ text, sign }: Token): Applied[] =>
  sign === null ? [] : [change('odd_sign', phraseOf(DOUBTS.oddSign, text, sign))];

/** "12/3", "0009.12": houses are numbered so too, which is weighed where one is found. */
const isWrittenAsParcel = ({ number, obreb }: Token) => obreb !== null || (number?.includes('/') ?? false);

/** "m2 12/3", "12/3 m Mroków", "12/3 %", "12/3 m. 5": what stands right beside measures it, or numbers a flat of it. */
function unitBeside(tokens: readonly Token[], at: number): Token | null {
  const [before, next, number] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  if (before?.labels.every((label) => label === 'unit') && has(before, 'unit')) return before;
  if (!next || next.afterBreak) return null;
  const isOfFlat = has(next, 'flat') && number?.isWord === false && !number.afterBreak;
  return isMeasuring(tokens, at + 1) || isOfFlat ? next : null;
}

/** Words of places that a number cannot follow; obręby and sheets have numbers. */
const UNNUMBERED: readonly Label[] = PLACE_LABELS.filter((label) => label !== 'obreb' && label !== 'sheet');

/** "m. 104/1", "powiat 104/1", "około 104/1": what stands right before it announces something else, or how much. */
function announcerOfOther(
  tokens: readonly Token[],
  at: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const before = tokens[at - 1];
  if (!before?.isWord || tokens[at]?.afterBreak || isKnown(at - 1)) return null;
  if (has(before, 'flat') || ABOUT.has(before.word)) return before;
  // "Piaseczno miasto 104/1": a name stands before.
  return UNNUMBERED.some((label) => has(before, label)) && !isKnown(at - 2) ? before : null;
}

const ABOUT: ReadonlySet<string> = new Set('ok okolo pocztowy polska poland mazowsze about'.split(' '));

/** The word nearest to the number that may have one of its own. */
function nearestOther(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): Token | null {
  for (let distance = 1; distance < tokens.length; distance++) {
    for (const place of [at - distance, at + distance]) {
      const token = tokens[place];
      if (token && isOther(token) && !isKnown(place)) return token;
    }
  }
  return null;
}

/** A word or a road that may have a number of its own. */
export const isOther = (token: Token) =>
  (token.isWord && !token.labels.some((label) => HARMLESS.has(label))) ||
  (!token.isWord && has(token, 'reference'));

/** "8/a5": the beginning of something written in one is not its number. */
const isTornFrom = (token: Token, next: Token | undefined) =>
  next?.isWord === false && next.gap === '/' && !token.text.includes('/');

/** "działka 5 sążni": what follows may measure or count. With "nr" or a slash it does not. */
function doubtsOfAnnounced(
  tokens: readonly Token[],
  token: Token,
  at: number,
  isKnown: (at: number) => boolean,
): Applied[] {
  const next = tokens[at + 1];
  if (isTornFrom(token, next))
    return [change('unknown_word', phraseOf(DOUBTS.tornOff, token.text, next?.text))];
  const mayMeasure =
    next &&
    !next.afterBreak &&
    !isKnown(at + 1) &&
    (isMeasuring(tokens, at + 1) || (isNoun(next) && next.word !== 'kw'));
  if (!mayMeasure || isNumbered(tokens, at) || isWrittenAsParcel(token)) return [];
  return [change('counted', phraseOf(DOUBTS.counted, token.text, next.text))];
}

/** "36 m", "36 r.", not "36 m. Piaseczno" or "36 ar. 2" */
export function isMeasuring(tokens: readonly Token[], at: number): boolean {
  const [unit, next] = [tokens[at], tokens[at + 1]];
  // "126 kw." are square metres; "126 KW WA1M/…" is a parcel, and its land register.
  if (unit?.word === 'kw') return next?.word !== 'kw' && next?.isWord !== false;
  if (!unit || !has(unit, 'unit')) return false;
  return !(unit.isCut && has(unit, 'town')) && !(has(unit, 'sheet') && next?.isWord === false);
}

const isNoun = (token: Token) =>
  token.isWord &&
  !token.isCut &&
  (token.labels.length === 0 || has(token, 'house') || has(token, 'reference') || has(token, 'measure'));
