// The second half of reading a text: what was looked up for its readings, as candidates with the rules that weighed them,
// best first. Whether the best is an answer is settle.ts.

import { phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Position } from '../geometry/types.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { READ } from '../sentences/reading-sentences.ts';
import { parcelCandidate, rankWeighed, type Weighed, weighed } from './candidates.ts';
import type { Interpretation } from './interpret-text.ts';
import type { TextFinds } from './lookups.ts';
import type { WrittenId } from './read-id.ts';
import { change, start } from './rules.ts';
import { finish, type Steps } from './steps.ts';
import { type GroundedAddress, groundAddresses, placeAddresses, weighAddresses } from './weigh-addresses.ts';
import { absentParcels, weighGminy, weighParcels } from './weigh-parcels.ts';

/** What only the finds tell to look up: the ground around the addresses that were found. */
export function wantedAround({ addresses }: Interpretation, found: FirstFinds, corpus: Corpus): Position[] {
  if (addresses.length === 0) return [];
  return placeAddresses(addresses, found, corpus).map(({ address }) => address.position);
}

type FirstFinds = Pick<TextFinds, 'ids' | 'numbers' | 'addresses'>;

/** `followed` is the ground around the addresses that were found. */
export const weighText = (
  interpretation: Interpretation,
  found: FirstFinds,
  followed: Pick<TextFinds, 'around'>,
  corpus: Corpus,
): Weighed[] => rankWeighed(finish(weighReadings(interpretation, found, followed, corpus)));

/** The same with those that are too weak to be told, in no order. */
export function* weighReadings(
  { ids, reading, hasNumber, grounds, numbers, addresses: readings }: Interpretation,
  found: FirstFinds,
  followed: Pick<TextFinds, 'around'>,
  corpus: Corpus,
): Steps<Weighed[]> {
  if (ids.length > 1) return weighIds(ids, found, corpus);
  if (!hasNumber) return weighGminy(reading, corpus);
  const placed = placeAddresses(readings, found, corpus);
  const points = groundAddresses(placed, followed);
  const loose = reading.loose.map((one) => ({
    ...one,
    parcels: parcelsOfHouse(points, one.at),
    hasHouse: placed.some(({ reading: { house } }) => house.at === one.at),
  }));
  const withoutFlats = { ...reading, loose: reading.loose.filter(({ isFlat }) => !isFlat) };
  yield;
  const parcels = yield* weighParcels({ ...reading, loose }, grounds, numbers, found, corpus);
  return [...parcels, ...(yield* weighAddresses(withoutFlats, points, corpus))];
}

/** Where somebody lives says nothing of the parcel. */
const parcelsOfHouse = (points: readonly GroundedAddress[], at: number): string[] =>
  points
    .filter(
      ({ reading: { house, used } }) => house.at === at && !used.some((span) => span.labels.has('seat')),
    )
    .map(({ ground }) => ground.parcel.id);

/** Several ids. One of a loaded obręb that is not there is told with the others, never offered. */
function weighIds(ids: readonly WrittenId[], found: Pick<TextFinds, 'ids'>, corpus: Corpus): Weighed[] {
  const isAbsent = ({ id }: WrittenId) => !found.ids.has(id.id) && corpus.holds(id.obreb_id);
  const absent = ids.filter(isAbsent).map(({ id }) => id.id);
  const leftOut = absent.length === 0 ? [] : [change('number_left_out', phraseOf(DOUBTS.leftOut, absent, 0))];
  return ids
    .filter((one) => !isAbsent(one))
    .map(({ id: { id } }) => {
      const parcel = found.ids.get(id) ?? null;
      const applied = [start('id', READ.oneOfIds), ...leftOut];
      return weighed(parcelCandidate(corpus, id, parcel), applied, parcel, corpus.language);
    });
}

/** The parcels that the text speaks of where none of them is held, best first. */
export const weighAbsent = ({ reading, grounds }: Interpretation, corpus: Corpus): Weighed[] =>
  rankWeighed(absentParcels(reading, grounds, corpus));
