// Where the files of the page lie: what tools/build-page.ts has built, and the map library as its package has it. Null before
// they are built, as in a checkout without development packages.

import { existsSync, readdirSync } from 'node:fs';
import { HOME } from './http/page-routes.ts';

/** As this file is: dist/page beside src in a checkout, beside dist/src in the package. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../dist/page/' : '../page/', import.meta.url);

const MAP_FILES = ['maplibre-gl.mjs', 'maplibre-gl-shared.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css'];

/** Whether there is a page at /, and if not, why. */
export type WebPageState = 'served' | 'turned_off' | 'not_built' | 'key_revoked';

export function pageFiles(): Map<string, URL> | null {
  if (!existsSync(new URL('index.html', BUILT))) return null;
  const library = new URL('.', import.meta.resolve('maplibre-gl'));
  return new Map([
    ...MAP_FILES.map((name): [string, URL] => [`/page/${name}`, new URL(name, library)]),
    ...readdirSync(BUILT).map((name): [string, URL] => [
      name === 'index.html' ? HOME : `/page/${name}`,
      new URL(name, BUILT),
    ]),
  ]);
}

/** RapiDoc as the build copied it. */
export function viewerFile(): URL | null {
  const file = new URL('../docs/rapidoc.js', BUILT);
  return existsSync(file) ? file : null;
}
