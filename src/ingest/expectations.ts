// What must hold before anything is published. One failure publishes nothing and says why.

import { boxesMeet } from '../domain/geometry/box.ts';
import type { Box, Geometry } from '../domain/geometry/types.ts';
import { boundsOf } from '../domain/geometry/wkb.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import type { Replaced, ReplacedCounts } from '../domain/publish/compare.ts';
import type { StagedRow } from '../domain/publish/staged-rows.ts';
import type { FileFacts } from './recipe.ts';

/** More than this share of the served rows gone at once is more often a broken export than a fact. */
const SUDDEN_LOSS = 0.2;

export interface Extent {
  readonly scope: string;
  readonly box: Box;
}

/** What a file would do to one of its scopes. */
export interface ScopeCounts extends ReplacedCounts {
  readonly scope: string;
}

export function checkExpectations(
  facts: FileFacts,
  counts: { readonly staged: number; readonly issues: number },
  scopes: readonly ScopeCounts[],
  extents: readonly Extent[],
  boundaries: ReadonlyMap<string, Box>,
  { allowLoss, onePowiat, mayBeEmpty }: { allowLoss: boolean; onePowiat: boolean; mayBeEmpty: boolean },
): string[] {
  const failures: string[] = [];
  if (counts.staged === 0 && !mayBeEmpty)
    failures.push(`the file gave no usable row (${counts.issues} issues)`);
  const powiaty = facts.scopes.filter((scope) => /^\d{4}$/.test(scope));
  if (onePowiat && powiaty.length > 1) {
    failures.push(
      `the file holds parcels of ${powiaty.length} powiaty (${powiaty.join(', ')}); a bulk file is one powiat, load each from its own`,
    );
  }
  // Scope by scope: a whole obręb must not vanish behind a larger one that is complete.
  // And parcels on their own: buildings that are all there must not hide that parcels are gone.
  for (const { scope, parcels, ...all } of scopes) {
    const { live, missing } = lossOf(parcels) > lossOf(all) ? parcels : all;
    if (allowLoss || lossOf({ live, missing }) <= SUDDEN_LOSS) continue;
    const pct = Math.round((100 * missing) / live);
    const where = scope === '' ? '' : ` for ${scope}`;
    failures.push(
      `${missing} of ${live} rows served now${where} (${pct} %) are not in the file; if that is right, pass --allow-loss`,
    );
  }
  if (facts.as_of !== null && facts.as_of < '1990-01-01')
    failures.push(`the date of the file, ${facts.as_of}, is not plausible`);
  for (const { scope, box } of extents) {
    const unit = boundaries.get(scope);
    // Swapped axes can stay inside Poland: a file must at least meet the powiat that its ids name.
    if (unit && !boxesMeet(unit, box)) {
      failures.push(
        `what the file says of ${scope} lies at ${box.map(Math.round).join(' ')}, outside the boundary of that powiat`,
      );
    }
  }
  return failures;
}

const lossOf = ({ live, missing }: Replaced) => (live === 0 ? 0 : missing / live);

/** The extent of each kind of row in each powiat, grown row by row: one kind in its place does not excuse another. */
export class Extents {
  readonly #boxes = new Map<string, { scope: string; box: [number, number, number, number] }>();

  add(staged: StagedRow): void {
    const ground = groundOf(staged);
    if (!ground) return;
    const scope = partitionOf(ground.place);
    const [minX, minY, maxX, maxY] = boundsOf(ground.geometry);
    const key = `${staged.kind} ${scope}`;
    const box = this.#boxes.get(key)?.box;
    if (!box) {
      this.#boxes.set(key, { scope, box: [minX, minY, maxX, maxY] });
      return;
    }
    box[0] = Math.min(box[0], minX);
    box[1] = Math.min(box[1], minY);
    box[2] = Math.max(box[2], maxX);
    box[3] = Math.max(box[3], maxY);
  }

  all(): Extent[] {
    return [...this.#boxes.values()];
  }
}

/** What a row says about where it lies: a code of the place, and the geometry that must fit it. */
function groundOf({ kind, row }: StagedRow): { place: string; geometry: Geometry } | null {
  switch (kind) {
    case 'parcel':
      return { place: row.id, geometry: { type: 'MultiPolygon', coordinates: row.geometry } };
    case 'plan_area':
      return { place: row.gmina6, geometry: { type: 'MultiPolygon', coordinates: row.geometry } };
    case 'soil_contour':
      return { place: row.obreb_id, geometry: { type: 'MultiPolygon', coordinates: row.geometry } };
    case 'address':
      return { place: row.gmina, geometry: { type: 'Point', coordinates: row.position } };
    case 'evidence':
      // What could not be read does not say where it belongs.
      if (row.role === 'address_unread') return null;
      // Registers without places say a role or a type instead.
      return /^\d{4}/.test(row.place) ? row : null;
    default:
      return null;
  }
}
