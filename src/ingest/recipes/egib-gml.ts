// EGiB in GML: the export of 2021 (parcels, buildings, obręby, soil-class contours) and answers of a WFS (ms:dzialki,
// ms:budynki). Only the elements named here are read: owners, land-register numbers and register groups never are.

import { epsgOf } from '../../domain/geometry/projection.ts';
import { FormatError } from '../formats/format-error.ts';
import { gmlGeometryOf, openGml } from '../formats/gml.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import type { LoadFile } from '../load-files.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { judgeBuilding, type RawBuilding } from './egib-building.ts';
import { type EgibLoad, judgeParcel, type RawParcel, wordOf } from './egib-parcel.ts';

export async function* readEgibGml({ path, at }: LoadFile, seen: EgibLoad): AsyncGenerator<ReadItem> {
  const { collection, features } = await openGml(path);
  seen.newest.add(collection.timeStamp);
  for await (const feature of features) {
    if (hasEnded(feature.element)) continue;
    const position = at(`line ${feature.line}`);
    if (feature.type === 'EGB_DzialkaEwidencyjna') {
      yield* judgeParcel({ position, ...fromGml2021(feature.element, seen) }, seen);
    } else if (feature.type === 'EGB_KonturKlasyfikacyjny') yield* readContour(feature.element, position);
    else if (feature.type === 'EGB_ObrebEwidencyjny') yield readObreb(feature.element, position);
    else if (feature.type === 'EGB_Budynek') {
      yield* judgeBuilding({ position, ...buildingFromGml2021(feature.element) }, seen);
    } else if (/^dzialki$/i.test(feature.type)) {
      yield* judgeParcel({ position, ...fromWfs(feature.element, seen) }, seen);
    } else if (/^budynki$/i.test(feature.type)) {
      yield* judgeBuilding({ position, ...buildingFromWfs(feature.element) }, seen);
    }
  }
}

/** Exports carry earlier versions of an object along, marked by their end: they are history, not parcels. */
const hasEnded = (element: XmlElement): boolean =>
  textOf(element, 'koniecWersjaObiekt') !== null || textOf(element, 'koniecObiekt') !== null;

type Unplaced = Omit<RawParcel, 'position'>;

function fromGml2021(element: XmlElement, seen: EgibLoad): Unplaced {
  seen.newest.add(textOf(element, 'startWersjaObiekt'));
  const area = childOf(element, 'poleEwidencyjne');
  return {
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

function buildingFromGml2021(element: XmlElement): Omit<RawBuilding, 'position'> {
  return {
    id: textOf(element, 'idBudynku'),
    object_id: textOf(element, 'idIIP', 'EGB_IdentyfikatorIIP', 'lokalnyId'),
    kst: textOf(element, 'rodzajWgKST'),
    ...shapeOf(childOf(element, 'geometria')),
  };
}

/** Services write their columns in either case, and call the geometry by three names. */
function columnsOf(element: XmlElement) {
  const named = new Map(element.children.map((child) => [child.name.toLowerCase(), child]));
  return {
    text: (name: string) => wordOf(named.get(name)?.text),
    shape: () => shapeOf(named.get('geom') ?? named.get('msgeometry') ?? named.get('geometry')),
  };
}

function buildingFromWfs(element: XmlElement): Omit<RawBuilding, 'position'> {
  const { text, shape } = columnsOf(element);
  return { id: text('id_budynku'), object_id: null, kst: text('rodzaj'), ...shape() };
}

function fromWfs(element: XmlElement, seen: EgibLoad): Unplaced {
  const { text, shape } = columnsOf(element);
  seen.newest.add(text('data'));
  return {
    id: text('id_dzialki'),
    obreb_name: text('nazwa_obrebu'),
    // Services have both spellings.
    area: text('pole_ewidencyjne') ?? text('pole_ewidenyjne'),
    area_unit: undefined,
    land_use: text('klasouzytki_egib'),
    ...shape(),
  };
}

function readObreb(element: XmlElement, position: string): ReadItem {
  const id = textOf(element, 'idObrebu');
  if (id === null || !/^\d{6}_\d\.\d{4}$/.test(id)) {
    return issueAt(position, 'bad_obreb_id', 'the obręb has no valid id', 'idObrebu', id);
  }
  return { row: { kind: 'obreb', row: { id, name: textOf(element, 'nazwaWlasna') } }, position };
}

/** The obręb of a contour and, in old numberings, its map sheet: 141803_2.0009.KL.12. */
const CONTOUR_ID = /^(\d{6}_\d\.\d{4})(?:\.AR_\d+)?\.KL\.?[^.\s]+$/;

/** OZU and OZK make the symbol (RIIIa); some uses have no class (N). */
function* readContour(element: XmlElement, position: string): Generator<ReadItem> {
  const id = textOf(element, 'idKonturu');
  const obreb_id = CONTOUR_ID.exec(id ?? '')?.[1];
  if (id === null || obreb_id === undefined) {
    yield issueAt(
      position,
      'bad_id',
      'a soil contour has an id such as 141803_2.0009.KL.12',
      'idKonturu',
      id,
    );
    return;
  }
  const use = textOf(element, 'OZU');
  if (use === null) {
    yield issueAt(position, 'missing_symbol', `the soil contour ${id} does not say its use`, 'OZU');
    return;
  }
  const shape = yield* judgeShape(shapeOf(childOf(element, 'geometria')), 'MultiPolygon', id, position);
  if (shape === null) return;
  const symbol = use + (textOf(element, 'OZK') ?? '');
  const row = { contour_id: id, obreb_id, symbol, geometry: shape.coordinates };
  yield { row: { kind: 'soil_contour', row }, position };
}

/** EGiB in GML 3 has northing first whatever the form of srsName; GML 2 (WFS 1.0) has easting first. */
function shapeOf(element: XmlElement | undefined): RawShape {
  if (!element) return { geometry: null, epsg: 2180, fault: null };
  try {
    const read = gmlGeometryOf(element, isGml2(element) ? 'xy' : 'yx');
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
