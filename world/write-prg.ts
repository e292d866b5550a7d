// Writes boundaries as the answers of the PRG service (MapServer, WFS 2.0, GML 3.2, EPSG:2180 in the order north,
// east): powiaty, gminy, cadastral units and obręby. Of the powiaty there is only the part the sample land covers.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultiPolygon, Position, Ring } from '../src/domain/geometry/types.ts';
import { EARLIER_DAY, type Edition } from './editions.ts';
import type { Land, Obreb } from './land.ts';
import { outlineOf } from './outline.ts';

interface Layer {
  readonly name: string;
  /** JPT_SJR_KO, the kind of unit. */
  readonly kind: string;
  readonly codeOf: (obreb: Obreb) => string;
  readonly nameOf: (obreb: Obreb) => string;
}

const LAYERS: readonly Layer[] = [
  {
    name: 'A02_Granice_powiatow',
    kind: 'POW',
    codeOf: ({ unit }) => unit.powiat.code,
    nameOf: ({ unit }) => `powiat ${unit.powiat.name}`,
  },
  {
    name: 'A03_Granice_gmin',
    kind: 'GMI',
    codeOf: ({ unit }) => unit.gmina.code,
    nameOf: ({ unit }) => unit.gmina.name,
  },
  {
    name: 'A05_Granice_jednostek_ewidencyjnych',
    kind: 'JEW',
    codeOf: ({ unit }) => unit.code,
    nameOf: ({ unit }) => unit.name,
  },
  {
    name: 'A06_Granice_obrebow_ewidencyjnych',
    kind: 'OBR',
    codeOf: ({ id }) => id,
    nameOf: ({ name }) => name,
  },
];

const SRS_NAME = 'urn:ogc:def:crs:EPSG::2180';
const ANSWERED_AT: Readonly<Record<Edition, string>> = {
  earlier: `${EARLIER_DAY}T02:00:00`,
  current: '2026-11-08T02:00:00',
};
const VALID_FROM = '2026-01-01';

export async function writePrg(folder: string, land: Land): Promise<string[]> {
  const files: string[] = [];
  for (const layer of LAYERS) {
    const file = join(folder, `PRG_${layer.name}.xml`);
    await writeFile(file, writeAnswer(layer, land));
    files.push(file);
  }
  return files;
}

function writeAnswer(layer: Layer, land: Land): string {
  const units = [...Map.groupBy(land.obreby, layer.codeOf)];
  const members = units.map(([code, obreby], index) => writeMember(layer, land, code, obreby, index + 1));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Synthetic sample data: the names and codes are true, the shapes are invented. -->
<wfs:FeatureCollection
  xmlns:ms="http://mapserver.gis.umn.edu/mapserver"
  xmlns:gml="http://www.opengis.net/gml/3.2"
  xmlns:wfs="http://www.opengis.net/wfs/2.0"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  timeStamp="${ANSWERED_AT[land.edition]}" numberMatched="${units.length}" numberReturned="${units.length}">
${members.join('\n')}
</wfs:FeatureCollection>
`;
}

function writeMember(layer: Layer, land: Land, code: string, obreby: readonly Obreb[], id: number): string {
  const [first] = obreby;
  if (first === undefined) throw new Error(`${code} has no obręby`);
  const outline = outlineOf(land, obreby);
  const featureId = `${layer.name}.${id}`;
  return `  <wfs:member>
    <ms:${layer.name} gml:id="${featureId}">
      <gml:boundedBy>
        ${writeEnvelope(outline)}
      </gml:boundedBy>
      <ms:msGeometry>
        <gml:MultiSurface gml:id="${featureId}.1" srsName="${SRS_NAME}">
${outline.map((rings, index) => writeSurface(rings, `${featureId}.1.${index + 1}`)).join('\n')}
        </gml:MultiSurface>
      </ms:msGeometry>
      <ms:JPT_SJR_KO>${layer.kind}</ms:JPT_SJR_KO>
      <ms:JPT_KOD_JE>${code}</ms:JPT_KOD_JE>
      <ms:JPT_NAZWA_>${layer.nameOf(first)}</ms:JPT_NAZWA_>
      <ms:JPT_ID>${id}</ms:JPT_ID>
      <ms:WERSJA_OD>${VALID_FROM}</ms:WERSJA_OD>
      <ms:WERSJA_DO></ms:WERSJA_DO>
      <ms:WAZNY_OD>${VALID_FROM}</ms:WAZNY_OD>
      <ms:WAZNY_DO></ms:WAZNY_DO>
      <ms:REGON></ms:REGON>
      <ms:RODZAJ></ms:RODZAJ>
    </ms:${layer.name}>
  </wfs:member>`;
}

function writeSurface([outer, ...holes]: readonly Ring[], id: string): string {
  const ring = (positions: Ring) =>
    `<gml:LinearRing><gml:posList srsDimension="2">${positions.map(writePosition).join(' ')}</gml:posList></gml:LinearRing>`;
  return `          <gml:surfaceMember>
            <gml:Polygon gml:id="${id}">
              <gml:exterior>${ring(outer ?? [])}</gml:exterior>${holes
                .map((hole) => `\n              <gml:interior>${ring(hole)}</gml:interior>`)
                .join('')}
            </gml:Polygon>
          </gml:surfaceMember>`;
}

function writeEnvelope(outline: MultiPolygon): string {
  const positions = outline.flat(2);
  const eastings = positions.map(([easting]) => easting);
  const northings = positions.map(([, northing]) => northing);
  const lower = writePosition([Math.min(...eastings), Math.min(...northings)]);
  const upper = writePosition([Math.max(...eastings), Math.max(...northings)]);
  return `<gml:Envelope srsName="${SRS_NAME}"><gml:lowerCorner>${lower}</gml:lowerCorner><gml:upperCorner>${upper}</gml:upperCorner></gml:Envelope>`;
}

/** North before east: so the service answers for this form of srsName. */
function writePosition([easting, northing]: Position): string {
  return `${northing.toFixed(2)} ${easting.toFixed(2)}`;
}
