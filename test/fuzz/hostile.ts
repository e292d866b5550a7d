// Values that programs stumble over: texts, JSON and polygons. Each draw comes from the given chance alone.

import { LIMITS } from '../../src/contract/limits.ts';
import { pick, type Random } from '../../world/random.ts';

const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));

const UNICODE = [
  '🌾🏡',
  'e\u0301\u0328'.repeat(20),
  'Łódź ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ',
  'za\u017c\u0327o\u0301\u0142c\u0301',
  '\u202e4/321 \u202dakswokorM aloW',
  '\u200b\u200d\u2060dz. 12\ufeff',
  'dz. １２３／４ Wola',
  '١٢٣/٤',
  'İstanbul ıIiİ ß ẞ ſ',
  '\u{1F1F5}\u{1F1F1}'.repeat(70),
  '\u{10FFFF}\u{E000}\uFFFE',
  'ﬃ ﷺ ㎡ ½ ⅷ',
  'Zażółć'.normalize('NFD').repeat(20),
  'а с е о р х', // Cyrillic
] as const;

const CONTROL = [
  '\0',
  'dz. 12\0Wola',
  '\u0001\u0002\u001f\u007f',
  'a\r\nX-Injected: 1',
  '\r\n\r\n',
  '\t\v\f\b',
  '\u0085\u2028\u2029',
  '\x1b[31mred',
  ' \n \t ',
] as const;

const SYNTAX = [
  "'; DROP TABLE parcels; --",
  '%',
  '%%%_',
  '\\',
  '"',
  "' OR 1=1",
  '{"$gt":""}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '*',
  'NEAR("a" "b")',
  'a AND OR NOT (',
  '-1',
  '1e309',
  '0x7fffffff',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'true',
  '[]',
  '0',
  '141803_2.0009.123/4/5/6',
  '141803_2..1',
  '52.05;20.93',
  '52.05,20.93,10',
  '1'.repeat(60),
] as const;

export function hostileText(random: Random): string {
  const table = pick<readonly string[]>(random, [UNICODE, CONTROL, SYNTAX]);
  const text = table[upTo(random, table.length - 1)] ?? '';
  return random() < 0.2 ? text.repeat(1 + upTo(random, 5)) : text;
}

const ALPHABET = 'aąbcćdeęfgłnóśźż0123456789/-.,_ \'"%\\\u00a0\u0301🌾';

export function randomText(random: Random, length: number): string {
  const characters = [...ALPHABET];
  return Array.from({ length }, () => characters[upTo(random, characters.length - 1)]).join('');
}

export function wrongJson(random: Random): unknown {
  return pick<unknown>(random, [
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    -0,
    '',
    'text',
    hostileText(random),
    [],
    {},
    [[[[]]]],
    { type: 'Polygon' },
    [null],
    { length: 3 },
    { __proto__: null, constructor: 1 },
  ]);
}

/** The text of JSON nested so deep that a recursive reader may run out of stack. */
export function nestedJson(random: Random, member: string): string {
  const depth = pick(random, [10, 1_000, 20_000, 200_000]);
  const inner = pick<[string, string]>(random, [
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const core = inner[0].repeat(depth) + (inner[0] === '[' ? '' : '1') + inner[1].repeat(depth);
  return pick(random, [
    core,
    `{${JSON.stringify(member)}:${core}}`,
    `{"polygon":{"type":"Polygon","coordinates":${core}}}`,
    `{"items":[${core}]}`,
    inner[0].repeat(depth),
  ]);
}

/** A member named twice: readers differ in which one counts. */
export function doubledJson(random: Random, body: unknown): string {
  const text = JSON.stringify(body);
  const [, name = 'items'] = /^\{"(\w+)"/.exec(text) ?? [];
  const other = JSON.stringify(wrongJson(random)) ?? 'null';
  return random() < 0.5 ? `{"${name}":${other},${text.slice(1)}` : `${text.slice(0, -1)},"${name}":${other}}`;
}

type Place = readonly [lng: number, lat: number];
type Ring = (readonly number[])[];

export function smallRing(random: Random, [lng, lat]: Place, size = 0.001 + random() * 0.005): Ring {
  return [
    [lng, lat],
    [lng + size, lat],
    [lng + size, lat + size / 2],
    [lng, lat + size / 2],
    [lng, lat],
  ];
}

/** Shapes that break geometry: crossing, empty, reversed, thin, repeated, nested, beyond the world. */
export function hostilePolygon(random: Random, place: Place): unknown {
  const ring = smallRing(random, place);
  const jitter = (by: number): Ring =>
    Array.from({ length: 3 + upTo(random, 60) }, () => [
      place[0] + (random() - 0.5) * by,
      place[1] + (random() - 0.5) * by,
    ]);
  const onGrid = (steps: number) => [
    place[0] + upTo(random, steps) * 0.0001,
    place[1] + upTo(random, steps) * 0.0001,
  ];
  const circle = (count: number): Ring =>
    Array.from({ length: count }, (_, at) => [
      place[0] + 0.004 * Math.cos((2 * Math.PI * at) / count),
      place[1] + 0.004 * Math.sin((2 * Math.PI * at) / count),
    ]);
  const makers: [() => unknown, ...(() => unknown)[]] = [
    () => [jitter(0.01)],
    () => [jitter(1e-9)],
    // Few distinct places: corners, edges and whole sides fall together.
    () => [Array.from({ length: 3 + upTo(random, 12) }, () => onGrid(12))],
    () => [jitter(20)],
    () => [ring, jitter(0.004), jitter(0.004)],
    () => [[...ring].reverse(), ring],
    () => [ring, ring, ring],
    () => [ring.slice(0, upTo(random, 4))],
    () => [ring.map(([x = 0, y = 0]) => [y, x])],
    () => [ring.map((position) => [...position, random() * 100])],
    () => [ring.map(([x]) => [x])],
    () => [ring.map(([x]) => [x, place[1]])],
    () => [circle(3 + upTo(random, 200)).map((_, at, all) => all[(at * 7) % all.length])],
    () => [circle(LIMITS.polygon_vertices - 10 + upTo(random, 20))],
    () => [ring.flatMap((position) => Array.from({ length: upTo(random, 50) }, () => position))],
    () => Array.from({ length: upTo(random, 300) }, () => smallRing(random, place)),
    () => [],
    () => [[]],
    () => [[[]]],
    () => [[null, ring[0]]],
    () => [ring.map(([x = 0, y = 0]) => [String(x), String(y)])],
    () => [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ],
    () => [
      [
        [1e308, -1e308],
        [5e-324, 0],
        [-0, 1e-300],
        [1e308, -1e308],
      ],
    ],
    () => ring,
    () => [[ring]],
    () => wrongJson(random),
  ];
  const coordinates = pick(random, makers)();
  return pick<unknown>(random, [
    { type: 'Polygon', coordinates },
    { type: 'Polygon', coordinates },
    { type: 'Polygon', coordinates },
    { type: 'MultiPolygon', coordinates: [coordinates] },
    { type: 'MultiPolygon', coordinates: [coordinates, [ring]] },
    { type: 'MultiPolygon', coordinates },
    { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates }] },
    { type: 'Feature', geometry: { type: 'Polygon', coordinates } },
    coordinates,
  ]);
}
