// The check pog_zone (PG): what the zone of the general plan says. The general plan binds zoning decisions and new local
// plans, not permits (art. 13a ust. 6 pkt 3 u.p.z.p.), so it passes where a local plan governs, and says so.

import { WZ_TURN, wzNeedsPog } from '../law/calendar.ts';
import type { PlanningFacts, PogFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge } from '../law/rule-table.ts';
import { pct, ZONE_NAMED_PCT } from '../law/shares.ts';
import { BUILDING_CLASSES, describeParameters, zoneOf } from '../law/zones.ts';

const POG_ZONE: readonly CheckRow<PlanningFacts>[] = [
  {
    rule: 'PG1',
    when: ({ mpzp }) => mpzp.whole,
    result: 'pass',
    detail: ({ pog }) =>
      `Zone ${pog.zone_symbol ?? 'not available'} (${pog.status}). A local plan is in force, so the general plan does not decide the building permit; it matters when the local plan is changed.`,
    basis: ['B7'],
  },
  {
    rule: 'PG2',
    when: ({ pog }) => pog.in_force === null,
    result: 'unknown',
    detail: () => 'General-plan data are not available here.',
    basis: ['B8'],
  },
  {
    rule: 'PG3',
    when: ({ pog, day }) => !pog.in_force && !wzNeedsPog(day),
    result: 'pass',
    detail: () => `No general plan in force yet; not required before ${WZ_TURN.first_new_day}.`,
    basis: ['B6'],
  },
  {
    rule: 'PG4',
    when: ({ pog }) => pog.status === 'none',
    result: 'fail',
    detail: ({ gmina_name, sources }) =>
      `${gmina_name} has no general plan in force and none in procedure in ${sources.pog.title}; without it no zoning decision can be issued.`,
    basis: ['B2'],
  },
  {
    rule: 'PG5',
    when: ({ pog }) => !pog.in_force,
    result: 'warn',
    detail: ({ pog }) =>
      `${pog.status === 'draft' ? 'Draft' : 'Adopted'} general plan shows ${zoneAndOuz(pog)}; it has no legal effect before ${pog.effective_from ?? 'its entry into force'}.`,
    basis: ['B2', 'B9'],
  },
  {
    rule: 'PG6',
    when: ({ pog }) => zoneOf(pog.zone_symbol) === null,
    result: 'unknown',
    detail: () => 'General plan in force, zone of this parcel not published.',
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a worse zone on a part',
    when: ({ pog }) => classOfZone(pog) === 'residential' && worseZones(pog).length > 0,
    result: 'warn',
    detail: ({ pog }) =>
      `${zoneInWords(pog)}: housing is in its basic profile, but only on a part: ${listShares(pog)}. Limits: ${describeLimits(pog)}.`,
    basis: ['B8'],
  },
  {
    rule: 'PG7',
    when: ({ pog }) => classOfZone(pog) === 'residential',
    result: 'pass',
    detail: ({ pog }) =>
      `${zoneInWords(pog)}: housing is in its basic profile. Limits: ${describeLimits(pog)}.`,
    basis: ['B8'],
  },
  {
    rule: 'PG8',
    when: ({ pog }) => classOfZone(pog) === 'farmstead',
    result: 'warn',
    detail: ({ pog }) =>
      `Zone ${pog.zone_symbol}: farmstead building only; an ordinary single-family house is outside the profile.`,
    basis: ['B8'],
  },
  {
    rule: 'PG9',
    when: ({ pog }) => classOfZone(pog) === 'other_building',
    result: 'warn',
    detail: ({ pog }) => `${zoneInWords(pog)}: buildings of that function only, no housing.`,
    basis: ['B8'],
  },
  {
    rule: 'PG10',
    when: ({ pog }) => classOfZone(pog) === 'no_building',
    result: 'fail',
    detail: ({ pog }) =>
      `${zoneInWords(pog)}: its basic profile has no general building function (own facilities only; the gmina's additional profile may add some).`,
    basis: ['B8'],
  },
];

export function checkPogZone(facts: PlanningFacts): Finding {
  return judge(POG_ZONE, facts);
}

const classOfZone = (pog: PogFacts) => zoneOf(pog.zone_symbol)?.class;
const zoneInWords = ({ zone_symbol }: PogFacts) => `Zone ${zone_symbol} – ${zoneOf(zone_symbol)?.name}`;

function zoneAndOuz({ zone_symbol, in_ouz }: PogFacts): string {
  const zone = zone_symbol === null ? 'no zone for this parcel' : `zone ${zone_symbol}`;
  if (in_ouz === null) return zone;
  return `${zone} ${in_ouz ? 'in' : 'outside'} OUZ`;
}

/** The limits of the dominant zone. */
export function describeLimits({ zone_symbol, zones }: PogFacts): string {
  const [dominant] = zones
    .filter(({ symbol }) => symbol === zone_symbol)
    .sort((one, other) => other.share_pct - one.share_pct);
  return describeParameters(dominant?.parameters ?? null) ?? 'not published';
}

function sharesBySymbol({ zones }: PogFacts): [string, number][] {
  const shares = new Map<string, number>();
  for (const { symbol, share_pct } of zones) shares.set(symbol, (shares.get(symbol) ?? 0) + share_pct);
  return [...shares];
}

const listShares = (pog: PogFacts) =>
  sharesBySymbol(pog)
    .map(([symbol, share_pct]) => `${symbol} ${pct(share_pct)}`)
    .join(', ');

/** Zones on a part worth naming where less may be built than in the dominant one; an unknown symbol counts as such. */
function worseZones(pog: PogFacts): string[] {
  const rank = (symbol: string | null) => {
    const zone = zoneOf(symbol);
    return zone === null ? BUILDING_CLASSES.length : BUILDING_CLASSES.indexOf(zone.class);
  };
  return sharesBySymbol(pog)
    .filter(([symbol, share_pct]) => share_pct >= ZONE_NAMED_PCT && rank(symbol) > rank(pog.zone_symbol))
    .map(([symbol]) => symbol);
}
