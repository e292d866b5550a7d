// Whether all parts of a general plan are held. An act names its zones and infill areas (OUZ); of those that no load has
// brought only the number is known, not where they lie. So the ground outside the ones that came is unknown, never "outside"
// (law §3.6). Knows no parcel: which plan answers for one is layers/general-plan.ts.

import type { Language } from '../../contract/language.ts';
import { POG_NOTES } from '../sentences/note-sentences.ts';
import type { Plan } from './corpus.ts';

/** What a plan must hold whole before anything is said of the ground outside it. */
export interface HeldParts {
  /** Every zone that the act names is held. Ground without a zone is a part without a zone either way. */
  readonly all_zones: boolean;
  /** Every infill area is held, or the plan has none: what is not in one of them lies outside. */
  readonly all_ouz: boolean;
}

export const heldPartsOf = ({
  lacks_zones,
  lacks_ouz,
}: Pick<Plan, 'lacks_zones' | 'lacks_ouz'>): HeldParts => ({
  all_zones: lacks_zones === 0,
  all_ouz: lacks_ouz === 0,
});

/** What is lacking, in a sentence each; none where all is held or nobody can tell how much there is. */
export function describeLack(
  { lacks_zones, lacks_ouz }: Pick<Plan, 'lacks_zones' | 'lacks_ouz'>,
  language: Language,
): { readonly zones: string | null; readonly ouz: string | null } {
  return {
    zones: lacks_zones ? POG_NOTES.lackingZones[language](lacks_zones) : null,
    ouz: lacks_ouz ? POG_NOTES.lackingOuz[language](lacks_ouz) : null,
  };
}
