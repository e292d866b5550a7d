// Rows to stage in tests of a store: rectangles in EPSG:2180 under ids of one's choice.

import type { Box, MultiPolygon } from '../../src/domain/geometry/types.ts';
import { parseParcelId } from '../../src/domain/places/parcel-id.ts';
import type { BoundaryLevel, StagedRow } from '../../src/domain/publish/staged-rows.ts';
import type { RunStart } from '../../src/store/writer.ts';

export const rectangle = ([minX, minY, maxX, maxY]: Box): MultiPolygon => [
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

export interface ParcelShape {
  readonly geometry: MultiPolygon;
  readonly area_official_m2?: number | null;
  readonly land_use?: string | null;
}

export function parcelRow(id: string, shape: ParcelShape): StagedRow {
  const parsed = parseParcelId(id);
  if (!parsed.ok) throw new Error(parsed.message.en);
  const { obreb_id, number } = parsed.value;
  return {
    kind: 'parcel',
    row: {
      id,
      obreb_id,
      number,
      area_official_m2: shape.area_official_m2 ?? null,
      area_geometry_m2: 100,
      centroid: [20.9812345, 52.0612345],
      land_use: shape.land_use ?? null,
      geometry: shape.geometry,
    },
  };
}

export const boundaryRow = (level: BoundaryLevel, code: string, box: Box): StagedRow => ({
  kind: 'boundary',
  row: { code, level, name: `${level} ${code}`, geometry: rectangle(box) },
});

export const tercRow = (code: string, name: string, kind: string): StagedRow => ({
  kind: 'terc',
  row: { code, name, kind },
});

export const obrebRow = (id: string, name: string | null): StagedRow => ({
  kind: 'obreb',
  row: { id, name },
});

export const runOf = (sha256: string, at = '2026-11-10T08:00:00.000Z'): RunStart => ({
  source: 'egib',
  file: `${sha256}.gpkg.zip`,
  sha256,
  synthetic: false,
  started_at: at,
});
