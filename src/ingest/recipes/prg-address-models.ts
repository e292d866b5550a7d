// The two models of PRG address points, that of 2021 and that of 2012: what points link to, and a point with its links
// followed. Links point both ways and may lead nowhere. Judges nothing.

import { type AxisOrder, reproject } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { STORED_EPSG } from '../../domain/geometry/types.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { childOf, childrenOf, detached, readElements, textOf, type XmlElement } from '../formats/xml.ts';

interface Locality {
  readonly name: string;
  readonly simc: string | null;
  /** Only in the model of 2021. */
  readonly gmina: string | null;
}

interface Street {
  /** As printed; in the model of 2012 it stands in the point. */
  readonly name: string | null;
  readonly ulic: string | null;
  /** Only in the model of 2021. */
  readonly locality_id: string | null;
}

/** What points link to, by id. */
export interface Directory {
  readonly localities: Map<string, Locality>;
  readonly streets: Map<string, Street>;
  /** Codes of seven digits; only in the model of 2012. */
  readonly gminy: Map<string, string>;
}

/** A point as either model gives it, before it is judged. */
export interface RawAddress {
  readonly gmina: string | null;
  readonly locality: string | null;
  readonly simc: string | null;
  /** Undefined where the point links to a street that is not there. */
  readonly street: { readonly name: string; readonly ulic: string | null } | null | undefined;
  /** EPSG:2180, or what is wrong with it. */
  readonly position: Position | { readonly fault: string };
  readonly began: string | null;
  readonly ended: string | null;
}

export async function collectLinked(path: string, { localities, streets, gminy }: Directory): Promise<void> {
  for await (const element of readElements(path, (name) => LINKED.has(name))) {
    const id = detached(idIn(element.attributes.id ?? ''));
    const kept = (...names: string[]) => {
      const text = textOf(element, ...names);
      return text === null ? null : detached(text);
    };
    const name = kept('nazwa');
    if (element.name === 'AD_Miejscowosc' && name !== null) {
      localities.set(id, { name, simc: kept('identyfikatorSIMC'), gmina: kept('TERYTGminy') });
    } else if (element.name === 'PRG_MiejscowoscNazwa' && name !== null) {
      localities.set(id, { name, simc: kept('idTERYT'), gmina: null });
    } else if (element.name === 'AD_UlicaPlac') {
      const link = linkOf(childOf(element, 'miejsce'));
      const locality_id = link === null ? null : detached(link);
      streets.set(id, { name: kept('nazwaPelna'), ulic: kept('identyfikatorULIC'), locality_id });
    } else if (element.name === 'PRG_UlicaNazwa') {
      const ulic = kept('nazwa', 'AD_NazwaUlicy', 'idTERYT');
      streets.set(id, { name: null, ulic, locality_id: null });
    } else if (element.name === 'PRG_JednostkaAdministracyjnaNazwa') {
      const code = kept('idTERYT') ?? '';
      if (/^\d{7}$/.test(code)) gminy.set(id, code);
    }
  }
}

const LINKED = new Set([
  ...['AD_Miejscowosc', 'AD_UlicaPlac'],
  ...['PRG_MiejscowoscNazwa', 'PRG_UlicaNazwa', 'PRG_JednostkaAdministracyjnaNazwa'],
]);

/**
 * Ids of 2021 end in the time of the version, and links often name another version than the one in the file: the
 * object is the same.
 */
const idIn = (id: string) => id.replace(/_\d{4}-\d{2}-\d{2}T[\d_]+$/, '');

/** #id in 2021, http://geoportal.gov.pl/PZGIK/dane/id in 2012. */
function linkOf(element: XmlElement | undefined): string | null {
  const id = element?.attributes.href?.split(/[#/]/).at(-1);
  return id === undefined || id === '' ? null : idIn(id);
}

type ReadPoint = (element: XmlElement, directory: Directory) => RawAddress;

/** By type of feature. */
export const POINT_READERS: Readonly<Record<string, ReadPoint>> = {
  AD_PunktAdresowy(element, { localities, streets }) {
    const street_id = linkOf(childOf(element, 'ulica2'));
    const street = street_id === null ? null : streets.get(street_id);
    const locality_id = linkOf(childOf(element, 'miejscowosc'));
    const locality = localities.get(locality_id ?? '') ?? localities.get(street?.locality_id ?? '');
    return {
      gmina: locality?.gmina ?? null,
      locality: locality?.name ?? null,
      simc: locality?.simc ?? null,
      street: street && (street.name === null ? undefined : { name: street.name, ulic: street.ulic }),
      position: positionOf(childOf(element, 'georeferencja'), 'xy'),
      began: textOf(element, 'poczatekWersjiObiektu'),
      ended: textOf(element, 'koniecWersjiObiektu'),
    };
  },
  /** Names stand in the point itself, codes only in what it links to. */
  PRG_PunktAdresowy(element, { localities, streets, gminy }) {
    const links = childrenOf(element, 'komponent').flatMap((component) => linkOf(component) ?? []);
    const find = <T>(among: ReadonlyMap<string, T>): T | undefined =>
      links.map((link) => among.get(link)).find((target) => target !== undefined);
    const locality = find(localities);
    const street = textOf(element, 'ulica');
    const life = (name: string) => textOf(element, 'cyklZycia', 'BT_CyklZyciaInfo', name);
    return {
      gmina: find(gminy) ?? null,
      locality: textOf(element, 'miejscowosc') ?? locality?.name ?? null,
      simc: locality?.simc ?? null,
      street: street === null ? null : { name: street, ulic: find(streets)?.ulic ?? null },
      position: positionOf(childOf(element, 'pozycja'), 'yx'),
      began: life('poczatekWersjiObiektu'),
      ended: life('koniecWersjiObiektu') ?? textOf(element, 'waznyDo'),
    };
  },
};

/** EPSG:2180 has easting first in the model of 2021; that of 2012 writes urn:…:2180, with northing first. */
function positionOf(element: XmlElement | undefined, habit: AxisOrder): RawAddress['position'] {
  const shape = element && gmlShapeOf(element, habit);
  if (!shape || (shape.geometry === null && shape.fault === null))
    return { fault: 'the address has no position' };
  const { geometry, epsg, fault } = shape;
  if (geometry === null || epsg === null) return { fault: fault ?? 'unknown coordinate system' };
  try {
    const local = reproject(epsg, STORED_EPSG, geometry);
    if (local.type !== 'Point') return { fault: `a point is expected, found ${local.type}` };
    const [x, y] = local.coordinates;
    return [roundMillimetres(x), roundMillimetres(y)];
  } catch (error) {
    // A projection answers coordinates beyond it with a RangeError.
    if (error instanceof RangeError) return { fault: error.message };
    throw error;
  }
}

const roundMillimetres = (value: number) => Math.round(value * 1000) / 1000;
