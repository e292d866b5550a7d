// The page's client of /v1: the typed client with the key that is written into the page, and the language of its reader.

import { MiedzaClient } from '../../packages/client/src/client.ts';
import { type PageLanguage, state } from './url-state.ts';

export interface PageSettings {
  readonly key: string;
  readonly basemap: {
    readonly tiles: string;
    readonly attribution: string;
    readonly max_zoom?: number;
  } | null;
}

export const settings: PageSettings = JSON.parse(document.documentElement.dataset.settings ?? '{}');

export const api = new MiedzaClient({ url: window.location.origin, key: settings.key });

/** Texts of answers are in the language of the page, whatever the browser prefers. */
export const inLanguage = (): { lang: PageLanguage } => ({ lang: state.value.lang });
