// What the files of a load hold, for the message that nothing of it could be used: the types of their features, or that there
// are none. Only for files that are refused; whatever cannot be read at all, its reader has told.

import { openGeoJson } from './formats/geojson.ts';
import { openGml } from './formats/gml.ts';

const MOST_TYPES = 6;

/** Such as "47 EGB_DzialkaEwidencyjna, 12 EGB_Budynek"; null for forms whose readers tell themselves what is wrong. */
export async function describeTypes(paths: readonly string[]): Promise<string | null> {
  const counts = new Map<string, number>();
  let isTold = false;
  for (const path of paths) {
    const types = typesIn(path);
    if (types === null) continue;
    isTold = true;
    for await (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  if (!isTold) return null;
  if (counts.size === 0) return 'no feature';
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const more = most.length > MOST_TYPES ? ` and ${most.length - MOST_TYPES} other types` : '';
  const shown = most.slice(0, MOST_TYPES).map(([type, count]) => `${count} ${type}`);
  return shown.join(', ') + more;
}

function typesIn(path: string): AsyncIterable<string> | null {
  if (/(?<!\.shp)\.(xml|gml)$/i.test(path)) return typesOfGml(path);
  return /\.geojson$/i.test(path) ? typesOfGeoJson(path) : null;
}

async function* typesOfGml(path: string): AsyncGenerator<string> {
  const { features } = await openGml(path);
  for await (const { type } of features) yield type;
}

async function* typesOfGeoJson(path: string): AsyncGenerator<string> {
  for await (const { properties } of openGeoJson(path).features) {
    yield `features of ${Object.keys(properties).slice(0, MOST_TYPES).join(', ') || 'no property'}`;
  }
}
