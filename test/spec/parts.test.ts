// The parts of a parcel in the value of `planning` and in the check (contract §13): what they say is what the summary says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CheckResult, LayerResult } from '../../src/contract/answers.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { ASKED_AT, buildSampleData } from '../sample.ts';

/** A strip of which a part lies in an infill area, and one under housing of a local plan. */
const [STRIP, PLANNED] = ['141803_2.0009.702', '141803_2.0007.701'];
const A_DAY_MS = 86_400_000;

let client: Client;
let tomorrow: Client;
before(async () => {
  const { data } = await buildSampleData();
  client = await startClient(data);
  tomorrow = await startClient(data, { clock: createClock(() => ASKED_AT.getTime() + A_DAY_MS) });
});
after(() => Promise.all([client.close(), tomorrow.close()]));

const checkOf = async (query: string) =>
  (await client.get<CheckResult>(`/v1/check?${query}`)).body.result ?? assert.fail(query);

test(rule('C13-parts'), async () => {
  const { parts, record, summary, checks } = await checkOf(`id=${STRIP}`);
  assert.deepEqual(parts, record.layers.planning?.value?.parts);
  assert.ok(parts.length > 1);
  assert.deepEqual(new Set(parts.map(({ building }) => building)), new Set(['open', 'closed']));
  const shares = parts.map(({ share_pct }) => share_pct);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  );
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
  // Slivers are left out.
  assert.ok(Math.abs(sumOf(shares) - 100) < 1, `${sumOf(shares)} %`);
  assert.ok(
    Math.abs(sumOf(parts.map(({ area_m2 }) => area_m2)) / record.area.geometry_m2 - 1) < 0.01,
    JSON.stringify(parts),
  );
  const zones = checks.find(({ id }) => id === 'pog_zone')?.detail ?? '';
  for (const { zone_symbol, area_m2 } of parts) {
    const size = `${Math.round(area_m2).toLocaleString('en')} m²`;
    assert.ok(zones.includes(`${zone_symbol} `) && zones.includes(size), `${zone_symbol} ${size}: ${zones}`);
    assert.ok(summary.includes(size), `${size}: ${summary}`);
  }
});

test('a use closes the parts of the check that it does not fit, and no part of the layer', async () => {
  const any = await checkOf(`id=${PLANNED}`);
  const production = await checkOf(`id=${PLANNED}&use=production`);
  assert.deepEqual(
    any.parts.map(({ building }) => building),
    ['open'],
  );
  assert.deepEqual(
    production.parts.map(({ building }) => building),
    ['closed'],
  );
  assert.equal(any.parts[0]?.area_m2, any.record.area.geometry_m2);
  assert.deepEqual(production.record.layers.planning?.value?.parts, any.parts);
});

test('short and Polish answers have the same parts', async () => {
  const { parts } = await checkOf(`id=${STRIP}`);
  assert.deepEqual((await checkOf(`id=${STRIP}&detail=short`)).parts, parts);
  assert.deepEqual((await checkOf(`id=${STRIP}&lang=pl`)).parts, parts);
});

test('the day is part of the tag of planning', async () => {
  const path = `/v1/layer/planning?id=${STRIP}`;
  const [today, next] = [await client.get<LayerResult>(path), await tomorrow.get<LayerResult>(path)];
  assert.notEqual(today.headers.get('etag'), next.headers.get('etag'));
  const roads = `/v1/layer/road_access?id=${STRIP}`;
  assert.equal(
    (await client.get(roads)).headers.get('etag'),
    (await tomorrow.get(roads)).headers.get('etag'),
  );
});
