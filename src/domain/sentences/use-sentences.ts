// What zones and designations are for, and whether a building of a wanted use fits: words that the sentences of planning and the
// summary share. They decide nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { type Language, sentence, type Words, words } from '../../contract/language.ts';
import type { Fit, GroundKind } from '../law/building-use.ts';
import type { ReservedUse } from '../law/land-use.ts';
import type { SymbolWord } from '../law/mpzp-symbol.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { en, type Measure, pl } from './measures.ts';

/** What is meant to be built, where that is said. */
export type MeantUse = Exclude<BuildingUse, 'any'>;

/** What each zone is for; SW is multi-family housing. */
export const ZONE_USES: { readonly [Z in ZoneSymbol]: Words } = {
  SW: words(
    'multi-family housing and services; a single-family house only if the gmina added it to the profile',
    'zabudowa mieszkaniowa wielorodzinna i usługi; dom jednorodzinny tylko wtedy, gdy gmina dodała go do profilu',
  ),
  SJ: words(
    'single-family housing is in its basic profile, with services',
    'profil podstawowy obejmuje zabudowę mieszkaniową jednorodzinną oraz usługi',
  ),
  SZ: words(
    'farmstead building only; an ordinary single-family house is outside the profile',
    'tylko zabudowa zagrodowa; zwykły dom jednorodzinny jest poza profilem',
  ),
  SU: words('services only, no housing', 'tylko usługi, bez zabudowy mieszkaniowej'),
  SH: words(
    'large-scale retail only, no housing',
    'tylko handel wielkopowierzchniowy, bez zabudowy mieszkaniowej',
  ),
  SP: words('production only, no housing', 'tylko produkcja, bez zabudowy mieszkaniowej'),
  SR: words('farm production only, no housing', 'tylko produkcja rolnicza, bez zabudowy mieszkaniowej'),
  SI: words(
    'technical infrastructure only, no housing',
    'tylko infrastruktura techniczna, bez zabudowy mieszkaniowej',
  ),
  SN: words(
    'no building but own facilities of green and recreation',
    'bez zabudowy poza własnymi obiektami zieleni i rekreacji',
  ),
  SC: words('no building but own facilities of a cemetery', 'bez zabudowy poza własnymi obiektami cmentarza'),
  SG: words('no building but own facilities of mining', 'bez zabudowy poza własnymi obiektami górnictwa'),
  SO: words('no building', 'bez zabudowy'),
  SK: words(
    'no building but own facilities of transport',
    'bez zabudowy poza własnymi obiektami komunikacji',
  ),
};

const SYMBOL_USES: { readonly [W in SymbolWord]: Words } = {
  housing: words('housing', 'zabudowa mieszkaniowa'),
  housing_and_services: words('housing and services', 'zabudowa mieszkaniowa i usługi'),
  multi_family: words('multi-family housing', 'zabudowa mieszkaniowa wielorodzinna'),
  multi_family_and_services: words(
    'multi-family housing and services',
    'zabudowa mieszkaniowa wielorodzinna i usługi',
  ),
  farmstead: words('farmstead building', 'zabudowa zagrodowa'),
  services: words('services', 'usługi'),
  large_retail: words('large-scale retail', 'handel wielkopowierzchniowy'),
  production: words('production', 'produkcja'),
  production_and_services: words('production and services', 'produkcja i usługi'),
  farm_production: words('farm production', 'produkcja rolnicza'),
  holiday_homes: words('holiday homes', 'zabudowa rekreacji indywidualnej'),
  forest: words('forest', 'las'),
  farming_without_building: words('farming with a building ban', 'rolnictwo z zakazem zabudowy'),
  greenery: words('greenery', 'zieleń'),
  cemetery: words('cemetery', 'cmentarz'),
  water: words('water', 'wody'),
  transport: words('roads and transport', 'drogi i komunikacja'),
  infrastructure: words('technical infrastructure', 'infrastruktura techniczna'),
  mining: words('mining', 'górnictwo'),
  farmland: words('farmland', 'grunty rolne'),
};

const OTHER_USE = words('a use that the tables do not hold', 'przeznaczenie spoza tablic');

/** What a mixed symbol names: services and housing. */
export function usesOf(named: readonly (SymbolWord | null)[], language: Language): string {
  const each = named.map((word) => (word === null ? OTHER_USE : SYMBOL_USES[word])[language]);
  return language === 'pl' ? pl.listed(each) : en.listed(each);
}

/** As the subject of a sentence. */
export const USES: { readonly [U in MeantUse]: Words } = {
  house: words('a single-family house', 'dom jednorodzinny'),
  multi_family: words('multi-family housing', 'zabudowa wielorodzinna'),
  farmstead: words('a farmstead', 'zabudowa zagrodowa'),
  services: words('a service building', 'budynek usługowy'),
  production: words('a production building', 'budynek produkcyjny'),
};

/** After "for": dla domu jednorodzinnego. */
export const FOR_USES: { readonly [U in MeantUse]: Words } = {
  house: words('a single-family house', 'domu jednorodzinnego'),
  multi_family: words('multi-family housing', 'zabudowy wielorodzinnej'),
  farmstead: words('a farmstead', 'zabudowy zagrodowej'),
  services: words('a service building', 'budynku usługowego'),
  production: words('a production building', 'budynku produkcyjnego'),
};

/** Why a use fits with a restriction alone, by what the ground is for. */
const RESTRICTIONS: { readonly [K in GroundKind]?: Words } = {
  single_family: words(
    'within the profile of single-family housing',
    'w ramach profilu zabudowy jednorodzinnej',
  ),
  housing: words('as far as the plan means it', 'o ile plan to przewiduje'),
  multi_family_zone: words('if the gmina added it to the profile', 'jeżeli gmina dodała to do profilu'),
  multi_family: words(
    'within the profile of multi-family housing',
    'w ramach profilu zabudowy wielorodzinnej',
  ),
  large_retail: words('as large-scale retail', 'jako handel wielkopowierzchniowy'),
  production: words('within the profile of production', 'w ramach profilu produkcyjnego'),
  farm_production: words('as farm production', 'jako produkcja rolnicza'),
  infrastructure: words('as technical infrastructure', 'jako infrastruktura techniczna'),
  holiday_homes: words('as a holiday home', 'jako budynek rekreacji indywidualnej'),
};
const RESTRICTED = words('with restrictions', 'z ograniczeniami');

/** Whether a use fits; `by` is the kind of ground that restricts it. */
export interface FitHere {
  readonly fit: Fit | null;
  readonly by: GroundKind | null;
}

const restriction = (by: GroundKind | null): Words =>
  (by === null ? undefined : RESTRICTIONS[by]) ?? RESTRICTED;

export const FITS = sentence(
  ({ fit, by }: FitHere, use: MeantUse) => {
    if (fit === null) return `whether ${USES[use].en} fits depends on the plan's text`;
    if (fit === 'fail') return `${USES[use].en} does not fit`;
    return fit === 'pass' ? `${USES[use].en} fits` : `${USES[use].en} fits only ${restriction(by).en}`;
  },
  ({ fit, by }, use) => {
    if (fit === null) return `${USES[use].pl}: zależy od tekstu planu`;
    if (fit === 'fail') return `${USES[use].pl}: niedopuszczalne`;
    return fit === 'pass' ? `${USES[use].pl}: dopuszczalne` : `${USES[use].pl}: tylko ${restriction(by).pl}`;
  },
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
export const RESERVED_LAND: { readonly [R in ReservedUse]: Words } = {
  road: words('a road', 'droga'),
  railway: words('a railway', 'tereny kolejowe'),
  water: words('water', 'grunty pod wodami'),
};
