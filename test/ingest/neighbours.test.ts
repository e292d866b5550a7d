// Neighbouring parts of one register that share objects: whole in both, cut at the boundary, in two versions. Whatever the
// order of loading, again, or after one part has dropped them, the facts of all parcels are the same, and they are those of
// the objects loaded once and whole.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { datasetIn } from '../../src/data-folder.ts';
import { type OpenDataset, openDataset } from '../../src/dataset.ts';
import type { SourceId } from '../../src/domain/corpus/registers.ts';
import { inPart } from '../../src/domain/corpus/scope.ts';
import type { Box, Geometry } from '../../src/domain/geometry/types.ts';
import type { EvidenceRole } from '../../src/domain/layers/layer-table.ts';
import type { StagedRow } from '../../src/domain/publish/staged-rows.ts';
import type { Recipe } from '../../src/ingest/recipe.ts';
import { ingestFile } from '../../src/ingest/run.ts';
import { generateVoivodeship } from '../../world/voivodeship.ts';
import { ASKED_AT, temporaryFolder } from '../sample.ts';
import { boundaryRow, parcelRow, rectangle } from '../store/rows.ts';
import { load as loadFiles, query } from './load-file.ts';

const [X, Y] = [640_000, 480_000];
const root = temporaryFolder();
const base = join(root, 'base');

/** Parcels of 50 × 50 m: three columns in 1418, three in 1438 east of it, three in 1001 east of that. */
const OBREBY = ['141803_2.0009', '143801_1.0001', '100101_1.0001'] as const;
const BORDERS = { powiat: X + 150, voivodeship: X + 300 } as const;
const parcels = OBREBY.flatMap((obreb, at) =>
  Array.from({ length: 9 }, (_, n) => {
    const [x, y] = [X + at * 150 + (n % 3) * 50, Y + Math.floor(n / 3) * 50];
    return parcelRow(`${obreb}.${n + 1}`, { geometry: rectangle([x, y, x + 50, y + 50]), land_use: 'RV' });
  }),
);

/** A part of a register as a file would give it. */
interface Part {
  readonly source: SourceId;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly rows: readonly StagedRow[];
}

let files = 0;

/** The chain of files, without their formats. Another text each time: a file that is known is not read again. */
async function load(data: string, parts: readonly Part[]): Promise<void> {
  await using dataset = openDataset(data);
  for (const part of parts) await loadPart(dataset, part);
}

async function loadPart(dataset: OpenDataset, { source, name, scopes, rows }: Part): Promise<void> {
  files += 1;
  const path = join(mkdtempSync(join(root, 'part-')), name);
  writeFileSync(path, String(files));
  const recipe: Recipe = {
    source,
    files: /./,
    claims: /./,
    names: [],
    reads: '',
    may_hold_forbidden: false,
    may_be_empty: true,
    async *read() {
      for (const row of rows) yield { row, position: '' };
      return { as_of: '2026-11-01', scopes };
    },
  };
  const outcome = await ingestFile(recipe, path, dataset.options({ allowLoss: true, now: () => ASKED_AT }));
  assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
}

before(async () => {
  mkdirSync(base);
  const boundaries = OBREBY.map((obreb, at) =>
    boundaryRow('powiat', obreb.slice(0, 4), [X + at * 150, Y, X + at * 150 + 150, Y + 150]),
  );
  const land = OBREBY.map((obreb, at): Part => {
    const powiat = obreb.slice(0, 4);
    const rows = parcels.slice(at * 9, at * 9 + 9);
    return { source: 'egib', name: `${powiat}.gpkg`, scopes: [powiat], rows };
  });
  await load(base, [{ source: 'prg', name: 'prg.xml', scopes: ['powiat'], rows: boundaries }, ...land]);
});

/** The answers that loads leave behind: facts, permits, boundaries, and which loads are known. */
async function factsAfter(parts: readonly Part[]): Promise<Facts> {
  const [facts] = await factsAfterEach([parts]);
  return facts ?? assert.fail();
}

/** The same after each of the steps, which follow one another. */
async function factsAfterEach(steps: readonly (readonly Part[])[]): Promise<Facts[]> {
  const data = mkdtempSync(join(root, 'data-'));
  copyFileSync(datasetIn(base), datasetIn(data));
  const facts: Facts[] = [];
  for (const parts of steps) {
    await load(data, parts);
    facts.push(factsIn(data));
  }
  return facts;
}

type Facts = ReturnType<typeof factsIn>;

function factsIn(data: string) {
  return {
    facts: query(data, 'SELECT p.id, f.facts FROM parcels p JOIN parcel_facts f USING (fid) ORDER BY p.id'),
    rest: [
      query(data, 'SELECT source, scope, as_of, publishes FROM sources ORDER BY source, scope'),
      query(data, 'SELECT DISTINCT permit_id, parcel_id, x, y FROM permits ORDER BY 1, 2'),
      query(data, 'SELECT source, plan_id, gmina6 FROM plans ORDER BY source, plan_id'),
      query(data, 'SELECT code FROM boundaries ORDER BY code'),
      query(data, 'SELECT gmina6, since, pct FROM mpzp_cover ORDER BY gmina6, since'),
    ],
  };
}

/** Of which part an object is: of one, of both whole or cut at the border, of both in versions of which one is newer. */
const MODES = ['a', 'b', 'whole', 'cut', 'newer in a', 'newer in b', 'cut, newer in b'] as const;

interface Thing {
  readonly mode: (typeof MODES)[number];
  readonly box: Box;
}

const thingsAt = (border: number): fc.Arbitrary<Thing[]> =>
  fc.array(
    fc
      .record({
        mode: fc.constantFrom(...MODES),
        west: fc.integer({ min: 5, max: 120 }),
        east: fc.integer({ min: 5, max: 120 }),
        south: fc.integer({ min: 0, max: 100 }),
        height: fc.integer({ min: 10, max: 40 }),
      })
      .map(({ mode, west, east, south, height }) => ({
        mode,
        box: [border - west, Y + south, border + east, Y + south + height] as const,
      })),
    { minLength: 6, maxLength: 12 },
  );

/** Each part has an object of its own: a file without any would say nothing of the kind. */
const ownThings = (border: number): Thing[] => [
  { mode: 'a', box: [border - 140, Y + 120, border - 130, Y + 130] },
  { mode: 'b', box: [border + 130, Y + 120, border + 140, Y + 130] },
];

interface Drawing {
  readonly box: Box;
  readonly version: string;
  readonly isNewer: boolean;
}

/** What each part draws of it, and what it is in truth. */
function drawingsOf({ mode, box }: Thing, border: number): { a?: Drawing; b?: Drawing; truth: Drawing[] } {
  const [west, south, east, north] = box;
  const old = { version: '2025', isNewer: false };
  const newer = { version: '2026', isNewer: true };
  const whole = { ...old, box };
  const moved = { ...newer, box: [west + 3, south + 1, east + 2, north + 1] as const };
  const [left, right]: [Box, Box] = [
    [west, south, border, north],
    [border, south, east, north],
  ];
  switch (mode) {
    case 'a':
      return { a: whole, truth: [whole] };
    case 'b':
      return { b: whole, truth: [whole] };
    case 'whole':
      return { a: whole, b: whole, truth: [whole] };
    case 'cut':
      return { a: { ...old, box: left }, b: { ...old, box: right }, truth: [whole] };
    case 'newer in a':
      return { a: moved, b: whole, truth: [moved] };
    case 'newer in b':
      return { a: whole, b: moved, truth: [moved] };
    case 'cut, newer in b':
      return { a: { ...old, box: left }, b: { ...newer, box: right }, truth: [whole] };
  }
}

interface Register {
  readonly source: SourceId;
  readonly role: EvidenceRole;
  readonly border: keyof typeof BORDERS;
  readonly shape: 'area' | 'line' | 'point';
  readonly attributes: (isNewer: boolean, key: string) => Record<string, unknown>;
  /** Its objects have no versions: what differs is drawn twice. */
  readonly modes?: readonly Thing['mode'][];
}

const none = () => ({});
const REGISTERS: readonly Register[] = [
  {
    source: 'bdot10k',
    role: 'road',
    border: 'powiat',
    shape: 'line',
    attributes: (isNewer) => ({ category: 'gminna', public: !isNewer }),
    modes: ['a', 'b', 'whole', 'cut', 'newer in a', 'newer in b'],
  },
  {
    source: 'bdot10k',
    role: 'building',
    border: 'powiat',
    shape: 'area',
    attributes: () => ({ kst: '110', footprint_m2: 900 }),
  },
  {
    source: 'egib',
    role: 'building',
    border: 'powiat',
    shape: 'area',
    attributes: () => ({ kst: 'm', footprint_m2: 900 }),
  },
  {
    source: 'egib',
    role: 'soil_contour',
    border: 'powiat',
    shape: 'area',
    attributes: () => ({ symbol: 'RIVa' }),
  },
  {
    source: 'prg_addresses',
    role: 'address_unread',
    border: 'powiat',
    shape: 'point',
    attributes: () => ({ missing: 'street' }),
    modes: ['a', 'b', 'whole'],
  },
  {
    source: 'rcn',
    role: 'price',
    border: 'powiat',
    shape: 'point',
    attributes: (_, key) => ({ pln_m2: 100 + key.length, months_back: 1 }),
    modes: ['a', 'b', 'whole'],
  },
  {
    source: 'flood',
    role: 'flood_q100',
    border: 'voivodeship',
    shape: 'area',
    attributes: () => ({ edition: '2022-09-07' }),
  },
  { source: 'flood', role: 'flood_reach', border: 'voivodeship', shape: 'area', attributes: none },
  {
    source: 'sopo',
    role: 'landslide',
    border: 'voivodeship',
    shape: 'area',
    attributes: (_, key) => ({ number: key }),
  },
  { source: 'sopo', role: 'landslide_mapped', border: 'voivodeship', shape: 'area', attributes: none },
  {
    source: 'gdos',
    role: 'protected',
    border: 'voivodeship',
    shape: 'area',
    attributes: (_, key) => ({ type: 'rezerwat', code: key, name: key, area_m2: 5_000 }),
  },
];

const geometryOf = (shape: Register['shape'], [west, south, east, north]: Box): Geometry => {
  switch (shape) {
    case 'area':
      return { type: 'MultiPolygon', coordinates: rectangle([west, south, east, north]) };
    case 'line':
      return {
        type: 'MultiLineString',
        coordinates: [
          [
            [west, south],
            [east, south],
          ],
        ],
      };
    case 'point':
      return { type: 'Point', coordinates: [west, south] };
  }
};

function partsOf(register: Register, things: readonly Thing[]) {
  const { source, role, border, shape, attributes } = register;
  const byVoivodeship = border === 'voivodeship';
  const drawn = things.map((thing) => drawingsOf(thing, BORDERS[border]));
  const part = (side: 'a' | 'b', drawings: readonly (Drawing | undefined)[][]): Part => {
    const place = byVoivodeship ? inPart(role) : side === 'a' ? '1418' : '1438';
    const name = byVoivodeship ? `x-${side === 'a' ? 'mazowieckie' : 'lodzkie'}.xml` : `${place}.xml`;
    const rows = drawings.flatMap((some, at) =>
      some.flatMap((drawing, piece): StagedRow[] => {
        if (!drawing) return [];
        const key = `k${at}${piece === 0 ? '' : `-${piece}`}`;
        const { version, isNewer, box } = drawing;
        const own = { role, key, place, version, attributes: attributes(isNewer, key) };
        return [{ kind: 'evidence', row: { ...own, geometry: geometryOf(shape, box) } }];
      }),
    );
    return { source, name, scopes: [place], rows };
  };
  return {
    a: part(
      'a',
      drawn.map(({ a }) => [a]),
    ),
    b: part(
      'b',
      drawn.map(({ b }) => [b]),
    ),
    without: part(
      'a',
      drawn.map((_, at) => [things[at]?.mode === 'a' ? drawn[at]?.a : undefined]),
    ),
    truth: part(
      'a',
      drawn.map(({ truth }) => truth),
    ),
  };
}

/** Two neighbouring parts, and the first without what it had in common with the second. */
interface Neighbours {
  readonly a: Part;
  readonly b: Part;
  readonly without: Part;
}

async function assertAnyOrder({ a, b, without }: Neighbours) {
  const [expected = assert.fail(), removed] = await factsAfterEach([[a, b], [without]]);
  const [other, again] = await factsAfterEach([
    [b, a],
    [without, a, b],
  ]);
  assert.deepEqual(other, expected, 'in the other order');
  assert.deepEqual(again, expected, 'again, and after removal');
  assert.deepEqual(removed, await factsAfter([without, b]), 'removed');
  return expected;
}

describe('neighbouring parts of a register', () => {
  for (const register of REGISTERS) {
    it(`${register.source} ${register.role}: in any order, again and after removal`, async () => {
      const border = BORDERS[register.border];
      const modes: readonly string[] = register.modes ?? MODES;
      const worlds = thingsAt(border).map((things) => [
        ...ownThings(border),
        ...things.filter(({ mode }) => modes.includes(mode)),
      ]);
      await fc.assert(
        fc.asyncProperty(worlds, async (things) => {
          const parts = partsOf(register, things);
          const expected = await assertAnyOrder(parts);
          const { facts } = await factsAfter([parts.truth]);
          assert.deepEqual(expected.facts, facts, 'as if drawn once');
        }),
        { numRuns: 1 },
      );
    });
  }
});

describe('neighbouring files of permits', () => {
  const SIDES = fc.constantFrom('a', 'b', 'both', 'each its own');
  const permits = fc.array(fc.record({ sides: SIDES, west: fc.nat(8), east: fc.nat(8) }), {
    minLength: 6,
    maxLength: 12,
  });

  it('share permits: in any order, again and after removal', async () => {
    await fc.assert(
      fc.asyncProperty(permits, async (drawn) => {
        const rowsOf = (side: 'a' | 'b', isKept: (sides: string) => boolean): StagedRow[] =>
          drawn.flatMap(({ sides, west, east }, at) => {
            if (!isKept(sides)) return [];
            const [here, there] = [`${OBREBY[0]}.${west + 1}`, `${OBREBY[1]}.${east + 1}`];
            const own = side === 'a' ? [here] : [there];
            const facts = { kind: 'budowa', decision_date: '2025-05-05', object_category: 'I' };
            const parcels = sides === 'both' ? [here, there] : own;
            const place = side === 'a' ? '1418' : '1438';
            return [{ kind: 'permit', row: { permit_id: `P/${at}/2025`, place, parcels, ...facts } }];
          });
        const part = (side: 'a' | 'b', isKept: (sides: string) => boolean): Part => {
          const place = side === 'a' ? '1418' : '1438';
          return { source: 'rwdz', name: `rwdz_${place}.csv`, scopes: [place], rows: rowsOf(side, isKept) };
        };
        const { rest } = await assertAnyOrder({
          a: part('a', (sides) => sides !== 'b'),
          b: part('b', (sides) => sides !== 'a'),
          without: part('a', (sides) => sides === 'a'),
        });
        assert.deepEqual(new Set(rest[1]?.map(({ permit_id }) => permit_id)).size, drawn.length);
      }),
      { numRuns: 1 },
    );
  });
});

describe('boundaries of neighbouring voivodeships', () => {
  it('load in any order, again and after removal, and facts stay', async () => {
    const boundaries = (codes: readonly string[]): Part => {
      const rows = OBREBY.flatMap((obreb, at) => {
        const powiat = obreb.slice(0, 4);
        const box: Box = [X + at * 150, Y, X + at * 150 + 150, Y + 150];
        return codes.includes(powiat) ? [boundaryRow('powiat', powiat, box)] : [];
      });
      return { source: 'prg', name: 'A02_Granice_powiatow.xml', scopes: ['powiat'], rows };
    };
    const [a, b, without] = [['1418', '1438'], ['1001'], ['1418']].map(boundaries);
    assert.ok(a && b && without);
    const { facts, rest } = await assertAnyOrder({ a, b, without });
    assert.deepEqual(await factsAfter([]), { facts, rest });
    assert.deepEqual(await factsAfter([boundaries(['1418', '1438', '1001'])]), { facts, rest });
  });
});

it('the powiaty of a generated voivodeship load whole, with the objects that they share', async () => {
  // Eight: the last of the first row of the grid has no neighbour in the east.
  const [folder, data] = [join(root, 'voivodeship'), join(root, 'voivodeship-data')];
  await generateVoivodeship({ folder, parcels: 4_000, powiaty: 8 });
  const outcomes = await loadFiles(folder, data, { compute: false });
  assert.deepEqual(
    outcomes.filter(({ outcome }) => outcome !== 'published'),
    [],
  );
  const [left] = query(data, "SELECT count(*) AS n FROM issues WHERE kind = 'outside_unit'");
  assert.equal(left?.n, 0);
  const shared = query(
    data,
    `SELECT min(place) AS one, max(place) AS other FROM evidence WHERE source = 'bdot10k'
     GROUP BY role, key HAVING count(DISTINCT place) > 1`,
  );
  const pairs = new Set(shared.map(({ one, other }) => `${one} ${other}`));
  assert.deepEqual([...pairs].sort(), [
    '1401 1402',
    '1402 1403',
    '1403 1404',
    '1404 1405',
    '1405 1406',
    '1406 1407',
  ]);
});
