// What the land-use and soil symbols of EGiB mean for building: forest and good farmland (u.o.g.r.l. art. 7, 11, 12a).
// A symbol is a land use with a class ("LsV", "RIIIa"), with a dash where the classified use differs ("S-RIIIa").

import type { SoilValue } from '../../contract/layers.ts';
import { pct, SLIVER_PCT } from './shares.ts';

const FOREST = /^Ls/;
/** Classes I, II, III, IIIa, IIIb of farmland; forest (Ls) and wooded land (Lz, not Lzr) have classes of their own. */
const GOOD_FARMLAND = /^(?!Ls|Lz(?!r)).*(?<![IVX])I{1,3}[ab]?$/;

function shareOf(soil: SoilValue | null, symbols: RegExp): number | null {
  if (soil === null) return null;
  return soil.classes
    .filter(({ symbol }) => symbols.test(symbol.replaceAll(/\s/g, '')))
    .reduce((sum, { share_pct }) => sum + share_pct, 0);
}

/** Null where land use is not known. */
export const forestShare = (soil: SoilValue | null) => shareOf(soil, FOREST);
export const goodFarmlandShare = (soil: SoilValue | null) => shareOf(soil, GOOD_FARMLAND);

/**
 * What farmland of classes I–III asks for; null where there is none. It never changes a result. Inside an infill area
 * no consent is needed (art. 7 ust. 2a), and a local plan carries it; under the earlier conditions it was a bar.
 */
export function describeGoodFarmland(
  share_pct: number | null,
  conditions: 'present' | 'earlier',
): string | null {
  if (share_pct === null || share_pct < SLIVER_PCT) return null;
  const needs =
    conditions === 'present'
      ? 'it needs a decision excluding it from farm production before the building permit (u.o.g.r.l. art. 11 ust. 1 and 4), up to 0.05 ha free of charge for a single-family house (art. 12a).'
      : 'a change of its use needs the consent of the minister, which only a local plan can carry, so that part stays out (u.o.g.r.l. art. 7 ust. 1–2).';
  return `Farmland of classes I–III covers ${pct(share_pct)} of the parcel: ${needs}`;
}
