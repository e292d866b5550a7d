// What a client meets beside the tools' answers: lists, resources, prompts, revisions, keys, and the door.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { Envelope } from '../../src/contract/answers.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID, TOOLS } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { DISCLAIMER } from '../../src/domain/assess/verdict.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey } from '../../src/store/sqlite/key-records.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { call, connect, ERAS, post } from './assistant.ts';

const SITE = 'https://land.example';

let http: Client;
let data: string;
let slow = '';
before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  const accounts = openAccounts(accountsIn(data));
  slow = createKey(accounts, { name: 'slow', rate_per_s: 0.001, burst: 2 }, new Date()).secret;
  accounts.close();
  http = await startClient(data, { public_url: SITE, mcp_origins: ['chat.example'] });
});
after(() => http.close());

test(rule('1-mcp-tools', 'C12-names'), async () => {
  for (const era of ERAS) {
    const client = await connect(http.url, era);
    assert.equal(client.getServerVersion()?.name, 'miedza');
    assert.match(client.getInstructions() ?? '', /Unknown is not no/);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS,
    );
    for (const { annotations, description, inputSchema, outputSchema, title } of tools) {
      assert.ok(title && description && description.length > 300);
      assert.match(description, /candidates.*unknown, not no.*attribution/);
      assert.match(description, /Costs 1 request/);
      assert.deepEqual(
        [annotations?.readOnlyHint, annotations?.idempotentHint, annotations?.openWorldHint],
        [true, true, false],
      );
      assert.ok(!JSON.stringify(inputSchema).includes('$ref'), 'not every client follows references');
      assert.deepEqual(outputSchema?.required, ['status', 'result', 'query', 'billing']);
    }
    await client.close();
  }
});

test('the arguments of a tool are those of its operations', async () => {
  const client = await connect(http.url, 'auto');
  const { tools } = await client.listTools();
  const argumentsOf = (tool: string) =>
    Object.keys(tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {}).join(' ');
  assert.equal(argumentsOf('check'), 'q id point lat lng detail use lang');
  assert.equal(argumentsOf('parcel'), 'q id point lat lng layers geometry detail lang items');
  assert.equal(argumentsOf('layer'), 'layer q id point lat lng lang');
  assert.equal(argumentsOf('resolve'), 'q id point lat lng limit lang');
  assert.equal(argumentsOf('search'), 'q id point lat lng bbox radius_m geometry limit cursor lang polygon');
  assert.equal(argumentsOf('events'), 'q id point lat lng since types summary limit cursor lang');
  assert.deepEqual(tools.find(({ name }) => name === 'layer')?.inputSchema.required, ['layer']);
  await client.close();
});

test('resources: catalogue, layers, glossary, disclaimer', async () => {
  const client = await connect(http.url, 'auto');
  const { resources } = await client.listResources();
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    [
      'miedza://sources',
      'miedza://layers',
      'miedza://glossary',
      'miedza://disclaimer',
      'ui://miedza/parcel-card',
    ],
  );
  assert.deepEqual(JSON.parse(await read('miedza://sources')), (await http.get('/v1/sources')).body);
  const { layers } = JSON.parse(await read('miedza://layers')) as {
    layers: { key: string; meaning: string }[];
  };
  assert.deepEqual(
    layers.map(({ key }) => key),
    LAYER_KEYS,
  );
  assert.ok(layers.every(({ meaning }) => meaning.length > 20));
  assert.match(await read('miedza://glossary'), /^# Glossary/);
  assert.equal(await read('miedza://disclaimer'), DISCLAIMER.en);
  await assert.rejects(read('miedza://nothing'), /not found/i);
  await client.close();
});

test('resource templates: the planning of a gmina, the whole schema of a tool', async () => {
  const client = await connect(http.url, 'auto');
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['miedza://gminy/{teryt}/planning', 'miedza://schemas/{tool}'],
  );
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(content && 'text' in content ? content.text : 'null');
  };
  const { body } = await http.get('/v1/gminy/1418032/planning');
  assert.deepEqual(await read('miedza://gminy/1418032/planning'), body);
  assert.equal((await read('miedza://gminy/9999999/planning')).status, 'not_found');
  for (const tool of TOOLS) {
    const schema = await read(`miedza://schemas/${tool}`);
    assert.deepEqual(schema.required, ['status', 'result', 'query', 'billing'], tool);
    assert.ok(JSON.stringify(schema).length > 3_000, tool);
  }
  await assert.rejects(read('miedza://schemas/nothing'), /not found/i);
  await client.close();
});

test('MCP Apps: check and parcel name a page that the host can show', async () => {
  const client = await connect(http.url, 'auto');
  const { tools } = await client.listTools();
  const withCard = tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta.ui]] : []));
  const card = { resourceUri: 'ui://miedza/parcel-card' };
  assert.deepEqual(withCard, [
    ['check', card],
    ['parcel', card],
  ]);
  const { contents } = await client.readResource({ uri: card.resourceUri });
  const [page] = contents;
  assert.equal(page?.mimeType, 'text/html;profile=mcp-app');
  assert.deepEqual(page._meta?.ui, { prefersBorder: true });
  const html = 'text' in page ? page.text : '';
  assert.match(html, /^<!doctype html>/);
  assert.match(html, /ui\/initialize[\s\S]*ui\/notifications\/initialized/);
  // Hosts forbid it by their policy: nothing may come from elsewhere, and no answer may become markup.
  assert.doesNotMatch(html, /https?:\/\/(?!www\.w3\.org\/2000\/svg)|innerHTML|insertAdjacentHTML|eval\(/);
  await client.close();
});

test('prompts fill in what was given and ask for what is missing', async () => {
  const client = await connect(http.url, 'auto');
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['can-i-build-here', 'compare-parcels', 'what-changed-in-gmina'],
  );
  const textOf = async (name: string, given: Record<string, string>) => {
    const [message] = (await client.getPrompt({ name, arguments: given })).messages;
    return message?.content.type === 'text' ? message.content.text : '';
  };
  assert.match(await textOf('can-i-build-here', { parcel: 'dz. 5 Wola' }), /dz\. 5 Wola[\s\S]*tool check/);
  assert.match(await textOf('compare-parcels', { parcels: 'a; b' }), /a; b/);
  assert.match(await textOf('what-changed-in-gmina', { gmina: 'Raszyn' }), /gmina Raszyn\?/);
  assert.match(
    await textOf('what-changed-in-gmina', { gmina: 'Raszyn', since: '2026-01-01' }),
    /since 2026-01-01\?/,
  );
  await assert.rejects(textOf('can-i-build-here', {}), /"parcel" is missing/);
  await assert.rejects(textOf('nothing', {}), /there is no prompt "nothing"/);
  await client.close();
});

test('every revision the SDK knows is negotiated', async () => {
  for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const { frame, status } = await post(http.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    });
    assert.equal(status, 200);
    assert.equal((frame.result as { protocolVersion: string }).protocolVersion, protocolVersion);
  }
  const client = await connect(http.url, 'auto');
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  await client.close();
  const older = await connect(http.url, 'legacy');
  await older.ping();
  await older.setLoggingLevel('warning');
  await older.close();
});

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'resolve', arguments: { id: EXAMPLE_ID } },
};

const LISTEN = {
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const LISTEN_HEADERS = { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };

test('what is not a proper message is refused by the protocol', async () => {
  const refused: [unknown, Record<string, string>, number][] = [
    ['{', {}, 400],
    [{ hello: 1 }, {}, 400],
    [CALL, { 'Content-Type': 'text/plain' }, 415],
    [CALL, { Accept: 'application/json' }, 406],
    [CALL, { 'Mcp-Protocol-Version': '1999-01-01' }, 400],
    [CALL, { 'Mcp-Protocol-Version': '2026-07-28' }, 400],
  ];
  for (const [message, headers, status] of refused) {
    const answer = await post(http.url, message, headers);
    assert.equal(answer.status, status, JSON.stringify([message, headers]));
    assert.ok('error' in answer.frame);
  }
  const nothing = await post(http.url, { ...CALL, params: { name: 'nothing' } });
  assert.match(JSON.stringify(nothing.frame.error), /there is no tool .*check, parcel, layer/);
  for (const method of ['GET', 'DELETE', 'PUT', 'QUERY']) {
    const { status, headers } = await fetch(`${http.url}/mcp`, { method });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'], method);
  }
  const note = await post(http.url, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([note.status, note.text], [202, '']);
  const stream = await post(http.url, LISTEN, LISTEN_HEADERS);
  assert.match(JSON.stringify(stream.frame), /Subscription limit reached/, 'no stream stays open');
  for (const many of [[CALL, { ...CALL, id: 2 }], []]) {
    const { status, frame } = await post(http.url, many);
    assert.deepEqual(
      [status, (frame.error as { code: number }).code],
      [400, -32_600],
      'no revision of now has arrays',
    );
  }
});

test('in revision 2026-07-28 the headers must say what the body says', async () => {
  const modern = {
    ...CALL,
    params: {
      ...CALL.params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const agreeing = {
    'Mcp-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'resolve',
  };
  const { 'Mcp-Name': _name, ...nameless } = agreeing;
  const { 'Mcp-Method': _method, ...methodless } = agreeing;
  const table: [Record<string, string>, status: number, fault: RegExp | null][] = [
    [agreeing, 200, null],
    [{ ...agreeing, 'Mcp-Name': 'check' }, 400, /Mcp-Name/],
    [{ ...agreeing, 'Mcp-Name': 'RESOLVE' }, 400, /Mcp-Name/],
    [{ ...agreeing, 'Mcp-Name': '' }, 400, /Mcp-Name/],
    [nameless, 400, /Mcp-Name/],
    [{ ...agreeing, 'Mcp-Method': 'tools/list' }, 400, /Mcp-Method/],
    [methodless, 400, /Mcp-Method/],
  ];
  for (const [headers, status, fault] of table) {
    const answer = await post(http.url, modern, headers);
    assert.equal(answer.status, status, JSON.stringify(headers));
    assert.equal('result' in answer.frame, fault === null, JSON.stringify(headers));
    if (fault) assert.match(JSON.stringify(answer.frame.error), fault);
  }
  // The revisions before it have no such headers: what they say is not looked at.
  for (const headers of [
    {},
    { 'Mcp-Name': 'check' },
    { 'Mcp-Protocol-Version': '2025-11-25', 'Mcp-Name': 'x' },
  ]) {
    const answer = await post(http.url, CALL, headers);
    assert.equal(answer.status, 200, JSON.stringify(headers));
    assert.ok('result' in answer.frame);
  }
});

test('lists are open, calls need a key, by either header; a call without one says how to get it', async () => {
  const stranger = await connect(http.url, 'auto', {});
  assert.equal((await stranger.listTools()).tools.length, 6);
  const { envelope, isError } = await call(stranger, 'check', { id: EXAMPLE_ID });
  assert.equal(isError, true);
  const { body } = await http.send('GET', `/v1/check?id=${EXAMPLE_ID}`);
  assert.deepEqual(envelope, body);
  assert.equal(envelope.error?.code, 'unauthorized');
  assert.equal(envelope.error?.signup_url, '/docs#keys');
  await assert.rejects(stranger.readResource({ uri: 'miedza://sources' }), /no API key was sent/);
  await stranger.close();
  const bearer = await connect(http.url, 'auto', { Authorization: `Bearer ${TEST_KEY}` });
  assert.equal((await call(bearer, 'check', { id: EXAMPLE_ID })).envelope.status, 'ok');
  await bearer.close();
});

test('limits and ledger are those of the key', async () => {
  const headers = { 'X-Api-Key': slow };
  const statuses: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { frame } = await post(http.url, CALL, headers);
    const { structuredContent } = frame.result as { structuredContent: Envelope };
    statuses.push(structuredContent.error?.code ?? structuredContent.status);
  }
  assert.deepEqual(statuses, ['ok', 'ok', 'rate_limited']);
  const accounts = openAccounts(accountsIn(data));
  const rows = usageTable(accounts, { key: 'slow' });
  accounts.close();
  assert.deepEqual(
    rows.map(({ operation, requests, charged, refunded }) => [operation, requests, charged, refunded]),
    [['resolve', 3, 2, 1]],
  );
});

/** fetch does not let a Host be made up. */
function knock(
  headers: Record<string, string>,
  method = 'POST',
): Promise<{ status: number; origin: unknown }> {
  const { port } = new URL(http.url);
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/mcp', method, headers }, (response) => {
      response.resume();
      resolve({
        status: response.statusCode ?? 0,
        origin: response.headers['access-control-allow-origin'],
      });
    });
    asked.on('error', reject);
    asked.end(method === 'POST' ? JSON.stringify(CALL) : undefined);
  });
}

test('Host and Origin are checked', async () => {
  const base = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const cases: [Record<string, string>, number][] = [
    [{ host: 'localhost:1' }, 200],
    [{ host: '127.0.0.1' }, 200],
    [{ host: '[::1]:80' }, 200],
    [{ host: '192.168.1.7:8080' }, 200],
    [{ host: 'land.example' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: 'localhost', origin: 'http://localhost:3000' }, 200],
    [{ host: 'localhost', origin: 'https://chat.example' }, 200],
    [{ host: 'land.example', origin: SITE }, 200],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'http://10.0.0.1' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
  ];
  for (const [headers, status] of cases) {
    const answer = await knock({ ...base, ...headers });
    assert.equal(answer.status, status, JSON.stringify(headers));
    if (status === 200) assert.equal(answer.origin, headers.origin);
  }
  const preflight = { host: 'localhost', 'access-control-request-method': 'POST' };
  assert.deepEqual(await knock({ ...preflight, origin: 'https://chat.example' }, 'OPTIONS'), {
    status: 204,
    origin: 'https://chat.example',
  });
  assert.equal((await knock({ ...preflight, origin: 'https://evil.example' }, 'OPTIONS')).status, 403);
});
