// EGiB parcels: the national bulk GeoPackage (one powiat a file, layer dzialki), an answer of a WFS 2.0 (ms:dzialki),
// and EGiB GML 2021. Only the columns named here are read: owners, land-register numbers and register groups never are.

import type { Geometry } from '../../domain/geometry.ts';
import { parseParcelId, partitionOf } from '../../domain/parcel-id.ts';
import { type Epsg, epsgOf } from '../../domain/projection.ts';
import { areaInM2, areaM2Of, centroidOf, cleanPolygons } from '../clean.ts';
import { FormatError } from '../formats/format-error.ts';
import { type GmlFeature, geometryOf, openGml } from '../formats/gml.ts';
import { openGpkg } from '../formats/gpkg.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';

/** A parcel as any of the three forms gives it, before it is judged. */
interface RawParcel {
  readonly position: string;
  readonly id: string | null;
  readonly obreb_name: string | null;
  readonly area: string | null;
  readonly area_unit: 'ha' | 'm2' | undefined;
  readonly land_use: string | null;
  readonly geometry: Geometry | null;
  readonly epsg: Epsg | null;
  readonly fault: string | null;
}

export const egib: Recipe = {
  source: 'egib',
  claims: /(^\d{4}\.gpkg(\.zip)?$)|egib.*\.(gml|xml)(\.zip)?$|dzialki.*\.(gml|xml)$/i,
  reads: 'EGiB parcels: bulk GeoPackage (1418.gpkg.zip), WFS 2.0 answer, EGiB GML 2021',
  read: (path) => (isGeoPackage(path) ? readBulk(path) : readGml(path)),
};

const isGeoPackage = (path: string) => /\.gpkg$/i.test(path);

const LAYER = 'dzialki';
const COLUMNS = [
  'id_dzialki',
  'nazwa_obrebu',
  'pole_ewidencyjne',
  'klasouzytki_egib',
  'czas_pozyskania',
  'data',
] as const;

/** The bulk file is a whole powiat: parcels it does not hold are gone. */
async function* readBulk(path: string): AsyncGenerator<ReadItem, FileFacts> {
  using gpkg = openGpkg(path);
  const layer = gpkg.layers().find((candidate) => candidate.name.toLowerCase() === LAYER);
  if (!layer) {
    const names =
      gpkg
        .layers()
        .map((candidate) => candidate.name)
        .join(', ') || 'none';
    throw new FormatError({
      file: path,
      position: null,
      found: `the layers ${names}`,
      expected: `a layer ${LAYER}`,
    });
  }
  const epsg = epsgOf(`EPSG:${layer.srsId}`);
  const seen = new Coverage();
  for (const { row, values, geometry, geometryError } of gpkg.rows(layer.name, COLUMNS)) {
    const text = (column: (typeof COLUMNS)[number]) => wordOf(values[column]);
    seen.date(text('czas_pozyskania') ?? text('data'));
    yield* judge(
      {
        position: `row ${row}`,
        id: text('id_dzialki'),
        obreb_name: text('nazwa_obrebu'),
        area: text('pole_ewidencyjne'),
        area_unit: undefined,
        land_use: text('klasouzytki_egib'),
        geometry,
        epsg,
        fault: geometryError,
      },
      seen,
    );
  }
  return { as_of: seen.as_of, scopes: [...seen.powiaty] };
}

/** Extracts in GML hold whole obręby, rarely a whole powiat: they replace just the obręby that occur in them. */
async function* readGml(path: string): AsyncGenerator<ReadItem, FileFacts> {
  const { collection, features } = await openGml(path);
  const seen = new Coverage();
  seen.date(collection.timeStamp ?? null);
  for await (const feature of features) {
    if (hasEnded(feature)) continue;
    if (feature.type === 'EGB_DzialkaEwidencyjna') yield* judge(fromGml2021(feature, seen), seen);
    else if (feature.type === 'EGB_ObrebEwidencyjny') yield* readObreb(feature);
    else if (/^dzialki$/i.test(feature.type)) yield* judge(fromWfs(feature, seen), seen);
  }
  return { as_of: seen.as_of, scopes: [...seen.obreby] };
}

/** Exports carry earlier versions of an object along, marked by their end: they are history, not parcels. */
const hasEnded = ({ element }: GmlFeature): boolean =>
  textOf(element, 'koniecWersjaObiekt') !== null || textOf(element, 'koniecObiekt') !== null;

function fromGml2021({ element, line }: GmlFeature, seen: Coverage): RawParcel {
  seen.date(textOf(element, 'startWersjaObiekt'));
  const area = childOf(element, 'poleEwidencyjne');
  return {
    position: `line ${line}`,
    id: textOf(element, 'idDzialki'),
    obreb_name: null,
    area: area ? wordOf(area.text) : null,
    area_unit: area?.attributes.uom === 'ha' ? 'ha' : area?.attributes.uom === 'm2' ? 'm2' : undefined,
    land_use: childrenOf(element, 'klasouzytek').map(landUseOf).join('; ') || null,
    ...shapeOf(childOf(element, 'geometria')),
  };
}

/** OFU, then OZK; with a dash before the classified use where it differs: S-RIIIa. */
function landUseOf(klasouzytek: XmlElement): string {
  const part = (name: string) => textOf(klasouzytek, 'EGB_Klasouzytek', name) ?? '';
  const [use, classified, soil, area] = [part('OFU'), part('OZU'), part('OZK'), part('powierzchnia')];
  const symbol = classified === '' || classified === use ? use + soil : `${use}-${classified}${soil}`;
  return area === '' ? symbol : `${symbol} ${area}`;
}

function fromWfs({ element, line }: GmlFeature, seen: Coverage): RawParcel {
  const named = new Map(element.children.map((child) => [child.name.toLowerCase(), child]));
  const text = (name: string) => wordOf(named.get(name)?.text);
  seen.date(text('data'));
  return {
    position: `line ${line}`,
    id: text('id_dzialki'),
    obreb_name: text('nazwa_obrebu'),
    // Services have both spellings.
    area: text('pole_ewidencyjne') ?? text('pole_ewidenyjne'),
    area_unit: undefined,
    land_use: text('klasouzytki_egib'),
    ...shapeOf(named.get('geom') ?? named.get('msgeometry') ?? named.get('geometry')),
  };
}

async function* readObreb({ element, line }: GmlFeature): AsyncGenerator<ReadItem> {
  const id = textOf(element, 'idObrebu');
  if (id === null || !/^\d{6}_\d\.\d{4}$/.test(id)) {
    yield issueAt(`line ${line}`, 'bad_obreb_id', 'the obręb has no valid id', 'idObrebu', id);
    return;
  }
  yield {
    row: { kind: 'obreb', row: { id, name: textOf(element, 'nazwaWlasna') } },
    position: `line ${line}`,
  };
}

/** EGiB in GML 3 has northing first whatever the form of srsName; GML 2 (WFS 1.0) has easting first. */
function shapeOf(element: XmlElement | undefined): Pick<RawParcel, 'geometry' | 'epsg' | 'fault'> {
  if (!element) return { geometry: null, epsg: 2180, fault: null };
  try {
    const read = geometryOf(element, isGml2(element) ? 'xy' : 'yx');
    if (!read) return { geometry: null, epsg: 2180, fault: null };
    const epsg = epsgOf(read.srsName ?? '');
    return {
      geometry: read.geometry,
      epsg,
      fault: epsg === null ? `unknown coordinate system "${read.srsName}"` : null,
    };
  } catch (error) {
    if (error instanceof FormatError) return { geometry: null, epsg: null, fault: error.message };
    throw error;
  }
}

const isGml2 = (element: XmlElement): boolean =>
  element.name === 'coordinates' || element.children.some((child) => isGml2(child));

async function* judge(raw: RawParcel, seen: Coverage): AsyncGenerator<ReadItem> {
  const { position } = raw;
  const parsed = parseParcelId(raw.id ?? '');
  if (!parsed.ok) {
    yield issueAt(position, 'bad_id', parsed.message, 'id_dzialki', raw.id);
    return;
  }
  const { id, obreb_id, number } = parsed.value;
  if (raw.fault !== null || raw.epsg === null) {
    yield issueAt(position, 'unreadable_geometry', raw.fault ?? 'unknown coordinate system', 'geometry', id);
    return;
  }
  const cleaned = cleanPolygons(raw.geometry, raw.epsg);
  if (!cleaned.ok) {
    yield issueAt(position, cleaned.kind, cleaned.message, 'geometry', id);
    return;
  }
  if (cleaned.repaired)
    yield issueAt(position, 'repaired_geometry', 'the polygon was invalid and was repaired', 'geometry', id);
  if (cleaned.geometry.length > 1) {
    yield issueAt(
      position,
      'several_parts',
      `a parcel is one area by law; this one has ${cleaned.geometry.length} parts`,
      'geometry',
      id,
    );
  }
  const area_geometry_m2 = areaM2Of(cleaned.geometry);
  const area_official_m2 = officialArea(raw, area_geometry_m2);
  if (raw.area !== null && area_official_m2 === null) {
    yield issueAt(
      position,
      'area_mismatch',
      `the recorded area fits the geometry of ${area_geometry_m2} m² neither as m² nor as hectares (${id})`,
      'pole_ewidencyjne',
      raw.area,
    );
  }
  seen.parcel(obreb_id);
  if (raw.obreb_name !== null && seen.isNewObreb(obreb_id)) {
    yield { row: { kind: 'obreb', row: { id: obreb_id, name: raw.obreb_name } }, position };
  }
  yield {
    row: {
      kind: 'parcel',
      row: {
        id,
        obreb_id,
        number,
        area_official_m2,
        area_geometry_m2,
        centroid: centroidOf(cleaned.geometry),
        land_use: raw.land_use,
        geometry: cleaned.geometry,
      },
    },
    position,
  };
}

function officialArea(raw: RawParcel, geometry_m2: number): number | null {
  const value = raw.area === null ? Number.NaN : Number(raw.area.replace(',', '.'));
  return Number.isFinite(value) && value > 0 ? areaInM2(value, geometry_m2, raw.area_unit) : null;
}

/** Absent values arrive as null, as nothing, or as the word None. */
function wordOf(value: string | number | null | undefined): string | null {
  const text = value === null || value === undefined ? '' : String(value).trim();
  return text === '' || text === 'None' || text === 'NULL' ? null : text;
}

/** What has been met in the file: which obręby and powiaty, and the newest date. */
class Coverage {
  as_of: string | null = null;
  readonly powiaty = new Set<string>();
  readonly obreby = new Set<string>();
  readonly #named = new Set<string>();

  parcel(obreb_id: string): void {
    this.obreby.add(obreb_id);
    this.powiaty.add(partitionOf(obreb_id));
  }

  isNewObreb(obreb_id: string): boolean {
    const isNew = !this.#named.has(obreb_id);
    this.#named.add(obreb_id);
    return isNew;
  }

  date(text: string | null): void {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
    if (day !== undefined && (this.as_of === null || day > this.as_of)) this.as_of = day;
  }
}
