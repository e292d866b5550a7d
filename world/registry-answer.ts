// Answers of the WFS of Rejestr Urbanistyczny (APP 3.0, GML 3.2, EPSG:2180 in the order east, north): the frame of an
// answer, and the objects that general and local plans have in common. What is planned: planning.ts.

import type { MultiPolygon, Polygon } from '../src/domain/geometry/types.ts';
import type { PlanProcess } from '../src/domain/law/plan-status.ts';
import { EARLIER_DAY, type Edition } from './editions.ts';
import type { Planner, Procedure } from './planning.ts';

/** The services name the same namespace by different prefixes. */
export type Prefix = 'app-pog' | 'app-mpzp';

/** The first two parts of an id never change, the version does. */
export interface ObjectId {
  readonly namespace: string;
  readonly localId: string;
}

export interface Act extends ObjectId, Procedure {
  readonly title: string;
  readonly type: readonly [code: string, name: string];
  readonly planner: Planner;
  readonly outline: MultiPolygon;
  /** Local ids of the zones, and of the regulations (infill areas) the act names. */
  readonly zones: readonly string[];
  readonly regulations: readonly string[];
}

const APP = 'https://www.gov.pl/zagospodarowanieprzestrzenne/app';
const SCHEMA = 'https://www.gov.pl/static/zagospodarowanieprzestrzenne/schemas/app/3.0';
export const CODELISTS = 'https://www.gov.pl/static/zagospodarowanieprzestrzenne/codelist';
const SRS_NAME = 'http://www.opengis.net/gml/srs/epsg.xml#2180';
const ANSWERED_AT: Readonly<Record<Edition, string>> = {
  earlier: `${EARLIER_DAY}T01:10:00.000Z`,
  current: '2026-11-08T01:10:00.000Z',
};

/** ProcessStepGeneralValue, with the Polish names the registry gives. */
const PROCESS_NAMES: Readonly<Record<PlanProcess, string>> = {
  elaboration: 'w opracowaniu',
  adoption: 'w trakcie przyjmowania',
  legalForce: 'prawnie wiążący lub realizowany',
  obsolete: 'nieaktualny',
};

/** The documents of a plan: which link of the act points at it, which link points back, and what it decides. */
const DOCUMENTS = [
  {
    of: 'dokumentPrzystepujacy',
    to: 'przystapienie',
    about: 'przystąpienia do sporządzenia',
    day: 'begun_on',
  },
  { of: 'dokumentUchwalajacy', to: 'uchwala', about: 'uchwalenia', day: 'adopted_on' },
  { of: 'dokumentUchylajacy', to: 'uchyla', about: 'uchylenia', day: 'repealed_on' },
] as const;

/** One answer, piece by piece: it may be long. `matched` counts all pages. */
export function* writeAnswer(
  prefix: Prefix,
  edition: Edition,
  members: Iterable<string>,
  returned: number,
  matched = returned,
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!-- Synthetic sample data: the names of places are true, the plans are invented. -->
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:gco="http://www.isotc211.org/2005/gco" xmlns:${prefix}="${SCHEMA}" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:gmd="http://www.isotc211.org/2005/gmd" numberMatched="${matched}" numberReturned="${returned}" timeStamp="${ANSWERED_AT[edition]}" xsi:schemaLocation="http://www.opengis.net/wfs/2.0 http://schemas.opengis.net/wfs/2.0/wfs.xsd ${SCHEMA} ${SCHEMA}/planowaniePrzestrzenne_3_0.xsd http://www.opengis.net/gml/3.2 http://schemas.opengis.net/gml/3.2.1/gml.xsd">
`;
  for (const member of members) yield `<wfs:member>${member}</wfs:member>\n`;
  yield '</wfs:FeatureCollection>\n';
}

/** An object with its ids; the versions of an object begin on a day, documents have none. */
export function writeObject(
  prefix: Prefix,
  type: string,
  { namespace, localId }: ObjectId,
  since: string | null,
  content: string,
): string {
  const version = since === null ? [] : [`${since.replaceAll('-', '')}T010000`];
  const path = [namespace, localId, ...version].join('/');
  const versionId = version.map((id) => `<${prefix}:wersjaId>${id}</${prefix}:wersjaId>`).join('');
  return (
    `<${prefix}:${type} gml:id="${path.replaceAll('/', '_')}">` +
    `<gml:identifier codeSpace="${APP}">${APP}/${type}/${path}</gml:identifier>` +
    `<${prefix}:idIIP><${prefix}:Identyfikator><${prefix}:przestrzenNazw>${namespace}</${prefix}:przestrzenNazw>` +
    `<${prefix}:lokalnyId>${localId}</${prefix}:lokalnyId>${versionId}</${prefix}:Identyfikator></${prefix}:idIIP>` +
    `${content}</${prefix}:${type}>`
  );
}

export function writeAct(prefix: Prefix, act: Act): string {
  const tag = (name: string, text: string | null) =>
    text === null ? '' : `<${prefix}:${name}>${text}</${prefix}:${name}>`;
  const link = (name: string, type: string, localId: string) =>
    `<${prefix}:${name} xlink:href="${addressOf(type, { ...act, localId })}"/>`;
  const [type, typeName] = act.type;
  const polygons = act.outline.map(
    (polygon) => `<gml:surfaceMember>${writePolygon(polygon)}</gml:surfaceMember>`,
  );
  const content = [
    tag('poczatekWersjiObiektu', `${act.effective_from}T01:00:00Z`),
    tag('tytul', act.title),
    `<${prefix}:typPlanu xlink:href="${CODELISTS}/TypAktuPlanowaniaPrzestrzennegoKod/${type}" xlink:title="${typeName}"/>`,
    `<${prefix}:poziomHierarchii xlink:href="http://inspire.ec.europa.eu/codelist/LevelOfSpatialPlanValue/local" xlink:title="lokalny"/>`,
    tag('obowiazujeOd', act.effective_from),
    tag('obowiazujeDo', act.repealed_on),
    writeStatus(prefix, act.process),
    tag('modyfikacja', 'false'),
    `<${prefix}:zasiegPrzestrzenny><gml:MultiSurface srsDimension="2" srsName="${SRS_NAME}">${polygons.join('')}</gml:MultiSurface></${prefix}:zasiegPrzestrzenny>`,
    ...documentsOf(act).map((document) => link(document.of, 'DokumentFormalny', document.localId)),
    ...act.zones.map((localId) => link('wydzielenie', 'StrefaPlanistyczna', localId)),
    ...act.regulations.map((localId) => link('regulacja', 'ObszarUzupelnieniaZabudowy', localId)),
  ];
  return writeObject(prefix, 'AktPlanowaniaPrzestrzennego', act, act.effective_from, content.join(''));
}

/** The resolutions of a plan: to begin it, to adopt it, to repeal it. */
export function writeDocuments(prefix: Prefix, act: Act): string[] {
  return documentsOf(act).map(({ localId, to, about, on }) => {
    const day = on.split('-').reverse().join('.');
    const content =
      `<${prefix}:tytul>UCHWAŁA ${act.planner.council} z dnia ${day} r. w sprawie ${about}: ${act.title}</${prefix}:tytul>` +
      `<${prefix}:data><gmd:CI_Date><gmd:date><gco:Date>${on}</gco:Date></gmd:date><gmd:dateType>` +
      '<gmd:CI_DateTypeCode codeList="http://standards.iso.org/iso/19139/resources/gmxCodelists.xml#CI_DateTypeCode" codeListValue="creation">utworzenie</gmd:CI_DateTypeCode>' +
      `</gmd:dateType></gmd:CI_Date></${prefix}:data>` +
      `<${prefix}:lacze>${act.planner.site}/uchwaly/${localId}.pdf</${prefix}:lacze>` +
      `<${prefix}:${to} xlink:href="${addressOf('AktPlanowaniaPrzestrzennego', act)}"/>`;
    return writeObject(prefix, 'DokumentFormalny', { namespace: act.namespace, localId }, null, content);
  });
}

function documentsOf(act: Act) {
  return DOCUMENTS.flatMap((document) => {
    const on = act[document.day];
    return on === null ? [] : [{ ...document, on, localId: `${act.localId}-${document.to}` }];
  });
}

export function writeStatus(prefix: Prefix, process: PlanProcess): string {
  return `<${prefix}:status xlink:href="http://inspire.ec.europa.eu/codelist/ProcessStepGeneralValue/${process}" xlink:title="${PROCESS_NAMES[process]}"/>`;
}

/** What a link holds: the address of the object without its version. */
export function addressOf(type: string, { namespace, localId }: ObjectId): string {
  return `${APP}/${type}/${namespace}/${localId}`;
}

export function writeSurface(polygon: Polygon): string {
  return writePolygon(polygon, ` srsDimension="2" srsName="${SRS_NAME}"`);
}

function writePolygon([outer = [], ...holes]: Polygon, attributes = ''): string {
  // East before north: so the registry answers for this form of srsName.
  const ring = (positions: Polygon[number]) =>
    `<gml:LinearRing><gml:posList>${positions.map(([x, y]) => `${x} ${y}`).join(' ')}</gml:posList></gml:LinearRing>`;
  return `<gml:Polygon${attributes}><gml:exterior>${ring(outer)}</gml:exterior>${holes
    .map((hole) => `<gml:interior>${ring(hole)}</gml:interior>`)
    .join('')}</gml:Polygon>`;
}
