// Who may import what, read from the imports themselves. The rooms and their rules are those of the architecture:
// http, mcp → service → store port → domain → contract; ingest and service never see each other; the outer files see all.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  readonly file: string;
  /** A path from the root, `node:…` or the name of a package. */
  readonly of: string;
  readonly typeOnly: boolean;
}

const isProduct = (file: string) => !/\.(test|fixture)\.ts$|\/test-\w+\.ts$/.test(file);
const files = globSync(['src/**/*.ts', 'world/**/*.ts'], { cwd: ROOT }).filter(isProduct).sort();
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)(import|export)( type)?\s[^;'"]*?from '([^']+)'|\bimport\(?\s*'([^']+)'/g,
  );
  return [...found].map(([, , type, named, bare]) => {
    const of = named ?? bare ?? '';
    return {
      file,
      of: of.startsWith('.') ? join(dirname(file), of) : of,
      typeOnly: type !== undefined,
    };
  });
}

/** Room → what it may import: folders and files of the product by prefix, packages by name. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/contract/': ['src/contract/', 'zod'],
  'src/domain/': ['src/domain/', 'src/contract/', 'geos-wasm', 'proj4', 'node:crypto'],
  'src/store/': ['src/store/', 'src/domain/', 'src/contract/', 'node:'],
  'src/service/': [
    'src/service/',
    'src/contract/',
    'src/domain/',
    'src/store/reads.ts',
    'src/store/cursor.ts',
    'src/store/rate-limiter.ts',
    'src/store/sqlite/key-ring.ts',
    'src/store/sqlite/keys.ts',
    'src/store/sqlite/ledger.ts',
    'zod',
  ],
  'src/http/': [
    'src/http/',
    'src/service/',
    'src/contract/',
    'fastify',
    'pino',
    'prom-client',
    'zod',
    'node:crypto',
    'node:util',
    'node:zlib',
  ],
  'src/client/': ['src/client/', 'src/contract/', 'zod'],
  'src/mcp/': [
    'src/mcp/',
    'src/service/',
    'src/contract/',
    'src/store/sqlite/keys.ts',
    'src/domain/assess/verdict.ts',
    'src/http/server.ts',
    '@modelcontextprotocol/server',
    'fastify',
    'jose',
    'package.json',
    'zod',
    'node:',
  ],
  'src/ingest/': [
    'src/ingest/',
    'src/contract/',
    'src/domain/',
    'src/store/writer.ts',
    'saxes',
    'yauzl',
    'yazl',
    'package.json',
    'node:',
  ],
  world: ['world/', 'src/domain/', 'yazl', 'node:'],
};

const roomOf = (file: string) => Object.keys(ROOMS).find((room) => file.startsWith(room));

test('the imports were read', () => {
  assert.ok(files.length > 100, `${files.length} files`);
  assert.ok(imports.length > 350, `${imports.length} imports`);
  for (const room of Object.keys(ROOMS)) {
    const inside = imports.filter(({ file }) => file.startsWith(room));
    assert.ok(inside.length >= 5, `${room}: ${inside.length} imports`);
  }
});

test('every room imports only what it may', () => {
  const wrong = imports.filter(({ file, of }) => {
    const room = roomOf(file);
    return room !== undefined && !(ROOMS[room] ?? []).some((allowed) => of.startsWith(allowed));
  });
  assert.deepEqual(
    wrong.map(({ file, of }) => `${file} imports ${of}`),
    [],
  );
});

test('what belongs to no room is one of the outer files', () => {
  const outer = files.filter((file) => roomOf(file) === undefined && !file.startsWith('src/commands/'));
  assert.deepEqual(outer, [
    'src/app.ts',
    'src/compute-worker.ts',
    'src/config.ts',
    'src/data-folder.ts',
    'src/dataset.ts',
    'src/main.ts',
  ]);
});

test('only the outer files know the outer files', () => {
  const outer = /^src\/(commands\/|(app|compute-worker|config|data-folder|dataset|main)\.ts)/;
  const wrong = imports.filter(({ file, of }) => outer.test(of) && !outer.test(file));
  assert.deepEqual(wrong, []);
});

test('ingest knows of the store the writing side of the port, service the reading side and its cursors', () => {
  const seen = (room: string) =>
    new Set(
      imports
        .filter(({ file, of }) => file.startsWith(room) && of.startsWith('src/store/'))
        .map(({ of }) => of),
    );
  assert.deepEqual(seen('src/ingest/'), new Set(['src/store/writer.ts']));
  assert.deepEqual(
    seen('src/service/'),
    new Set([
      'src/store/reads.ts',
      'src/store/cursor.ts',
      'src/store/rate-limiter.ts',
      'src/store/sqlite/key-ring.ts',
      'src/store/sqlite/keys.ts',
      'src/store/sqlite/ledger.ts',
    ]),
  );
});

test('the client knows the contract by its types alone', () => {
  const foreign = imports.filter(
    ({ file, of }) => file.startsWith('src/client/') && !of.startsWith('src/client/'),
  );
  assert.ok(foreign.length >= 5, `${foreign.length} imports`);
  assert.deepEqual(
    foreign.filter(({ typeOnly }) => !typeOnly),
    [],
  );
});

test('the product imports neither tests nor benchmarks', () => {
  const wrong = imports.filter(({ of }) => /^(test|bench)\/|\.(test|fixture)\.ts$/.test(of));
  assert.deepEqual(wrong, []);
});

test('every imported file exists', () => {
  const known = new Set(globSync('**/*.ts', { cwd: ROOT, exclude: ['node_modules/**'] }));
  const missing = imports.filter(({ of }) => /^(src|world|test|bench)\//.test(of) && !known.has(of));
  assert.deepEqual(missing, []);
});

test('environment and process are read where they belong', () => {
  const reads = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(
    reads(/process\.env/).filter((file) => file !== 'src/config.ts'),
    [],
  );
  const pure = reads(/\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/).filter((file) =>
    /^src\/(domain|contract)\//.test(file),
  );
  assert.deepEqual(pure, [], 'domain and contract read no clock and throw no dice');
});

test('no file imports itself by a round trip', () => {
  const next = new Map<string, string[]>();
  for (const { file, of, typeOnly } of imports) {
    if (!typeOnly && of.endsWith('.ts')) next.set(file, [...(next.get(file) ?? []), of]);
  }
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(file), `${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
    if (done.has(file)) return;
    for (const other of next.get(file) ?? []) visit(other, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.ok(done.size >= files.length);
});
