// The requests whose whole answers are kept beside this file, and how they are asked: on the sample world, loaded and
// read at fixed moments, so that nothing in an answer depends on when or where it was made.

import { createClock } from '../../src/service/pipeline/clock.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData, loadFolder } from '../sample.ts';
import { publishEdited } from '../spec/publish-edited.ts';

const CHANGED_AT = new Date('2026-11-12T08:00:00Z');
const ASKED_AT = Date.parse('2026-11-15T12:00:00Z');

const EXAMPLE = '141803_2.0009.123/4';

export const REQUESTS: Readonly<Record<string, { path: string; body?: unknown }>> = {
  'parcel-default': { path: `/v1/parcel?id=${EXAMPLE}` },
  'parcel-all-covered': { path: `/v1/parcel?id=${SHOWCASE.all_covered}` },
  'parcel-full-two-layers': { path: '/v1/parcel?id=141803_2.0010.501&geometry=full&layers=soil,mpzp' },
  'parcel-not-covered': { path: '/v1/parcel?id=146501_1.0001.1' },
  'parcel-not-found': { path: '/v1/parcel?id=141803_2.0009.9999' },
  'parcel-two-targets': { path: `/v1/parcel?id=${EXAMPLE}&q=x` },
  'batch-mixed': {
    path: '/v1/parcel/batch',
    body: {
      items: [{ id: EXAMPLE, ref: 'a' }, { q: 'Lesznowola' }, { id: 'x' }],
      layers: ['flood'],
      geometry: 'none',
    },
  },
  'resolve-text': { path: '/v1/resolve?q=dz.%20123/4%20Wola%20Mrokowska' },
  'resolve-ambiguous': { path: '/v1/resolve?q=1%20Kamionka' },
  'search-neighbours': { path: `/v1/search?id=${EXAMPLE}` },
  'search-polygon-page': {
    path: '/v1/search',
    body: {
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [20.93, 52.05],
            [20.935, 52.05],
            [20.935, 52.053],
            [20.93, 52.053],
            [20.93, 52.05],
          ],
        ],
      },
      limit: 2,
    },
  },
  'layer-planning': { path: `/v1/layer/planning?id=${EXAMPLE}` },
  check: { path: `/v1/check?id=${EXAMPLE}` },
  events: { path: `/v1/events?id=${EXAMPLE}` },
  'sources-here': { path: `/v1/sources?id=${EXAMPLE}` },
  'gmina-planning': { path: '/v1/gminy/planning?q=Lesznowola' },
};

/** Headers that callers build upon. */
const HEADERS = ['etag', 'cache-control', 'x-request-cost', 'x-credits-charged', 'x-credits-refunded'];

/** Every request and its answer, as the text of the file that keeps it; of the files of a folder, or of a database. */
export async function ask(store: string | null = null): Promise<Map<string, string>> {
  const sample = await buildSampleData();
  if (store !== null) await loadFolder(sample.files, sample.data, { store });
  // A corrected area, so that there is an event to tell.
  const correction = `UPDATE dzialki SET pole_ewidencyjne = NULL WHERE id_dzialki = '${EXAMPLE}'`;
  await publishEdited(sample, '1418', correction, CHANGED_AT, store);
  const client = await startClient(sample.data, { store, clock: createClock(() => ASKED_AT) });
  try {
    const answers = new Map<string, string>();
    for (const [name, request] of Object.entries(REQUESTS)) {
      const { http, headers, body } = await send(client, request);
      const kept = Object.fromEntries(HEADERS.map((header) => [header, headers.get(header)]));
      answers.set(name, `${JSON.stringify({ request, http, headers: kept, body }, null, 2)}\n`);
    }
    return answers;
  } finally {
    await client.close();
  }
}

/** Uncompressed: what is recorded does not depend on what fetch accepts today. */
const PLAIN = { 'Accept-Encoding': 'identity' };

const send = (client: Client, { path, body }: { path: string; body?: unknown }) =>
  body === undefined ? client.get(path, PLAIN) : client.post(path, body, PLAIN);
