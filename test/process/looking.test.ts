// Commands that only look: they make no folder, work where nothing can be written, and end quietly when whoever reads
// their output has had enough. What is named as an example is held.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Envelope } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { main } from '../../src/main.ts';
import { editBulk } from '../ingest/bulk-file.ts';
import { load } from '../ingest/load-file.ts';
import { buildSampleData, LAND, temporaryFolder } from '../sample.ts';
import { PROGRAM, startServer } from './program.ts';
import { runWarm } from './warm-program.ts';

const root = temporaryFolder();
let data: string;
let files: string;

before(async () => {
  ({ data, files } = await buildSampleData(1_000, { only: LAND }));
});

describe('a folder that is not there', () => {
  const COMMANDS = [
    ['keys', 'list'],
    ['keys', 'usage'],
    ['keys', 'revoke', 'x'],
    ['keys', 'nonsense'],
    ['ingest', 'status'],
    ['ingest', 'report'],
    ['ingest', 'refresh'],
    ['get', 'parcel', EXAMPLE_ID],
    ['explain', 'Wola'],
  ];
  it('is not made by looking into it', async (context) => {
    for (const words of COMMANDS) {
      const write = context.mock.method(process.stderr, 'write', () => true);
      const code = await main([...words, '--data', join(root, 'nope')]);
      const said = write.mock.calls.map((call) => String(call.arguments[0])).join('');
      context.mock.restoreAll();
      assert.deepEqual([code, existsSync(join(root, 'nope'))], [2, false], `${words.join(' ')}: ${said}`);
      assert.match(said, /^miedza: [^\n]+\n$/);
    }
  });

  it('of keys: a folder without a file of keys has none, and is left so', async () => {
    const folder = join(root, 'bare');
    mkdirSync(folder);
    const { code, stdout } = await runWarm(['keys', 'list', '--data', folder]);
    assert.equal(code, 0);
    assert.match(stdout, /^name +id /);
    assert.deepEqual(readdirSync(folder), []);
  });
});

/** As somebody who may not write there: what root is forbidden nothing of. */
const NOBODY = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Of its own: it may not write where others keep compiled code. */
const compiled = join(root, 'compiled');
before(() => {
  mkdirSync(compiled);
  chmodSync(compiled, 0o777);
});

async function runAsNobody(words: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    ...asNobody,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...output };
}

describe('a folder that cannot be written', () => {
  const readOnly = join(root, 'read-only');

  before(() => {
    mkdirSync(readOnly);
    cpSync(join(data, 'dataset.gpkg'), join(readOnly, 'dataset.gpkg'));
    chmodSync(root, 0o755);
    chmodSync(join(readOnly, 'dataset.gpkg'), 0o444);
    chmodSync(readOnly, 0o555);
  });

  it('is read by get, explain, ingest status and ingest report', async () => {
    for (const [words, expected] of [
      [['get', 'parcel', EXAMPLE_ID], /141803_2\.0009\.123\/4/],
      [['explain', 'dz. 123/4 Wola Mrokowska'], /141803_2\.0009\.123\/4/],
      [['ingest', 'status'], /^egib +1418 /m],
      [['ingest', 'report'], /^run \d+ .* egib /m],
    ] as const) {
      const { code, stdout, stderr } = await runAsNobody([...words, '--data', readOnly]);
      assert.deepEqual([code, stderr], [0, ''], words.join(' '));
      assert.match(stdout, expected);
    }
    assert.deepEqual(readdirSync(readOnly), ['dataset.gpkg']);
  });

  it('is refused by what would write, in plain words', async () => {
    const file = join(root, '1418.gpkg');
    writeFileSync(file, 'x');
    for (const words of [
      ['ingest', '--from', file],
      ['keys', 'create', 'x'],
    ]) {
      const { code, stderr } = await runAsNobody([...words, '--data', readOnly]);
      assert.equal(code, 2, `${words.join(' ')}: ${stderr}`);
      assert.match(stderr, /^miedza: the data folder .* cannot be written \(EACCES\)/);
    }
  });

  it('is not read where something waits beside the dataset to be folded in', async () => {
    const half = join(root, 'half');
    mkdirSync(half);
    cpSync(join(data, 'dataset.gpkg'), join(half, 'dataset.gpkg'));
    writeFileSync(join(half, 'dataset.gpkg-wal'), 'x');
    chmodSync(half, 0o555);
    const { code, stderr } = await runAsNobody(['ingest', 'status', '--data', half]);
    assert.equal(code, 2);
    assert.match(stderr, /^miedza: .*dataset\.gpkg-wal holds what is not in the file yet; run/);
  });
});

describe('a reader who has had enough', () => {
  /** What the shell does for "miedza … | head -1": reads a little and closes. */
  async function readLittle(words: readonly string[]) {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    return { code, stderr };
  }

  it('ends every command that prints quietly', async () => {
    for (const words of [
      ['openapi'],
      ['--help'],
      ['ingest', 'report', '--data', data],
      ['get', 'parcel', EXAMPLE_ID, '--json', '--data', data],
    ]) {
      assert.deepEqual(await readLittle(words), { code: 0, stderr: '' }, words.join(' '));
    }
  });
});

describe('the example', () => {
  const ask = async (url: string) =>
    (await (await fetch(url, { headers: { 'x-api-key': 'k' } })).json()) as Envelope;

  it('is a parcel that is held, in the banner and in errors', async () => {
    const own = join(root, 'own');
    const edited = join(root, 'edited');
    await editBulk(files, edited, '1418', (db) => {
      db.exec(`DELETE FROM dzialki WHERE id_dzialki = '${EXAMPLE_ID}'`);
    });
    await load(join(edited, '1418.gpkg.zip'), own);
    const server = await startServer(['--data', own, '--api-key', 'k']);
    try {
      const path = /'X-Api-Key: k' '(\S+)'/.exec(server.output.stderr)?.[1] ?? '';
      assert.doesNotMatch(decodeURIComponent(path), new RegExp(`${EXAMPLE_ID}$`));
      assert.equal((await ask(path)).status, 'ok');
      for (const asked of ['id=nonsense', `id=${EXAMPLE_ID}`]) {
        const { error } = await ask(`${server.url}/v1/parcel?${asked}`);
        assert.equal(`${server.url}/v1/parcel?id=${encodeURIComponent(error?.example_id ?? '')}`, path);
      }
    } finally {
      await server.stop('SIGTERM');
    }
  });

  it('before parcels are loaded is none', async () => {
    const own = join(root, 'units');
    const units = readdirSync(files).find((name) => name.startsWith('TERC')) ?? '';
    await load(join(files, units), own);
    const server = await startServer(['--data', own, '--api-key', 'k']);
    try {
      assert.match(server.output.stderr, /'http:\S+\/v1\/sources'/);
      const { error } = await ask(`${server.url}/v1/parcel?id=nonsense`);
      assert.deepEqual([error?.code, error?.example_id], ['invalid_input', undefined]);
    } finally {
      await server.stop('SIGTERM');
    }
  });
});
