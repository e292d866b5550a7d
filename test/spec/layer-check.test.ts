// GET /v1/layer/{layer} and GET /v1/check (spec §4.6, §4.7) where parcels are held and no layer data: everything is
// answered, nothing is guessed, and what is not known is not paid for. With data: planning, soil-address and layers tests.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CheckResult, LayerResult, ParcelRecord } from '../../src/contract/answers.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData(1_000, { only: LAND })).data);
});
after(() => client.close());

test(rule('4.6-layer', '4.14-layer', '2.3-value-null'), async () => {
  assert.equal(LAYER_KEYS.length, 13);
  // Land use and buildings are in the file of the parcels; every other register is not loaded.
  for (const key of LAYER_KEYS.filter((other) => other !== 'soil' && other !== 'buildings')) {
    const { http, body } = await client.get<LayerResult>(`/v1/layer/${key}?id=${EXAMPLE_ID}`);
    assert.equal(http, 200, key);
    assert.equal(body.status, 'ok', key);
    assert.deepEqual(Object.keys(body.result ?? {}), ['id', 'layer', 'answer']);
    assert.deepEqual([body.result?.id, body.result?.layer], [EXAMPLE_ID, key]);
    assert.equal(body.result?.answer.coverage, 'not_covered', key);
    assert.equal(body.result?.answer.value, null, key);
    assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_covered' }, key);
  }
});

test('a layer by itself is the layer of the record', async () => {
  const { body } = await client.get<ParcelRecord>(
    `/v1/parcel?id=${EXAMPLE_ID}&layers=${LAYER_KEYS.join(',')}`,
  );
  for (const key of LAYER_KEYS) {
    const alone = await client.get<LayerResult>(`/v1/layer/${key}?id=${EXAMPLE_ID}`);
    assert.deepEqual(alone.body.result?.answer, body.result?.layers[key], key);
  }
});

test(rule('C3-unknown'), async () => {
  for (const [written, near] of [
    ['floood', 'flood'],
    ['Planning', 'planning'],
    ['roadaccess', 'road_access'],
    ['mpz', 'mpzp'],
    ['adress', 'address'],
  ]) {
    for (const path of [
      `/v1/layer/${written}?id=${EXAMPLE_ID}`,
      `/v1/parcel?id=${EXAMPLE_ID}&layers=${written}`,
    ]) {
      const { http, body } = await client.get(path);
      assert.equal(http, 400, path);
      assert.match(body.error?.hint ?? '', new RegExp(`Did you mean ${near}\\?`));
      for (const key of LAYER_KEYS) assert.ok(body.error?.hint.includes(key), `${path}: ${key}`);
    }
  }
  const { body } = await client.get(`/v1/layer/xyzzyx?id=${EXAMPLE_ID}`);
  assert.doesNotMatch(body.error?.hint ?? '', /Did you mean/);
});

async function check(query: string): Promise<CheckResult> {
  const { http, body } = await client.get<CheckResult>(`/v1/check?${query}`);
  assert.equal(http, 200);
  assert.deepEqual(body.billing, { cost: 1, charged: 1, refunded: 0, rule: 'charged' });
  assert.ok(body.result);
  return body.result;
}

test(rule('2.8-check-result', '2.8-eight-checks', '4.7-planning-checks'), async () => {
  const { checks, record, ...rest } = await check(`id=${EXAMPLE_ID}`);
  assert.deepEqual(Object.keys(rest).sort(), ['assessed_on', 'disclaimer', 'parts', 'summary', 'verdict']);
  assert.deepEqual(
    checks.map(({ id, layer }) => [id, layer]),
    [
      ['pog_zone', 'pog'],
      ['wz_possible', 'wz'],
      ['mpzp_status', 'mpzp'],
      ['mpzp_params', 'mpzp'],
      ['flood_q100', 'flood'],
      ['landslide', 'landslide'],
      ['protected', 'protected'],
      ['road_access', 'road_access'],
    ],
  );
  for (const { id, source } of checks) assert.ok(source.attribution.length > 5, id);
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  assert.deepEqual(record, body.result, 'the full record is embedded');
});

test(rule('3.2-verdict-unknown', '3.2-unpublished-unknown'), async () => {
  const { verdict, checks } = await check('q=123/4%20Wola%20Mrokowska');
  assert.equal(verdict, 'unknown');
  for (const item of checks) {
    assert.equal(item.result, 'unknown', item.id);
    assert.equal(item.value, null, item.id);
    assert.ok((item.detail ?? '').length > 20, item.id);
  }
});

test(rule('2.8-basis', '4.7-disclaimer'), async () => {
  const { checks, disclaimer } = await check(`id=${EXAMPLE_ID}`);
  for (const { id, basis } of checks) assert.match(basis ?? '', /art\. \d+|§ \d+|Dz\.U\./, id);
  assert.match(disclaimer, /not legal advice/);
});
