// MAP_STYLES: how everything on the map looks, once. The map, its legend, the charts of the page and the printed report are made
// from it. Colours of the general plan are those of the ministry's own tools; whatever is not known has a look of its own.
// Imports nothing: it is for servers and browsers alike.

/** Zones of the general plan by symbol, in the order of art. 13c ust. 2 u.p.z.p. */
export const ZONE_COLOURS = {
  SW: '#9a7c64',
  SJ: '#d9b473',
  SZ: '#ffe6ab',
  SU: '#ff6c69',
  SH: '#ff84b7',
  SP: '#af88de',
  SR: '#feef64',
  SI: '#cccccc',
  SN: '#bbf58b',
  SC: '#94d4c4',
  SG: '#fcd4ff',
  SO: '#e3ffc7',
  SK: '#f2f2f2',
} as const;

export const zoneColour = (symbol: string): string =>
  (ZONE_COLOURS as Readonly<Record<string, string>>)[symbol] ?? MAP_STYLES.unknown;

/** Soil classes from the best to the poorest; land that is not farmed is grey. */
const SOIL_COLOURS: readonly (readonly [RegExp, string])[] = [
  [/I{1,3}[ab]?$(?<!VI)/, '#8c5a2b'],
  [/IV[ab]?$/, '#b98a4b'],
  [/VI?z?$/, '#dcc28a'],
  [/^B/, '#c9c6c0'],
  [/^(dr|T|K)/, '#a9a6a1'],
  [/^(W|Ws|Wp)/, '#8fb7d9'],
  [/^(Ls|Lz)/, '#7fa07a'],
];

export const soilColour = (symbol: string): string =>
  SOIL_COLOURS.find(([form]) => form.test(symbol))?.[1] ?? MAP_STYLES.unknown;

export const MAP_STYLES = {
  background: '#f4f2ec',
  paper: '#fffdf8',
  unknown: '#b9b4aa',
  parcel: { line: '#8d8778', text: '#4d493f' },
  chosen: { line: '#0f4c81', fill: '#2f7fc4' },
  neighbour: { line: '#3f6f94', fill: '#9cc3e2' },
  candidate: '#b4381f',
  building: { fill: '#b7aea0', line: '#7d7568' },
  address: '#5d5648',
  boundary: { powiat: '#6b5b7b', gmina: '#8a6f9e', obreb: '#a9a08c' },
  zone: { line: '#535353', opacity: 0.55, draft_opacity: 0.25 },
  ouz: '#535353',
  mpzp: { line: '#a3541d', fill: '#e9b78a' },
  flood: { 10: '#1b5e9e', 100: '#4a90cf', 500: '#a8cdec' },
  protected: { line: '#2f7d4f', fill: '#79b98f' },
  landslide: { landslide: '#a0522d', threatened_area: '#d99b6c' },
  permit: '#7a4fb0',
  measure: '#c2185b',
  /** Days since the data were true: fresh, ageing, old; nothing loaded is hatched, and never the same as old. */
  coverage: { fresh: '#3f8f6b', ageing: '#d8a73b', old: '#c4653a', part: '#7fa8c9', none: '#dcd7cc' },
} as const;

/** What a reader can switch on; each is one or several layers of the style, named by it. */
export const OVERLAYS = [
  'zones',
  'ouz',
  'mpzp',
  'flood',
  'protected',
  'landslides',
  'buildings',
  'addresses',
  'permits',
  'coverage',
] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** Shown until a reader switches them off. */
export const SHOWN_AT_FIRST: readonly Overlay[] = ['zones', 'buildings'];

export const FRESH_DAYS = 45;
export const AGEING_DAYS = 365;
