// The files that make one shapefile stand beside each other and differ in their endings, in whatever case.

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Null where there is no such file. */
export function besideOf(path: string, ending: string): string | null {
  const folder = dirname(path);
  const wanted = `${basename(path).replace(/\.[^.]*$/, '')}.${ending}`.toLowerCase();
  const name = readdirSync(folder).find((candidate) => candidate.toLowerCase() === wanted);
  return name === undefined ? null : join(folder, name);
}
