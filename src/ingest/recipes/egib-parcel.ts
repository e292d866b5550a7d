// A parcel of EGiB as any of the forms gives it → a row to stage, with what is wrong as issues; and what a load has
// covered. Does not know the forms.

import { leftOutClaim } from '../../domain/corpus/lacking-classes.ts';
import { parseParcelId, partitionOf } from '../../domain/places/parcel-id.ts';
import { areaInM2, areaM2Of, placedCentroid } from '../clean.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import { NewestDay } from '../newest-day.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { keepLandUse } from './land-use-symbols.ts';

/** A parcel as any of the forms gives it, before it is judged. */
export interface RawParcel extends RawShape {
  readonly position: string;
  readonly id: string | null;
  readonly obreb_name: string | null;
  readonly area: string | null;
  readonly area_unit: 'ha' | 'm2' | undefined;
  readonly land_use: string | null;
}

export function* judgeParcel(raw: RawParcel, seen: EgibLoad): Generator<ReadItem> {
  const { position } = raw;
  const parsed = parseParcelId(raw.id ?? '');
  if (!parsed.ok) {
    yield issueAt(position, 'bad_id', parsed.message.en, 'id_dzialki', raw.id);
    return;
  }
  const { id, obreb_id, number } = parsed.value;
  if (seen.isStray(obreb_id)) {
    yield strayIssue(raw, id, seen);
    return;
  }
  const shape = yield* judgeShape(raw, 'MultiPolygon', id, position);
  if (shape === null) return;
  const geometry = shape.coordinates;
  if (geometry.length > 1) {
    yield issueAt(
      position,
      'several_parts',
      `a parcel is one area by law; this one has ${geometry.length} parts`,
      'geometry',
      id,
    );
  }
  const area_geometry_m2 = areaM2Of(geometry);
  const area_official_m2 = officialArea(raw, area_geometry_m2);
  if (raw.area !== null && area_official_m2 === null) {
    yield issueAt(
      position,
      'area_mismatch',
      `the recorded area, a number of m² or of hectares, fits the geometry of ${area_geometry_m2} m² as neither (${id})`,
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
        centroid: placedCentroid(geometry),
        land_use: keepLandUse(raw.land_use),
        geometry,
      },
    },
    position,
  };
}

function officialArea(raw: RawParcel, geometry_m2: number): number | null {
  const written = readArea(raw.area ?? '');
  return written === null ? null : areaInM2(written.value, geometry_m2, written.unit ?? raw.area_unit);
}

/** 0.2500, 0,2500 and 1 234,5 as most write it; 0.2500 ha and 2500 m² where the unit stands in the cell. */
const AREA = /^([\d\s\u00a0]+(?:[.,]\d*)?|[.,]\d+)\s*(ha|hektar\w*|m2|m²|m\^2|m\.?\s?kw\.?)?\.?$/i;

function readArea(text: string): { value: number; unit: 'ha' | 'm2' | undefined } | null {
  const [, number, unit] = AREA.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const value = Number(number.replaceAll(/[\s\u00a0]/g, '').replace(',', '.'));
  if (!(Number.isFinite(value) && value > 0)) return null;
  return { value, unit: areaUnitOf(unit) };
}

/** The unit by its symbol; undefined for one that is not known, or none. */
export function areaUnitOf(symbol: string | undefined): RawParcel['area_unit'] {
  if (symbol === undefined) return undefined;
  return /^h/i.test(symbol) ? 'ha' : /^m/i.test(symbol) ? 'm2' : undefined;
}

/** A row of another powiat in a bulk file: left out, for the file of that powiat is the one that tells of it. */
export function strayIssue({ position }: { position: string }, id: string, { powiat }: EgibLoad): ReadItem {
  return issueAt(position, 'other_powiat', `the file is that of powiat ${powiat}`, 'id', id);
}

/** Absent values arrive as null, as nothing, or as the word None. */
export function wordOf(value: string | number | null | undefined): string | null {
  const text = value === null || value === undefined ? '' : String(value).trim();
  return text === '' || text === 'None' || text === 'NULL' ? null : text;
}

/** What has been met in a load: which obręby, and the newest date. */
export class EgibLoad {
  readonly newest = new NewestDay();
  buildings = 0;
  /** The powiat that a bulk file is of; null in a file that may hold several. */
  powiat: string | null = null;
  /** Rows of a bulk file, and those of them that are of another powiat. */
  rows = 0;
  readonly strays = new Map<string, number>();
  readonly #obreby = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #named = new Set<string>();

  parcel(obreb_id: string): void {
    this.#obreby.add(obreb_id);
  }

  /** One that cannot be drawn stands somewhere in its obręb, or anywhere in the load. */
  leaveOutBuilding(obreb_id: string | null): void {
    this.#leftOut.add(obreb_id === null ? 'building' : `building/${obreb_id}`);
  }

  /** What then is not known whole (SourceState.publishes). */
  get claims(): string[] {
    return [...this.#leftOut].sort().map(leftOutClaim);
  }

  isStray(place: string): boolean {
    if (this.powiat === null) return false;
    this.rows += 1;
    const powiat = partitionOf(place);
    if (powiat === this.powiat) return false;
    this.strays.set(powiat, (this.strays.get(powiat) ?? 0) + 1);
    return true;
  }

  /** True once for each: its name stands at every parcel. */
  isNewObreb(obreb_id: string): boolean {
    const isNew = !this.#named.has(obreb_id);
    this.#named.add(obreb_id);
    return isNew;
  }

  get obreby(): string[] {
    return [...this.#obreby];
  }

  get powiaty(): string[] {
    return [...new Set(this.obreby.map(partitionOf))];
  }
}
