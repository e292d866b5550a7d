import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inPart, readScope } from '../corpus/scope.ts';
import type { Box, MultiPolygon } from '../geometry/types.ts';
import { LoadGround, voivodeshipOf } from './load-place.ts';

const area = ([minX, minY, maxX, maxY]: Box): MultiPolygon => [
  [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ],
  ],
];
const BOUNDARIES = [
  { code: '1418', geometry: area([0, 0, 100, 100]) },
  { code: '1061', geometry: area([200, 0, 300, 100]) },
];
const at = (x: number): Box => [x, 10, x + 5, 15];

describe('the voivodeship of a file', () => {
  const TABLE: [string, string, Box[], string[], boolean, string | null][] = [
    ['is said in its name', 'gdos-lodzkie.zip', [at(10)], ['14'], true, '10'],
    [
      'is where most of its features lie',
      'gdos.zip',
      [at(10), at(20), at(250), at(900)],
      ['10', '14'],
      true,
      '14',
    ],
    [
      'is that of the first code where as many lie in each',
      'gdos.zip',
      [at(10), at(250)],
      ['14'],
      true,
      '10',
    ],
    ['cannot be told where they lie in none that is held', 'gdos.zip', [at(900)], ['14'], true, null],
    ['is the only one served, without boundaries', 'gdos.zip', [at(900)], ['14'], false, '14'],
    ['is the only one served, of an empty file', 'sopo-osuwiska.json', [], ['14'], true, '14'],
    ['cannot be told where two are served', 'sopo-osuwiska.json', [], ['10', '14'], true, null],
    ['cannot be told where nothing is', 'gdos.zip', [at(10)], [], false, null],
  ];
  for (const [name, file, boxes, voivodeships, hasBoundaries, expected] of TABLE) {
    it(name, () => {
      const boundaries = hasBoundaries ? BOUNDARIES : [];
      assert.equal(voivodeshipOf(file, boxes, { boundaries, voivodeships }), expected);
    });
  }
});

it('boundaries are gathered level by level, with their areas', () => {
  const ground = new LoadGround();
  for (const [level, code] of [
    ['powiat', '1418'],
    ['powiat', '1061'],
    ['gmina', '1418032'],
  ] as const) {
    ground.add({ kind: 'boundary', row: { level, code, name: null, geometry: area([0, 0, 10, 5]) } });
  }
  assert.deepEqual(
    [...ground.boundaries].map(([level, areas]) => [level, Object.fromEntries(areas)]),
    [
      ['powiat', { 1418: 50, 1061: 50 }],
      ['gmina', { 1418032: 50 }],
    ],
  );
});

it('only what belongs to a part is asked where it lies', () => {
  const ground = new LoadGround();
  const row = {
    role: 'building',
    key: 'a',
    attributes: {},
    geometry: { type: 'Point', coordinates: [1, 2] },
  } as const;
  ground.add({ kind: 'evidence', row: { ...row, place: '1418' } });
  ground.add({ kind: 'evidence', row: { ...row, place: inPart('Rezerwaty') } });
  assert.deepEqual(ground.boxes, [[1, 2, 1, 2]]);
});

it('a scope is a place, or a part of a register in a place', () => {
  const TABLE: [string, string | null, string][] = [
    ['', null, ''],
    ['141803_2.0009', null, '141803_2.0009'],
    ['flood_q100/14', 'flood_q100', '14'],
    ['flood_q100/', 'flood_q100', ''],
    ['notifications_2022_up', 'notifications_2022_up', ''],
  ];
  for (const [text, part, place] of TABLE) assert.deepEqual(readScope(text), { part, place });
});
