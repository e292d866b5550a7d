// Landslides (SOPO, PIG-PIB): answers of its ArcGIS services, or shapefiles. Of sopo_obszary the landslides (layer 14) and
// the threatened areas (12) are read; zones of activity (13) divide a landslide and count where it did not come; the rest is
// relief. sopo_stan tells which units have been mapped. The answer of a single layer does not name it: its file must, as in
// sopo-stan.json, sopo-osuwiska.json or sopo-tereny-zagrozone.json.

import { createHash } from 'node:crypto';
import { leftOutClaim } from '../../domain/corpus/lacking-classes.ts';
import { inPart } from '../../domain/corpus/scope.ts';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { PartTally } from './part-tally.ts';
import {
  FEATURE_FILES,
  layerOfFile,
  type Properties,
  type RegisterFeature,
  readArea,
  readEmptyLayer,
  readFeatures,
  UniqueKeys,
} from './register-features.ts';

export const sopo: Recipe = {
  source: 'sopo',
  claims: /^sopo.*\.(json|shp|zip)$/i,
  names: ['sopo-obszary.json', 'sopo-stan.json', 'sopo_{voivodeship}.shp', 'sopo_{voivodeship}.zip'],
  files: FEATURE_FILES,
  reads:
    'landslides and threatened areas (SOPO): answers of the ArcGIS services sopo_obszary and sopo_stan, or shapefiles',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readSopo,
};

type SopoRole = Extract<EvidenceRole, `landslide${string}`>;

/** What layers are called in the services and in files, in the order in which to ask; null for what is not read. */
const ROLE_OF_NAME: readonly [name: RegExp, role: SopoRole | null][] = [
  [/stan(?![a-z])|zasi[eę]g/i, 'landslide_mapped'],
  [/aktywno/i, null],
  [/zagro[zż]/i, 'landslide_threat'],
  [/osuwisk[oa](?!w)/i, 'landslide'],
  [/wewn|zbiornik|podmok|rumosz|blokowisk/i, null],
];
const ROLE_OF_ID: ReadonlyMap<number | null, SopoRole | null> = new Map([
  [9, null],
  [10, null],
  [11, null],
  [12, 'landslide_threat'],
  [13, null],
  [14, 'landslide'],
]);

/** Undefined for a layer that nobody knows. Names come before numbers: those change when a service is set up anew. */
function roleOf(layer: string, layerId: number | null): SopoRole | null | undefined {
  const named = ROLE_OF_NAME.find(([name]) => name.test(layer));
  return named ? named[1] : ROLE_OF_ID.get(layerId);
}

/** Column names of a .dbf have ten characters. */
const COLUMNS = ['NUMER_IDEN', 'OSUWISKO_N', 'OBJECTID', 'TERYT', 'POWIAT', 'GMINA', 'STAN', 'ROK_ZAKONC'];

async function* readSopo(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const newest = new NewestDay();
  newest.add(/\d{4}-\d{2}-\d{2}/.exec(name)?.[0]);
  const roles = new Set<SopoRole>();
  const keys = new UniqueKeys();
  const seen = new Set<string>();
  const unknown = new Set<string>();
  const empty = new Map<SopoRole, LoadFile>();
  const tally = new PartTally();
  const layers = new LayersOfRoles();
  let hasUnknown = false;
  const zones: RegisterFeature[] = [];
  const numbers = new Set<string | null>();
  for (const file of filesOf(paths, sopo, name)) {
    let isEmpty = true;
    for await (const feature of readFeatures(file, COLUMNS, newest)) {
      isEmpty = false;
      const role = roleOf(feature.layer, feature.layerId);
      const layer = `${feature.layer} ${feature.layerId}`;
      if (role === undefined && feature.shape.geometry?.type === 'MultiPolygon') hasUnknown = true;
      if (role === undefined && !unknown.has(layer)) {
        unknown.add(layer);
        const message = `the layer ${feature.layer} (${feature.layerId ?? 'no number'}) is not read; read are landslides (osuwisko, 14), threatened areas (teren zagrożony, 12) and the extent of the mapping (stan)`;
        yield issueAt(feature.position, 'unknown_layer', message, 'layer', feature.layer);
      }
      if (isActivityZone(feature)) zones.push(feature);
      if (!role) continue;
      const identity = identityOf(feature, role);
      if (feature.shape.geometry !== null && seen.has(identity)) continue;
      seen.add(identity);
      roles.add(role);
      if (role !== 'landslide_mapped') yield* layers.check(feature, role);
      if (role === 'landslide') numbers.add(numberOf(feature));
      // Units whose mapping is not finished yet are no fault, be they all.
      if (role === 'landslide_mapped') yield* readMapped(feature, keys);
      else yield* tally.count(role, readGround(feature, role, keys));
    }
    // A file of one layer that holds nothing says that there is nothing of it; one that holds others does not.
    const whole = roleOf(layerOfFile(file.path), null);
    if (whole && isEmpty) empty.set(whole, file);
  }
  for (const [role, file] of empty) {
    if (!roles.has(role) && (yield* readEmptyLayer(role, file))) roles.add(role);
  }
  if (roles.has('landslide')) for (const zone of zones) yield* readZone(zone, numbers, keys);
  const scopes = [...roles].sort().map((part) => inPart(part));
  // Areas of a layer that nobody knows may be either.
  const unread = hasUnknown ? (['landslide', 'landslide_threat'] as const).map(leftOutClaim) : [];
  const claims = [...new Set([...tally.claims, ...unread])];
  return { as_of: newest.day, scopes, claims, lacking: tally.lacking };
}

/** A service has one layer of each; where areas of one role come of two, one of the names or numbers is wrong. */
class LayersOfRoles {
  readonly #layers = new Map<SopoRole, Set<number>>();

  *check({ layer, layerId, position }: RegisterFeature, role: SopoRole): Generator<ReadItem> {
    if (layerId === null) return;
    const known = this.#layers.get(role) ?? new Set<number>();
    this.#layers.set(role, known);
    if (known.has(layerId)) return;
    if (known.size > 0) {
      const message = `layer ${layerId} is called ${layer} like layer ${[...known].join(', ')} (landslides are 14, threatened areas 12); both are read`;
      yield issueAt(position, 'several_layers', message, 'layerId', layerId);
    }
    known.add(layerId);
  }
}

/** What lies in two tiles of identify comes twice, and is the same to the last digit. */
function identityOf({ shape }: RegisterFeature, role: SopoRole): string {
  return createHash('sha256')
    .update(`${role} ${JSON.stringify(shape)}`)
    .digest('base64');
}

function* readGround(feature: RegisterFeature, role: SopoRole, keys: UniqueKeys): Generator<ReadItem> {
  const { position } = feature;
  const number = numberOf(feature);
  if (number === null) {
    yield issueAt(position, 'bad_id', 'a landslide has a number', 'NUMER_IDENTYFIKACYJNY');
    return;
  }
  const key = keys.take(number, role);
  yield* readArea({ role, key, place: inPart(role), attributes: { number } }, feature);
}

const numberOf = ({ properties }: RegisterFeature): string | null =>
  firstOf(properties, 'NUMER_IDENTYFIKACYJNY', 'NUMER_IDEN', 'OBJECTID');

const isActivityZone = ({ layer, layerId }: RegisterFeature): boolean =>
  /aktywno/i.test(layer) || (layerId === 13 && roleOf(layer, layerId) === null);

/** A zone of activity is ground of its landslide: where that did not come, the zone stands for it. */
function* readZone(
  zone: RegisterFeature,
  numbers: ReadonlySet<string | null>,
  keys: UniqueKeys,
): Generator<ReadItem> {
  const number = firstOf(zone.properties, 'OSUWISKO_NUMER_IDENTYFIKACYJNY', 'OSUWISKO_N');
  if (number === null || numbers.has(number)) return;
  const message = 'the landslide of this zone of activity is not in the load: the zone stands for it';
  yield issueAt(zone.position, 'missing_landslide', message, 'OSUWISKO_NUMER_IDENTYFIKACYJNY', number);
  const role = 'landslide';
  const key = keys.take(number, role);
  yield* readArea({ role, key, place: inPart(role), attributes: { number } }, zone);
}

/** Where the work is still going on, what it has not found yet proves nothing. */
function* readMapped(feature: RegisterFeature, keys: UniqueKeys): Generator<ReadItem> {
  const role = 'landslide_mapped';
  const { properties, position } = feature;
  const unit = ['TERYT', 'POWIAT', 'GMINA'].flatMap((name) => properties.text(name) ?? []).join('/');
  const key = keys.take(unit || (properties.text('OBJECTID') ?? 'unit'), role);
  const state = firstOf(properties, 'STAN', 'ROK_ZAKONCZENIA', 'ROK_ZAKONC');
  const isTold = ['STAN', 'ROK_ZAKONCZENIA', 'ROK_ZAKONC'].some((name) => properties.has(name));
  if (isTold && !FINISHED.test(state ?? '')) {
    yield issueAt(
      position,
      'not_finished',
      `the mapping of ${key} is not finished: a year, or the word zakończone, says that it is`,
      'STAN',
      state,
    );
    return;
  }
  yield* readArea({ role, key, place: inPart(role), attributes: {} }, feature);
}

/** A year of completion, or the word. */
const FINISHED = /^\d{4}|zako[nń]cz/i;

const firstOf = (properties: Properties, ...names: string[]): string | null =>
  names.map((name) => properties.text(name)).find((text) => text !== null) ?? null;
