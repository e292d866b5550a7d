// Keys by the command line while the server runs: they work, are limited, counted and revoked without a restart.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { clientOf } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { type RunningServer, run, startServer, until } from './program.ts';
import { runWarm } from './warm-program.ts';

let data: string;
let server: RunningServer;

before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  server = await startServer(['--data', data]);
});
after(() => server.stop('SIGTERM'));

async function keys(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runWarm(['keys', ...words, '--data', data]);
  assert.equal(code, 0, stderr);
  return stdout;
}

const ask = (secret: string, path = `/v1/parcel?id=${EXAMPLE_ID}`) =>
  clientOf(server.url).get(path, { 'X-Api-Key': secret });
const status = async (secret: string) => (await ask(secret)).http;

const secretIn = (text: string) => /^ {2}(mdz_\S+)$/m.exec(text)?.[1] ?? assert.fail(text);

describe('keys by the command line', () => {
  it('work soon after they are made, are listed, and their secrets are in no file', async () => {
    assert.match(server.output.stderr, /make one: npx miedza keys create NAME/);
    const secret = secretIn(await keys('create', 'first'));
    await until('the new key works', async () => (await status(secret)) === 200);
    assert.equal(await status(`${secret}x`), 401);

    const list = await keys('list');
    assert.match(list, /^first +key_[0-9a-f]{12} +50 +100 +none +\d{4}-\d\d-\d\d$/m);
    assert.equal(list.includes(secret), false);
    const files = readdirSync(data).filter((name) => name.startsWith('accounts'));
    assert.ok(files.includes('accounts.sqlite') && files.length >= 2);
    for (const name of files) assert.equal(readFileSync(join(data, name)).includes(secret), false, name);
  });

  it('are charged what the answers say, and the usage shows it', async () => {
    const secret = secretIn(await keys('create', 'counted'));
    await until('the new key works', async () => (await ask(secret, '/v1/sources')).http === 200);
    let [requests, charged] = [0, 0];
    for (const path of [
      `/v1/parcel?id=${EXAMPLE_ID}`,
      `/v1/parcel?id=${EXAMPLE_ID}`,
      '/v1/parcel?id=141803_2.0009.99999',
      '/v1/parcel?id=nonsense',
      `/v1/check?id=${EXAMPLE_ID}`,
    ]) {
      const response = await ask(secret, path);
      requests += path.startsWith('/v1/parcel') ? 1 : 0;
      charged += path.startsWith('/v1/parcel') ? Number(response.headers.get('x-credits-charged')) : 0;
    }
    assert.equal(charged, 2);
    const usage = await keys('usage', 'counted');
    assert.match(
      usage,
      new RegExp(`^counted +\\d{4}-\\d\\d-\\d\\d +parcel +${requests} +${requests} +${charged} +\\d+$`, 'm'),
    );
    assert.match(usage, /^counted +\S+ +check +1 +1 +1 +0$/m);
    assert.match(usage, /^total +\d+ +\d+ +3 +\d+$/m);
    assert.match(await keys('usage', 'counted', '--month', '2020-01'), /^total +0 +0 +0 +0$/m);
  });

  it('take new limits without a restart', async () => {
    const secret = secretIn(await keys('create', 'limited', '--quota', 'none'));
    await until('the new key works', async () => (await status(secret)) === 200);
    assert.match(
      await keys('limit', 'limited', '--rate', '0.01', '--burst', '1'),
      /are now 0\.01 requests a second, 1 at once, /,
    );
    await until('the limit holds', async () => (await status(secret)) === 429);
    await keys('limit', 'limited', '--rate', '1000', '--burst', '1000');
    await until('the limit is gone', async () => (await status(secret)) === 200);
    await keys('limit', 'limited', '--quota', '1');
    await until('the quota is used up', async () => (await status(secret)) === 429);
    assert.match(await keys('list'), /^limited +\S+ +1000 +1000 +1 +/m);
  });

  it('stop working soon after they are revoked, for good', async () => {
    const secret = secretIn(await keys('create', 'gone'));
    await until('the new key works', async () => (await status(secret)) === 200);
    assert.equal(await keys('revoke', 'gone'), 'Key "gone" is revoked.\n');
    assert.match(await keys('revoke', 'gone'), /^Key "gone" was revoked before, at 20/);
    const limited = await runWarm(['keys', 'limit', 'gone', '--rate', '5', '--data', data]);
    assert.match(limited.stderr, /the key "gone" is revoked since 20/);
    await until('the key is refused', async () => (await status(secret)) === 401);
    assert.match(await keys('list'), /^gone +\S+ +50 +100 +none +\S+ +\d{4}-\d\d-\d\d$/m);
    const second = secretIn(await keys('create', 'gone'));
    await until('the name is free again', async () => (await status(second)) === 200);
    const again = await runWarm(['keys', 'create', 'gone', '--data', data]);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /a key "gone" exists already .*choose another name/);
    // The usage of both that have borne the name, told apart.
    const used = await keys('usage', 'gone');
    assert.equal(new Set(used.match(/^gone \(key_\w+\)/gm)).size, 2, used);
    const asked = await runWarm(['keys', 'limit', 'gone', '--data', data]);
    assert.match(asked.stderr, /say which limit to change: --rate N, --burst N or --quota/);
    assert.equal(
      await keys('limit', 'gone', '--burst', '9'),
      'Limits of "gone" are now 50 requests a second, 9 at once, no quota.\n',
    );
  });

  it('are rotated without a gap, and listed for programs', async () => {
    const first = secretIn(await keys('create', 'turning'));
    const told = await keys('rotate', 'turning', '--keep', '2h');
    assert.match(told, /The one before is valid until 20/);
    const second = secretIn(told);
    await until('both work', async () => (await status(first)) === 200 && (await status(second)) === 200);
    const early = await runWarm(['keys', 'rotate', 'turning', '--data', data]);
    assert.equal(early.code, 2);
    assert.match(early.stderr, /its older secret is promised until 20.*pass --force/);
    const third = secretIn(await keys('rotate', 'turning', '--keep', '0'));
    await until('the new one works', async () => (await status(third)) === 200);
    assert.notEqual(await status(second), 200);
    const listed = JSON.parse(await keys('list', '--json'));
    const row = listed.find((key: { name: string }) => key.name === 'turning');
    assert.deepEqual([row.rate_per_s, row.revoked_at, row.previous_until], [50, null, null]);
    assert.ok(!JSON.stringify(listed).includes('hash'));
    const usage = JSON.parse(await keys('usage', 'turning', '--json'));
    assert.ok(usage.every((entry: { operation: string }) => entry.operation === 'parcel'));
    const wrong = await runWarm(['keys', 'rotate', 'turning', '--keep', 'soon', '--data', data]);
    assert.match(wrong.stderr, /--keep must be a time such as 30m/);
    const long = await runWarm(['keys', 'rotate', 'turning', '--keep', '91d', '--data', data]);
    assert.match(long.stderr, /--keep may be 90d at most, got "91d"/);
  });
});

describe('the configured key', () => {
  it('is that of its own server: others on the folder leave it alone, and it is not listed', async () => {
    const first = await startServer(['--data', data, '--api-key', 'first-key']);
    const second = await startServer(['--data', data, '--api-key', 'second-key']);
    try {
      const port = new URL(first.url).port;
      const third = await run(['serve', '--data', data, '--port', port]);
      assert.equal(third.code, 2);
      assert.match(third.stderr, new RegExp(`port ${port} is taken`));
      const statusAt = async ({ url }: RunningServer, secret: string) =>
        (await clientOf(url).get(`/v1/parcel?id=${EXAMPLE_ID}`, { 'X-Api-Key': secret })).http;
      // A key made after all that is known to both: they have looked at the file since.
      const secret = secretIn(await keys('create', 'made-later'));
      for (const [at, own, others] of [
        [first, 'first-key', 'second-key'],
        [second, 'second-key', 'first-key'],
      ] as const) {
        await until('the new key works', async () => (await statusAt(at, secret)) === 200);
        assert.deepEqual([await statusAt(at, own), await statusAt(at, others)], [200, 401]);
      }
    } finally {
      await Promise.all([first.stop('SIGTERM'), second.stop('SIGTERM')]);
    }
    assert.doesNotMatch(await keys('list'), /static/);
    assert.match(await keys('usage', 'static'), /^static +\d{4}-\d\d-\d\d +parcel +2 +2 +2 +0$/m);
    const refused = await runWarm(['keys', 'revoke', 'static', '--data', data]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /the key "static" comes from the configuration/);
  });
});
