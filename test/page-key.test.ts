// The key of the page: made for it, handed to everybody, good for reading alone, limited for each address; and the page itself
// as it is served: its policy, its files, and how it is turned off.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountsIn } from '../src/data-folder.ts';
import { openAccounts } from '../src/store/sqlite/accounts-file.ts';
import { limitKey, listKeys, revokeKey } from '../src/store/sqlite/key-records.ts';
import { type Client, startClient, TEST_KEY } from './client.ts';
import { buildSampleData, LAND } from './sample.ts';

let data: string;
let client: Client;
before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  client = await startClient(data, { page: true, trusted_proxies: ['127.0.0.1'] });
});
after(() => client.close());

const settingsIn = (html: string) =>
  JSON.parse((/data-settings="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'));

const keyOf = async (of: Client) => settingsIn(await (await fetch(of.url)).text()).key as string;

const listed = () => {
  const db = openAccounts(accountsIn(data));
  try {
    return listKeys(db);
  } finally {
    db.close();
  }
};

describe('the key of the page', () => {
  it('is in the page and among the keys, is not the operator’s, and is the same for every server', async () => {
    const key = await keyOf(client);
    assert.match(key, /^pub_/);
    assert.notEqual(key, TEST_KEY);
    assert.deepEqual(
      listed().map(({ name, rate_per_s }) => [name, rate_per_s]),
      [['page:web', 20]],
    );
    const other = await startClient(data, { page: true });
    try {
      assert.equal(await keyOf(other), key);
    } finally {
      await other.close();
    }
  });

  it('opens nothing where there is no page', async () => {
    const key = { 'X-Api-Key': await keyOf(client) };
    const without = await startClient(data, { page: false });
    try {
      assert.equal((await without.get('/v1/sources', key)).http, 401);
      assert.equal((await without.get('/v1/suggest?q=Wola', key)).http, 401);
    } finally {
      await without.close();
    }
  });

  it('reads, and does nothing else', async () => {
    const key = { 'X-Api-Key': await keyOf(client) };
    for (const path of ['/v1/suggest?q=Wola', '/v1/sources', '/v1/search?point=52.0571,20.9344'])
      assert.equal((await client.get(path, key)).http, 200, path);
    for (const path of ['/v1/usage', '/v1/subscriptions'])
      assert.equal((await client.get(path, key)).http, 401, path);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'resolve', arguments: { q: 'Lesznowola' } },
    });
    const response = await fetch(`${client.url}/mcp`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    });
    assert.match(await response.text(), /the key of the page is for its reads alone/);
  });

  it('is not needed for files of the page, which have a limit by address too', async () => {
    const limited = await startClient(data, { page: true, address_rate: 1 });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 50; count += 1)
        statuses.push((await fetch(`${limited.url}/page/page.css`)).status);
      assert.deepEqual([statuses.indexOf(429) > 20, statuses.at(-1)], [true, 429]);
    } finally {
      await limited.close();
    }
  });

  it('is limited for each address by itself', async () => {
    const db = openAccounts(accountsIn(data));
    limitKey(db, 'page:web', { rate_per_s: 0.001, burst: 2 });
    db.close();
    const limited = await startClient(data, { page: true, trusted_proxies: ['127.0.0.1'] });
    try {
      const key = await keyOf(limited);
      const ask = async (address: string) =>
        (await limited.get('/v1/sources', { 'X-Api-Key': key, 'X-Forwarded-For': address })).http;
      assert.deepEqual(
        [await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.2')],
        [200, 200, 429, 200],
      );
    } finally {
      await limited.close();
    }
  });

  it('when revoked, takes the page along: / leads to /docs again', async () => {
    const db = openAccounts(accountsIn(data));
    revokeKey(db, 'page:web', new Date());
    db.close();
    const without = await startClient(data, { page: true });
    try {
      const response = await fetch(without.url, { redirect: 'manual' });
      assert.deepEqual([response.status, response.headers.get('location')], [302, '/docs']);
    } finally {
      await without.close();
    }
  });
});

describe('the page as it is served', () => {
  it('allows scripts, styles and requests of its own origin alone, and nothing inline', async () => {
    const response = await fetch(client.url);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"));
    assert.ok(!/unsafe|https?:|\*/.test(policy), policy);
    const html = await response.text();
    assert.ok(!/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/.test(html), 'nothing inline');
    for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.match(path, /^\//, path);
      assert.equal((await fetch(client.url + path)).status, 200, path);
    }
  });

  it('is sent compressed, and not again while it is the same', async () => {
    const first = await fetch(`${client.url}/page/page.js`, { headers: { 'accept-encoding': 'br' } });
    assert.equal(first.headers.get('content-encoding'), 'br');
    await first.arrayBuffer();
    const again = await fetch(`${client.url}/page/page.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });

  it('may show a map of others underneath, and then loads pictures from there alone', async () => {
    const basemap = {
      tiles: 'https://maps.example/{z}/{x}/{y}.png',
      attribution: 'Maps "Example" <b>',
      origin: 'https://maps.example',
    };
    const { data: own } = await buildSampleData(1_000, { only: LAND });
    const with_map = await startClient(own, { page: true, basemap });
    try {
      const response = await fetch(with_map.url);
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /img-src 'self' https:\/\/maps\.example data:/);
      assert.match(policy, /script-src 'self';/);
      const html = await response.text();
      assert.ok(!html.includes('<b>'));
      assert.equal(settingsIn(html.replaceAll('&lt;', '<')).basemap.attribution, basemap.attribution);
    } finally {
      await with_map.close();
    }
  });
});
