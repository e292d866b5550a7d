// Resident memory of the server with a million parcels, at rest and after random requests by id and by point, each for
// all layers.

import { createProgress } from '../src/commands/progress.ts';
import { LAYER_KEYS } from '../src/contract/layers.ts';
import { dataOf, drawParcels, giveKey, LARGE_SIZE } from './data.ts';
import { say } from './figures.ts';
import { type Ask, load } from './load.ts';
import { startMiedza } from './servers.ts';

const BY_ID = 100_000;
const BY_POINT = 10_000;
const CONNECTIONS = 16;
const TARGET_MB = 300;
const ALL = `layers=${LAYER_KEYS.join(',')}`;

export async function benchMemory(): Promise<void> {
  const data = await dataOf(LARGE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const parcels = drawParcels(data, BY_ID);
  const byId = parcels.map(({ id }) => ({ path: `/v1/parcel?id=${id}&${ALL}`, headers }));
  const byPoint = parcels
    .slice(0, BY_POINT)
    .map(({ lat, lng }) => ({ path: `/v1/parcel?point=${lat},${lng}&${ALL}`, headers }));
  const server = await startMiedza(data);
  const progress = createProgress();
  const send = (what: string, asks: readonly Ask[]) =>
    load({
      port: server.port,
      asks,
      connections: CONNECTIONS,
      status: 200,
      onProgress: (done) => progress.update(what, done, asks.length),
    });
  try {
    await send('first request', byId.slice(0, 1));
    const { now_mb: rest_mb } = server.memory();
    await send('requests by id', byId);
    const { now_mb: afterIds_mb } = server.memory();
    await send('requests by point', byPoint);
    const { now_mb, peak_mb } = server.memory();
    say('resident after the first request, MB', rest_mb.toFixed(0));
    say(`after ${BY_ID.toLocaleString('en')} by id, MB`, afterIds_mb.toFixed(0));
    say(`and ${BY_POINT.toLocaleString('en')} by point, MB`, now_mb.toFixed(0), {
      text: `< ${TARGET_MB}`,
      met: now_mb < TARGET_MB,
    });
    say('highest, MB', peak_mb.toFixed(0));
    say('of the memory at rest', `${(now_mb / rest_mb).toFixed(2)} ×`);
  } finally {
    await server.stop();
  }
}
