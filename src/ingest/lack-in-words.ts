// What a load that is published lacks, for whoever reads the report of its run: obręby that the loaded boundaries name, parts of
// a register that no load has brought whole (law §3.6), what its recipe remarks. What is answered there follows from the corpus, not from here.

import type { CorpusParts } from '../domain/corpus/corpus.ts';
import { describeLackingObreby, heldObreby } from '../domain/corpus/held-obreby.ts';
import { partLeftOut } from '../domain/corpus/lacking-classes.ts';
import { LoadedGround } from '../domain/corpus/loaded-ground.ts';
import { partsOfRegister } from '../domain/corpus/register-parts.ts';
import type { SourceId } from '../domain/corpus/registers.ts';
import { inPart, readScope } from '../domain/corpus/scope.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import type { FileFacts } from './recipe.ts';

type Held = Pick<CorpusParts, 'admin' | 'states'>;

/** Null where it lacks nothing that is known of. */
export function tellLack(source: SourceId, held: Held, facts: FileFacts): string | null {
  const lacks = [
    lackingObreby(held, facts),
    lackingParts(source, held, facts),
    leftOutParts(source, facts),
    facts.remark,
  ];
  return lacks.filter((words) => words).join('; ') || null;
}

function lackingObreby({ admin, states }: Held, { scopes, claims = [] }: FileFacts): string | null {
  const held = heldObreby({ publishes: claims });
  if (held === null) return null;
  const ground = new LoadedGround(admin, states);
  const named = [...admin.obreby.keys()].filter(
    (id) => scopes.includes(partitionOf(id)) && ground.isTold(id),
  );
  return describeLackingObreby(named, held);
}

function lackingParts(source: SourceId, { states }: Held, { scopes }: FileFacts): string | null {
  const before = states.filter((state) => state.source === source).map(({ scope }) => scope);
  const held = new Set([...before, ...scopes]);
  const places = new Set(scopes.map((scope) => readScope(scope).place));
  const lacks = [...places].flatMap((place) => {
    const missing = partsOfRegister(source).filter(
      ({ part, within }) =>
        ![part, within].some((name) => name !== undefined && held.has(inPart(name, place))),
    );
    const titles = missing.map(({ title }) => title.en).join(', ');
    return missing.length === 0 ? [] : [`not held for ${place || 'the country'} beside it: ${titles}`];
  });
  return lacks.join('; ') || null;
}

/** Roles of registers that are loaded by place. */
const TITLES: ReadonlyMap<string | undefined, string> = new Map([
  ['road', 'roads'],
  ['building', 'buildings'],
]);

function leftOutParts(source: SourceId, { claims = [] }: FileFacts): string | null {
  const parts = new Set(claims.map(partLeftOut));
  const roles = new Set([...parts].map((part) => TITLES.get(part?.split('/')[0])));
  const titles = partsOfRegister(source)
    .filter(({ part, within }) => parts.has(part) || (within !== undefined && parts.has(within)))
    .map(({ title }) => title.en)
    .concat([...roles].filter((title) => title !== undefined));
  return titles.length === 0
    ? null
    : `of ${titles.join(', ')} something could not be used: that there is none is not answered (--allow-loss takes the rest for the whole)`;
}
