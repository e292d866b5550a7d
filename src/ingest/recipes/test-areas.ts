// For the tests of recipes that read areas: squares in EPSG:2180 near Warsaw, as each format writes them.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areaOf } from '../../domain/geometry/rings.ts';
import type { Geometry, Position } from '../../domain/geometry/types.ts';
import type { EvidenceRow } from '../../domain/publish/staged-rows.ts';
import { type ShapefileContent, writeShapefile } from '../formats/shp.fixture.ts';
import type { Recipe } from '../recipe.ts';
import { type Made, readPaths } from './test-load.ts';

export const PRJ_2180 =
  'PROJCS["ETRF2000-PL / CS92",GEOGCS["ETRF2000-PL",DATUM["ETRF2000",SPHEROID["GRS 1980",6378137,298.257222101]]],AUTHORITY["EPSG","2180"]]';

/** Clockwise, as shapefiles and ArcGIS have outer rings. */
export function square(x: number, y: number, side = 100): Position[] {
  return [
    [x, y],
    [x, y + side],
    [x + side, y + side],
    [x + side, y],
    [x, y],
  ];
}

/** Northing first. */
export function gmlPolygon(ring: readonly Position[], srsName = 'urn:ogc:def:crs:EPSG::2180'): string {
  const posList = ring.map(([x, y]) => `${y} ${x}`).join(' ');
  return `<gml:Polygon srsName="${srsName}"><gml:exterior><gml:LinearRing><gml:posList>${posList}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
}

export function wfsAnswer(...members: string[]): string {
  return `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g" timeStamp="2026-11-03T13:29:39Z" numberMatched="${members.length}">
${members.map((member) => `<wfs:member>${member}</wfs:member>`).join('\n')}</wfs:FeatureCollection>`;
}

export interface Evidence extends EvidenceRow {
  /** Of an area, in whole square metres. */
  readonly m2: number | null;
}

export function evidenceIn({ staged }: Made): Evidence[] {
  return staged.map((item) => {
    if (item.kind !== 'evidence') throw new Error(`evidence is expected, found ${item.kind}`);
    return { ...item.row, m2: m2Of(item.row.geometry) };
  });
}

const m2Of = (geometry: Geometry): number | null =>
  geometry.type === 'MultiPolygon' ? Math.round(areaOf(geometry.coordinates)) : null;

/** What a recipe makes of shapefiles and other files of one archive. */
export async function readArchive(
  recipe: Recipe,
  name: string,
  shapefiles: readonly ShapefileContent[],
  write: (folder: string) => void = () => {},
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'areas-'));
  try {
    for (const content of shapefiles) writeShapefile(folder, content);
    write(folder);
    const paths = readdirSync(folder).sort();
    return await readPaths(
      recipe,
      paths.map((path) => join(folder, path)),
      name,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
