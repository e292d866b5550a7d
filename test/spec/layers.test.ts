// Flood, landslides, nature, buildings, roads, permits and prices over HTTP (spec §2.7, §3.1, §4.9, §4.14) on the sample
// world: every showcase of them has exactly one answer, and what they mean together for building (spec §3.2).

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { CheckResult, Envelope, LayerResult, ParcelRecord } from '../../src/contract/answers.ts';
import {
  type LayerAnswer,
  type LayerKey,
  type LayerValue,
  RECORD_LAYERS,
} from '../../src/contract/layers.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Source } from '../../src/contract/sources.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { distanceBetween } from '../../src/domain/geometry/polygons.ts';
import type { MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { PLANTED_PERMITS, SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, loadFolder, type Sample, temporaryFolder } from '../sample.ts';
import { readAllParcels } from './all-parcels.ts';

type Showcase = keyof typeof SHOWCASE;
type Coverage = LayerAnswer['coverage'];

let sample: Sample;
let client: Client;
let parcels: ReadonlyMap<string, MultiPolygon>;
before(async () => {
  sample = await buildSampleData();
  client = await startClient(sample.data);
  parcels = await readAllParcels(sample.data);
});
after(() => client.close());

const CHARGED = { cost: 1, charged: 1, refunded: 0, rule: 'charged' };
const REFUNDED = { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_covered' };

const told = new Set<string>();

/** The layer by itself; the record must say the same, and what is not known must not be paid for. */
async function layerOf<K extends LayerKey>(key: K, name: Showcase): Promise<LayerAnswer<K>> {
  told.add(name);
  const path = `id=${encodeURIComponent(SHOWCASE[name])}`;
  const { body } = await client.get<LayerResult>(`/v1/layer/${key}?${path}`);
  const answer = body.result?.answer as LayerAnswer<K>;
  const record = await client.get<ParcelRecord>(`/v1/parcel?${path}&layers=${key}`);
  assert.deepEqual(record.body.result?.layers[key], answer, `${name}: the record says the same`);
  assert.deepEqual(body.billing, answer.value === null ? REFUNDED : CHARGED, name);
  assert.equal(answer.as_of, answer.source.as_of, name);
  return answer;
}

type Row<K extends LayerKey> = readonly [
  name: Showcase,
  coverage: Coverage,
  value: LayerValue<K> | null,
  note?: RegExp,
];

async function assertRows<K extends LayerKey>(
  key: K,
  source: string,
  as_of: string | null,
  rows: readonly Row<K>[],
): Promise<void> {
  for (const [name, coverage, value, note = /./] of rows) {
    const answer = await layerOf(key, name);
    assert.deepEqual([answer.coverage, answer.value], [coverage, value], name);
    assert.deepEqual([answer.source.id, answer.as_of], [source, as_of], name);
    assert.match(answer.note, note, name);
  }
}

const EDITION = '2022-09-07';
const flooded = (q10: boolean, q100: boolean, q500: boolean, q100_share_pct: number) => ({
  ...{ q10, q100, q500, q100_share_pct },
  map_edition: EDITION,
});

test(rule('2.7-flood', '2.7-flood-empty', '3.1-covered', '4.14-layer'), async () => {
  await assertRows('flood', 'flood', EDITION, [
    ['flood_q10', 'covered', flooded(true, true, true, 100), /89\.52 % of it in the 10 % zone/],
    ['flood_q100', 'covered', flooded(false, true, true, 100), /: 100 % of it in the 1 % zone/],
    ['flood_q500_only', 'covered', flooded(false, false, true, 0), /: 100 % of it in the 0\.2 % zone/],
    ['flood_mapped_dry', 'covered_no_data', flooded(false, false, false, 0), /^Inside the mapped reach/],
    ['flood_unmapped', 'not_covered', null, /^No mapped river here: .*nothing is inferred\.$/],
  ]);
});

test(rule('2.7-landslide', '3.1-covered-no-data', '3.1-not-covered'), async () => {
  await assertRows('landslide', 'sopo', '2026-11-08', [
    ['landslide', 'covered', { present: true, kinds: ['landslide'], count: 1 }],
    ['landslide_threat', 'covered', { present: true, kinds: ['threatened_area'], count: 1 }],
    ['landslide_mapped_none', 'covered_no_data', { present: false, kinds: [], count: 0 }],
    ['landslide_unmapped', 'not_covered', null, /has not been mapped for landslides; nothing is inferred/],
  ]);
});

type Form = LayerValue<'protected'>['forms'][number];
const form = (type: Form['type'], code: string, name: string): Form => ({ type, code, name });
const within = (...forms: Form[]): LayerValue<'protected'> => ({ inside_any: true, forms });
const OUTSIDE: LayerValue<'protected'> = { inside_any: false, forms: [] };

const PARK = form('park_krajobrazowy', 'PL.ZIPOP.1393.PK.9903', 'Park Krajobrazowy Zalesie Górne');
const BIRDS = form('natura2000_oso', 'PLB149900', 'Ostoja Puszcza Mariańska');
const HABITATS = form('natura2000_soo', 'PLH149900', 'Łąki Puszcza Mariańska');
const VALLEY = form('obszar_chronionego_krajobrazu', 'PL.ZIPOP.1393.OCHK.9911', 'Dolina Rzeki Granicznej');

test(rule('2.7-protected'), async () => {
  await assertRows('protected', 'gdos', '2026-11-09', [
    [
      'protected_park_narodowy',
      'covered',
      within(form('park_narodowy', 'PL.ZIPOP.1393.PN.9909', 'Park Narodowy Radziwiłłów')),
    ],
    ['protected_rezerwat', 'covered', within(form('rezerwat', 'PL.ZIPOP.1393.RP.9901', 'Łęgi Julianów'))],
    [
      'protected_buffer_only',
      'covered_no_data',
      OUTSIDE,
      /In the buffer zone of Łęgi Julianów, which is not/,
    ],
    ['protected_park_krajobrazowy', 'covered', within(PARK)],
    ['protected_obszar_chronionego_krajobrazu', 'covered', within(VALLEY), /95\.34 % of the parcel/],
    ['protected_natura2000', 'covered', within(BIRDS, HABITATS)],
    ['protected_natura2000_oso', 'covered', within(BIRDS)],
    ['protected_natura2000_soo', 'covered', within(HABITATS)],
    [
      'protected_uzytek_ekologiczny',
      'covered',
      within(PARK, form('uzytek_ekologiczny', 'PL.ZIPOP.1393.UE.9904', 'Torfowisko Zalesie Górne')),
    ],
    [
      'protected_zespol_przyrodniczo_krajobrazowy',
      'covered',
      within(PARK, form('zespol_przyrodniczo_krajobrazowy', 'PL.ZIPOP.1393.ZPK.9905', 'Wydmy Zalesie Górne')),
    ],
    [
      'protected_stanowisko_dokumentacyjne',
      'covered',
      within(form('stanowisko_dokumentacyjne', 'PL.ZIPOP.1393.SD.9906', 'Odsłonięcie Kamionka')),
    ],
    [
      'protected_pomnik',
      'covered',
      within(form('pomnik_przyrody', 'PL.ZIPOP.1393.PP.1418043.9901', 'Dąb Żwirek')),
    ],
    [
      'protected_pomnik_area',
      'covered',
      within(form('pomnik_przyrody', 'PL.ZIPOP.1393.PP.1418043.9902', 'Głaz Kamionka')),
    ],
    ['protected_none', 'covered_no_data', OUTSIDE, /^No form of nature protection lies on this parcel\.$/],
  ]);
});

test(rule('2.7-buildings'), async () => {
  await assertRows('buildings', 'egib', '2026-11-08', [
    ['building_one', 'covered', { count: 1, footprint_m2_total: 129.7 }],
    ['building_two', 'covered', { count: 2, footprint_m2_total: 103.5 }],
    ['building_none', 'covered_no_data', { count: 0, footprint_m2_total: 0 }, /No building is recorded here/],
    ['building_touching', 'covered_no_data', { count: 0, footprint_m2_total: 0 }],
  ]);
  // This powiat publishes no buildings in its cadastre.
  await assertRows('buildings', 'bdot10k', '2026-09-30', [
    ['building_bdot10k', 'covered', { count: 1, footprint_m2_total: 120.33 }, /^From topographic data/],
  ]);
});

test(rule('2.7-road-access'), async () => {
  await assertRows('road_access', 'bdot10k', '2026-09-30', [
    [
      'road_adjacent',
      'covered',
      { verdict: 'pass', via: 'adjacent_public_road_parcel', nearest_public_road_m: 3.66 },
    ],
    [
      'road_within_30m',
      'covered',
      { verdict: 'pass', via: 'bdot_road_within_30m', nearest_public_road_m: 22.58 },
    ],
    ['road_internal_only', 'covered', { verdict: 'fail', via: null, nearest_public_road_m: 59.01 }],
    ['road_far', 'covered', { verdict: 'fail', via: null, nearest_public_road_m: 203.48 }],
  ]);
});

test(rule('2.7-permits'), async () => {
  const answer = await layerOf('permits', 'permits_many');
  assert.deepEqual([answer.coverage, answer.source.id], ['covered', 'rwdz']);
  const recent = answer.value?.recent ?? [];
  for (const permit of recent) {
    assert.deepEqual(Object.keys(permit), ['kind', 'decision_date', 'object_category', 'distance_m']);
  }
  // Newest first. On the parcel, on its neighbours as planted, and two further away.
  assert.deepEqual(
    recent.map(({ decision_date, object_category, distance_m }) =>
      [decision_date, object_category, distance_m].join(' '),
    ),
    [
      '2024-02-11 XVII 14.09',
      '2023-12-05 I 59.51',
      '2022-08-06 VIII 0',
      '2022-02-07 XVII 33.99',
      '2021-06-08 III 422.42',
      '2019-03-22 I 381.07',
      '2017-11-17 XXVI 59.51',
      '2017-10-04 I 14.09',
      '2017-07-22 I 0',
      '2016-08-05 XXVI 0',
    ],
  );
  assert.equal(answer.value?.count_500m, 10);
  const here = recent.filter(({ distance_m }) => distance_m === 0);
  assert.equal(here.length, PLANTED_PERMITS[SHOWCASE.permits_many]);
  assert.equal(recent[2]?.kind, 'odbudowa obiektu budowlanego');

  const none = await layerOf('permits', 'permits_none');
  assert.deepEqual(
    [none.coverage, none.value, none.source.id],
    ['covered_no_data', { count_500m: 0, recent: [] }, 'rwdz'],
  );
});

test(rule('2.7-prices', '2.7-prices-withheld'), async () => {
  await assertRows('prices', 'rcn', '2026-10-22', [
    [
      'prices_many',
      'covered',
      {
        ...{ comparables_count: 6, window_months: 24, radius_m: 500 },
        ...{ p25_pln_m2: 340, median_pln_m2: 470, p75_pln_m2: 540 },
      },
    ],
  ]);
  await assertRows('prices', 'rcn', '2026-10-11', [
    [
      'prices_few',
      'covered_no_data',
      {
        ...{ comparables_count: 3, window_months: 36, radius_m: 5_000 },
        ...{ p25_pln_m2: null, median_pln_m2: null, p75_pln_m2: null },
      },
      /: fewer than 5, so no price is given\.$/,
    ],
  ]);
});

test('every layer has something to say of one parcel', async () => {
  told.add('all_covered');
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${SHOWCASE.all_covered}`);
  const coverages = Object.entries(body.result?.layers ?? {}).map(([key, answer]) => [key, answer?.coverage]);
  assert.deepEqual(
    coverages,
    RECORD_LAYERS.map((key) => [key, 'covered']),
  );
});

test('every showcase of these layers is told of here', () => {
  const ours = /^(flood|landslide|protected|building|road|permits|prices|all_covered)/;
  const names = Object.keys(SHOWCASE).filter((name) => ours.test(name));
  assert.deepEqual([...told].sort(), names.sort());
});

/** Where the permits lie, as they are kept. */
function permitPlaces(): { permit_id: string; position: Position }[] {
  using db = new DatabaseSync(datasetIn(sample.data), { readOnly: true });
  return db
    .prepare('SELECT permit_id, x, y FROM permits WHERE x IS NOT NULL')
    .all()
    .map(({ permit_id, x, y }) => ({ permit_id: String(permit_id), position: [Number(x), Number(y)] }));
}

test(rule('8-limits-on-data'), async () => {
  const places = permitPlaces();
  const ids = [...parcels.keys()].filter((_, at) => at % 10 === 0);
  const { body } = await client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', {
    items: ids.map((id) => ({ id })),
    layers: ['permits', 'road_access', 'prices'],
    geometry: 'none',
  });
  const seen = new Set<string>();
  for (const { result: record } of body.result ?? []) {
    const { permits, road_access, prices } = record?.layers ?? {};
    assert.ok(record && permits?.value && road_access?.value && prices?.value);
    const own = { type: 'MultiPolygon' as const, coordinates: parcels.get(record.id) ?? [] };
    const near = places.filter(
      ({ position }) =>
        distanceBetween(own, { type: 'Point', coordinates: position }) <= LIMITS.permits_radius_m,
    );
    assert.equal(permits.value.count_500m, new Set(near.map(({ permit_id }) => permit_id)).size, record.id);
    seen.add(permits.coverage === 'covered' ? 'permits' : 'no permits');

    const { verdict, via, nearest_public_road_m } = road_access.value;
    const isNear = (nearest_public_road_m ?? Infinity) <= LIMITS.public_road_within_m;
    if (verdict !== 'pass') assert.ok(!isNear, record.id);
    if (via === 'bdot_road_within_30m') assert.ok(isNear, record.id);
    seen.add(`road ${via} ${verdict}`);

    const isEnough = prices.value.comparables_count >= LIMITS.least_price_transactions;
    assert.equal(prices.coverage, isEnough ? 'covered' : 'covered_no_data', record.id);
    assert.equal(typeof prices.value.median_pln_m2, isEnough ? 'number' : 'object', record.id);
    seen.add(`prices ${isEnough}`);
  }
  assert.equal(body.result?.length, ids.length);
  // None of these holds for want of a case.
  const cases = ['permits', 'no permits', 'road bdot_road_within_30m pass', 'road null fail'];
  for (const name of [...cases, 'prices true', 'prices false']) assert.ok(seen.has(name), name);
});

/** Sources that answer for one layer alone. */
const SOLE: readonly [source: string, layer: LayerKey][] = [
  ['flood', 'flood'],
  ['sopo', 'landslide'],
  ['gdos', 'protected'],
  ['bdot10k', 'road_access'],
  ['rwdz', 'permits'],
  ['rcn', 'prices'],
  ['prg_addresses', 'address'],
];

test('a source has the coverage of its layer where it is asked', async () => {
  const seen = new Set<string>();
  for (const name of [
    'all_covered',
    'flood_mapped_dry',
    'landslide',
    'prices_few',
    'permits_none',
  ] as const) {
    const path = `id=${encodeURIComponent(SHOWCASE[name])}`;
    const sources = await client.get<Source[]>(`/v1/sources?${path}`);
    const here = new Map(sources.body.result?.map(({ id, coverage_here }) => [id, coverage_here]));
    const { layers } = (await client.get<ParcelRecord>(`/v1/parcel?${path}`)).body.result ?? {};
    for (const [source, layer] of SOLE) {
      assert.equal(here.get(source), layers?.[layer]?.coverage, `${name}: ${source}`);
      seen.add(String(here.get(source)));
    }
    assert.equal(here.get('egib'), 'covered', `${name}: the parcel itself`);
  }
  assert.deepEqual(seen, new Set(['covered', 'covered_no_data', 'not_covered']));
});

async function check(name: Showcase) {
  const { body } = await client.get<CheckResult>(`/v1/check?id=${encodeURIComponent(SHOWCASE[name])}`);
  assert.ok(body.result);
  const { verdict, checks, record } = body.result;
  for (const { id, layer, value, source } of checks.slice(4)) {
    const answer = record.layers[layer];
    assert.deepEqual([value, source], [answer?.value, answer?.source], `${name}: ${id}`);
  }
  return { verdict, results: checks.map(({ result }) => result).join(' ') };
}

test(rule('3.2-verdict-on-data'), async () => {
  // pog_zone wz_possible mpzp_status mpzp_params, then flood_q100 landslide protected road_access
  for (const [name, verdict, planning, ground] of [
    ['road_adjacent', 'conditional', 'pass pass pass pass', 'unknown pass pass pass'],
    ['road_far', 'conditional', 'pass pass pass pass', 'unknown pass pass fail'],
    ['all_covered', 'conditional', 'warn warn warn pass', 'warn warn warn pass'],
    ['landslide', 'fail', 'warn fail fail pass', 'unknown warn pass fail'],
    ['landslide_threat', 'fail', 'warn fail fail pass', 'unknown warn pass pass'],
    ['protected_rezerwat', 'fail', 'warn fail fail pass', 'unknown unknown fail pass'],
    ['protected_buffer_only', 'fail', 'warn fail fail pass', 'unknown unknown pass pass'],
    ['road_within_30m', 'fail', 'warn fail fail pass', 'unknown unknown pass pass'],
    ['flood_q10', 'unknown', 'pass pass unknown unknown', 'warn unknown warn pass'],
    ['flood_q100', 'unknown', 'pass pass unknown unknown', 'warn unknown warn pass'],
    ['flood_q500_only', 'unknown', 'pass pass unknown unknown', 'pass unknown warn pass'],
    ['flood_mapped_dry', 'unknown', 'pass pass unknown unknown', 'pass unknown warn pass'],
    ['road_internal_only', 'unknown', 'pass pass unknown unknown', 'unknown pass pass fail'],
    ['protected_park_narodowy', 'unknown', 'pass unknown unknown unknown', 'unknown unknown fail pass'],
    ['protected_natura2000', 'unknown', 'warn unknown unknown unknown', 'unknown unknown warn pass'],
  ] as const) {
    assert.deepEqual(await check(name), { verdict, results: `${planning} ${ground}` }, name);
  }
});

test('flood maps that reach further turn unknown into pass, and the verdict with it', async () => {
  const folder = temporaryFolder();
  const name = 'mzp-zasieg.geojson';
  const map = JSON.parse(readFileSync(join(sample.files, name), 'utf8'));
  const land = [
    [20.2, 51.9],
    [21.2, 51.9],
    [21.2, 52.3],
    [20.2, 52.3],
    [20.2, 51.9],
  ];
  map.features.push({
    type: 'Feature',
    properties: { rzeka: 'all of them', edycja: EDITION },
    geometry: { type: 'Polygon', coordinates: [land] },
  });
  writeFileSync(join(folder, name), JSON.stringify(map));
  copyFileSync(join(sample.files, 'synthetic.json'), join(folder, 'synthetic.json'));
  await loadFolder(folder, sample.data);
  const { coverage, value } = await layerOf('flood', 'flood_unmapped');
  assert.deepEqual([coverage, value], ['covered_no_data', flooded(false, false, false, 0)]);
  assert.deepEqual(await check('road_adjacent'), {
    verdict: 'pass',
    results: 'pass pass pass pass pass pass pass pass',
  });
  assert.deepEqual(await check('road_far'), {
    verdict: 'conditional',
    results: 'pass pass pass pass pass pass pass fail',
  });
});
