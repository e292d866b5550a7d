// The parts of a parcel as they are drawn and listed: as the interface gives them, or else the zones of the general plan with
// their shares. Areas are shares of the official area, where there is one.

import type { CheckResult } from '../contract/answers.ts';

export interface ShownPart {
  readonly zone_symbol: string | null;
  readonly mpzp_symbol: string | null;
  readonly in_ouz: boolean | null;
  readonly share_pct: number;
  readonly area_m2: number;
  /** Null where nobody says. */
  readonly building: 'open' | 'closed' | 'unknown' | null;
}

export function shownParts(check: CheckResult): readonly ShownPart[] {
  if ('parts' in check && Array.isArray(check.parts)) return check.parts as ShownPart[];
  const { record } = check;
  const area_m2 = record.area.official_m2 ?? record.area.geometry_m2;
  const general = record.layers.planning?.value?.pog.value;
  return (general?.zones ?? []).map(({ symbol, share_pct }) => ({
    zone_symbol: symbol,
    mpzp_symbol: null,
    in_ouz: null,
    share_pct,
    area_m2: (share_pct / 100) * area_m2,
    building: null,
  }));
}
