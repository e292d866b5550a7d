// Plans and their areas as features of GeoJSON: no official format, so the properties are ours. Of each plan: `status`
// (draft, adopted, in_force), and where known `title`, `effective_from`, `effective_to`, `adopted_on`, `resolution_url`.
// Which plan a feature belongs to and what its area is, the recipes say.

import { basename } from 'node:path';
import type { PlanProcess } from '../../domain/law/plan-status.ts';
import type { PlanRow } from '../../domain/publish/staged-rows.ts';
import type { Cleaned } from '../clean.ts';
import { openGeoJson } from '../formats/geojson.ts';
import { epsgOfCrs } from '../formats/geojson-crs.ts';
import type { LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { cleanShapes, type PlanShape } from './plan-geometry.ts';
import { dayOf, webAddressOf } from './plan-words.ts';

export interface PlanFeature {
  readonly position: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly shape: Cleaned;
}

export interface PlanFeatures {
  readonly features: readonly PlanFeature[];
  /** The member `as_of` of the collection. */
  readonly as_of: string | null;
  /** Whether every file says by its member `complete` that there is nothing else. */
  readonly is_complete: boolean;
}

/** The features of all files; the coordinate system of each is known once it is read to the end. */
export async function* readPlanFeatures(files: readonly LoadFile[]): AsyncGenerator<ReadItem, PlanFeatures> {
  const all: PlanFeature[] = [];
  const newest = new NewestDay();
  let is_complete = files.length > 0;
  for (const { path, at } of files) {
    const { features, members } = openGeoJson(path);
    const read = await Array.fromAsync(features);
    const epsg = epsgOfCrs(members.crs, path);
    const shapes = yield* cleanShapes(
      basename(path),
      read.map(
        ({ geometry, geometryError }): PlanShape => ({
          ...{ geometry, epsg, fault: geometryError },
          ...{ is_order_told: true, unit: null },
        }),
      ),
    );
    for (const [i, { position, properties }] of read.entries()) {
      const shape = shapes[i];
      if (shape) all.push({ position: at(position), properties, shape });
    }
    newest.add(wordIn(members, 'as_of'));
    is_complete &&= members.complete === true;
  }
  return { features: all, as_of: newest.day, is_complete };
}

export function wordIn(properties: PlanFeature['properties'], name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;
}

function dayIn(properties: PlanFeature['properties'], name: string): string | null {
  return dayOf(wordIn(properties, name));
}

/** Six digits, or seven with the type of the gmina: 141803, 1418032 or 141803_2. */
export function gminaIn(properties: PlanFeature['properties']): string | null {
  return /^(\d{6})(_?\d)?$/.exec(wordIn(properties, 'gmina') ?? '')?.[1] ?? null;
}

const PROCESS_OF_STATUS: ReadonlyMap<string, PlanProcess> = new Map([
  ['draft', 'elaboration'],
  ['adopted', 'adoption'],
  ['in_force', 'legalForce'],
]);

export function processIn(properties: PlanFeature['properties']): PlanProcess | null {
  return PROCESS_OF_STATUS.get(wordIn(properties, 'status') ?? '') ?? null;
}

/** The plan that a feature describes; null, with an issue, where it has no status. */
export function* readPlanFacts(
  { position, properties }: PlanFeature,
  { plan_id, kind, gmina6 }: Pick<PlanRow, 'plan_id' | 'kind' | 'gmina6'>,
): Generator<ReadItem, PlanRow | null> {
  const process = processIn(properties);
  if (process === null) {
    const message = `the status of ${plan_id} must be one of ${[...PROCESS_OF_STATUS.keys()].join(', ')}`;
    yield issueAt(position, 'unknown_status', message, 'status', properties.status);
    return null;
  }
  return {
    plan_id,
    kind,
    gmina6,
    title: wordIn(properties, 'title'),
    process,
    effective_from: dayIn(properties, 'effective_from'),
    effective_to: dayIn(properties, 'effective_to'),
    adopted_on: dayIn(properties, 'adopted_on'),
    resolution_url: webAddressOf(wordIn(properties, 'resolution_url')),
    lacks_zones: null,
    lacks_ouz: null,
    geometry: null,
  };
}

/** Features have no ids of their own: plan, symbol and the number of the area among those of the symbol. */
export class AreaNumbers {
  readonly #counts = new Map<string, number>();

  idOf(plan_id: string, symbol: string): string {
    const key = `${plan_id}/${symbol}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return `${key}/${count}`;
  }
}
