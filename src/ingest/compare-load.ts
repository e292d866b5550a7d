// Compares a staged load with what is served: reads both page by page, lets domain/publish judge, and keeps the verdict
// with the stage. Nothing here changes what is served.

import type { Box } from '../domain/geometry/types.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import {
  ChangeTally,
  type Marks,
  markServed,
  markStaged,
  type ReplacedCounts,
  ReplacedTally,
  type RowKind,
  replacedKinds,
  type StageContents,
} from '../domain/publish/compare.ts';
import {
  groundOfNeighbours,
  powiatyOf,
  retoldPlans,
  TouchedGround,
  uncomputedPowiaty,
} from '../domain/publish/touched.ts';
import type { Pages, Stage } from '../store/writer.ts';

/** Rows of one kind that a load brings, replaces in place, takes away. */
export type MarkCounts = { readonly [M in keyof Marks]: number };

export interface Comparison {
  readonly scopes: readonly string[];
  readonly contents: StageContents;
  readonly kinds: readonly RowKind[];
  readonly marked: Readonly<Partial<Record<RowKind, MarkCounts>>>;
  readonly changes: Readonly<Pick<ChangeTally, 'created' | 'changed' | 'removed'>>;
  readonly replaced: ReplacedCounts;
  readonly byScope: readonly (ReplacedCounts & { readonly scope: string })[];
}

/** For a stage without a file: it replaces nothing. */
export async function compareNothing(stage: Stage): Promise<Comparison> {
  const replaced = new ReplacedTally([]).total();
  const contents = await stage.contents();
  return { scopes: [], contents, kinds: [], marked: {}, changes: new ChangeTally(), replaced, byScope: [] };
}

export async function compareLoad(stage: Stage, scopes: readonly string[]): Promise<Comparison> {
  const { source } = stage.run;
  const contents = await stage.contents();
  const kinds = replacedKinds(source, contents);
  const tally = new ReplacedTally(scopes);
  const changes = new ChangeTally();
  const marked: Partial<Record<RowKind, MarkCounts>> = {};
  for (const kind of kinds) {
    const counts = { fresh: 0, gone: 0, changed: 0 };
    const keep = async (marks: Marks) => {
      counts.fresh += marks.fresh.length;
      counts.gone += marks.gone.length;
      counts.changed += marks.changed.length;
      await stage.mark(kind, marks);
    };
    for await (const page of stage.stagedPairs(kind)) {
      changes.addStaged(page);
      await keep(markStaged(kind, page));
    }
    for await (const page of stage.servedPairs(kind, scopes)) {
      const { marks, told } = markServed(source, page, contents);
      tally.add(kind, told);
      changes.addServed(told);
      await keep(marks);
    }
    marked[kind] = counts;
  }
  return { scopes, contents, kinds, marked, changes, replaced: tally.total(), byScope: tally.scopes() };
}

/** Which loads leave their answers for later: all, those of places of which nothing is worked out yet, or none. */
export type Wait = 'always' | 'first_loads' | 'never';

/** Marks the parcels whose answers the load may move: how many there are, and whether they are worked out now. */
export async function touchParcels(
  stage: Stage,
  comparison: Comparison,
  layers: readonly FactLayer[],
  wait: Wait = 'never',
): Promise<{ readonly touched: number; readonly computed: boolean }> {
  const { computed } = await stage.corpus();
  // Where nothing at all is worked out, nothing can be out of date: there is no need to look who is touched.
  const isFirst = wait !== 'never' && !computed.some(({ layer }) => layers.includes(layer));
  if (isFirst && layers.length > 0) return { touched: 0, computed: false };
  await touchMovedGround(stage, comparison);
  const powiaty = powiatyOf(comparison.scopes, await stage.touchedPowiaty());
  const uncomputed = uncomputedPowiaty(powiaty, layers, computed);
  if (
    wait === 'always' ||
    (wait === 'first_loads' && uncomputed.length > 0 && uncomputed.length === powiaty.length)
  )
    return { touched: await stage.touchedCount(), computed: false };
  if (layers.length > 0) await stage.touchPlaces(uncomputed);
  return { touched: await stage.touchedCount(), computed: true };
}

async function touchMovedGround(stage: Stage, { kinds }: Comparison): Promise<void> {
  const ground = new TouchedGround();
  await touchGround(stage, stage.markedGround('evidence'), (page) => ground.near(page));
  if (kinds.includes('plans')) {
    const { staged, served } = await stage.plans();
    const retold = retoldPlans(staged, served);
    if (retold.length > 0) await touchGround(stage, stage.groundOfPlans(retold), (page) => ground.near(page));
  }
  await stage.touchMeeting(ground.far());
  if (kinds.includes('parcels')) {
    await stage.touchFresh();
    await touchGround(stage, stage.markedGround('parcels'), (page) =>
      groundOfNeighbours(page.map(({ box }) => box)),
    );
  }
}

async function touchGround<T>(
  stage: Stage,
  pages: Pages<T>,
  boxesOf: (page: readonly T[]) => Box[],
): Promise<void> {
  for await (const page of pages) await stage.touchMeeting(boxesOf(page));
}
