// The first half of reading a text: every reading of it, and all that they want to look up. Ids and points are told by their
// signs alone; for the rest the names of the country are needed. The second half is weigh-text.ts.

import { phraseOf } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import type { ParcelId } from '../places/parcel-id.ts';
import { gminaTerytOf } from '../record.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { type AddressReading, addressReadings } from './address-readings.ts';
import { plainSigns } from './fold.ts';
import { weighLeftOut } from './left-out.ts';
import { type LinkedText, readLinks, unescapeLinks } from './links.ts';
import type { TextLookups } from './lookups.ts';
import type { NameIndex } from './name-index.ts';
import type { NamedSpan } from './named-span.ts';
import { weighNames } from './rank.ts';
import { readIds, type WrittenId } from './read-id.ts';
import { findPoints, readPoints, readStops, type TypedPoint } from './read-point.ts';
import { readInSteps, type TextReading } from './readings.ts';
import { type Applied, change, dashForSlash } from './rules.ts';
import { type Hit, isGuessed } from './spelling.ts';
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
  /** The link of the point names what it shows: `rest` holds those words too. */
  readonly isNamed?: boolean;
  /** What has to be read with names; null where ids or points say all. */
  readonly rest: string | null;
}

export interface Interpretation extends WrittenText {
  /** What makes the only id doubtful: numbers beside it that it does not explain, words that say it is not the one that is meant. */
  readonly beside: readonly Applied[];
  /** Of the numbers beside the only id, what they would be in its obręb. */
  readonly siblings: readonly string[];
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
  siblings: [],
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
  const stops = isRoute ? readStops(text) : [];
  if (stops.length > 0) return { ids, points: stops, isRoute, rest: null };
  const points = isRoute ? [] : pointsOf(text, links);
  if (points.length > 0) {
    const isNamed = links?.isAsking === true && !COORDINATE.test(links.rest);
    const words = isNamed ? rest : links?.beside;
    return { ids, points, isRoute, isNamed, rest: words === undefined ? null : wordsIn(words) };
  }
  const found = links ? null : findPoints(text);
  return found
    ? { ids, isRoute, points: found.points, rest: wordsIn(found.rest) }
    : { ids, points, isRoute, rest };
}

const COORDINATE = /\d\.\d{3}|°/;

/** What stands beside a point, where it says anything. */
const wordsIn = (beside: string): string | null => (/\p{L}{2}|\p{N}/u.test(beside) ? beside : null);

/** The middle of a map counts only where nothing else says what is meant: no words in the link, and from afar none beside it. */
function pointsOf(text: string, links: LinkedText | null): readonly TypedPoint[] {
  const points = readPoints(text);
  const [first] = points;
  if (!first?.view || !links) return points;
  return links.isAsking || (first.view === 'far' && links.hasWords) ? [] : points;
}

/** Where numbers or words stand beside an id, the text with an announced number in its place. What stands in a link is the map's. */
function besideId(text: string, { written, joint, id }: WrittenId): string | null {
  if (joint !== null) return null;
  const [before = '', ...behind] = text.split(written);
  const rest = behind.length === 0 ? text : `${before} dz. nr ${id.number} ${behind.join(written)}`;
  return /\p{N}|\p{L}/u.test(before + behind.join('')) ? rest : null;
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
  if (id) return { ...written, ...NOTHING, ...(yield* doubtsOf(id, rest, names, corpus)) };
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
    ...NOTHING,
    reading,
    hasNumber,
    grounds,
    numbers,
    addresses,
    wanted: { numbers: numbers.map(({ key }) => key), addresses: addresses.map(({ key }) => key) },
  };
}

function* doubtsOf(
  { id, joint, sign, written, building }: WrittenId,
  rest: string | null,
  names: NameIndex | null,
  corpus: Corpus,
): Steps<Pick<Interpretation, 'beside' | 'siblings'>> {
  const alone = (beside: readonly Applied[]) => ({ beside, siblings: [] });
  if (joint === 'letter')
    return alone([change('letter_for_digit', phraseOf(DOUBTS.letterForDigit, written, id.number))]);
  if (building !== null)
    return alone([change('related_parcel', phraseOf(DOUBTS.buildingId, building, id.number))]);
  if (joint === 'cut') return alone([change('odd_sign', phraseOf(DOUBTS.oddSign, id.number, '/'))]);
  if (joint !== null) return alone([dashForSlash(id.number, joint)]);
  const signed = sign === null ? [] : [change('odd_sign', phraseOf(DOUBTS.oddSign, id.number, sign))];
  if (rest === null) return alone(signed);
  const used = { number: id.number, at: -1, to: -1, isLabelled: true };
  const teryt = gminaTerytOf(id.id, corpus.admin);
  const reading = yield* readInSteps(rest, named(names));
  const leftOut = weighLeftOut(reading, used, { gmina_teryt: teryt, obreb_id: id.obreb_id });
  const gmina = corpus.admin.gminaByCode(teryt);
  const obreb = corpus.admin.obreby.get(id.obreb_id) ?? null;
  const others = reading.loose.flatMap(({ token: { number } }) =>
    number === null || number === id.number ? [] : `${id.obreb_id}.${number}`,
  );
  const beside = [...pointingElsewhere(reading, id), ...leftOut, ...contradictionsOf(reading, gmina, obreb)];
  return {
    beside: beside.length > 0 ? beside : signed,
    siblings: leftOut.length === 0 ? [] : [...new Set(others)].slice(0, MOST_SIBLINGS),
  };
}

/** Who lists more gets candidates for the first ones. */
const MOST_SIBLINGS = 8;

/** "obok 141803_2.0010.36": the words around an id say of it what they say of an announced number. */
const pointingElsewhere = ({ numbers }: TextReading, id: ParcelId): Applied[] =>
  numbers
    .filter(({ number, isLabelled }) => isLabelled && number === id.number)
    .flatMap(({ doubts }) => doubts.filter(({ rule }) => rule === 'related_parcel'))
    .slice(0, 1);

/**
 * Places beside an id or a point that it does not lie in. Words in small letters count where they are announced, or are the name of
 * something that is loaded or of no adjective: "dobra" and "płaska" are gminy elsewhere, and words.
 */
export function contradictionsOf(
  reading: TextReading,
  gmina: Gmina | undefined,
  obreb: Obreb | null,
): Applied[] {
  if (!gmina) return [];
  const isMeant = ({ typed, labels, hits }: NamedSpan) =>
    !hits.every(isGuessed) && (labels.size > 0 || /^\p{Lu}/u.test(typed) || hits.some(isPlaceInSmallLetters));
  const spans = reading.spans.filter(isMeant);
  return weighNames({ ...reading, spans }, { gmina, obreb }, []).filter(
    ({ change: part }) => part <= -LIMITS.settle_lead,
  );
}

const isPlaceInSmallLetters = (hit: Hit): boolean =>
  !isGuessed(hit) &&
  hit.places.some(({ kind }) => kind !== 'street') &&
  (hit.isLoaded || (hit.edits.length === 0 && /...[^aeiy ]$/.test(hit.key)));

function named(names: NameIndex | null): NameIndex {
  if (!names) throw new Error('a text was to be read without names');
  return names;
}
