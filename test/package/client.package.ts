// The client as a stranger gets it: packed, installed alone into an empty folder, and used from there by plain Node, by the oldest
// Node it promises, by the compiler, and bundled for browsers.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { olderNode } from './older-node.ts';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
const installed = join(folder, 'node_modules', '@miedza', 'client');

let server: Client;
before(async () => {
  server = await startClient((await buildSampleData()).data);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'));
  await execute('npm', ['pack', '--silent', '-w', 'packages/client', '--pack-destination', folder], {
    cwd: ROOT,
  });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const packed = `./miedza-client-${version}.tgz`;
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: folder });
});
after(() => server.close());

// Tests within tests: the inner ones are not to report to the outer.
const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
const run = (node: string, words: readonly string[]) => execute(node, words, { cwd: folder, env });
const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
const [example = '', receiver = ''] = [...readme.matchAll(/```ts\n([^`]+)```/g)].map(([, block]) => block);

test('the package holds its code, its types and nothing else, and needs no other', () => {
  assert.deepEqual(globSync('*', { cwd: installed }).sort(), [
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  assert.deepEqual(globSync('node_modules/*', { cwd: folder }), ['node_modules/@miedza']);
  const files = globSync('dist/**/*', { cwd: installed });
  assert.ok(files.length >= 15, `${files.length} files`);
  for (const file of files) {
    const text = readFileSync(join(installed, file), 'utf8');
    const imported = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, of = '']) => of);
    for (const of of imported) assert.match(of, /^\.\/[\w-]+\.js$/, file);
  }
});

async function runExample(node: string): Promise<void> {
  const here = example.replace('http://127.0.0.1:8080', server.url).replace("'demo'", `'${TEST_KEY}'`);
  writeFileSync(join(folder, 'example.mjs'), here);
  const lines = (await run(node, ['example.mjs'])).stdout.trim().split('\n');
  assert.match(lines[0] ?? '', /^(pass|conditional|fail|unknown)$/);
  assert.ok(lines.includes(`${EXAMPLE_ID} 0`), lines.join('\n'));
  assert.match(lines.at(-1) ?? '', /^invalid_input 400 Pass exactly one of q, id or point/);
}

/** The tests beside the source, of what was packed. */
async function runOwnTests(node: string): Promise<void> {
  const tests = globSync('packages/client/src/*.test.ts', { cwd: ROOT });
  assert.ok(tests.length >= 3);
  const names = tests.map((file) => {
    const name = basename(file).replace(/\.ts$/, '.mjs');
    const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'));
    writeFileSync(join(folder, name), text.replaceAll(/'\.\/([\w-]+)\.ts'/g, `'${installed}/dist/$1.js'`));
    return name;
  });
  const { stdout } = await run(node, ['--test', '--test-reporter=tap', ...names]);
  assert.match(stdout, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) >= 10, stdout);
}

test('the example of its README and its own tests run on this Node', async () => {
  await runExample(process.execPath);
  await runOwnTests(process.execPath);
});

test('and on the oldest Node it promises', async (context) => {
  const node = await olderNode();
  if (node === null) return context.skip('there is no Node 20 to 23 beside ours');
  await runExample(node);
  await runOwnTests(node);
});

/** What is wrong in a program that uses the package, by file. */
async function compile(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): Promise<{ wrong: string[]; text: string }> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'esnext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const words = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'];
  const { stdout } = await run(process.execPath, words).catch((error: { stdout: string }) => error);
  const places = stdout.split('\n').filter((line) => line.includes('error TS'));
  return { wrong: [...new Set(places.map((line) => line.split('(')[0] ?? ''))].sort(), text: stdout };
}

const CONSUMER = `
import { MiedzaClient } from '@miedza/client';
const miedza = new MiedzaClient({ url: 'http://x' });
const flood = await miedza.layer({ layer: 'flood', id: 'x' });
export const q100: boolean | undefined = flood.status === 'ok' ? flood.result.answer.value?.q100 : undefined;
const told = await miedza.check({ id: 'x', detail: 'short' });
export const ids: string[] = told.status === 'ok' ? told.result.checks.map(({ source }) => source) : [];
`;
const MISTAKES = [
  "await miedza.check({ r: 'x' });",
  "await miedza.layer({ layer: 'floods', id: 'x' });",
  'flood.status === "ok" && flood.result.answer.value?.q1000;',
  'await miedza.parcel_batch({ items: [{ name: 1 }] });',
];

test('its types need no other package, and tell right from wrong', async () => {
  const wrong = MISTAKES.map((mistake, at) => [`wrong-${at}.mts`, `${CONSUMER}${mistake}\n`] as const);
  const files = {
    'example.mts': example,
    'receiver.mts': receiver,
    'right.mts': CONSUMER,
    ...Object.fromEntries(wrong),
  };
  const found = await compile(files, { lib: ['es2023', 'dom'], types: [], skipLibCheck: false });
  assert.deepEqual(
    found.wrong,
    wrong.map(([name]) => name),
    found.text,
  );
});

test('they are those of the contract, written out', async () => {
  // By operation, what one of them gives or takes the other does too.
  const same = `
    import type * as Packed from '@miedza/client';
    import type * as Source from '${ROOT}packages/client/src/client.ts';
    type Answers = { [N in Packed.OperationName]: Packed.Answer<N> };
    type Inputs = { [N in Packed.OperationName]: Packed.Input<N> };
    type SourceAnswers = { [N in Source.OperationName]: Source.Answer<N> };
    type SourceInputs = { [N in Source.OperationName]: Source.Input<N> };
    declare const answers: Answers, inputs: Inputs, sourceAnswers: SourceAnswers, sourceInputs: SourceInputs;
  `;
  const files = {
    'same.ts': `${same}
      export const a: SourceAnswers = answers;
      // Of a layer the package says more: which answer belongs to which key.
      export const b: Omit<Answers, 'layer'> = sourceAnswers;
      export const c: SourceInputs = inputs;
      export const d: Inputs = sourceInputs;
      export const e: Packed.FeatureAnswer<Packed.FeatureOperation> = {} as Source.FeatureAnswer<Source.FeatureOperation>;
      export const f: Source.LayerAnswer<'flood'> = {} as Packed.LayerAnswer<'flood'>;
      export const g: Packed.Envelope<1> = {} as Source.Envelope<1>;`,
    // That a difference would be seen at all.
    'other.ts': `${same} export const x: Answers['check'] = sourceAnswers.parcel;`,
  };
  const types = [join(ROOT, 'node_modules/@types/node')];
  const found = await compile(files, { allowImportingTsExtensions: true, skipLibCheck: true, types });
  assert.deepEqual(found.wrong, ['other.ts'], found.text);
});

test('bundled for browsers it runs where there is nothing of Node', async () => {
  const { build } = await import('esbuild-wasm');
  writeFileSync(join(folder, 'entry.js'), "export * from '@miedza/client';");
  const bundled = await build({
    entryPoints: [join(folder, 'entry.js')],
    ...{
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'client',
      target: 'es2022',
    },
  });
  const code = bundled.outputFiles[0]?.text ?? '';
  assert.ok(code.length < 20_000, `${code.length} characters`);
  // What the language itself does not bring: the standards of the web that a page and a worker have.
  const web = {
    fetch,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    setTimeout,
    clearTimeout,
  };
  const context = createContext({ ...web, atob, crypto: globalThis.crypto, Uint8Array, console });
  runInContext(code, context);
  const { MiedzaClient, verifyWebhook } = runInContext(
    'client',
    context,
  ) as typeof import('../../packages/client/src/client.ts');

  const miedza = new MiedzaClient({ url: server.url, key: TEST_KEY });
  const answer = await miedza.parcel({ id: EXAMPLE_ID });
  assert.equal(answer.status === 'ok' && answer.result.id, EXAMPLE_ID);

  const body = '{"type":"test","timestamp":"2026-11-15T12:00:00Z","data":{}}';
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from('AAAAAAAA', 'base64'))
    .update(`m.${time}.${body}`)
    .digest('base64');
  const headers = { 'webhook-id': 'm', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
  assert.equal((await verifyWebhook(body, headers, 'whsec_AAAAAAAA')).type, 'test');
  await assert.rejects(verifyWebhook(`${body} `, headers, 'whsec_AAAAAAAA'), /signature/);
});
