// Nothing is kept of a request that has been answered, neither by the hot path nor by the SDK: the heap after a wave of
// clients is that after the wave before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { startClient } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { post } from './assistant.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const CALL = { name: 'check', arguments: { id: EXAMPLE_ID } };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MODERN = { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'check' };
/** One by the hot path, the others by the SDK: a call, a list, a call of the current revision, a notification. */
const MESSAGES: [object, Record<string, string>][] = [
  [{ id: 1, method: 'tools/call', params: CALL }, {}],
  [{ id: 1, method: 'tools/call', params: { ...CALL, unheard_of: 1 } }, {}],
  [{ id: 1, method: 'tools/list' }, {}],
  [{ id: 1, method: 'tools/call', params: { ...CALL, unheard_of: 1, _meta: META } }, MODERN],
  [{ method: 'notifications/initialized' }, {}],
];
const WAVE = 40;
/** Between waves the heap moves by half a megabyte; if the SDK's servers were kept it would grow by two. */
const NOISE_MB = 1.3;

test('the heap does not grow with the clients that were there', async () => {
  const { data } = await buildSampleData(1_000, { only: LAND });
  const http = await startClient(data);
  const heaps_mb: number[] = [];
  for (let wave = 0; wave < 3; wave += 1) {
    for (let at = 0; at < WAVE; at += 1) {
      const sent = MESSAGES.map(([message, headers]) =>
        post(http.url, { jsonrpc: '2.0', ...message }, headers),
      );
      for (const { status } of await Promise.all(sent)) assert.ok(status === 200 || status === 202);
    }
    collect();
    collect();
    heaps_mb.push(process.memoryUsage().heapUsed / 1e6);
  }
  await http.close();
  const [, before = Number.NaN, after = Number.NaN] = heaps_mb;
  assert.ok(
    after - before < NOISE_MB,
    `MB after each wave: ${heaps_mb.map((mb) => mb.toFixed(1)).join(', ')}`,
  );
});
