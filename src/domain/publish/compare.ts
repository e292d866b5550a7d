// Comparing what a load brings with what is served, page by page: which rows come, change, go or stay, and how much of
// each scope would be lost. Rows are told apart by their keys and hashes alone.

import { SOURCES, type SourceId } from '../corpus/registers.ts';
import { isPlanning } from '../layers/layer-registers.ts';

/** What is stored in rows with keys of their own. */
export const ROW_KINDS = ['parcels', 'boundaries', 'terc', 'plans', 'evidence', 'permits'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A row as the back end refers to it. */
export interface KeyedRow {
  readonly ref: number;
  readonly hash: string;
}

/** A staged row beside the served row of the same key, wherever that belongs. */
export interface StagedPair extends KeyedRow, RowPart {
  readonly served: KeyedRow | null;
}

/** What a row is a part of: evidence is stored in pieces. */
interface RowPart {
  /** Of evidence; '' of other kinds. */
  readonly role: string;
  readonly piece: number;
}

/** A served row of a scope, and whether the load holds its key. */
export interface ServedPair extends RowPart {
  readonly ref: number;
  /** The code or part by which scopes select it. */
  readonly place: string;
  readonly is_staged: boolean;
}

/** What a load holds, once all of it is staged. */
export interface StageContents {
  readonly rows: Readonly<Record<Exclude<RowKind, 'evidence'>, number>>;
  /** Of each role the things drawn, not their pieces. */
  readonly evidence: ReadonlyMap<string, number>;
  /** Whether any parcel says its land use. */
  readonly land_use: boolean;
  readonly issues: number;
}

/** Rows of a load, as reports count them. */
export function stagedCount({ rows, evidence }: StageContents): number {
  const drawn = [...evidence].filter(([role]) => isCounted({ role, piece: 0 })).map(([, count]) => count);
  return [...Object.values(rows), ...drawn].reduce((total, count) => total + count, 0);
}

/** Of evidence only the first piece counts as a row; the outline of an act of planning is no row of its own. */
const isCounted = ({ role, piece }: RowPart): boolean => piece === 0 && role !== 'mpzp_act';

/** What a load does to what is served, in rows as reports count them: every staged row is created, changed or neither. */
export class ChangeTally {
  created = 0;
  changed = 0;
  removed = 0;

  addStaged(page: readonly StagedPair[]): void {
    for (const pair of page) {
      if (!isCounted(pair)) continue;
      if (pair.served === null) this.created += 1;
      else if (pair.served.hash !== pair.hash) this.changed += 1;
    }
  }

  addServed(page: readonly ServedPair[]): void {
    for (const pair of page) if (isCounted(pair) && !pair.is_staged) this.removed += 1;
  }
}

/** Rows served now in the scopes a file describes, and how many of them are not in the file. */
export interface Replaced {
  readonly live: number;
  readonly missing: number;
}

export interface ReplacedCounts extends Replaced {
  /** Of the rows replaced, the parcels. */
  readonly parcels: Replaced;
}

/** What is to be done: staged rows to bring, served rows to take away, served rows that a staged one replaces in place. */
export interface Marks {
  readonly fresh: readonly number[];
  readonly gone: readonly number[];
  readonly changed: readonly number[];
}

/** Kinds that a file holds whole and that are few: they are written anew, unchanged or not. */
const REWRITTEN: ReadonlySet<RowKind> = new Set(['boundaries', 'terc', 'plans']);

/**
 * The kinds of which a load says what there is. A file without parcels says nothing of parcels: none of them is gone. A
 * register of plans without a plan says that there is none.
 */
export function replacedKinds(source: SourceId, { rows }: StageContents): RowKind[] {
  return ROW_KINDS.filter((kind) => {
    switch (kind) {
      case 'evidence':
        return true;
      case 'plans':
        return isPlanning(source);
      case 'permits':
        return SOURCES[source].category === 'permits';
      default:
        return rows[kind] > 0;
    }
  });
}

/** Registers whose files may leave out a class of objects: a cadastre without contours, a single class of BDOT10k. */
const IN_CLASSES: ReadonlySet<SourceId> = new Set(['egib', 'bdot10k']);

/** Whether the load speaks of the role at all. */
function isTold(source: SourceId, role: string, { evidence }: StageContents): boolean {
  return !IN_CLASSES.has(source) || evidence.has(role);
}

export function markStaged(kind: RowKind, page: readonly StagedPair[]): Marks {
  const marks = { fresh: [] as number[], gone: [] as number[], changed: [] as number[] };
  for (const { ref, hash, served } of page) {
    if (served === null) marks.fresh.push(ref);
    else if (REWRITTEN.has(kind) || served.hash !== hash) {
      marks.fresh.push(ref);
      // A parcel keeps its row, for its facts hang on it; anything else is taken away and brought.
      if (kind === 'parcels') marks.changed.push(served.ref);
      else marks.gone.push(served.ref);
    }
  }
  return marks;
}

/** Served rows of the scopes; those whose key is staged are marked from the other side. */
export function markServed(
  source: SourceId,
  page: readonly ServedPair[],
  contents: StageContents,
): { readonly marks: Marks; readonly told: readonly ServedPair[] } {
  const told = page.filter(({ role }) => role === '' || isTold(source, role, contents));
  const gone = told.filter(({ is_staged }) => !is_staged).map(({ ref }) => ref);
  return { marks: { fresh: [], gone, changed: [] }, told };
}

/** Counts what is replaced, scope by scope. */
export class ReplacedTally {
  readonly #scopes: readonly string[];
  readonly #byScope: { all: Tally; parcels: Tally }[];

  constructor(scopes: readonly string[]) {
    this.#scopes = scopes;
    this.#byScope = scopes.map(() => ({ all: { live: 0, missing: 0 }, parcels: { live: 0, missing: 0 } }));
  }

  add(kind: RowKind, page: readonly ServedPair[]): void {
    // Acts of planning are told by their zones and outlines, which count.
    if (kind === 'plans') return;
    for (const { place, is_staged, piece } of page) {
      if (piece !== 0) continue;
      const tally = this.#byScope[this.#scopes.findIndex((scope) => place.startsWith(scope))];
      if (!tally) continue;
      count(tally.all, is_staged);
      if (kind === 'parcels') count(tally.parcels, is_staged);
    }
  }

  scopes(): (ReplacedCounts & { readonly scope: string })[] {
    return this.#byScope.map(({ all, parcels }, at) => ({ scope: this.#scopes[at] ?? '', ...all, parcels }));
  }

  total(): ReplacedCounts {
    const sum = (of: (one: { all: Tally; parcels: Tally }) => number) =>
      this.#byScope.reduce((total, one) => total + of(one), 0);
    return {
      live: sum(({ all }) => all.live),
      missing: sum(({ all }) => all.missing),
      parcels: { live: sum(({ parcels }) => parcels.live), missing: sum(({ parcels }) => parcels.missing) },
    };
  }
}

interface Tally {
  live: number;
  missing: number;
}

function count(tally: Tally, isStaged: boolean): void {
  tally.live += 1;
  if (!isStaged) tally.missing += 1;
}
