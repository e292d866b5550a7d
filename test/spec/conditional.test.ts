// ETags and 304 (spec §4.13; contract §6): parcel, check and layer, by whichever input, through a change of the day
// and through publishes. The publishes are real: the sample's own file, edited and loaded again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { type Client, startClient } from '../client.ts';
import { REQUESTS } from '../golden/answers.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { publishEdited } from './publish-edited.ts';

const READS = [
  `/v1/parcel?id=${EXAMPLE_ID}`,
  `/v1/check?id=${EXAMPLE_ID}`,
  `/v1/layer/flood?id=${EXAMPLE_ID}`,
];

let sample: { data: string; files: string };
let client: Client;
let now = Date.parse('2026-11-20T12:00:00Z');
before(async () => {
  sample = await buildSampleData();
  client = await startClient(sample.data, { clock: createClock(() => now) });
});
after(() => client.close());

async function tagOf(path: string): Promise<string> {
  const { http, headers } = await client.get(path);
  assert.equal(http, 200, path);
  return headers.get('etag') ?? '';
}

test(rule('4.13.2-etag', '4.13.2-304', '4.13.3-cache'), async () => {
  for (const path of READS) {
    const tag = await tagOf(path);
    assert.match(tag, /^"[\w-]{20,}(\.gzip|\.br)?"$/, `${path}: strong`);
    assert.equal(await tagOf(path), tag);
    const again = await client.get(path, { 'If-None-Match': tag });
    assert.equal(again.http, 304, path);
    assert.equal(again.text, '');
    assert.equal(again.headers.get('etag'), tag);
    assert.equal(again.headers.get('content-type'), null);
    assert.equal(again.headers.get('cache-control'), 'private, max-age=0, must-revalidate');
    assert.deepEqual(
      ['x-request-cost', 'x-credits-charged', 'x-credits-refunded'].map((name) => again.headers.get(name)),
      ['1', '0', '0'],
    );
  }
});

test(rule('C6-if-none-match'), async () => {
  for (const path of READS) {
    const tag = await tagOf(path);
    for (const [header, http] of [
      [tag, 304],
      [`W/${tag}`, 304],
      ['*', 304],
      [`"other", ${tag}`, 304],
      [`"a","b",W/${tag},"c"`, 304],
      ['"other"', 200],
      [tag.replaceAll('"', ''), 200],
      ['', 200],
    ] as const) {
      const answer = await client.get(path, { 'If-None-Match': header });
      assert.equal(answer.http, http, `${path} with ${header}`);
    }
  }
});

test('If-None-Match does not hide an error, a miss or an ambiguity', async () => {
  for (const [path, http] of [
    ['/v1/parcel', 400],
    ['/v1/parcel?id=141803_2.0009.9999', 404],
    ['/v1/parcel?q=Lesznowola', 200],
    ['/v1/parcel?id=146501_1.0001.1', 200],
    ['/v1/sources', 200],
  ] as const) {
    const answer = await client.get(path, { 'If-None-Match': '*' });
    assert.equal(answer.http, http, path);
    assert.equal(answer.headers.get('etag'), null, path);
  }
});

test(rule('C6-variants'), async () => {
  const variants = [
    ...READS,
    '/v1/parcel?geometry=none&id=',
    '/v1/parcel?geometry=full&id=',
    '/v1/parcel?layers=flood&id=',
    '/v1/parcel?layers=soil&id=',
    '/v1/parcel?layers=flood,soil&id=',
    '/v1/layer/soil?id=',
  ].map((path) => (path.endsWith('=') ? path + EXAMPLE_ID : path));
  const tags = await Promise.all(variants.map(tagOf));
  assert.equal(new Set(tags).size, variants.length);
  const asDefault = await tagOf(`/v1/parcel?geometry=centroid&id=${EXAMPLE_ID}`);
  assert.equal(asDefault, tags[0]);
});

test(rule('C6-any-input'), async () => {
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  const [lng, lat] = body.result?.centroid ?? [0, 0];
  for (const query of [`point=${lat},${lng}`, `lat=${lat}&lng=${lng}`, 'q=123/4%20Wola%20Mrokowska']) {
    const path = `/v1/parcel?${query}`;
    assert.equal((await client.get(path, { 'If-None-Match': await tagOf(path) })).http, 304, query);
  }
});

test(rule('C6-day'), async () => {
  const check = `/v1/check?id=${EXAMPLE_ID}`;
  const tag = await tagOf(check);
  now = Date.parse('2026-11-20T22:59:59Z');
  assert.equal(await tagOf(check), tag, 'still the 20th in Warsaw');
  now = Date.parse('2026-11-20T23:00:00Z');
  assert.notEqual(await tagOf(check), tag, 'the 21st in Warsaw');
  assert.equal((await client.get(check, { 'If-None-Match': tag })).http, 200);
});

test('what is asked again and again is answered the same, whoever asks, and follows the data', async () => {
  const paths = Object.values(REQUESTS).flatMap(({ path, body }) => (body === undefined ? [path] : []));
  for (const path of paths) {
    const [first, ...others] = [
      await client.get(path),
      await client.get(path),
      await client.get(path),
      await client.get(path, { 'Accept-Encoding': 'gzip' }),
    ];
    for (const other of others) {
      assert.equal(other.http, first?.http, path);
      if (!path.startsWith('/v1/sources')) assert.equal(other.text, first?.text, path);
    }
    const refused = await client.get(path, { 'X-Api-Key': 'nobody' });
    assert.equal(refused.http, 401, path);
  }
});

test(rule('C6-republish', 'C6-changed'), async () => {
  const tags = await Promise.all(READS.map(tagOf));
  const { body: old } = await client.get<ParcelRecord>(READS[0] ?? '');
  await publishEdited(sample, '1418', '');
  assert.deepEqual(await Promise.all(READS.map(tagOf)), tags, 'identical data in another file');

  // Asked so often that the answers are kept.
  for (const path of [...READS, ...READS]) await tagOf(path);
  const neighbour = '/v1/parcel?id=141803_2.0009.123/3';
  const kept = await tagOf(neighbour);
  const area_m2 = (old.result?.area.official_m2 ?? 0) + 1;
  const hectares = (area_m2 / 10_000).toFixed(4);
  await publishEdited(
    sample,
    '1418',
    `UPDATE dzialki SET pole_ewidencyjne = '${hectares}' WHERE id_dzialki = '${EXAMPLE_ID}'`,
  );
  const { body } = await client.get<ParcelRecord>(READS[0] ?? '');
  assert.equal(body.result?.area.official_m2, area_m2);
  assert.notEqual(body.result?.record_hash, old.result?.record_hash);
  for (const [at, path] of READS.entries()) assert.notEqual(await tagOf(path), tags[at], path);
  assert.equal(await tagOf(neighbour), kept, 'a parcel that did not change keeps its tag');
});
