// What a bulk file of a powiat lacks of the obręby that the loaded boundaries name, for whoever reads the report of its run.

import type { CorpusParts } from '../domain/corpus/corpus.ts';
import { describeLackingObreby, heldObreby } from '../domain/corpus/held-obreby.ts';
import { LoadedGround } from '../domain/corpus/loaded-ground.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import type { FileFacts } from './recipe.ts';

/** Null where it lacks none, and where nobody tells which there are. */
export function lackingObreby(
  { admin, states }: Pick<CorpusParts, 'admin' | 'states'>,
  { scopes, claims = [] }: FileFacts,
): string | null {
  const held = heldObreby({ publishes: claims });
  if (held === null) return null;
  const ground = new LoadedGround(admin, states);
  const named = [...admin.obreby.keys()].filter(
    (id) => scopes.includes(partitionOf(id)) && ground.isTold(id),
  );
  return describeLackingObreby(named, held);
}
