// Areas where nothing is found (contract §4): ground that is not loaded is not known to be empty.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ParcelSummary } from '../../src/contract/answers.ts';
import { toWgs84 } from '../../src/domain/geometry/projection.ts';
import { centroidOf } from '../../src/domain/geometry/rings.ts';
import { layLand, obrebyOf } from '../../world/land.ts';
import { parcelsOf } from '../../world/parcels.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

const PARCELS = 1_000;

async function startWith(t: { after(end: () => Promise<void>): void }, only: RegExp): Promise<Client> {
  const client = await startClient((await buildSampleData(PARCELS, { only })).data);
  t.after(() => client.close());
  return client;
}

/** The same area as a box and as a polygon. */
async function ask(client: Client, [w, s, e, n]: readonly [number, number, number, number]) {
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const answers = [
    await client.get<ParcelSummary[]>(`/v1/search?bbox=${w},${s},${e},${n}`),
    await client.post<ParcelSummary[]>('/v1/search', { polygon: { type: 'Polygon', coordinates: [ring] } }),
    await client.post<ParcelSummary[]>('/v1/search', {
      polygon: { type: 'MultiPolygon', coordinates: [[ring]] },
    }),
  ];
  for (const { http } of answers) assert.equal(http, 200);
  return answers.map(({ body }) => body);
}

/** The row of this parcel has no geometry: loaded ground without a parcel. */
function gapBox() {
  const land = layLand(1, PARCELS);
  const obreb = obrebyOf(land, '141803_2').find(({ id }) => id === '141803_2.0002') ?? assert.fail();
  const gap = parcelsOf(land, obreb).find(({ id }) => id === '141803_2.0002.604') ?? assert.fail();
  const [lng, lat] = toWgs84(2180, centroidOf(gap.geometry));
  return [lng - 1e-6, lat - 1e-6, lng + 1e-6, lat + 1e-6] as const;
}

const IN_1438 = [20.44, 52.05, 20.441, 52.051] as const;
const AT_SEA = [18.6, 54.5, 18.61, 54.51] as const;

test(rule('C4-area-not-loaded'), async (t) => {
  const client = await startWith(t, /^(TERC_|PRG_|1418\.gpkg)/);
  for (const [box, note] of [
    [IN_1438, /its middle: 52\.0505\d*, 20\.4405\d*\. Powiat żyrardowski \(1438\) is not loaded\.$/],
    [AT_SEA, /It lies outside the loaded powiaty\.$/],
  ] as const) {
    for (const body of await ask(client, box)) {
      assert.deepEqual([body.status, body.result, 'page' in body], ['not_covered', null, false]);
      assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_covered' });
      assert.deepEqual(
        { ...body.query.resolved, note: null },
        {
          kind: 'point',
          id: null,
          gmina_teryt: null,
          confidence: 1,
          note: null,
        },
      );
      assert.match(body.query.resolved?.note ?? '', note);
    }
  }
  for (const body of await ask(client, gapBox())) {
    assert.deepEqual([body.status, body.result, body.page?.returned], ['ok', [], 0], 'loaded, and empty');
    assert.equal(body.billing.charged, 1);
  }
});

test('without boundaries nobody can tell what is not loaded', async (t) => {
  const client = await startWith(t, /^(TERC_|1418\.gpkg)/);
  for (const box of [IN_1438, AT_SEA]) {
    for (const body of await ask(client, box)) assert.deepEqual([body.status, body.result], ['ok', []]);
  }
});
