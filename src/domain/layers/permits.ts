// Building permits around a parcel: the one layer that is answered from what lies near at request time (spec §2.7). The
// register says where a permit lies by naming parcels; its place is a point on each of them. Never an investor's name.

import type { PermitsValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { AreaDistances } from '../geometry/distance.ts';
import type { Box, Position } from '../geometry/types.ts';
import { PERMIT_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notCovered } from './answer.ts';
import type { RequestLayerDefinition } from './layer-definition.ts';
import type { Subject } from './subject.ts';

export interface Permit {
  readonly permit_id: string;
  readonly kind: string;
  readonly decision_date: string | null;
  readonly object_category: string | null;
}

/** A permit on one of its parcels: a point there, in EPSG:2180. */
export interface PermitPlace extends Permit {
  readonly position: Position;
}

export interface NearPermit extends Permit {
  readonly distance_m: number;
}

/** How many of the newest are shown; all are counted. */
export const RECENT_PERMITS = 20;

/** Where permits lie that may count for a parcel with these bounds. */
export function permitBox([minX, minY, maxX, maxY]: Box): Box {
  const by = LIMITS.permits_radius_m;
  return [minX - by, minY - by, maxX + by, maxY + by];
}

/** The permits within the radius, each once with the nearest of its parcels, newest first; undated ones last. */
export function permitsAround(parcel: AreaDistances, places: readonly PermitPlace[]): NearPermit[] {
  const nearest = new Map<string, NearPermit>();
  for (const { permit_id, kind, decision_date, object_category, position } of places) {
    const distance_m = parcel.to({ type: 'Point', coordinates: position }, LIMITS.permits_radius_m);
    if (distance_m === null) continue;
    const permit = { permit_id, kind, decision_date, object_category, distance_m };
    const known = nearest.get(permit_id);
    if (known === undefined || isNearerOrNewer(permit, known)) nearest.set(permit_id, permit);
  }
  return [...nearest.values()].sort(
    (a, b) =>
      compare(b.decision_date ?? '', a.decision_date ?? '') ||
      a.distance_m - b.distance_m ||
      compare(a.permit_id, b.permit_id),
  );
}

/** The files of two places may both tell of a permit: the later decision counts, whichever was loaded last. */
function isNearerOrNewer(permit: NearPermit, known: NearPermit): boolean {
  if (permit.distance_m !== known.distance_m) return permit.distance_m < known.distance_m;
  const told = ({ decision_date, kind, object_category }: NearPermit) =>
    `${decision_date ?? ''} ${kind} ${object_category ?? ''}`;
  return told(permit) > told(known);
}

export interface PermitsNear {
  readonly count: number;
  /** The newest of them. */
  readonly recent: readonly NearPermit[];
}

export const NO_PERMITS: PermitsNear = { count: 0, recent: [] };

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function answerPermits(
  subject: Subject,
  corpus: Corpus,
  { count, recent }: PermitsNear,
): LayerAnswer<'permits'> {
  const { language } = corpus;
  const source = corpus.sourceAt('rwdz', subject.place);
  const [hasDecisions, hasNotifications] = partsHeld(corpus, subject.place);
  if (!hasDecisions && count === 0)
    return notCovered(
      source,
      (hasNotifications ? PERMIT_NOTES.onlyNotifications : PERMIT_NOTES.notHeld)[language],
    );
  const radius_m = LIMITS.permits_radius_m;
  const missing = !hasDecisions
    ? [PERMIT_NOTES.noDecisions[language]]
    : hasNotifications
      ? []
      : [PERMIT_NOTES.noNotifications[language]];
  if (count === 0) {
    const note = [PERMIT_NOTES.none[language](radius_m), ...missing].join(' ');
    return coveredNoData(source, { count_500m: 0, recent: [] }, note);
  }
  const value: PermitsValue = {
    count_500m: count,
    recent: recent.map(({ kind, decision_date, object_category, distance_m }) => ({
      kind,
      decision_date,
      object_category,
      distance_m: Math.round(distance_m * 100) / 100,
    })),
  };
  return covered(
    source,
    value,
    [PERMIT_NOTES.found[language](count, recent.length, radius_m), ...missing].join(' '),
  );
}

/** Applications and decisions come by voivodeship or powiat, notifications in files of their own, by period. */
function partsHeld(corpus: Corpus, place: string): [decisions: boolean, notifications: boolean] {
  return [corpus.isHeldWhole('rwdz', place), corpus.holdsAPart('rwdz', place)];
}

export const permitsLayer = {
  key: 'permits',
  answered_from: ['rwdz'],
} satisfies RequestLayerDefinition<'permits'>;
