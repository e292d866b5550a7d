// Publishes a compared load: what was staged becomes what is served, with its facts and its events, in one transaction of
// the store. The order of the steps is the order of the events; what each step means is domain/publish.

import type { CorpusParts } from '../domain/corpus/corpus.ts';
import { stillLacking } from '../domain/corpus/lacking-classes.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import { stagedCount } from '../domain/publish/compare.ts';
import { factsAfter, haveSameFacts, recordHashAfter } from '../domain/publish/parcel-facts.ts';
import { coverSteps, placesToMeasure } from '../domain/publish/plan-cover.ts';
import { type LoadedScope, rowsIn, statesAfter } from '../domain/publish/source-states.ts';
import type { TellEvents } from '../domain/publish/tell-events.ts';
import { powiatyOf } from '../domain/publish/touched.ts';
import type { Publication, Stage, ToldRecord } from '../store/writer.ts';
import type { Comparison } from './compare-load.ts';
import { EventWriter } from './event-writer.ts';
import { placePermits, tellAddedPermits } from './publish-permits.ts';
import { tellParcels } from './tell-parcels.ts';

export interface Load {
  readonly as_of: string | null;
  readonly at: string;
  /** Layers whose facts the load moves. */
  readonly layers: readonly FactLayer[];
  /** Whether they were worked out for everything this load touches; false when that is left for later. */
  readonly computed: boolean;
  /** What its file says to hold, beyond what can be seen in it. */
  readonly claims?: readonly string[];
  /** Up to this day the events that the calendar causes are told. */
  readonly calendar_day?: string;
  /** What the run has to say of itself though it was published; null: nothing. */
  readonly note?: string | null;
}

export interface PublishReport {
  readonly run: number;
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly issues: number;
  readonly events: number;
  readonly version: number;
}

export function publishLoad(
  stage: Stage,
  comparison: Comparison,
  load: Load,
  tell: TellEvents,
): Promise<PublishReport> {
  return stage.publish(async (publication) => {
    const here = { source: stage.run.source, scope: comparison.scopes[0] ?? '', as_of: load.as_of };
    const events = new EventWriter(publication, here, load.at);
    const { kinds, contents, replaced, marked } = comparison;
    const before = await publication.corpus();
    // A first load of a place tells no events of its parcels: nothing was known before (docs/decisions/0006).
    if (kinds.includes('parcels') && replaced.live > 0)
      await tellParcels(publication, marked.parcels, events);
    await tellAddedPermits(publication, comparison, before, events);
    for (const kind of kinds) await publication.apply(kind);
    await nameObreby(publication);
    const unplaced = await placePermits(publication, comparison);
    await saveStates(stage, publication, comparison, load, before, events);
    await saveComputed(stage, publication, comparison, load);
    await saveCover(publication, placesToMeasure(stage.run.source, comparison.scopes));
    if (load.calendar_day !== undefined) await publication.saveCalendarDay(load.calendar_day);
    const { ofParcels, ofGminy } = tell(before, await publication.corpus());
    for await (const page of publication.touched())
      await publishFacts(publication, page, load, ofParcels, events);
    await events.add(ofGminy());
    return report(publication, comparison, load, contents.issues + unplaced, events.written);
  });
}

/** The cadastre names its obręby; a boundary names those that nobody else does. */
async function nameObreby(publication: Publication): Promise<void> {
  for await (const page of publication.obrebNames()) {
    const names = page.map(({ id, staged, served, boundary }) => ({
      id,
      name: staged ?? served ?? boundary,
    }));
    await publication.nameObreby(names);
  }
}

async function saveStates(
  stage: Stage,
  publication: Publication,
  { scopes, contents }: Comparison,
  { as_of, at, claims = [] }: Load,
  before: CorpusParts,
  events: EventWriter,
): Promise<void> {
  const { run } = stage;
  const rows = rowsIn(scopes, await stage.rowsByPlace());
  const known = before.states.filter(({ source }) => source === run.source);
  const loaded: LoadedScope[] = [];
  for (const [position, scope] of scopes.entries()) {
    const roles = await publication.rolesIn(scope);
    const lacking = stillLacking(
      known.find((state) => state.scope === scope),
      contents.evidence,
    );
    const publishes = [...(contents.land_use ? ['land_use'] : []), ...roles, ...claims, ...lacking];
    loaded.push({ scope, rows: rows[position] ?? 0, publishes });
  }
  const after = statesAfter(known, { ...run, as_of, at }, loaded);
  await events.add(after.events);
  await publication.saveStates(after.states);
}

/** Left for later: the layers are marked as not worked out in the powiaty that the load touches. */
async function saveComputed(
  stage: Stage,
  publication: Publication,
  { scopes }: Comparison,
  { layers, computed, at }: Load,
): Promise<void> {
  const powiaty = powiatyOf(scopes, await stage.touchedPowiaty());
  await publication.saveComputed(layers, powiaty, computed ? at : null);
}

async function saveCover(publication: Publication, places: readonly string[]): Promise<void> {
  if (places.length === 0) return;
  const byGmina = Map.groupBy(await publication.planOutlines(places), ({ plan }) => plan.gmina6);
  const covers = [];
  for (const [gmina6, outlines] of byGmina) {
    const gmina = await publication.gminaOutline(gmina6);
    if (gmina) covers.push({ gmina6, steps: coverSteps(outlines, gmina) });
  }
  await publication.saveCover(places, covers);
}

async function publishFacts(
  publication: Publication,
  page: readonly ToldRecord[],
  { layers }: Load,
  ofParcels: ReturnType<TellEvents>['ofParcels'],
  events: EventWriter,
): Promise<void> {
  const records = page.map((parcel) => {
    const after = factsAfter(parcel, layers);
    return { parcel, after, record_hash: recordHashAfter(parcel, after, layers) };
  });
  await publication.saveFacts(
    records
      .filter(({ parcel, after, record_hash }) => {
        return record_hash !== parcel.record_hash || !haveSameFacts(parcel.facts, after);
      })
      .map(({ parcel, after, record_hash }) => ({ ref: parcel.ref, facts: after, record_hash })),
  );
  const told = [
    ...ofParcels(
      records
        .filter(({ parcel }) => !parcel.is_new)
        .map(({ parcel: { id, facts, awaited }, after }) => ({ id, before: facts, after, awaited })),
    ),
  ];
  await events.add(told.filter((row) => 'event' in row));
  await publication.saveAwaited(told.filter((row) => 'awaited' in row));
}

async function report(
  publication: Publication,
  { contents, changes }: Comparison,
  { at, note = null }: Load,
  issues: number,
  events: number,
): Promise<PublishReport> {
  const rows = stagedCount(contents);
  const { run, version } = await publication.finish({ at, rows, issues, note });
  const { created, changed, removed } = changes;
  return { run, created, changed, removed, unchanged: rows - created - changed, issues, events, version };
}
