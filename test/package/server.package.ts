// The package as a stranger gets it: packed, unpacked into an empty folder, and used from there. The packages it depends on
// are linked beside it, those it names and no others, because installing would need the network.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type RunningServer, run, startServer } from '../process/program.ts';
import { temporaryFolder } from '../sample.ts';
import { olderNode } from './older-node.ts';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
const modules = join(folder, 'node_modules');
const packed = join(modules, 'miedza');
const program = join(packed, 'bin', 'miedza.js');
const data = join(folder, 'data');
const { dependencies, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const inPackage = (pattern: string) => globSync(pattern, { cwd: packed }).sort();

let server: RunningServer;
before(async () => {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  await execute('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  await execute('tar', ['-xzf', join(folder, `miedza-${version}.tgz`), '-C', modules]);
  renameSync(join(modules, 'package'), packed);
  symlinkSync('../miedza/bin/miedza.js', join(modules, '.bin', 'miedza'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const sample = await run(['sample', '--parcels', '1000', '--data', data], {}, program);
  assert.equal(sample.code, 0, sample.stderr);
  server = await startServer(['--sample', '--data', data], {}, program);
});

/** Runs a program there with our Node before others, as it would be in a shell that has it. */
const inFolder = (command: string, words: readonly string[]) => {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  return execute(command, words, { cwd: folder, env });
};

test('the package holds what it needs and nothing else', () => {
  const tops = inPackage('*');
  assert.deepEqual(tops, [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'openapi.json',
    'package.json',
    'server.json',
  ]);
  assert.ok(inPackage('dist/**/*.js').length > 200);
  const statements = globSync('src/**/*.sql', { cwd: ROOT }).map((file) => join('dist', file));
  assert.ok(statements.length >= 3, 'the schema and its migrations');
  assert.deepEqual(inPackage('dist/**/*.sql'), statements.sort());
  const source = inPackage('**/*.ts').filter((file) => !file.endsWith('.d.ts'));
  assert.deepEqual(source, [], 'Node runs no TypeScript under node_modules');
  assert.deepEqual(inPackage('dist/**/{*.test,*.fixture,test-*}.*'), []);
});

const importsOf = (file: string) => {
  const text = readFileSync(join(packed, file), 'utf8');
  const found = text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*'([^']+)'|import\('([^']+)'\)/g);
  return [...found].map(([, named, dynamic]) => named ?? dynamic ?? '');
};

test('the client runs on its own files alone', () => {
  const imported = inPackage('dist/packages/client/src/*.js').flatMap(importsOf);
  assert.ok(imported.length >= 4);
  assert.deepEqual(
    imported.filter((of) => !of.startsWith('./')),
    [],
  );
});

test('package.json names every package that is imported', () => {
  const imported = inPackage('dist/**/*.{js,d.ts}')
    .flatMap(importsOf)
    .filter((of) => !of.startsWith('.'));
  const packages = new Set(
    imported
      .filter((of) => !of.startsWith('node:') && !builtinModules.includes(of))
      .map((of) => /^(@[^/]+\/)?[^/]+/.exec(of)?.[0]),
  );
  assert.ok(packages.has('fastify') && packages.has('zod'));
  assert.deepEqual(
    [...packages].filter((name) => name === undefined || !(name in dependencies)),
    [],
  );
});

test('npx finds the program', async () => {
  const { stdout } = await inFolder('npx', ['--no-install', 'miedza', 'openapi']);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')));
});

test('the packed server answers', async () => {
  const response = await fetch(`${server.url}/v1/check?id=${EXAMPLE_ID}`, {
    headers: { 'X-Api-Key': 'demo' },
  });
  const body = JSON.parse(await response.text());
  assert.deepEqual([response.status, body.status, body.result.record.id], [200, 'ok', EXAMPLE_ID]);
});

/** The example of the client, of the copy in this package, asking our server. */
function example(): string {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = /```ts\n(import [^`]+ from '@miedza\/client';[^`]+)```/.exec(text)?.[1] ?? '';
  assert.ok(block.includes("'http://127.0.0.1:8080'"), 'README.md has an example of the client');
  return block.replace('http://127.0.0.1:8080', server.url).replace('@miedza/client', 'miedza/client');
}

test('the example of the README runs', async (context) => {
  writeFileSync(join(folder, 'example.mjs'), example());
  const check = async (node: string) => {
    const { stdout } = await inFolder(node, ['example.mjs']);
    const lines = stdout.trim().split('\n');
    assert.match(lines[0] ?? '', /^(pass|conditional|fail|unknown)$/);
    assert.ok(
      lines.some((line) => /^wz_possible \w+ .*(art\.|ust\.)/.test(line)),
      stdout,
    );
    assert.ok(lines.includes(`${EXAMPLE_ID} 0`), stdout);
    assert.match(lines.at(-1) ?? '', /^invalid_input 400 Pass exactly one of q, id or point/);
  };
  await check(process.execPath);
  const older = await olderNode();
  if (older === null) context.diagnostic('there is no Node 20 to 23 beside ours: not tried on one');
  else await check(older);
});

const CONSUMER = `
import { type LayerKey, MiedzaClient } from 'miedza/client';
const miedza = new MiedzaClient({ url: 'http://x', key: 'k' });
const flood = await miedza.layer({ layer: 'flood', id: 'x' });
export const q100: boolean | undefined = flood.status === 'ok' ? flood.result.answer.value?.q100 : undefined;
const found = await miedza.search({ point: '52,21', radius_m: 10 });
export const next: string | null = found.status === 'ok' ? found.page.next_cursor : null;
export const keys: LayerKey[] = ['planning', 'wz'];
await miedza.parcel_batch({ items: [{ q: 'x', ref: '1' }], geometry: 'none' });
`;

const MISTAKES = [
  "await miedza.check({ r: 'x' });",
  "await miedza.layer({ layer: 'floods', id: 'x' });",
  "(await miedza.check({ q: 'x' })).result.verdict;",
  'flood.status === "ok" && flood.result.answer.value?.q1000;',
  'await miedza.parcel_batch({ items: [{ name: 1 }] });',
  "for await (const page of miedza.pages('check', { q: 'x' })) page;",
];

test('its types are found, and tell right from wrong', async () => {
  const options = { module: 'nodenext', target: 'esnext', lib: ['esnext', 'dom'], types: [], noEmit: true };
  const compilerOptions = { ...options, strict: true, exactOptionalPropertyTypes: true };
  const files = { 'example.mts': example(), 'right.mts': CONSUMER };
  const wrong = MISTAKES.map((mistake, at) => [`wrong-${at}.mts`, `${CONSUMER}${mistake}\n`] as const);
  for (const [name, text] of [...Object.entries(files), ...wrong]) writeFileSync(join(folder, name), text);
  const tsconfig = { compilerOptions, files: [...Object.keys(files), ...wrong.map(([name]) => name)] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const { stdout } = await inFolder(join(ROOT, 'node_modules/.bin/tsc'), ['--pretty', 'false']).catch(
    (error: { stdout: string }) => error,
  );
  const places = stdout.split('\n').filter((line) => line.includes('error TS'));
  assert.deepEqual(
    [...new Set(places.map((line) => line.split('(')[0]))].sort(),
    wrong.map(([name]) => name),
    stdout,
  );
});
