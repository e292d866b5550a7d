// The summary of a check, one entry a sentence or a phrase in it: what is possible where, what must be met, what must be found
// out. Each takes what it needs and decides nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { bilingual, type Language, sentence } from '../../contract/language.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import type { ReservedUse } from '../law/land-use.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { counted, countedPl, en, lowerFirst, type Measure, pl } from './measures.ts';
import { FORM_WORDS, type ProtectedForm } from './protected-sentences.ts';
import {
  FITS,
  type FitHere,
  FOR_USES,
  type MeantUse,
  RESERVED_LAND,
  USES,
  ZONE_USES,
} from './use-sentences.ts';
import { PLAN_AHEAD, type PlanAhead } from './zoning-sentences.ts';

/** A piece of ground with what lies there: 2,407 m² (SJ in OUZ). */
interface Named extends Measure {
  readonly ground: readonly string[];
}

const where = sentence(
  ({ share_pct, m2, ground }: Named) => {
    const size =
      m2 === null ? (share_pct >= 99.5 ? 'the whole parcel' : en.pct(share_pct)) : en.squareMetres(m2);
    return ground.length === 0 ? size : `${size} (${en.listed(ground)})`;
  },
  ({ share_pct, m2, ground }) => {
    const size =
      m2 === null ? (share_pct >= 99.5 ? 'całej działce' : pl.pct(share_pct)) : pl.squareMetres(m2);
    return ground.length === 0 ? size : `${size} (${pl.listed(ground)})`;
  },
);

/** After "dla"; only the whole parcel is declined. */
const forWhere = (part: Named): string => where.pl(part).replace('całej działce', 'całej działki');

/** The sentences of a summary, in their order. */
export const SUMMARY = {
  forUse: sentence(
    (use: BuildingUse, [lead = '', ...more]: readonly string[]) => {
      const begun = use === 'any' ? lead : `For ${FOR_USES[use].en}, ${lowerFirst(lead)}`;
      return [begun, ...more].join(' ');
    },
    (use, [lead = '', ...more]) => {
      const begun = use === 'any' ? lead : `Dla ${FOR_USES[use].pl} – ${lowerFirst(lead)}`;
      return [begun, ...more].join(' ');
    },
  ),
  byDecision: sentence(
    (part: Named) => `Building can be applied for on ${where.en(part)}.`,
    (part) => `O warunki zabudowy można wystąpić dla ${forWhere(part)}.`,
  ),
  byPlan: sentence(
    (part: Named) => `The local plan provides for building on ${where.en(part)}.`,
    (part) => `Plan miejscowy przewiduje zabudowę na ${where.pl(part)}.`,
  ),
  byPlanAndDecision: sentence(
    (planned: Named, rest: Named) =>
      `The local plan provides for building on ${where.en(planned)}; building can be applied for on ${where.en(rest)}.`,
    (planned, rest) =>
      `Plan miejscowy przewiduje zabudowę na ${where.pl(planned)}; o warunki zabudowy można wystąpić dla ${forWhere(rest)}.`,
  ),
  /** Land of a road, a railway or water: nothing is offered there as it stands. */
  afterChangeOfUse: sentence(
    (uses: readonly ReservedUse[], symbols: readonly string[], isPublicRoad: boolean) =>
      `Not as the land stands: it is ${isPublicRoad ? 'land of a public road, ' : ''}recorded as ${en.listed(uses.map((use) => RESERVED_LAND[use].en))} (${symbols.join(', ')}), and building needs that use to end first.`,
    (uses, symbols, isPublicRoad) =>
      `W obecnym stanie nie: ${isPublicRoad ? 'działka leży w pasie drogi publicznej, ' : ''}użytek w ewidencji to ${pl.listed(uses.map((use) => RESERVED_LAND[use].pl))} (${symbols.join(', ')}) i przed zabudową musi się zmienić.`,
  ),
  thenByPlan: sentence(
    (part: Named) => `Then the local plan would provide for building on ${where.en(part)}.`,
    (part) => `Po zmianie plan miejscowy przewidywałby zabudowę na ${where.pl(part)}.`,
  ),
  thenByDecision: sentence(
    (part: Named) => `Then building could be applied for on ${where.en(part)}.`,
    (part) => `Po zmianie o warunki zabudowy można by wystąpić dla ${forWhere(part)}.`,
  ),
  notElsewhere: sentence(
    (part: Named) => `Not on ${where.en(part)}.`,
    (part) => `Nie na ${where.pl(part)}.`,
  ),
  notKnownElsewhere: sentence(
    (part: Named) => `Not known for ${where.en(part)}.`,
    (part) => `Nie wiadomo, czy na ${where.pl(part)}.`,
  ),
  noObstacle: bilingual('No obstacle is recorded.', 'Rejestry nie wykazują przeszkód.'),
  noObstacleBut: sentence(
    (briefs: readonly string[]) =>
      `No obstacle to the decision is recorded; to build one needs ${briefs.join('; ')}.`,
    (briefs) =>
      `Rejestry nie wykazują przeszkód w wydaniu decyzji; do budowy potrzebne jest: ${briefs.join('; ')}.`,
  ),
  none: sentence(
    (bars: readonly string[], use: BuildingUse) =>
      `${use === 'any' ? 'No building' : 'Nothing'} can be applied for: ${bars.join('; ')}.`,
    (bars, _use) => `Nie można wystąpić o zgodę na nową zabudowę: ${bars.join('; ')}.`,
  ),
  notKnown: sentence(
    (gaps: readonly string[]) =>
      `It cannot be said whether one can build. To find out first: ${gaps.join('; ')}.`,
    (gaps) => `Nie można powiedzieć, czy budowa jest możliwa. Najpierw do ustalenia: ${gaps.join('; ')}.`,
  ),
  /** What stands against building where the plans would allow it. */
  bars: sentence(
    (bars: readonly string[]) => `But ${bars.join('; ')}.`,
    (bars) => `Lecz ${bars.join('; ')}.`,
  ),
  conditions: sentence(
    (briefs: readonly string[]) => `Conditions: ${briefs.join('; ')}.`,
    (briefs) => `Warunki: ${briefs.join('; ')}.`,
  ),
  beside: sentence(
    (briefs: readonly string[]) => `Beside that: ${briefs.join('; ')}.`,
    (briefs) => `Ponadto: ${briefs.join('; ')}.`,
  ),
  duties: sentence(
    (briefs: readonly string[]) => `Needed as well: ${briefs.join('; ')}.`,
    (briefs) => `Potrzebne jest też: ${briefs.join('; ')}.`,
  ),
  planAhead: sentence(
    (plan: PlanAhead) => `A local plan is ${PLAN_AHEAD.en(plan)}.`,
    (plan) => `Plan miejscowy ${PLAN_AHEAD.pl(plan)}.`,
  ),
  toFindOut: sentence(
    (briefs: readonly string[]) => `To find out: ${briefs.join('; ')}.`,
    (briefs) => `Do ustalenia: ${briefs.join('; ')}.`,
  ),
  /** Beside what decides. */
  toFindOutToo: sentence(
    (briefs: readonly string[]) => `Also to find out: ${briefs.join('; ')}.`,
    (briefs) => `Do ustalenia także: ${briefs.join('; ')}.`,
  ),
  registerOfPlans: sentence(
    (as_of: string | null) =>
      `The register of local plans holds what the gmina has entered${as_of === null ? '' : `, as of ${as_of}`}.`,
    (as_of) =>
      `Rejestr planów miejscowych zawiera to, co wprowadziła gmina${as_of === null ? '' : `, stan na ${as_of}`}.`,
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
    (names: readonly string[]) => `nature reserve ${names.join(', ')}`,
    (names) => `rezerwat przyrody ${names.join(', ')}`,
  ),
  forest: bilingual('forest', 'las'),
} as const;

/** How a use fits ground with restrictions, once for each restriction. */
export function restrictionBriefs<Part extends FitHere>(
  parts: readonly Part[],
  symbolsOf: (parts: readonly Part[]) => readonly string[],
  use: MeantUse,
  language: Language,
): string[] {
  return [...Map.groupBy(parts, ({ by }) => by)].map(([by, group]) =>
    BRIEFS.fitsWithRestrictions[language](symbolsOf(group), { fit: 'warn', by }, use),
  );
}

/** What stands in the way or must be met, as a clause each; what must be found out, as a noun or a question. */
export const BRIEFS = {
  noLocalPlan: bilingual('no local plan is in force', 'nie obowiązuje plan miejscowy'),
  planExcludes: sentence(
    (symbols: readonly string[], part: Measure | null) =>
      `the local plan (${en.listed(symbols)}) does not provide for buildings${part === null ? '' : ` on ${en.shareAndSize(part)}`}`,
    (symbols, part) =>
      `plan miejscowy (${pl.listed(symbols)}) nie przewiduje zabudowy${part === null ? '' : ` na ${pl.shareAndSize(part)}`}`,
  ),
  planExcludesUse: sentence(
    (symbols: readonly string[], use: MeantUse) =>
      `the local plan (${en.listed(symbols)}) does not provide for ${USES[use].en}`,
    (symbols, use) =>
      `plan miejscowy (${pl.listed(symbols)}) nie przewiduje takiej zabudowy (${USES[use].pl})`,
  ),
  planNotPublished: sentence(
    (plans: number) =>
      plans > 1
        ? 'which designation by the local plans counts, which is not published (read their texts)'
        : "the designation by the local plan, which is not published (read the plan's text)",
    (plans) =>
      plans > 1
        ? 'które przeznaczenie w planach miejscowych obowiązuje, czego nie opublikowano (rozstrzygają teksty planów)'
        : 'nieopublikowane przeznaczenie w planie miejscowym (rozstrzyga tekst planu)',
  ),
  planText: sentence(
    (symbols: readonly string[]) =>
      `what the local plan allows under ${en.listed(symbols)} (read the plan's text)`,
    (symbols) => `co plan miejscowy dopuszcza w terenie ${pl.listed(symbols)} (rozstrzyga tekst planu)`,
  ),
  planParameters: bilingual(
    "height, coverage and intensity, which stand in the plan's text",
    'wysokość, powierzchnia i intensywność zabudowy, określone w tekście planu',
  ),
  /** `ahead` is the day from which the plan will be in force. */
  no_pog_in_force: sentence(
    (status: PlanStatus | 'unknown', ahead: string | null) => {
      if (status === 'adopted')
        return `the general plan is adopted and not in force${ahead === null ? '' : ` before ${ahead}`}`;
      return status === 'draft'
        ? 'the general plan is a draft, none is in force'
        : 'no general plan is in force';
    },
    (status, ahead) => {
      if (status === 'adopted')
        return `plan ogólny jest uchwalony, lecz ${ahead === null ? 'nie obowiązuje' : `nie obowiązuje przed ${ahead}`}`;
      return status === 'draft'
        ? 'plan ogólny jest dopiero projektem, żaden nie obowiązuje'
        : 'nie obowiązuje plan ogólny';
    },
  ),
  outside_ouz: bilingual(
    'the ground lies outside the infill areas (OUZ)',
    'teren leży poza obszarem uzupełnienia zabudowy (OUZ)',
  ),
  forest_land: bilingual('the parcel is forest land', 'działka jest gruntem leśnym'),
  mpzp_unknown: bilingual(
    'whether a local plan covers the parcel',
    'czy działka jest objęta planem miejscowym',
  ),
  pog_unknown: bilingual('whether the general plan is in force', 'czy obowiązuje plan ogólny'),
  ouz_unknown: bilingual(
    'whether the ground lies in an infill area (OUZ)',
    'czy teren leży w obszarze uzupełnienia zabudowy (OUZ)',
  ),
  zoneExcludes: sentence(
    (zones: readonly string[]) =>
      `${en.zones(zones)} ${zones.length > 1 ? 'have' : 'has'} no general building function`,
    (zones) => `${pl.zones(zones)} ${zones.length > 1 ? 'nie mają' : 'nie ma'} ogólnej funkcji zabudowy`,
  ),
  zoneExcludesUse: sentence(
    (zones: readonly string[], use: MeantUse) => `${USES[use].en} does not fit ${en.zones(zones)}`,
    (zones, use) => `${pl.zones(zones)}: profil nie obejmuje takiej zabudowy (${USES[use].pl})`,
  ),
  zoneUnknown: bilingual(
    'the zone of the general plan, which is not known here',
    'strefa planu ogólnego, która nie jest tu znana',
  ),
  notComputed: bilingual(
    'what the plans say here, which is not yet worked out',
    'co plany przewidują w tym miejscu (jeszcze nieprzeliczone)',
  ),
  zoneOnly: sentence(
    (zone: ZoneSymbol) => `zone ${zone}: ${ZONE_USES[zone].en}`,
    (zone) => `strefa ${zone}: ${ZONE_USES[zone].pl}`,
  ),
  planOnly: sentence(
    (symbols: readonly string[], uses: string) => `the local plan (${en.listed(symbols)}) allows ${uses}`,
    (symbols, uses) => `plan miejscowy (${pl.listed(symbols)}) dopuszcza: ${uses}`,
  ),
  fitsWithRestrictions: sentence(
    (symbols: readonly string[], fit: FitHere, use: MeantUse) =>
      `${en.listed(symbols)}: ${FITS.en(fit, use)}`,
    (symbols, fit, use) => `${pl.listed(symbols)}: ${FITS.pl(fit, use)}`,
  ),
  partForest: sentence(
    (share_pct: number) => `${en.pct(share_pct)} is forest and stays out`,
    (share_pct) => `las zajmuje ${pl.pct(share_pct)} i jest wyłączony`,
  ),
  landUse: bilingual(
    'the land must not be forest, and its use is not known here',
    'grunt nie może być lasem, a jego użytki nie są tu znane',
  ),
  landUseWithoutAreas: bilingual(
    'a part is forest and stays out, how much is not recorded',
    'część działki to las i jest wyłączona, jej powierzchni nie zapisano',
  ),
  planAhead: sentence(
    (plan: PlanAhead) =>
      `a local plan is ${PLAN_AHEAD.en(plan)}, for which the authority may suspend the case`,
    (plan) => `plan miejscowy ${PLAN_AHEAD.pl(plan)}, więc organ może zawiesić postępowanie`,
  ),
  farmland: sentence(
    (share_pct: number) =>
      `a decision excluding the farmland of classes I–III (${en.pct(share_pct)} of the parcel) from farm production, before the building permit`,
    (share_pct) =>
      `przed pozwoleniem na budowę decyzja zezwalająca na wyłączenie z produkcji użytków rolnych klas I–III (${pl.pct(share_pct)} działki)`,
  ),
  farmlandBefore: sentence(
    (share_pct: number) => `the farmland of classes I–III (${en.pct(share_pct)}) stays out`,
    (share_pct) => `użytki rolne klas I–III (${pl.pct(share_pct)}) są wyłączone`,
  ),
  earlierConditions: bilingual(
    'the earlier conditions (developed neighbourhood, road, utilities), which are not machine-checked',
    'dotychczasowe warunki (zabudowane sąsiedztwo, droga, uzbrojenie terenu), których nie sprawdza się automatycznie',
  ),
  flood10: bilingual(
    'the 10 % flood zone reaches the parcel',
    'na działkę sięga obszar szczególnego zagrożenia powodzią (10%)',
  ),
  flood100: sentence(
    (share_pct: number | null) =>
      `${share_pct === null ? 'a part' : en.pct(share_pct)} of the parcel lies in the 1 % flood zone`,
    (share_pct) =>
      `w obszarze szczególnego zagrożenia powodzią (1%) leży ${share_pct === null ? 'część działki' : `${pl.pct(share_pct)} działki`}`,
  ),
  floodUnknown: bilingual('flood hazard', 'zagrożenie powodziowe'),
  landslides: sentence(
    (count: number | null, threatened: boolean) => {
      if (count === null) return 'landslides are mapped on the parcel';
      return threatened
        ? `${counted(count, 'landslide or threatened area', 'landslides or threatened areas')} mapped on the parcel`
        : `${counted(count, 'landslide')} mapped on the parcel`;
    },
    (count, threatened) => {
      if (count === null) return 'na działce rozpoznano osuwiska';
      return threatened
        ? `na działce: ${countedPl(count, 'osuwisko lub teren zagrożony', 'osuwiska lub tereny zagrożone', 'osuwisk lub terenów zagrożonych')}`
        : `na działce: ${countedPl(count, 'osuwisko', 'osuwiska', 'osuwisk')}`;
    },
  ),
  threatened: bilingual('ground threatened by mass movements', 'teren zagrożony ruchami masowymi ziemi'),
  landslideUnknown: bilingual('landslides', 'osuwiska'),
  protectedForms: sentence(
    (forms: readonly ProtectedForm[]) =>
      `nature protection (${forms.map(({ type, name }) => `${FORM_WORDS[type][0].en} ${name}`).join(', ')})`,
    (forms) =>
      `ochrona przyrody (${forms.map(({ type, name }) => `${FORM_WORDS[type][0].pl} ${name}`).join(', ')})`,
  ),
  reserveBan: sentence(
    (name: string, ground: Measure | null) =>
      `building is banned in nature reserve ${name}${ground === null ? '' : `, on ${en.shareAndSize(ground)} of the parcel`}`,
    (name, ground) =>
      `w rezerwacie przyrody ${name} obowiązuje zakaz zabudowy${ground === null ? '' : `, na ${pl.shareAndSize(ground)} działki`}`,
  ),
  parkBan: sentence(
    (name: string, ground: Measure | null) =>
      `building is banned in national park ${name}${ground === null ? '' : `, on ${en.shareAndSize(ground)} of the parcel`}, except on land under landscape protection, which is not published`,
    (name, ground) =>
      `w parku narodowym ${name} obowiązuje zakaz zabudowy${ground === null ? '' : `, na ${pl.shareAndSize(ground)} działki`}, poza obszarami objętymi ochroną krajobrazową, których się nie publikuje`,
  ),
  protectedUnknown: bilingual('nature protection', 'ochrona przyrody'),
  noRoad: sentence(
    (distance_m: number | null) =>
      `no public road adjoins${distance_m === null ? '' : ` (${en.number(distance_m)} m away)`}`,
    (distance_m) =>
      `działka nie przylega do drogi publicznej${distance_m === null ? '' : ` (najbliższa w odległości ${pl.number(distance_m)} m)`}`,
  ),
  reservedLand: sentence(
    (uses: readonly ReservedUse[], symbols: readonly string[]) =>
      `the land is recorded as ${en.listed(uses.map((use) => RESERVED_LAND[use].en))} (${symbols.join(', ')})`,
    (uses, symbols) =>
      `użytek w ewidencji to ${pl.listed(uses.map((use) => RESERVED_LAND[use].pl))} (${symbols.join(', ')})`,
  ),
  isRoad: bilingual(
    'the parcel is itself land of a public road',
    'działka sama leży w pasie drogi publicznej',
  ),
  wayToRoad: bilingual(
    'whether the parcel reaches the public road and, if not, the legal right to use the strip in between',
    'czy działka sięga drogi publicznej, a jeśli nie, tytuł prawny do korzystania z pasa gruntu pomiędzy nimi',
  ),
  roadAcross: bilingual(
    'how much of the parcel the public road takes that runs over it',
    'jaką część działki zajmuje biegnąca przez nią droga publiczna',
  ),
  roadUnknown: bilingual('access to a public road', 'dostęp do drogi publicznej'),
} as const;
