// What the clients of the soak ask: a mix of all operations over the parcels of one powiat, and what must hold of each
// answer beside the contract.

import type { ParcelSummary } from '../../src/contract/answers.ts';
import { pick, type Random } from '../../world/random.ts';
import type { Client, Received } from '../client.ts';

export interface Place {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

export interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Whether its answer holds marks of the edition it comes from. */
  readonly marked: boolean;
}

export function questionFor(random: Random, places: readonly [Place, ...Place[]]): Question {
  const { id, lng, lat } = pick(random, places);
  const box = [lng, lat, lng + 0.003, lat + 0.002];
  const [w = 0, s = 0, e = 0, n = 0] = box;
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const record = { name: 'parcel', path: `/v1/parcel?id=${id}`, marked: true };
  return pick<() => Question>(random, [
    () => record,
    () => record,
    () => record,
    () => ({ ...record, headers: { 'If-None-Match': '"another"' } }),
    () => ({ name: 'parcel', path: `/v1/parcel?point=${lat},${lng}&geometry=full`, marked: true }),
    () => ({ name: 'check', path: `/v1/check?id=${id}`, marked: true }),
    () => ({ name: 'layer', path: `/v1/layer/soil?id=${id}`, marked: true }),
    () => ({ name: 'layer', path: `/v1/layer/planning?id=${id}`, marked: false }),
    () => ({ name: 'search', path: `/v1/search?id=${id}&radius_m=150&limit=50`, marked: true }),
    () => ({ name: 'search', path: `/v1/search?bbox=${box.map((value) => value.toFixed(6))}`, marked: true }),
    () => ({
      name: 'search_polygon',
      path: '/v1/search',
      body: { polygon: { type: 'Polygon', coordinates: [ring] } },
      marked: true,
    }),
    () => ({
      name: 'parcel_batch',
      path: '/v1/parcel/batch',
      body: { items: Array.from({ length: 20 }, () => ({ id: pick(random, places).id })) },
      marked: true,
    }),
    () => ({ name: 'resolve', path: `/v1/resolve?q=działka+${id}`, marked: false }),
    () => ({ name: 'events', path: `/v1/events?id=${id}`, marked: false }),
    () => ({ name: 'sources', path: `/v1/sources?id=${id}`, marked: true }),
    () => ({ name: 'gmina_planning', path: `/v1/gminy/planning?id=${id}`, marked: false }),
  ])();
}

export function ask(
  client: Pick<Client, 'get' | 'post'>,
  { path, body, headers }: Question,
  secret: string,
): Promise<Received> {
  const all = { ...headers, 'X-Api-Key': secret };
  return body === undefined ? client.get(path, all) : client.post(path, body, all);
}

/** Parcels of the same unit: all of them have an area with a mark. */
export async function placesAround(
  client: Pick<Client, 'get' | 'post'>,
  secret: string,
  id: string,
): Promise<[Place, ...Place[]]> {
  const path = `/v1/search?id=${id}&radius_m=1000&limit=1000`;
  const { body } = await client.get<ParcelSummary[]>(path, { 'X-Api-Key': secret });
  const [first, ...rest] = (body.result ?? [])
    .filter((parcel) => parcel.area_official_m2 !== null && parcel.id.split('.')[0] === id.split('.')[0])
    .map((parcel) => {
      const [lng = 0, lat = 0] = parcel.centroid;
      return { id: parcel.id, lng, lat };
    });
  if (!first) throw new Error('there are no parcels to ask for');
  return [first, ...rest];
}
