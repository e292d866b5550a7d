// Writes the topographic database of a powiat as {TERYT4}_GML.zip (BDOT10k, schema of 2021, EPSG:2180 in the order east,
// north): roads and buildings, one file a class, each feature on one line. Adds the faulty roads of faults.ts.

import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Geometry, Position } from '../src/domain/geometry/types.ts';
import { writeArchive } from './archive.ts';
import type { Building, BuildingKind } from './buildings.ts';
import { FAULTY_ROADS } from './faults.ts';
import type { Land } from './land.ts';
import { randomFor, uuidFrom } from './random.ts';
import { type Road, type RoadCategory, roadsOf } from './roads.ts';
import type { ObrebContent, Writer } from './writer.ts';

const CLASSES = ['OT_SKJZ_L', 'OT_SKDR_L', 'OT_BUBD_A'] as const;
type ClassName = (typeof CLASSES)[number];

const SPACE = 'PL.PZGiK.994.BDOT10k';
const VERSION = '2026-09-30T00:00:00';
const FAULTY_OBREB = '141803_2.0002';
const UNDER_CONSTRUCTION_SHARE = 0.02;

const ROAD_CLASSES: Readonly<
  Record<RoadCategory, readonly [name: string, surface: string, width_m: string]>
> = {
  krajowa: ['droga główna ruchu przyspieszonego', 'masa bitumiczna', '9.0'],
  wojewódzka: ['droga główna', 'masa bitumiczna', '7.0'],
  powiatowa: ['droga zbiorcza', 'masa bitumiczna', '6.0'],
  gminna: ['droga lokalna', 'masa bitumiczna', '5.0'],
  wewnętrzna: ['droga wewnętrzna', 'tłuczeń', '4.0'],
};
/** They have an axis of their own beside their carriageways. */
const MAIN_ROADS: ReadonlySet<RoadCategory> = new Set(['krajowa', 'wojewódzka']);

/** KŚT code, general function, main function. */
const FUNCTIONS: Readonly<Record<BuildingKind, readonly [code: string, general: string, main: string]>> = {
  m: ['110', 'budynki mieszkalne', 'budynek jednorodzinny'],
  g: ['108', 'budynki produkcyjne, usługowe i gospodarcze dla rolnictwa', 'budynek gospodarczy'],
  t: ['102', 'budynki transportu i łączności', 'garaż'],
  k: ['107', 'budynki oświaty, nauki i kultury oraz budynki sportowe', 'szkoła podstawowa'],
  z: ['106', 'budynki szpitali i inne budynki opieki zdrowotnej', 'przychodnia'],
  b: ['105', 'budynki biurowe', 'budynek biurowy'],
  h: ['103', 'budynki handlowo-usługowe', 'pawilon handlowo-usługowy'],
  p: ['101', 'budynki przemysłowe', 'budynek produkcyjny'],
  s: ['104', 'zbiorniki, silosy i budynki magazynowe', 'budynek magazynowy'],
  i: ['109', 'pozostałe budynki niemieszkalne', 'budynek kultu religijnego'],
};

export interface Bdot10kWriter extends Writer {
  /** Of an obręb across the border what is held to lie near enough to belong to the package, too. */
  addNear(content: ObrebContent, isNear: (shape: Geometry) => boolean): void;
}

export function startBdot10k(folder: string, land: Land, powiat: string): Bdot10kWriter {
  const nameOf = (className: ClassName) => `PL.PZGiK.994.${powiat}__${className}.xml`;
  const files = CLASSES.map((className) => {
    const path = join(folder, nameOf(className));
    const handle = openSync(path, 'w');
    writeSync(handle, writeOpening(className));
    return { className, path, handle };
  });
  const write = (className: ClassName, features: readonly string[]) => {
    for (const file of files) if (file.className === className) writeSync(file.handle, features.join(''));
  };
  // An object bears the same id in every package that holds it: ids are drawn for all, whatever is written.
  const addNear: Bdot10kWriter['addNear'] = ({ obreb, parcels, buildings }, isNear) => {
    const random = randomFor(land.seed, `bdot10k ${obreb.id}`);
    const roads = roadsOf(land, obreb, parcels);
    const mainRoads = roads.filter(({ category }) => MAIN_ROADS.has(category));
    const isNearRoad = ({ axis }: Road) => isNear({ type: 'MultiLineString', coordinates: [axis] });
    const writeRoads = (className: ClassName, some: readonly Road[]) =>
      write(
        className,
        some.flatMap((road) => {
          const localId = uuidFrom(random);
          return isNearRoad(road) ? [writeRoad(className, localId, road)] : [];
        }),
      );
    writeRoads('OT_SKJZ_L', roads);
    writeRoads('OT_SKDR_L', mainRoads);
    write(
      'OT_BUBD_A',
      buildings.flatMap((building) => {
        const isUnderConstruction = building.kind !== 'm' && random() < UNDER_CONSTRUCTION_SHARE;
        const localId = uuidFrom(random);
        const shape: Geometry = { type: 'MultiPolygon', coordinates: [building.footprint] };
        return isNear(shape) ? [writeBuilding(localId, building, isUnderConstruction)] : [];
      }),
    );
  };
  return {
    addNear,
    add(content) {
      addNear(content, () => true);
      const { obreb, parcels } = content;
      if (obreb.id !== FAULTY_OBREB) return;
      const [road] = roadsOf(land, obreb, parcels);
      if (road !== undefined) write('OT_SKJZ_L', writeFaultyRoads(road));
    },
    async finish() {
      for (const { handle } of files) {
        writeSync(handle, '</gml:FeatureCollection>\n');
        closeSync(handle);
      }
      const archive = join(folder, `${powiat}_GML.zip`);
      const contents = files.map(({ className, path }) => [nameOf(className), { path }] as const);
      await writeArchive(archive, Object.fromEntries(contents));
      for (const { path } of files) await rm(path);
      return archive;
    },
  };
}

function writeOpening(className: ClassName): string {
  return `<?xml version='1.0' encoding='UTF-8'?>
<!-- Synthetic sample data: roads and buildings are invented. -->
<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:ot="urn:gugik:specyfikacje:gmlas:bazaDanychObiektowTopograficznych10k:2.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" gml:id="GUGiK_${className.slice(3)}" xsi:schemaLocation="urn:gugik:specyfikacje:gmlas:bazaDanychObiektowTopograficznych10k:2.0 ../XSD/BDOT10k_BDOO.xsd">
`;
}

function writeRoad(
  className: ClassName,
  localId: string,
  { category, number, axis }: Omit<Road, 'parcel'>,
  exists: string | null = 'eksploatowany',
): string {
  const [roadClass, surface, width_m] = ROAD_CLASSES[category];
  return writeFeature(className, localId, exists, [
    tag('kategoriaZarzadzania', category),
    tag('klasaDrogi', roadClass),
    tag('materialNawierzchni', surface),
    tag('polozenie', 'na powierzchni gruntu'),
    tag('szerokoscNawierzchni', width_m, ' uom="m"'),
    number === null ? '' : tag('numerDrogi', number),
    tag(
      'geometria',
      `<gml:Curve gml:id="id-${localId}-0" srsName="EPSG:2180" srsDimension="2"><gml:segments><gml:LineStringSegment><gml:posList>${writePositions(axis)}</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve>`,
    ),
  ]);
}

function writeBuilding(
  localId: string,
  { id, kind, floors_above, footprint }: Building,
  isUnderConstruction: boolean,
): string {
  const [code, general, main] = FUNCTIONS[kind];
  const [ring = []] = footprint;
  return writeFeature('OT_BUBD_A', localId, isUnderConstruction ? 'w budowie' : 'eksploatowany', [
    tag(
      'geometria',
      `<gml:Polygon gml:id="id-${localId}-0" srsName="EPSG:2180" srsDimension="2"><gml:exterior><gml:LinearRing><gml:posList>${writePositions(ring)}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`,
    ),
    tag('funkcjaOgolnaBudynku', general),
    tag('przewazajacaFunkcjaBudynku', main),
    tag('liczbaKondygnacji', String(floors_above)),
    tag('kodKst', code),
    tag('identyfikatorEGiB', id),
  ]);
}

/** Beside a sound road, so that nothing else changes. */
function writeFaultyRoads({ axis }: Road): string[] {
  const road = { category: 'gminna', number: null, axis } as const;
  return [
    writeRoad('OT_SKJZ_L', FAULTY_ROADS.no_category, road).replace(
      tag('kategoriaZarzadzania', road.category),
      '',
    ),
    writeRoad('OT_SKJZ_L', FAULTY_ROADS.no_existence, road, null),
  ];
}

function writeFeature(
  className: ClassName,
  localId: string,
  exists: string | null,
  properties: readonly string[],
): string {
  const content = [
    tag('lokalnyId', localId),
    tag('przestrzenNazw', SPACE),
    tag('wersja', VERSION),
    tag('poczatekWersjiObiektu', VERSION),
    tag('oznaczenieZmiany', 'GP.6640.1.2026'),
    tag('zrodloDanychGeometrycznych', 'ortofotomapa'),
    exists === null ? '' : tag('kategoriaIstnienia', exists),
    ...properties,
  ];
  const id = `${SPACE}_${localId}_${VERSION.replaceAll(':', '')}`;
  return `\t<gml:featureMember><ot:${className} gml:id="${id}">${content.join('')}</ot:${className}></gml:featureMember>\n`;
}

function tag(name: string, text: string, attributes = ''): string {
  return `<ot:${name}${attributes}>${text}</ot:${name}>`;
}

function writePositions(positions: readonly Position[]): string {
  return positions.map(([easting, northing]) => `${easting.toFixed(2)} ${northing.toFixed(2)}`).join(' ');
}
