// Rows of the dataset → values of the domain, and back. The one place that knows both spellings; columns have the same names and
// geometries the same bytes in every back end.

import type { EventName } from '../contract/change-events.ts';
import type { CorpusParts, MpzpCover, Plan } from '../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import { boxesMeet } from '../domain/geometry/box.ts';
import {
  type Box,
  type Geometry,
  type MultiPolygon,
  type Outline,
  type Position,
  STORED_EPSG,
} from '../domain/geometry/types.ts';
import { boundsOf, decodeGeoPackageGeometry, encodeGeoPackageGeometry } from '../domain/geometry/wkb.ts';
import type { PlanProcess } from '../domain/law/plan-status.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import { unpackFacts } from '../domain/layers/packed-facts.ts';
import type { PermitPlace } from '../domain/layers/permits.ts';
import { AdminDirectory, type Obreb, type TercUnit } from '../domain/places/admin-units.ts';
import { KNOWN_UNITS } from '../domain/places/known-units.ts';
import type { BoundaryLevel, BoundaryRow } from '../domain/publish/staged-rows.ts';
import type { GroundParcel, LocatedParcel, StoredAddress } from '../domain/text/lookups.ts';
import {
  type BoundaryShape,
  type EventCount,
  type EvidenceShape,
  type ListedParcel,
  type StoredEvent,
  type StoredParcel,
  StoreError,
} from './reads.ts';

export type Row = Record<string, unknown>;

const textOrNull = (value: unknown) => value as string | null;
const numberOrNull = (value: unknown) => value as number | null;

export function polygonsOf(blob: unknown): MultiPolygon {
  const { geometry } = decodeGeoPackageGeometry(blob as Uint8Array);
  if (geometry?.type !== 'MultiPolygon')
    throw new StoreError('the dataset holds a geometry that is no polygon');
  return geometry.coordinates;
}

export function geometryOf(blob: unknown): Geometry {
  const { geometry } = decodeGeoPackageGeometry(blob as Uint8Array);
  if (!geometry) throw new StoreError('the dataset holds an empty geometry');
  return geometry;
}

/** The bounds of a geometry, and the blob it is stored as. */
export function boundsAndBlob(geometry: Geometry): [Box, Uint8Array] {
  return [boundsOf(geometry), encodeGeoPackageGeometry(geometry, STORED_EPSG)];
}

/** Comes after every id. */
export const LAST_ID = '~';

/** Texts that start with a scope are a range: ['1418', '1419'). The country is every text. */
export function rangeOf(scope: string): [string, string] {
  if (scope === '') return ['', LAST_ID];
  return [scope, scope.slice(0, -1) + String.fromCharCode(scope.charCodeAt(scope.length - 1) + 1)];
}

/** A GeoPackage blob as this store writes it: minx, maxx, miny and maxy from byte 8 on, then WKB. */
const WKB_FROM = 40;

export const wkbIn = (geom: Uint8Array): Uint8Array => geom.subarray(WKB_FROM);

function boxOf(geom: Uint8Array): Box {
  const view = new DataView(geom.buffer, geom.byteOffset);
  return [
    view.getFloat64(8, true),
    view.getFloat64(24, true),
    view.getFloat64(16, true),
    view.getFloat64(32, true),
  ];
}

/** A point is written without an envelope: header, byte order and type, position. */
const POINT_BYTES = 29;
const POINT_WKB_FROM = 8;

/** The box and the WKB of any geometry as this store writes it. */
export function outlineOf(geom: Uint8Array): { box: Box; wkb: Uint8Array } {
  if (geom.length !== POINT_BYTES) return { box: boxOf(geom), wkb: geom.subarray(WKB_FROM) };
  const view = new DataView(geom.buffer, geom.byteOffset);
  const [x, y] = [view.getFloat64(13, true), view.getFloat64(21, true)];
  return { box: [x, y, x, y], wkb: geom.subarray(POINT_WKB_FROM) };
}

/** The cells of a parcel as the store selects them; as packed-facts.ts has its facts. */
export type ParcelCells = [
  id: string,
  area_official_m2: number | null,
  area_geometry_m2: number,
  lng: number,
  lat: number,
  record_hash: string,
  geom: Uint8Array,
  facts: string | null,
];

/** Those cells of a parcel `p` with its facts `f`. */
export const PARCEL_COLUMNS =
  'p.id, p.area_official_m2, p.area_geometry_m2, p.lng, p.lat, p.record_hash, p.geom, f.facts';
export const PARCEL_FACTS = 'LEFT JOIN parcel_facts f ON f.fid = p.fid';

export function parcelOf(cells: ParcelCells): StoredParcel {
  const [id, area_official_m2, area_geometry_m2, lng, lat, record_hash, geom, facts] = cells;
  return {
    id,
    area_official_m2,
    area_geometry_m2,
    centroid: [lng, lat],
    box: boxOf(geom),
    wkb: wkbIn(geom),
    record_hash,
    facts: unpackFacts(facts),
  };
}

export type ListedCells = [
  id: string,
  area_official_m2: number | null,
  lng: number,
  lat: number,
  geom: Uint8Array | null,
];

/** Indexes round bounds outwards, by less than this: SQLite keeps them in single precision. */
const ROUNDED_M = 0.25;

/**
 * Whether a side of the bounds `b` lies in the box of these parameters: a shape reaches each side of its bounds, so it shares ground with the box. Most that
 * lie across the edge of a box are told so, and need no outline.
 */
export function hasSideIn(
  b: string,
  [minX, minY, maxX, maxY]: readonly [string, string, string, string],
): string {
  const reaches = (axis: 'x' | 'y', min: string, max: string) =>
    `((${b}.max${axis} - ${ROUNDED_M} > ${min} AND ${b}.max${axis} < ${max}) OR (${b}.min${axis} > ${min} AND ${b}.min${axis} + ${ROUNDED_M} < ${max}))`;
  const lies = (axis: 'x' | 'y', min: string, max: string) =>
    `${b}.min${axis} > ${min} AND ${b}.max${axis} < ${max}`;
  return `((${lies('y', minY, maxY)} AND ${reaches('x', minX, maxX)}) OR (${lies('x', minX, maxX)} AND ${reaches('y', minY, maxY)}))`;
}

export function listedOf([id, area_official_m2, lng, lat, geom]: ListedCells): ListedParcel {
  const outline = geom && { box: boxOf(geom), wkb: wkbIn(geom) };
  return { id, area_official_m2, centroid: [lng, lat], outline };
}

export type LocatedCells = [id: string, lng: number, lat: number];

export function locatedOf([id, lng, lat]: LocatedCells): LocatedParcel {
  return { id, centroid: [lng, lat] };
}

export type GroundCells = [...LocatedCells, geom: Uint8Array, land_use: string | null];

export function groundParcelOf([id, lng, lat, geom, land_use]: GroundCells): GroundParcel {
  return { id, centroid: [lng, lat], box: boxOf(geom), wkb: wkbIn(geom), land_use };
}

export type EvidenceCells = [
  role: EvidenceRole,
  source: SourceId,
  key: string,
  place: string,
  piece: number,
  attributes: string,
  geom: Uint8Array,
];

export function evidenceShapeOf(cells: EvidenceCells): EvidenceShape {
  const [role, source, key, place, piece, attributes, geom] = cells;
  return {
    role,
    source,
    key,
    place,
    piece,
    attributes: JSON.parse(attributes),
    ...outlineOf(geom),
  };
}

/** Indexes hold bounds rounded outwards, each in its own way: without this the stores would find other shapes at the edge of a box. */
export const meetingExactly = <T extends Outline>(shapes: readonly T[], box: Box): T[] =>
  shapes.filter((shape) => boxesMeet(shape.box, box));

export type BoundaryCells = [code: string, name: string | null, geom: Uint8Array];

export function boundaryShapeOf([code, name, geom]: BoundaryCells): BoundaryShape {
  return { code, name, ...outlineOf(geom) };
}

export type PermitCells = [
  permit_id: string,
  kind: string,
  decision_date: string | null,
  object_category: string | null,
  x: number,
  y: number,
];

export function permitOf([permit_id, kind, decision_date, object_category, x, y]: PermitCells): PermitPlace {
  return { permit_id, kind, decision_date, object_category, position: [x, y] };
}

export function boundaryOf(row: Row): BoundaryRow {
  return {
    code: row.code as string,
    level: row.level as BoundaryLevel,
    name: textOrNull(row.name),
    geometry: polygonsOf(row.geom),
  };
}

export type AddressCells = [place: string, attributes: string, geom: Uint8Array];

export function addressOf([gmina, attributes, geom]: AddressCells): StoredAddress {
  const { locality, street, house_number, postcode } = JSON.parse(attributes);
  return { gmina, locality, street, house_number, postcode, position: addressPointOf(geom) };
}

/** Of an address. */
export function addressPointOf(geom: Uint8Array): Position {
  const point = geometryOf(geom);
  if (point.type !== 'Point') throw new StoreError('the dataset holds an address that is no point');
  return point.coordinates;
}

export function stateOf(row: Row): SourceState {
  return {
    source: row.source as SourceId,
    scope: row.scope as string,
    as_of: textOrNull(row.as_of),
    last_success_at: row.last_success_at as string,
    file_sha256: row.file_sha256 as string,
    rows: row.rows as number,
    synthetic: row.synthetic === 1,
    publishes: JSON.parse(row.publishes as string),
    observed_since: row.observed_since as string,
  };
}

export function eventOf(row: Row): StoredEvent {
  const json = (text: unknown) => (text === null ? null : JSON.parse(text as string));
  return {
    seq: row.seq as number,
    event: row.event as EventName,
    subject: row.subject as string,
    layer: textOrNull(row.layer),
    before: json(row.before),
    after: json(row.after),
    as_of: textOrNull(row.as_of),
    detected_at: row.detected_at as string,
    source: row.source as SourceId | null,
    scope: row.scope as string,
  };
}

export function eventCountOf(row: Row): EventCount {
  return {
    event: row.event as EventName,
    layer: textOrNull(row.layer),
    count: row.count as number,
    first: (row.first as string).slice(0, 10),
    last: (row.last as string).slice(0, 10),
  };
}

export function tercOf(row: Row): TercUnit {
  return { code: row.code as string, name: row.name as string, kind: row.kind as string };
}

export function obrebFrom(row: Row): Obreb {
  return { id: row.id as string, name: textOrNull(row.name) };
}

export function planOf(row: Row): Plan {
  return {
    plan_id: row.plan_id as string,
    source: row.source as SourceId,
    kind: row.kind as Plan['kind'],
    gmina6: row.gmina6 as string,
    title: textOrNull(row.title),
    process: row.process as PlanProcess,
    effective_from: textOrNull(row.effective_from),
    effective_to: textOrNull(row.effective_to),
    adopted_on: textOrNull(row.adopted_on),
    resolution_url: textOrNull(row.resolution_url),
    lacks_zones: numberOrNull(row.lacks_zones),
    lacks_ouz: numberOrNull(row.lacks_ouz),
  };
}

/** Rows ordered by gmina and day → one entry a gmina. */
export function coversOf(rows: readonly Row[]): MpzpCover[] {
  const byGmina = Map.groupBy(rows, (row) => row.gmina6 as string);
  return [...byGmina].map(([gmina6, steps]) => ({
    gmina6,
    steps: steps.map((step) => ({ from: step.since as string, pct: step.pct as number })),
  }));
}

export const CORPUS_QUERIES = {
  terc: 'SELECT code, name, kind FROM terc ORDER BY code',
  obreby: 'SELECT id, name FROM obreby ORDER BY id',
  states: 'SELECT * FROM sources ORDER BY source, scope',
  plans: 'SELECT * FROM plans ORDER BY source, plan_id',
  covers: 'SELECT * FROM mpzp_cover ORDER BY gmina6, since',
  computed: 'SELECT layer, powiat FROM computed ORDER BY layer, powiat',
} as const;

export const computedOf = (row: Row) => ({ layer: row.layer as FactLayer, powiat: row.powiat as string });

/** The last directory that was built, by its rows: most loads leave units as they are, and every load asks for them. */
let builtAdmin: { readonly key: string; readonly admin: AdminDirectory } | null = null;

function adminOf(terc: readonly Row[], obreby: readonly Row[]): AdminDirectory {
  const key = JSON.stringify([terc, obreby]);
  if (builtAdmin?.key !== key) {
    builtAdmin = { key, admin: new AdminDirectory(terc.map(tercOf), obreby.map(obrebFrom), KNOWN_UNITS) };
  }
  return builtAdmin.admin;
}

/** Everything answers depend on beside the facts of a parcel. */
export function corpusOf(
  rows: { readonly [name in keyof typeof CORPUS_QUERIES]: readonly Row[] },
  version: number,
): CorpusParts {
  return {
    version,
    admin: adminOf(rows.terc, rows.obreby),
    states: rows.states.map(stateOf),
    plans: rows.plans.map(planOf),
    mpzp_cover: coversOf(rows.covers),
    computed: rows.computed.map(computedOf),
    // Names are for reading text; no answer of a layer depends on them.
  };
}
