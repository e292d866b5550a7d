// For the tests of recipes: what a recipe makes of files, given by their paths or by what is in them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IssueRow, StagedRow } from '../../domain/publish/staged-rows.ts';
import type { FileFacts, Recipe } from '../recipe.ts';

export interface Made extends FileFacts {
  readonly staged: StagedRow[];
  /** The rows without their kinds. */
  readonly rows: StagedRow['row'][];
  readonly positions: string[];
  readonly issues: IssueRow[];
  /** Kinds of the issues, in order. */
  readonly kinds: string[];
}

export async function readPaths(recipe: Recipe, paths: readonly string[], name: string): Promise<Made> {
  const staged: StagedRow[] = [];
  const positions: string[] = [];
  const issues: IssueRow[] = [];
  const reading = recipe.read(paths, name, ['14']);
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    const item = next.value;
    if ('issue' in item) issues.push(item.issue);
    else {
      staged.push(item.row);
      positions.push(item.position);
    }
  }
  const rows = staged.map(({ row }) => row);
  return { ...next.value, staged, rows, positions, issues, kinds: issues.map(({ kind }) => kind) };
}

/** By default the load is called as its first file. */
export async function readFiles(
  recipe: Recipe,
  files: Readonly<Record<string, string | Uint8Array>>,
  name = Object.keys(files)[0] ?? '',
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  try {
    const paths = Object.entries(files).map(([file, content]) => {
      writeFileSync(join(folder, file), content);
      return join(folder, file);
    });
    return await readPaths(recipe, paths, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
