// Who may import what, by the table of rooms in CONTRIBUTING.md and the imports themselves; no circles; one name, one
// meaning. What is not so yet is listed here, exactly: a list only ever shrinks.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { circlesIn, exportsIn, importsIn } from './import-graph.ts';
import { isAllowed, isUse, readRooms, roomOf } from './rooms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const isTestFile = (file: string) => /\.(test|fixture)\.ts$|\/test-[\w-]+\.ts$/.test(file);
const files = globSync(['src/**/*.{ts,tsx}', 'packages/*/{src,build}/**/*.ts', 'world/**/*.ts'], {
  cwd: ROOT,
})
  .filter((file) => !isTestFile(file))
  .sort();
const imports = files.flatMap((file) => importsIn(file, read(file)));
const rooms = readRooms(read('CONTRIBUTING.md'));

/** What names are unique in: the server and its client. */
const PRODUCT = /^src\/|^packages\/\w+\/src\//;

/** Only ever remove from this list: files that import one another in a round, by their types at least. */
const CIRCLES: string[][] = [];

/** "key: file file", in order, of the keys that more than one file has. */
const shared = (pairs: readonly (readonly [key: string, file: string])[]) =>
  [...Map.groupBy(pairs, ([key]) => key)]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => `${key}: ${all.map(([, file]) => file).join(' ')}`)
    .sort();

test('table, files and imports were read', () => {
  assert.ok(rooms.length >= 9, `${rooms.length} rooms`);
  assert.ok(files.length >= 280, `${files.length} files`);
  assert.ok(imports.length >= 1_500, `${imports.length} imports`);
  for (const room of rooms) {
    const inside = imports.filter(({ file }) => roomOf(rooms, file) === room);
    assert.ok(inside.length >= 5, `${room.places.join(', ')}: ${inside.length} imports`);
  }
});

test('every file belongs to a room', () => {
  assert.deepEqual(
    files.filter((file) => roomOf(rooms, file) === undefined),
    [],
  );
});

test('every room imports only what it may', () => {
  const wrong = imports.filter((one) => {
    const room = roomOf(rooms, one.file);
    return room !== undefined && !isAllowed(room, one);
  });
  assert.deepEqual(
    wrong.map(({ file, of, typeOnly }) => `${file} imports ${typeOnly ? 'types of ' : ''}${of}`),
    [],
  );
});

test('the table names nothing that is not there, and permits nothing that nobody uses', () => {
  const idle = rooms.flatMap((room) => {
    const inside = imports.filter(({ file }) => roomOf(rooms, file) === room);
    const places = room.places.filter((place) => !files.some((file) => file.startsWith(place)));
    const permissions = room.may === 'everything' ? [] : room.may;
    const unused = permissions.filter((permission) => !inside.some((one) => isUse(permission, one)));
    return [...places, ...unused.map(({ of }) => `${room.places.join(', ')}: ${of}`)];
  });
  assert.deepEqual(idle, []);
});

test('the product imports neither tests nor benchmarks', () => {
  const wrong = imports.filter(({ of }) => /^(test|bench)\//.test(of) || isTestFile(of));
  assert.deepEqual(wrong, []);
});

test('every imported file exists', () => {
  const known = new Set(globSync('**/*.{ts,tsx,json}', { cwd: ROOT, exclude: ['**/node_modules/**'] }));
  const missing = imports.filter(({ of }) => /^(src|packages|world|test|bench)\//.test(of) && !known.has(of));
  assert.deepEqual(missing, []);
});

test('environment and process are read where they belong', () => {
  const reads = (pattern: RegExp) => files.filter((file) => pattern.test(read(file)));
  assert.deepEqual(
    reads(/process\.env/).filter((file) => file !== 'src/config.ts'),
    [],
  );
  const pure = reads(/\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/).filter((file) =>
    /^src\/(domain|contract)\//.test(file),
  );
  assert.deepEqual(pure, [], 'domain and contract read no clock and throw no dice');
});

test('no file imports itself by a round trip, not even by types', () => {
  assert.deepEqual(circlesIn(imports), CIRCLES);
});

test('one exported name, one meaning', () => {
  const names = files
    .filter((file) => PRODUCT.test(file))
    .flatMap((file) => [...exportsIn(read(file))].map((name) => [name, file] as const));
  assert.ok(names.length >= 800, `${names.length} names`);
  assert.deepEqual(shared(names), []);
});

test('one file name, one room', () => {
  // A recipe has the name of its source, and so may the layer that it feeds.
  const isRecipe = (file: string) => file.startsWith('src/ingest/recipes/');
  const named = files
    .filter((file) => PRODUCT.test(file) && basename(file) !== 'index.ts')
    .filter((file) => !isRecipe(file) || !files.includes(`src/domain/layers/${basename(file)}`));
  const apart = [...Map.groupBy(named, (file) => basename(file))].filter(
    ([, all]) => new Set(all.map((file) => roomOf(rooms, file))).size > 1,
  );
  assert.deepEqual(shared(apart.flatMap(([name, all]) => all.map((file) => [name, file] as const))), []);
});
