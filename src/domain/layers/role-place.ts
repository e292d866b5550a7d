// Where the evidence of a register without places belongs: to its role or kind. A load replaces what begins with one of
// its scopes, so a name is closed: flood_q10 must not stand for flood_q100, too.

import type { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';

export const placeOfRole = (role: string): string => `${role}/`;

/** Whether a load of the source has brought the role, be it without a single row. */
export function holdsRole(corpus: Corpus, source: SourceId, role: string): boolean {
  return corpus.statesOf(source).some((state) => state.scope === placeOfRole(role));
}
