// Flood hazard maps (MZP, Wody Polskie). Answers of the INSPIRE WFS say class and edition themselves. Shapefiles do not:
// a mapping.json beside them does (flood-mapping.ts). Where the maps look at all, the mapped reach of rivers, is a file of
// its own: mzp-zasieg….geojson, .gml or .zip.

import { basename } from 'node:path';
import { leftOutClaim } from '../../domain/corpus/lacking-classes.ts';
import { inPart } from '../../domain/corpus/scope.ts';
import { openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { textOf, type XmlElement } from '../formats/xml.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { type FloodRole, MAPPING, readMapping } from './flood-mapping.ts';
import { dayOf } from './plan-words.ts';
import {
  FEATURE_FILES,
  layerOfFile,
  type RegisterFeature,
  readArea,
  readFeatures,
} from './register-features.ts';

export const flood: Recipe = {
  source: 'flood',
  claims: /^(mzp|isok)[-_].*\.(gml|xml|geojson|shp|zip)$/i,
  names: [
    'mzp-flood.gml',
    'isok_hazardarea.xml',
    'mzp-zasieg.geojson',
    'mzp-{voivodeship}.shp',
    'mzp-{voivodeship}.zip',
  ],
  files: FEATURE_FILES,
  reads:
    'flood hazard maps: answers of the ISOK WFS, shapefiles with a mapping.json, the mapped reach (mzp-zasieg.geojson)',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readFlood,
};

/** What the files of one load have been found to hold. */
interface Found {
  readonly editions: NewestDay;
  readonly roles: Set<FloodRole>;
  /** Those of which an area could not be placed. */
  readonly leftOut: Set<FloodRole>;
  /** Areas that do not say their class: each may be of any. */
  readonly unread: UnreadArea[];
}

interface UnreadArea extends Pick<RegisterFeature, 'position' | 'shape'> {
  readonly key: string;
  readonly edition: string | null;
}

const REACH = /zasi[eę]g/i;

async function* readFlood(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const found: Found = { editions: new NewestDay(), roles: new Set(), leftOut: new Set(), unread: [] };
  const mapping = paths.find((path) => basename(path) === MAPPING);
  const files = filesOf(
    paths.filter((path) => path !== mapping),
    flood,
    name,
  );
  for (const file of files) {
    if (REACH.test(name) || REACH.test(basename(file.path))) yield* readReach(file, found);
    else if (/\.shp$/i.test(file.path)) yield* readMapped(file, mapping, found);
    else yield* readHazardAreas(file, found);
  }
  for (const area of found.unread) yield* keepUnread(area, found);
  // The maps are as of their edition, whenever they were asked for.
  return {
    as_of: found.editions.day,
    scopes: [...found.roles].sort().map((part) => inPart(part)),
    claims: [...found.leftOut].map(leftOutClaim),
  };
}

async function* readHazardAreas({ path, at }: LoadFile, found: Found): AsyncGenerator<ReadItem> {
  const { features } = await openGml(path);
  for await (const { type, id, element, line } of features) {
    const position = at(`line ${line}`);
    if (type !== 'HazardArea') {
      yield issueAt(
        position,
        'unknown_type',
        `features of type ${type} are not read; HazardArea is`,
        'type',
        type,
      );
      continue;
    }
    const said = textOf(element, ...LIKELIHOOD, 'qualitativeLikelihood');
    if (LEVEE_FAILURE.test(said ?? '')) {
      const message =
        'areas of the failure of a levee are not read: they are no areas of special flood hazard';
      yield issueAt(position, 'other_scenario', message, 'likelihood');
      continue;
    }
    const key = textOf(element, 'inspireId', 'Identifier', 'localId') ?? id;
    const role = classOf(element);
    const edition = dayOf(textOf(element, 'validityPeriod', 'TimePeriod', 'beginPosition'));
    const area = { position, shape: gmlShapeOf(element, 'xy') };
    if (key === null || role === null) {
      const message =
        'a hazard area has a local id and a scenario of Q 10%, Q 1% or Q 0,2% (or a return period of 10, 100 or 500 years); where it lies, no class is known whole';
      yield issueAt(position, key === null ? 'bad_id' : 'unknown_class', message, 'likelihood', said);
      found.unread.push({ ...area, key: key ?? position, edition });
      continue;
    }
    const version = edition ?? '';
    const evidence = { role, key, place: inPart(role), version, attributes: { edition } };
    yield* take(evidence, area, found);
  }
}

/** With each class of the load: it is gone when all of them have come anew. */
function* keepUnread({ key, edition, ...area }: UnreadArea, { roles, leftOut }: Found): Generator<ReadItem> {
  const classes = CLASSES.map(({ role }) => role).filter((role) => roles.has(role));
  for (const role of classes) {
    const evidence = { role: 'flood_unread', key, place: inPart(role), attributes: { edition } } as const;
    if (yield* readArea(evidence, area)) continue;
    for (const each of classes) leftOut.add(each);
    return;
  }
}

const LIKELIHOOD = ['likelihoodOfOccurrence', 'LikelihoodOfOccurrence'];
const RETURN_PERIOD = [...LIKELIHOOD, 'quantitativeLikelihood', 'QuantitativeLikelihood', 'returnPeriod'];
const CLASSES: readonly { scenario: RegExp; years: number; role: FloodRole }[] = [
  { scenario: /Q\s*10\s*%/i, years: 10, role: 'flood_q10' },
  { scenario: /Q\s*1\s*%/i, years: 100, role: 'flood_q100' },
  { scenario: /Q\s*0[,.]2\s*%/i, years: 500, role: 'flood_q500' },
];
/** Failure of a levee is modelled at 1 % too, and is no area of special flood hazard (Prawo wodne art. 16 pkt 34). */
const LEVEE_FAILURE = /wał|zniszcz|awari/i;

/** By its words; the return period where they say none. The published probability is not reliable (0.02 for 0.2 %). */
function classOf(element: XmlElement): FloodRole | null {
  const words = textOf(element, ...LIKELIHOOD, 'qualitativeLikelihood') ?? '';
  const years = Number(textOf(element, ...RETURN_PERIOD));
  const known =
    CLASSES.find(({ scenario }) => scenario.test(words)) ?? CLASSES.find((row) => row.years === years);
  return known?.role ?? null;
}

async function* readReach(file: LoadFile, found: Found): AsyncGenerator<ReadItem> {
  const role = 'flood_reach';
  let count = 0;
  for await (const feature of readFeatures(file, ['edition', 'edycja'], new NewestDay())) {
    count += 1;
    const edition = dayOf(feature.properties.text('edition') ?? feature.properties.text('edycja'));
    const key = `${layerOfFile(file.path)}/${count}`;
    const evidence = { role, key, is_numbered: true, place: inPart(role), attributes: { edition } } as const;
    yield* take(evidence, feature, found);
  }
}

async function* readMapped(
  file: LoadFile,
  mappingPath: string | undefined,
  found: Found,
): AsyncGenerator<ReadItem> {
  const mapping = readMapping(file.path, mappingPath);
  const layer = layerOfFile(file.path);
  const role = mapping.layers.get(layer);
  if (role === undefined) {
    const message = `${MAPPING} does not say what the layer ${layer} is`;
    yield issueAt(basename(file.path), 'unknown_layer', message, 'layer', layer);
    return;
  }
  // A layer without a feature says that there is nothing of it.
  note(found, role, mapping.edition);
  let count = 0;
  for await (const feature of readFeatures(file, [mapping.edition_column], new NewestDay())) {
    count += 1;
    const edition = dayOf(feature.properties.text(mapping.edition_column)) ?? mapping.edition;
    const key = `${layer}/${count}`;
    const evidence = { role, key, is_numbered: true, place: inPart(role), attributes: { edition } };
    yield* take(evidence, feature, found);
  }
}

function* take(
  evidence: Parameters<typeof readArea>[0] & {
    readonly role: FloodRole;
    readonly attributes: { edition: string | null };
  },
  feature: Parameters<typeof readArea>[1],
  found: Found,
): Generator<ReadItem> {
  const { role, attributes } = evidence;
  if (yield* readArea(evidence, feature)) note(found, role, attributes.edition);
  // That a stretch of the mapped reach is missing makes less known, not more.
  else if (role !== 'flood_reach') found.leftOut.add(role);
}

function note(found: Found, role: FloodRole, edition: string | null): void {
  found.roles.add(role);
  found.editions.add(edition);
}
