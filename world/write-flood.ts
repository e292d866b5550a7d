// Writes flood hazard areas as an answer of the ISOK service (WFS 2.0, INSPIRE nz-core 4.0, EPSG:2180 in the order north,
// east) and the reach of the maps as GeoJSON. Adds the faulty areas of faults.ts, within sound ones.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultiPolygon, Position } from '../src/domain/geometry/types.ts';
import { FAULTY_HAZARD_AREAS } from './faults.ts';
import { type FloodZone, floodZonesOf, mappedReachesOf } from './floods.ts';
import { writeGeoJson } from './geojson.ts';
import type { Land } from './land.ts';
import { bowTieAt, squareAt } from './outline.ts';

const SRS_NAME = 'http://www.opengis.net/def/crs/EPSG/0/2180';
const SPACE = 'PL.ZIPGW.6453/MZP-MRP';
const EDITION = '2022-09-07';
/** The edition says itself that it has run out; there is no newer one. */
const EDITION_ENDS = '2025-12-22';
const ANSWERED_AT = '2026-11-03T13:29:39.530Z';

/** The probability is written wrongly in the true answers too: 0.02 for once in 500 years. */
const LIKELIHOODS: Readonly<Record<FloodZone['years'], readonly [text: string, probability: string]>> = {
  10: ['scenariusz Q 10% (raz na 10 lat)', '0.1'],
  100: ['scenariusz Q 1% (raz na 100 lat)', '0.01'],
  500: ['scenariusz Q 0,2% (raz na 500 lat)', '0.02'],
};

interface HazardArea {
  readonly localId: string;
  readonly likelihood: readonly [text: string, probability: string, years: number];
  readonly geometry: MultiPolygon;
}

export async function writeFlood(folder: string, land: Land): Promise<string> {
  const file = join(folder, 'mzp-flood.gml');
  const zones = floodZonesOf(land);
  await writeFile(file, writeAnswer([...zones.map(toHazardArea), ...faultyAreas(zones)]));
  return file;
}

export async function writeFloodReach(folder: string, land: Land): Promise<string> {
  const head = { as_of: EDITION, source: 'Synthetic sample data: rivers and maps are invented.' };
  const features = mappedReachesOf(land).map(({ name, geometry }) => ({
    properties: { rzeka: name, edycja: EDITION },
    geometry,
  }));
  return await writeGeoJson(join(folder, 'mzp-zasieg.geojson'), head, features);
}

function toHazardArea({ years, geometry }: FloodZone, index: number): HazardArea {
  return {
    localId: `ID_R2.02-${701 + index}`,
    likelihood: [...LIKELIHOODS[years], years],
    geometry,
  };
}

function faultyAreas(zones: readonly FloodZone[]): HazardArea[] {
  const [zone] = zones;
  if (zone === undefined) throw new Error('the land has no river with flood maps');
  const [x, y] = zone.geometry[0]?.[0]?.[1] ?? [0, 0];
  return [
    {
      localId: FAULTY_HAZARD_AREAS.self_crossing,
      likelihood: [...LIKELIHOODS[100], 100],
      geometry: [[bowTieAt([x, y])]],
    },
    {
      localId: FAULTY_HAZARD_AREAS.unknown_class,
      likelihood: ['scenariusz Q 5% (raz na 20 lat)', '0.05', 20],
      geometry: [[squareAt([x, y])]],
    },
  ];
}

function* writeAnswer(areas: readonly HazardArea[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!-- Synthetic sample data: rivers and hazard areas are invented. -->
<wfs:FeatureCollection numberMatched="${areas.length}" numberReturned="${areas.length}" timeStamp="${ANSWERED_AT}" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:nz-core="http://inspire.ec.europa.eu/schemas/nz-core/4.0" xmlns:base="http://inspire.ec.europa.eu/schemas/base/3.3" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
`;
  for (const [index, area] of areas.entries()) yield writeHazardArea(area, 7_188 + index);
  yield '</wfs:FeatureCollection>\n';
}

function writeHazardArea({ localId, likelihood, geometry }: HazardArea, number: number): string {
  const [text, probability, years] = likelihood;
  const absent = (name: string) => `<nz-core:${name} xsi:nil="true" nilReason="other:unpopulated"/>`;
  const [[outer = []] = []] = geometry;
  return `  <wfs:member>
    <nz-core:HazardArea gml:id="http://iip.wody.gov.pl/so/NZ/HazardArea/${SPACE}/${localId}">
      <gml:identifier codeSpace="http://inspire.jrc.ec.europa.eu/ids">${localId}</gml:identifier>
      <gml:location><gml:LocationString>region wodny Środkowej Wisły</gml:LocationString></gml:location>
      ${absent('beginLifeSpanVersion')}
      <nz-core:determinationMethod>modelling</nz-core:determinationMethod>
      <nz-core:inspireId><base:Identifier><base:localId>${localId}</base:localId><base:namespace>${SPACE}</base:namespace></base:Identifier></nz-core:inspireId>
      <nz-core:typeOfHazard><nz-core:NaturalHazardClassification><nz-core:hazardCategory xlink:href="http://dd.eionet.europa.eu/vocabulary/inspire/NaturalHazardCategoryValue/fluvial" xlink:title="fluvial"/>${absent('specificHazardType')}</nz-core:NaturalHazardClassification></nz-core:typeOfHazard>
      <nz-core:validityPeriod><gml:TimePeriod gml:id="validityTime.${number}"><gml:beginPosition>${EDITION}</gml:beginPosition><gml:endPosition>${EDITION_ENDS}</gml:endPosition></gml:TimePeriod></nz-core:validityPeriod>
      <nz-core:geometry>
        <gml:Polygon gml:id="geometry.${number}" srsDimension="2" srsName="${SRS_NAME}">
          <gml:exterior><gml:LinearRing><gml:posList>${outer.map(writePosition).join(' ')}</gml:posList></gml:LinearRing></gml:exterior>
        </gml:Polygon>
      </nz-core:geometry>
      <nz-core:likelihoodOfOccurrence><nz-core:LikelihoodOfOccurrence><nz-core:qualitativeLikelihood>${text}</nz-core:qualitativeLikelihood><nz-core:quantitativeLikelihood><nz-core:QuantitativeLikelihood><nz-core:probabilityOfOccurrence>${probability}</nz-core:probabilityOfOccurrence><nz-core:returnPeriod>${years}.0</nz-core:returnPeriod></nz-core:QuantitativeLikelihood></nz-core:quantitativeLikelihood>${absent('assessmentMethod')}</nz-core:LikelihoodOfOccurrence></nz-core:likelihoodOfOccurrence>
      ${absent('magnitudeOrIntensity')}
    </nz-core:HazardArea>
  </wfs:member>
`;
}

/** North before east: so the service answers. */
function writePosition([easting, northing]: Position): string {
  return `${northing.toFixed(2)} ${easting.toFixed(2)}`;
}
