// Writes address points in the exchange format of PRG (model of 2021, EPSG:2180 in the order east, north) for the whole
// voivodeship: localities, then obręb by obręb the points and the streets they lie in. Links are ids within the file;
// one leads nowhere, as in true files. Adds the faulty points of faults.ts.

import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../src/domain/geometry/types.ts';
import {
  type AddressPoint,
  addressesOf,
  type Locality,
  localitiesOf,
  type Street,
  streetsOf,
} from './addresses.ts';
import { ADDED_SINCE, EARLIER_DAY, type Edition } from './editions.ts';
import { FAULTY_ADDRESSES } from './faults.ts';
import type { Land } from './land.ts';
import { outlineOf } from './outline.ts';
import type { Writer } from './writer.ts';

const DAYS: Readonly<Record<Edition, string>> = {
  earlier: EARLIER_DAY.split('-').reverse().join('.'),
  current: '08.11.2026',
};
const SPACE = 'PL.PZGIK.200';
const VERSION = '2026-03-02T10:00:00';
const MISSING_STREET = '00000000-0000-4000-8000-000000000009';
/** North-west of everything: in Germany. */
const OUTSIDE_POLAND: Position = [100_000, 600_000];

const OPENING = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Synthetic sample data: the names of localities are true, addresses are invented. -->
<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:prgad="https://geoportal.gov.pl/schemas/prgad/1.0" xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="https://geoportal.gov.pl/schemas/prgad/1.0 https://opendata.geoportal.gov.pl/prg/schemas/prgad/1.0/PRGAD.xsd">
`;

export function startAddresses(folder: string, land: Land): Writer {
  const file = join(folder, `14_mazowieckie_${DAYS[land.edition]}_adresy.gml`);
  const handle = openSync(file, 'w');
  const localities = new Map(
    localitiesOf(land).flatMap((locality) => locality.obreby.map((obreb) => [obreb, locality] as const)),
  );
  writeSync(handle, OPENING);
  for (const locality of new Set(localities.values())) writeSync(handle, writeLocality(land, locality));

  return {
    add({ obreb, parcels }) {
      const locality = localities.get(obreb);
      if (locality === undefined) throw new Error(`${obreb.id} has no locality`);
      const points = addressesOf(land, obreb, parcels).filter(
        ({ parcel }) => land.edition === 'current' || parcel.id !== ADDED_SINCE.address,
      );
      const streets = streetsOf(land, obreb);
      const pointsOf = Map.groupBy(points, ({ street }) => street !== 'missing' && street?.localId);
      const features = [
        ...points.map((point) => writePoint(locality, point)),
        ...streets.map((street) => writeStreet(locality, street, pointsOf.get(street.localId) ?? [])),
      ];
      writeSync(handle, features.join(''));
    },
    async finish() {
      const [locality] = localities.values();
      if (locality === undefined) throw new Error('the land has no localities');
      const sound = { number: '1', street: null, position: centreOf(land, locality) };
      const { no_house_number, outside_poland } = FAULTY_ADDRESSES;
      writeSync(handle, writePoint(locality, { ...sound, localId: no_house_number, number: '' }));
      writeSync(
        handle,
        writePoint(locality, { ...sound, localId: outside_poland, position: OUTSIDE_POLAND }),
      );
      writeSync(handle, '</gml:FeatureCollection>\n');
      closeSync(handle);
      return file;
    },
  };
}

function writeLocality(land: Land, locality: Locality): string {
  const { name, isTown, simc, gmina, obreby } = locality;
  const streets = obreby.flatMap((obreb) => streetsOf(land, obreb));
  return writeFeature('AD_Miejscowosc', locality.localId, gmina, [
    tag('nazwa', name),
    tag('rodzaj', isTown ? '96' : '01'),
    tag('identyfikatorSIMC', simc),
    '<prgad:identyfikatorPRNG />',
    writePosition(centreOf(land, locality)),
    tag('TERYTGminy', gmina),
    ...streets.map((street) => link('ulica1', gmlId(gmina, street.localId))),
  ]);
}

function writePoint(
  locality: Locality,
  { localId, number, position, street }: Omit<AddressPoint, 'parcel'>,
): string {
  const { gmina, postcode } = locality;
  const streetId = street === 'missing' ? MISSING_STREET : street?.localId;
  return writeFeature('AD_PunktAdresowy', localId, gmina, [
    number === '' ? '<prgad:numerPorzadkowy />' : tag('numerPorzadkowy', number),
    writePosition(position),
    tag('kodPocztowy', postcode),
    tag('dataNadania', '2012-04-27'),
    link('miejscowosc', gmlId(gmina, locality.localId)),
    ...(streetId === undefined ? [] : [link('ulica2', gmlId(gmina, streetId))]),
  ]);
}

function writeStreet(
  locality: Locality,
  { localId, name, ulic }: Street,
  points: readonly AddressPoint[],
): string {
  const { gmina } = locality;
  return writeFeature('AD_UlicaPlac', localId, gmina, [
    '<prgad:geometria></prgad:geometria>',
    tag('nazwaPelna', name),
    tag('rodzaj', '1'),
    tag('TERYTNazwa1', name),
    tag('identyfikatorULIC', ulic),
    link('miejsce', gmlId(gmina, locality.localId)),
    ...points.map((point) => link('adres2', gmlId(gmina, point.localId))),
  ]);
}

function writeFeature(type: string, localId: string, gmina: string, properties: readonly string[]): string {
  const lines = [
    `<prgad:idIIP><prgad:AD_IdentyfikatorIIP>${tag('lokalnyId', localId)}${tag('przestrzenNazw', SPACE)}${tag('wersjaId', `${VERSION}+01:00`)}</prgad:AD_IdentyfikatorIIP></prgad:idIIP>`,
    tag('poczatekWersjiObiektu', VERSION),
    ...properties,
  ];
  return `  <gml:featureMember>
    <prgad:${type} gml:id="${gmlId(gmina, localId)}">
${lines.map((line) => `      ${line}`).join('\n')}
    </prgad:${type}>
  </gml:featureMember>
`;
}

function tag(name: string, text: string): string {
  return `<prgad:${name}>${text}</prgad:${name}>`;
}

function link(name: string, id: string): string {
  return `<prgad:${name} xlink:href="#${id}" />`;
}

/** Each gmina keeps its own register of addresses (EMUiA). */
function gmlId(gmina: string, localId: string): string {
  return `PL.ZIPIN.${gmina.slice(0, 6)}.EMUiA_${localId}_${VERSION.replaceAll(':', '_')}_01_00`;
}

function writePosition([easting, northing]: Position): string {
  return `<prgad:georeferencja><gml:Point srsName="EPSG:2180" srsDimension="2"><gml:pos>${easting.toFixed(2)} ${northing.toFixed(2)}</gml:pos></gml:Point></prgad:georeferencja>`;
}

/** Somewhere in its first obręb. */
function centreOf(land: Land, { obreby }: Locality): Position {
  const ring = outlineOf(land, obreby.slice(0, 1))[0]?.[0] ?? [];
  const [x1, y1] = ring[0] ?? [0, 0];
  const [x2, y2] = ring[Math.floor(ring.length / 2)] ?? [x1, y1];
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}
