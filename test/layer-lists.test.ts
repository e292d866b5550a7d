// Where layers and registers are listed by hand, beyond what the compiler asks for: a new one that is forgotten fails here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LAYER_KEYS, LAYER_ROWS, RECORD_LAYERS } from '../src/contract/layers.ts';
import { SOURCE_IDS } from '../src/domain/corpus/registers.ts';
import { RECIPES } from '../src/ingest/recipes/index.ts';
import type { Backend } from '../src/mcp/backend.ts';
import { readResource } from '../src/mcp/resources.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the glossary lists the layers of a record', () => {
  const [, listed = ''] =
    /^\| layer +\| One topic of a record: ([^.]*)\./m.exec(read('docs/glossary.md')) ?? [];
  assert.deepEqual(listed.split(', '), RECORD_LAYERS);
});

test('the sample world says of every layer where what holds', () => {
  const text = read('world/README.md');
  assert.deepEqual(
    LAYER_KEYS.filter((key) => !text.includes(`\`${key}\``)),
    [],
  );
});

test('the published contract names every layer, and assistants are told what each means', async () => {
  const { components } = JSON.parse(read('openapi.json'));
  assert.deepEqual(components.schemas.LayerKey.enum, LAYER_KEYS);
  const { contents } = await readResource('miedza://layers', {} as Backend);
  const { layers } = JSON.parse(contents[0]?.text ?? '');
  assert.deepEqual(
    layers.map(({ key, meaning }: { key: string; meaning: string }) => [key, meaning]),
    LAYER_KEYS.map((key) => [key, LAYER_ROWS[key].meaning]),
  );
});

test('every register can be loaded', () => {
  assert.deepEqual([...new Set(RECIPES.map(({ source }) => source))].sort(), [...SOURCE_IDS].sort());
});
