// EGiB in GML: the export of 2021 and of the schema before it (parcels, buildings, obręby, soil-class contours), and answers
// of any WFS (dzialki, budynki). Only the elements named here are read: owners, land-register numbers and register groups never are.

import { swapAxes } from '../../domain/geometry/swap-axes.ts';
import { AxisVote } from '../axis-vote.ts';
import { openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import type { LoadFile } from '../load-files.ts';
import { issueAt, type ReadItem, type UnitLookup } from '../recipe.ts';
import { judgeBuilding, type RawBuilding } from './egib-building.ts';
import { areaUnitOf, type EgibLoad, judgeParcel, type RawParcel, wordOf } from './egib-parcel.ts';
import { isLandUseSymbol } from './land-use-symbols.ts';

/** EGiB has northing first where srsName leaves it open (MapServer 1.1); services of epodgik write either order. */
const HABIT = 'yx';

export async function* readEgibGml(
  { path, at }: LoadFile,
  seen: EgibLoad,
  unitOf: UnitLookup,
): AsyncGenerator<ReadItem> {
  const order = await findOrder(path, unitOf);
  if (order.areAxesSwapped && order.isTold) {
    const message = 'the coordinates lie in Poland only with their axes swapped, and were read so';
    yield issueAt(at('whole file'), 'axis_swapped', message, 'coordinates');
  }
  const shapeOf = (element: XmlElement): RawShape => {
    const shape = gmlShapeOf(element, HABIT);
    if (shape.geometry === null || !order.areAxesSwapped) return shape;
    return { ...shape, geometry: swapAxes(shape.geometry) };
  };
  const { collection, features } = await openGml(path);
  seen.newest.add(collection.timeStamp);
  for await (const { type, element, line } of features) {
    if (hasEnded(element)) continue;
    const position = at(`line ${line}`);
    if (type === 'EGB_ObrebEwidencyjny') yield readObreb(element, position);
    else if (type === 'EGB_KonturKlasyfikacyjny') yield* readContour(element, shapeOf(element), position);
    else if (type === 'EGB_DzialkaEwidencyjna') {
      yield* judgeParcel({ position, ...fromGml(element, seen), ...shapeOf(element) }, seen);
    } else if (type === 'EGB_Budynek') {
      yield* judgeBuilding({ position, ...buildingFromGml(element), ...shapeOf(element) }, seen);
    } else {
      const row = columnsOf(element);
      // Services name their types as they like; the column of the id tells what a row is.
      if (PARCELS.test(type) || row.has('id_dzialki')) {
        yield* judgeParcel({ position, ...fromWfs(row, seen), ...shapeOf(element) }, seen);
      } else if (BUILDINGS.test(type) || row.has('id_budynku')) {
        yield* judgeBuilding({ position, ...buildingFromWfs(row), ...shapeOf(element) }, seen);
      }
    }
  }
}

const PARCELS = /^dzialki$/i;
const BUILDINGS = /^budynki$/i;

/** So many features tell the order of axes of a file. */
const SAMPLE = 200;

async function findOrder(path: string, unitOf: UnitLookup) {
  const vote = new AxisVote();
  let isTold = true;
  let count = 0;
  const { features } = await openGml(path);
  for await (const { element } of features) {
    const row = columnsOf(element);
    const id = row.text('iddzialki') ?? row.text('id_dzialki') ?? row.text('id_budynku');
    if (id === null || hasEnded(element)) continue;
    const shape = gmlShapeOf(element, HABIT);
    vote.add(shape, await unitOf(id));
    isTold &&= shape.is_order_told;
    count += 1;
    if (count === SAMPLE) break;
  }
  return { areAxesSwapped: vote.areSwapped, isTold };
}

/** Exports carry earlier versions of an object along, marked by their end: they are history, not parcels. */
const hasEnded = (element: XmlElement): boolean =>
  textOf(element, 'koniecWersjaObiekt') !== null || textOf(element, 'koniecObiekt') !== null;

type Unplaced = Omit<RawParcel, 'position' | keyof RawShape>;
type UnplacedBuilding = Omit<RawBuilding, 'position' | keyof RawShape>;

/** The schema of 2021 and the one before it, which calls the area powierzchniaEwidencyjna. */
function fromGml(element: XmlElement, seen: EgibLoad): Unplaced {
  seen.newest.add(textOf(element, 'startWersjaObiekt'));
  const area = childOf(element, 'poleEwidencyjne') ?? childOf(element, 'powierzchniaEwidencyjna');
  return {
    id: textOf(element, 'idDzialki'),
    obreb_name: null,
    area: area ? wordOf(area.text) : null,
    area_unit: areaUnitOf(area?.attributes.uom),
    land_use: childrenOf(element, 'klasouzytek').map(landUseOf).join('; ') || null,
  };
}

/** OFU, then OZK; with a dash before the classified use where it differs: S-RIIIa. */
function landUseOf(klasouzytek: XmlElement): string {
  const part = (name: string) => textOf(klasouzytek, 'EGB_Klasouzytek', name) ?? '';
  const [use, classified, soil, area] = [part('OFU'), part('OZU'), part('OZK'), part('powierzchnia')];
  const symbol = classified === '' || classified === use ? use + soil : `${use}-${classified}${soil}`;
  return area === '' ? symbol : `${symbol} ${area}`;
}

function buildingFromGml(element: XmlElement): UnplacedBuilding {
  // EGB_IdentyfikatorIIP; BT_Identyfikator before 2021.
  const identifier = childOf(element, 'idIIP')?.children[0];
  return {
    id: textOf(element, 'idBudynku'),
    object_id: identifier ? textOf(identifier, 'lokalnyId') : null,
    kst: textOf(element, 'rodzajWgKST'),
  };
}

interface Columns {
  text(name: string): string | null;
  has(name: string): boolean;
}

/** Services write their columns in either case. */
function columnsOf({ children }: XmlElement): Columns {
  const named = new Map(children.map((child) => [child.name.toLowerCase(), child]));
  return { text: (name) => wordOf(named.get(name)?.text), has: (name) => named.has(name) };
}

/** A letter of the schema of 2021 or a number of the older one. */
const KST = /^([mgtkzbhpsi]|10\d|110)$/;

/** RODZAJ is the kind; services of epodgik say there what a building is made of, and its kind in FUNKCJA. */
function buildingFromWfs({ text }: Columns): UnplacedBuilding {
  const [kind, purpose] = [text('rodzaj'), text('funkcja')];
  const kst = !KST.test(kind ?? '') && KST.test(purpose ?? '') ? purpose : kind;
  return { id: text('id_budynku'), object_id: null, kst };
}

function fromWfs({ text }: Columns, seen: EgibLoad): Unplaced {
  seen.newest.add(text('data'));
  return {
    id: text('id_dzialki'),
    obreb_name: text('nazwa_obrebu'),
    // Services have both spellings.
    area: text('pole_ewidencyjne') ?? text('pole_ewidenyjne'),
    area_unit: undefined,
    land_use: text('klasouzytki_egib'),
  };
}

function readObreb(element: XmlElement, position: string): ReadItem {
  const id = textOf(element, 'idObrebu');
  if (id === null || !/^\d{6}_\d\.\d{4}$/.test(id)) {
    return issueAt(position, 'bad_obreb_id', 'an obręb has an id such as 141803_2.0009', 'idObrebu', id);
  }
  return { row: { kind: 'obreb', row: { id, name: textOf(element, 'nazwaWlasna') } }, position };
}

/** The obręb of a contour and, in old numberings, its map sheet: 141803_2.0009.KL.12. */
const CONTOUR_ID = /^(\d{6}_\d\.\d{4})(?:\.AR_\d+)?\.KL\.?[\d/_-]*[a-zA-Z]?[\d/_-]*$/;

/** OZU and OZK make the symbol (RIIIa); some uses have no class (N). */
function* readContour(element: XmlElement, raw: RawShape, position: string): Generator<ReadItem> {
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
  const symbol = use + (textOf(element, 'OZK') ?? '');
  if (!isLandUseSymbol(symbol)) {
    yield issueAt(
      position,
      'bad_symbol',
      `the soil contour ${id} has no symbol of a use (R, Ł, Ps, Ls, Lz, N …) and a class (I, II, IIIa … VIz), such as RIIIa`,
      'OZU',
      symbol,
    );
    return;
  }
  const shape = yield* judgeShape(raw, 'MultiPolygon', id, position);
  if (shape === null) return;
  const row = { contour_id: id, obreb_id, symbol, geometry: shape.coordinates };
  yield { row: { kind: 'soil_contour', row }, position };
}
