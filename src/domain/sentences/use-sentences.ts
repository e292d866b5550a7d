// What zones and designations are for, and whether a building of a wanted use fits: words that the sentences of planning and the
// summary share. They decide nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { type Bilingual, bilingual, type Language, sentence } from '../../contract/language.ts';
import type { Fit, GroundKind } from '../law/building-use.ts';
import type { ReservedUse } from '../law/land-use.ts';
import type { SymbolWord } from '../law/mpzp-symbol.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { en, type Measure, pl } from './measures.ts';

/** What is meant to be built, where that is said. */
export type MeantUse = Exclude<BuildingUse, 'any'>;

/** What each zone is for; SW is multi-family housing. */
export const ZONE_USES: { readonly [Z in ZoneSymbol]: Bilingual } = {
  SW: bilingual(
    'multi-family housing and services; a single-family house only if the gmina added it to the profile',
    'zabudowa mieszkaniowa wielorodzinna i usługi; dom jednorodzinny tylko wtedy, gdy gmina dodała go do profilu',
  ),
  SJ: bilingual(
    'single-family housing is in its basic profile, with services',
    'profil podstawowy obejmuje zabudowę mieszkaniową jednorodzinną oraz usługi',
  ),
  SZ: bilingual(
    'farmstead building only; an ordinary single-family house is outside the profile',
    'tylko zabudowa zagrodowa; zwykły dom jednorodzinny jest poza profilem',
  ),
  SU: bilingual('services only, no housing', 'tylko usługi, bez zabudowy mieszkaniowej'),
  SH: bilingual(
    'large-scale retail only, no housing',
    'tylko handel wielkopowierzchniowy, bez zabudowy mieszkaniowej',
  ),
  SP: bilingual('production only, no housing', 'tylko produkcja, bez zabudowy mieszkaniowej'),
  SR: bilingual('farm production only, no housing', 'tylko produkcja rolnicza, bez zabudowy mieszkaniowej'),
  SI: bilingual(
    'technical infrastructure only, no housing',
    'tylko infrastruktura techniczna, bez zabudowy mieszkaniowej',
  ),
  SN: bilingual(
    'no building but own facilities of green and recreation',
    'bez zabudowy poza własnymi obiektami zieleni i rekreacji',
  ),
  SC: bilingual(
    'no building but own facilities of a cemetery',
    'bez zabudowy poza własnymi obiektami cmentarza',
  ),
  SG: bilingual('no building but own facilities of mining', 'bez zabudowy poza własnymi obiektami górnictwa'),
  SO: bilingual('no building but own facilities of the zone', 'bez zabudowy poza własnymi obiektami strefy'),
  SK: bilingual(
    'no building but own facilities of transport',
    'bez zabudowy poza własnymi obiektami komunikacji',
  ),
};

const SYMBOL_USES: { readonly [W in SymbolWord]: Bilingual } = {
  housing: bilingual('housing', 'zabudowa mieszkaniowa'),
  housing_and_services: bilingual('housing and services', 'zabudowa mieszkaniowa i usługi'),
  multi_family: bilingual('multi-family housing', 'zabudowa mieszkaniowa wielorodzinna'),
  multi_family_and_services: bilingual(
    'multi-family housing and services',
    'zabudowa mieszkaniowa wielorodzinna i usługi',
  ),
  farmstead: bilingual('farmstead building', 'zabudowa zagrodowa'),
  services: bilingual('services', 'usługi'),
  large_retail: bilingual('large-scale retail', 'handel wielkopowierzchniowy'),
  production: bilingual('production', 'produkcja'),
  production_and_services: bilingual('production and services', 'produkcja i usługi'),
  farm_production: bilingual('farm production', 'produkcja rolnicza'),
  holiday_homes: bilingual('holiday homes', 'zabudowa rekreacji indywidualnej'),
  forest: bilingual('forest', 'las'),
  farming_without_building: bilingual('farming with a building ban', 'rolnictwo z zakazem zabudowy'),
  greenery: bilingual('greenery', 'zieleń'),
  cemetery: bilingual('cemetery', 'cmentarz'),
  water: bilingual('water', 'wody'),
  transport: bilingual('roads and transport', 'drogi i komunikacja'),
  infrastructure: bilingual('technical infrastructure', 'infrastruktura techniczna'),
  mining: bilingual('mining', 'górnictwo'),
  farmland: bilingual('farmland', 'grunty rolne'),
};

const OTHER_USE = bilingual('a use that the tables do not hold', 'przeznaczenie spoza tablic');

/** What a mixed symbol names: services and housing. */
export function usesOf(named: readonly (SymbolWord | null)[], language: Language): string {
  const each = named.map((word) => (word === null ? OTHER_USE : SYMBOL_USES[word])[language]);
  return language === 'pl' ? pl.listed(each) : en.listed(each);
}

/** Of one plan or of several: the plan's text. */
export const PLAN_TEXT = sentence(
  (plans: number) => (plans > 1 ? "the plans' texts" : "the plan's text"),
  (plans) => (plans > 1 ? 'teksty planów' : 'tekst planu'),
);

/** As the subject of a sentence. */
export const USES: { readonly [U in MeantUse]: Bilingual } = {
  house: bilingual('a single-family house', 'dom jednorodzinny'),
  multi_family: bilingual('multi-family housing', 'zabudowa wielorodzinna'),
  farmstead: bilingual('a farmstead', 'zabudowa zagrodowa'),
  services: bilingual('a service building', 'budynek usługowy'),
  production: bilingual('a production building', 'budynek produkcyjny'),
};

/** After "for": dla domu jednorodzinnego. */
export const FOR_USES: { readonly [U in MeantUse]: Bilingual } = {
  house: bilingual('a single-family house', 'domu jednorodzinnego'),
  multi_family: bilingual('multi-family housing', 'zabudowy wielorodzinnej'),
  farmstead: bilingual('a farmstead', 'zabudowy zagrodowej'),
  services: bilingual('a service building', 'budynku usługowego'),
  production: bilingual('a production building', 'budynku produkcyjnego'),
};

/** In Polish: a masculine or a feminine noun. */
const IS_FEMININE: { readonly [U in MeantUse]: boolean } = {
  house: false,
  multi_family: true,
  farmstead: true,
  services: false,
  production: false,
};

type Restrictions = { readonly [K in GroundKind]?: Bilingual };

/** Why a use fits with a restriction alone, by what the ground is for. */
const RESTRICTIONS: Restrictions = {
  housing: bilingual('as far as the plan means it', 'wtedy, gdy plan to przewiduje'),
  large_retail: bilingual('as large-scale retail', 'jako handel wielkopowierzchniowy'),
  farm_production: bilingual('as farm production', 'jako produkcja rolnicza'),
  infrastructure: bilingual('as technical infrastructure', 'jako infrastruktura techniczna'),
  holiday_homes: bilingual('as a holiday home', 'jako budynek rekreacji indywidualnej'),
};
/** Zones have profiles. */
const IN_ZONE: Restrictions = {
  ...RESTRICTIONS,
  single_family: bilingual(
    'within the profile of single-family housing',
    'w ramach profilu zabudowy jednorodzinnej',
  ),
  multi_family: bilingual(
    'within the profile of multi-family housing',
    'w ramach profilu zabudowy wielorodzinnej',
  ),
  production: bilingual('within the profile of production', 'w ramach profilu produkcyjnego'),
};
/** What a local plan allows beside its main use stands in its text: of services alone (law §9.3). */
const IN_PLAN: Restrictions = {
  ...RESTRICTIONS,
  single_family: bilingual(
    'beside single-family housing, within the limits of the plan',
    'obok zabudowy jednorodzinnej według planu',
  ),
  multi_family: bilingual(
    'beside multi-family housing, within the limits of the plan',
    'obok zabudowy wielorodzinnej według planu',
  ),
  production: bilingual('beside production, within the limits of the plan', 'obok produkcji według planu'),
};
const RESTRICTED = bilingual('with restrictions', 'z ograniczeniami');
/** Of a house in zone SW, whose basic profile has multi-family housing and services. */
const ADDED_HOUSE = bilingual(
  'if the gmina added it to the profile',
  'wtedy, gdy gmina dodała go do profilu dodatkowego',
);

/** Whether a use fits; `by` is the kind of ground that restricts it. */
export interface FitHere {
  readonly fit: Fit | null;
  readonly by: GroundKind | null;
}

function restriction(by: GroundKind | null, use: MeantUse, among: Restrictions): Bilingual {
  if (by === 'multi_family_zone') return use === 'house' ? ADDED_HOUSE : (among.multi_family ?? RESTRICTED);
  return (by === null ? undefined : among[by]) ?? RESTRICTED;
}

const fitsAmong = (among: Restrictions) =>
  sentence(
    ({ fit, by }: FitHere, use: MeantUse) => {
      if (fit === null) return `whether ${USES[use].en} fits depends on the plan's text`;
      if (fit === 'fail') return `${USES[use].en} does not fit`;
      const fits = `${USES[use].en} fits`;
      return fit === 'pass' ? fits : `${fits} only ${restriction(by, use, among).en}`;
    },
    ({ fit, by }, use) => {
      const permitted = IS_FEMININE[use] ? 'dopuszczalna' : 'dopuszczalny';
      if (fit === null) return `to, czy ${USES[use].pl} jest ${permitted}, zależy od tekstu planu`;
      if (fit === 'fail') return `${USES[use].pl} jest nie${permitted}`;
      const is = `${USES[use].pl} jest ${permitted}`;
      return fit === 'pass' ? is : `${is} tylko ${restriction(by, use, among).pl}`;
    },
  );

/** In a local plan. */
export const FITS = fitsAmong(IN_PLAN);

const FITS_PROFILE = fitsAmong(IN_ZONE);

/** In a zone: one without a building function may have some in its additional profile. */
export const FITS_ZONE = sentence(
  (fit: FitHere, use: MeantUse) =>
    `${FITS_PROFILE.en(fit, use)}${fit.by === 'none' ? " (own facilities only; the gmina's additional profile may add some)" : ''}`,
  (fit, use) =>
    `${FITS_PROFILE.pl(fit, use)}${fit.by === 'none' ? ' (tylko własne obiekty; profil dodatkowy gminy może dodać inne)' : ''}`,
);

export interface ZonePart extends Measure, FitHere {
  readonly zone: ZoneSymbol | null;
  readonly in_ouz: boolean | null;
}

export interface PlanPart extends Measure, FitHere {
  readonly symbol: string | null;
  readonly words: readonly (SymbolWord | null)[];
}

/** Land whose recorded use must end first; with an article, as a noun of its own. */
export const RESERVED_LAND: { readonly [R in ReservedUse]: Bilingual } = {
  road: bilingual('a road', 'droga'),
  railway: bilingual('a railway', 'tereny kolejowe'),
  water: bilingual('water', 'grunty pod wodami'),
};
