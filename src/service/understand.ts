// Understanding free text: every reading of it, each with the candidates it leads to and the rules that weighed them.
// `miedza explain` prints what this gives; settling is left to the caller.

import { readIds, type WrittenId } from '../domain/text/read-id.ts';
import { readPoints, type TypedPoint } from '../domain/text/read-point.ts';
import { readText, type TextReading } from '../domain/text/readings.ts';
import { start } from '../domain/text/rules.ts';
import { parcelCandidate, rankWeighed, type Weighed, weighed } from './candidates.ts';
import type { Context } from './context.ts';
import { findAddresses } from './find-addresses.ts';
import { findGminy, findParcels } from './find-parcels.ts';

export interface Understanding {
  /** Whole ids in the text; one alone is the answer. */
  readonly ids: readonly WrittenId[];
  /** The text as a point; two when its metres may be in either order. */
  readonly points: readonly TypedPoint[];
  readonly reading: TextReading;
  /** Best first. */
  readonly weighed: readonly Weighed[];
}

const NOTHING: TextReading = {
  tokens: [],
  spans: [],
  numbers: [],
  loose: [],
  obreby: [],
  houses: [],
  postcode: null,
  strays: [],
};

export async function understand(context: Context, q: string): Promise<Understanding> {
  const ids = readIds(q);
  if (ids.length > 0) return { ids, points: [], reading: NOTHING, weighed: await severalIds(context, ids) };
  const points = readPoints(q);
  if (points.length > 0) return { ids, points, reading: NOTHING, weighed: [] };
  const reading = readText(q, await context.names.index(context.reads));
  const hasNumber = reading.numbers.length > 0 || reading.houses.length > 0 || reading.obreby.length > 0;
  if (!hasNumber) return { ids, points, reading, weighed: rankWeighed(findGminy(context, reading)) };
  const addresses = await findAddresses(context, reading);
  const loose = reading.loose.map((one) => (addresses.houses.has(one.at) ? { ...one, isHouse: true } : one));
  const parcels = await findParcels(context, { ...reading, loose });
  return { ids, points, reading, weighed: rankWeighed([...parcels, ...addresses.weighed]) };
}

async function severalIds(context: Context, ids: readonly WrittenId[]): Promise<Weighed[]> {
  if (ids.length < 2) return [];
  const parcels = await context.reads.parcels(ids.map(({ id }) => id.id));
  return rankWeighed(
    ids.map(({ id }) =>
      weighed(parcelCandidate(context, id.id, parcels.get(id.id) ?? null), [
        start('id', 'One of the ids in the text.'),
      ]),
    ),
  );
}
