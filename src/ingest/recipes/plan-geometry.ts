// Geometry as files of plans write it. In GML the form of srsName says which axis comes first; where a whole file fits its
// place only with its axes swapped, it is read the other way. Knows no feature type.

import { swapAxes } from '../../domain/geometry/swap-axes.ts';
import type { UnitGround } from '../../domain/geometry/unit-ground.ts';
import { AxisVote } from '../axis-vote.ts';
import { type Cleaned, cleanPolygons } from '../clean.ts';
import type { GmlShape } from '../formats/gml-shape.ts';
import { issueAt, OUTSIDE_UNIT, type PlacesOfLoad, type ReadItem } from '../recipe.ts';

export interface PlanShape extends GmlShape {
  /** The unit that the id of the object names; null where its boundary is not held. */
  readonly unit: UnitGround | null;
}

/** All shapes of one file: they share one order of axes, so those that prove it decide for those that fit both ways. */
export function* cleanShapes(file: string, raws: readonly PlanShape[]): Generator<ReadItem, Cleaned[]> {
  const vote = new AxisVote();
  for (const raw of raws) vote.add(raw, raw.unit);
  if (vote.areSwapped && raws.some(({ is_order_told }) => is_order_told)) {
    const message = 'the coordinates lie in Poland only with their axes swapped, and were read so';
    yield issueAt(file, 'axis_swapped', message, 'coordinates');
  }
  return raws.map((raw) => cleanShape(raw, vote.areSwapped));
}

function cleanShape({ geometry, epsg, fault }: PlanShape, areAxesSwapped: boolean): Cleaned {
  if (fault !== null || epsg === null) {
    return { ok: false, kind: 'unreadable_geometry', message: fault ?? 'unknown coordinate system' };
  }
  return cleanPolygons(geometry && areAxesSwapped ? swapAxes(geometry) : geometry, epsg);
}

/** What lies elsewhere cannot be used: it is told like any other geometry that cannot, and counts as lacking. */
export async function judgePlace(
  kind: string,
  gmina6: string,
  shape: Cleaned,
  places: PlacesOfLoad,
): Promise<Cleaned> {
  if (!shape.ok) return shape;
  const geometry = { type: 'MultiPolygon', coordinates: shape.geometry } as const;
  const fault = await places.outside(kind, gmina6, geometry);
  return fault === null ? shape : { ok: false, kind: OUTSIDE_UNIT, message: fault };
}
