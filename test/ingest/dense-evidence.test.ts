// Ground so dense that its shapes would not fit into the heap of a compute worker together: ten thousand detailed outlines
// in one tile, all of them on one parcel.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { areaOf } from '../../src/domain/geometry/rings.ts';
import type { MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import type { StagedRow } from '../../src/domain/publish/staged-rows.ts';
import { ComputePool } from '../../src/ingest/compute-pool.ts';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import type { FactRow } from '../../src/store/writer.ts';
import { compareStage } from '../store/load-rows.ts';

const OBREB = '141803_2.0009';
const LARGE = `${OBREB}.1`;
/** The south-west corner of a tile. */
const [EAST, NORTH] = [637_000, 476_000];
const COUNT = 10_000;
const CORNERS = 250;
const RADIUS_M = 1;

const folder = mkdtempSync(join(tmpdir(), 'dense-'));
const writer = openSqliteWriter(join(folder, 'dataset.gpkg'));
const pool = new ComputePool(new URL('../../src/compute-worker.ts', import.meta.url));
after(async () => {
  await pool.close();
  await writer.close();
  rmSync(folder, { recursive: true });
});

const square = (x: number, y: number, side_m: number): MultiPolygon => [
  [
    [
      [x, y],
      [x, y + side_m],
      [x + side_m, y + side_m],
      [x + side_m, y],
      [x, y],
    ],
  ],
];

function round(x: number, y: number): MultiPolygon {
  const ring = Array.from({ length: CORNERS }, (_, n): Position => {
    const angle = (n / CORNERS) * 2 * Math.PI;
    return [x + RADIUS_M * Math.cos(angle), y + RADIUS_M * Math.sin(angle)];
  });
  return [[[...ring, ring[0] ?? [x, y]]]];
}

const parcel = (id: string, geometry: MultiPolygon): StagedRow => ({
  kind: 'parcel',
  row: {
    id,
    obreb_id: OBREB,
    number: id.split('.').at(-1) ?? '',
    area_official_m2: null,
    area_geometry_m2: areaOf(geometry),
    centroid: [21, 52],
    land_use: null,
    geometry,
  },
});

const run = (source: 'egib' | 'bdot10k') => ({
  source,
  file: source,
  sha256: source,
  synthetic: false,
  started_at: '2026-03-01T00:00:00Z',
});

it('works out parcels where evidence is denser than memory', async () => {
  const cadastre = await writer.stage(run('egib'));
  await cadastre.add([parcel(LARGE, square(EAST + 1, NORTH + 1, 248))]);
  const load = { as_of: '2026-03-01', at: '2026-03-01T00:00:00Z', computed: true };
  await (await compareStage(cadastre, [OBREB], ['buildings'])).publish(load);

  const buildings = await writer.stage(run('bdot10k'));
  const outlines = Array.from({ length: COUNT }, (_, n) =>
    round(EAST + 5 + (n % 100) * 2.4, NORTH + 5 + Math.floor(n / 100) * 2.4),
  );
  const footprint_m2 = areaOf(outlines[0] ?? []);
  await buildings.add(
    outlines.map((coordinates, n) => ({
      kind: 'evidence',
      row: {
        role: 'building',
        key: `B-${n}`,
        place: '1418',
        attributes: { footprint_m2 },
        geometry: { type: 'MultiPolygon', coordinates },
      },
    })),
  );
  await compareStage(buildings, ['1418'], ['buildings', 'road_access']);
  const rows: FactRow[] = [];
  const blocks = [[LARGE]];
  const keep = async (part: FactRow[]) => void rows.push(...part);
  const job = {
    address: await buildings.evidence(),
    layers: ['buildings', 'road_access'],
    chunks: 1,
  } as const;
  await pool.run(job, async () => blocks.shift() ?? [], keep);
  await buildings.fail('test', load.at);

  const { buildings: told } = rows.find(({ id }) => id === LARGE)?.facts ?? {};
  const [count, total_m2] = JSON.parse(told ?? '{}').bdot10k;
  assert.equal(count, COUNT);
  assert.ok(Math.abs(total_m2 - COUNT * footprint_m2) < 1, `${total_m2}`);
});
