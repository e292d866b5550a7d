// Resident memory of the server with a million parcels under the whole mix: by id, by point, boxes, texts, checks, batches and
// MCP calls, each for the first time and for all layers where it has any; at rest, after each kind, and at its highest.

import { createProgress } from '../src/commands/progress.ts';
import { LAYER_KEYS } from '../src/contract/layers.ts';
import { boxPath, drawBoxes } from './boxes.ts';
import { dataOf, drawParcels, giveKey, LARGE_SIZE, textsOf } from './data.ts';
import { say } from './figures.ts';
import { type Ask, load } from './load.ts';
import { toolCall } from './mcp.ts';
import { startMiedza } from './servers.ts';

const BY_ID = 100_000;
const BY_POINT = 10_000;
const BOXES = 400;
const TEXTS = 10_000;
const CHECKS = 20_000;
const BATCHES = 20;
const BATCH_ITEMS = 1_000;
const CALLS = 10_000;
const CONNECTIONS = 16;
const AFTER_MB = 400;
const HIGHEST_MB = 450;
const ALL = `layers=${LAYER_KEYS.join(',')}`;

export async function benchMemory(): Promise<void> {
  const data = await dataOf(LARGE_SIZE);
  const mix = mixOf(data, { 'x-api-key': giveKey(data) });
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
    await send('first request', mix['by id']?.slice(0, 1) ?? []);
    const { now_mb: rest_mb } = server.memory();
    say('resident after the first request, MB', rest_mb.toFixed(0));
    for (const [what, asks] of Object.entries(mix)) {
      await send(what, asks);
      const { now_mb, peak_mb } = server.memory();
      say(
        `after ${asks.length.toLocaleString('en')} ${what}, MB`,
        `${now_mb.toFixed(0)} (highest ${peak_mb.toFixed(0)})`,
      );
    }
    // All kinds at once, in pieces, as on a day of work.
    for (let part = 0; part < 5; part += 1)
      await Promise.all(
        Object.entries(mix).map(([what, asks]) =>
          send(what, asks.slice((part * asks.length) / 20, ((part + 1) * asks.length) / 20)),
        ),
      );
    const { now_mb, peak_mb } = server.memory();
    say('after all kinds at once, MB', now_mb.toFixed(0), {
      text: `≤ ${AFTER_MB}`,
      met: now_mb <= AFTER_MB,
    });
    say('highest, MB', peak_mb.toFixed(0), { text: `≤ ${HIGHEST_MB}`, met: peak_mb <= HIGHEST_MB });
    say('of the memory at rest', `${(now_mb / rest_mb).toFixed(2)} ×`);
  } finally {
    await server.stop();
  }
}

function mixOf(data: string, headers: Record<string, string>): Record<string, readonly Ask[]> {
  const parcels = drawParcels(data, BY_ID);
  const json = { ...headers, 'content-type': 'application/json' };
  const get = (path: string): Ask => ({ path, headers });
  return {
    'by id': parcels.map(({ id }) => get(`/v1/parcel?id=${id}&${ALL}`)),
    'by point': parcels.slice(-BY_POINT).map(({ lat, lng }) => get(`/v1/parcel?point=${lat},${lng}&${ALL}`)),
    boxes: drawBoxes(data, BOXES).map((box) => get(boxPath(box))),
    texts: textsOf(data, parcels.slice(0, TEXTS)).map((text) =>
      get(`/v1/resolve?q=${encodeURIComponent(text)}`),
    ),
    checks: parcels.slice(0, CHECKS).map(({ id }) => get(`/v1/check?id=${id}`)),
    batches: Array.from({ length: BATCHES }, (_, at) => {
      const items = parcels.slice(at * BATCH_ITEMS, (at + 1) * BATCH_ITEMS).map(({ id }) => ({ id }));
      return { path: '/v1/parcel/batch', headers: json, body: JSON.stringify({ items }) };
    }),
    'MCP calls': parcels.slice(-CALLS).map(({ id }) => toolCall(id, headers)),
  };
}
