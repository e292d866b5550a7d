// miedza mcp, started by the official client over stdin and stdout: on the local dataset, and in front of a server.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Envelope } from '../../src/contract/answers.ts';
import { EXAMPLE_ID, OPERATIONS, TOOLS } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { startClient, TEST_KEY } from '../client.ts';
import { call } from '../mcp/assistant.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { until } from './program.ts';
import { runWarm } from './warm-program.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/miedza.js', import.meta.url));

async function start(words: readonly string[], mode: 'auto' | 'legacy', env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...words],
    env: { MIEDZA_LOG_LEVEL: 'silent', ...env },
  });
  await client.connect(transport);
  return client;
}

/** A call of each tool, and one that is wrong. */
const CALLS: [string, Record<string, unknown>][] = [
  ...TOOLS.map((tool): [string, Record<string, unknown>] => [tool, { ...OPERATIONS[tool].example }]),
  ['parcel', OPERATIONS.parcel_batch.example],
  ['search', OPERATIONS.search_polygon.example],
  ['check', { idd: EXAMPLE_ID }],
];

test(rule('C12-same-json', '1-mcp-tools'), async () => {
  const { data } = await buildSampleData();
  const http = await startClient(data, { clock: createClock() });
  const local = await start(['--data', data], 'auto');
  const hosted = await start(['--url', http.url], 'legacy', { MIEDZA_API_KEY: TEST_KEY });
  const keyless = await start(['--url', http.url], 'auto');
  try {
    assert.deepEqual(
      (await local.listTools()).tools.map(({ name }) => name),
      TOOLS,
    );
    for (const [tool, given] of CALLS) {
      const mine = await call(local, tool, given);
      const theirs = await call(hosted, tool, given);
      assert.deepEqual(mine, theirs, tool);
      assert.deepEqual(JSON.parse(mine.text), mine.envelope, tool);
      assert.equal(mine.isError, mine.envelope.status === 'error', tool);
    }
    const { contents } = await hosted.readResource({ uri: 'miedza://sources' });
    assert.match(JSON.stringify(contents), /attribution/);
    const refused = await call(keyless, 'check', { id: EXAMPLE_ID });
    const { code, hint } = refused.envelope.error ?? {};
    assert.deepEqual([code, hint], ['unauthorized', 'Give the key with --key or in MIEDZA_API_KEY.']);
    assert.equal(
      (await http.get(`/v1/parcel?id=${EXAMPLE_ID}`)).http,
      200,
      'the key of the server stays valid',
    );
  } finally {
    for (const client of [local, hosted, keyless]) await client.close();
    await http.close();
  }
  const accounts = openAccounts(accountsIn(data));
  const used = usageTable(accounts, { key: 'stdio:local' }).reduce((sum, row) => sum + row.requests, 0);
  accounts.close();
  assert.equal(used, CALLS.length);
});

test('a line that is no JSON, and arguments that are no object, are answered', async () => {
  const { data } = await buildSampleData();
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--data', data], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)));
  child.stdin.write('this is no JSON\n');
  const callOf = (id: number, given: unknown) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'check', arguments: given } })}\n`;
  child.stdin.write(callOf(7, []));
  await until('both answers', () => answers.length === 2);
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 8, method: 'initialize', params })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  // What was asked is answered when the input ends too, and then the program does.
  child.stdin.end(callOf(9, { id: EXAMPLE_ID }) + callOf(10, 'x'));
  await once(child, 'close');
  const ids = answers.slice(2).map(({ id }) => id);
  assert.deepEqual(ids.sort(), [10, 8, 9]);
  const [broken = {}, odd = {}] = answers;
  assert.deepEqual([broken.id, (broken.error as { code: number }).code], [null, -32_700]);
  const { isError, structuredContent } = odd.result as { isError: boolean; structuredContent: Envelope };
  assert.deepEqual([odd.id, isError, structuredContent.error?.code], [7, true, 'invalid_input']);
});

test('a server that cannot be reached is said as such', async () => {
  const client = await start(['--url', 'http://127.0.0.1:1'], 'auto');
  const { envelope, isError } = await call(client, 'check', { id: EXAMPLE_ID });
  assert.deepEqual([isError, envelope.error?.code], [true, 'source_unavailable']);
  await client.close();
});

test('mistakes are told in one line', async () => {
  const wrong: [string[], RegExp][] = [
    [['--data', temporaryFolder()], /there is no dataset .*--sample/],
    [['--url', 'land.example'], /--url must be an http or https URL, got "land.example"/],
    [['--port', '1'], /see --help/],
  ];
  for (const [words, said] of wrong) {
    const { code, stderr, stdout } = await runWarm(['mcp', ...words]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, said);
  }
});
