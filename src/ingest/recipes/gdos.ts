// Forms of nature protection (GDOŚ): answers of its WFS, or the shapefiles it makes ({Layer}Polygon.shp, windows-1250
// without saying so). No attribute names the form: the layer does. Buffer zones (otulina) sit among the forms they
// surround and are told apart by their names alone. Monuments are points, lines or areas.

import type { PROTECTED_FORMS } from '../../contract/layer-values.ts';
import { GDOS_PARTS } from '../../domain/corpus/register-parts.ts';
import { inPart } from '../../domain/corpus/scope.ts';
import { areaM2Of } from '../clean.ts';
import { judgeShape } from '../judge-shape.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { PartTally } from './part-tally.ts';
import {
  FEATURE_FILES,
  layerOfFile,
  type RegisterFeature,
  readEmptyLayer,
  readFeatures,
  UniqueKeys,
} from './register-features.ts';

type FormType = (typeof PROTECTED_FORMS)[number];

/** The service may draw monuments as lines, too; files may hold them all together. The longer names come first. */
export const FORM_OF_LAYER: Readonly<Record<string, FormType>> = {
  ...Object.fromEntries(GDOS_PARTS.map(({ part, form }) => [part, form])),
  PomnikiPrzyrodyLiniowe: 'pomnik_przyrody',
  PomnikiPrzyrody: 'pomnik_przyrody',
};
const LAYERS = Object.keys(FORM_OF_LAYER);

export const gdos: Recipe = {
  source: 'gdos',
  claims: new RegExp(`^(gdos|${LAYERS.join('|')}).*\\.(xml|gml|shp|zip)$`, 'i'),
  names: ['gdos.zip', 'Rezerwaty.xml', 'RezerwatyPolygon.shp'],
  files: FEATURE_FILES,
  reads:
    'forms of nature protection (GDOŚ): answers of the WFS (Rezerwaty.xml) or shapefiles (RezerwatyPolygon.shp), in one archive or apart',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readGdos,
};

/** Rezerwaty, RezerwatyPolygon, Rezerwaty-0001, gdos_Rezerwaty: all are reserves. */
function layerOf(name: string): string | undefined {
  const own = name.replace(/^gdos[-_]/i, '').toLowerCase();
  return LAYERS.find((layer) => own.startsWith(layer.toLowerCase()));
}

const COLUMNS = ['gid', 'nazwa', 'kodinspire', 'kod', 'obiekt', 'gatunek'];

async function* readGdos(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const newest = new NewestDay();
  newest.add(/\d{4}-\d{2}-\d{2}/.exec(name)?.[0]);
  const layers = new Set<string>();
  const keys = new UniqueKeys();
  const seen = new Set<string>();
  const unknown = new Set<string>();
  const empty = new Map<string, LoadFile>();
  const tally = new PartTally();
  for (const file of filesOf(paths, gdos, name)) {
    let isEmpty = true;
    for await (const feature of readFeatures(file, COLUMNS, newest)) {
      isEmpty = false;
      const layer = layerOf(feature.layer);
      if (layer === undefined) {
        if (unknown.has(feature.layer)) continue;
        unknown.add(feature.layer);
        const message = `the layer ${feature.layer} is no form of protection that is known; these are ${LAYERS.join(', ')}`;
        yield issueAt(feature.position, 'unknown_layer', message, 'layer', feature.layer);
        continue;
      }
      layers.add(layer);
      // Between two pages a form may move to the next one and come twice.
      const gid = feature.properties.text('gid');
      if (gid !== null && seen.has(`${layer} ${gid}`)) continue;
      seen.add(`${layer} ${gid}`);
      yield* tally.count(layer, readForm(feature, layer, keys));
    }
    // A file of one layer that holds nothing says that there is nothing of it; one that holds others does not.
    const whole = layerOf(layerOfFile(file.path));
    if (whole && isEmpty) empty.set(whole, file);
  }
  for (const [layer, file] of empty) {
    if (!layers.has(layer) && (yield* readEmptyLayer(layer, file))) layers.add(layer);
  }
  const scopes = [...layers].sort().map((part) => inPart(part));
  return { as_of: newest.day, scopes, claims: tally.claims, lacking: tally.lacking };
}

const BUFFER = /\s*[-–]\s*otulina\s*$/i;

/** Bytes that no Polish letter stands for are left out. */
function* readName({ properties, position }: RegisterFeature): Generator<ReadItem, string | null> {
  const written = properties.text('nazwa');
  const cleaned = written?.replaceAll(/[\p{Cc}\ufffd]+/gu, ' ').replaceAll(/\s+/g, ' ') ?? null;
  if (written !== null && /[\p{Cc}\ufffd]/u.test(written)) {
    const message = 'the name holds signs that are no letters (another encoding?); it is read without them';
    yield issueAt(position, 'bad_name', message, 'nazwa', cleaned);
  }
  return cleaned;
}

function* readForm(feature: RegisterFeature, layer: string, keys: UniqueKeys): Generator<ReadItem> {
  const { properties, position } = feature;
  const text = (name: string) => properties.text(name);
  const code = text('kod') ?? text('kodinspire');
  const id = text('kodinspire') ?? text('gid') ?? code;
  const type = FORM_OF_LAYER[layer];
  if (id === null || type === undefined) {
    yield issueAt(position, 'bad_id', 'a form of protection has a kodinspire or a gid', 'kodinspire');
    return;
  }
  const written = yield* readName(feature);
  const isBuffer = written !== null && BUFFER.test(written);
  // Most monuments have no name: what stands there is the next best.
  const described = [text('obiekt'), text('gatunek')].filter((part) => part !== null).join(', ');
  const name = written?.replace(BUFFER, '') || described || code || id;
  const key = keys.take(`${layer}/${id}${isBuffer ? '/otulina' : ''}`, layer);
  const kind = feature.shape.geometry?.type ?? 'MultiPolygon';
  const geometry = yield* judgeShape(feature.shape, kind, key, position);
  if (geometry === null) return;
  const area_m2 = geometry.type === 'MultiPolygon' ? areaM2Of(geometry.coordinates) : null;
  const attributes = { type, code, name, area_m2, ...(isBuffer ? { buffer: true } : {}) };
  const row = { role: 'protected', key, place: inPart(layer), attributes, geometry } as const;
  yield { row: { kind: 'evidence', row }, position };
}
