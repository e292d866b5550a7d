// Files of the APP schema, in which planning acts are published (1.0, 2.0 and 3.0 have the same local names) → their objects,
// each in the version that counts. Does not know what a plan or a zone means.

import { basename } from 'node:path';
import { type GmlFeature, openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { childOf, textOf } from '../formats/xml.ts';
import type { LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { issueAt, type PlacesOfLoad, type ReadItem } from '../recipe.ts';
import { type AppObject, idIn, indexOf, linksOf, planIn } from './app-objects.ts';
import { settleVersions } from './app-versions.ts';
import { cleanShapes, judgePlace, type PlanShape } from './plan-geometry.ts';

export interface AppLoad {
  /** The valid version of each, in the order of the files. */
  readonly objects: readonly AppObject[];
  /** Those of now that are not among them: what is drawn there is not known. */
  readonly left_out: readonly LeftOut[];
  /** Those of them that share an id with another thing. */
  readonly conflicting: readonly AppObject[];
  /** Ids of those that came and have ended. */
  readonly past: ReadonlySet<string>;
  readonly as_of: string | null;
  /** Types of features that are not among what is read. */
  readonly unread: ReadonlySet<string>;
}

/** An object that cannot be used. */
export interface LeftOut {
  readonly type: string;
  /** The act that it says it belongs to. */
  readonly plan: string | null;
  /** Null where not even that can be told. */
  readonly gmina6: string | null;
  /** Whether it can be told from others, though not from those that share its id. */
  readonly has_id: boolean;
  /** Whether a link means it. */
  isNamedBy(link: string): boolean;
}

/** One load: several answers of the registry (a type and a page each), or one file that holds all. */
export async function* readApp(
  files: readonly LoadFile[],
  wants: (feature: GmlFeature) => boolean,
  places: PlacesOfLoad,
): AsyncGenerator<ReadItem, AppLoad> {
  const live: AppObject[] = [];
  const stamp = new NewestDay();
  const beginning = new NewestDay();
  const left_out: LeftOut[] = [];
  const unread = new Set<string>();
  const past = new Set<string>();
  for (const { path, at } of files) {
    const { collection, features } = await openGml(path);
    stamp.add(collection.timeStamp);
    const found: { readonly object: Omit<AppObject, 'shape'>; readonly raw: PlanShape }[] = [];
    for await (const feature of features) {
      if (!wants(feature)) {
        unread.add(feature.type);
        continue;
      }
      const position = at(`line ${feature.line}`);
      const object = objectOf(feature, position);
      if (object === null) {
        const message =
          'the object has no idIIP with a namespace such as PL.ZIPPZP.1234/141803-POG and a local id';
        yield issueAt(position, 'bad_id', message, 'idIIP', feature.id);
        left_out.push(leftOut(feature));
        continue;
      }
      if (ownIdOf(feature) === null) {
        const message = `idIIP has no namespace such as PL.ZIPPZP.1234/141803-POG or no local id (lokalnyId): the id is read from ${
          idIn(textOf(feature.element, 'identifier')) === null ? 'gml:id' : 'gml:identifier'
        }`;
        yield issueAt(position, 'missing_id', message, 'idIIP', object.id);
      }
      beginning.add(textOf(feature.element, 'poczatekWersjiObiektu'));
      const isPast = textOf(feature.element, 'koniecWersjiObiektu') !== null;
      if (isPast) {
        past.add(object.id);
        continue;
      }
      const unit = await places.unitOf(object.gmina6);
      found.push({ object, raw: { ...gmlShapeOf(feature.element, 'xy'), unit } });
    }
    const shapes = yield* cleanShapes(
      basename(path),
      found.map(({ raw }) => raw),
    );
    for (const [i, { object }] of found.entries()) {
      const shape = shapes[i];
      if (shape) live.push({ ...object, shape: await judgePlace(object.type, object.gmina6, shape, places) });
    }
  }
  const as_of = stamp.day ?? beginning.day;
  const { objects, conflicting } = yield* settleVersions(live, as_of);
  for (const same of Map.groupBy(conflicting, ({ type, id }) => `${type} ${id}`).values()) {
    left_out.push(leftOutTogether(same));
  }
  return { objects, left_out, conflicting, past, as_of, unread };
}

function leftOut({ type, id: gml_id, element }: GmlFeature): LeftOut {
  const isNamedBy = (link: string) => gml_id !== null && link.replace(/^#/, '') === gml_id;
  const gmina6 = /\/(\d{6})-/.exec(identifierOf(element, 'przestrzenNazw'))?.[1] ?? null;
  return { type, plan: linksOf(element, 'plan')[0] ?? null, gmina6, has_id: false, isNamedBy };
}

/** Things that share an id: a link to any of them may mean each. */
function leftOutTogether(same: readonly AppObject[]): LeftOut {
  const find = indexOf(same);
  const [first] = same;
  const plan = first ? (linksOf(first.element, 'plan')[0] ?? planIn(first)) : null;
  const isNamedBy = (link: string) => find(link) !== null;
  return { type: first?.type ?? '', plan, gmina6: first?.gmina6 ?? null, has_id: true, isNamedBy };
}

/** A part of its own identifier. */
function identifierOf(element: GmlFeature['element'], part: string): string {
  const own = childOf(element, 'idIIP', 'Identyfikator');
  return own ? (textOf(own, part) ?? '') : '';
}

const ownIdOf = ({ element }: GmlFeature): string | null =>
  idIn(`${identifierOf(element, 'przestrzenNazw')}/${identifierOf(element, 'lokalnyId')}`);

function objectOf(feature: GmlFeature, position: string): Omit<AppObject, 'shape'> | null {
  const { type, id: gml_id, element } = feature;
  const id = ownIdOf(feature) ?? idIn(textOf(element, 'identifier')) ?? idIn(gml_id);
  const gmina6 = /\/(\d{6})-/.exec(id ?? '')?.[1];
  if (id === null || gmina6 === undefined) return null;
  const version = (
    identifierOf(element, 'wersjaId') ||
    (textOf(element, 'poczatekWersjiObiektu') ?? '')
  ).replaceAll(/\D/g, '');
  const children = element.children.filter(
    ({ name }) => name !== 'geometria' && name !== 'zasiegPrzestrzenny',
  );
  return { type, id, gmina6, version, gml_id, position, element: { ...element, children } };
}
