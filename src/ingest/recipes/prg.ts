// PRG boundaries (GUGiK): answers of its WFS, one level a file, N E order as MapServer writes urn: systems; or the
// package of shapefiles, several levels in one archive.

import { basename } from 'node:path';
import type { BoundaryLevel } from '../../domain/publish/staged-rows.ts';
import { type Cleaned, cleanPolygons } from '../clean.ts';
import { FormatError } from '../formats/format-error.ts';
import { openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { epsgOfPrj } from '../formats/prj.ts';
import { openShp } from '../formats/shp.ts';
import { textOf, type XmlElement } from '../formats/xml.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { RowsByPlace } from '../rows-by-place.ts';

interface Level {
  readonly level: BoundaryLevel;
  readonly code: RegExp;
  readonly example: string;
}

const LEVELS: Readonly<Record<string, Level>> = {
  A02_Granice_powiatow: { level: 'powiat', code: /^\d{4}$/, example: '1418' },
  A03_Granice_gmin: { level: 'gmina', code: /^\d{7}$/, example: '1418032' },
  A05_Granice_jednostek_ewidencyjnych: { level: 'unit', code: /^\d{6}_\d$/, example: '141803_2' },
  A06_Granice_obrebow_ewidencyjnych: { level: 'obreb', code: /^\d{6}_\d\.\d{4}$/, example: '141803_2.0009' },
};
const KNOWN_LAYERS = `read are ${Object.keys(LEVELS).join(', ')}`;
/** In the package too, and asked for by nobody: the state, the voivodeships, the towns. */
const UNASKED = /^A0[014]_/i;

export const prg: Recipe = {
  source: 'prg',
  claims: /^(PRG_)?A0[2356]_Granice.*\.(xml|gml|shp|zip)$|^PRG_jednostki_administracyjne.*\.zip$/i,
  names: [
    'PRG_jednostki_administracyjne_{day}.zip',
    'A02_Granice_powiatow.xml',
    'A03_Granice_gmin.shp',
    'A05_Granice_jednostek_ewidencyjnych.xml',
    'A06_Granice_obrebow_ewidencyjnych.gml',
  ],
  files: /(?<!\.shp)\.(xml|gml)$|\.shp$/i,
  reads: 'PRG boundaries of powiaty, gminy, cadastral units and obręby: answers of the WFS, or shapefiles',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readPrg,
};

/** What came of each level, by voivodeship. */
type Levels = Map<string, RowsByPlace>;

/** A boundary as either form gives it, before it is judged. */
interface RawBoundary {
  readonly position: string;
  readonly code: string;
  readonly name: string | null;
  readonly shape: Cleaned;
}

async function* readPrg(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const newest = new NewestDay();
  const levels: Levels = new Map();
  // ArcGIS leaves its notes in A02_Granice_powiatow.shp.xml.
  for (const file of filesOf(paths, prg, name)) {
    yield* /\.shp$/i.test(file.path) ? readShp(file, levels, newest) : readGml(file, levels, newest);
  }
  for (const boundaries of levels.values()) yield* boundaries.rest();
  return { as_of: newest.day, scopes: [...levels.keys()] };
}

async function* readGml({ path, at }: LoadFile, levels: Levels, newest: NewestDay): AsyncGenerator<ReadItem> {
  const { collection, features } = await openGml(path);
  newest.add(collection.timeStamp);
  for await (const { type, element, line } of features) {
    if (UNASKED.test(type)) continue;
    const position = at(`line ${line}`);
    const level = LEVELS[type];
    if (!level) {
      yield issueAt(
        position,
        'unknown_type',
        `features of type ${type} are not read; ${KNOWN_LAYERS}`,
        'type',
        type,
      );
      continue;
    }
    const code = textOf(element, 'JPT_KOD_JE') ?? '';
    const boundary = { position, code, name: textOf(element, 'JPT_NAZWA_'), shape: shapeOf(element) };
    yield* judge(boundary, level, levels);
  }
}

function shapeOf(element: XmlElement): Cleaned {
  const { geometry, epsg, fault } = gmlShapeOf(element, 'yx');
  return epsg === null ? unreadable(fault ?? 'unknown coordinate system') : cleanPolygons(geometry, epsg);
}

/** The day of the package stands nowhere in it: the newest version of a boundary is the best that can be said. */
async function* readShp({ path, at }: LoadFile, levels: Levels, newest: NewestDay): AsyncGenerator<ReadItem> {
  const layer = basename(path).replace(/^PRG_|\.shp$/gi, '');
  if (UNASKED.test(layer)) return;
  const known = Object.entries(LEVELS).find(([name]) => layer.toLowerCase().startsWith(name.toLowerCase()));
  if (!known) {
    yield issueAt(
      basename(path),
      'unknown_type',
      `the layer ${layer} is not read; ${KNOWN_LAYERS}`,
      'type',
      layer,
    );
    return;
  }
  using shp = openShp(path);
  const epsg = epsgOfPrj(shp.crs ?? '');
  if (epsg === null) {
    const found = shp.crs === null ? 'no .prj beside it' : `the system ${shp.crs.slice(0, 200)}`;
    throw new FormatError({
      file: path,
      position: null,
      found,
      expected: 'PL-1992, PL-2000, ETRS89 or WGS84',
    });
  }
  for (const { row, values, geometry, geometryError } of shp.rows([
    'JPT_KOD_JE',
    'JPT_NAZWA_',
    'WERSJA_OD',
  ])) {
    const text = (column: string) => (values[column] === null ? null : String(values[column]));
    newest.add(text('WERSJA_OD'));
    const shape = geometryError === null ? cleanPolygons(geometry, epsg) : unreadable(geometryError);
    const boundary = { code: text('JPT_KOD_JE') ?? '', name: text('JPT_NAZWA_'), shape };
    yield* judge({ position: at(`row ${row}`), ...boundary }, known[1], levels);
  }
}

const unreadable = (message: string): Cleaned => ({ ok: false, kind: 'unreadable_geometry', message });

function* judge({ position, code, name, shape }: RawBoundary, known: Level, levels: Levels) {
  const { level } = known;
  if (!known.code.test(code)) {
    const message = `the code of a ${level} is written as ${known.example}`;
    yield issueAt(position, 'bad_code', message, 'JPT_KOD_JE', code);
    return;
  }
  if (!shape.ok) {
    yield issueAt(position, shape.kind, shape.message, 'geometry', code);
    return;
  }
  if (shape.repaired) {
    const message = 'the polygon was invalid and was repaired';
    yield issueAt(position, 'repaired_geometry', message, 'geometry', code);
  }
  const boundaries = levels.get(level) ?? new RowsByPlace();
  levels.set(level, boundaries);
  const row = { code, level, name, geometry: shape.geometry };
  // A service asked by a box answers with neighbours, too: one boundary is not its voivodeship.
  yield* boundaries.take(code.slice(0, 2), { row: { kind: 'boundary', row }, position });
}
