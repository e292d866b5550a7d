// The reasons of the `wz` layer, the details of the check wz_possible, and the conditions that stand beside a decision or a plan
// that permits building. One entry a sentence: each takes what it needs and decides nothing.

import { type Bilingual, bilingual, type Language, sentence } from '../../contract/language.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import type { ReservedUse } from '../law/land-use.ts';
import { en, inBrackets, lowerFirst, type Measure, pl, type SymbolGround, unstopped } from './measures.ts';
import { WITHIN_FORM } from './protected-sentences.ts';
import { FOR_USES, type MeantUse, RESERVED_LAND, USES } from './use-sentences.ts';

/** A local plan that is not in force yet. */
export interface PlanAhead {
  readonly status: 'draft' | 'adopted';
  /** Its first day in force, where that is known and still to come. */
  readonly ahead: string | null;
}

/** After "a local plan is"; in Polish after "plan miejscowy". */
export const PLAN_AHEAD = sentence(
  ({ status, ahead }: PlanAhead) => {
    if (status === 'draft') return 'in preparation';
    return ahead === null
      ? 'adopted, its first day in force not yet known'
      : `adopted, in force from ${ahead}`;
  },
  ({ status, ahead }) => {
    if (status === 'draft') return 'jest w opracowaniu';
    return ahead === null
      ? 'jest uchwalony, dzień jego wejścia w życie nie jest jeszcze znany'
      : `jest uchwalony i wejdzie w życie ${ahead}`;
  },
);

/** The status of a plan, as a word in brackets. */
const STATUS: { readonly [S in PlanStatus | 'unknown']: Bilingual } = {
  in_force: bilingual('in_force', 'obowiązuje'),
  adopted: bilingual('adopted', 'uchwalony'),
  draft: bilingual('draft', 'projekt'),
  none: bilingual('none', 'brak planu'),
  unknown: bilingual('unknown', 'nieznany'),
};

/** SJ on 2,407 m²: of ground whose share is told. */
const zoneEn = ({ symbol, ground }: SymbolGround): string =>
  `${symbol}${ground === null ? '' : ` on ${ground.m2 === null ? en.pct(ground.share_pct) : en.squareMetres(ground.m2)}`}`;
const zonePl = ({ symbol, ground }: SymbolGround): string =>
  `${symbol}${ground === null ? '' : ` na ${ground.m2 === null ? pl.pct(ground.share_pct) : pl.squareMetres(ground.m2)}`}`;

const withinReserves = (names: readonly string[], language: Language): string =>
  names.map((name) => WITHIN_FORM[language]({ type: 'rezerwat', name })).join(', ');

/** By the code of their row. `plans` are names. */
export const WZ_REASONS = {
  ofRest: sentence(
    (rest: Measure, reason: string) =>
      `For the ${en.shareAndSize(rest)} of the parcel outside the local plan: ${lowerFirst(reason)}`,
    (rest, reason) =>
      `Dla części działki poza planem miejscowym, ${pl.shareAndSize(rest)}: ${lowerFirst(reason)}`,
  ),
  mpzp_in_force: sentence(
    (plans: readonly string[]) =>
      plans.length > 1
        ? `Local plans are in force here${inBrackets(en.names(plans))}, so no zoning decision is issued; the plans themselves govern building.`
        : `A local plan is in force here${inBrackets(en.names(plans))}, so no zoning decision is issued; the plan itself governs building.`,
    (plans) =>
      plans.length > 1
        ? `Obowiązują tu plany miejscowe${inBrackets(pl.names(plans))}, więc decyzji o warunkach zabudowy się nie wydaje; o zabudowie rozstrzygają same plany.`
        : `Obowiązuje tu plan miejscowy${inBrackets(pl.names(plans))}, więc decyzji o warunkach zabudowy się nie wydaje; o zabudowie rozstrzyga sam plan.`,
  ),
  no_pog_in_force: sentence(
    (of: {
      gmina: string;
      status: PlanStatus | 'unknown';
      effective_from: string | null;
      first_new_day: string;
      last_old_day: string;
    }) =>
      `The general plan of ${of.gmina} is not in force (status: ${STATUS[of.status].en}${of.effective_from ? `, effective from ${of.effective_from}` : ''}). For applications filed from ${en.longDate(of.first_new_day)} a zoning decision needs a general plan in force. Applications filed by ${en.longDate(of.last_old_day)} and decisions already issued are not affected.`,
    (of) =>
      `Plan ogólny gminy ${of.gmina} nie obowiązuje (stan: ${STATUS[of.status].pl}${of.effective_from ? `, wchodzi w życie ${of.effective_from}` : ''}). Decyzja o warunkach zabudowy na wniosek złożony od ${pl.longDate(of.first_new_day)} wymaga obowiązującego planu ogólnego. Nie dotyczy to wniosków złożonych do ${pl.longDate(of.last_old_day)} ani decyzji już wydanych.`,
  ),
  outside_ouz: sentence(
    (effective_from: string | null, isRest: boolean) =>
      `The general plan is in force${en.since(effective_from)} and ${isRest ? 'that ground' : 'the parcel'} lies outside its infill-development areas (OUZ). New buildings need a local plan; rebuilding or extending existing ones does not need OUZ.`,
    (effective_from, isRest) =>
      `Plan ogólny obowiązuje${pl.since(effective_from)}, a ${isRest ? 'ten teren' : 'działka'} leży poza obszarem uzupełnienia zabudowy (OUZ). Nowa zabudowa wymaga planu miejscowego; przebudowa i rozbudowa istniejących budynków nie wymaga OUZ.`,
  ),
  forest_land: sentence(
    (share_pct: number) =>
      `The parcel is forest land (${en.pct(share_pct)}). Changing its use needs consent that only a local plan can carry, so a zoning decision is excluded.`,
    (share_pct) =>
      `Działka jest gruntem leśnym (${pl.pct(share_pct)}). Zmiana przeznaczenia wymaga zgody, którą uzyskuje się tylko w planie miejscowym, więc decyzja o warunkach zabudowy jest wykluczona.`,
  ),
  nature_reserve: sentence(
    (names: readonly string[], isWhole: boolean) =>
      `${isWhole ? 'The parcel' : 'What could be applied for'} lies ${withinReserves(names, 'en')}; building is banned there, so a zoning decision would breach separate law.`,
    (names, isWhole) =>
      `${isWhole ? 'Działka' : 'Teren, o który można by wnioskować,'} leży ${withinReserves(names, 'pl')}; obowiązuje tam zakaz zabudowy, więc decyzja o warunkach zabudowy naruszałaby przepisy odrębne.`,
  ),
  /** `isOuzUnknown`: what a decision would need is not known either. */
  mpzp_unknown: sentence(
    (isOuzUnknown: boolean) =>
      `It is not known whether a local plan covers the parcel, so it cannot be said whether a zoning decision is the route.${isOuzUnknown ? ' Nor is it known whether the ground lies in an infill area (OUZ), which a decision would need.' : ''}`,
    (isOuzUnknown) =>
      `Nie wiadomo, czy działka jest objęta planem miejscowym, więc nie można powiedzieć, czy potrzebna jest decyzja o warunkach zabudowy.${isOuzUnknown ? ' Nie wiadomo też, czy teren leży w obszarze uzupełnienia zabudowy (OUZ), czego decyzja by wymagała.' : ''}`,
  ),
  pog_unknown: sentence(
    (gmina: string) => `It is not known whether the general plan of ${gmina} is in force.`,
    (gmina) => `Nie wiadomo, czy plan ogólny gminy ${gmina} obowiązuje.`,
  ),
  ouz_unknown: sentence(
    () =>
      'The general plan is in force, but the infill areas (OUZ) are not published for this place, or not held whole.',
    () =>
      'Plan ogólny obowiązuje, ale obszary uzupełnienia zabudowy (OUZ) nie są tu opublikowane albo nie zostały wczytane w całości.',
  ),
  inside_ouz: sentence(
    (of: {
      effective_from: string | null;
      /** Null: the whole parcel. */
      part: Measure | null;
      /** It is not all of the ground that is asked about. */
      is_only_part: boolean;
      zones: readonly SymbolGround[];
      only_own_facilities: boolean;
    }) => {
      const only = of.is_only_part ? 'only ' : '';
      const where = of.part === null ? 'the parcel' : `${only}${en.shareAndSize(of.part)} of the parcel`;
      const isOne = of.zones.length < 2;
      const zone =
        of.zones.length === 0 ? 'in a zone that is not published' : `in ${en.zones(of.zones.map(zoneEn))}`;
      const functions = `functions of ${isOne ? 'that zone' : 'those zones'}`;
      const own = of.only_own_facilities ? `, which are ${isOne ? 'its' : 'their'} own facilities only` : '';
      return `The general plan is in force${en.since(of.effective_from)} and ${where} lies in an infill area (OUZ), ${zone}. A zoning decision can be applied for there, for ${functions}${own}; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years.`;
    },
    (of) => {
      const only = of.is_only_part ? 'tylko ' : '';
      const where = of.part === null ? 'działka' : `${only}część działki, ${pl.shareAndSize(of.part)},`;
      const isOne = of.zones.length < 2;
      const zone =
        of.zones.length === 0
          ? 'w strefie, której nie opublikowano'
          : `w ${isOne ? 'strefie' : 'strefach'} ${pl.listed(of.zones.map(zonePl))}`;
      const own = of.only_own_facilities ? ` (tylko ${isOne ? 'jej' : 'ich'} własne obiekty)` : '';
      return `Plan ogólny obowiązuje${pl.since(of.effective_from)}, a ${where} leży w obszarze uzupełnienia zabudowy (OUZ), ${zone}. Można tam wystąpić o decyzję o warunkach zabudowy w zakresie funkcji ${isOne ? 'tej strefy' : 'tych stref'}${own}; pozostałe warunki z art. 61 rozstrzyga się w postępowaniu. Decyzja wygasa po 5 latach.`;
    },
  ),
  studium_transitional: sentence(
    (last_old_day: string) =>
      `No general plan in force; applications filed by ${en.longDate(last_old_day)} follow the earlier conditions (developed neighbouring plot, road, utilities).`,
    (last_old_day) =>
      `Plan ogólny nie obowiązuje; wnioski złożone do ${pl.longDate(last_old_day)} rozpatruje się na dotychczasowych warunkach (zabudowana działka sąsiednia, dostęp do drogi, uzbrojenie terenu).`,
  ),
} as const;

export const WZ_NOTES = {
  derived: sentence(
    (basis: string) => `Derived by law from the plans and layers of this parcel: ${unstopped(basis)}.`,
    (basis) => `Wynika z przepisów oraz z planów i warstw tej działki: ${unstopped(basis)}.`,
  ),
} as const;

/** How much of the parcel a use covers; null where it is recorded without its area. */
const cover = sentence(
  (ground: Measure | null) =>
    ground === null
      ? 'is recorded on the parcel without its area'
      : `covers ${en.shareAndSize(ground)} of the parcel`,
  (ground) =>
    ground === null ? 'zapisano na działce bez powierzchni' : `zajmują ${pl.shareAndSize(ground)} działki`,
);

/** Forest where a local plan provides for building or may. */
export interface PlannedForest {
  /** Of the parcel; null where it is recorded without its area. */
  readonly ground: Measure | null;
  /** Its ground in the plan, where that is known: of a parcel that is forest throughout. */
  readonly planned: Measure | null;
  readonly for_house: boolean;
  readonly for_farmstead: boolean;
  /** Some of the parcel lies outside the plan, where forest refuses a zoning decision. */
  readonly is_beside_plan: boolean;
}

const FREE_FOR_HOUSE = bilingual(
  ', up to 0.05 ha free of charge for a single-family house (art. 12a)',
  ', do 0,05 ha bez opłat pod dom jednorodzinny (art. 12a)',
);

/** Conditions that stand beside a zoning decision that can be issued, or a plan that permits building. */
export const CONDITIONS = {
  partInReserve: sentence(
    (part: Measure) => `${en.shareAndSize(part)} lies in a nature reserve and stays out.`,
    (part) => `W rezerwacie przyrody leży ${pl.shareAndSize(part)}; ta część jest wyłączona.`,
  ),
  reservesNotKnown: sentence(
    () => 'Nature reserves are not known here, and one would exclude building.',
    () => 'Rezerwaty przyrody nie są tu znane, a rezerwat wykluczałby zabudowę.',
  ),
  /** Beside a local plan: where in the parcel the forest stands, the register does not say. */
  partForest: sentence(
    (forest: Measure, isBesidePlan: boolean) =>
      `${en.shareAndSize(forest)} is forest and stays out${isBesidePlan ? ' where it lies outside the local plan' : ''}.`,
    (forest, isBesidePlan) =>
      `Las zajmuje ${pl.shareAndSize(forest)}; ${isBesidePlan ? 'poza planem miejscowym' : 'ta część'} jest ${isBesidePlan ? 'wyłączony' : 'wyłączona'}.`,
  ),
  landUseNotPublished: sentence(
    () => 'Land use is not published here, and forest would be excluded.',
    () => 'Użytki gruntowe nie są tu opublikowane, a las byłby wyłączony.',
  ),
  landUseNotComputed: sentence(
    () => 'Land use is held and not yet worked out here, and forest would be excluded.',
    () => 'Użytki gruntowe są wczytane, lecz jeszcze tu nieprzeliczone, a las byłby wyłączony.',
  ),
  landUseWithoutAreas: sentence(
    () => 'Land use is recorded without areas, forest beside other uses; the forest stays out.',
    () => 'Użytki gruntowe zapisano bez powierzchni, las obok innych użytków; las jest wyłączony.',
  ),
  planAhead: sentence(
    (plan: PlanAhead) =>
      `A local plan is ${PLAN_AHEAD.en(plan)}: the authority may suspend the case for up to 18 months, 6 more once the draft has been put on display.`,
    (plan) =>
      `Plan miejscowy ${PLAN_AHEAD.pl(plan)}: organ może zawiesić postępowanie na czas do 18 miesięcy, o 6 miesięcy dłużej po wyłożeniu projektu planu.`,
  ),
  reservedLand: sentence(
    (uses: readonly ReservedUse[], symbols: readonly string[]) =>
      `The land is recorded as ${en.listed(uses)} (${symbols.join(', ')}); building needs a change of that use.`,
    (uses, symbols) =>
      `Użytek w ewidencji: ${pl.listed(uses.map((use) => RESERVED_LAND[use].pl))} (${symbols.join(', ')}); zabudowa wymaga zmiany tego użytku.`,
  ),
  neighbourhood: sentence(
    () => 'Good neighbourhood is not machine-checked.',
    () => 'Warunek dobrego sąsiedztwa nie jest sprawdzany automatycznie.',
  ),
  /** Free of charge is only what a house takes. */
  farmland: sentence(
    (of: { ground: Measure | null; for_house: boolean; unless_farmstead: boolean }) =>
      `Farmland of classes I–III ${cover.en(of.ground)}: ${of.unless_farmstead ? 'for anything but a farmstead it' : 'it'} needs a decision excluding it from farm production before the building permit (u.o.g.r.l. art. 11 ust. 1 and 4)${of.for_house ? FREE_FOR_HOUSE.en : ''}.`,
    (of) =>
      `Użytki rolne klas I–III ${cover.pl(of.ground)}: przed pozwoleniem na budowę${of.unless_farmstead ? ', jeżeli zabudowa nie jest zagrodowa,' : ''} potrzebna jest decyzja zezwalająca na wyłączenie z produkcji rolniczej (u.o.g.r.l. art. 11 ust. 1 i 4)${of.for_house ? FREE_FOR_HOUSE.pl : ''}.`,
  ),
  farmlandBefore: sentence(
    (ground: Measure | null) =>
      `Farmland of classes I–III ${cover.en(ground)}: a change of its use needs the consent of the minister, which only a local plan can carry, so that part stays out (u.o.g.r.l. art. 7 ust. 1–2).`,
    (ground) =>
      `Użytki rolne klas I–III ${cover.pl(ground)}: zmiana przeznaczenia wymaga zgody ministra, którą uzyskuje się tylko w planie miejscowym, więc ta część jest wyłączona (u.o.g.r.l. art. 7 ust. 1–2).`,
  ),
  /** Under a local plan, which alone can designate forest for building. A farmstead stands on farmland. */
  forest: sentence(
    (of: PlannedForest) => {
      const duty = of.for_farmstead
        ? 'for a farmstead it has to be changed into farmland by a decision first (ustawa o lasach art. 13 ust. 2–3)'
        : `${of.is_beside_plan ? 'the plan decides what may be built' : 'what may be built there the local plan decides'}, and it needs a decision excluding it from forest production before the building permit (u.o.g.r.l. art. 11 ust. 1 and 4)${of.for_house ? FREE_FOR_HOUSE.en : ''}`;
      const told = of.is_beside_plan
        ? `where it lies in the local plan, ${duty}; outside the plan it excludes a zoning decision`
        : duty;
      return `Forest (Ls) ${cover.en(of.ground)}: ${told}.`;
    },
    (of) => {
      const duty = of.for_farmstead
        ? 'pod zabudowę zagrodową trzeba je najpierw zmienić na użytek rolny w drodze decyzji (ustawa o lasach art. 13 ust. 2–3)'
        : `o zabudowie rozstrzyga ${of.is_beside_plan ? 'ten plan' : 'tam plan miejscowy'}, a przed pozwoleniem na budowę potrzebna jest decyzja zezwalająca na wyłączenie z produkcji leśnej (u.o.g.r.l. art. 11 ust. 1 i 4)${of.for_house ? FREE_FOR_HOUSE.pl : ''}`;
      const told = of.is_beside_plan
        ? `w granicach planu miejscowego ${duty}; poza planem wykluczają decyzję o warunkach zabudowy`
        : duty;
      return `Grunty leśne (Ls) ${cover.pl(of.ground)}: ${told}.`;
    },
  ),
} as const;

export const WZ_POSSIBLE = {
  notNeeded: sentence(
    () => 'Not needed: a local plan governs. (possible = false is the rule where a plan is in force.)',
    () =>
      'Decyzja o warunkach zabudowy jest niepotrzebna: o zabudowie rozstrzyga plan miejscowy. (Gdzie plan obowiązuje, takiej decyzji się nie wydaje.)',
  ),
  excluded: sentence(
    () => 'The plan excludes building and a zoning decision cannot replace it.',
    () => 'Plan wyklucza zabudowę, a decyzja o warunkach zabudowy nie może go zastąpić.',
  ),
  excludedUse: sentence(
    (use: MeantUse) =>
      `The plan does not provide for ${USES[use].en} and a zoning decision cannot replace it.`,
    (use) =>
      `Plan nie przewiduje takiej zabudowy (${USES[use].pl}), a decyzja o warunkach zabudowy nie może go zastąpić.`,
  ),
  useExcluded: sentence(
    (use: MeantUse, zones: readonly SymbolGround[]) =>
      `That does not reach ${USES[use].en}, which does not fit ${en.zones(zones.map(({ symbol }) => symbol))}.`,
    (use, zones) =>
      `Nie dotyczy to ${FOR_USES[use].pl}: ta zabudowa nie mieści się w profilu (${pl.zones(zones.map(({ symbol }) => symbol))}).`,
  ),
  useOnPart: sentence(
    (use: MeantUse, part: Measure) => `For ${USES[use].en} that is ${en.shareAndSize(part)} of the parcel.`,
    (use, part) => `Dla ${FOR_USES[use].pl} jest to ${pl.shareAndSize(part)} działki.`,
  ),
  notComputed: sentence(
    () => 'Plans are held; what they say here is not yet worked out.',
    () => 'Plany są wczytane; ich treść dla tego miejsca nie została jeszcze przeliczona.',
  ),
} as const;
