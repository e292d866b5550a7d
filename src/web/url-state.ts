// What the page shows, as its address says it: a link holds everything. Reading and writing of the address, nothing else.

import { signal } from '@preact/signals';
import { OVERLAYS, type Overlay, SHOWN_AT_FIRST } from '../tiles/map-style.ts';
import { PAGE_USES, type PageUse } from './building-uses.ts';

export type PageLanguage = 'pl' | 'en';
export type ViewName = 'search' | 'compare' | 'list' | 'report';
const VIEWS: readonly ViewName[] = ['search', 'compare', 'list', 'report'];

/** What is asked for: exactly one of three. */
export type AskedPlace = { readonly q: string } | { readonly id: string } | { readonly point: string };

/** Where a reader has moved the map to. */
export interface MapView {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

export interface PageState {
  readonly view: ViewName;
  readonly place: AskedPlace | null;
  readonly use: PageUse;
  /** As the link has them; the first five are shown. */
  readonly compared: readonly string[];
  readonly overlays: readonly Overlay[];
  /** Null where the map shows what was asked for. */
  readonly map_view: MapView | null;
  /** The source whose coverage is coloured. */
  readonly coverage_of: string;
  readonly lang: PageLanguage;
}

const LANGUAGES: readonly PageLanguage[] = ['pl', 'en'];
const FIRST_SOURCE = 'egib';
const SOURCE_ID = /^\w{1,40}$/;

export const MOST_COMPARED = 5;

const isIn = <T extends string>(list: readonly T[], text: string | null): text is T =>
  list.some((one) => one === text);

export function readAddress(search: string, preferred: PageLanguage): PageState {
  const given = new URLSearchParams(search);
  const [view, use, lang, on] = ['view', 'use', 'lang', 'on'].map((name) => given.get(name));
  return {
    view: isIn(VIEWS, view ?? null) ? (view as ViewName) : 'search',
    place: placeIn(given),
    use: isIn(PAGE_USES, use ?? null) ? (use as PageUse) : 'any',
    compared: (given.get('compare') ?? '').split(',').filter(Boolean),
    overlays:
      on === null || on === undefined
        ? SHOWN_AT_FIRST
        : OVERLAYS.filter((one) => on.split(',').includes(one)),
    map_view: mapViewIn(given.get('at') ?? ''),
    coverage_of: SOURCE_ID.exec(given.get('of') ?? '')?.[0] ?? FIRST_SOURCE,
    lang: isIn(LANGUAGES, lang ?? null) ? (lang as PageLanguage) : preferred,
  };
}

const READERS: Readonly<Record<string, (text: string) => boolean>> = {
  view: (text) => isIn(VIEWS, text),
  use: (text) => isIn(PAGE_USES, text),
  lang: (text) => isIn(LANGUAGES, text),
  on: (text) => text === '' || text.split(',').every((one) => isIn(OVERLAYS, one)),
  at: (text) => mapViewIn(text) !== null,
  of: (text) => SOURCE_ID.test(text),
};

/** What an address says in a word that the page has not, as "use=dom". */
export function unreadIn(search: string): string[] {
  return [...new URLSearchParams(search)].flatMap(([name, text]) =>
    READERS[name]?.(text) === false ? [`${name}=${text}`] : [],
  );
}

function placeIn(given: URLSearchParams): AskedPlace | null {
  const [id, q, point] = [given.get('id'), given.get('q'), given.get('point')];
  if (id) return { id };
  if (point) return { point };
  return q ? { q } : null;
}

function mapViewIn(text: string): MapView | null {
  const [lat, lng, zoom, ...more] = text.split(',').map(Number);
  if (lat === undefined || lng === undefined || zoom === undefined || more.length > 0) return null;
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 22 ? { lat, lng, zoom } : null;
}

const writeMapView = ({ lat, lng, zoom }: MapView) =>
  `${lat.toFixed(5)},${lng.toFixed(5)},${zoom.toFixed(1)}`;

/** The shortest address of a state: what is as it is at first is left out, except the language. */
export function writeAddress(state: PageState): string {
  const { view, place, use, compared, overlays, map_view, coverage_of, lang } = state;
  const parts = new URLSearchParams({ ...place });
  if (view !== 'search') parts.set('view', view);
  if (use !== 'any') parts.set('use', use);
  if (compared.length > 0) parts.set('compare', compared.join(','));
  if (overlays.join() !== SHOWN_AT_FIRST.join()) parts.set('on', overlays.join(','));
  if (map_view) parts.set('at', writeMapView(map_view));
  if (coverage_of !== FIRST_SOURCE) parts.set('of', coverage_of);
  parts.set('lang', lang);
  return `/?${parts}`;
}

const preferred: PageLanguage =
  typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('pl') ? 'pl' : 'en';

const opened = typeof window === 'undefined' ? '' : window.location.search;

export const state = signal<PageState>(readAddress(opened, preferred));
/** Of the address as it was opened; what the page writes itself it can read. */
export const unread = signal<readonly string[]>(unreadIn(opened));

/** Goes to another state; the one before can be gone back to unless it is replaced. */
export function go(changes: Partial<PageState>, how: 'push' | 'replace' = 'push'): void {
  const next = { ...state.value, ...changes };
  const address = writeAddress(next);
  if (how === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
  state.value = next;
  // The map moves by itself: who has only looked at it has not gone on.
  if (how === 'push') unread.value = [];
}

export function followHistory(): void {
  window.addEventListener('popstate', () => {
    state.value = readAddress(window.location.search, state.value.lang);
    unread.value = unreadIn(window.location.search);
  });
}
