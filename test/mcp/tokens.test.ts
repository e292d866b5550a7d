// What assistants pay for before and with an answer, counted by a tokenizer that is kept in the lock file: others differ by some per cent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import type { CheckResult, ParcelRecord } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { ShortCheckResult, ShortRecord } from '../../src/contract/short-answers.ts';
import type { SourceRef } from '../../src/contract/sources.ts';
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts';
import { TOOL_LIST } from '../../src/mcp/tools.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { call, connect } from './assistant.ts';

let http: Client;
before(async () => {
  http = await startClient((await buildSampleData()).data);
});
after(() => http.close());

const shortSource = ({ id, licence, attribution, as_of, fallback }: SourceRef) => ({
  id,
  licence,
  attribution,
  as_of,
  fallback,
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
      checks.map(({ source, ...check }) => ({ ...check, source: shortSource(source) })),
    );
    assert.notEqual(short.headers.get('etag'), full.headers.get('etag'));
    const { envelope } = await call(assistant, 'check', { id, detail: 'short' });
    assert.deepEqual(envelope, short.body);
  }
  await assistant.close();
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
    { ...flood, source: sourceOf.get(flood.source) },
    { ...answer, source: shortSource(source) },
  );
  assert.ok(!JSON.stringify(told).includes('attribution'));
  assert.deepEqual(sourceOf.get(told.area.source), shortSource(full.area.source));
  const feature = await http.get(`${path}&detail=short&format=geojson`);
  assert.deepEqual(JSON.parse(feature.text).properties.sources, sources);
});
