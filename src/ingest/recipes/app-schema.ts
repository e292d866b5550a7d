// Objects of the APP schema, in which planning acts are published (1.0, 2.0 and 3.0 have the same local names): who
// they are, which version counts and how they point at each other. Does not know what a plan or a zone means.

import { basename } from 'node:path';
import type { Cleaned } from '../clean.ts';
import { type GmlFeature, openGml } from '../formats/gml.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import type { LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { cleanShapes, type PlanShape, rawShapeOf } from './plan-geometry.ts';

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

export interface AppLoad {
  /** The valid version of each, in the order of the files. */
  readonly objects: readonly AppObject[];
  /** Those of now that are not among them: what is drawn there is not known. */
  readonly left_out: readonly LeftOut[];
  readonly as_of: string | null;
}

/** An object that cannot be used. */
export interface LeftOut {
  readonly type: string;
  /** The act that it says it belongs to. */
  readonly plan: string | null;
  /** Whether a link means it. */
  isNamedBy(link: string): boolean;
}

/** One load: several answers of the registry (a type and a page each), or one file that holds all. */
export async function* readApp(
  files: readonly LoadFile[],
  wants: (feature: GmlFeature) => boolean,
): AsyncGenerator<ReadItem, AppLoad> {
  const newest = new Map<string, AppObject>();
  const stamp = new NewestDay();
  const beginning = new NewestDay();
  const left_out: LeftOut[] = [];
  for (const { path, at } of files) {
    const { collection, features } = await openGml(path);
    stamp.add(collection.timeStamp);
    const found: { readonly object: Omit<AppObject, 'shape'>; readonly raw: PlanShape }[] = [];
    for await (const feature of features) {
      if (!wants(feature)) continue;
      const position = at(`line ${feature.line}`);
      const object = objectOf(feature, position);
      if (object === null) {
        const message =
          'the object has no idIIP with a namespace such as PL.ZIPPZP.1234/141803-POG and a local id';
        yield issueAt(position, 'bad_id', message, 'idIIP', feature.id);
        left_out.push(leftOut(feature));
        continue;
      }
      beginning.add(textOf(feature.element, 'poczatekWersjiObiektu'));
      const isPast = textOf(feature.element, 'koniecWersjiObiektu') !== null;
      if (!isPast) found.push({ object, raw: rawShapeOf(feature.element) });
    }
    const shapes = yield* cleanShapes(
      basename(path),
      found.map(({ raw }) => raw),
    );
    for (const [i, { object }] of found.entries()) {
      const shape = shapes[i];
      if (shape) yield* keepNewest(newest, { ...object, shape });
    }
  }
  return { objects: [...newest.values()], left_out, as_of: stamp.day ?? beginning.day };
}

function leftOut({ type, id: gml_id, element }: GmlFeature): LeftOut {
  const isNamedBy = (link: string) => gml_id !== null && link.replace(/^#/, '') === gml_id;
  return { type, plan: linksOf(element, 'plan')[0] ?? null, isNamedBy };
}

function* keepNewest(newest: Map<string, AppObject>, object: AppObject): Generator<ReadItem> {
  const key = `${object.type} ${object.id}`;
  const known = newest.get(key);
  if (known?.version === object.version) {
    const message = `${object.id} stands in the load before; the first is kept`;
    yield issueAt(object.position, 'duplicate_id', message, 'idIIP', object.id);
  } else if (known === undefined || object.version > known.version) newest.set(key, object);
}

/** In a link (https://…/app/StrefaPlanistyczna/…), a gml:id (joined with _) or on its own; the version at its end. */
const OBJECT_ID = /(PL\.[^/_]+)[/_](\d{6}-[A-Z]+)[/_](.+?)(?:[/_]\d{8}T\d{6}\w*)?$/;

function idIn(text: string | null): string | null {
  const parts = OBJECT_ID.exec(text ?? '');
  return parts ? parts.slice(1).join('/') : null;
}

function objectOf(
  { type, id: gml_id, element }: GmlFeature,
  position: string,
): Omit<AppObject, 'shape'> | null {
  const own = childOf(element, 'idIIP', 'Identyfikator');
  const part = (name: string) => (own ? (textOf(own, name) ?? '') : '');
  const id =
    idIn(`${part('przestrzenNazw')}/${part('lokalnyId')}`) ??
    idIn(textOf(element, 'identifier')) ??
    idIn(gml_id);
  const gmina6 = /\/(\d{6})-/.exec(id ?? '')?.[1];
  if (id === null || gmina6 === undefined) return null;
  const version = (part('wersjaId') || (textOf(element, 'poczatekWersjiObiektu') ?? '')).replaceAll(
    /\D/g,
    '',
  );
  const children = element.children.filter(
    ({ name }) => name !== 'geometria' && name !== 'zasiegPrzestrzenny',
  );
  return { type, id, gmina6, version, gml_id, position, element: { ...element, children } };
}

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
