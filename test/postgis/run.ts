// npm run test:pg: the tests that need PostgreSQL with PostGIS, over one private cluster on a unix socket that is gone afterwards.
// Words behind it are files to run instead of all.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { findPostgres, startPostgis } from '../../bench/postgis.ts';

/** What a power cut would lose nobody needs. */
const UNSAFE_AND_QUICK = ['fsync=off', 'full_page_writes=off'];

const bin = findPostgres();
const cluster = bin === null ? null : await startPostgis(bin, UNSAFE_AND_QUICK);
if (!cluster) {
  process.stderr.write('npm run test:pg needs PostgreSQL with PostGIS: apt-get install postgresql postgis\n');
  process.exit(1);
}
try {
  const named = process.argv.slice(2);
  const files = named.length > 0 ? named : globSync('test/postgis/*.pg.ts').sort();
  const tests = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=1',
      '--test-timeout=240000',
      '--test-force-exit',
      '--test-reporter=spec',
      ...files,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, MIEDZA_TEST_POSTGRES: cluster.url },
    },
  );
  const [code] = await once(tests, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await cluster.stop();
}
