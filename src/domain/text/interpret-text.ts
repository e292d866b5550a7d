// The first half of reading a text: every reading of it, and all that they want to look up. Ids and points are told by their
// signs alone; for the rest the names of the country are needed. The second half is weigh-text.ts.

import { phraseOf } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import { gminaTerytOf } from '../record.ts';
import { DOUBTS } from '../sentences/reading-sentences.ts';
import { type AddressReading, addressReadings } from './address-readings.ts';
import { plainSigns } from './fold.ts';
import { weighLeftOut } from './left-out.ts';
import { type LinkedText, readLinks, unescapeLinks } from './links.ts';
import type { TextLookups } from './lookups.ts';
import type { NameIndex } from './name-index.ts';
import type { NamedSpan } from './named-span.ts';
import { weighNames } from './rank.ts';
import { readIds, type WrittenId } from './read-id.ts';
import { readPoints, readStops, type TypedPoint } from './read-point.ts';
import { readInSteps, type TextReading } from './readings.ts';
import { type Applied, change, dashForSlash } from './rules.ts';
import { isGuessed } from './spelling.ts';
import type { Steps } from './steps.ts';
import { type HeldGround, heldGrounds, type WantedNumber, wantedNumbers } from './weigh-parcels.ts';

/** What the signs of a text tell. */
export interface WrittenText {
  /** Whole ids in the text; one alone is the answer. */
  readonly ids: readonly WrittenId[];
  /** The text as a point; two when its metres may be in either order; those of a route. */
  readonly points: readonly TypedPoint[];
  /** The way to a place, which is not said to be meant. */
  readonly isRoute: boolean;
  /** What has to be read with names; null where ids or points say all. */
  readonly rest: string | null;
}

export interface Interpretation extends WrittenText {
  /** What makes the only id doubtful: numbers beside it that it does not explain. */
  readonly beside: readonly Applied[];
  readonly reading: TextReading;
  /** Without any number the text can only mean a gmina. */
  readonly hasNumber: boolean;
  readonly grounds: readonly HeldGround[];
  readonly numbers: readonly WantedNumber[];
  readonly addresses: readonly AddressReading[];
  readonly wanted: TextLookups;
}

const NOTHING_READ: TextReading = {
  tokens: [],
  spans: [],
  numbers: [],
  loose: [],
  others: [],
  obreby: [],
  houses: [],
  postcode: null,
  outsidePostcode: new Set(),
  units: [],
  strays: [],
};

const NOTHING = {
  beside: [],
  reading: NOTHING_READ,
  hasNumber: false,
  grounds: [],
  numbers: [],
  addresses: [],
  wanted: {},
} as const;

export function readSigns(q: string): WrittenText {
  const plain = plainSigns(q);
  const links = readLinks(plain);
  const text = unescapeLinks(plain);
  const ids = readIds(text);
  const [id, otherId] = ids;
  const rest = links?.rest ?? text;
  const isRoute = links?.isRoute ?? false;
  if (id) return { ids, points: [], isRoute: false, rest: otherId ? null : besideId(rest, id) };
  const points = isRoute ? readStops(text) : pointsOf(text, links);
  return { ids, points, isRoute, rest: points.length > 0 ? null : rest };
}

/** The middle of a map counts only where nothing else says what is meant: no words in the link, and from afar none beside it. */
function pointsOf(text: string, links: LinkedText | null): readonly TypedPoint[] {
  const points = readPoints(text);
  const [first] = points;
  if (!first?.view || !links) return points;
  return links.isAsking || (first.view === 'far' && links.hasWords) ? [] : points;
}

/** Where numbers or names stand beside an id, the text without it. What stands in a link is the map's. */
function besideId(text: string, { written, joint }: WrittenId): string | null {
  if (joint !== null) return null;
  const rest = text.replace(written, ' ');
  return /\p{N}|\p{Lu}|\b(?:gm|gmin|obr|pow)/u.test(rest) ? rest : null;
}

/** `names` may be null where nothing has to be read with them. */
export function* interpretText(
  written: WrittenText,
  names: NameIndex | null,
  corpus: Corpus,
): Steps<Interpretation> {
  const { ids, rest } = written;
  const [id, otherId] = ids;
  if (otherId) return { ...written, ...NOTHING, wanted: { ids: ids.map(({ id: { id: one } }) => one) } };
  if (id) return { ...written, ...NOTHING, beside: yield* doubtsOf(id, rest, names, corpus) };
  if (rest === null) return { ...written, ...NOTHING };
  const reading = yield* readInSteps(rest, named(names));
  const hasNumber = reading.numbers.length > 0 || reading.loose.some(({ token }) => token.house !== null);
  if (!hasNumber) return { ...written, ...NOTHING, reading };
  yield;
  const grounds = heldGrounds(reading, corpus);
  yield;
  const numbers = wantedNumbers(reading, grounds);
  yield;
  const addresses = addressReadings(reading);
  return {
    ...written,
    beside: [],
    reading,
    hasNumber,
    grounds,
    numbers,
    addresses,
    wanted: { numbers: numbers.map(({ key }) => key), addresses: addresses.map(({ key }) => key) },
  };
}

function* doubtsOf(
  { id, joint, written }: WrittenId,
  rest: string | null,
  names: NameIndex | null,
  corpus: Corpus,
): Steps<Applied[]> {
  if (joint === 'letter')
    return [change('letter_for_digit', phraseOf(DOUBTS.letterForDigit, written, id.number))];
  if (joint !== null) return [dashForSlash(id.number, joint)];
  if (rest === null) return [];
  const used = { number: id.number, at: -1, to: -1, isLabelled: true };
  const teryt = gminaTerytOf(id.id, corpus.admin);
  const reading = yield* readInSteps(rest, named(names));
  return [
    ...weighLeftOut(reading, used, { gmina_teryt: teryt, obreb_id: id.obreb_id }),
    ...contradictionsOf(
      reading,
      corpus.admin.gminaByCode(teryt),
      corpus.admin.obreby.get(id.obreb_id) ?? null,
    ),
  ];
}

/** Places beside an id that it does not lie in. Words in small letters count only where they are announced. */
function contradictionsOf(reading: TextReading, gmina: Gmina | undefined, obreb: Obreb | null): Applied[] {
  if (!gmina) return [];
  const isMeant = ({ typed, labels, hits }: NamedSpan) =>
    (labels.size > 0 || /^\p{Lu}/u.test(typed)) && !hits.every(isGuessed);
  const spans = reading.spans.filter(isMeant);
  return weighNames({ ...reading, spans }, { gmina, obreb }, []).filter(
    ({ change: part }) => part <= -LIMITS.settle_lead,
  );
}

function named(names: NameIndex | null): NameIndex {
  if (!names) throw new Error('a text was to be read without names');
  return names;
}
