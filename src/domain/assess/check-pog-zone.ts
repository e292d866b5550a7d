// The check pog_zone (PG): what the zones of the general plan say of the ground outside local plans. The general plan binds zoning
// decisions and new local plans, not permits (art. 13a ust. 6 pkt 3 u.p.z.p.), so it passes where a local plan governs.

import type { BuildingUse } from '../../contract/answers.ts';
import { fitOf } from '../law/building-use.ts';
import { WZ_TURN, wzNeedsPog } from '../law/calendar.ts';
import { extentOf, type Part } from '../law/parts.ts';
import type { UseFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge } from '../law/rule-table.ts';
import { limitsOf } from '../law/zone-limits.ts';
import { ZONES, type ZoneSymbol, zoneOf } from '../law/zones.ts';
import { dayAhead } from '../law/zoning-decision.ts';
import { type NamedZone, POG_ZONE } from '../sentences/general-plan-sentences.ts';
import type { Measure } from '../sentences/measures.ts';
import { registerName } from '../sentences/register-names.ts';
import { BRIEFS, restrictionBriefs } from '../sentences/summary-briefs.ts';
import type { ZonePart } from '../sentences/use-sentences.ts';
import { WZ_POSSIBLE } from '../sentences/zoning-sentences.ts';
import { gapsOf, groundBars } from './check-wz-possible.ts';

interface ZoneFacts extends UseFacts {
  /** The ground outside local plans by zone and infill area, with that where a local plan is not known. */
  readonly zones: readonly ZonePart[];
  /** Without that: it is known to lie outside. */
  readonly surely_outside: readonly ZonePart[];
}

const isIn =
  (...fits: ZonePart['fit'][]) =>
  ({ fit }: ZonePart): boolean =>
    fits.includes(fit);

const POG_ZONE_ROWS: readonly CheckRow<ZoneFacts>[] = [
  {
    rule: 'PG1',
    when: ({ mpzp }) => mpzp.governs,
    result: 'pass',
    detail: ({ parts, pog, language }) => POG_ZONE.governed[language](zonesOn(parts), pog.status),
    basis: ['B7'],
  },
  {
    rule: 'PG2',
    when: ({ pog }) => pog.in_force === null,
    result: 'unknown',
    detail: ({ pog }) => pog.note,
    briefs: ({ language }) => [BRIEFS.pog_unknown[language]],
    basis: ['B8'],
  },
  {
    rule: 'PG3',
    when: ({ pog, day }) => !pog.in_force && !wzNeedsPog(day),
    result: 'pass',
    detail: (facts) => ownWords(facts, POG_ZONE.notRequired[facts.language](WZ_TURN.first_new_day)),
    basis: ['B6'],
  },
  {
    rule: 'PG4',
    when: ({ pog }) => pog.status === 'none',
    result: 'fail',
    detail: (facts) =>
      ownWords(
        facts,
        POG_ZONE.none[facts.language](facts.gmina_name, registerName(facts.sources.pog, facts.language)),
      ),
    briefs: notInForceBrief,
    basis: ['B2'],
  },
  {
    rule: 'PG5',
    when: ({ pog }) => !pog.in_force,
    result: 'warn',
    detail: (facts) => {
      const { pog, day } = facts;
      const before = dayAhead(pog.effective_from, day);
      const sentence = POG_ZONE.notInForce[facts.language]({
        status: pog.status === 'draft' ? 'draft' : 'adopted',
        zones: facts.zones,
        part: restOf(facts),
        before,
        stale: before === null ? pog.effective_from : null,
      });
      return ownWords(facts, sentence);
    },
    briefs: notInForceBrief,
    basis: ['B2', 'B9'],
  },
  {
    rule: 'PG6 not known here',
    when: ({ pog, is_left }) => !pog.known || is_left,
    result: 'unknown',
    detail: ({ pog, language }) => (pog.known ? WZ_POSSIBLE.notComputed[language]() : pog.note),
    briefs: (facts) => (facts.pog.known ? [BRIEFS.notComputed[facts.language]] : gapsOf(facts)),
    basis: ['B8'],
  },
  {
    rule: 'PG10',
    when: ({ zones, surely_outside }) => isShut(zones, surely_outside),
    result: 'fail',
    detail: (facts) => {
      const { zones, use, language } = facts;
      const symbols = symbolsOf(zones);
      const [only] = symbols;
      const isOne = symbols.length === 1 && only !== undefined && zones.every(({ zone }) => zone !== null);
      if (isOne && use !== 'any') return zonesInWords(facts);
      if (isOne) return POG_ZONE.noBuilding[language](symbols, ZONES[only].name, restOf(facts));
      const shut = symbolsOf(zones.filter(isIn('fail')));
      const bar =
        use === 'any'
          ? POG_ZONE.noBuilding[language](shut, null, null)
          : POG_ZONE.excludesUse[language](shut, use);
      return `${bar} ${zonesInWords(facts)}`;
    },
    briefs: groundBars,
    basis: ['B8'],
  },
  {
    // A local plan that is not known may govern here, and then the zones decide nothing (PG1).
    rule: 'PG10 plan not known',
    when: ({ zones }) => isShut(zones, zones),
    result: 'unknown',
    detail: (facts) => `${zonesInWords(facts)} ${POG_ZONE.planNotKnown[facts.language]()}`,
    briefs: gapsOf,
    basis: ['B7', 'B8'],
  },
  {
    rule: 'PG6',
    when: ({ zones }) => zones.some(isIn(null)) && !zones.some(isIn('pass', 'warn')),
    result: 'unknown',
    detail: ({ zones, use, language }) =>
      zones.length === 1 ? POG_ZONE.notPublished[language]() : POG_ZONE.parts[language](zones, use),
    briefs: gapsOf,
    basis: ['B8'],
  },
  {
    rule: 'PG7',
    when: ({ zones }) => zones.every(isIn('pass')),
    result: 'pass',
    detail: (facts) => zonesInWords(facts),
    basis: ['B8'],
  },
  {
    rule: 'PG8, PG9 and mixed zones',
    when: () => true,
    result: 'warn',
    detail: (facts) => zonesInWords(facts),
    briefs: (facts) => {
      const { zones, use, language } = facts;
      const restricted = zones.filter((part) => part.fit === 'warn' && part.in_ouz !== false);
      if (use !== 'any') return restrictionBriefs(restricted, zones, symbolsOf, use, language);
      return symbolsOf(restricted).map((zone) => {
        const group = restricted.filter((part) => part.zone === zone);
        return BRIEFS.zoneOnly[language](zone, partOf(facts, group));
      });
    },
    basis: ['B8'],
  },
];

/** Where every zone is shut, or every zone that is not outside the infill areas; and some of that ground must be outside local plans. */
function isShut(zones: readonly ZonePart[], outside: readonly ZonePart[]): boolean {
  const isWithin = ({ in_ouz }: ZonePart) => in_ouz !== false;
  const isAllShut = zones.every(isIn('fail')) && outside.length > 0;
  return isAllShut || (zones.filter(isWithin).every(isIn('fail')) && outside.some(isWithin));
}

const symbolsOf = (zones: readonly ZonePart[]): ZoneSymbol[] => [
  ...new Set(zones.flatMap(({ zone }) => zone ?? [])),
];

/** Zones under a local plan: one on all of the ground without its size. */
function zonesOn(parts: readonly Part[]): NamedZone[] {
  const groups = [...Map.groupBy(parts, ({ zone }) => zone)];
  return groups.flatMap(([zone, group]) =>
    zone === null ? [] : [{ zone, ground: groups.length === 1 ? null : extentOf(group) }],
  );
}

/** The ground outside local plans, where they take some of the parcel. */
const restOf = ({ mpzp, rest }: UseFacts): Measure | null => (mpzp.in_force ? extentOf(rest) : null);

/** Null for all of the parcel, also where zones that differ by infill area or reserve alone make it up. */
const partOf = ({ mpzp, zones }: ZoneFacts, some: readonly ZonePart[]): Measure | null =>
  !mpzp.in_force && some.length === zones.length ? null : extentOf(some);

/** A layer that is not known says so itself; what the gmina's status adds comes after. */
const ownWords = ({ pog }: UseFacts, sentence: string): string =>
  pog.known ? sentence : `${pog.note} ${sentence}`;

function notInForceBrief({ pog, day, language }: UseFacts): string[] {
  return [BRIEFS.no_pog_in_force[language](pog.status, dayAhead(pog.effective_from, day))];
}

/** By parts, unless one zone lies on all of the ground. */
function zonesInWords(facts: ZoneFacts): string {
  const { zones, pog, use, language } = facts;
  const part = restOf(facts);
  const symbols = symbolsOf(zones);
  const limitsIn = (zone: ZoneSymbol) => limitsOf(zone, pog.zones, pog.is_fallback, language);
  const [first] = zones;
  if (symbols.length === 1 && first?.zone && zones.every(({ zone }) => zone === first.zone)) {
    const { zone } = first;
    const limits = first.fit === 'fail' ? null : limitsIn(zone);
    return POG_ZONE.zone[language]({ zone, name: ZONES[zone].name, part, limits, fit: first, use });
  }
  // Limits are those of ground that a decision may be issued for.
  const open = symbolsOf(zones.filter(isIn('pass', 'warn')).filter(({ in_ouz }) => in_ouz !== false));
  const limits = open.map((zone) => [zone, limitsIn(zone)] as const);
  const parts = POG_ZONE.parts[language](zones, use);
  return limits.length === 0 ? parts : `${parts} ${POG_ZONE.limits[language](limits)}`;
}

export function checkPogZone(facts: UseFacts): Finding {
  const { rest, use } = facts;
  const zones = zonePartsOf(rest, use);
  const outside = rest.filter(({ plan }) => plan === 'none');
  const surely_outside = outside.length === rest.length ? zones : zonePartsOf(outside, use);
  return judge(POG_ZONE_ROWS, { ...facts, zones, surely_outside });
}

/** Reserves do not matter to zones: parts that differ by them alone are one. */
function zonePartsOf(parts: readonly Part[], use: BuildingUse): ZonePart[] {
  const groups = Map.groupBy(parts, ({ zone, in_ouz }) => `${zone} ${in_ouz}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const known = zoneOf(first.zone);
    const fit = known === null ? null : fitOf(known.kind, use);
    return [
      {
        ...extentOf(group),
        zone: known === null ? null : (first.zone as ZoneSymbol),
        in_ouz: first.in_ouz,
        fit,
        by: known?.kind ?? null,
      },
    ];
  });
}
