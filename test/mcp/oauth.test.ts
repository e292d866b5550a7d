// Access tokens at /mcp, from an issuer made here: what is told to clients, which tokens are taken, and that a subject has
// limits, usage and can be revoked like any key.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Envelope } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { limitKey, listKeys, revokeKey } from '../../src/store/sqlite/key-records.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { call, connect, post } from './assistant.ts';

const SITE = 'https://land.example';
const RESOURCE = `${SITE}/mcp`;
const METADATA = `${SITE}/.well-known/oauth-protected-resource/mcp`;

let issuer: Server;
let issuerUrl: string;
let asked = 0;
let keys: { publicKey: CryptoKey; privateKey: CryptoKey };
let stranger: { privateKey: CryptoKey };
let http: Client;
let data: string;

before(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  stranger = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  issuer = createServer((request, response) => {
    asked += 1;
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` },
      '/keys': { keys: [jwk] },
    };
    const found = documents[request.url ?? ''];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  http = await startClient(data, {
    public_url: SITE,
    oauth: { issuer: issuerUrl, audience: RESOURCE, jwks_url: null },
  });
});
after(async () => {
  await http.close();
  issuer.close();
  issuer.closeAllConnections();
});

interface Claims {
  readonly sub?: unknown;
  readonly iss?: string;
  readonly aud?: string;
  readonly exp?: string | number;
}

function tokenOf({ iss = issuerUrl, aud = RESOURCE, exp = '5m', ...claimed }: Claims, key = keys.privateKey) {
  const { sub } = { sub: 'anna', ...claimed };
  const claims = sub === undefined ? {} : { sub };
  // The types of jose know subjects as text alone.
  const token = new SignJWT(claims as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuedAt();
  return token.setIssuer(iss).setAudience(aud).setExpirationTime(exp).sign(key);
}

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'resolve', arguments: { id: EXAMPLE_ID } },
};
const bearer = async (claims: Claims, key?: CryptoKey) => ({
  Authorization: `Bearer ${await tokenOf(claims, key)}`,
});

test('the resource says where its issuer is, at the root and at the path', async () => {
  for (const end of ['', '/mcp']) {
    const response = await fetch(`${http.url}/.well-known/oauth-protected-resource${end}`);
    assert.equal(response.status, 200);
    const { resource, authorization_servers, bearer_methods_supported } = (await response.json()) as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      [resource, authorization_servers, bearer_methods_supported],
      [RESOURCE, [issuerUrl], ['header']],
    );
  }
});

test('without OAuth there is no such document', async () => {
  const plain = await startClient(data);
  for (const end of ['', '/mcp']) {
    assert.equal((await fetch(`${plain.url}/.well-known/oauth-protected-resource${end}`)).status, 404);
  }
  await plain.close();
});

test('a request without a good token is 401 with the way to get one; nothing else is said', async () => {
  const now = Math.floor(Date.now() / 1000);
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"anna"}')}.x`.replaceAll('=', '');
  const refused: [string, Record<string, string>, RegExp][] = [
    ['nothing', {}, /^Bearer resource_metadata=/],
    ['another issuer', await bearer({ iss: 'https://evil.example' }), /'iss' claim/],
    ['another audience', await bearer({ aud: 'https://other.example/mcp' }), /aud/],
    ['expired', await bearer({ exp: now - 60 }), /exp/],
    ['another key', await bearer({}, stranger.privateKey), /signature/],
    ['no subject', await bearer({ sub: undefined }), /sub/],
    ['an empty subject', await bearer({ sub: '' }), /the subject is no text/],
    ['a number as subject', await bearer({ sub: 5 }), /the subject is no text/],
    ['a list as subject', await bearer({ sub: ['anna'] }), /the subject is no text/],
    ['an object as subject', await bearer({ sub: { name: 'anna' } }), /the subject is no text/],
    ['a subject without end', await bearer({ sub: 'a'.repeat(10_000) }), /the subject is no text/],
    ['no signature', { Authorization: `Bearer ${unsigned}` }, /error="invalid_token"/],
    ['a wrong key', { 'X-Api-Key': 'wrong' }, /the API key is not known/],
  ];
  for (const [what, headers, told] of refused) {
    const answer = await fetch(`${http.url}/mcp`, {
      method: 'POST',
      headers: {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(CALL),
    });
    assert.equal(answer.status, 401, what);
    const header = answer.headers.get('www-authenticate') ?? '';
    assert.match(header, told, what);
    assert.ok(header.endsWith(`resource_metadata="${METADATA}"`), header);
    const envelope = (await answer.json()) as Envelope;
    assert.deepEqual([envelope.error?.code, envelope.billing.charged], ['unauthorized', 0], what);
  }
});

test('a good token and a good key are both taken; the keys of the issuer are fetched once', async () => {
  const client = await connect(http.url, 'auto', await bearer({}));
  const before = asked;
  for (let at = 0; at < 5; at += 1) {
    assert.equal((await call(client, 'resolve', { id: EXAMPLE_ID })).envelope.status, 'ok');
  }
  assert.equal(asked, before);
  await client.close();
  const byKey = await connect(http.url, 'legacy', { 'X-Api-Key': TEST_KEY });
  assert.equal((await call(byKey, 'resolve', { id: EXAMPLE_ID })).envelope.status, 'ok');
  await byKey.close();
});

test('a subject is a key record: counted, limited, revoked', async () => {
  const subject = `oauth:jan@${issuerUrl}`;
  const headers = await bearer({ sub: 'jan' });
  const statusOf = async () => {
    const { status, frame } = await post(http.url, CALL, headers);
    const { structuredContent } = (frame.result ?? {}) as { structuredContent?: Envelope };
    return structuredContent ? (structuredContent.error?.code ?? structuredContent.status) : status;
  };
  assert.equal(await statusOf(), 'ok');
  const accounts = openAccounts(accountsIn(data));
  try {
    assert.ok(listKeys(accounts).some(({ id }) => id === subject));
    assert.deepEqual(
      usageTable(accounts, { key: subject }).map(({ operation, charged }) => [operation, charged]),
      [['resolve', 1]],
    );
    limitKey(accounts, subject, { rate_per_s: 0.001, burst: 1 });
    assert.equal(await statusOf(), 'rate_limited');
    revokeKey(accounts, subject, new Date());
    assert.equal(await statusOf(), 401);
  } finally {
    accounts.close();
  }
});

test('tokens open /mcp alone, and an issuer out of reach is our fault, not the token’s', async () => {
  const token = await bearer({});
  assert.equal((await http.send('GET', `/v1/resolve?id=${EXAMPLE_ID}`, { headers: token })).http, 401);
  const lost = await startClient(data, {
    public_url: SITE,
    oauth: { issuer: issuerUrl, audience: RESOURCE, jwks_url: 'http://127.0.0.1:1/keys' },
  });
  const { status, frame } = await post(lost.url, CALL, token);
  assert.deepEqual([status, (frame.error as { code: string }).code], [503, 'source_unavailable']);
  await lost.close();
});
