// What of the style depends on the day: a plan binds from its first day to its last. The style that is served leaves it out,
// since tiles and styles are kept; the page puts it in.

import type { StyleSpecification } from 'maplibre-gl';

const BINDING = JSON.stringify(['==', ['get', 'step'], 'legalForce']);
const ALIVE = JSON.stringify(['!=', ['get', 'step'], 'obsolete']);

export function onDay(style: StyleSpecification, day: string): StyleSpecification {
  const binding = ['all', JSON.parse(BINDING), ['<=', ['coalesce', ['get', 'effective_from'], ''], day]];
  const alive = ['all', JSON.parse(ALIVE), ['>=', ['coalesce', ['get', 'effective_to'], '9999'], day]];
  return JSON.parse(
    JSON.stringify(style)
      .replaceAll(BINDING, JSON.stringify(binding))
      .replaceAll(ALIVE, JSON.stringify(alive)),
  );
}

/** The day in Warsaw. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Warsaw' });

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
