// What is said of the change feed and of parcels that are gone. One function a sentence.

import type { Removal } from '../publish/descent.ts';

/** As many numbers are listed; of more the first and the last are named. */
const MOST_LISTED = 5;

/** Within the obręb of the parcel that is gone a number is enough. */
function nameBeside(id: string, successor: string): string {
  const obreb = id.slice(0, id.indexOf('.', id.indexOf('.') + 1) + 1);
  return successor.startsWith(obreb) ? successor.slice(obreb.length) : successor;
}

function listed(names: readonly string[]): string {
  if (names.length > MOST_LISTED) return `${names[0]} … ${names.at(-1)} (${names.length} parcels)`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/** "123 was divided into 123/1 and 123/2 on 2026-11-03." */
export function removalSentence({ id, date, successors }: Removal): string {
  const name = nameBeside(id, id);
  const heirs = successors.map((successor) => nameBeside(id, successor)).toSorted(byNumber);
  if (heirs.length === 0) return `${name} was removed on ${date}; which parcels replaced it is not known.`;
  const became = heirs.length === 1 ? 'was replaced by' : 'was divided into';
  return `${name} ${became} ${listed(heirs)} on ${date}.`;
}

/** 123/2 before 123/10. */
const byNumber = (a: string, b: string) => a.localeCompare(b, 'pl', { numeric: true });

export const askSuccessorsHint = (ids: readonly string[]): string =>
  `Ask for what is there now: ${ids.length > MOST_LISTED ? `${ids.slice(0, MOST_LISTED).join(', ')} and ${ids.length - MOST_LISTED} more` : ids.join(', ')}.`;

export const goneParcelNote = (id: string): string =>
  `${id} is not in the cadastre any more; this is what was told of it.`;

export const watchedSinceNote = (day: string): string => `Changes here are watched since ${day}.`;

/** A register that was loaded later than the cadastre. */
export const watchedLaterNote = (
  registers: readonly { readonly id: string; readonly day: string }[],
): string => `Some registers later: ${registers.map(({ id, day }) => `${id} since ${day}`).join(', ')}.`;

export const NOT_WATCHED_NOTE = 'The cadastre of this place is not loaded: its changes are not watched.';
