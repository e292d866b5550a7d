// What a text may say: names with what announces them, numbers with what they may be the number of. Every reading is
// kept; how sure each is, and which is meant, is weighed later against what is loaded.

import type { NameIndex, Place, Span } from './name-index.ts';
import { has, type Label, mayBeName, type Token, tokenise } from './tokens.ts';
import {
  isLabelled,
  isLoose,
  isParcelNumber,
  isQuantity,
  type ToldNumbers,
  toldObreb,
  type WrittenNumber,
  writtenNumbers,
} from './written-numbers.ts';

export interface NamedSpan extends Span {
  readonly typed: string;
  readonly labels: ReadonlySet<Label>;
}

export interface NumberReading {
  readonly number: string;
  readonly at: number;
  /** After its last token: "123 - 4" is one number of two. */
  readonly to: number;
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

/** A number that only a parcel or a house explains. */
export interface LooseNumber {
  readonly token: Token;
  readonly at: number;
  /** It stands after a street, or was found in the register of addresses. */
  readonly isHouse: boolean;
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
  /** A reading must use these all, or is not certain. */
  readonly loose: readonly LooseNumber[];
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

export function readWithNames(text: string, names: NameIndex): TextReading {
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
  for (const [at, token] of tokens.entries()) {
    if (mayBeName(token) && !isNamed(at))
      strays.push({ token, at, isAnnounced: isAnnounced(tokens, at, isNamed) });
  }
  return { tokens, spans, strays, ...readNumbers(tokens, spans, writtenNumbers(tokens, isNamed)) };
}

/** What the numbers may be the numbers of: parcels, obręby, houses. */
function readNumbers(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  written: readonly WrittenNumber[],
): Pick<TextReading, 'numbers' | 'loose' | 'obreby' | 'houses' | 'postcode'> {
  const obreby = written.filter(({ at }) => !isQuantity(tokens, at)).flatMap(toldObreb);
  const onSheet = written.find(({ token, labels }) => token.number !== null && labels.has('sheet'));
  const told: ToldNumbers = {
    obreb: obreby[0] ?? null,
    sheet: onSheet?.token.number ?? null,
    postcode: written.find(({ token }) => token.postcode !== null)?.token.postcode ?? null,
  };
  const numbers: NumberReading[] = [];
  const loose: LooseNumber[] = [];
  const houses: HouseReading[] = [];
  for (const one of written) {
    const { token, at, labels } = one;
    const end = beforeFillers(tokens, at) + 1;
    const span = spans.find(({ to }) => to === end) ?? null;
    const isParcel = isLabelled(tokens, at, labels);
    const afterStreet = streetBefore(tokens, at, span);
    if (isLoose(tokens, one, told)) loose.push({ token, at, isHouse: afterStreet !== null });
    if (!isParcelNumber(tokens, one)) continue;
    if (token.number !== null)
      numbers.push({
        number: token.number,
        at,
        to: at + 1,
        obreb: token.obreb ?? told.obreb,
        sheet: token.sheet ?? told.sheet,
        isLabelled: isParcel && (labels.has('parcel') || !isSurelyPostcode(token)),
        afterStreet,
      });
    if (token.house !== null && token.postcode === null && !isParcel && span)
      houses.push({ at, numbers: houseNumbers(tokens, at), span });
  }
  const likely = likeliest(tokens, numbers);
  return {
    numbers: [...likely.slice(0, MOST_NUMBERS), ...dashed(tokens, likely)],
    loose,
    obreby,
    houses: houses.slice(0, MOST_NUMBERS),
    postcode: told.postcode,
  };
}

/** No number of a parcel starts with a zero. */
const isSurelyPostcode = ({ postcode }: Token) => postcode?.startsWith('0') ?? false;

/** Those said to be parcels, else all but postcodes; 15-506 is none where it is the only number. */
function likeliest(tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] {
  const labelled = numbers.filter(({ at, isLabelled }) => isLabelled || tokens[at]?.obreb !== null);
  if (labelled.length > 0) return labelled;
  const others = numbers.filter(({ at }) => tokens[at]?.postcode === null);
  if (others.length > 0) return others;
  return numbers.filter(({ at }) => !tokens[at]?.word.startsWith('0'));
}

const DASH = /^\s*[\p{Pd}−]\s*$/u;

/** "123 - 4" as 123/4, which it may be. */
function dashed(tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] {
  return numbers.flatMap((first, place) => {
    const second = numbers[place + 1];
    const isOne =
      second?.at === first.to &&
      DASH.test(tokens[second.at]?.gap ?? '') &&
      /^\d+$/.test(first.number + second.number);
    return isOne ? [{ ...first, number: `${first.number}/${second.number}`, to: second.to }] : [];
  });
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

/** Where the text stands before a token, small words left out; -1 at its beginning. */
function beforeFillers(tokens: readonly Token[], at: number): number {
  let before = at - 1;
  while (has(tokens[before], 'filler')) before -= 1;
  return before;
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
