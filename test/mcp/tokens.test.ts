// What assistants pay for before and with an answer, counted by a tokenizer that is kept in the lock file: others differ by some per cent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import {
  BUILDING_USES,
  type CheckResult,
  type Envelope,
  type ParcelRecord,
} from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { ShortCheckResult, ShortRecord } from '../../src/contract/short-answers.ts';
import type { SourceRef } from '../../src/contract/sources.ts';
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts';
import { TOOL_LIST } from '../../src/mcp/tools.ts';
import { openFacts } from '../../src/open-store.ts';
import { runCheck } from '../../src/service/operations/check.ts';
import { createSnapshotCache } from '../../src/service/snapshot/snapshot-cache.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { ASKED_AT, buildSampleData, SAMPLE_PARCELS } from '../sample.ts';
import { call, connect } from './assistant.ts';

let http: Client;
let data: string;
before(async () => {
  ({ data } = await buildSampleData());
  http = await startClient(data);
});
after(() => http.close());

const shortSource = ({ id, attribution, as_of, fallback }: SourceRef) => ({
  id,
  attribution,
  as_of,
  ...(fallback ? { fallback } : {}),
});

const tokensOf = (value: unknown) => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

test(rule('C12-short-list'), () => {
  assert.ok(tokensOf({ tools: TOOL_LIST }) < 6_000, `${tokensOf({ tools: TOOL_LIST })} tokens`);
  assert.ok(tokensOf(INSTRUCTIONS) < 1_200, `${tokensOf(INSTRUCTIONS)} tokens`);
  assert.match(INSTRUCTIONS, /detail=short/);
});

test(rule('C13-short'), async () => {
  const assistant = await connect(http.url, 'auto');
  for (const id of [EXAMPLE_ID, ...Object.values(SHOWCASE).filter((one) => typeof one === 'string')]) {
    const full = await http.get<CheckResult>(`/v1/check?id=${encodeURIComponent(id)}`);
    if (full.body.status !== 'ok') continue;
    const short = await http.get<ShortCheckResult>(`/v1/check?id=${encodeURIComponent(id)}&detail=short`);
    const tokens = tokensOf(short.text);
    assert.ok(tokens < 2_500, `${id}: ${tokens} tokens`);
    const { record, checks, ...rest } = full.body.result ?? assert.fail();
    const { sources, checks: named, id: parcel, ...told } = short.body.result ?? assert.fail();
    assert.equal(parcel, record.id);
    assert.deepEqual(told, rest);
    const sourceOf = new Map(sources.map((source) => [source.id, source]));
    assert.deepEqual(
      named.map(({ source, ...check }) => ({ ...check, source: sourceOf.get(source) })),
      checks.map(({ source, value: _value, basis, ...check }) => ({
        ...check,
        ...(check.result === 'pass' ? {} : { basis }),
        source: shortSource(source),
      })),
    );
    assert.notEqual(short.headers.get('etag'), full.headers.get('etag'));
    const { envelope } = await call(assistant, 'check', { id, detail: 'short' });
    assert.deepEqual(envelope, short.body);
  }
  await assistant.close();
});

/** Most of what an answer says depends on the parcel: of all of them the longest are asked in both languages, for every use. */
test('no short check of the sample is longer, whatever the parcel, the language and the use', async () => {
  const store = await openFacts({ data });
  const dearest: [length: number, id: string][] = [];
  await store.read(async (reads) => {
    const context = {
      reads,
      ...(await createSnapshotCache()(reads)).inLanguage('pl'),
      now: ASKED_AT,
      day: ASKED_AT.toISOString().slice(0, 10),
    };
    const held = await reads.parcelsFrom('', '', 1_000_000);
    for (const { id } of held) {
      const outcome = await runCheck(context, { id, use: 'any', detail: 'short' });
      assert.equal(outcome.status, 'ok');
      dearest.push([JSON.stringify(outcome).length, id]);
    }
  });
  await store.close();
  assert.ok(dearest.length >= SAMPLE_PARCELS * 0.9);
  dearest.sort(([a], [b]) => b - a);
  for (const [, id] of dearest.slice(0, 8))
    for (const lang of ['en', 'pl'])
      for (const use of BUILDING_USES) {
        const { text } = await http.get(
          `/v1/check?id=${encodeURIComponent(id)}&lang=${lang}&use=${use}&detail=short`,
        );
        assert.ok(tokensOf(text) < 2_500, `${id} ${lang} ${use}: ${tokensOf(text)} tokens`);
      }
});

test('a short record says what the full one says', async () => {
  const path = `/v1/parcel?id=${SHOWCASE.all_covered}&layers=flood,planning,soil`;
  const full = (await http.get<ParcelRecord>(path)).body.result ?? assert.fail();
  const short = (await http.get<ShortRecord>(`${path}&detail=short`)).body.result ?? assert.fail();
  const { sources, ...told } = short;
  assert.equal(new Set(sources.map(({ id }) => id)).size, sources.length);
  const sourceOf = new Map(sources.map((source) => [source.id, source]));
  const flood = told.layers.flood ?? assert.fail();
  const { source, ...answer } = full.layers.flood ?? assert.fail();
  assert.deepEqual(
    { as_of: sourceOf.get(flood.source)?.as_of, ...flood, source: sourceOf.get(flood.source) },
    { ...answer, source: shortSource(source) },
  );
  assert.ok(!JSON.stringify(told).includes('attribution'));
  assert.deepEqual(sourceOf.get(told.area.source), shortSource(full.area.source));
  const feature = await http.get(`${path}&detail=short&format=geojson`);
  assert.deepEqual(JSON.parse(feature.text).properties.sources, sources);
});

test('a batch takes detail=short too: each item is the short record', async () => {
  const items = [{ id: EXAMPLE_ID, ref: 'a' }, { id: '141803_2.0009.99999' }];
  const layers = ['flood', 'soil'];
  const one = await http.get<ShortRecord>(`/v1/parcel?id=${EXAMPLE_ID}&layers=${layers}&detail=short`);
  const asked = { items, layers, detail: 'short' };
  const { body } = await http.post<Envelope<ShortRecord>[]>('/v1/parcel/batch', asked);
  const [first, second] = body.result ?? [];
  assert.deepEqual([first?.result, first?.ref, second?.status], [one.body.result, 'a', 'not_found']);
  const full = await http.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', { items, layers });
  assert.ok(full.body.result?.[0]?.result?.layers.flood?.source.licence, 'the other form is kept apart');
  const assistant = await connect(http.url, 'auto');
  try {
    assert.deepEqual((await call(assistant, 'parcel', asked)).envelope.result, body.result);
  } finally {
    await assistant.close();
  }
  const drawn = JSON.parse((await http.post('/v1/parcel/batch', { ...asked, format: 'geojson' })).text);
  assert.deepEqual(drawn.features[0].properties.sources, one.body.result?.sources);
  const table = async (detail: string) =>
    (await http.post('/v1/parcel/batch', { items, layers, detail, format: 'csv' })).text;
  assert.equal(await table('short'), await table('full'));
});
