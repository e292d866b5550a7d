// Whatever is asked, a tool says what HTTP says: all tools over many inputs, in both kinds of protocol revision, by the
// hot path and by the SDK.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client as Assistant } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { HINTS } from '../../src/contract/fault-hints.ts';
import { MCP_LIMITS } from '../../src/contract/limits.ts';
import { EXAMPLE_ID, OPERATIONS, TOOLS, type Tool } from '../../src/contract/operations.ts';
import { outputSchemaOf, readArguments, TOOL_LIST } from '../../src/mcp/tools.ts';
import { type Client, type Received, startClient } from '../client.ts';
import { readQueries } from '../queries.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { readAllParcels } from '../spec/all-parcels.ts';
import { call, connect, ERAS, post } from './assistant.ts';

type Arguments = Record<string, unknown>;

let http: Client;
let ids: readonly string[];
const assistants: Assistant[] = [];
before(async () => {
  const { data } = await buildSampleData();
  http = await startClient(data);
  for (const era of ERAS) assistants.push(await connect(http.url, era));
  const all = [...(await readAllParcels(data)).keys()].sort();
  ids = all.filter((_, at) => at % Math.ceil(all.length / 12) === 0);
});
after(async () => {
  for (const assistant of assistants) await assistant.close();
  await http.close();
});

/** The same question over /v1. */
function ask(tool: Tool, given: Arguments): Promise<Received> {
  const { operation, input } = readArguments(tool, given);
  const { method, path } = OPERATIONS[operation];
  if (method === 'POST') return http.post(path, input);
  const { layer, ...query } = input as Arguments;
  const own = path.includes('{layer}') ? query : (input as Arguments);
  const words = Object.entries(own).map(([name, value]) => [name, String(value)]);
  const place = path.replace('{layer}', encodeURIComponent(String(layer ?? 'none')));
  return http.get(`${place}?${new URLSearchParams(words)}`);
}

const texts = readQueries().filter((_, at) => at % 75 === 0);
const SQUARE = OPERATIONS.search_polygon.example.polygon;

/** Tool → arguments: every way to ask, every status, and mistakes. */
function casesOf(tool: Tool): Arguments[] {
  const targets: Arguments[] = [
    ...ids.map((id) => ({ id })),
    ...texts.map(({ text }) => ({ q: text })),
    { id: EXAMPLE_ID.replace('/', '-') },
    { point: '52.0571,20.9344' },
    { lat: 52.0571, lng: 20.9344 },
    { point: '54.3,18.6' },
    { id: '141803_2.0009.99999' },
    { id: '146501_1.0001.1' },
    { id: 'no id' },
    { q: 'dz. 1 Kamionka' },
    {},
    { q: 'x', id: EXAMPLE_ID },
    { lat: 52 },
    { idd: EXAMPLE_ID },
    { q: '' },
  ];
  switch (tool) {
    case 'check':
      return targets;
    case 'parcel':
      return [
        ...targets,
        ...['none', 'centroid', 'full', 'round'].map((geometry) => ({ id: EXAMPLE_ID, geometry })),
        { id: EXAMPLE_ID, layers: 'flood,soil' },
        { id: EXAMPLE_ID, layers: ['flood', 'soil'] },
        { id: EXAMPLE_ID, layers: 'water' },
        { items: [{ id: EXAMPLE_ID, ref: 'a' }, { q: 'dz. 1 Kamionka' }, { id: 'no id' }, {}, 7] },
        { items: [{ id: EXAMPLE_ID }], layers: ['flood'], geometry: 'full' },
        { items: [{ id: EXAMPLE_ID }], layers: 'flood, soil' },
        { items: [] },
        { items: [{ id: EXAMPLE_ID }], layers: ['water'] },
        { items: 'all' },
      ];
    case 'layer':
      return [
        ...['planning', 'flood', 'permits', 'wz', 'address', 'water'].map((layer) => ({
          layer,
          id: EXAMPLE_ID,
        })),
        ...targets.map((target) => ({ layer: 'planning', ...target })),
      ];
    case 'resolve':
      return [...targets, { q: 'dz. 1 Kamionka', limit: 2 }, { q: 'Kamionka', limit: 0 }];
    case 'search':
      return [
        ...targets,
        ...[0, 50, 300, 5_000].map((radius_m) => ({ id: EXAMPLE_ID, radius_m })),
        { id: EXAMPLE_ID, radius_m: 300, limit: 3 },
        { bbox: '20.93,52.05,20.935,52.053' },
        { bbox: '20.93,52.05' },
        { polygon: SQUARE },
        { polygon: SQUARE, limit: 2 },
        { polygon: { type: 'Point', coordinates: [] } },
        { polygon: SQUARE, cursor: 'made up' },
      ];
    case 'events':
      return [
        ...targets,
        { q: 'gmina Lesznowola' },
        { q: 'gmina Lesznowola', limit: 3, types: 'parcel_created' },
        { id: EXAMPLE_ID, since: '2026-11-01' },
        { id: EXAMPLE_ID, since: 'yesterday' },
        { id: EXAMPLE_ID, types: 'nothing' },
      ];
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** What a tool takes beside the arguments of its first operation. */
const ALSO: { readonly [T in Tool]?: string } = { parcel: ', items', search: ', polygon' };

/** A message about parameters names those of the door: over HTTP a choice of formats, of a tool the arguments of both its operations. */
function forTools<B extends { readonly error?: { readonly message: string } }>(tool: Tool, body: B): B {
  if (!body.error) return body;
  const message = body.error.message
    .replace(/, format$/, '')
    .replace(/^unknown parameter .*/, (text) => text + (ALSO[tool] ?? ''));
  if (tool === 'search' && message === 'none of q, id, point, lat+lng or bbox was given') {
    const told = {
      message: 'none of q, id, point, lat+lng, bbox or polygon was given',
      hint: HINTS.searchPlace.en,
    };
    return { ...body, error: { ...body.error, ...told } };
  }
  return { ...body, error: { ...body.error, message } };
}

describe(rule('C12-same-json', 'C12-is-error', '1-mcp-tools'), () => {
  for (const tool of TOOLS) {
    test(tool, async () => {
      const { $schema: _dialect, ...schema } =
        TOOL_LIST.find(({ name }) => name === tool)?.outputSchema ?? {};
      const validate = ajv.compile(schema);
      const { $schema: _other, ...whole } = outputSchemaOf(tool);
      const validateWhole = ajv.compile(whole);
      const seen = new Set<string>();
      for (const given of casesOf(tool)) {
        const where = `${tool} ${JSON.stringify(given)}`;
        const body = forTools(tool, (await ask(tool, given)).body);
        for (const assistant of assistants) {
          const { envelope, text, isError } = await call(assistant, tool, given);
          assert.deepEqual(envelope, body, where);
          assert.deepEqual(JSON.parse(text), body, where);
          assert.equal(isError, body.status === 'error', where);
          assert.ok(text.length <= MCP_LIMITS.answer_characters, where);
        }
        assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}`);
        assert.ok(validateWhole(body), `${where}: ${ajv.errorsText(validateWhole.errors)}`);
        seen.add(body.status);
      }
      assert.deepEqual([...seen].sort(), ['ambiguous', 'error', 'not_covered', 'not_found', 'ok']);
    });
  }
});

test('the hot path and the SDK give the same result', async () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const modern = (name: string) => ({
    'Mcp-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  });
  for (const name of TOOLS) {
    for (const given of [{ id: EXAMPLE_ID, layer: 'flood' }, { id: EXAMPLE_ID }, { idd: 1 }]) {
      const ways = [
        { params: { name, arguments: given }, headers: {} },
        { params: { name, arguments: given, _meta: META }, headers: modern(name) },
      ];
      for (const { params, headers } of ways) {
        const message = { jsonrpc: '2.0', id: 'a"b', method: 'tools/call', params };
        const hot = await post(http.url, message, headers);
        // A parameter the hot path does not know sends the call to the SDK, which ignores it.
        const cold = await post(http.url, { ...message, params: { ...params, unheard_of: 1 } }, headers);
        assert.equal(hot.status, 200);
        assert.deepEqual(hot.frame, cold.frame, JSON.stringify(params));
      }
    }
  }
});

test('arguments that are no object are answered by the contract too', async () => {
  for (const given of ['check', 7, null, [EXAMPLE_ID]]) {
    const { frame } = await post(http.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'check', arguments: given },
    });
    const { isError, structuredContent } = frame.result as {
      isError: boolean;
      structuredContent: { error: { code: string; message: string } };
    };
    assert.equal(isError, true);
    assert.equal(structuredContent.error.code, 'invalid_input');
    assert.match(structuredContent.error.message, /the request must be an object/);
  }
});

test('arguments are judged by what the tool lists; null is one that is left out', async () => {
  const client = await connect(http.url, 'auto');
  try {
    const WRONG: [string, Record<string, unknown>, RegExp, RegExp][] = [
      [
        'parcel',
        { id: EXAMPLE_ID, foo: 1 },
        /unknown parameter "foo"; allowed are q, .*\bitems\b/,
        /listed by tools\/list/,
      ],
      [
        'parcel',
        { id: EXAMPLE_ID, items: [] },
        /"id" cannot go with items; allowed beside it are layers, /,
        /Leave "id" out/,
      ],
      [
        'search',
        { id: EXAMPLE_ID, polygon: {} },
        /"id" cannot go with polygon; allowed beside it are /,
        /Leave "id" out/,
      ],
      ['check', { id: EXAMPLE_ID, usee: 'house' }, /unknown parameter "usee"/, /Did you mean use\?/],
    ];
    for (const [tool, given, message, hint] of WRONG) {
      const { envelope, isError } = await call(client, tool, given);
      assert.deepEqual([isError, envelope.error?.code], [true, 'invalid_input']);
      assert.match(envelope.error?.message ?? '', message);
      assert.match(envelope.error?.hint ?? '', hint);
    }
    const filled = await call(client, 'search', { id: EXAMPLE_ID, q: null, cursor: null, bbox: null });
    const plain = await call(client, 'search', { id: EXAMPLE_ID });
    assert.deepEqual(filled, plain);
    assert.deepEqual(
      plain.envelope.sources?.map(({ id }) => id),
      ['egib'],
    );
  } finally {
    await client.close();
  }
});
