// Whether each shape of a file lies in the unit that its own id names. One that does not is left out as an issue; many are the
// sign of a file read the wrong way, and nothing of it is published (formats §0.2).

import { leftOutClaim } from '../domain/corpus/lacking-classes.ts';
import { swapAxes } from '../domain/geometry/swap-axes.ts';
import type { Geometry, MultiPolygon } from '../domain/geometry/types.ts';
import { OUTSIDE_M } from '../domain/geometry/unit-ground.ts';
import { boundsOf } from '../domain/geometry/wkb.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import type { EvidenceRow, StagedRow } from '../domain/publish/staged-rows.ts';
import { issueAt, OUTSIDE_UNIT, type PlacesOfLoad, type ReadItem, type UnitLookup } from './recipe.ts';
import { areMany } from './strays.ts';

interface Tally {
  all: number;
  outside: number;
  /** Of those outside, how many would lie in their unit with their axes swapped. */
  mirrored: number;
}

const VOIVODESHIP_DIGITS = 2;

export class PlaceCheck implements PlacesOfLoad {
  readonly unitOf: UnitLookup;
  /** By kind of row: one kind in its place does not excuse another. */
  readonly #tallies = new Map<string, Tally>();
  /** Powiaty of which no boundary is held. */
  readonly #unchecked = new Set<string>();
  readonly #leftOut = new Set<string>();
  /** Coordinates that a recipe had judged: its rows come by here again. */
  readonly #judged = new WeakSet<object>();

  constructor(unitOf: UnitLookup) {
    this.unitOf = unitOf;
  }

  async outside(kind: string, place: string, geometry: Geometry): Promise<string | null> {
    if (this.#judged.has(geometry.coordinates)) return null;
    this.#judged.add(geometry.coordinates);
    const unit = await this.unitOf(place);
    if (unit === null) {
      if (place.length > VOIVODESHIP_DIGITS) this.#unchecked.add(partitionOf(place));
      return null;
    }
    const tally = this.#tallies.get(kind) ?? { all: 0, outside: 0, mirrored: 0 };
    this.#tallies.set(kind, tally);
    tally.all += 1;
    if (unit.holds(geometry)) return null;
    tally.outside += 1;
    if (unit.holds(swapAxes(geometry))) tally.mirrored += 1;
    const [minX, minY, maxX, maxY] = boundsOf(geometry).map(Math.round);
    return `it reaches more than ${OUTSIDE_M} m out of ${unit.code}: it lies at ${minX} ${minY} ${maxX} ${maxY} (EPSG:2180)`;
  }

  /** The row where it may be taken; else the issue that says where it lies. */
  async judge(item: { readonly row: StagedRow; readonly position: string }): Promise<ReadItem> {
    const ground = groundOf(item.row);
    const fault = ground && (await this.outside(ground.kind, ground.place, ground.geometry));
    if (!ground || fault === null) return item;
    if (item.row.kind === 'evidence') this.#leftOut.add(partOf(item.row.row));
    return issueAt(item.position, OUTSIDE_UNIT, fault, 'geometry', ground.key);
  }

  /** Why the file must be refused. */
  failures(): string[] {
    return [...this.#tallies].flatMap(([kind, { all, outside, mirrored }]) => {
      if (!areMany(outside, all)) return [];
      const cause =
        mirrored * 2 > outside
          ? 'the axes look swapped: with easting and northing exchanged they lie in it'
          : 'the coordinate system or the ids are not what the file says';
      const what = `${outside} of ${all} rows (${kind.replaceAll('_', ' ')})`;
      return `${what} lie outside the boundary of the unit that their ids name; ${cause}`;
    });
  }

  /** What then is not known whole (SourceState.publishes): the row is missing somewhere in the unit that its id names. */
  get claims(): string[] {
    return [...this.#leftOut].sort().map(leftOutClaim);
  }

  /** Those of which no boundary is held. */
  get uncheckedPowiaty(): string[] {
    return [...this.#unchecked].sort();
  }

  /** What could not be checked, in words; null where all was. */
  unchecked(): string | null {
    const powiaty = this.uncheckedPowiaty;
    if (powiaty.length === 0) return null;
    const shown = powiaty.slice(0, 5).join(', ') + (powiaty.length > 5 ? `, … (${powiaty.length})` : '');
    return `whether rows lie where their ids say could not be checked: no boundary of ${shown} is loaded`;
  }
}

/** Ids of the cadastre name the obręb of a building; other registers say no more than the unit of the load. */
const partOf = ({ role, place }: EvidenceRow): string => (OBREB_ID.test(place) ? `${role}/${place}` : role);

const OBREB_ID = /^\d{6}_\d\.\d{4}$/;

/** What a row says about where it lies: a code of the place, and the geometry that must fit it. */
function groundOf({ kind, row }: StagedRow) {
  switch (kind) {
    case 'parcel':
      return { kind, place: row.id, key: row.id, geometry: polygons(row.geometry) };
    case 'plan_area':
      return { kind, place: row.gmina6, key: row.area_id, geometry: polygons(row.geometry) };
    case 'soil_contour':
      return { kind, place: row.obreb_id, key: row.contour_id, geometry: polygons(row.geometry) };
    case 'boundary':
      // By nothing that is loaded: it would be measured by its own earlier edition.
      return {
        kind,
        place: row.code.slice(0, VOIVODESHIP_DIGITS),
        key: row.code,
        geometry: polygons(row.geometry),
      };
    case 'address': {
      const geometry: Geometry = { type: 'Point', coordinates: row.position };
      return { kind, place: row.gmina, key: row.address_id, geometry };
    }
    case 'evidence':
      // What could not be read does not say where it belongs; registers without places say a role or a type instead.
      if (row.role === 'address_unread' || !/^\d{4}/.test(row.place)) return null;
      return { kind: row.role, place: row.place, key: row.key, geometry: row.geometry };
    default:
      return null;
  }
}

const polygons = (coordinates: MultiPolygon): Geometry => ({ type: 'MultiPolygon', coordinates });
