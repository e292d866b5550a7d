// The chain of one load: acquire → read and map → clean → stage → expect → compute → diff → publish. A bad row is an
// issue; a bad file fails the run and publishes nothing. What is served changes only in the publish transaction.

import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { voivodeshipsServed } from '../domain/corpus/corpus.ts';
import { partLeftOut } from '../domain/corpus/lacking-classes.ts';
import { uncheckedClaim } from '../domain/corpus/unchecked-places.ts';
import { warsawDay } from '../domain/day.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import { layersMovedBy } from '../domain/layers/layer-registers.ts';
import { stagedCount } from '../domain/publish/compare.ts';
import { LoadGround } from '../domain/publish/load-place.ts';
import type { IssueRow, StagedRow } from '../domain/publish/staged-rows.ts';
import { tellComputed, tellEvents } from '../domain/publish/tell-events.ts';
import { leftForLater } from '../domain/publish/touched.ts';
import type { DatasetWriter, RunStart, Stage } from '../store/writer.ts';
import { acquire } from './acquire.ts';
import { type Comparison, compareLoad, touchParcels, type Wait } from './compare-load.ts';
import { type ComputeEngine, computeFacts } from './compute.ts';
import { checkExpectations, type RowCounts } from './expectations.ts';
import { maskItem } from './forbidden-text.ts';
import { FormatError } from './formats/format-error.ts';
import { UNUSABLE_SHAPES } from './judge-shape.ts';
import { tellLack } from './lack-in-words.ts';
import { describeDeleted, describeUnread } from './load-files.ts';
import { tellOtherUnit, tellUnasked } from './named-unit.ts';
import { PlaceCheck } from './place-check.ts';
import { type PublishReport, publishLoad } from './publish-load.ts';
import { type FileFacts, isPassedOver, type LoadPart, passedOver, type Recipe } from './recipe.ts';
import { revisit } from './revisit.ts';
import { isServedAsChecked } from './served-files.ts';
import { settleScopes } from './settle-scopes.ts';
import { describeTypes } from './types-in-files.ts';
import { createUnitLookup } from './unit-lookup.ts';
import { requireWhole } from './whole-answers.ts';
import { requireWholeEsri } from './whole-esri-answers.ts';

export interface IngestOptions {
  readonly writer: DatasetWriter;
  readonly engine: ComputeEngine;
  /** For archives while they are unpacked; each is removed when it has been read. */
  readonly workFolder: string;
  readonly allowLoss: boolean;
  /** False leaves the answers for later: they are not_computed until "ingest compute". */
  readonly compute: boolean;
  /**
   * Of many files, those that are the first of their place leave its answers for the end ("computeLater"): nobody has them
   * yet, and each register would work out the same parcels again.
   */
  readonly first_loads_later?: boolean;
  /** The day a service gave the file: the state of a register that runs on and dates nothing. */
  readonly fetched_on?: string;
  /** The one powiat to load of a file that holds many. */
  readonly powiat?: string | undefined;
  /** The powiat that a service was asked for: what it sends of another is not it. */
  readonly asked_powiat?: string;
  /** Powiaty of which that file holds but a stray row, to be told by this load. */
  readonly strays?: readonly string[] | undefined;
  readonly now: () => Date;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

export type FileOutcome =
  | {
      readonly file: string;
      readonly source: string;
      readonly outcome: 'published';
      readonly report: PublishReport;
      /** What came with it and was not read. */
      readonly passed_over: readonly string[];
      /** What nobody could check, in words. */
      readonly unchecked: string | null;
      /** What boundaries name, or its register has beside it, and is not held, in words. */
      readonly lacking: string | null;
    }
  | { readonly file: string; readonly source: string; readonly outcome: 'unchanged' }
  | { readonly file: string; readonly source: string; readonly outcome: 'failed'; readonly reason: string };

export async function ingestFile(recipe: Recipe, path: string, options: IngestOptions): Promise<FileOutcome> {
  const { writer, workFolder, now } = options;
  mkdirSync(workFolder, { recursive: true });
  using file = await acquire(path, workFolder, options.powiat);
  const about = { file: file.name, source: recipe.source };
  const run: RunStart = {
    source: recipe.source,
    file: file.name,
    sha256: file.sha256,
    synthetic: file.synthetic,
    started_at: now().toISOString(),
  };
  if (await isServedAsChecked(writer, recipe.source, file.sha256, options.asked_powiat)) {
    await writer.touch(run);
    return { ...about, outcome: 'unchanged' };
  }
  const stage = await writer.stage(run);
  const passed: string[] = [];
  try {
    const paths = await file.open((what) => passed.push(what));
    passed.push(...describeUnread(paths, recipe), ...describeDeleted(paths));
    const overcount = await requireWhole(paths, file.name);
    await requireWholeEsri(paths);
    const staged = await stageFiles(recipe, { paths, passed }, file.name, stage, options);
    const facts = await settle(recipe, staged, paths, file.name, stage, options);
    const comparison = await compareLoad(stage, facts.scopes);
    const failure = await findFailure(recipe, facts, staged, comparison, paths, options);
    if (failure !== null) throw new RefusedFile(failure);
    const layers = layersMovedBy(recipe.source);
    const { touched, computed } = await touchParcels(stage, comparison, layers, waitOf(options));
    if (computed && touched > 0) {
      await computeFacts(stage, options.engine, layers, touched, (done) =>
        options.onProgress(`${file.name}: working out answers`, done, touched),
      );
    }
    const at = now();
    const as_of = facts.as_of ?? options.fetched_on ?? null;
    const { places } = staged;
    const told = [...(facts.claims ?? []), ...places.claims, ...places.uncheckedPowiaty.map(uncheckedClaim)];
    const claims = [...new Set(told)].filter((claim) => !(options.allowLoss && partLeftOut(claim) !== null));
    const unchecked = places.unchecked();
    const remark = [overcount, tellOtherUnit(file.name, facts.scopes), facts.remark]
      .filter(Boolean)
      .join('; ');
    const lacking = tellLack(recipe.source, await stage.corpus(), { ...facts, claims, remark });
    const note = [unchecked, lacking].filter((words) => words !== null).join('; ') || null;
    const load = { as_of, at: at.toISOString(), layers, computed, claims, note };
    const report = await publishLoad(stage, comparison, load, tellEvents(recipe.source, warsawDay(at)));
    return { ...about, outcome: 'published', report, passed_over: passed, unchecked, lacking };
  } catch (error) {
    // What is missed may lie in what was passed over: an archive in the archive.
    const reason = [reasonOf(error), ...passed.map((what) => `passed over: ${what}`)].join('; ');
    // A file that is broken or does not hold what it must is an expected result; anything else is a bug to be seen.
    const isExpected = error instanceof FormatError || error instanceof RefusedFile;
    await stage.fail(reason, now().toISOString()).catch((unwritten) => {
      // On a full disk the failure cannot be written down either: the first error says why.
      throw isExpected ? unwritten : error;
    });
    if (isExpected) return { ...about, outcome: 'failed', reason };
    throw error;
  }
}

const waitOf = ({ compute, first_loads_later }: IngestOptions): Wait =>
  compute ? (first_loads_later ? 'first_loads' : 'never') : 'always';

/** Works out what loads left for later, powiat by powiat, or of one; all layers, or some. `onShare` is told how far the whole has come, from 0 to 1. */
export async function computeLater(
  options: IngestOptions,
  {
    onShare = () => undefined,
    only = null,
    some = null,
  }: { onShare?: (share: number) => void; only?: string | null; some?: readonly FactLayer[] | null } = {},
): Promise<{ powiat: string; parcels: number }[]> {
  const { writer, now } = options;
  const done: { powiat: string; parcels: number }[] = [];
  const entries = leftForLater(await writer.corpus()).filter(
    ({ powiat, layer }) => (only ?? powiat) === powiat && (some === null || some.includes(layer)),
  );
  const left = Map.groupBy(entries, (entry) => entry.powiat);
  for (const [powiat, entries] of left) {
    const layers = entries.map((entry) => entry.layer);
    const at = now().toISOString();
    const { stage, comparison } = await revisit(writer, { source: 'egib', places: [powiat], at });
    try {
      let parcels = 0;
      const touched = await stage.touchedCount();
      await computeFacts(stage, options.engine, layers, touched, (count) => {
        parcels = count;
        onShare((done.length + count / touched) / left.size);
        options.onProgress(`powiat ${powiat}: working out answers`, count, touched);
      });
      const done_at = now();
      const load = { as_of: null, at: done_at.toISOString(), layers, computed: true };
      await publishLoad(stage, comparison, load, tellComputed(warsawDay(done_at)));
      done.push({ powiat, parcels });
    } catch (error) {
      await stage.fail(reasonOf(error), now().toISOString());
      throw error;
    }
  }
  return done;
}

class RefusedFile extends Error {}

/** One line, with the name of the file and not the folder where it was unpacked and is gone from. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const path = error instanceof FormatError ? error.problem.file : null;
  const named = path === null ? text : text.replace(path, () => basename(path));
  return named.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const BATCH = 2_000;

/** What is known of a file that is staged to the end. */
interface StagedFile {
  readonly facts: FileFacts;
  readonly places: PlaceCheck;
  readonly ground: LoadGround;
  readonly issues: Pick<RowCounts, 'mostly' | 'shapeless'> & { readonly total: number };
}

async function stageFiles(
  recipe: Recipe,
  { paths, passed }: { readonly paths: readonly string[]; readonly passed: string[] },
  name: string,
  stage: Stage,
  options: IngestOptions,
): Promise<StagedFile> {
  const { writer, onProgress } = options;
  const places = new PlaceCheck(createUnitLookup(writer));
  const ground = new LoadGround();
  if (passed.length > 0) await stage.report(passed.map((what) => passedOver('archive', what).issue));
  const batch = new StageBatch(stage, passed);
  const { admin, states } = await writer.corpus();
  const served = voivodeshipsServed(admin, states);
  const reading = recipe.read(paths, name, served, places, await partOf(options));
  try {
    let next = await reading.next();
    while (!next.done) {
      const item = maskItem('row' in next.value ? await places.judge(next.value) : next.value);
      if ('issue' in item) batch.issues.push(item.issue);
      else {
        ground.add(item.row);
        batch.rows.push(item);
      }
      if (batch.rows.length >= BATCH || batch.issues.length >= BATCH) onProgress(name, await batch.flush());
      next = await reading.next();
    }
    onProgress(name, await batch.flush());
    return { places, ground, facts: next.value, issues: batch };
  } finally {
    // Also when the file proves broken: the issues up to there tell why.
    onProgress(name, await batch.flush());
  }
}

async function partOf({ writer, powiat, strays = [] }: IngestOptions): Promise<LoadPart | undefined> {
  if (powiat === undefined) return undefined;
  const [boundary] = await writer.boundaries('powiat', [powiat]);
  return { powiat, outline: boundary?.geometry ?? null, strays };
}

/** A file that nobody can place is refused: it would replace what another brought. */
async function settle(
  recipe: Recipe,
  { facts, ground, issues }: StagedFile,
  paths: readonly string[],
  name: string,
  stage: Stage,
  { writer }: IngestOptions,
): Promise<FileFacts> {
  const scopes = await settleScopes(stage, writer, name, facts.scopes, ground);
  if (scopes !== null) return { ...facts, scopes };
  if (issues.total === 0) {
    const nothing = `the file gave no usable row${issues.mostly ? ` (most of its issues are ${issues.mostly})` : ''}`;
    throw new RefusedFile([nothing, ...(await describeMismatch(recipe, paths))].join('; '));
  }
  throw new RefusedFile(
    'nothing tells which voivodeship the file covers; load the boundaries of its powiaty first, or say it in the name, as in gdos-mazowieckie.zip',
  );
}

/** Why nothing of the file may be published; null where it may. */
async function findFailure(
  recipe: Recipe,
  facts: FileFacts,
  { places, issues }: StagedFile,
  { contents, byScope }: Comparison,
  paths: readonly string[],
  { allowLoss, asked_powiat = '' }: IngestOptions,
): Promise<string | null> {
  if (facts.lacking) return facts.lacking;
  const unasked = tellUnasked(asked_powiat, facts.scopes);
  if (unasked !== null) return unasked;
  // Rows in the wrong place are left out: that others are missing then follows, and says nothing.
  const misplaced = places.failures();
  if (misplaced.length > 0) return misplaced.join('; ');
  const { mostly, shapeless } = issues;
  const staged = stagedCount(contents);
  const failures = checkExpectations(facts, { staged, issues: contents.issues, mostly, shapeless }, byScope, {
    allowLoss,
    onePowiat: recipe.source === 'egib',
    mayBeEmpty: recipe.may_be_empty,
  });
  if (failures.length === 0) return null;
  return [...failures, ...(staged === 0 ? await describeMismatch(recipe, paths) : [])].join('; ');
}

/** Of a file that gave nothing: what it holds, and what the source reads. Often it is one of another source. */
async function describeMismatch({ reads }: Recipe, paths: readonly string[]): Promise<string[]> {
  const found = await describeTypes(paths);
  return [...(found === null ? [] : [`found ${found}`]), `expected ${reads}`];
}

class StageBatch {
  rows: { row: StagedRow; position: string }[] = [];
  issues: IssueRow[] = [];
  /** Rows so far. */
  total = 0;
  shapeless = 0;
  /** Each kind of issue with the first that occurred. */
  readonly #kinds = new Map<string, { readonly count: number; readonly message: string }>();
  readonly #stage: Stage;
  /** Told at the end, also of a file that fails. */
  readonly #passed: string[];

  constructor(stage: Stage, passed: string[]) {
    this.#stage = stage;
    this.#passed = passed;
  }

  get mostly(): string | null {
    const [most] = [...this.#kinds].sort(([, a], [, b]) => b.count - a.count);
    return most ? `${most[0]}: ${most[1].message}` : null;
  }

  /** Writes what has gathered; the number of rows so far. */
  async flush(): Promise<number> {
    const repeated = await this.#stage.add(this.rows.map((item) => item.row));
    for (const at of repeated) {
      const item = this.rows[at];
      if (item) this.issues.push(repeatedKey(item.row, item.position));
    }
    this.#passed.push(...this.issues.filter(isPassedOver).map((issue) => issue.message));
    for (const { kind, message } of this.issues) {
      const known = this.#kinds.get(kind) ?? { count: 0, message };
      this.#kinds.set(kind, { ...known, count: known.count + 1 });
      if (UNUSABLE_SHAPES.has(kind)) this.shapeless += 1;
    }
    if (this.issues.length > 0) await this.#stage.report(this.issues);
    this.total += this.rows.length;
    this.rows = [];
    this.issues = [];
    return this.total;
  }
}

/**
 * The first is kept: a file of current versions tells nothing by which one of two would be the right one, and its order is
 * the only choice that every load of it makes alike. A recipe that knows versions chooses before (app-schema.ts).
 */
function repeatedKey(staged: StagedRow, position: string): IssueRow {
  const value = keyOf(staged);
  const message = `${value} stands in the file before; the first is kept`;
  return { position, field: 'id', kind: 'duplicate_id', value, message };
}

function keyOf({ kind, row }: StagedRow): string {
  switch (kind) {
    case 'parcel':
    case 'obreb':
      return row.id;
    case 'boundary':
    case 'terc':
      return row.code;
    case 'plan':
      return row.plan_id;
    case 'plan_area':
      return row.area_id;
    case 'address':
      return row.address_id;
    case 'soil_contour':
      return row.contour_id;
    case 'evidence':
      return row.key;
    case 'permit':
      return row.permit_id;
  }
}
