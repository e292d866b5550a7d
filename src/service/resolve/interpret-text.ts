// Understanding free text: every reading of it, each with the candidates it leads to and the rules that weighed them.
// `miedza explain` prints what this gives; settling is left to the caller.

import { gminaTerytOf } from '../../domain/record.ts';
import { plainSigns } from '../../domain/text/fold.ts';
import { weighLeftOut } from '../../domain/text/left-out.ts';
import { readIds, type WrittenId } from '../../domain/text/read-id.ts';
import { readPoints, type TypedPoint } from '../../domain/text/read-point.ts';
import { readText, type TextReading } from '../../domain/text/readings.ts';
import { type Applied, dashForSlash, start } from '../../domain/text/rules.ts';
import type { Context } from '../snapshot/context.ts';
import { parcelCandidate, rankWeighed, type Weighed, weighed } from './candidates.ts';
import { findAddresses } from './find-addresses.ts';
import { findGminy, findParcels } from './find-parcels.ts';

export interface Understanding {
  /** Whole ids in the text; one alone is the answer. */
  readonly ids: readonly WrittenId[];
  /** What makes the only id doubtful: numbers beside it that it does not explain. */
  readonly beside: readonly Applied[];
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

export async function interpretText(context: Context, q: string): Promise<Understanding> {
  const text = plainSigns(q);
  const ids = readIds(text);
  const [id, otherId] = ids;
  if (id) {
    const several = otherId ? await severalIds(context, ids) : [];
    const beside = otherId ? [] : await besideId(context, text, id);
    return { ids, beside, points: [], reading: NOTHING, weighed: several };
  }
  const nothingBeside = { ids, beside: [] };
  const points = readPoints(text);
  if (points.length > 0) return { ...nothingBeside, points, reading: NOTHING, weighed: [] };
  const reading = readText(text, await context.names.index(context.reads));
  const hasNumber = reading.numbers.length > 0 || reading.houses.length > 0 || reading.obreby.length > 0;
  if (!hasNumber)
    return { ...nothingBeside, points, reading, weighed: rankWeighed(findGminy(context, reading)) };
  const addresses = await findAddresses(context, reading);
  const loose = reading.loose.map((one) => (addresses.houses.has(one.at) ? { ...one, isHouse: true } : one));
  const parcels = await findParcels(context, { ...reading, loose });
  return { ...nothingBeside, points, reading, weighed: rankWeighed([...parcels, ...addresses.weighed]) };
}

/** "123 - 4" at the end of an id. */
const SPACED_DASH = /(?:\s-|-\s)\s?\w+$/;

/** The numbers of a link are the map's, not the parcel's. */
async function besideId(context: Context, text: string, { id, written }: WrittenId): Promise<Applied[]> {
  if (SPACED_DASH.test(written)) return [dashForSlash(id.number)];
  const rest = text.replace(written, ' ');
  if (!/\p{N}/u.test(rest) || rest.includes('://')) return [];
  const reading = readText(rest, await context.names.index(context.reads));
  const used = { number: id.number, at: -1, to: -1, isLabelled: true };
  const gmina_teryt = gminaTerytOf(id.id, context.corpus.admin);
  return weighLeftOut(reading, used, { gmina_teryt, obreb_id: id.obreb_id });
}

async function severalIds(context: Context, ids: readonly WrittenId[]): Promise<Weighed[]> {
  const parcels = await context.reads.parcels(ids.map(({ id }) => id.id));
  return rankWeighed(
    ids.map(({ id }) =>
      weighed(parcelCandidate(context, id.id, parcels.get(id.id) ?? null), [
        start('id', 'One of the ids in the text.'),
      ]),
    ),
  );
}
