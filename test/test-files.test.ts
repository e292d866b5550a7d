// npm test runs every test file, and each once: by its own name or in a group.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import about from '../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesLike = (patterns: readonly string[]) => globSync(patterns, { cwd: ROOT });

/** What stands in quotes, be it a word of the shell or of a list. */
const quotedIn = (text: string, mark: string) =>
  [...text.matchAll(new RegExp(`${mark}([^${mark}]+)${mark}`, 'g'))].map(([, word = '']) => word);

test('every test file is run once', () => {
  const run = filesLike(quotedIn(about.scripts.test, '"')).flatMap((file) => {
    if (!file.endsWith('.group.ts')) return [file];
    const [, patterns = ''] = /importTests\(([^;]*)\);/.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
    return filesLike(quotedIn(patterns, "'"));
  });
  const all = filesLike(['{src,packages,world,test,tools,bench}/**/*.test.ts']).filter(
    (file) => !file.includes('node_modules'),
  );
  assert.ok(all.length > 250, `${all.length} files`);
  assert.deepEqual(run.sort(), all.sort());
});
