// A parcel as rows of the national parcel file (layer `dzialki`): what each powiat publishes and in which unit, the
// canaries, and the planted faults. Writes no file.

import type { MultiPolygon, Position } from '../src/domain/geometry/types.ts';
import { CANARY_LAND_REGISTER, CANARY_OWNER } from './canaries.ts';
import { AREA_CORRECTED, EARLIER_DAY } from './editions.ts';
import { BROKEN_IDS, FAULTS, type Fault } from './faults.ts';
import type { Land } from './land.ts';
import { landUsesOf } from './land-use.ts';
import type { Parcel } from './parcels.ts';
import { EXAMPLE_PARCEL } from './planted.ts';
import { randomFor } from './random.ts';
import { modelOf } from './regions.ts';

/** The columns after `fid` and `geom`, by their names in the file; all are text. */
export interface EgibRow {
  readonly geom: MultiPolygon | null;
  readonly id_dzialki: string;
  readonly numer_dzialki: string;
  readonly nazwa_obrebu: string;
  readonly numer_obrebu: string;
  readonly numer_jednostki: string;
  readonly nazwa_gminy: string;
  readonly data: string;
  readonly pole_ewidencyjne: string | null;
  readonly klasouzytki_egib: string | null;
  readonly grupa_rejestrowa: string;
  readonly pozostale_atrybuty: string | null;
  readonly czas_pozyskania: string;
}

/** When the powiat's service was harvested. */
const HARVESTED_AT: Readonly<Record<string, string>> = {
  '1418': '2026-11-08 03:12:44',
  '1438': '2026-11-09 02:40:10',
};

export const harvestedAt = ({ edition }: Land, powiat: string): string =>
  edition === 'earlier' ? `${EARLIER_DAY} 03:12:44` : (HARVESTED_AT[modelOf(powiat)] ?? '');

/** How a gmina's recorded area and land use are published: in which unit, or which sign of absence stands there. */
const PUBLISHED: Readonly<Record<string, 'ha' | 'm2' | 'None' | null>> = {
  '1418032': 'ha',
  '1418043': 'm2',
  '1438032': null,
  '1438053': 'None',
  '1438011': null,
};

// The recorded area is true to the ground, the area in PL-1992 is not: its scale is 0.9993 on the 19° meridian (false
// easting 500 km) and grows away from it (EPSG:2180; mean radius of the earth 6,371 km).
const CENTRAL_SCALE = 0.9993;
const CENTRAL_EASTING_M = 500_000;
const EARTH_RADIUS_M = 6_371_000;

const REGISTER_GROUPS = 16;
const CANARY_EVERY = 40;

/** One row; two for a planted duplicate. `index` is the parcel's place in its obręb. */
export function rowsOf(land: Land, parcel: Parcel, index: number): EgibRow[] {
  const random = randomFor(land.seed, `row ${parcel.id}`);
  const { obreb } = parcel;
  const fault = FAULTS[parcel.id];
  const more_m2 = land.edition === 'earlier' ? (AREA_CORRECTED[parcel.id] ?? 0) : 0;
  const recorded_m2 = Math.round(groundAreaOf(parcel)) * (fault === 'area-10x' ? 10 : 1) + more_m2;
  const isPrivate = index % CANARY_EVERY === 7 || parcel.id === EXAMPLE_PARCEL;
  const row: EgibRow = {
    geom: spoil(parcel.geometry, fault),
    id_dzialki: BROKEN_IDS[parcel.id] ?? parcel.id,
    numer_dzialki: parcel.number,
    nazwa_obrebu: obreb.name,
    numer_obrebu: obreb.id.slice(-4),
    numer_jednostki: obreb.unit.code,
    nazwa_gminy: obreb.unit.gmina.name,
    data: dayOf(random()),
    pole_ewidencyjne: writeArea(parcel, recorded_m2),
    klasouzytki_egib: writeLandUse(land, parcel, recorded_m2),
    grupa_rejestrowa: String(1 + Math.floor(random() * REGISTER_GROUPS)),
    pozostale_atrybuty: isPrivate
      ? JSON.stringify({ WLASCICIEL: CANARY_OWNER, NUMER_KW: CANARY_LAND_REGISTER })
      : null,
    czas_pozyskania: harvestedAt(land, obreb.unit.powiat.code),
  };
  return fault === 'duplicate-id' ? [row, row] : [row];
}

/** In m², as the cadastre records it. */
export function groundAreaOf({ geometry, area_m2 }: Parcel): number {
  const easting = geometry[0]?.[0]?.[0]?.[0] ?? CENTRAL_EASTING_M;
  const scale = CENTRAL_SCALE * (1 + ((easting - CENTRAL_EASTING_M) / EARTH_RADIUS_M) ** 2 / 2);
  return area_m2 / scale ** 2;
}

function writeArea({ obreb }: Parcel, recorded_m2: number): string | null {
  const unit = PUBLISHED[modelOf(obreb.unit.gmina.code)] ?? null;
  if (unit === 'ha') return hectares(recorded_m2);
  return unit === 'm2' ? String(recorded_m2) : unit;
}

/** `RIIIa 0.1200; PsIV 0.0300` where areas are published in hectares, `RIVa, B` elsewhere. */
function writeLandUse(land: Land, parcel: Parcel, recorded_m2: number): string | null {
  const published = PUBLISHED[modelOf(parcel.obreb.unit.gmina.code)] ?? null;
  if (published === null || published === 'None') return published;
  const uses = landUsesOf(land, parcel);
  const symbols = uses.map(({ symbol }) => symbol);
  if (published === 'm2' || uses.length === 1) return symbols.join(', ');
  const first_m2 = Math.round(recorded_m2 * (uses[0]?.share ?? 1));
  return `${symbols[0]} ${hectares(first_m2)}; ${symbols[1]} ${hectares(recorded_m2 - first_m2)}`;
}

function hectares(area_m2: number): string {
  return (area_m2 / 10_000).toFixed(4);
}

/** A day of the ten years up to 2025; every month has a 28th. */
function dayOf(chance: number): string {
  const day = Math.floor(chance * 10 * 12 * 28);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${2016 + Math.floor(day / 336)}-${two(1 + (Math.floor(day / 28) % 12))}-${two(1 + (day % 28))}`;
}

function spoil(geometry: MultiPolygon, fault: Fault | undefined): MultiPolygon | null {
  if (fault === 'empty-geometry') return [];
  if (fault === 'no-geometry') return null;
  return fault === 'bow-tie' ? [[bowTie(geometry)]] : geometry;
}

/** The outermost vertices, joined crosswise. */
function bowTie(geometry: MultiPolygon): Position[] {
  const vertices = geometry.flat(2);
  const furthest = (reach: (position: Position) => number) =>
    vertices.reduce((best, vertex) => (reach(vertex) > reach(best) ? vertex : best));
  const west = furthest(([x]) => -x);
  return [west, furthest(([x]) => x), furthest(([, y]) => -y), furthest(([, y]) => y), west];
}
