// A file that holds many powiaty → one load for each: a voivodeship or the whole country in GeoParquet. Each is published by
// itself, so a run that was stopped goes on with what is left.

import type { DatasetWriter } from '../store/writer.ts';
import { FormatError } from './formats/format-error.ts';
import { isParquet, withCompanions } from './load-files.ts';
import type { PlannedFile } from './plan-files.ts';
import type { Recipe } from './recipe.ts';

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
  const told = wanted ?? (await partsIn(recipe.partsOf, path));
  // One that names no powiat fails as a load, with its reason.
  if (told !== null && told.length === 0) return [{ recipe, path }];
  const powiaty = told ?? (await powiatyLoaded(writer));
  return powiaty.map((powiat) => ({ recipe, path, powiat }));
}

async function partsIn(
  partsOf: NonNullable<Recipe['partsOf']>,
  path: string,
): Promise<readonly string[] | null> {
  try {
    return await partsOf(withCompanions(path));
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

async function powiatyLoaded(writer: DatasetWriter): Promise<string[]> {
  const scopes = (await writer.states()).filter(({ source }) => source === 'egib').map(({ scope }) => scope);
  return [...new Set(scopes.map((scope) => scope.slice(0, 4)))].sort();
}
