// The chain of one source file: acquire → read and map → clean → stage → expect → publish. A bad row is an issue; a bad
// file fails the run and publishes nothing. What is served changes only in the publish transaction.

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Box } from '../domain/geometry.ts';
import { boundsOf } from '../domain/geopackage-binary.ts';
import type { DatasetWriter, IssueRow, PublishReport, RunStart, Stage, StagedRow } from '../store/store.ts';
import { acquire } from './acquire.ts';
import { checkExpectations, Extents, type ScopeCounts } from './expectations.ts';
import { FormatError } from './formats/format-error.ts';
import type { FileFacts, Recipe } from './recipe.ts';
import { RECIPES } from './recipes/index.ts';

export interface IngestOptions {
  readonly writer: DatasetWriter;
  /** For unpacked archives; emptied at the start. */
  readonly workFolder: string;
  readonly allowLoss: boolean;
  readonly now: () => Date;
  readonly onProgress: (file: string, rows: number) => void;
}

export type FileOutcome =
  | {
      readonly file: string;
      readonly source: string;
      readonly outcome: 'published';
      readonly report: PublishReport;
    }
  | { readonly file: string; readonly source: string; readonly outcome: 'unchanged' }
  | { readonly file: string; readonly source: string; readonly outcome: 'failed'; readonly reason: string };

/** The files of a folder that a recipe claims, in loading order; or one file, by its source's name or its own. */
export function planFiles(path: string, source: string | undefined): { recipe: Recipe; path: string }[] {
  const recipes = source === undefined ? RECIPES : RECIPES.filter((recipe) => recipe.source === source);
  if (!statSync(path).isDirectory()) {
    const recipe =
      recipes.find((candidate) => candidate.claims.test(basename(path))) ?? (source ? recipes[0] : undefined);
    return recipe ? [{ recipe, path }] : [];
  }
  const names = readdirSync(path).sort();
  return recipes.flatMap((recipe) =>
    names.filter((name) => recipe.claims.test(name)).map((name) => ({ recipe, path: join(path, name) })),
  );
}

const BATCH = 2_000;

export async function ingestFile(recipe: Recipe, path: string, options: IngestOptions): Promise<FileOutcome> {
  const { writer, workFolder, now } = options;
  rmSync(workFolder, { recursive: true, force: true });
  mkdirSync(workFolder, { recursive: true });
  using file = await acquire(path, workFolder);
  const about = { file: file.name, source: recipe.source };
  const run: RunStart = {
    source: recipe.source,
    file: file.name,
    sha256: file.sha256,
    synthetic: file.synthetic,
    started_at: now().toISOString(),
  };
  if (await writer.isPublished(recipe.source, file.sha256)) {
    await writer.touch(run);
    return { ...about, outcome: 'unchanged' };
  }
  const stage = await writer.stage(run);
  try {
    const { facts, extents } = await stageFile(recipe, await file.open(), stage, (rows) =>
      options.onProgress(file.name, rows),
    );
    const scopes: ScopeCounts[] = [];
    for (const scope of facts.scopes) scopes.push({ scope, ...(await stage.count([scope])) });
    const failures = checkExpectations(
      facts,
      await stage.count(facts.scopes),
      scopes,
      extents.all(),
      await powiatBoxes(writer, extents),
      options.allowLoss,
    );
    if (failures.length > 0) throw new RefusedFile(failures.join('; '));
    const report = await stage.publish({ scopes: facts.scopes, as_of: facts.as_of, at: now().toISOString() });
    return { ...about, outcome: 'published', report };
  } catch (error) {
    const reason = reasonOf(error);
    await stage.fail(reason, now().toISOString());
    // A file that is broken or does not hold what it must is an expected result; anything else is a bug to be seen.
    if (error instanceof FormatError || error instanceof RefusedFile)
      return { ...about, outcome: 'failed', reason };
    throw error;
  }
}

class RefusedFile extends Error {}

/** One line, with the name of the file and not the folder where it was unpacked and is gone from. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const path = error instanceof FormatError ? error.problem.file : null;
  const named = path === null ? text : text.replace(path, () => basename(path));
  return named.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

async function stageFile(
  recipe: Recipe,
  paths: readonly string[],
  stage: Stage,
  onProgress: (rows: number) => void,
) {
  const extents = new Extents();
  const facts: FileFacts[] = [];
  const batch = new StageBatch(stage);
  for (const path of paths) {
    const reading = recipe.read(path);
    let next = await reading.next();
    while (!next.done) {
      const item = next.value;
      if ('issue' in item) batch.issues.push(item.issue);
      else {
        extents.add(item.row);
        batch.rows.push(item);
      }
      if (batch.rows.length >= BATCH || batch.issues.length >= BATCH) onProgress(await batch.flush());
      next = await reading.next();
    }
    facts.push(next.value);
  }
  onProgress(await batch.flush());
  const dates = facts.flatMap((fact) => fact.as_of ?? []).sort();
  return { extents, facts: { as_of: dates.at(-1) ?? null, scopes: facts.flatMap((fact) => fact.scopes) } };
}

class StageBatch {
  rows: { row: StagedRow; position: string }[] = [];
  issues: IssueRow[] = [];
  #total = 0;
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Writes what has gathered; the number of rows so far. */
  async flush(): Promise<number> {
    const repeated = await this.#stage.add(this.rows.map((item) => item.row));
    for (const at of repeated) {
      const item = this.rows[at];
      if (item) this.issues.push(repeatedKey(item.row, item.position));
    }
    if (this.issues.length > 0) await this.#stage.report(this.issues);
    this.#total += this.rows.length;
    this.rows = [];
    this.issues = [];
    return this.#total;
  }
}

function repeatedKey(staged: StagedRow, position: string): IssueRow {
  const value = 'id' in staged.row ? staged.row.id : staged.row.code;
  return {
    position,
    field: 'id',
    kind: 'duplicate_id',
    value,
    message: `${value} stands in the file before; the first is kept`,
  };
}

async function powiatBoxes(writer: DatasetWriter, extents: Extents): Promise<Map<string, Box>> {
  const codes = extents.all().map((extent) => extent.scope);
  const boundaries = await writer.boundaries('powiat', codes);
  return new Map(
    boundaries.map(({ code, geometry }) => [code, boundsOf({ type: 'MultiPolygon', coordinates: geometry })]),
  );
}
