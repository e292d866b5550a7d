// What a check adds to the summary, one entry a clause or a noun: what stands in the way, what must be met, what must be found out,
// each with the ground it is about. The sentences around them: summary-sentences.ts.

import type { BuildingUse } from '../../contract/answers.ts';
import { bilingual, type Language, sentence } from '../../contract/language.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import type { ReservedUse } from '../law/land-use.ts';
import type { SymbolWord } from '../law/mpzp-symbol.ts';
import { extentOf } from '../law/parts.ts';
import { WHOLE_PCT } from '../law/shares.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import {
  counted,
  countedPl,
  en,
  inBrackets,
  type Measure,
  MOST_SUMMED,
  pl,
  type SymbolGround,
} from './measures.ts';
import { FORM_NAME, type FormHere, WITHIN_FORM } from './protected-sentences.ts';
import {
  FITS,
  FITS_ZONE,
  type FitHere,
  type MeantUse,
  PLAN_TEXT,
  RESERVED_LAND,
  USES,
  usesOf,
  ZONE_USES,
} from './use-sentences.ts';
import { PLAN_AHEAD, type PlanAhead, type PlannedForest } from './zoning-sentences.ts';

/** How a use fits ground with restrictions, once for each restriction. `of` is all the ground that is spoken of. */
export function restrictionBriefs<Part extends FitHere & Measure>(
  parts: readonly Part[],
  of: readonly Part[],
  symbolsOf: (parts: readonly Part[]) => readonly string[],
  use: MeantUse,
  language: Language,
): string[] {
  return [...Map.groupBy(parts, ({ by }) => by)].map(([by, group]) =>
    BRIEFS.fitsWithRestrictions[language](
      symbolsOf(group),
      { fit: 'warn', by },
      group.some((part) => 'zone' in part) ? FITS_ZONE : FITS,
      use,
      group.length < of.length ? extentOf(group) : null,
    ),
  );
}

/** Zones in which there is nothing to build, or nothing of the use. */
export const zonesExclude = (zones: readonly SymbolGround[], use: BuildingUse, language: Language): string =>
  use === 'any' ? BRIEFS.zoneExcludes[language](zones) : BRIEFS.zoneExcludesUse[language](zones, use);

/** " on 6,340 m²"; nothing where it is all of the ground, or all of a parcel whose size is not told. */
const onEn = (part: Measure | null): string => (isSome(part) ? ` on ${sizeEn(part)}` : '');
const onPl = (part: Measure | null): string => (isSome(part) ? ` na ${sizePl(part)}` : '');
const isSome = (part: Measure | null): part is Measure =>
  part !== null && (part.m2 !== null || part.share_pct < WHOLE_PCT);
const sizeEn = (part: Measure): string =>
  part.m2 === null ? en.pct(part.share_pct) : en.squareMetres(part.m2);
const sizePl = (part: Measure): string =>
  part.m2 === null ? pl.pct(part.share_pct) : pl.squareMetres(part.m2);

/** 29.73 % (2,407 m²) of the parcel; the whole parcel */
const ofParcelEn = (ground: Measure): string =>
  ground.share_pct >= WHOLE_PCT ? 'the whole parcel' : `${en.shareAndSize(ground)} of the parcel`;
const ofParcelPl = (ground: Measure): string =>
  ground.share_pct >= WHOLE_PCT ? 'cała działka' : `${pl.shareAndSize(ground)} działki`;
/** Within brackets: 29.73 % of the parcel, 2,407 m² */
const bracketedEn = (ground: Measure | null): string => {
  if (ground === null) return 'its area is not recorded';
  return ground.m2 === null
    ? ofParcelEn(ground)
    : `${en.pct(ground.share_pct)} of the parcel, ${en.squareMetres(ground.m2)}`;
};
const bracketedPl = (ground: Measure | null): string => {
  if (ground === null) return 'ich powierzchni nie zapisano';
  return ground.m2 === null
    ? ofParcelPl(ground)
    : `${pl.pct(ground.share_pct)} działki, ${pl.squareMetres(ground.m2)}`;
};
const onShareEn = ({ ground }: FormHere): string => {
  if (ground === 'whole') return '';
  return ground === 'unmeasured' ? ' on the parcel' : ` on ${en.shareAndSize(ground)} of the parcel`;
};
const onSharePl = ({ ground }: FormHere): string => {
  if (ground === 'whole') return '';
  return ground === 'unmeasured' ? ' na działce' : ` na ${pl.shareAndSize(ground)} działki`;
};

const groundOf = ({ ground }: SymbolGround): Measure => ground ?? { share_pct: 100, m2: null };
/** A name that holds a comma is closed by one before its ground: SN, OUZ not known, on 1,000 m². */
const closed = (name: string, ground: Measure | null): string =>
  isSome(ground) && name.includes(', ') ? `${name},` : name;
const namedEn = (symbols: readonly SymbolGround[]): readonly string[] =>
  en.largest(
    symbols,
    ({ symbol, ground }) => `${closed(symbol, ground)}${onEn(ground)}`,
    groundOf,
    MOST_SUMMED,
  );
const namedPl = (symbols: readonly SymbolGround[]): readonly string[] =>
  pl.largest(
    symbols,
    ({ symbol, ground }) => `${closed(symbol, ground)}${onPl(ground)}`,
    groundOf,
    MOST_SUMMED,
  );

const designatedEn = (designated: readonly SymbolGround[]): string => en.listed(namedEn(designated));
const designatedPl = (designated: readonly SymbolGround[]): string => pl.listed(namedPl(designated));

/** Behind a size that is told: what lies there, each with its own; of very many the first alone. */
export const NAMED_GROUNDS = sentence(
  (grounds: readonly SymbolGround[]) => en.listed(areFew(grounds) ? namedEn(grounds) : symbolsOf(grounds)),
  (grounds) => pl.listed(areFew(grounds) ? namedPl(grounds) : symbolsOf(grounds)),
);
const areFew = (grounds: readonly SymbolGround[]): boolean => grounds.length <= MOST_SUMMED.all;
const symbolsOf = (grounds: readonly SymbolGround[]): string[] => grounds.map(({ symbol }) => symbol);

/** Of a part; no zones where one is not published. */
const liesOutside = sentence(
  (zones: readonly SymbolGround[], part: Measure) =>
    `${sizeEn(part)}${inBrackets(NAMED_GROUNDS.en(zones))} lie outside the infill areas (OUZ)`,
  (zones, part) =>
    `${sizePl(part)}${inBrackets(NAMED_GROUNDS.pl(zones))} leży poza obszarem uzupełnienia zabudowy (OUZ)`,
);

/** What stands in the way or must be met, as a clause each; what must be found out, as a noun or a question. */
export const BRIEFS = {
  noLocalPlan: bilingual('no local plan is in force', 'nie obowiązuje plan miejscowy'),
  planExcludes: sentence(
    (designated: readonly SymbolGround[]) =>
      `the local plan (${designatedEn(designated)}) does not provide for buildings`,
    (designated) => `plan miejscowy (${designatedPl(designated)}) nie przewiduje zabudowy`,
  ),
  planExcludesUse: sentence(
    (designated: readonly SymbolGround[], use: MeantUse) =>
      `the local plan (${designatedEn(designated)}) does not provide for ${USES[use].en}`,
    (designated, use) =>
      `plan miejscowy (${designatedPl(designated)}) nie przewiduje takiej zabudowy (${USES[use].pl})`,
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
    (designated: readonly SymbolGround[], plans: number) =>
      `what the local plan allows under ${designatedEn(designated)} (read ${PLAN_TEXT.en(plans)})`,
    (designated, plans) =>
      `co plan miejscowy dopuszcza w terenie ${designatedPl(designated)} (${plans > 1 ? 'rozstrzygają teksty planów' : 'rozstrzyga tekst planu'})`,
  ),
  planParameters: sentence(
    (plans: number) => `height, coverage and intensity, which stand in ${PLAN_TEXT.en(plans)}`,
    (plans) =>
      `wysokość, powierzchnia i intensywność zabudowy, określone w ${plans > 1 ? 'tekstach planów' : 'tekście planu'}`,
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
  /** `part` is the ground outside the local plan, where there is one. */
  outside_ouz: sentence(
    (part: Measure | null) =>
      `${part === null ? 'the ground lies' : `the other ${sizeEn(part)} lie`} outside the infill areas (OUZ)`,
    (part) =>
      `${part === null ? 'teren' : `pozostała część (${sizePl(part)})`} leży poza obszarem uzupełnienia zabudowy (OUZ)`,
  ),
  liesOutside,
  /** Two bars on one piece of ground, told once. */
  outsideAndShut: sentence(
    (zones: readonly SymbolGround[], use: BuildingUse, part: Measure) => {
      const named = en.zones(symbolsOf(zones));
      const shut =
        use === 'any'
          ? `${named} ${zones.length > 1 ? 'have' : 'has'} no general building function`
          : `${USES[use].en} does not fit ${named}`;
      return `${liesOutside.en(zones, part)} and ${shut}`;
    },
    (zones, use, part) => {
      const shut =
        use === 'any'
          ? `${pl.zones(symbolsOf(zones))} ${zones.length > 1 ? 'nie mają' : 'nie ma'} ogólnej funkcji zabudowy`
          : `profil ${zones.length > 1 ? 'tych stref' : 'tej strefy'} nie obejmuje takiej zabudowy (${USES[use].pl})`;
      return `${liesOutside.pl(zones, part)}, a ${shut}`;
    },
  ),
  /** Null: all of the parcel. */
  forest_land: sentence(
    (ground: Measure | null) =>
      ground === null ? 'the parcel is forest land' : `${ofParcelEn(ground)} is forest land`,
    (ground) =>
      ground === null
        ? 'działka jest gruntem leśnym'
        : `grunt leśny zajmuje ${pl.shareAndSize(ground)} działki`,
  ),
  mpzp_unknown: bilingual(
    'whether a local plan covers the parcel',
    'czy działka jest objęta planem miejscowym',
  ),
  pog_unknown: bilingual('whether the general plan is in force', 'czy obowiązuje plan ogólny'),
  ouz_unknown: sentence(
    (part: Measure | null) =>
      `whether ${part === null ? 'the ground' : `the ground (${sizeEn(part)})`} lies in an infill area (OUZ)`,
    (part) =>
      `czy teren${part === null ? '' : ` (${sizePl(part)})`} leży w obszarze uzupełnienia zabudowy (OUZ)`,
  ),
  zoneExcludes: sentence(
    (zones: readonly SymbolGround[]) =>
      `${en.zones(namedEn(zones))} ${zones.length > 1 ? 'have' : 'has'} no general building function`,
    (zones) =>
      `${pl.zones(namedPl(zones))} ${zones.length > 1 ? 'nie mają' : 'nie ma'} ogólnej funkcji zabudowy`,
  ),
  zoneExcludesUse: sentence(
    (zones: readonly SymbolGround[], use: MeantUse) =>
      `${USES[use].en} does not fit ${en.zones(namedEn(zones))}`,
    (zones, use) => `${pl.zones(namedPl(zones))}: profil nie obejmuje takiej zabudowy (${USES[use].pl})`,
  ),
  /** Of ground that infill areas shut, whatever else is found out. */
  noDecisionOn: sentence(
    (ground: readonly SymbolGround[], part: Measure) =>
      `no zoning decision on ${sizeEn(part)} (${NAMED_GROUNDS.en(ground)})`,
    (ground, part) => `bez decyzji o warunkach zabudowy na ${sizePl(part)} (${NAMED_GROUNDS.pl(ground)})`,
  ),
  zoneUnknown: sentence(
    (part: Measure | null) => `the zone of the general plan${onEn(part)}, which is not known here`,
    (part) => `strefa planu ogólnego${onPl(part)}, która nie jest tu znana`,
  ),
  notComputed: bilingual(
    'what the plans say here, which is not yet worked out',
    'co plany przewidują w tym miejscu (jeszcze nieprzeliczone)',
  ),
  zoneOnly: sentence(
    (zone: ZoneSymbol, part: Measure | null) => `zone ${zone}${onEn(part)}: ${ZONE_USES[zone].en}`,
    (zone, part) => `strefa ${zone}${onPl(part)}: ${ZONE_USES[zone].pl}`,
  ),
  /** Of a mixed symbol every use is named, and none is "only". */
  planOnly: sentence(
    (symbol: string, words: readonly (SymbolWord | null)[], part: Measure | null) =>
      `local plan ${symbol}${onEn(part)}: ${usesOf(words, 'en')}${words.length === 1 ? ' only' : ''}`,
    (symbol, words, part) =>
      `plan miejscowy ${symbol}${onPl(part)}: ${words.length === 1 ? 'tylko ' : ''}${usesOf(words, 'pl')}`,
  ),
  fitsWithRestrictions: sentence(
    (symbols: readonly string[], fit: FitHere, words: typeof FITS, use: MeantUse, part: Measure | null) =>
      `${en.listed(symbols)}${onEn(part)}: ${words.en(fit, use)}`,
    (symbols, fit, words, use, part) => `${pl.listed(symbols)}${onPl(part)}: ${words.pl(fit, use)}`,
  ),
  /** Beside a local plan: where in the parcel the forest stands, the register does not say. */
  partForest: sentence(
    (forest: Measure, isBesidePlan: boolean) =>
      `${en.shareAndSize(forest)} of the parcel is forest and stays out${isBesidePlan ? ' outside the local plan' : ''}`,
    (forest, isBesidePlan) =>
      `las zajmuje ${pl.shareAndSize(forest)} działki i ${isBesidePlan ? 'poza planem miejscowym ' : ''}jest wyłączony`,
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
    (ground: Measure | null, unlessFarmstead: boolean) =>
      `a decision excluding the farmland of classes I–III (${bracketedEn(ground)}), as far as it is built on, from farm production before the building permit${unlessFarmstead ? ', unless a farmstead is built' : ''}`,
    (ground, unlessFarmstead) =>
      `decyzja zezwalająca na wyłączenie z produkcji użytków rolnych klas I–III (${bracketedPl(ground)}), w części zajmowanej pod zabudowę, przed pozwoleniem na budowę${unlessFarmstead ? ', chyba że chodzi o zabudowę zagrodową' : ''}`,
  ),
  farmlandBefore: sentence(
    (ground: Measure | null) => `the farmland of classes I–III (${bracketedEn(ground)}) stays out`,
    (ground) => `użytki rolne klas I–III (${bracketedPl(ground)}) są wyłączone`,
  ),
  /** Under a local plan. A farmstead stands on farmland. */
  forest: sentence(
    ({ ground, planned, for_farmstead, is_beside_plan }: PlannedForest) => {
      const within = planned === null ? ', where it lies within the local plan' : ' within the local plan';
      const forest = `the forest (${bracketedEn(planned ?? ground)})${is_beside_plan ? within : ''}, as far as it is built on,`;
      return for_farmstead
        ? `a decision changing ${forest} into farmland`
        : `a decision excluding ${forest} from forest production before the building permit`;
    },
    ({ ground, planned, for_farmstead, is_beside_plan }) => {
      const within =
        planned === null ? ', o ile leżą w granicach planu miejscowego' : ' w granicach planu miejscowego';
      const forest = `gruntów leśnych (${bracketedPl(planned ?? ground)})${is_beside_plan ? within : ''}, w części zajmowanej pod zabudowę,`;
      return for_farmstead
        ? `decyzja o zmianie ${forest} na użytek rolny`
        : `decyzja zezwalająca na wyłączenie z produkcji ${forest} przed pozwoleniem na budowę`;
    },
  ),
  earlierConditions: bilingual(
    'the earlier conditions (developed neighbourhood, road, utilities), which are not machine-checked',
    'dotychczasowe warunki (zabudowane sąsiedztwo, droga, uzbrojenie terenu), których nie sprawdza się automatycznie',
  ),
  /** With that of the 1 % zone, which is the larger one. */
  flood10: sentence(
    (often: Measure | null, rare: Measure | null) =>
      `${often === null ? 'a part of the parcel' : ofParcelEn(often)} lies in the 10 % flood zone${rare === null ? '' : `, ${rare.share_pct >= WHOLE_PCT ? 'the whole parcel' : en.shareAndSize(rare)} in the 1 % zone`}`,
    (often, rare) =>
      `w obszarze szczególnego zagrożenia powodzią (10%) leży ${often === null ? 'część działki' : ofParcelPl(often)}${rare === null ? '' : `, a w obszarze 1% leży ${rare.share_pct >= WHOLE_PCT ? 'cała' : pl.shareAndSize(rare)}`}`,
  ),
  flood100: sentence(
    (ground: Measure | null) =>
      `${ground === null ? 'a part of the parcel' : ofParcelEn(ground)} lies in the 1 % flood zone`,
    (ground) =>
      `w obszarze szczególnego zagrożenia powodzią (1%) leży ${ground === null ? 'część działki' : ofParcelPl(ground)}`,
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
    (forms: readonly FormHere[]) =>
      `nature protection: ${forms.map((form) => `${FORM_NAME.en(form)}${onShareEn(form)}`).join(', ')}`,
    (forms) =>
      `ochrona przyrody: ${forms.map((form) => `${FORM_NAME.pl(form)}${onSharePl(form)}`).join(', ')}`,
  ),
  reserveBan: sentence(
    (form: FormHere) => `building is banned ${WITHIN_FORM.en(form)}${onShareEn(form)}`,
    (form) => `zakaz zabudowy obowiązuje ${WITHIN_FORM.pl(form)}${onSharePl(form)}`,
  ),
  parkBan: sentence(
    (form: FormHere) =>
      `building is banned ${WITHIN_FORM.en(form)}${onShareEn(form)}, except on land under landscape protection, which is not published`,
    (form) =>
      `zakaz zabudowy obowiązuje ${WITHIN_FORM.pl(form)}${onSharePl(form)}, poza obszarami objętymi ochroną krajobrazową, których się nie publikuje`,
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
