// ENDPOINTS: where each source is fetched and how; one row a source, plain data. In every text {teryt} is the code of
// the powiat and {ext} the ending of the address. None of the addresses was ever asked from here: see docs/fetching.md.

import type { SourceId } from '../../domain/corpus/registers.ts';
import { MAZOWIECKIE_BOX } from '../../domain/geometry/projection.ts';
import { VOIVODESHIPS } from '../../domain/places/voivodeships.ts';
import type { ArcgisLayer } from './arcgis.ts';
import type { WfsQuery } from './wfs.ts';

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
export interface WfsEndpoint extends Where, Omit<WfsQuery, 'url' | 'type'> {
  readonly kind: 'wfs';
  readonly archives: Readonly<Record<string, readonly string[]>>;
  /** Each service has prefixes of its own: types are called as its capabilities call them, and all but the first may be missing. */
  readonly own_prefixes?: true;
}

/** Layers of ArcGIS REST services below one address, in the voivodeship that is served, packed as those of a WFS. */
export interface ArcgisEndpoint extends Where {
  readonly kind: 'arcgis';
  readonly archives: Readonly<Record<string, readonly ArcgisLayer[]>>;
}

export type Endpoint = FileEndpoint | WfsEndpoint | ArcgisEndpoint;

/**
 * The voivodeship that is fetched of registers which are not published powiat by powiat. Files of others are loaded by
 * hand, beside it: archives are named after it, and so booked under it.
 */
const FETCHED = { code: '14', name: VOIVODESHIPS.get('14'), box: MAZOWIECKIE_BOX } as const;

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
    // A level speaks for its voivodeship only where all of it came, so it is fetched whole.
    each: 'once',
    url: 'https://mapy.geoportal.gov.pl/wss/service/PZGIK/PRG/WFS/AdministrativeBoundaries',
    archives: {
      'A02_Granice_powiatow.xml.zip': ['ms:A02_Granice_powiatow'],
      'A03_Granice_gmin.xml.zip': ['ms:A03_Granice_gmin'],
      'A05_Granice_jednostek_ewidencyjnych.xml.zip': ['ms:A05_Granice_jednostek_ewidencyjnych'],
      'A06_Granice_obrebow_ewidencyjnych.xml.zip': ['ms:A06_Granice_obrebow_ewidencyjnych'],
    },
    namespaces: { ms: 'http://mapserver.gis.umn.edu/mapserver' },
    like: { property: 'ms:JPT_KOD_JE', pattern: `${FETCHED.code}%` },
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
  rwdz: {
    kind: 'file',
    // Rebuilt every night. The national files of notifications are loaded by hand: they are two for one source.
    each: 'once',
    url: `https://wyszukiwarka.gunb.gov.pl/pliki_pobranie/wynik_${FETCHED.name}.zip`,
    name: `wynik_${FETCHED.name}.zip`,
  },
  rcn: {
    kind: 'file',
    each: 'powiat',
    url: 'https://opendata.geoportal.gov.pl/InneDane/latest_exports/rcn_transakcje_ceny/GPKG/{teryt}_transakcje_ceny.gpkg.zip',
    name: '{teryt}_transakcje_ceny.gpkg.zip',
  },
  // No land-use symbols here: the registry has only outlines, documents and links to drawings.
  mpzp: registry('mpzp', ['AktPlanowaniaPrzestrzennego', 'DokumentFormalny']),
  bdot10k: {
    kind: 'file',
    each: 'powiat',
    url: `https://opendata.geoportal.gov.pl/bdot10k/schemat2021/${FETCHED.code}/{teryt}_GML.zip`,
    name: '{teryt}_GML.zip',
  },
  flood: {
    kind: 'wfs',
    each: 'once',
    url: 'https://wody.isok.gov.pl/wss/INSPIRE/INSPIRE_NZ_HY_MZPMRP_WFS',
    archives: { [`mzp-isok-${FETCHED.name}.zip`]: ['nz-core:HazardArea'] },
    namespaces: { 'nz-core': 'http://inspire.ec.europa.eu/schemas/nz-core/4.0' },
    box: FETCHED.box,
    // Its own is EPSG:4258; the short form of the name is answered with an error.
    srsName: 'urn:ogc:def:crs:EPSG::2180',
    // One area has up to 150,000 vertices.
    page: 5,
  },
  sopo: {
    kind: 'arcgis',
    each: 'once',
    url: 'https://cbdgmapa.pgi.gov.pl/arcgis/rest/services/geozagrozenia',
    archives: {
      [`sopo-${FETCHED.name}.zip`]: [
        { name: 'osuwiska', service: 'sopo_obszary/MapServer', layer: 14, ask: 'identify' },
        { name: 'tereny_zagrozone', service: 'sopo_obszary/MapServer', layer: 12, ask: 'identify' },
        { name: 'sopo_stan', service: 'sopo_stan/MapServer', layer: 0, ask: 'query' },
      ],
    },
  },
  gdos: {
    kind: 'wfs',
    each: 'once',
    url: 'https://sdi.gdos.gov.pl/wfs',
    archives: {
      [`gdos-${FETCHED.name}.zip`]: [
        'GDOS:ParkiNarodowe',
        'GDOS:Rezerwaty',
        'GDOS:ParkiKrajobrazowe',
        'GDOS:ObszaryChronionegoKrajobrazu',
        'GDOS:ObszarySpecjalnejOchrony',
        'GDOS:SpecjalneObszaryOchrony',
        'GDOS:UzytkiEkologiczne',
        'GDOS:ZespolyPrzyrodniczoKrajobrazowe',
        'GDOS:StanowiskaDokumentacyjne',
        'GDOS:PomnikiPrzyrodyPowierzchniowe',
        'GDOS:PomnikiPrzyrodyPunktowe',
      ],
    },
    namespaces: { GDOS: 'GDOS' },
    box: FETCHED.box,
    // Its features have no lasting ids: without an order it cannot page.
    sortBy: 'gid',
    page: 500,
  },
};

/** The cadastre of a powiat by its own service, whose address is given: --url egib=https://powiat.example/ewid/wfs. */
const POWIAT_SERVICE: WfsEndpoint = {
  kind: 'wfs',
  each: 'powiat',
  url: null,
  archives: { 'egib-{teryt}.gml.zip': ['dzialki', 'budynki'] },
  namespaces: {},
  own_prefixes: true,
  page: 1_000,
};
const isService = (url: string): boolean => /wfs/i.test(url) && !/\.(zip|gpkg|parquet|gml|xml)$/i.test(url);

/** How a source is asked under an address: for probe and fetch alike. */
export function endpointAt(source: SourceId, url: string | null): Endpoint | undefined {
  return source === 'egib' && url !== null && isService(url) ? POWIAT_SERVICE : ENDPOINTS[source];
}
