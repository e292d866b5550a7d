// A stage without a file, over parcels that are served: to work out what loads left for later, or to tell of a day.

import type { SourceId } from '../domain/corpus/registers.ts';
import type { DatasetWriter, Stage } from '../store/writer.ts';
import { type Comparison, compareNothing } from './compare-load.ts';

export interface Visit {
  /** In whose name the run is listed. */
  readonly source: SourceId;
  /** Beginnings of parcel ids: powiaty or gminy. */
  readonly places: readonly string[];
  readonly at: string;
}

export async function revisit(
  writer: DatasetWriter,
  { source, places, at }: Visit,
): Promise<{ stage: Stage; comparison: Comparison }> {
  const stage = await writer.stage({ source, file: '', sha256: '', synthetic: false, started_at: at });
  await stage.touchPlaces(places);
  return { stage, comparison: await compareNothing(stage) };
}
