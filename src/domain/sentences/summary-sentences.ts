// The summary of a check, one entry a sentence or a phrase in it: what is possible where, what must be met, what must be found
// out. Each takes what it needs and decides nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { type Bilingual, bilingual, sentence } from '../../contract/language.ts';
import type { ReservedUse } from '../law/land-use.ts';
import { WHOLE_PCT } from '../law/shares.ts';
import { capital, en, inBrackets, type Measure, pl, type SymbolGround } from './measures.ts';
import { FORM_NAME } from './protected-sentences.ts';
import { NAMED_GROUNDS } from './summary-briefs.ts';
import { FOR_USES, RESERVED_LAND } from './use-sentences.ts';
import { PLAN_AHEAD, type PlanAhead } from './zoning-sentences.ts';

/** A piece of ground with what lies there: 2,407 m² (SJ in OUZ). */
interface Named extends Measure {
  readonly ground: readonly SymbolGround[];
}

const where = sentence(
  ({ share_pct, m2, ground }: Named) => {
    const size =
      m2 === null ? (share_pct >= WHOLE_PCT ? 'the whole parcel' : en.pct(share_pct)) : en.squareMetres(m2);
    return `${size}${inBrackets(NAMED_GROUNDS.en(ground))}`;
  },
  ({ share_pct, m2, ground }) => {
    const size =
      m2 === null ? (share_pct >= WHOLE_PCT ? 'całej działce' : pl.pct(share_pct)) : pl.squareMetres(m2);
    return `${size}${inBrackets(NAMED_GROUNDS.pl(ground))}`;
  },
);

/** After "dla"; only the whole parcel is declined. */
const forWhere = (part: Named): string => where.pl(part).replace('całej działce', 'całej działki');

const begunEn = (use: BuildingUse, lead: string): string =>
  use === 'any' ? capital(lead) : `For ${FOR_USES[use].en}, ${lead}`;
const begunPl = (use: BuildingUse, lead: string): string =>
  use === 'any' ? capital(lead) : `Dla ${FOR_USES[use].pl} – ${lead}`;

/** On how much of what a local plan opens the meant use fits with restrictions alone. */
export type PlanLimits = 'none' | 'in_part' | 'everywhere';

interface Planned extends Named {
  readonly limits: PlanLimits;
}

const LIMITS_OF_PLAN: { readonly [L in PlanLimits]: Bilingual } = {
  none: bilingual('', ''),
  in_part: bilingual(', in part within limits,', ', częściowo z ograniczeniami,'),
  everywhere: bilingual(' within limits', ' z ograniczeniami'),
};

/** `then`: once the land is used otherwise. */
const byPlan = sentence(
  (part: Planned, use: BuildingUse, then: boolean) => {
    if (use === 'any')
      return `the local plan ${then ? 'would provide' : 'provides'} for building on ${where.en(part)}`;
    const does = then ? 'would allow' : 'allows';
    return `the local plan ${does} it${LIMITS_OF_PLAN[part.limits].en} on ${where.en(part)}`;
  },
  (part, use, then) => {
    const what = use === 'any' ? 'zabudowę' : `taką zabudowę${LIMITS_OF_PLAN[part.limits].pl}`;
    return `plan miejscowy ${then ? 'przewidywałby' : 'przewiduje'} ${what} na ${where.pl(part)}`;
  },
);
const byDecision = sentence(
  (part: Named, use: BuildingUse, then: boolean) =>
    `${use === 'any' ? 'building' : 'a zoning decision'} ${then ? 'could' : 'can'} be applied for on ${where.en(part)}`,
  (part, _use, then) => `o warunki zabudowy można ${then ? 'by ' : ''}wystąpić dla ${forWhere(part)}`,
);

/** What the first sentence says of open ground; null where there is none of a kind. */
interface OpenGround {
  readonly use: BuildingUse;
  readonly planned: Planned | null;
  readonly decided: Named | null;
  readonly closed: Named | null;
  readonly unknown: Named | null;
  /** Land of a road, a railway or water: nothing is offered there as it stands. */
  readonly reserved: ReservedGround | null;
}

interface ReservedGround {
  readonly uses: readonly ReservedUse[];
  readonly symbols: readonly string[];
  readonly is_public_road: boolean;
}

const twoSentences = (first: string, rests_on: readonly string[], groups: readonly string[]): string => {
  const second = [...rests_on, ...(groups.length === 0 ? [] : [groups.join(' – ')])].join('; ');
  return second === '' ? `${first}.` : `${first}. ${capital(second)}.`;
};

/**
 * The two sentences of a summary (law §9): what is possible where and what stands against it, as `lead`; then what it `rests_on`,
 * and groups of what must be met, what else is so, and what must be found out. Items of a group are parted by semicolons, groups
 * by dashes.
 */
export const SUMMARY = {
  told: sentence(
    (use: BuildingUse, lead: string, rests_on: readonly string[], groups: readonly string[]) =>
      twoSentences(begunEn(use, lead), rests_on, groups),
    (use, lead, rests_on, groups) => twoSentences(begunPl(use, lead), rests_on, groups),
  ),
  open: sentence(
    ({ use, planned, decided, closed, unknown, reserved }: OpenGround) => {
      const then = reserved !== null;
      const ways = [
        ...(planned ? [byPlan.en(planned, use, then)] : []),
        ...(decided ? [byDecision.en(decided, use, then)] : []),
      ].join(', and ');
      const not = closed ? `, not on ${where.en(closed)}` : '';
      const told = `${ways}${not}${unknown ? `, not known for ${where.en(unknown)}` : ''}`;
      if (reserved === null) return told;
      const road = reserved.is_public_road ? 'land of a public road, ' : '';
      const recorded = en.listed(reserved.uses.map((each) => RESERVED_LAND[each].en));
      return `not as the land stands: it is ${road}recorded as ${recorded} (${reserved.symbols.join(', ')}), and building needs that use to end first; then ${told}`;
    },
    ({ use, planned, decided, closed, unknown, reserved }) => {
      const then = reserved !== null;
      const ways = [
        ...(planned ? [byPlan.pl(planned, use, then)] : []),
        ...(decided ? [byDecision.pl(decided, use, then)] : []),
      ].join(', a ');
      const not = closed ? `, nie ${planned ? `na ${where.pl(closed)}` : `dla ${forWhere(closed)}`}` : '';
      const told = `${ways}${not}${unknown ? `, a dla ${forWhere(unknown)} nie wiadomo` : ''}`;
      if (reserved === null) return told;
      const road = reserved.is_public_road ? 'działka leży w pasie drogi publicznej, ' : '';
      const recorded = pl.listed(reserved.uses.map((each) => RESERVED_LAND[each].pl));
      return `w obecnym stanie nie: ${road}użytek w ewidencji to ${recorded} (${reserved.symbols.join(', ')}) i przed zabudową musi się zmienić; po zmianie ${told}`;
    },
  ),
  noObstacle: bilingual('; no obstacle is recorded', '; rejestry nie wykazują przeszkód'),
  noObstacleToDecision: bilingual(
    '; no obstacle to the decision is recorded',
    '; rejestry nie wykazują przeszkód w wydaniu decyzji',
  ),
  none: sentence(
    (bars: readonly string[], use: BuildingUse) =>
      `${use === 'any' ? 'no building' : 'nothing'} can be applied for: ${bars.join('; ')}`,
    (bars, _use) => `nie można wystąpić o zgodę na nową zabudowę: ${bars.join('; ')}`,
  ),
  notKnown: sentence(
    (gaps: readonly string[]) =>
      `it cannot be said whether one can build; to find out first: ${gaps.join('; ')}`,
    (gaps) => `nie można powiedzieć, czy budowa jest możliwa; najpierw do ustalenia: ${gaps.join('; ')}`,
  ),
  /** What stands against building where the plans would allow it. */
  bars: sentence(
    (bars: readonly string[]) => `, but ${bars.join('; ')}`,
    (bars) => `, lecz ${bars.join('; ')}`,
  ),
  conditions: sentence(
    (briefs: readonly string[]) => `conditions: ${briefs.join('; ')}`,
    (briefs) => `warunki: ${briefs.join('; ')}`,
  ),
  beside: sentence(
    (briefs: readonly string[]) => `beside that: ${briefs.join('; ')}`,
    (briefs) => `ponadto: ${briefs.join('; ')}`,
  ),
  duties: sentence(
    (briefs: readonly string[]) => `needed as well: ${briefs.join('; ')}`,
    (briefs) =>
      briefs.length === 1 ? `potrzebna jest też ${briefs[0]}` : `potrzebne są też: ${briefs.join('; ')}`,
  ),
  planAhead: sentence(
    (plan: PlanAhead) => `a local plan is ${PLAN_AHEAD.en(plan)}`,
    (plan) => `plan miejscowy ${PLAN_AHEAD.pl(plan)}`,
  ),
  toFindOut: sentence(
    (briefs: readonly string[]) => `to find out: ${briefs.join('; ')}`,
    (briefs) => `do ustalenia: ${briefs.join('; ')}`,
  ),
  /** Beside what decides. */
  toFindOutToo: sentence(
    (briefs: readonly string[]) => `also to find out: ${briefs.join('; ')}`,
    (briefs) => `do ustalenia także: ${briefs.join('; ')}`,
  ),
  registerOfPlans: sentence(
    (as_of: string | null) =>
      `the register of local plans holds what the gmina has entered${as_of === null ? '' : `, as of ${as_of}`}`,
    (as_of) =>
      `rejestr planów miejscowych zawiera to, co wprowadziła gmina${as_of === null ? '' : `, stan na ${as_of}`}`,
  ),
} as const;

/** What lies on a piece of ground. */
export const GROUND_WORDS = {
  zone: sentence(
    (zone: string | null, in_ouz: boolean | null) =>
      `${zone ?? 'zone not published'}${in_ouz === null ? ', OUZ not known' : in_ouz ? ' in OUZ' : ' outside OUZ'}`,
    (zone, in_ouz) =>
      `${zone ?? 'strefa nieopublikowana'}${in_ouz === null ? ', OUZ nieznany' : in_ouz ? ' w OUZ' : ' poza OUZ'}`,
  ),
  earlierConditions: sentence(
    (last_old_day: string) => `applications filed by ${en.longDate(last_old_day)}`,
    (last_old_day) => `wnioski złożone do ${pl.longDate(last_old_day)}`,
  ),
  designation: sentence(
    (symbol: string | null) => symbol ?? 'designation not published',
    (symbol) => symbol ?? 'przeznaczenie nieopublikowane',
  ),
  inReserve: sentence(
    (names: readonly string[]) =>
      names.map((name) => FORM_NAME.en({ type: 'rezerwat', name })).join(', ') || 'nature reserve',
    (names) =>
      names.map((name) => FORM_NAME.pl({ type: 'rezerwat', name })).join(', ') || 'rezerwat przyrody',
  ),
  forest: bilingual('forest', 'las'),
  noGeneralPlan: bilingual('no general plan in force', 'brak obowiązującego planu ogólnego'),
  planNotKnown: bilingual('local plan not known', 'plan miejscowy nieznany'),
} as const;
