// BDOT10k, the topographic database (GUGiK), one powiat a package: road lines and, where the cadastre publishes none,
// outlines of buildings. As GML, shapefiles or GeoPackages; of the many classes only three are read.

import { basename } from 'node:path';
import { lacksClaim, leftOutClaim } from '../../domain/corpus/lacking-classes.ts';
import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';
import { areaM2Of } from '../clean.ts';
import { FormatError } from '../formats/format-error.ts';
import { openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { openGpkg } from '../formats/gpkg.ts';
import { epsgOfPrj } from '../formats/prj.ts';
import { openShp } from '../formats/shp.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import { filesOf, isParquet, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import {
  type FileFacts,
  issueAt,
  type LoadPart,
  type PlacesOfLoad,
  type ReadItem,
  type Recipe,
} from '../recipe.ts';
import { IndexedArea } from './indexed-area.ts';
import { openTable, partFilter } from './parquet-table.ts';
import { PartTally } from './part-tally.ts';

const CLASS_NAME = /OT_(?:SKJZ_L|SKDR_L|BUBD_A)/i;
/** A package is one file a class; a GeoPackage that names no class may hold several. */
const FILES = new RegExp(
  `${CLASS_NAME.source}[^/]*(?<!\\.shp)\\.(xml|gml|shp|gpkg|parquet)$|/(?![^/]*OT_[A-Z]{4}_[ALP])[^/]*\\.gpkg$`,
  'i',
);

export const bdot10k: Recipe = {
  source: 'bdot10k',
  claims:
    /^\d{4}_(GML|SHP|GPKG)\.zip$|^OT_(SKJZ_L|SKDR_L|BUBD_A)\.parquet(\.zip)?$|bdot10k.*\.(zip|xml|gml|gpkg)$|__OT_(SKJZ_L|SKDR_L|BUBD_A)\.(xml|gml|gpkg|shp)$/i,
  names: [
    '{powiat}_GML.zip',
    '{powiat}_SHP.zip',
    '{powiat}_GPKG.zip',
    'PL.PZGiK.336.{powiat}__OT_SKJZ_L.xml',
    'OT_BUBD_A.parquet',
  ],
  files: FILES,
  reads:
    'BDOT10k roads (OT_SKJZ_L, OT_SKDR_L) and buildings (OT_BUBD_A) of a powiat: 1418_GML.zip, _SHP.zip, _GPKG.zip; national OT_BUBD_A.parquet',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readBdot10k,
  // Objects do not say their powiat.
  partsOf: async () => null,
};

/** Carriageways and road axes; buildings. Every road has carriageways, and only some an axis of its own. */
const ROLES = { OT_SKJZ_L: 'road', OT_SKDR_L: 'road', OT_BUBD_A: 'building' } as const;
type ObjectClass = keyof typeof ROLES;
/** Those that hold all that there is of their role. */
const WHOLE_CLASSES = ['OT_SKJZ_L', 'OT_BUBD_A'] as const satisfies readonly ObjectClass[];
const TITLES: { readonly [K in ObjectClass]: string } = {
  OT_SKJZ_L: 'carriageways',
  OT_SKDR_L: 'axes of roads',
  OT_BUBD_A: 'buildings',
};

function classOf(name: string): ObjectClass | null {
  const found = CLASS_NAME.exec(name)?.[0]?.toUpperCase();
  return found !== undefined && found in ROLES ? (found as ObjectClass) : null;
}

/**
 * The powiat stands in the names alone (PL.PZGiK.283.1418__OT_SKJZ_L.xml, 1418_GML.zip): the number in the namespace of
 * the objects, 283, is that of the office that keeps them.
 */
function powiatOf(file: string, load: string): string {
  const code = [basename(file), load].map((name) => /(?<![\dA-Za-z])\d{4}(?!\d)/.exec(name)?.[0]);
  const powiat = code[0] ?? code[1];
  if (powiat !== undefined) return powiat;
  const expected = 'the code of the powiat in the name, as in 1418_GML.zip';
  throw new FormatError({ file, position: null, found: `the name ${basename(file)}`, expected });
}

async function* readBdot10k(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  _places?: PlacesOfLoad,
  part?: LoadPart,
): AsyncGenerator<ReadItem, FileFacts> {
  const newest = new NewestDay();
  const powiaty = new Set<string>();
  const classes = new Set<ObjectClass>();
  const tally = new PartTally();
  for (const file of filesOf(paths, bdot10k, name)) {
    const powiat = part?.powiat ?? powiatOf(file.path, name);
    powiaty.add(powiat);
    const objects = isParquet(file.path)
      ? readParquet(file, part)
      : /\.gpkg$/i.test(file.path)
        ? readGpkg(file, classes)
        : /\.shp$/i.test(file.path)
          ? readShp(file)
          : readGml(file);
    let isEmpty = true;
    for await (const object of objects) {
      isEmpty = false;
      classes.add(object.type);
      newest.add(object.text('wersja'));
      yield* tally.count(object.type, judge(object, powiat));
    }
    const ofFile = classOf(basename(file.path));
    if (ofFile !== null && isEmpty) classes.add(ofFile);
  }
  const lacks = classes.has('OT_SKDR_L') && !classes.has('OT_SKJZ_L') ? [lacksClaim('road')] : [];
  // An axis that is left out is that of a road whose carriageways are there.
  const leftOut = [...WHOLE_CLASSES].filter((type) => tally.leftOut.has(type));
  const claims = [...lacks, ...leftOut.map((type) => leftOutClaim(ROLES[type]))];
  const missing = Object.entries(TITLES).filter(([name]) => !classes.has(name as ObjectClass));
  const remark = missing.map(([name, title]) => `${title} (${name})`).join(', ');
  return {
    as_of: newest.day,
    scopes: [...powiaty],
    claims,
    remark: remark && `without ${remark}`,
    lacking: tally.lacking,
  };
}

/** An object as any of the forms gives it, before it is judged. */
interface RawObject extends RawShape {
  readonly type: ObjectClass;
  readonly position: string;
  readonly text: (name: Column) => string | null;
}

const COLUMNS = [
  'lokalnyId',
  'wersja',
  'kategoriaIstnienia',
  'kategoriaZarzadzania',
  'klasaDrogi',
  'numerDrogi',
  'kodKst',
] as const;
type Column = (typeof COLUMNS)[number];

/** Eastings come first in BDOT10k, which writes EPSG:2180. */
async function* readGml({ path, at }: LoadFile): AsyncGenerator<RawObject> {
  const { features } = await openGml(path);
  const others = new Set<string>();
  let count = 0;
  for await (const { type, element, line } of features) {
    const known = classOf(type);
    if (known === null) {
      others.add(type);
      continue;
    }
    count += 1;
    const texts = new Map(element.children.map((child) => [child.name, child.text.trim()]));
    const text = (name: Column) => texts.get(name) || null;
    yield { type: known, position: at(`line ${line}`), text, ...gmlShapeOf(element, 'xy') };
  }
  if (count > 0 || others.size === 0) return;
  const found = `features of type ${[...others].join(', ')}`.slice(0, 500);
  throw new FormatError({ file: path, position: null, found, expected: Object.keys(ROLES).join(', ') });
}

/** Names in a .dbf end after ten characters. */
const DBF_NAME = 10;
const TABLE_COLUMNS = COLUMNS.flatMap((column) => [column, column.slice(0, DBF_NAME)]);

interface TableRow {
  readonly row: number;
  readonly values: Record<string, string | number | null>;
  readonly geometry: RawShape['geometry'];
  readonly geometryError: string | null;
}

function fromTable(type: ObjectClass, epsg: Epsg | null, place: string, found: TableRow): RawObject {
  const text = (name: Column) => {
    const value = found.values[name] ?? found.values[name.slice(0, DBF_NAME)] ?? null;
    return value === null ? null : String(value).trim() || null;
  };
  return { type, position: place, text, geometry: found.geometry, epsg, fault: found.geometryError };
}

function* readShp({ path, at }: LoadFile): Generator<RawObject> {
  const type = classOf(basename(path));
  if (type === null) return;
  using shp = openShp(path);
  const epsg = epsgOfPrj(shp.crs ?? '');
  if (epsg === null) {
    const found = shp.crs === null ? 'no .prj beside it' : `the system ${shp.crs.slice(0, 200)}`;
    const expected = 'PL-1992, PL-2000, ETRS89 or WGS84';
    throw new FormatError({ file: path, position: null, found, expected });
  }
  for (const row of shp.rows(TABLE_COLUMNS)) yield fromTable(type, epsg, at(`row ${row.row}`), row);
}

/** One class a file, named by the file or by the layer; or several classes in one file. */
function* readGpkg({ path, at }: LoadFile, classes: Set<ObjectClass>): Generator<RawObject> {
  using gpkg = openGpkg(path);
  for (const layer of gpkg.layers()) {
    const type = classOf(layer.name) ?? classOf(basename(path));
    if (type === null || layer.geometryColumn === null) continue;
    // Also of a layer without a row.
    classes.add(type);
    const epsg = epsgOf(`EPSG:${layer.srsId}`);
    for (const row of gpkg.rows(layer.name, TABLE_COLUMNS)) {
      yield fromTable(type, epsg, at(`layer ${layer.name}, row ${row.row}`), row);
    }
  }
}

/** A class for the whole country, of which the objects that lie in the powiat are taken. */
async function* readParquet({ path, at }: LoadFile, part: LoadPart | undefined): AsyncGenerator<RawObject> {
  const type = classOf(basename(path));
  if (type === null) return;
  if (!part?.outline) {
    const found = `no boundary of powiat ${part?.powiat ?? 'that was asked for'}`;
    const expected = 'the boundaries of powiaty to be loaded first (A02_Granice_powiatow)';
    throw new FormatError({ file: path, position: null, found, expected });
  }
  await using table = await openTable(path, ['lokalnyid']);
  const { epsg } = table;
  const area = new IndexedArea(part.outline);
  for await (const rows of table.pages(TABLE_COLUMNS, partFilter(table, part, null))) {
    for (const row of rows) {
      if (epsg === null || row.geometry === null || !area.meets(row.geometry, epsg)) continue;
      yield fromTable(type, epsg, at(`row ${row.row}`), row);
    }
  }
}

/**
 * What exists as such. A road that is built, closed or destroyed gives no access. A building out of use still stands; one
 * in construction is left out as it is in the cadastre.
 */
const EXISTING = {
  road: ['eksploatowany', 'tymczasowy'],
  building: ['eksploatowany', 'tymczasowy', 'nieczynny'],
};
const EXISTENCES: readonly (string | null)[] = [
  'eksploatowany',
  'tymczasowy',
  'nieczynny',
  'w budowie',
  'zamknięty',
  'zniszczony',
];

/** Categories of public roads (art. 2 ustawy o drogach publicznych, Dz.U. 2024 poz. 320); all others are internal. */
const PUBLIC_ROADS: readonly (string | null)[] = ['krajowa', 'wojewódzka', 'powiatowa', 'gminna'];
const INTERNAL_ROADS: readonly (string | null)[] = ['wewnętrzna', 'zakładowa', 'inna'];

function* judge(object: RawObject, powiat: string): Generator<ReadItem> {
  const { type, position, text } = object;
  const role = ROLES[type];
  const key = text('lokalnyId');
  if (key === null) {
    yield issueAt(position, 'missing_id', `the object of ${type} has no lokalnyId`, 'lokalnyId');
    return;
  }
  const existence = text('kategoriaIstnienia')?.toLowerCase() ?? null;
  const isTold = EXISTENCES.includes(existence);
  if (!isTold) {
    const message = `whether the object of ${type} exists is said by ${EXISTENCES.join(', ')}`;
    const kind = existence === null ? 'missing_existence' : 'unknown_existence';
    yield issueAt(position, kind, message, 'kategoriaIstnienia', existence);
    if (role === 'building') return;
  } else if (!EXISTING[role].includes(existence ?? '')) return;
  // Forms differ in how they write the moment; the digits sort.
  const own = { role, key, place: powiat, version: (text('wersja') ?? '').replaceAll(/\D/g, '') };
  if (role === 'road') {
    const geometry = yield* judgeShape(object, 'MultiLineString', key, position);
    if (geometry === null) return;
    const category = text('kategoriaZarzadzania')?.toLowerCase() ?? null;
    const isInternal = INTERNAL_ROADS.includes(category);
    if (!isInternal && !PUBLIC_ROADS.includes(category)) {
      const message = `the category of a road is one of ${[...PUBLIC_ROADS, ...INTERNAL_ROADS].join(', ')}; whether this one is public is not known`;
      yield issueAt(position, 'unknown_category', message, 'kategoriaZarzadzania', category);
    }
    const isPublic = isTold && PUBLIC_ROADS.includes(category) ? true : isInternal ? false : null;
    const attributes = {
      category: isTold ? category : null,
      class: text('klasaDrogi'),
      number: text('numerDrogi'),
      // Null: it may be a public road that exists, and may be none.
      public: isPublic,
    };
    yield { row: { kind: 'evidence', row: { ...own, attributes, geometry } }, position };
    return;
  }
  const geometry = yield* judgeShape(object, 'MultiPolygon', key, position);
  if (geometry === null) return;
  const attributes = { kst: text('kodKst'), footprint_m2: areaM2Of(geometry.coordinates) };
  yield { row: { kind: 'evidence', row: { ...own, attributes, geometry } }, position };
}
