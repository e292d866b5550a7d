// A place without a parcel is shown on a map too: candidates that name an obręb get the position of a parcel in it, all in one read.

import type { Candidate } from '../../contract/answers.ts';
import type { Context } from '../snapshot/context.ts';
import type { Identification } from './identification.ts';

/** Of those that may lack a position: a parcel has one, and of a certain one the candidate would be made for nothing. */
const candidatesIn = (one: Identification): readonly Candidate[] =>
  'candidates' in one && !('is_certain' in one) ? (one.candidates ?? []) : [];

const isWithout = ({ obreb_id, centroid, held }: Candidate): boolean =>
  centroid === null && obreb_id !== null && held;

export async function placeCandidates(
  { reads }: Pick<Context, 'reads'>,
  identifications: readonly Identification[],
): Promise<Identification[]> {
  const wanted = identifications.flatMap(candidatesIn).filter(isWithout);
  const ids = [...new Set(wanted.flatMap(({ obreb_id }) => obreb_id ?? []))];
  if (ids.length === 0) return [...identifications];
  const found = await reads.positions(ids);
  const positions = new Map(ids.map((id, at) => [id, found[at]]));
  const placed = (candidate: Candidate): Candidate => {
    const position = isWithout(candidate) ? positions.get(candidate.obreb_id ?? '') : undefined;
    return position ? { ...candidate, centroid: [position[0], position[1]] } : candidate;
  };
  return identifications.map((one): Identification => {
    if (!candidatesIn(one).some(isWithout)) return one;
    const candidates = candidatesIn(one).map(placed);
    return 'candidate' in one
      ? { ...one, candidate: placed(one.candidate), candidates }
      : { ...one, candidates };
  });
}
