// Writes protected areas as the shapefiles of the GDOŚ service (WFS 1.0, shape-zip): a layer for each form of
// protection, {Type}Polygon or {Type}Point. Adds monuments on their showcases and the faulty areas of faults.ts.

import { join } from 'node:path';
import type { Position } from '../src/domain/geometry/types.ts';
import { writeArchive } from './archive.ts';
import { MONUMENT_SINCE } from './editions.ts';
import { FAULTY_PROTECTED } from './faults.ts';
import { pointOn } from './inside.ts';
import { type Land, obrebyOf } from './land.ts';
import { bowTieAt, outlineOf, squareAt } from './outline.ts';
import { SHOWCASE } from './planted.ts';
import { type ProtectedType, protectedAreasOf } from './protection.ts';
import { encodeShapefile, type Field, type ShapeRow } from './shapefile.ts';
import type { Writer } from './writer.ts';

/** The part of `kodinspire` that stands for the form. */
const CODES: Readonly<Record<ProtectedType, string>> = {
  ParkiNarodowe: 'PN',
  Rezerwaty: 'RP',
  ParkiKrajobrazowe: 'PK',
  ObszaryChronionegoKrajobrazu: 'OCHK',
  ObszarySpecjalnejOchrony: 'N2K',
  SpecjalneObszaryOchrony: 'N2K',
  UzytkiEkologiczne: 'UE',
  ZespolyPrzyrodniczoKrajobrazowe: 'ZPK',
  StanowiskaDokumentacyjne: 'SD',
};

const AREA_FIELDS: readonly Field[] = [
  { name: 'gid', type: 'N', length: 10 },
  { name: 'nazwa', type: 'C', length: 254 },
  { name: 'kodinspire', type: 'C', length: 254 },
];
const NATURA_2000_FIELDS: readonly Field[] = [...AREA_FIELDS, { name: 'kod', type: 'C', length: 10 }];
const MONUMENT_FIELDS: readonly Field[] = [
  { name: 'gid', type: 'N', length: 10 },
  { name: 'kodinspire', type: 'C', length: 254 },
  { name: 'typ', type: 'C', length: 60 },
  { name: 'podtyp', type: 'C', length: 60 },
  { name: 'obiekt', type: 'C', length: 60 },
  { name: 'nazwa', type: 'C', length: 254 },
  { name: 'fop_id', type: 'N', length: 10 },
  { name: 'gatunek', type: 'C', length: 120 },
  { name: 'data_utwor', type: 'C', length: 10 },
  { name: 'powierzchn', type: 'N', length: 12 },
  { name: 'link', type: 'C', length: 254 },
];
/** windows-1250 has no letters for these. */
const ODD_NAME = Buffer.concat([
  Buffer.from('Bagno '),
  Buffer.of(0x81, 0x83, 0x88, 0x90),
  Buffer.from(' Dolne'),
]);

export function startGdos(folder: string, land: Land): Writer {
  const places = new Map<string, Position>();
  return {
    add({ parcels }) {
      for (const { id, geometry } of parcels) {
        if (land.edition === 'earlier' && id === MONUMENT_SINCE) continue;
        if (id === SHOWCASE.protected_pomnik || id === SHOWCASE.protected_pomnik_area)
          places.set(id, pointOn(geometry, 0.5));
      }
    },
    async finish() {
      const file = join(folder, 'gdos.zip');
      const tree = places.get(SHOWCASE.protected_pomnik);
      const boulder = places.get(SHOWCASE.protected_pomnik_area);
      const layers = {
        ...areaLayers(land),
        PomnikiPrzyrodyPowierzchniowePolygon: encodeShapefile(
          'Polygon',
          MONUMENT_FIELDS,
          boulder === undefined
            ? []
            : [toMonument(2, 'Głaz Kamionka', null, [squareAt(boulder).toReversed()])],
        ),
        PomnikiPrzyrodyPunktowePoint: encodeShapefile(
          'Point',
          MONUMENT_FIELDS,
          tree === undefined ? [] : [toMonument(1, 'Dąb Żwirek', 'dąb szypułkowy', [[tree]])],
        ),
      };
      const files = Object.entries(layers).flatMap(([layer, shapefile]) =>
        Object.entries(shapefile).map(([ending, bytes]) => [`${layer}.${ending}`, [bytes]] as const),
      );
      await writeArchive(file, Object.fromEntries(files));
      return file;
    },
  };
}

function areaLayers(land: Land): Record<string, ReturnType<typeof encodeShapefile>> {
  const areas = protectedAreasOf(land).map((area, index) => ({ ...area, gid: index + 1 }));
  const layers = Object.entries(CODES).map(([type, form]) => {
    const rows = areas
      .filter((area) => area.type === type)
      .map(({ name, code, gid, geometry }) => ({
        shape: geometry.flat().map((ring) => ring.toReversed()),
        cells: {
          gid: String(gid),
          nazwa: name,
          kodinspire: `PL.ZIPOP.1393.${form}.${code ?? 9_900 + gid}`,
          kod: code,
        },
      }));
    const fields = form === 'N2K' ? NATURA_2000_FIELDS : AREA_FIELDS;
    const faulty = type === 'UzytkiEkologiczne' ? faultyRows(land) : [];
    return [`${type}Polygon`, encodeShapefile('Polygon', fields, [...rows, ...faulty])] as const;
  });
  return Object.fromEntries(layers);
}

/** At a corner of Kamionka, in gmina Piaseczno. */
function faultyRows(land: Land): ShapeRow[] {
  const kamionka = obrebyOf(land, '141804_5').filter(({ name }) => name === 'Kamionka');
  const corner = outlineOf(land, kamionka)[0]?.[0]?.[0] ?? [0, 0];
  return [
    {
      shape: [squareAt(corner).toReversed()],
      cells: { gid: '9901', nazwa: ODD_NAME, kodinspire: FAULTY_PROTECTED.odd_name },
    },
    {
      shape: [bowTieAt(corner)],
      cells: { gid: '9902', nazwa: 'Staw Graniczny', kodinspire: FAULTY_PROTECTED.self_crossing },
    },
  ];
}

function toMonument(gid: number, name: string, species: string | null, shape: ShapeRow['shape']): ShapeRow {
  return {
    shape,
    cells: {
      gid: String(gid),
      kodinspire: `PL.ZIPOP.1393.PP.1418043.990${gid}`,
      typ: species === null ? 'Wieloobiektowy' : 'Jednoobiektowy',
      podtyp: species === null ? 'głaz' : 'drzewo',
      obiekt: species === null ? 'głaz narzutowy' : 'drzewo',
      nazwa: name,
      fop_id: String(990_000 + gid),
      gatunek: species,
      data_utwor: '1998-05-04',
      link: `https://crfop.example/formy/990${gid}`,
    },
  };
}
