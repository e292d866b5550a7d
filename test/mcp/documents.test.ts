// What is written for people and registries to paste: it can be read, and names what exists.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { mcp } from '../../src/commands/mcp.ts';

test('server.json describes this package and this command', () => {
  assert.equal(server.name, about.mcpName);
  assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(server.description.length <= 100, 'the registry takes 100 characters');
  assert.equal(server.version, about.version);
  // The namespace is that of the repository's owner, whom the operator names in three places.
  assert.equal(about.repository.url, `git+${server.repository.url}.git`);
  const [, owner] = /^https:\/\/github\.com\/([^/]+)\/miedza$/.exec(server.repository.url) ?? [];
  assert.equal(server.name, `io.github.${owner}/miedza`);
  const [pack] = server.packages;
  assert.deepEqual([pack?.identifier, pack?.version], [about.name, about.version]);
  assert.equal(pack?.packageArguments[0]?.value, 'mcp');
  const named = pack?.packageArguments.flatMap(({ name }) => name ?? []) ?? [];
  const variables = pack?.environmentVariables.map(({ name }) => name) ?? [];
  assert.deepEqual([...named, ...variables], ['--url', 'MIEDZA_DATA', 'MIEDZA_API_KEY']);
  for (const name of [...named, ...variables]) assert.ok(mcp.help.includes(name), name);
});

test('the configurations in the README can be read', () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block));
  assert.equal(blocks.length, 4);
  for (const block of blocks) {
    const { miedza } = block.mcpServers ?? block.servers;
    assert.ok(miedza.url?.endsWith('/mcp') || miedza.args.includes('mcp'), JSON.stringify(block));
  }
});
