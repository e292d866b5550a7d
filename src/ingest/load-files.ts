// The files of one load: which of them a recipe reads, and how a place in one of them is named when there are several.

import { basename } from 'node:path';
import { FormatError } from './formats/format-error.ts';

export interface LoadFile {
  readonly path: string;
  /** "line 5" alone, or with the name of the file where the load has several. */
  readonly at: (place: string) => string;
}

/** A single file is taken whatever it is called: someone named it. Of an archive only what the pattern matches. */
export function filesOf(paths: readonly string[], pattern: RegExp, name: string): LoadFile[] {
  const wanted = paths.length === 1 ? paths : paths.filter((path) => pattern.test(path));
  if (wanted.length === 0) {
    const found = `the files ${paths.map((path) => basename(path)).join(', ') || 'none'}`.slice(0, 500);
    throw new FormatError({ file: name, position: null, found, expected: `files like ${pattern.source}` });
  }
  const isAlone = wanted.length === 1;
  return wanted.map((path) => ({
    path,
    at: (place) => (isAlone ? place : `${basename(path)}, ${place}`),
  }));
}
