import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { citationsIn } from './cited-rules.ts';

const FIXTURE = fileURLToPath(new URL('./cited-rules.fixture.ts', import.meta.url));
const { counted, skipped } = citationsIn(readFileSync(FIXTURE, 'utf8'));

test('a test that always runs counts, one that may be skipped does not', () => {
  assert.deepEqual(counted, [
    ...['2.1-one-target', '2.1-q-length', '2.1-id-forms', '2.1-point', '2.1-lat-lng', '2.1-ranges'],
    ...['2.2-members', '2.2-result-null', '2.2-candidates', '2.2-note', '2.2-page'],
  ]);
  assert.deepEqual(skipped, [
    ...[
      '4.1-limit',
      '4.1-settle',
      '4.1-result',
      '4.1-held',
      '4.1-typos',
      '4.1-diacritics',
      '4.1-needs-obreb',
    ],
    ...['4.2-layers', '4.2-geometry', '4.3-items', '4.3-no-extra', '4.3-envelopes'],
  ]);
});

test('the runner skips what is not counted, and runs what is', () => {
  // Under the runner's own variable a second run would do nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const tap = spawnSync(process.execPath, ['--test', '--test-reporter=tap', FIXTURE], {
    env,
    encoding: 'utf8',
  });
  const ran: string[] = [];
  const left: string[] = [];
  for (const [, ids = '', mark] of tap.stdout.matchAll(/^ *ok \d+ - (\d[^:\n]*):[^#\n]*(#.*)?$/gm))
    (mark === undefined ? ran : left).push(...ids.split(', '));
  assert.deepEqual(ran.sort(), [...counted, '4.1-needs-obreb'].sort(), 'a test without a body passes');
  // What stands in a skipped suite is not even named.
  const unnamed = new Set(['4.1-needs-obreb', '4.3-items', '4.3-no-extra']);
  assert.deepEqual(left.sort(), skipped.filter((id) => !unnamed.has(id)).sort());
});
