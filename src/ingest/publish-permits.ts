// The permits of one publish: which of them are new, and where they lie. Reads and writes pages; the rules are
// domain/publish/permit-places.ts.

import type { CorpusParts } from '../domain/corpus/corpus.ts';
import {
  addedPermitEvents,
  idsToLookUp,
  isRenumbered,
  movedPermits,
  unitsOfPermits,
  unplacedIssues,
} from '../domain/publish/permit-places.ts';
import type { Publication } from '../store/writer.ts';
import type { Comparison } from './compare-load.ts';
import type { EventWriter } from './event-writer.ts';

/** Before anything is applied; a part of the register that is loaded for the first time tells nothing. */
export async function tellAddedPermits(
  publication: Publication,
  { kinds, replaced }: Comparison,
  before: CorpusParts,
  events: EventWriter,
): Promise<void> {
  if (!kinds.includes('permits') || isRenumbered(replaced)) return;
  const parts = before.states.filter(({ source }) => source === 'rwdz').map(({ scope }) => scope);
  await events.add(addedPermitEvents(await publication.addedPermits(parts)));
}

/** Once parcels or permits are applied; how many issues there are of it. */
export async function placePermits(publication: Publication, { kinds, scopes }: Comparison): Promise<number> {
  const isRegister = kinds.includes('permits');
  if (!isRegister && !kinds.includes('parcels')) return 0;
  for await (const page of publication.permits(isRegister ? 'fresh' : unitsOfPermits(scopes))) {
    const points = await publication.points(idsToLookUp(page));
    await publication.placePermits(movedPermits(page, points));
  }
  if (!isRegister) return 0;
  const issues = unplacedIssues(await publication.countReferences(scopes));
  await publication.addIssues(issues);
  return issues.length;
}
