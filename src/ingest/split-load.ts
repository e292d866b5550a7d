// A file that holds many powiaty → one load for each: a voivodeship or the whole country in GeoParquet, plain or in an archive.
// Each is published by itself, so a run that was stopped goes on with what is left.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetWriter } from '../store/writer.ts';
import { FormatError } from './formats/format-error.ts';
import { namesInZip, unpackZip } from './formats/zip.ts';
import { isParquet, withCompanions } from './load-files.ts';
import type { PlannedFile } from './plan-files.ts';
import type { PowiatyInFile, Recipe } from './recipe.ts';

export interface PlannedLoad extends PlannedFile {
  /** Undefined where the file is one load. */
  readonly powiat?: string;
  /** Powiaty with a stray row, told by one of the loads. */
  readonly strays?: readonly string[];
}

/** `wanted` are the powiaty asked for; null for all that the file holds, or that have parcels where it does not say. */
export async function splitLoad(
  { recipe, path }: PlannedFile,
  wanted: readonly string[] | null,
  writer: DatasetWriter,
  workFolder: string,
): Promise<PlannedLoad[]> {
  const { partsOf } = recipe;
  if (partsOf === undefined || !(await holdsParquet(path))) return [{ recipe, path }];
  const told = wanted ? { powiaty: wanted, strays: [] } : await partsIn(partsOf, path, workFolder);
  // One that names no powiat fails as a load, with its reason.
  if (told !== null && told.powiaty.length === 0) return [{ recipe, path }];
  const { powiaty, strays } = told ?? { powiaty: await powiatyLoaded(writer), strays: [] };
  return powiaty.map((powiat, at) => ({ recipe, path, powiat, ...(at === 0 && { strays }) }));
}

const isZip = (path: string): boolean => /\.zip$/i.test(path);

async function holdsParquet(path: string): Promise<boolean> {
  if (isParquet(path)) return true;
  return isZip(path) && (await namesInZip(path)).some(isParquet);
}

async function partsIn(
  partsOf: NonNullable<Recipe['partsOf']>,
  path: string,
  workFolder: string,
): Promise<PowiatyInFile | null> {
  try {
    if (!isZip(path)) return await partsOf(withCompanions(path));
    mkdirSync(workFolder, { recursive: true });
    const folder = mkdtempSync(join(workFolder, 'parts-'));
    using _removed = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
    return await partsOf(await unpackZip(path, folder));
  } catch (error) {
    if (error instanceof FormatError) return { powiaty: [], strays: [] };
    throw error;
  }
}

async function powiatyLoaded(writer: DatasetWriter): Promise<string[]> {
  const scopes = (await writer.states()).filter(({ source }) => source === 'egib').map(({ scope }) => scope);
  return [...new Set(scopes.map((scope) => scope.slice(0, 4)))].sort();
}
