// The limits that zones of a general plan set, in words; and which null it is where there is none: the plan sets none (SG, SO,
// SK and others where it need not), the register does not publish it, or it is not in the third-party sweep.

import type { Language } from '../../contract/language.ts';
import type { PogValue, ZoneParameters } from '../../contract/layers.ts';
import { LIMIT_NAMES, LIMITS_IN_WORDS } from '../sentences/general-plan-sentences.ts';
import { SLIVER_PCT } from './shares.ts';
import { zoneOf } from './zones.ts';

type Zone = PogValue['zones'][number];

const NAMES = Object.keys(LIMIT_NAMES) as (keyof typeof LIMIT_NAMES)[];

export const areAllSet = (parameters: ZoneParameters): boolean =>
  NAMES.every((name) => parameters[name] !== null);

/** Zones of one symbol may have several limits on a parcel: each is told with its share, but for slivers. */
export function limitsOf(
  symbol: string | null,
  zones: readonly Zone[],
  is_fallback: boolean,
  language: Language,
): string {
  const [largest, ...more] = zones
    .filter((zone) => zone.symbol === symbol)
    .sort((one, other) => other.share_pct - one.share_pct);
  if (largest === undefined) return LIMITS_IN_WORDS.notPublished[language];
  const counting = [largest, ...more.filter(({ share_pct }) => share_pct >= SLIVER_PCT)];
  const inWords = ({ parameters }: Zone) => describeLimits(largest.symbol, parameters, is_fallback, language);
  if (counting.length === 1) return inWords(largest);
  return LIMITS_IN_WORDS.byShare[language](counting.map((zone) => [inWords(zone), zone.share_pct]));
}

export function describeLimits(
  symbol: string,
  parameters: ZoneParameters,
  is_fallback: boolean,
  language: Language,
): string {
  const told = NAMES.flatMap((name) => {
    const limit = parameters[name];
    return limit === null ? [] : [LIMITS_IN_WORDS[name][language](limit)];
  });
  const zone = zoneOf(symbol);
  const obligatory = zone?.obligatory ?? [];
  const missing = NAMES.filter((name) => parameters[name] === null && obligatory.includes(name));
  if (told.length === 0) {
    if (is_fallback) return LIMITS_IN_WORDS.notInSweep[language];
    if (missing.length > 0) return LIMITS_IN_WORDS.notPublished[language];
    return (zone ? LIMITS_IN_WORDS.noneSetAsUsual : LIMITS_IN_WORDS.noneSet)[language];
  }
  const isSilent = NAMES.some((name) => parameters[name] === null && !obligatory.includes(name));
  if (isSilent && missing.length === 0)
    told.push(is_fallback ? LIMITS_IN_WORDS.othersNotInSweep[language] : LIMITS_IN_WORDS.noOthers[language]);
  if (missing.length > 0)
    told.push(LIMITS_IN_WORDS.someNotPublished[language](missing.map((name) => LIMIT_NAMES[name][language])));
  return told.join(', ');
}
