// GET /v1/parcel (spec §4.2): how a parcel is described, what its record holds, and its variants.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { fromWgs84 } from '../../src/domain/geometry/projection.ts';
import { areaOf, containsPoint } from '../../src/domain/geometry/rings.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import { CANARIES } from '../../world/canaries.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

const HORSESHOE = '141803_2.0006.501';
const WITH_A_HOLE = '141803_2.0010.501';
const IN_TWO_PARTS = '141803_2.0008.501';
const ON_A_SHEET = '143801_1.0003.AR_2.17/1';
const WITH_A_LETTER = '143801_1.0001.7/a';
const NOTABLE = [EXAMPLE_ID, HORSESHOE, WITH_A_HOLE, IN_TWO_PARTS, ON_A_SHEET, WITH_A_LETTER];

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

async function read(query: string): Promise<ParcelRecord> {
  const { http, body } = await client.get<ParcelRecord>(`/v1/parcel?${query}`);
  assert.equal(http, 200, query);
  assert.equal(body.status, 'ok', query);
  assert.ok(body.result);
  return body.result;
}

const polygonsOf = ({ geometry }: ParcelRecord): MultiPolygon => {
  assert.ok(geometry);
  return geometry.coordinates.map((polygon) =>
    polygon.map((ring) => ring.map((position) => fromWgs84(2180, position))),
  );
};

test(rule('1-no-resolve-first', '2.1-id-forms', '2.1-point', '2.1-lat-lng', '9-canonical'), async () => {
  const [lng, lat] = (await read(`id=${EXAMPLE_ID}`)).centroid ?? [0, 0];
  for (const query of [
    `id=${EXAMPLE_ID}`,
    'id=141803_2.0009.123-4',
    `point=${lat},${lng}`,
    `point=%20${lat}%20,%20${lng}%20`,
    `lat=${lat}&lng=${lng}`,
    `q=${encodeURIComponent('dz. 123/4 Wola Mrokowska')}`,
    `q=${encodeURIComponent(`działka ${EXAMPLE_ID}, obok lasu`)}`,
  ]) {
    assert.equal((await read(query)).id, EXAMPLE_ID, query);
  }
});

test('ids of map sheets, letters and leading zeros are read and printed canonically', async () => {
  for (const [written, id] of [
    ['143801_1.0003.AR_2.17-1', ON_A_SHEET],
    ['143801_1.0003.ar_02.17/1', ON_A_SHEET],
    ['143801_1.0001.7/A', WITH_A_LETTER],
    ['141803_2.0009.0123/04', EXAMPLE_ID],
  ] as const) {
    assert.equal((await read(`id=${written}`)).id, id, written);
  }
});

test(rule('C1-input', '2.2-note', '2.2-candidates', '2.2-page', '2.2-error'), async () => {
  const [lng, lat] = (await read(`id=${EXAMPLE_ID}`)).centroid ?? [0, 0];
  const text = 'dz. 123/4 Wola Mrokowska';
  const table = [
    [`id=${EXAMPLE_ID}`, { id: EXAMPLE_ID }, 'parcel', null],
    ['id=141803_2.0009.123-4', { id: EXAMPLE_ID }, 'parcel', `Read as ${EXAMPLE_ID}.`],
    [`lat=${lat}&lng=${lng}`, { point: `${lat},${lng}` }, 'point', null],
    [`q=${encodeURIComponent(text)}`, { q: text }, 'parcel', /obręb Wola Mrokowska, gmina Lesznowola/],
  ] as const;
  for (const [query, input, kind, note] of table) {
    const { body } = await client.get(`/v1/parcel?${query}`);
    assert.deepEqual(body.query.input, input);
    assert.equal(body.query.resolved?.kind, kind);
    assert.equal(body.query.resolved?.id, EXAMPLE_ID);
    if (note instanceof RegExp) assert.match(body.query.resolved?.note ?? '', note);
    else assert.equal(body.query.resolved?.note, note);
    for (const absent of ['candidates', 'page', 'error', 'corpus_coverage'])
      assert.ok(!(absent in body), absent);
  }
});

test(rule('2.2-members', '2.2-billing', '4.14-charged'), async () => {
  const { body } = await client.get(`/v1/parcel?id=${EXAMPLE_ID}`);
  assert.deepEqual(Object.keys(body), ['status', 'result', 'query', 'billing']);
  assert.deepEqual(body.billing, { cost: 1, charged: 1, refunded: 0, rule: 'charged' });
});

test(rule('2.6-admin'), async () => {
  assert.deepEqual((await read(`id=${EXAMPLE_ID}`)).admin, {
    voivodeship: '14',
    voivodeship_name: 'mazowieckie',
    powiat_name: 'piaseczyński',
    gmina_teryt: '1418032',
    gmina_name: 'Lesznowola',
    gmina_type: 'gmina wiejska',
    obreb_id: '141803_2.0009',
    obreb_name: 'Wola Mrokowska',
    number: '123/4',
  });
});

test('town and rural part of an urban-rural gmina have the code of the whole gmina', async () => {
  const admin = (await read('id=143805_5.0001.501')).admin;
  assert.equal(admin.gmina_teryt, '1438053');
  assert.equal(admin.obreb_id, '143805_5.0001');
});

test(rule('2.6-area', 'C2-hectares', 'C2-decimals'), async () => {
  // Lesznowola writes hectares, Piaseczno m², Żyrardów nothing.
  for (const id of [EXAMPLE_ID, '141804_5.0005.501']) {
    const { official_m2, geometry_m2, source } = (await read(`id=${id}`)).area;
    assert.ok(
      official_m2 !== null && Math.abs(official_m2 / geometry_m2 - 1) < 0.02,
      `${id}: ${official_m2}`,
    );
    assert.equal(Math.round(geometry_m2 * 100) / 100, geometry_m2);
    assert.equal(source.id, 'egib');
  }
  assert.equal((await read(`id=${ON_A_SHEET}`)).area.official_m2, null);
});

test(rule('2.6-centroid', '2.6-geometry', 'C2-lnglat'), async () => {
  for (const id of NOTABLE) {
    const record = await read(`id=${id}&geometry=full`);
    const polygons = polygonsOf(record);
    assert.ok(record.centroid);
    assert.ok(containsPoint(polygons, fromWgs84(2180, record.centroid)), `${id}: centroid off the parcel`);
    assert.ok(Math.abs(areaOf(polygons) / record.area.geometry_m2 - 1) < 0.001, `${id}: area`);
    for (const ring of record.geometry?.coordinates.flat() ?? []) {
      assert.ok(ring.length >= 4);
      assert.deepEqual(ring[0], ring.at(-1), `${id}: ring not closed`);
      for (const [lng, lat] of ring) {
        assert.ok(lng > 20 && lng < 21.5 && lat > 51.9 && lat < 52.3, `${id}: ${lng}, ${lat}`);
        for (const degrees of [lng, lat]) assert.equal(Math.round(degrees * 1e7) / 1e7, degrees);
      }
    }
  }
});

test('holes and parts survive', async () => {
  const rings = (record: ParcelRecord) => record.geometry?.coordinates.map((polygon) => polygon.length);
  assert.deepEqual(rings(await read(`id=${WITH_A_HOLE}&geometry=full`)), [2]);
  assert.deepEqual(rings(await read(`id=${IN_TWO_PARTS}&geometry=full`)), [1, 1]);
});

test(rule('4.2-geometry'), async () => {
  const [none, centroid, byDefault, full] = await Promise.all(
    ['&geometry=none', '&geometry=centroid', '', '&geometry=full'].map((mode) =>
      read(`id=${EXAMPLE_ID}${mode}`),
    ),
  );
  assert.equal(none?.centroid, undefined);
  assert.equal(none?.geometry, null);
  assert.ok(centroid?.centroid);
  assert.equal(centroid.geometry, null);
  assert.deepEqual(byDefault, centroid);
  assert.deepEqual(full?.centroid, centroid.centroid);
  assert.equal(full?.geometry?.type, 'MultiPolygon');
});

test(rule('C3-ten', '4.2-layers-default'), async () => {
  assert.deepEqual(Object.keys((await read(`id=${EXAMPLE_ID}`)).layers), [
    'planning',
    'flood',
    'landslide',
    'protected',
    'buildings',
    'road_access',
    'permits',
    'prices',
    'soil',
    'address',
  ]);
});

test(rule('4.2-layers', '2.6-layers', 'C3-parts'), async () => {
  for (const [asked, held] of [
    ['flood', ['flood']],
    ['soil,flood', ['soil', 'flood']],
    ['flood,flood', ['flood']],
    ['pog,mpzp,wz', ['pog', 'mpzp', 'wz']],
    [' soil , pog ', ['soil', 'pog']],
    [LAYER_KEYS.join(','), LAYER_KEYS],
  ] as const) {
    const record = await read(`id=${EXAMPLE_ID}&layers=${encodeURIComponent(asked)}`);
    assert.deepEqual(Object.keys(record.layers), held);
  }
});

test(rule('1-layer-frame', '3.1-not-covered', '1-unknown-is-null', 'C2-source-ref'), async () => {
  const record = await read(`id=${EXAMPLE_ID}&layers=${LAYER_KEYS.join(',')}`);
  for (const key of LAYER_KEYS) {
    const answer = record.layers[key];
    assert.ok(answer, key);
    assert.deepEqual(Object.keys(answer), ['coverage', 'note', 'source', 'as_of', 'value']);
    assert.ok(answer.note.length > 20, key);
    assert.ok(answer.source.attribution.length > 5, key);
    assert.equal(typeof answer.source.fallback, 'boolean');
    assert.equal(answer.as_of, answer.source.as_of);
    if (answer.coverage === 'not_covered') assert.equal(answer.value, null, key);
  }
});

test(rule('2.6-record-hash', '2.6-record-as-of'), async () => {
  const [one, again, other] = await Promise.all([
    read(`id=${EXAMPLE_ID}`),
    read(`id=${EXAMPLE_ID}&geometry=full&layers=flood`),
    read(`id=${HORSESHOE}`),
  ]);
  assert.match(one?.record_hash ?? '', /^[0-9a-f]{32}$/);
  assert.equal(again?.record_hash, one?.record_hash);
  assert.notEqual(other?.record_hash, one?.record_hash);
  assert.equal(one?.record_as_of, one?.area.source.as_of);
});

test(rule('1-never-served'), async () => {
  // One row in forty of the source files names an owner and a land-register number.
  const { body } = await client.get<{ id: string }[]>(
    '/v1/search?point=52.053,20.9355&radius_m=2000&limit=1000',
  );
  const items = body.result?.map(({ id }) => ({ id })) ?? [];
  assert.ok(items.length > 300, `${items.length} parcels`);
  const { text } = await client.post('/v1/parcel/batch', { items, geometry: 'full', layers: LAYER_KEYS });
  for (const secret of [...CANARIES, 'wlasciciel', 'ksiega', 'grupa_rejestrowa']) {
    assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), secret);
  }
});
