// Light or dark: the reader's own choice, or else that of their system. The map, its legend and the styles of the page follow it.

import { computed, effect, signal } from '@preact/signals';
import { isTheme, MAP_THEMES, type MapTheme } from '../tiles/map-style.ts';

const KEPT = 'miedza-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Where a browser forbids storage, a choice lasts as long as the page. */
function readKept(): MapTheme | null {
  try {
    const kept = localStorage.getItem(KEPT);
    return isTheme(kept) ? kept : null;
  } catch {
    return null;
  }
}

function keep(theme: MapTheme): void {
  try {
    localStorage.setItem(KEPT, theme);
  } catch (error) {
    console.warn('the theme cannot be kept:', error);
  }
}

const ownChoice = signal(readKept());
const ofSystem = signal<MapTheme>(systemIsDark.matches ? 'dark' : 'light');

export const theme = computed<MapTheme>(() => ownChoice.value ?? ofSystem.value);
export const mapLook = computed(() => MAP_THEMES[theme.value]);

export function switchTheme(): void {
  const next: MapTheme = theme.value === 'dark' ? 'light' : 'dark';
  ownChoice.value = next;
  keep(next);
}

export function followTheme(): void {
  systemIsDark.addEventListener('change', ({ matches }) => {
    ofSystem.value = matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}
