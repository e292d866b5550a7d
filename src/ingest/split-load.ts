// A file that holds many powiaty → one load for each: a voivodeship or the whole country in GeoParquet. Each is published by
// itself, so a run that was stopped goes on with what is left.

import type { DatasetWriter } from '../store/writer.ts';
import { isParquet, withCompanions } from './load-files.ts';
import type { PlannedFile } from './plan-files.ts';

export interface PlannedLoad extends PlannedFile {
  /** Undefined where the file is one load. */
  readonly powiat?: string;
}

/** `wanted` are the powiaty asked for; null for all that the file holds, or that have parcels where it does not say. */
export async function splitLoad(
  { recipe, path }: PlannedFile,
  wanted: readonly string[] | null,
  writer: DatasetWriter,
): Promise<PlannedLoad[]> {
  if (!isParquet(path) || recipe.partsOf === undefined) return [{ recipe, path }];
  const held = wanted ?? (await recipe.partsOf(withCompanions(path))) ?? (await powiatyLoaded(writer));
  return held.map((powiat) => ({ recipe, path, powiat }));
}

async function powiatyLoaded(writer: DatasetWriter): Promise<string[]> {
  const scopes = (await writer.states()).filter(({ source }) => source === 'egib').map(({ scope }) => scope);
  return [...new Set(scopes.map((scope) => scope.slice(0, 4)))].sort();
}
