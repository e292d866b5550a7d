// npm run test:contract: what public generators make of openapi.json calls a running server. openapi-typescript comes by npm, openapi-python-client into a
// virtual environment; where either cannot be had, its test says so and is skipped.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CheckResult, LayerResult } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CONTRACT = here('../../openapi.json');
const TYPESCRIPT = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  /package\.json$/,
  'bin/tsc',
);
const folder = temporaryFolder();

let client: Client;
let expected: { verdict: string | undefined; flood: string | undefined };
before(async () => {
  client = await startClient((await buildSampleData()).data);
  const check = await client.get<CheckResult>(`/v1/check?id=${EXAMPLE_ID}`);
  const layer = await client.get<LayerResult>(`/v1/layer/flood?id=${EXAMPLE_ID}`);
  expected = { verdict: check.body.result?.verdict, flood: layer.body.result?.answer.coverage };
});
after(() => client.close());

/** Null when it could be made; else why not. */
function fetchTool(command: string, words: readonly string[]): string | null {
  const { status, error, stderr } = spawnSync(command, words, {
    encoding: 'utf8',
    cwd: folder,
    timeout: 120_000,
  });
  return status === 0
    ? null
    : `${command} ${words.join(' ')}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
}

test('openapi-typescript: its types fit what a server answers', async (t) => {
  const packages = ['--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3'];
  const missing = fetchTool('npm', ['exec', '--yes', ...packages, '--', 'openapi-typescript', '--version']);
  if (missing) return t.skip(missing);
  const words = ['exec', '--yes', ...packages, '--', 'openapi-typescript', CONTRACT, '-o', 'miedza.d.ts'];
  await run('npm', words, { cwd: folder });
  copyFileSync(here('use.mts.txt'), join(folder, 'use.mts'));
  const options =
    '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --allowImportingTsExtensions --types node';
  const types = here('../../node_modules/@types');
  await run(process.execPath, [TYPESCRIPT, ...options.split(' '), '--typeRoots', types, 'use.mts'], {
    cwd: folder,
  });
  const { stdout } = await run(process.execPath, ['use.mts', client.url, TEST_KEY], { cwd: folder });
  assert.deepEqual(JSON.parse(stdout), expected);
});

test('openapi-python-client: its client calls a server', async (t) => {
  const missing =
    fetchTool('python3', ['-m', 'venv', 'python']) ??
    fetchTool('python/bin/pip', ['install', '--quiet', 'openapi-python-client==0.29.1']);
  if (missing) return t.skip(missing);
  const bin = join(folder, 'python', 'bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  await run(join(bin, 'openapi-python-client'), ['generate', '--path', CONTRACT, '--output-path', 'made'], {
    cwd: folder,
    env,
  });
  const { stdout } = await run(join(bin, 'python'), [here('use.py'), client.url, TEST_KEY], {
    cwd: folder,
    env: { ...env, PYTHONPATH: join(folder, 'made') },
  });
  assert.deepEqual(JSON.parse(stdout), expected);
});
