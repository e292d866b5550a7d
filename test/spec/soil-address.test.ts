// Soil classes and addresses over HTTP (spec §2.7, §3.1, §4.14) on the sample world: as text in the cadastre, as contours
// in an extract, without areas, not published; one address, two, none, on a road, without a street.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LayerResult, ParcelRecord } from '../../src/contract/answers.ts';
import type { AddressValue } from '../../src/contract/layer-values.ts';
import type { LayerAnswer } from '../../src/contract/layers.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND } from '../sample.ts';

type Showcase = keyof typeof SHOWCASE;

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const CHARGED = { cost: 1, charged: 1, refunded: 0, rule: 'charged' };
const REFUNDED = { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_covered' };

async function layerOf<K extends 'soil' | 'address'>(key: K, name: Showcase) {
  const path = `id=${encodeURIComponent(SHOWCASE[name])}`;
  const { body } = await client.get<LayerResult>(`/v1/layer/${key}?${path}`);
  const answer = body.result?.answer as LayerAnswer<K>;
  const record = await client.get<ParcelRecord>(`/v1/parcel?${path}&layers=${key}`);
  assert.deepEqual(record.body.result?.layers[key], answer, `${name}: the record says the same`);
  assert.deepEqual(body.billing, answer.value === null ? REFUNDED : CHARGED, name);
  return answer;
}

test(rule('2.7-soil', '3.1-covered'), async () => {
  for (const [name, said, as_of] of [
    ['forest', 'LsIV 100', '2026-11-08'],
    ['class_iii', 'RIIIa 100', '2026-11-08'],
    ['class_iii_part', 'RIIIb 58.52, PsIV 41.48', '2026-11-08'],
    // Contours of the extract of one obręb, which has its own date.
    ['soil_two_contours', 'PsIV 65.77, RIIIa 34.23', '2026-11-02'],
    ['soil_one_contour', 'RIIIa 100', '2026-11-02'],
  ] as const) {
    const { coverage, value, source } = await layerOf('soil', name);
    assert.equal(coverage, 'covered', name);
    const classes = value?.classes.map(({ symbol, share_pct }) => `${symbol} ${share_pct}`).join(', ');
    assert.equal(classes, said, name);
    assert.deepEqual([source.id, source.as_of], ['egib', as_of], name);
  }
});

test('soil that is not published is not covered, its value null, and the note says why', async () => {
  for (const [name, note] of [
    ['soil_mixed_without_areas', /^Recorded without areas: RIIIb, B\. Shares cannot be said\.$/],
    ['soil_not_published', /^This powiat does not publish land use and soil classes/],
    ['soil_no_contour', /^The cadastre publishes no land use for this parcel/],
  ] as const) {
    const answer = await layerOf('soil', name);
    assert.deepEqual([answer.coverage, answer.value], ['not_covered', null], name);
    assert.match(answer.note, note, name);
  }
});

const at = (
  locality: string,
  street: string | null,
  house_number: string,
  postcode: string,
): AddressValue['addresses'][number] => ({ locality, street, house_number, postcode });

test(rule('2.7-address'), async () => {
  for (const [name, addresses, note] of [
    [
      'address_one',
      [at('Wola Mrokowska', 'Sosnowa', '4', '05-506')],
      /^1 address point lies on this parcel\.$/,
    ],
    [
      'address_two',
      [at('Wola Mrokowska', 'Sosnowa', '5', '05-506'), at('Wola Mrokowska', 'Sosnowa', '6', '05-506')],
      /^2 address points lie on this parcel\.$/,
    ],
    ['address_on_road', [at('Wola Mrokowska', 'Sosnowa', '1A', '05-506')], /^1 address point/],
    ['address_without_street', [at('Bartniki', null, '1', '96-330')], /^1 address point/],
  ] as const) {
    const answer = await layerOf('address', name);
    assert.equal(answer.coverage, 'covered', name);
    assert.deepEqual(answer.value, { addresses }, name);
    assert.match(answer.note, note, name);
    assert.deepEqual([answer.source.id, answer.as_of], ['prg_addresses', '2026-11-08']);
  }
});

test(rule('3.1-covered-no-data', '4.14-no-data-charged'), async () => {
  const answer = await layerOf('address', 'address_none');
  assert.deepEqual([answer.coverage, answer.value], ['covered_no_data', { addresses: [] }]);
  assert.equal(answer.note, 'No address point lies on this parcel.');
});

test('a point that links to a street which is not in the file is neither an address nor none', async () => {
  const { body } = await client.get<LayerResult>(`/v1/layer/address?id=${SHOWCASE.address_unknown_street}`);
  assert.deepEqual([body.result?.answer.coverage, body.result?.answer.value], ['not_covered', null]);
  assert.match(body.result?.answer.note ?? '', /^1 address point lies on this parcel.*does not tell street/);
  assert.deepEqual(body.billing, REFUNDED);
});

test('addresses that are not held are not covered and refunded', async () => {
  const land = await buildSampleData(1_000, { only: LAND });
  const without = await startClient(land.data);
  try {
    const { body } = await without.get<LayerResult>(`/v1/layer/address?id=${SHOWCASE.address_one}`);
    assert.deepEqual([body.result?.answer.coverage, body.result?.answer.value], ['not_covered', null]);
    assert.deepEqual(body.billing, REFUNDED);
  } finally {
    await without.close();
  }
});

test('every showcase of soil and addresses is told of here', () => {
  const names = Object.keys(SHOWCASE).filter((name) => /^(soil|address|class_iii|forest)/.test(name));
  assert.deepEqual(names, [
    'forest',
    'class_iii',
    'class_iii_part',
    'soil_mixed_without_areas',
    'soil_two_contours',
    'soil_one_contour',
    'soil_no_contour',
    'soil_not_published',
    'address_one',
    'address_two',
    'address_none',
    'address_unknown_street',
    'address_on_road',
    'address_without_street',
  ]);
});
