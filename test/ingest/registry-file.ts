// Answers of the planning registry taken apart and put together again: tests change the text of a file inside. And the
// rows that any file gives, before a store has seen them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { IssueRow, StagedRow } from '../../src/domain/publish/staged-rows.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { planFiles } from '../../src/ingest/plan-files.ts';
import { temporaryFolder } from '../sample.ts';
import { zipFiles } from './bulk-file.ts';

const root = temporaryFolder();

export type Edit = (text: string) => string;

/** A changed copy of an archive under the same name, marked synthetic as its original. Throws when nothing changes. */
export async function editArchive(zip: string, edits: Readonly<Record<string, Edit>>): Promise<string> {
  const folder = mkdtempSync(join(root, 'edited-'));
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const paths = await unpackZip(zip, inside);
  let changed = 0;
  for (const [name, edit] of Object.entries(edits)) {
    const path = paths.find((candidate) => basename(candidate) === name);
    if (!path) throw new Error(`${name} is not in ${zip}`);
    const text = readFileSync(path, 'utf8');
    const edited = edit(text);
    if (edited !== text) changed += 1;
    writeFileSync(path, edited);
  }
  if (changed === 0) throw new Error(`the edits of ${basename(zip)} change nothing`);
  const copy = join(folder, basename(zip));
  cpSync(join(dirname(zip), 'synthetic.json'), join(folder, 'synthetic.json'));
  await zipFiles(copy, paths);
  return copy;
}

/** The answer counts the members that it has: as if those that are gone had never been there. */
export function recounted(text: string): string {
  const count = text.match(/<wfs:member>/g)?.length ?? 0;
  return text.replaceAll(/number(Matched|Returned)="\d+"/g, `number$1="${count}"`);
}

/** Everything a folder's files of one source say, as the recipe hands it on. */
export async function readRows(
  files: string,
  source: string,
): Promise<{ rows: StagedRow[]; issues: IssueRow[] }> {
  const rows: StagedRow[] = [];
  const issues: IssueRow[] = [];
  for (const { recipe, path } of planFiles(files, source)) {
    const folder = mkdtempSync(join(root, 'inside-'));
    const paths = path.endsWith('.zip') ? await unpackZip(path, folder) : [path];
    for await (const item of recipe.read(paths, basename(path), [])) {
      if ('issue' in item) issues.push(item.issue);
      else rows.push(item.row);
    }
  }
  return { rows, issues };
}
