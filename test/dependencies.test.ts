// Decision 0002 and package.json name the same packages in the same versions: no package is there without a reason, and
// no reason outlives its package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import client from '../packages/client/package.json' with { type: 'json' };

const PAGE = readFileSync(new URL('../docs/decisions/0002-dependencies.md', import.meta.url), 'utf8');
const [program = '', rest = ''] = PAGE.split('\nFor development:\n');
const [development = '', runtime = ''] = rest.split('\nThe runtime, by system');

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

test('the runtime comes from packages with a digest in the lock file, for each system the same', () => {
  assert.deepEqual(packagesIn(runtime), manifest.optionalDependencies);
  assert.equal(new Set(Object.values(manifest.optionalDependencies)).size, 1);
});

test('every package has a digest, and none runs a script when it is installed', () => {
  // Our own have no copy in node_modules: they are linked from where they lie.
  const packages = Object.entries(lock.packages).filter(
    ([path, locked]) => path.startsWith('node_modules/') && !('link' in locked),
  );
  assert.ok(packages.length > 50);
  for (const [path, locked] of packages) {
    assert.match('integrity' in locked ? locked.integrity : '', /^sha512-/, path);
    assert.ok(!('hasInstallScript' in locked), path);
  }
});

test('the packages of our own need no other', () => {
  assert.deepEqual(
    Object.keys(client).filter((member) => /dependencies/i.test(member)),
    [],
  );
  assert.equal(client.version, manifest.version);
});
