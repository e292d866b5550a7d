import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circlesIn, exportsIn, importsIn } from './import-graph.ts';
import { isAllowed, readRooms, roomOf } from './rooms.ts';

const edges = (text: string) =>
  text.split(' ').map((edge) => {
    const [file = '', of = ''] = edge.split('>');
    return { file, of, typeOnly: false };
  });

test('circles, whatever leads to them', () => {
  const table: [graph: string, circles: string[][]][] = [
    ['a>b b>c a>c c>d', []],
    ['a>b b>a', [['a', 'b']]],
    ['a>a', [['a']]],
    ['x>b b>c c>d d>b d>y', [['b', 'c', 'd']]],
    // Two that share a file are one; two that are joined one way are two.
    ['a>b b>a b>c c>b', [['a', 'b', 'c']]],
    [
      'd>c c>d a>b b>a a>c',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ];
  for (const [graph, circles] of table) assert.deepEqual(circlesIn(edges(graph)), circles, graph);
});

test('imports and exports of a text', () => {
  const text = `import type { A } from './a.ts';
import { type B, b } from '../b.ts';
import {
  c,
} from 'package/c';
export { d } from './d.ts';
export type { E } from './e.ts';
const late = () => import('./f.ts');
export const Name = 1;
export type Name = number;
export async function work() {}
export interface Shape {}
export class Thing {}
const hidden = 1;
`;
  assert.deepEqual(
    importsIn('src/room/x.ts', text).map(({ of, typeOnly }) => (typeOnly ? `types of ${of}` : of)),
    [
      'types of src/room/a.ts',
      'src/b.ts',
      'package/c',
      'src/room/d.ts',
      'types of src/room/e.ts',
      'src/room/f.ts',
    ],
  );
  assert.deepEqual([...exportsIn(text)], ['Name', 'work', 'Shape', 'Thing']);
});

test('the table of rooms', () => {
  const rooms = readRooms(`Text.

| Room | What it is | May import |
| --- | --- | --- |
| \`src/main.ts\`, \`src/app.ts\` | outer files | everything |
| \`src/low/\` | the lowest | \`zod\`, \`node:fs\` |
| \`src/high/\` | above it | \`low/\`, \`mid/port.ts\`, types of \`mid/inner.ts\`, \`node:\` |
| \`src/high/tower/\` | a room in a room | \`low/\` |

More | text | after | it.
`);
  const judged = (file: string, of: string, typeOnly = false) => {
    const room = roomOf(rooms, file);
    return room && isAllowed(room, { file, of, typeOnly });
  };
  const table: [file: string, of: string, expected: boolean | undefined][] = [
    ['src/main.ts', 'src/anything/at/all.ts', true],
    ['src/other.ts', 'src/low/a.ts', undefined],
    ['src/low/a.ts', 'src/low/deep/b.ts', true],
    ['src/low/a.ts', 'src/high/b.ts', false],
    ['src/low/a.ts', 'zod', true],
    ['src/low/a.ts', 'zod-of-another', false],
    ['src/low/a.ts', 'node:fs', true],
    ['src/low/a.ts', 'node:fs/promises', false],
    ['src/high/a.ts', 'src/low/b.ts', true],
    ['src/high/a.ts', 'src/lower/b.ts', false],
    ['src/high/a.ts', 'src/mid/port.ts', true],
    ['src/high/a.ts', 'src/mid/other.ts', false],
    ['src/high/a.ts', 'src/mid/inner.ts', false],
    ['src/high/a.ts', 'node:fs/promises', true],
    ['src/high/a.ts', 'src/main.ts', false],
    ['src/high/tower/a.ts', 'src/mid/port.ts', false],
    ['src/high/tower/a.ts', 'src/high/a.ts', false],
    ['src/high/a.ts', 'src/high/tower/a.ts', true],
  ];
  for (const [file, of, expected] of table) assert.equal(judged(file, of), expected, `${file} imports ${of}`);
  assert.equal(judged('src/high/a.ts', 'src/mid/inner.ts', true), true);
  assert.throws(() => readRooms('no table'), /There is no table/);
  const broken =
    '| Room | What it is | May import |\n| --- | --- | --- |\n| `src/a/` | a room | all of zod |\n';
  assert.throws(() => readRooms(broken), /Not a row of rooms: .*all of zod/);
});
