// Which files of a folder are loaded, by which recipe and in which order, and which nobody knows. Looks at names alone.

import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BESIDE, companionsOf } from './load-files.ts';
import type { Recipe } from './recipe.ts';
import { RECIPES } from './recipes/index.ts';

export interface PlannedFile {
  readonly recipe: Recipe;
  readonly path: string;
}

/** The files of a folder that a recipe claims, in loading order; or one file, by its source's name or its own. */
export function planFiles(path: string, source: string | undefined): PlannedFile[] {
  const recipes = source === undefined ? RECIPES : RECIPES.filter((recipe) => recipe.source === source);
  if (!statSync(path).isDirectory()) {
    const claimed = recipes.find((candidate) => candidate.claims.test(basename(path)));
    const recipe = claimed ?? (source ? recipes[0] : undefined);
    return recipe ? [{ recipe, path }] : [];
  }
  const all = readdirSync(path).sort();
  // Read along with another: the buildings of a table of parcels.
  const led = new Set(all.flatMap(companionsOf));
  const names = all.filter((name) => !led.has(name) && isFile(join(path, name)));
  return recipes.flatMap((recipe) =>
    names.filter((name) => recipe.claims.test(name)).map((name) => ({ recipe, path: join(path, name) })),
  );
}

/** A pipe would be waited for, and a link may lead nowhere. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What is read along with a claimed file: the mapping of flood maps, the mark of samples. */
const KNOWN_NAMES: readonly string[] = ['mapping.json', 'synthetic.json'];
/** What operating systems leave in folders. */
const OF_SYSTEMS = /^\.|^(Thumbs\.db|desktop\.ini)$|^__MACOSX$/i;

/** Names in a folder that no source claims: passed over, but not in silence. Folders are not looked into. */
export function unknownFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  const isClaimed = (name: string) => RECIPES.some((recipe) => recipe.claims.test(name));
  const isKnown = (name: string) =>
    isClaimed(name) ||
    KNOWN_NAMES.includes(name) ||
    (BESIDE.test(name) && isClaimed(name.replace(BESIDE, '.shp')));
  return entries
    .filter(({ name }) => !OF_SYSTEMS.test(name) && (!isKnown(name) || !isFile(join(path, name))))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}
