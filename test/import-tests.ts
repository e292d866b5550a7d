// Many test files in one process: starting one and loading what they share costs more than most of them take. Each file is
// a suite of its own, so that its hooks stay its own.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
// Here, so that its hook ends servers left by a failed test when all files are through, not with the first that uses it.
import './process/program.ts';

// The whole suite draws the same cases every time; a file run by itself draws new ones, and so does another seed here.
fc.configureGlobal({ seed: Number(process.env.MIEDZA_TEST_SEED ?? 1) });

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function importTests(...patterns: readonly string[]): Promise<void> {
  const files = globSync(patterns, { cwd: ROOT }).sort();
  assert.ok(files.length > 0, `no file is like ${patterns.join(' or ')}`);
  for (const file of files) {
    const { promise, resolve } = Promise.withResolvers<void>();
    describe(file, () => import(join(ROOT, file)).finally(resolve));
    // One at a time: a file that waits for the same module as another would find itself in that one's suite.
    await promise;
  }
}
