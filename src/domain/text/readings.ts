// What a text may say: names with what announces them, numbers with what they may be the number of. Every reading is
// kept; how sure each is, and which is meant, is weighed later against what is loaded.

import type { NameIndex, Place, Span } from './name-index.ts';
import { has, type Label, mayBeName, type Token, tokenise } from './tokens.ts';

export interface NamedSpan extends Span {
  readonly typed: string;
  readonly labels: ReadonlySet<Label>;
}

export interface NumberReading {
  readonly number: string;
  readonly at: number;
  /** "0012.45/3" or "obręb 12": four digits. */
  readonly obreb: string | null;
  /** As written, but for zeros before it. */
  readonly sheet: string | null;
  /** "działka 12" says so; a bare number may be something else. */
  readonly isLabelled: boolean;
  /** It stands after a street: rather the number of a house. */
  readonly afterStreet: 'named' | 'announced' | null;
}

export interface HouseReading {
  readonly at: number;
  /** The number as written, then without what may be the number of a flat. */
  readonly numbers: readonly string[];
  /** The name before it. */
  readonly span: NamedSpan;
}

/** A word that no name explains. */
export interface Stray {
  readonly token: Token;
  readonly at: number;
  /** "gm. Xyz": a name that was announced and is not known. */
  readonly isAnnounced: boolean;
}

export interface TextReading {
  readonly tokens: readonly Token[];
  readonly spans: readonly NamedSpan[];
  readonly numbers: readonly NumberReading[];
  readonly obreby: readonly string[];
  readonly houses: readonly HouseReading[];
  readonly postcode: string | null;
  readonly strays: readonly Stray[];
}

/** What may stand before a name, and what that may then be the name of: near to it there may be anything. */
const ANNOUNCED: ReadonlyMap<Label, readonly Place['kind'][]> = new Map<Label, readonly Place['kind'][]>([
  ['obreb', ['obreb', 'locality']],
  ['gmina', ['gmina']],
  ['town', ['gmina', 'locality', 'obreb']],
  ['powiat', ['powiat', 'gmina']],
  ['voivodeship', ['voivodeship']],
  ['street', ['street']],
  ['locality', ['locality', 'obreb']],
  ['near', []],
]);

/** Who lists more parcels than this gets candidates for the first ones. */
const MOST_NUMBERS = 8;

export function readText(text: string, names: NameIndex): TextReading {
  const tokens = tokenise(text);
  const found = names.find(tokens);
  const isNamed = (at: number) => found.some((span) => at >= span.from && at < span.to);
  const spans = found.map(
    (span): NamedSpan => ({
      ...span,
      typed: tokens
        .slice(span.from, span.to)
        .map((token) => token.text)
        .join(' '),
      labels: labelsBefore(tokens, span.from, isNamed),
    }),
  );
  const strays: Stray[] = [];
  const written: WrittenNumber[] = [];
  for (const [at, token] of tokens.entries()) {
    if (isNamed(at)) continue;
    if (mayBeName(token)) strays.push({ token, at, isAnnounced: isAnnounced(tokens, at, isNamed) });
    if (!token.isWord && !isMeasure(tokens, at))
      written.push({ token, at, labels: numberLabels(tokens, at) });
  }
  return {
    tokens,
    spans,
    ...readNumbers(tokens, spans, written),
    postcode: written.find(({ token }) => token.postcode !== null)?.token.postcode ?? null,
    strays,
  };
}

/** What the numbers may be the numbers of: parcels, obręby, houses. */
function readNumbers(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  written: readonly WrittenNumber[],
): Pick<TextReading, 'numbers' | 'obreby' | 'houses'> {
  const obreby = written.flatMap(obrebOf);
  const [obreb = null] = obreby;
  const sheet = written.find(({ token, labels }) => token.number !== null && labels.has('sheet'));
  const numbers: NumberReading[] = [];
  const houses: HouseReading[] = [];
  for (const { token, at, labels } of written.filter((one) => isParcelNumber(tokens, one))) {
    const end = beforeFillers(tokens, at) + 1;
    const span = spans.find(({ to }) => to === end) ?? null;
    const isParcel = isLabelled(tokens, at, labels);
    if (token.number !== null)
      numbers.push({
        number: token.number,
        at,
        obreb: token.obreb ?? obreb,
        sheet: token.sheet ?? sheet?.token.number ?? null,
        isLabelled: isParcel,
        afterStreet: streetBefore(tokens, at, span),
      });
    if (token.house !== null && token.postcode === null && !isParcel && span)
      houses.push({ at, numbers: houseNumbers(tokens, at), span });
  }
  return {
    numbers: likeliest(tokens, numbers).slice(0, MOST_NUMBERS),
    obreby,
    houses: houses.slice(0, MOST_NUMBERS),
  };
}

/** A number that is part of no name and measures nothing, with what stands before it. */
interface WrittenNumber {
  readonly token: Token;
  readonly at: number;
  readonly labels: ReadonlySet<Label>;
}

/** The obręb that it is the number of, or has before it. */
function obrebOf({ token, labels }: WrittenNumber): string[] {
  if (token.obreb !== null) return [token.obreb];
  const isObreb = labels.has('obreb') && /^\d{1,4}$/.test(token.word);
  return isObreb ? [token.word.padStart(4, '0')] : [];
}

/** Labels right before a name; small words between do not count. */
function labelsBefore(
  tokens: readonly Token[],
  from: number,
  isNamed: (at: number) => boolean,
): ReadonlySet<Label> {
  const labels = new Set<Label>();
  for (let at = from - 1; at >= 0 && !isNamed(at); at--) {
    const announced = tokens[at]?.labels.filter((label) => ANNOUNCED.has(label)) ?? [];
    if (announced.length === 0 && !has(tokens[at], 'filler')) break;
    for (const label of announced) labels.add(label);
  }
  return labels;
}

/** Whether a word is said to be the name of a place. */
function isAnnounced(tokens: readonly Token[], at: number, isNamed: (at: number) => boolean): boolean {
  return [...labelsBefore(tokens, at, isNamed)].some((label) => label !== 'near' && label !== 'street');
}

/** Labels right before a number: "dz. ew. nr 12", "obręb nr 3". */
function numberLabels(tokens: readonly Token[], at: number): ReadonlySet<Label> {
  const labels = new Set<Label>();
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (!token || token.labels.length === 0) break;
    if (has(token, 'filler')) continue;
    for (const label of token.labels) labels.add(label);
    if (!has(token, 'parcel')) break;
  }
  return labels;
}

/** Where the text stands before a token, small words left out; -1 at its beginning. */
function beforeFillers(tokens: readonly Token[], at: number): number {
  let before = at - 1;
  while (has(tokens[before], 'filler')) before -= 1;
  return before;
}

/** Said to be a parcel, or listed after one that is: "działki 12, 13 i 14", but not "działka 12, 05-506 Mroków". */
function isLabelled(tokens: readonly Token[], at: number, labels = numberLabels(tokens, at)): boolean {
  if (labels.has('parcel')) return true;
  const token = tokens[at];
  if (!token || isSurelyPostcode(token)) return false;
  const before = beforeFillers(tokens, at);
  const isListed = before < at - 1 || token.afterBreak;
  return isListed && (tokens[before]?.number ?? null) !== null && isLabelled(tokens, before);
}

/** No number of a parcel starts with a zero. */
const isSurelyPostcode = (token: Token) => token.postcode?.startsWith('0') ?? false;

/** "1200 m2": an area, a length, a price, a year. */
function isMeasure(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return has(next, 'unit') && !next?.afterBreak;
}

/** Not the number of something else: an obręb, a map sheet, a flat. */
function isParcelNumber(tokens: readonly Token[], { at, labels }: WrittenNumber): boolean {
  if (labels.has('parcel')) return true;
  return !labels.has('obreb') && !labels.has('sheet') && !(labels.has('flat') && hasNumberBefore(tokens, at));
}

const hasNumberBefore = (tokens: readonly Token[], at: number) =>
  tokens.slice(0, at).some((token) => token.house !== null);

/** Those said to be parcels, else all but postcodes; 15-506 is none where it is the only number. */
function likeliest(tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] {
  const labelled = numbers.filter(({ at, isLabelled }) => isLabelled || tokens[at]?.obreb !== null);
  if (labelled.length > 0) return labelled;
  const others = numbers.filter(({ at }) => tokens[at]?.postcode === null);
  if (others.length > 0) return others;
  return numbers.filter(({ at }) => !tokens[at]?.word.startsWith('0'));
}

function streetBefore(
  tokens: readonly Token[],
  at: number,
  span: NamedSpan | null,
): NumberReading['afterStreet'] {
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (has(token, 'street')) return 'announced';
    // Part of the name, such as the number of "ul. 3 Maja", whatever it would be by itself.
    const isOfName = span !== null && before >= span.from && before < span.to;
    const isWord = token?.isWord && (token.labels.length === 0 || has(token, 'filler'));
    if (!(isOfName || isWord) || token?.afterBreak) break;
  }
  const onlyStreets = span?.hits.every((hit) => hit.places.every((place) => place.kind === 'street'));
  return onlyStreets ? 'named' : null;
}

/** "12/14" may be a house or flat 14 of house 12; "12 A" is 12A. */
function houseNumbers(tokens: readonly Token[], at: number): string[] {
  const written = tokens[at]?.house ?? '';
  const next = tokens[at + 1];
  const letter = next?.isWord && /^[a-h]$/.test(next.word) && !next.afterBreak ? next.word : '';
  const numbers = letter === '' ? [written] : [written + letter, written];
  const house = /^(\d+[a-z]{0,2})[/-]/.exec(written)?.[1];
  return house === undefined ? numbers : [...numbers, house];
}

/** What a span may name, given what announces it. */
export function placesOf(span: NamedSpan, places: readonly Place[]): readonly Place[] {
  if (span.labels.size === 0) return places;
  const allowed = [...span.labels].flatMap((label) => ANNOUNCED.get(label) ?? []);
  return allowed.length === 0 ? places : places.filter((place) => allowed.includes(place.kind));
}
