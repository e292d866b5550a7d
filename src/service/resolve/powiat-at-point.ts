// Whether the ground at a position is loaded at all: its powiat, by the boundaries that are held.

import type { Corpus } from '../../domain/corpus/corpus.ts';
import { readScope } from '../../domain/corpus/scope.ts';
import { containsPoint } from '../../domain/geometry/rings.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { powiatOf } from '../../domain/text/candidates.ts';
import type { BoundaryKey, LookedUp } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';

/** Why nothing is known of the ground at the position (EPSG:2180); null where its powiat is loaded, or no boundary tells. */
export async function whyUnknown({ corpus, reads }: Context, position: Position): Promise<string | null> {
  if (!corpus.statesOf('prg').some(({ scope }) => readScope(scope).part === 'powiat')) return null;
  const boundary = { position, level: 'powiat' } as const;
  const powiat = powiatAround(boundary, await reads.lookup({ boundaries: [boundary] }));
  if (powiat === null) return PLACE_NOTES.areaOutside[corpus.language];
  return corpus.holdsPartition(powiat) ? null : notLoadedWords(corpus, powiat);
}

/** Of a powiat of which not all is loaded. */
export const notLoadedWords = (corpus: Corpus, powiat: string): string =>
  (corpus.holdsSomeOf(powiat) ? PLACE_NOTES.powiatInPart : PLACE_NOTES.powiatNotLoaded)[corpus.language](
    powiatOf(corpus, powiat),
  );

/** Its code, loaded or not; null where no boundary that is held contains the position. */
export function powiatAround(key: BoundaryKey, found: Pick<LookedUp, 'boundaries'>): string | null {
  const powiaty = found.boundaries.get(key) ?? [];
  return powiaty.find(({ geometry }) => containsPoint(geometry, key.position))?.code ?? null;
}
