// Decision 0002 and package.json name the same packages in the same versions: no package is there without a reason, and
// no reason outlives its package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };

const PAGE = readFileSync(new URL('../docs/decisions/0002-dependencies.md', import.meta.url), 'utf8');
const [program = '', development = ''] = PAGE.split('\nFor development:\n');

/** Package → version, of the rows of a table. */
function packagesIn(text: string): Record<string, string> {
  const rows = text.matchAll(/^\| (@?[a-z][\w./-]*) +\| (\S+) +\|/gm);
  return Object.fromEntries([...rows].map(([, name = '', version = '']) => [name, version]));
}

test('the page gives a reason for every package of the program, and for no other', () => {
  assert.deepEqual(packagesIn(program), manifest.dependencies);
});

test('and for every package of development', () => {
  assert.deepEqual(packagesIn(development), manifest.devDependencies);
});

test('versions are exact', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    [],
  );
});
