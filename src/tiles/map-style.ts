// MAP_THEMES: how everything on the map looks, once, in light and dark. The map, its legend, the charts of the page and the
// printed report are made from it. Colours of the general plan are those of the ministry's own tools in both; whatever is not known
// has a look of its own. Imports nothing: it is for servers and browsers alike.

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
  (ZONE_COLOURS as Readonly<Record<string, string>>)[symbol] ?? LIGHT.unknown;

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
  SOIL_COLOURS.find(([form]) => form.test(symbol))?.[1] ?? LIGHT.unknown;

const LIGHT = {
  background: '#f4f2ec',
  paper: '#fffdf8',
  unknown: '#b9b4aa',
  parcel: { line: '#8d8778', text: '#4d493f' },
  chosen: { line: '#0f4c81', fill: '#2f7fc4' },
  neighbour: { line: '#3f6f94', fill: '#9cc3e2' },
  candidate: { fill: '#b4381f', text: '#fffdf8' },
  building: { fill: '#b7aea0', line: '#7d7568' },
  address: '#5d5648',
  boundary: { powiat: '#6b5b7b', gmina: '#8a6f9e', obreb: '#a9a08c', text: '#5a5168' },
  zone: { line: '#535353', text: '#3a3a3a', opacity: 0.55, draft_opacity: 0.25 },
  ouz: '#535353',
  mpzp: { line: '#a3541d', fill: '#e9b78a' },
  flood: { 10: '#1b5e9e', 100: '#4a90cf', 500: '#a8cdec' },
  protected: { line: '#2f7d4f', fill: '#79b98f' },
  landslide: { landslide: '#a0522d', threatened_area: '#d99b6c' },
  permit: '#7a4fb0',
  measure: '#c2185b',
  /** Of a basemap: it is made for light pages. */
  basemap_brightness: 1,
  /** Days since the data were true: fresh, ageing, old; nothing loaded is hatched, and never the same as old. */
  coverage: { fresh: '#3f8f6b', ageing: '#d8a73b', old: '#c4653a', part: '#7fa8c9', none: '#dcd7cc' },
} as const;

type Themed<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends number ? number : Themed<T[K]>;
};
export type MapLook = Themed<typeof LIGHT>;

/** What lies on the ground is brighter than the ground. Official colours are the same in both. */
const DARK: MapLook = {
  ...LIGHT,
  background: '#1a201e',
  paper: '#141918',
  unknown: '#6f6c66',
  parcel: { line: '#7c8781', text: '#dfe5e1' },
  chosen: { line: '#8fd0ff', fill: '#4aa3e6' },
  neighbour: { line: '#7fb2d6', fill: '#4d83ab' },
  candidate: { fill: '#e0694f', text: '#141918' },
  building: { fill: '#57605c', line: '#8d9893' },
  address: '#c9d1cc',
  boundary: { powiat: '#b7a3cb', gmina: '#9d84b3', obreb: '#87806f', text: '#cdbfdc' },
  zone: { line: '#b4b4b4', text: '#f1f1f1', opacity: 0.6, draft_opacity: 0.3 },
  ouz: '#c9c9c9',
  mpzp: { line: '#e9a877', fill: '#a8683a' },
  protected: { line: '#7cc497', fill: '#3d8a5c' },
  landslide: { landslide: '#c4744b', threatened_area: '#d99b6c' },
  permit: '#b893e6',
  measure: '#ff6fa5',
  basemap_brightness: 0.6,
  coverage: { ...LIGHT.coverage, none: '#3a403d' },
};

export type MapTheme = 'light' | 'dark';
export const MAP_THEMES: Readonly<Record<MapTheme, MapLook>> = { light: LIGHT, dark: DARK };

export const isTheme = (value: unknown): value is MapTheme =>
  typeof value === 'string' && Object.hasOwn(MAP_THEMES, value);

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

/** From which zoom on tiles hold it: a tile of zoom 12 is about 6 km wide, some thousands of shapes at most. */
export const OVERLAY_ZOOMS: Readonly<Record<Overlay, number>> = {
  zones: 12,
  ouz: 12,
  mpzp: 12,
  flood: 12,
  protected: 12,
  landslides: 12,
  buildings: 14,
  permits: 14,
  addresses: 15,
  coverage: 6,
};

/** Shown until a reader switches them off. */
export const SHOWN_AT_FIRST: readonly Overlay[] = ['zones', 'buildings'];

export const FRESH_DAYS = 45;
export const AGEING_DAYS = 365;
