// SOURCES: the catalogue of registers the service reads, with their terms, and what is known of each when loaded.
// Licence and attribution texts are those the publishers ask for. Which layers a register feeds, each layer says itself.

import { type Bilingual, bilingual, type Language } from '../../contract/language.ts';
import type { Source, SourceRef } from '../../contract/sources.ts';

export interface SourceRow {
  /** The register's own name, which is Polish; words where it has none. */
  readonly title: string | Bilingual;
  readonly publisher: string | Bilingual;
  readonly licence: Bilingual;
  readonly licence_url: string | null;
  readonly attribution: string;
  readonly url: string;
  readonly category:
    | 'cadastre'
    | 'units'
    | 'addresses'
    | 'planning'
    | 'hazards'
    | 'nature'
    | 'topography'
    | 'permits'
    | 'prices';
  /** How often it is fetched, in days; served as an ISO 8601 duration. */
  readonly refresh_days: number;
  /**
   * Published and loaded powiat by powiat, or at once for the voivodeship that is served or the whole country. Plans are
   * counted by gmina, whose they are: they come for a powiat or for a single gmina.
   */
  readonly unit: 'gmina' | 'powiat' | 'voivodeship' | 'country';
  readonly fallback?: true;
}

const PZGIK = {
  publisher: 'Główny Urząd Geodezji i Kartografii (GUGiK)',
  licence: bilingual(
    'Free of charge, source must be named (art. 40a and 40c Prawo geodezyjne i kartograficzne)',
    'Bezpłatnie, z podaniem źródła (art. 40a i 40c Prawa geodezyjnego i kartograficznego)',
  ),
  licence_url: null,
  attribution:
    'Opracowano na podstawie materiałów państwowego zasobu geodezyjnego i kartograficznego (GUGiK)',
};

const REGISTRY = {
  publisher: 'Ministerstwo Rozwoju i Technologii',
  licence: bilingual(
    'No restrictions on public access or use',
    'Bez ograniczeń w publicznym dostępie i użyciu',
  ),
  licence_url: null,
  attribution: 'Źródło: Rejestr Urbanistyczny, Ministerstwo Rozwoju i Technologii',
};

export const SOURCES = {
  egib: {
    ...PZGIK,
    title: 'Ewidencja gruntów i budynków (EGiB): działki, budynki, użytki',
    url: 'https://www.geoportal.gov.pl/dane/ewidencja-gruntow-i-budynkow',
    category: 'cadastre',
    refresh_days: 7,
    unit: 'powiat',
  },
  terc: {
    title: 'TERYT: rejestr TERC',
    publisher: 'Główny Urząd Statystyczny (GUS)',
    licence: bilingual('Public register, source must be named', 'Rejestr publiczny, z podaniem źródła'),
    licence_url: null,
    attribution: 'Źródło: GUS, rejestr TERYT',
    url: 'https://eteryt.stat.gov.pl',
    category: 'units',
    refresh_days: 30,
    unit: 'country',
  },
  prg: {
    ...PZGIK,
    title: 'Państwowy Rejestr Granic (PRG): granice',
    url: 'https://www.geoportal.gov.pl/dane/panstwowy-rejestr-granic',
    category: 'units',
    refresh_days: 7,
    unit: 'country',
  },
  prg_addresses: {
    ...PZGIK,
    title: 'Państwowy Rejestr Granic (PRG): punkty adresowe',
    url: 'https://www.geoportal.gov.pl/dane/panstwowy-rejestr-granic',
    category: 'addresses',
    refresh_days: 7,
    unit: 'powiat',
  },
  pog: {
    ...REGISTRY,
    title: 'Rejestr Urbanistyczny: plany ogólne gmin',
    url: 'https://rejestr-urbanistyczny.gov.pl',
    category: 'planning',
    refresh_days: 1,
    unit: 'gmina',
  },
  pog_fallback: {
    title: bilingual('General plans, third-party sweep', 'Plany ogólne, zestawienie podmiotu trzeciego'),
    publisher: bilingual('Third-party aggregator', 'Podmiot trzeci'),
    licence: bilingual(
      'As published by the aggregator; used only where the registry holds nothing',
      'Na zasadach publikującego; używane tylko tam, gdzie rejestr nic nie zawiera',
    ),
    licence_url: null,
    attribution: 'Plany ogólne: zestawienie zewnętrzne, poza Rejestrem Urbanistycznym',
    url: 'https://rejestr-urbanistyczny.gov.pl',
    category: 'planning',
    refresh_days: 7,
    unit: 'gmina',
    fallback: true,
  },
  mpzp: {
    ...REGISTRY,
    title: 'Rejestr Urbanistyczny: miejscowe plany zagospodarowania przestrzennego',
    url: 'https://rejestr-urbanistyczny.gov.pl',
    category: 'planning',
    refresh_days: 1,
    unit: 'gmina',
  },
  mpzp_symbols: {
    title: 'Przeznaczenia terenów w miejscowych planach, publikowane przez gminy',
    publisher: 'Gminy',
    licence: bilingual('As published by the gmina', 'Na zasadach publikującej gminy'),
    licence_url: null,
    attribution: 'Źródło: gminy, dane przestrzenne miejscowych planów',
    url: 'https://rejestr-urbanistyczny.gov.pl',
    category: 'planning',
    refresh_days: 30,
    unit: 'gmina',
  },
  flood: {
    title: 'Mapy zagrożenia powodziowego (MZP)',
    publisher: 'PGW Wody Polskie',
    licence: bilingual('No fees, no constraints', 'Bez opłat i ograniczeń'),
    licence_url: null,
    attribution: 'Źródło: Mapy Zagrożenia Powodziowego (MZP), PGW Wody Polskie / ISOK',
    url: 'https://wody.isok.gov.pl',
    category: 'hazards',
    refresh_days: 30,
    unit: 'voivodeship',
  },
  sopo: {
    title: 'System Osłony Przeciwosuwiskowej (SOPO)',
    publisher: 'Państwowy Instytut Geologiczny – PIB',
    licence: bilingual(
      'Reuse allowed, source must be named with its address',
      'Ponowne wykorzystanie dozwolone, z podaniem źródła i jego adresu',
    ),
    licence_url: 'https://baza.pgi.gov.pl/cbdg/dostep',
    attribution: 'Źródło: Państwowy Instytut Geologiczny – PIB, https://osuwiska.pgi.gov.pl',
    url: 'https://osuwiska.pgi.gov.pl',
    category: 'hazards',
    refresh_days: 7,
    unit: 'voivodeship',
  },
  gdos: {
    title: 'Centralny rejestr form ochrony przyrody',
    publisher: 'Generalna Dyrekcja Ochrony Środowiska (GDOŚ)',
    licence: bilingual(
      'Publicly available, for any use; boundaries are not legally binding',
      'Dostępne publicznie, do dowolnego użytku; granice nie są prawnie wiążące',
    ),
    licence_url: 'http://crfop.gdos.gov.pl/CRFOP/faq.jsf',
    attribution: 'Generalna Dyrekcja Ochrony Środowiska',
    url: 'https://crfop.gdos.gov.pl',
    category: 'nature',
    refresh_days: 7,
    unit: 'country',
  },
  bdot10k: {
    ...PZGIK,
    title: 'Baza danych obiektów topograficznych (BDOT10k)',
    url: 'https://www.geoportal.gov.pl/dane/baza-danych-obiektow-topograficznych-bdot10k',
    category: 'topography',
    refresh_days: 30,
    unit: 'powiat',
  },
  rwdz: {
    title: 'Rejestr Wniosków, Decyzji i Zgłoszeń (RWDZ)',
    publisher: 'Główny Urząd Nadzoru Budowlanego (GUNB)',
    licence: bilingual(
      'Reuse of public-sector information of GUNB',
      'Ponowne wykorzystanie informacji sektora publicznego GUNB',
    ),
    licence_url: 'https://gunb.gov.pl/strona/uzyskaj-informacje-publiczna-do-ponownego-wykorzystania',
    attribution: 'Źródło: GUNB, Rejestr Wniosków, Decyzji i Zgłoszeń (RWDZ)',
    url: 'https://wyszukiwarka.gunb.gov.pl',
    category: 'permits',
    refresh_days: 1,
    unit: 'voivodeship',
  },
  rcn: {
    ...PZGIK,
    title: 'Rejestr cen nieruchomości (RCN)',
    licence: bilingual('CC BY 4.0', 'CC BY 4.0'),
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    url: 'https://www.geoportal.gov.pl/dane/rejestr-cen-nieruchomosci',
    category: 'prices',
    refresh_days: 7,
    unit: 'powiat',
  },
} as const satisfies Record<string, SourceRow>;

export type SourceId = keyof typeof SOURCES;
export const SOURCE_IDS = Object.keys(SOURCES) as SourceId[];

/** What one load of a source left behind; its scope is a place, or a part of the register in a place (scope.ts). */
export interface SourceState {
  readonly source: SourceId;
  readonly scope: string;
  readonly as_of: string | null;
  readonly last_success_at: string;
  /** When the scope was loaded for the first time: what changed before that nobody saw. */
  readonly observed_since: string;
  readonly file_sha256: string;
  readonly rows: number;
  /** Made by the sample generator: said in every title and attribution. */
  readonly synthetic: boolean;
  /**
   * What is held of the source in this scope: roles of evidence, land_use where the cadastre says it of any parcel, and what
   * its file claims (all_local_plans); also what nobody could check (unchecked-places.ts). Powiaty publish different parts of
   * the same register.
   */
  readonly publishes: readonly string[];
}

const SYNTHETIC_TITLE = bilingual(
  'SYNTHETIC SAMPLE, not real data: ',
  'PRÓBKA SYNTETYCZNA, nie prawdziwe dane: ',
);
const SYNTHETIC_ATTRIBUTION = bilingual(
  'Synthetic sample data in the format of: ',
  'Syntetyczne dane przykładowe w formacie: ',
);

const told = (text: string | Bilingual, language: Language): string =>
  typeof text === 'string' ? text : text[language];

export function sourceRef(
  id: SourceId,
  state: Pick<SourceState, 'as_of' | 'synthetic'> | undefined,
  language: Language,
): SourceRef {
  const row: SourceRow = SOURCES[id];
  const labelled = (text: string | Bilingual, label: Bilingual) =>
    (state?.synthetic ? label[language] : '') + told(text, language);
  return {
    id,
    title: labelled(row.title, SYNTHETIC_TITLE),
    publisher: told(row.publisher, language),
    licence: row.licence[language],
    attribution: labelled(row.attribution, SYNTHETIC_ATTRIBUTION),
    url: row.url,
    as_of: state?.as_of ?? null,
    fallback: row.fallback ?? false,
  };
}

/** Whose data several loads are, each publisher once; what the sample generator made is set apart and says so. */
export function creditLine(
  loads: readonly Pick<SourceState, 'source' | 'synthetic'>[],
  language: Language,
): string {
  const creditsOf = (synthetic: boolean) => {
    const sources = loads.filter((load) => load.synthetic === synthetic).map(({ source }) => source);
    return [...new Set(sources.map((source) => SOURCES[source].attribution))].join('; ');
  };
  const [real, made] = [creditsOf(false), creditsOf(true)];
  return [real, made && SYNTHETIC_ATTRIBUTION[language] + made].filter(Boolean).join('; ');
}

const DAY_MS = 86_400_000;

/** Stale means: the last good load is older than the refresh target. */
export function freshnessOf(id: SourceId, last_success_at: string | null, now: Date): Source['freshness'] {
  if (last_success_at === null) return 'unknown';
  const age_ms = now.getTime() - Date.parse(last_success_at);
  return age_ms > SOURCES[id].refresh_days * DAY_MS ? 'stale' : 'fresh';
}
