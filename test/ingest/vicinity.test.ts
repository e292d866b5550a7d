// What lies around a parcel, as the compute stage sees it: on a real dataset with a load staged over it, against brute
// force over all pairs.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { distanceBetween } from '../../src/domain/geometry/polygons.ts';
import { areaOf, perimeterOf } from '../../src/domain/geometry/rings.ts';
import { sharedBoundaryLength } from '../../src/domain/geometry/shared-boundary.ts';
import type { Box, Geometry, MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { boundsOf, decodeMultiPolygon, decodeWkb, encodeWkb } from '../../src/domain/geometry/wkb.ts';
import type { StagedRow } from '../../src/domain/publish/staged-rows.ts';
import { EvidenceTiles } from '../../src/ingest/evidence-tiles.ts';
import { ParcelVicinity } from '../../src/ingest/vicinity.ts';
import { openSqliteEvidence } from '../../src/store/sqlite/evidence.ts';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import type { DatasetWriter, EvidenceParcel, EvidenceReads, Stage } from '../../src/store/writer.ts';
import { compareStage } from '../store/load-rows.ts';

interface DrawnParcel {
  readonly id: string;
  readonly land_use: string | null;
  readonly geometry: MultiPolygon;
}

const OBREB = '141803_2.0009';
const [EAST, NORTH] = [637_000, 476_000];
const CELL_M = 40;
const SIDE = 9;

/** The same numbers at every run, from 0 to 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Corners of a bent grid; parcels between them share their edges to the millimetre. */
function grid(seed: number): Position[][] {
  const next = chance(seed);
  const bend = () => Math.round((next() - 0.5) * CELL_M * 500) / 1_000;
  return Array.from({ length: SIDE + 1 }, (_, i) =>
    Array.from(
      { length: SIDE + 1 },
      (__, j): Position => [EAST + i * CELL_M + bend(), NORTH + j * CELL_M + bend()],
    ),
  );
}

function cell(corners: readonly Position[][], i: number, j: number, shift = 0): MultiPolygon {
  const at = (x: number, y: number): Position => {
    const [east = 0, north = 0] = corners[x]?.[y] ?? [];
    return [east + shift, north];
  };
  return [[[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), at(i, j)]]];
}

function parcelRow({ id, land_use, geometry }: DrawnParcel): StagedRow {
  const area = areaOf(geometry);
  const number = id.split('.').at(-1) ?? '';
  return {
    kind: 'parcel',
    row: {
      id,
      obreb_id: OBREB,
      number,
      area_official_m2: null,
      area_geometry_m2: area,
      centroid: [21, 52],
      land_use,
      geometry,
    },
  };
}

function placed({ id, land_use, geometry }: DrawnParcel): EvidenceParcel {
  const shape: Geometry = { type: 'MultiPolygon', coordinates: geometry };
  return { id, land_use, box: boundsOf(shape), wkb: encodeWkb(shape) };
}

const run = (source: 'egib' | 'bdot10k', sha256: string) => ({
  source,
  file: sha256,
  sha256,
  synthetic: false,
  started_at: '2026-03-01T00:00:00Z',
});
const LOAD = { as_of: '2026-03-01', at: '2026-03-01T00:00:00Z', computed: true };

/** Served: a grid with two gaps between parcels, of 3 and of 30 cm. */
const served = (() => {
  const corners = grid(1);
  const parcels = new Map<string, DrawnParcel>();
  for (let i = 0; i < SIDE; i += 1) {
    for (let j = 0; j < SIDE; j += 1) {
      const id = `${OBREB}.${i * SIDE + j + 1}`;
      const shift = j === 3 ? 0.03 : j === 6 ? 0.3 : 0;
      parcels.set(id, {
        id,
        land_use: (i + j) % 4 === 0 ? 'dr' : 'RIIIa',
        geometry: cell(corners, i, j, i >= 5 ? shift : 0),
      });
    }
  }
  return parcels;
})();

/** What the staged load makes of it: some parcels gone, some moved, some of another use, one new. */
const staged = (() => {
  const corners = grid(2);
  const parcels = new Map(served);
  parcels.delete(`${OBREB}.11`);
  parcels.delete(`${OBREB}.40`);
  for (const n of [20, 21, 22]) {
    const id = `${OBREB}.${n}`;
    parcels.set(id, {
      id,
      land_use: 'B',
      geometry: cell(corners, Math.floor((n - 1) / SIDE), (n - 1) % SIDE),
    });
  }
  const changed = served.get(`${OBREB}.50`);
  if (changed) parcels.set(changed.id, { ...changed, land_use: 'Tp' });
  const id = `${OBREB}.999`;
  parcels.set(id, { id, land_use: null, geometry: cell(grid(1), 4, 3) });
  return parcels;
})();

interface Thing {
  readonly key: string;
  readonly geometry: Geometry;
}

/** Points, lines and areas, some beyond the grid; one area with so many corners that it is kept in pieces. */
const things = (() => {
  const next = chance(3);
  const somewhere = (): Position => [
    Math.round((EAST - 300 + next() * 960) * 1_000) / 1_000,
    Math.round((NORTH - 300 + next() * 960) * 1_000) / 1_000,
  ];
  const near = ([x, y]: Position): Position => [x + next() * 80, y + next() * 80];
  const found: Thing[] = [];
  for (let n = 0; n < 120; n += 1) {
    const start = somewhere();
    const kind = n % 3;
    const geometry: Geometry =
      kind === 0
        ? { type: 'Point', coordinates: start }
        : kind === 1
          ? { type: 'MultiLineString', coordinates: [[start, near(start), near(start)]] }
          : {
              type: 'MultiPolygon',
              coordinates: [[[start, [start[0] + 25, start[1]], [start[0] + 9, start[1] + 30], start]]],
            };
    found.push({ key: `T-${n}`, geometry });
  }
  const ring = Array.from({ length: 900 }, (_, n): Position => {
    const angle = (n / 900) * 2 * Math.PI;
    const radius = 150 + (n % 2) * 4;
    return [EAST + 700 + radius * Math.cos(angle), NORTH + 180 + radius * Math.sin(angle)];
  });
  const [first] = ring;
  if (first)
    found.push({ key: 'T-large', geometry: { type: 'MultiPolygon', coordinates: [[[...ring, first]]] } });
  return found;
})();

describe('surroundings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
  let writer: DatasetWriter;
  let stage: Stage;
  let reads: EvidenceReads;
  let tiles: EvidenceTiles;

  before(async () => {
    writer = openSqliteWriter(join(folder, 'dataset.gpkg'));
    const first = await writer.stage(run('egib', 'a'));
    await first.add([...served.values()].map(parcelRow));
    await (await compareStage(first, [OBREB], ['road_access'])).publish(LOAD);
    const roads = await writer.stage(run('bdot10k', 'b'));
    await roads.add(
      things.map(({ key, geometry }) => ({
        kind: 'evidence',
        row: { role: 'road', key, place: '1418', attributes: { key }, geometry },
      })),
    );
    await (await compareStage(roads, ['1418'], ['road_access'])).publish(LOAD);
    stage = await writer.stage(run('egib', 'c'));
    await stage.add([...staged.values()].map(parcelRow));
    await compareStage(stage, [OBREB], ['road_access']);
    reads = openSqliteEvidence(await stage.evidence());
    tiles = new EvidenceTiles(reads, ['road']);
    // So small a place is one run: its surroundings stay held.
    const runs = await Array.fromAsync(tiles.runs([...staged.values()].map(placed)));
    assert.deepEqual(
      runs.map((parcels) => parcels.length),
      [staged.size],
    );
  });
  after(async () => {
    await reads[Symbol.asyncDispose]();
    await stage.fail('test', '2026-03-01T00:00:00Z');
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  const vicinityOf = ({ id, geometry }: DrawnParcel) => new ParcelVicinity(id, geometry, tiles);

  it('holds the parcels as they will be, each once', async () => {
    const drawn = (found: readonly EvidenceParcel[]) =>
      found
        .map(({ id, land_use, wkb }) => ({ id, land_use, geometry: decodeMultiPolygon(wkb) }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const expected = drawn([...staged.values()].map(placed));
    // Boxes that overlap, as tiles of a large parcel do with those of a small one.
    const boxes: Box[] = [
      [EAST - 1_000, NORTH - 1_000, EAST + 100, NORTH + 1_000],
      [EAST, NORTH - 1_000, EAST + 1_000, NORTH + 1_000],
    ];
    const { parcels, evidence } = await reads.around({
      parcels: boxes,
      evidence: [
        { roles: ['road', 'price'], boxes },
        { roles: ['price'], boxes },
        { roles: ['road'], boxes: [] },
      ],
    });
    assert.deepEqual(drawn(parcels), expected);
    const [roads = [], ...others] = evidence;
    assert.deepEqual(others, [[], []]);
    assert.equal(roads.filter(({ key }) => key !== 'T-large').length, things.length - 1);
    for (const { box, wkb } of [...parcels, ...roads]) {
      const geometry = decodeWkb(wkb);
      assert.deepEqual(box, geometry && boundsOf(geometry));
    }
    const ids = new Set([...served.keys(), ...staged.keys(), 'nowhere']);
    assert.deepEqual(drawn(await reads.parcels([...ids])), expected);
  });

  it('touches the parcels that change and those around them', async () => {
    const touched = new Set(await stage.touchedIds('', 1_000));
    for (const parcel of staged.values()) {
      const before = served.get(parcel.id);
      const isChanged = JSON.stringify(before) !== JSON.stringify(parcel);
      if (isChanged) assert.ok(touched.has(parcel.id), parcel.id);
    }
    const next = (id: string, world: Map<string, DrawnParcel>) => {
      const own = world.get(id);
      return [...world.values()].filter(
        (other) => own && other.id !== id && sharedBoundaryLength(own.geometry, other.geometry, 0.05) >= 0.2,
      );
    };
    for (const id of [`${OBREB}.11`, `${OBREB}.21`, `${OBREB}.50`, `${OBREB}.999`]) {
      for (const world of [served, staged]) {
        for (const { id: neighbour } of next(id, world))
          assert.ok(touched.has(neighbour), `${neighbour} of ${id}`);
      }
    }
    assert.ok(touched.size < served.size, 'not all of them');
  });

  it('finds what lies within a distance, nearest first, as far off as GEOS says', () => {
    for (const parcel of staged.values()) {
      const own: Geometry = { type: 'MultiPolygon', coordinates: parcel.geometry };
      const distances = new Map(things.map(({ key, geometry }) => [key, distanceBetween(own, geometry)]));
      for (const limit_m of [0, 30, 250]) {
        const found = vicinityOf(parcel).within('road', limit_m);
        assert.deepEqual(
          new Set(found.map(({ key }) => key)),
          new Set(things.flatMap(({ key }) => ((distances.get(key) ?? 0) <= limit_m ? key : []))),
        );
        assert.deepEqual(
          found,
          found.toSorted((a, b) => a.distance_m - b.distance_m),
        );
        for (const { key, distance_m, attributes } of found) {
          assert.ok(Math.abs(distance_m - (distances.get(key) ?? Number.NaN)) < 0.01, key);
          assert.deepEqual(attributes, { key });
        }
      }
    }
  });

  it('finds the neighbours of every pair that shares a boundary, and what runs over them', () => {
    let pairs = 0;
    for (const parcel of staged.values()) {
      const expected = [...staged.values()].filter(
        ({ id, geometry }) =>
          id !== parcel.id && sharedBoundaryLength(parcel.geometry, geometry, 0.05) >= 0.2,
      );
      const found = vicinityOf(parcel).neighbours('road', () => true);
      pairs += found.length;
      const told = (land_use: string | null, keys: readonly string[]) =>
        `${land_use} ${keys.toSorted().join()}`;
      assert.deepEqual(
        found
          .map(({ land_use, lines }) =>
            told(
              land_use,
              lines.map(({ key }) => key),
            ),
          )
          .toSorted(),
        expected
          .map(({ land_use, geometry }) => {
            const over = things.filter(
              (thing) =>
                distanceBetween({ type: 'MultiPolygon', coordinates: geometry }, thing.geometry) === 0,
            );
            return told(
              land_use,
              over.map(({ key }) => key),
            );
          })
          .toSorted(),
      );
    }
    assert.ok(pairs > 200);
  });

  it('measures the boundary along which nothing is held', () => {
    const open = (n: number) => {
      const parcel = staged.get(`${OBREB}.${n}`);
      assert.ok(parcel);
      return [vicinityOf(parcel).open_boundary_m, perimeterOf(parcel.geometry)] as const;
    };
    // In the middle of the grid, at a gap of 3 cm and at one of 30 cm, and in its corner.
    for (const n of [34, 5 * SIDE + 5, 5 * SIDE + 8]) assert.ok(open(n)[0] < 1, `${n}: ${open(n)[0]}`);
    const [corner, perimeter] = open(SIDE * SIDE);
    assert.ok(corner > perimeter * 0.3 && corner < perimeter * 0.7, `${corner} of ${perimeter}`);
    // The neighbour below is gone.
    assert.ok(open(10)[0] > 20);
  });
});
