// ENDPOINTS: where each source is fetched and how; one row a source, plain data. In every text {teryt} is the code of
// the powiat and {ext} the ending of the address. None of the addresses was ever asked from here: see docs/fetching.md.

import { COVERED_VOIVODESHIP } from '../../domain/admin.ts';
import type { SourceId } from '../../domain/sources.ts';

interface Where {
  /** Null where the publisher has no plain address: it must be configured, and `no_url` says why. */
  readonly url: string | null;
  readonly no_url?: string;
  /** Asked for powiat by powiat, or once for all that is served. */
  readonly each: 'powiat' | 'once';
}

/** A file as it is. */
export interface FileEndpoint extends Where {
  readonly kind: 'file';
  /** What the file is called here: a recipe may read from it what the file covers. */
  readonly name: string;
}

/** Feature types of a WFS 2.0 service, packed into archives of pages: name of the archive → types. */
export interface WfsEndpoint extends Where {
  readonly kind: 'wfs';
  readonly archives: Readonly<Record<string, readonly string[]>>;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly like: { readonly property: string; readonly pattern: string };
  readonly page: number;
}

export type Endpoint = FileEndpoint | WfsEndpoint;

/** Rejestr Urbanistyczny: one service for each kind of act, features told apart by the gmina in their namespace. */
function registry(kind: 'pog' | 'mpzp', types: readonly string[]): WfsEndpoint {
  const prefix = `app-${kind}`;
  return {
    kind: 'wfs',
    each: 'powiat',
    url: `https://rejestr-urbanistyczny.gov.pl/uslugi-sieciowe/${prefix}/wfs`,
    archives: { [`${kind}-{teryt}.zip`]: types.map((type) => `${prefix}:${type}`) },
    namespaces: { [prefix]: 'https://www.gov.pl/static/zagospodarowanieprzestrzenne/schemas/app/3.0' },
    // PL.ZIPPZP.10011/141803-POG: with the slash, for 1418 may also stand inside another gmina's code.
    like: {
      property: `${prefix}:idIIP/${prefix}:Identyfikator/${prefix}:przestrzenNazw`,
      pattern: '%/{teryt}%',
    },
    page: 100,
  };
}

export const ENDPOINTS: { readonly [K in SourceId]?: Endpoint } = {
  egib: {
    kind: 'file',
    each: 'powiat',
    url: 'https://opendata.geoportal.gov.pl/InneDane/latest_exports/eziudp_wfs/GPKG/{teryt}.gpkg.zip',
    name: '{teryt}.gpkg.zip',
  },
  terc: {
    kind: 'file',
    each: 'once',
    url: null,
    no_url: 'eteryt.stat.gov.pl hands TERC out on a web page only, there is no plain address of the file',
    name: 'TERC{ext}',
  },
  prg: {
    kind: 'wfs',
    // A level is replaced whole when it is loaded, so it is fetched whole: for the voivodeship that is served.
    each: 'once',
    url: 'https://mapy.geoportal.gov.pl/wss/service/PZGIK/PRG/WFS/AdministrativeBoundaries',
    archives: {
      'A02_Granice_powiatow.xml.zip': ['ms:A02_Granice_powiatow'],
      'A03_Granice_gmin.xml.zip': ['ms:A03_Granice_gmin'],
      'A05_Granice_jednostek_ewidencyjnych.xml.zip': ['ms:A05_Granice_jednostek_ewidencyjnych'],
      'A06_Granice_obrebow_ewidencyjnych.xml.zip': ['ms:A06_Granice_obrebow_ewidencyjnych'],
    },
    namespaces: { ms: 'http://mapserver.gis.umn.edu/mapserver' },
    like: { property: 'ms:JPT_KOD_JE', pattern: `${COVERED_VOIVODESHIP}%` },
    // GUGiK's MapServer gives up to 1,000; boundaries are long.
    page: 500,
  },
  prg_addresses: {
    kind: 'file',
    each: 'powiat',
    url: 'https://integracja.gugik.gov.pl/PRG/pobierz.php?teryt={teryt}&adresy_pow',
    name: '{teryt}_adresy.zip',
  },
  pog: registry('pog', [
    'AktPlanowaniaPrzestrzennego',
    'StrefaPlanistyczna',
    'ObszarUzupelnieniaZabudowy',
    'DokumentFormalny',
  ]),
  pog_fallback: {
    kind: 'file',
    each: 'powiat',
    url: null,
    no_url: 'which third-party sweep of general plans to use is for the operator to choose',
    name: 'pog_fallback-{teryt}{ext}',
  },
  // No land-use symbols here: the registry has only outlines, documents and links to drawings.
  mpzp: registry('mpzp', ['AktPlanowaniaPrzestrzennego', 'DokumentFormalny']),
};
