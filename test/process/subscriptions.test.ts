// miedza subscriptions: the webhooks of a key from the command line, against a server and a receiver of our own.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EXAMPLE_ID, OPERATIONS } from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { runWarm } from './warm-program.ts';

let server: Client;
let hook = '';
let status = 204;
const receiver = createServer((_request, response) => void response.writeHead(status).end());
before(async () => {
  server = await startClient((await buildSampleData()).data, { push_networks: ['127.0.0.0/8'] });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(async () => {
  await server.close();
  receiver.close();
});

const command = (...words: string[]) =>
  runWarm(['subscriptions', ...words, '--url', server.url], { MIEDZA_API_KEY: TEST_KEY });

test('a subscription is added, listed, tested and removed', async () => {
  assert.equal((await command('list')).stdout, 'no subscriptions\n');
  const added = await command(
    'add',
    hook,
    '--parcel',
    EXAMPLE_ID,
    '--types',
    'verdict_changed, flood_changed',
  );
  assert.equal(added.code, 0, added.stderr);
  const [, id = ''] = /^Subscription (sub_\w+) made[\s\S]*\n {2}whsec_[\w+/=]{32}\n/.exec(added.stdout) ?? [];
  assert.ok(id, added.stdout);
  const file = join(temporaryFolder(), 'area.geojson');
  const { polygon } = OPERATIONS.search_polygon.example;
  writeFileSync(file, JSON.stringify({ type: 'Feature', properties: {}, geometry: polygon }));
  assert.equal((await command('add', hook, '--polygon', file)).code, 0);
  assert.equal((await command('add', hook, '--gmina', '1418032')).code, 0);

  const listed = (await command('list')).stdout;
  assert.match(
    listed,
    new RegExp(`^${id} +${EXAMPLE_ID} +verdict_changed,flood_changed +active +never +${hook}$`, 'm'),
  );
  assert.match(listed, /^sub_\w+ +an area +all /m);
  assert.match(listed, /^sub_\w+ +gmina 1418032 +all /m);
  const { result } = JSON.parse((await command('list', '--json')).stdout);
  assert.equal(result.length, 3);

  assert.deepEqual(await command('test', id), {
    code: 0,
    stdout: 'The receiver accepted it (204).\n',
    stderr: '',
  });
  status = 500;
  const refused = await command('test', id);
  assert.deepEqual([refused.code, refused.stdout], [6, 'Not accepted: answered 500.\n']);
  for (const one of result) assert.equal((await command('remove', one.id)).code, 0);
  assert.equal((await command('list')).stdout, 'no subscriptions\n');
});

test('what is wrong is said in one line, with its exit code', async () => {
  for (const [words, code, message] of [
    [['shut'], 2, /"shut" is not one of list, add, remove, test/],
    [['add'], 2, /say which: miedza subscriptions add/],
    [['remove', 'sub_none'], 4, /this key has no subscription "sub_none"/],
    [['add', 'https://10.0.0.1/', '--gmina', '1418032'], 2, /not an address of the public internet/],
    [['add', hook], 2, /none of parcel, gmina, polygon was given/],
    [['add', hook, '--parcel', '141803_2.0009.99999'], 4, /there is no parcel 141803_2\.0009\.99999/],
    [
      ['add', hook, '--gmina', '1418032', '--types', 'x'],
      2,
      /types must be one of.*--types takes names with commas/,
    ],
    [['add', hook, '--polygon', '/nowhere.geojson'], 2, /nowhere\.geojson/],
    [['list', '--key', 'wrong'], 6, /Give the key with --key/],
  ] as const) {
    const said = await command(...words);
    assert.equal(said.code, code, `${words}: ${said.stderr}`);
    assert.match(said.stderr, message);
  }
  const nowhere = await runWarm(['subscriptions', 'list']);
  assert.deepEqual([nowhere.code, /name the server with --url/.test(nowhere.stderr)], [2, true]);
});
