// /docs and /llms.txt as they are served: whole, from the contract, as bytes with a tag, under a policy that allows nothing inline.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ERRORS } from '../src/contract/errors.ts';
import { LAYER_KEYS } from '../src/contract/layers.ts';
import { OPERATION_NAMES, OPERATIONS } from '../src/contract/operations.ts';
import { type Client, startClient } from './client.ts';
import { buildSampleData, LAND } from './sample.ts';

let data: string;
let client: Client;
before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  client = await startClient(data, { public_url: 'https://miedza.example' });
});
after(() => client.close());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(client.url + path, { headers });
  return { response, text: await response.text() };
};

it('the guide has every error, layer and operation, and its links lead somewhere', async () => {
  const { text } = await read('/docs');
  for (const id of [...Object.keys(ERRORS), ...LAYER_KEYS.map((key) => `layer-${key}`)])
    assert.ok(text.includes(`id="${id}"`), id);
  for (const name of OPERATION_NAMES) assert.ok(text.includes(OPERATIONS[name].path), name);
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    links.filter((id) => !ids.has(id)),
    [],
  );
  for (const [, path = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)"/g))
    assert.equal((await read(path)).response.status, 200, path);
  assert.doesNotMatch(text, /\{\{|undefined/);
  assert.match(text, /https:\/\/miedza\.example\/v1\/check/);
});

it('every file has a tag, and a policy without unsafe-inline', async () => {
  for (const path of ['/docs', '/docs/reference', '/docs/docs.css', '/docs/rapidoc.js', '/llms.txt']) {
    const { response } = await read(path);
    assert.equal(response.status, 200, path);
    assert.doesNotMatch(response.headers.get('content-security-policy') ?? 'unsafe', /unsafe/, path);
    const etag = response.headers.get('etag') ?? '';
    assert.equal((await read(path, { 'If-None-Match': etag })).response.status, 304, path);
  }
});

it('llms.txt names every operation and addresses that answer', async () => {
  const { response, text } = await read('/llms.txt');
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  for (const name of OPERATION_NAMES) {
    const { method, path } = OPERATIONS[name];
    assert.ok(text.includes(`${method} ${path}:`), name);
  }
  assert.match(text, /^- POST \/v1\/parcel\/batch: .* \(cost 1 per item\)$/m);
  assert.match(text, /^- GET \/v1\/events\/stream: .* \(cost 1 for each event\)$/m);
  assert.match(text, /^- POST \/v1\/subscriptions: .* \(cost 1 and 1 for each event that is delivered\)$/m);
  for (const [, path = ''] of text.matchAll(/\]\(https:\/\/miedza\.example([^)]*)\)/g))
    assert.equal((await read(path)).response.status, 200, path);
});

it('a server without a public address names itself by its port, whatever Host says', async () => {
  const local = await startClient(data);
  try {
    for (const path of ['/docs', '/llms.txt']) {
      const text = await (await fetch(local.url + path, { headers: { host: '127.0.0.1:1' } })).text();
      assert.ok(text.includes(`${local.url}/`), path);
    }
  } finally {
    await local.close();
  }
});
