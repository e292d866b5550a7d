// Answers stay within what an assistant can take: whole items are left out, the page says so, following it misses nothing,
// and what was left out is not billed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client as Assistant } from '@modelcontextprotocol/client';
import type { Envelope, ParcelSummary } from '../../src/contract/answers.ts';
import { MCP_LIMITS } from '../../src/contract/limits.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { ServiceError } from '../../src/service/pipeline/outcome.ts';
import { runToFit } from '../../src/service/pipeline/trim-to-limit.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData } from '../sample.ts';
import { call, connect } from './assistant.ts';

let http: Client;
let assistant: Assistant;
before(async () => {
  const { data } = await buildSampleData();
  http = await startClient(data);
  assistant = await connect(http.url, 'auto');
});
after(async () => {
  await assistant.close();
  await http.close();
});

const AREA = { bbox: '20.92,52.045,20.947,52.062' };

async function follow(given: Record<string, unknown>): Promise<{ rows: unknown[]; pages: number }> {
  const rows: unknown[] = [];
  for (let pages = 1; ; pages += 1) {
    const { envelope, text } = await call(assistant, 'search', given);
    assert.ok(text.length <= MCP_LIMITS.answer_characters, `${text.length} characters`);
    assert.equal(envelope.page?.returned, (envelope.result as unknown[]).length);
    rows.push(...(envelope.result as unknown[]));
    if (!envelope.page?.has_more) return { rows, pages };
    given = { ...given, cursor: envelope.page.next_cursor };
  }
}

test('pages of a search are small unless asked otherwise, and never over the limit', async () => {
  const { body } = await http.get<ParcelSummary[]>(`/v1/search?bbox=${AREA.bbox}&limit=1000`);
  assert.ok((body.result ?? []).length > 400, `${body.result?.length} parcels, enough to be too many`);
  const { envelope } = await call(assistant, 'search', AREA);
  assert.equal(envelope.page?.limit, MCP_LIMITS.page_limit_default);
  const large = await follow({ ...AREA, limit: 1000 });
  assert.ok(large.pages > 1);
  assert.deepEqual(large.rows, body.result);
});

test('a batch gives the first items that fit and charges for those', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ id: EXAMPLE_ID, ref: `n${at}` }));
  const { envelope, text } = await call(assistant, 'parcel', { items });
  const shown = envelope.result as Envelope[];
  assert.ok(text.length <= MCP_LIMITS.answer_characters);
  assert.ok(shown.length > 1 && shown.length < items.length);
  assert.deepEqual(envelope.page, {
    limit: shown.length,
    returned: shown.length,
    has_more: true,
    next_cursor: null,
  });
  assert.deepEqual(
    shown.map(({ ref }) => ref),
    items.slice(0, shown.length).map(({ ref }) => ref),
  );
  assert.equal(envelope.billing.charged, shown.length);
  assert.equal(envelope.billing.cost, shown.length);
  const narrow = await call(assistant, 'parcel', { items: items.slice(0, 20), layers: ['flood'] });
  assert.equal((narrow.envelope.result as Envelope[]).length, 20);
  assert.equal(narrow.envelope.page, undefined);
});

test('what is over the limit and cannot be left out is refused with a way out, not cut', async () => {
  const outline = { geometry: { coordinates: Array(50).fill([20.9, 52.1]) } };
  const run = (result: unknown) => async () =>
    ({ outcome: { status: 'ok', result }, snapshot_key: null, example_id: null }) as const;
  const refused = (error: unknown) =>
    error instanceof ServiceError && error.code === 'invalid_input' && /geometry/.test(error.tell('en').hint);
  await assert.rejects(runToFit(run(outline), {}, 2_100), refused);
  await assert.rejects(runToFit(run([outline, outline]), { items: [] }, 2_100), refused);
  assert.deepEqual((await runToFit(run(outline), {}, 10_000)).outcome.status, 'ok');
});
