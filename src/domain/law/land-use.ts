// What the land-use and soil symbols of EGiB mean for building: forest, good farmland (u.o.g.r.l. art. 7, 11, 12a), and land of
// roads, railways and waters. A symbol is a land use with a class ("LsV", "RIIIa"), with a dash where the classified use differs
// ("S-RIIIa"). Recorded without areas, symbols tell how much only where all or none of them are of a use.

import type { SoilValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { NEARLY_ALL_PCT } from './shares.ts';

const SPACE = /\s/;
const ALL_SPACE = /\s/g;
const FOREST = /^Ls/;
/** Classes I, II, III, IIIa, IIIb of farmland; forest (Ls) and wooded land (Lz, not Lzr) have classes of their own. */
const GOOD_FARMLAND = /^(?!Ls|Lz(?!r)).*(?<![IVX])I{1,3}[ab]?$/;

/** Land whose recorded use must change before anything is built (Dz.U. 2024 poz. 219 § 9). */
const RESERVED_USES = { dr: 'road', Tk: 'railway', Wp: 'water', Ws: 'water', Wm: 'water' } as const;
export type ReservedUse = (typeof RESERVED_USES)[keyof typeof RESERVED_USES];

export interface LandUse {
  readonly forest: UseShare;
  /** The same where it is a number. */
  readonly forest_share_pct: number | null;
  readonly good_farmland: UseShare;
  /** Road, railway or water on nearly all of the parcel, with the symbols recorded. */
  readonly reserved: { readonly uses: readonly ReservedUse[]; readonly symbols: readonly string[] } | null;
  /** Why forest is not known: no land use is published, or several symbols stand without areas. */
  readonly gap: 'not_published' | 'without_areas' | 'not_computed' | null;
}

/** So much of the parcel; or recorded without areas beside other uses. Null where land use is not known. */
export type UseShare = number | 'unmeasured' | null;

export function landUseOf(
  soil: SoilValue | null,
  symbols: readonly string[] | null,
  { coverage }: Pick<LayerAnswer<'soil'>, 'coverage'>,
): LandUse {
  const forest = forestShare(soil, symbols);
  const forest_share_pct = typeof forest === 'number' ? forest : null;
  const gap = symbols ? 'without_areas' : coverage === 'not_computed' ? 'not_computed' : 'not_published';
  return {
    forest,
    forest_share_pct,
    good_farmland: goodFarmlandShare(soil, symbols),
    reserved: reservedOf(soil, symbols),
    gap: forest_share_pct === null ? gap : null,
  };
}

function reservedOf(soil: SoilValue | null, symbols: readonly string[] | null): LandUse['reserved'] {
  const share = shareOf(soil, symbols, (symbol) => Object.hasOwn(RESERVED_USES, symbol));
  if (typeof share !== 'number' || share < NEARLY_ALL_PCT) return null;
  const recorded = (symbols ?? soil?.classes.map(({ symbol }) => symbol) ?? []).filter((symbol) =>
    Object.hasOwn(RESERVED_USES, symbol),
  ) as (keyof typeof RESERVED_USES)[];
  return { uses: [...new Set(recorded.map((symbol) => RESERVED_USES[symbol]))], symbols: recorded };
}

/** Symbols without areas tell a share where all of them are meant, or none. */
function shareOf(
  soil: SoilValue | null,
  symbols: readonly string[] | null,
  isMeant: (symbol: string) => boolean,
): UseShare {
  const meant = (symbol: string) => isMeant(SPACE.test(symbol) ? symbol.replaceAll(ALL_SPACE, '') : symbol);
  if (soil !== null)
    return soil.classes.reduce((sum, { symbol, share_pct }) => (meant(symbol) ? sum + share_pct : sum), 0);
  if (symbols === null || symbols.length === 0) return null;
  if (symbols.every(meant)) return 100;
  return symbols.some(meant) ? 'unmeasured' : 0;
}

const forestShare = (soil: SoilValue | null, symbols: readonly string[] | null = null): UseShare =>
  shareOf(soil, symbols, (symbol) => FOREST.test(symbol));

export const goodFarmlandShare = (
  soil: SoilValue | null,
  symbols: readonly string[] | null = null,
): UseShare => shareOf(soil, symbols, (symbol) => GOOD_FARMLAND.test(symbol));
