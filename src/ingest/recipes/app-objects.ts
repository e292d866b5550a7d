// Objects of the APP schema: who they are and how they point at each other. Does not know files, versions, plans or zones.

import type { Cleaned } from '../clean.ts';
import { childrenOf, type XmlElement } from '../formats/xml.ts';

export interface AppObject {
  readonly type: string;
  /** Namespace and local id, without the version: PL.ZIPPZP.10011/226401-POG/1POG. */
  readonly id: string;
  readonly gmina6: string;
  /** Digits of the moment of the version: later ones sort higher. */
  readonly version: string;
  readonly gml_id: string | null;
  readonly position: string;
  /** Without its geometry. */
  readonly element: XmlElement;
  readonly shape: Cleaned;
}

/** In a link (https://…/app/StrefaPlanistyczna/…), a gml:id (joined with _) or on its own; the version at its end. */
const OBJECT_ID = /(PL\.[^/_]+)[/_](\d{6}-[A-Z]+)[/_](.+?)(?:[/_]\d{8}T\d{6}\w*)?$/;

export function idIn(text: string | null): string | null {
  const parts = OBJECT_ID.exec(text ?? '');
  return parts ? parts.slice(1).join('/') : null;
}

/** The id of an area begins with that of its plan: 1POG-100SU. */
export const planIn = ({ id }: AppObject): string => id.replace(/-[^-/]*$/, '');

export type FindObject = (link: string | null) => AppObject | null;

/** Finds by whatever a link may hold: the address of the object, #gml:id, gml:id, or its id with a version or without. */
export function indexOf(objects: readonly AppObject[]): FindObject {
  const known = new Map(objects.map((object) => [object.id, object]));
  for (const object of objects) if (object.gml_id !== null) known.set(object.gml_id, object);
  return (link) => {
    const target = (link ?? '').replace(/^#/, '');
    return known.get(target) ?? known.get(idIn(target) ?? '') ?? null;
  };
}

/** Empty links are written too. */
export function linksOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap(({ attributes: { href = '' } }) => href.trim() || []);
}

/** The last part of the address of a code: legalForce, planOgolnyGminy. */
export function codeOf(element: XmlElement, name: string): string | null {
  return linksOf(element, name)[0]?.split(/[/#]/).at(-1) ?? null;
}
