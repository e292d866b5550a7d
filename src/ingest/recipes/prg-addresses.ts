// PRG address points (GUGiK) of one or more voivodeships or powiaty: the model of 2021 and that of 2012. A file of a
// voivodeship has some 1.5 GB: it is read twice, first for the localities, streets and gminy, which are kept, then for
// the points, which are not. A point whose address cannot be read whole still lies somewhere: it is kept as such, so that
// its parcel is not told to have none.

import { basename } from 'node:path';
import { insidePoland } from '../../domain/geometry/projection.ts';
import { type Position, STORED_EPSG } from '../../domain/geometry/types.ts';
import type { AddressPart } from '../../domain/layers/address.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import type { AddressRow, StagedRow } from '../../domain/publish/staged-rows.ts';
import { openGml } from '../formats/gml.ts';
import { childOf, textOf, type XmlElement } from '../formats/xml.ts';
import { filesOf } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { RowsByPlace } from '../rows-by-place.ts';
import { areMany } from '../strays.ts';
import { PowiatGrid } from './powiat-grid.ts';
import { collectLinked, type Directory, POINT_READERS, type RawAddress } from './prg-address-models.ts';

export const prgAddresses: Recipe = {
  source: 'prg_addresses',
  // 14_mazowieckie_11.09.2026_11.35.23.gml, 2018_02_26_08_16_11__14_mazowieckie.xml, PRG-punkty_adresowe.zip,
  // PRG_adresy_14.zip, 1418_adresy.gml.zip
  claims:
    /^((\d{4}(_\d{2})+__)?\d{2}_[^_]*kie(_.*)?|PRG[-_](punkty_)?adres.*|\d{2,7}_adresy.*)\.(gml|xml|zip)$/i,
  names: ['{voivodeship}_mazowieckie_{day}.gml', '{powiat}_adresy.zip', 'PRG_adresy_{powiat}.xml'],
  files: /\.(gml|xml)$/i,
  reads:
    'PRG address points in GML, models of 2021 and 2012 (14_mazowieckie_11.09.2026_….gml, 1418_adresy.zip)',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readAddresses,
};

async function* readAddresses(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const files = filesOf(paths, prgAddresses, name);
  const directory: Directory = { localities: new Map(), streets: new Map(), gminy: new Map() };
  for (const { path } of files) await collectLinked(path, directory);

  const named = new NewestDay();
  const stamped = new NewestDay();
  const versions = new NewestDay();
  const byPowiat = new RowsByPlace();
  const counts = { points: 0, others: 0 };
  const grid = new PowiatGrid();
  const unplaced: { unread: Unread; position: string }[] = [];
  // A file of one powiat or gmina replaces that unit and no more; one of a voivodeship the powiaty of it that occur.
  const unit = UNIT_IN_NAME.exec(name)?.[1];
  const said = unit ?? VOIVODESHIP_IN_NAME.exec(name)?.[1] ?? '';
  for (const file of [name, ...files.map(({ path }) => basename(path))]) named.add(dayInName(file));
  for (const { path, at } of files) {
    const { collection, features } = await openGml(path);
    stamped.add(collection.timeStamp);
    for await (const { type, element, line } of features) {
      const raw = POINT_READERS[type]?.(element, directory);
      if (!raw) continue;
      versions.add(raw.began);
      const position = at(`line ${line}`);
      const { row, fault, unread } = judge(element, raw);
      if (fault) yield issueAt(position, fault.kind, fault.message, fault.field, idOf(element));
      const point = row ?? unread;
      if (point === undefined) continue;
      counts.points += 1;
      if (point.gmina !== null && !point.gmina.startsWith(said)) {
        counts.others += 1;
        const message = `the load is that of ${said}`;
        yield issueAt(position, 'other_unit', message, 'gmina', point.gmina);
        continue;
      }
      if (row) {
        grid.add(row.position, partitionOf(row.gmina));
        if (idOf(element) === null) {
          yield issueAt(position, 'bad_id', 'an address has a namespace and a local id', 'idIIP');
        }
        const written = textOf(element, 'kodPocztowy');
        if (written !== null && row.postcode === null) {
          yield issueAt(position, 'bad_postcode', 'a postcode is such as 05-500', 'kodPocztowy', written);
        }
        yield* byPowiat.take(partitionOf(row.gmina), { row: { kind: 'address', row }, position });
      } else if (unread) {
        const place = unread.gmina ?? unit;
        if (place === undefined) unplaced.push({ unread, position });
        else yield* byPowiat.take(partitionOf(place), { row: unreadRow(unread, place), position });
      }
    }
  }
  yield* byPowiat.rest();
  const { places: powiaty } = byPowiat;
  for (const { unread, position } of unplaced) {
    const powiat = grid.nearest(unread.position);
    if (powiat !== null && powiaty.includes(powiat)) yield { row: unreadRow(unread, powiat), position };
  }
  const lacking = areMany(counts.others, counts.points)
    ? `${counts.others} of ${counts.points} addresses are of other units than ${said}, of which the name says the file is`
    : null;
  const as_of = named.day ?? stamped.day ?? versions.day;
  return { as_of, scopes: unit === undefined ? powiaty : [unit], lacking };
}

/** 1418_adresy, 141803_adresy, 1418032_adresy. */
const UNIT_IN_NAME = /^(\d{4}|\d{6})\d?_adresy/i;
/** 14_mazowieckie_11.09.2026, 2018_02_26_08_16_11__14_mazowieckie, PRG_adresy_14, 14_adresy. */
const VOIVODESHIP_IN_NAME = /^(?:\d{4}(?:_\d{2})+__|PRG[-_](?:punkty_)?adres\w*?_)?(\d{2})(?!\d)(?=[_.])/i;

/** …_11.09.2026_… or 2026-01-10 or 2018_02_26. */
function dayInName(name: string): string | null {
  const [, day, month, year] = /(?:^|_)(\d{2})\.(\d{2})\.(\d{4})(?=_|\.)/.exec(name) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  return /(?:^|_)(\d{4}[-_]\d{2}[-_]\d{2})(?=_|\.)/.exec(name)?.[1]?.replaceAll('_', '-') ?? null;
}

interface Fault {
  readonly kind: string;
  readonly field: string;
  readonly message: string;
}

const LACKING: { readonly [P in AddressPart]: Fault } = {
  'house number': { kind: 'missing_number', field: 'numerPorzadkowy', message: 'it has no house number' },
  locality: { kind: 'unknown_locality', field: 'miejscowosc', message: 'its locality is not in the file' },
  gmina: { kind: 'unknown_gmina', field: 'gmina', message: 'the code of its gmina is not in the file' },
  street: { kind: 'unknown_street', field: 'ulica', message: 'its street is not in the file' },
};

/** A point that lies somewhere and whose address is not told whole. */
interface Unread {
  readonly key: string;
  readonly gmina: string | null;
  readonly missing: AddressPart;
  readonly position: Position;
}

type Judged =
  | { readonly row: AddressRow; readonly fault?: never; readonly unread?: never }
  | { readonly row?: never; readonly fault: Fault; readonly unread?: Unread };

function judge(element: XmlElement, raw: RawAddress): Judged {
  const fault = (kind: string, field: string, message: string): Judged => ({
    fault: { kind, field, message },
  });
  const { locality, simc, street, position } = raw;
  if (raw.ended !== null) return fault('ended', 'koniecWersjiObiektu', `the address ended on ${raw.ended}`);
  if ('fault' in position) return fault('unreadable_geometry', 'georeferencja', position.fault);
  if (!insidePoland(position)) {
    const message = `the position ${position.join(' ')} (EPSG:${STORED_EPSG}) is outside Poland`;
    return fault('outside_poland', 'georeferencja', message);
  }
  const house_number = textOf(element, 'numerPorzadkowy');
  // The id is ours to compare loads by; an address without one is an address all the same.
  const address_id = idOf(element) ?? `${position.join(' ')} ${house_number}`;
  const gmina = wholeGmina(raw.gmina ?? '');
  const lacking = (missing: AddressPart): Judged => ({
    fault: LACKING[missing],
    unread: { key: address_id, gmina, missing, position },
  });
  if (house_number === null) return lacking('house number');
  if (locality === null) return lacking('locality');
  if (gmina === null) return lacking('gmina');
  // Without its street the address would read as one of a locality that has none: another house.
  if (street === undefined) return lacking('street');
  const postcode = /^\d{2}-\d{3}$/.exec(textOf(element, 'kodPocztowy') ?? '')?.[0] ?? null;
  const { name = null, ulic = null } = street ?? {};
  return { row: { address_id, gmina, locality, simc, street: name, ulic, house_number, postcode, position } };
}

function unreadRow({ key, missing, position }: Unread, place: string): StagedRow {
  const geometry = { type: 'Point' as const, coordinates: position };
  return { kind: 'evidence', row: { role: 'address_unread', key, place, attributes: { missing }, geometry } };
}

/** Namespace and local id, which stay when a version ends: PL.PZGIK.200/7343b2d2-… */
function idOf(element: XmlElement): string | null {
  const identifier = childOf(element, 'idIIP')?.children[0];
  const namespace = identifier && textOf(identifier, 'przestrzenNazw');
  const local = identifier && textOf(identifier, 'lokalnyId');
  return namespace && local ? `${namespace}/${local}` : null;
}

/** Town and rural area (4, 5) are one urban-rural gmina (3); districts (8, 9) belong to the city, gmina 01 of type 1. */
function wholeGmina(code: string): string | null {
  if (!/^\d{6}[1234589]$/.test(code)) return null;
  if (/[89]$/.test(code)) return `${partitionOf(code)}011`;
  return code.replace(/[45]$/, '3');
}
