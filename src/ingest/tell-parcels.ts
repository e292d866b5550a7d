// The events of parcels that come, go or are redrawn in one publish, with where their land went. Reads what is marked page
// by page, before it is applied; the rules are domain/publish.

import { isSameOutline } from '../domain/geometry/same-outline.ts';
import type { MultiPolygon } from '../domain/geometry/types.ts';
import { Lineage, mayBeKin, sharesLand } from '../domain/publish/lineage.ts';
import { createdEvent, redrawnEvent, removedEvent } from '../domain/publish/parcel-changes.ts';
import type { FreshParcel, Publication, ReplacedParcel } from '../store/writer.ts';
import type { MarkCounts } from './compare-load.ts';
import type { EventWriter } from './event-writer.ts';

export async function tellParcels(
  publication: Publication,
  marked: MarkCounts | undefined,
  events: EventWriter,
): Promise<void> {
  const { fresh = 0, gone = 0, changed = 0 } = marked ?? {};
  const lineage = new Lineage();
  // Two parcels that keep their ids are no kin: without one that goes or comes there is nothing to look for.
  if (gone > 0) await traceLineage(publication, false, lineage);
  if (changed > 0 && fresh > changed) await traceLineage(publication, true, lineage);
  for await (const page of publication.replacedParcels(false)) {
    await events.add(page.map((parcel) => removedEvent(parcel, lineage)));
  }
  for await (const page of publication.replacedParcels(true)) {
    const redrawn = await redrawnAmong(publication, page);
    await events.add(
      page.flatMap((old) => {
        const has_same_outline = !redrawn.has(old.id);
        return (old.fresh && redrawnEvent(old, { ...old.fresh, has_same_outline }, lineage)) ?? [];
      }),
    );
  }
  for await (const page of publication.createdParcels()) {
    await events.add(page.map((parcel) => createdEvent(parcel, lineage)));
  }
}

/** Parcels whose outline is another: one that comes in another projection is not. */
async function redrawnAmong(
  publication: Publication,
  page: readonly ReplacedParcel[],
): Promise<ReadonlySet<string>> {
  const redrawn = new Set<string>();
  const moved = page.flatMap(({ id, ref, fresh }) =>
    fresh === null || fresh.is_same_geometry ? [] : [{ id, ref, fresh: fresh.ref }],
  );
  for (let at = 0; at < moved.length; at += PAIRS) {
    const pairs = moved.slice(at, at + PAIRS);
    const { served, staged } = await publication.outlines(
      pairs.map(({ ref }) => ref),
      pairs.map(({ fresh }) => fresh),
    );
    for (const { id, ref, fresh } of pairs)
      if (!isSameOutline(outlineIn(served, ref), outlineIn(staged, fresh))) redrawn.add(id);
  }
  return redrawn;
}

async function traceLineage(publication: Publication, kept: boolean, lineage: Lineage): Promise<void> {
  for await (const page of publication.replacedParcels(kept)) {
    const meeting = await publication.freshMeeting(page.map(({ box }) => box));
    const pairs = page.flatMap((old, n) =>
      (meeting[n] ?? []).filter((fresh) => mayBeKin(old, fresh)).map((fresh) => ({ old, fresh })),
    );
    // Outlines are large: no more of them at once than some parcels' worth.
    for (let at = 0; at < pairs.length; at += PAIRS) {
      await compareOutlines(publication, pairs.slice(at, at + PAIRS), lineage);
    }
  }
}

const PAIRS = 1_000;

async function compareOutlines(
  publication: Publication,
  pairs: readonly { old: ReplacedParcel; fresh: FreshParcel }[],
  lineage: Lineage,
): Promise<void> {
  const refsOf = (parcels: readonly { ref: number }[]) => [...new Set(parcels.map(({ ref }) => ref))];
  const { served, staged } = await publication.outlines(
    refsOf(pairs.map(({ old }) => old)),
    refsOf(pairs.map(({ fresh }) => fresh)),
  );
  for (const { old, fresh } of pairs) {
    const [before, after] = [outlineIn(served, old.ref), outlineIn(staged, fresh.ref)];
    if (sharesLand({ ...old, geometry: before }, { ...fresh, geometry: after }))
      lineage.add(old.id, fresh.id);
  }
}

function outlineIn(outlines: ReadonlyMap<number, MultiPolygon>, ref: number): MultiPolygon {
  const outline = outlines.get(ref);
  if (!outline) throw new Error(`the outline of the parcel ${ref} is gone`);
  return outline;
}
