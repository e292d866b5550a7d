// How a collection of features is walked through, page by page: what pages, counts and cursors are made of, whatever the collection.

import type { FeatureItem } from '../../contract/answers.ts';
import type { DegreeBox } from '../../domain/geometry/degree-box.ts';
import type { DayRange } from '../pipeline/datetime.ts';
import type { Context } from '../snapshot/context.ts';

export interface FeatureFilter {
  readonly box: DegreeBox | null;
  readonly days: DayRange | null;
}

/** Where a walk stands: cells of a grid in their order, in each the ids in theirs. */
export interface WalkPlace {
  readonly cell: number;
  readonly id: string;
}

export const WALK_START: WalkPlace = { cell: 0, id: '' };

export interface WalkStep extends WalkPlace {
  /** Null for what was looked at and is not wanted. */
  readonly toFeature: (() => FeatureItem) | null;
}

export interface FeatureCollection {
  walk(context: Context, filter: FeatureFilter, behind: WalkPlace): AsyncGenerator<WalkStep>;
  find(context: Context, id: string): Promise<FeatureItem | null>;
}
