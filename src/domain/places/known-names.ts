// Names of gminy, of cities with powiat rights and of the districts of Warsaw that exist, loaded or not: which of them
// words of a text name. Asked only where nothing that is loaded explains a text; knows nothing of parcels and addresses.

import { foldName } from '../text/fold.ts';
import { KNOWN_UNITS } from './known-units.ts';
import { partitionOf } from './parcel-id.ts';

/** Names have at most so many words. */
const MOST_WORDS = 4;
/** Shorter names are words of other things. */
const LEAST_LETTERS = 4;

/** Codes of gminy by the folded name; a district stands for its city. */
let gminyByName: ReadonlyMap<string, readonly string[]> | null = null;

function readNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { code, name } of KNOWN_UNITS) {
    if (code.length !== 7) continue;
    const key = foldName(name);
    const gmina = code.endsWith('8') ? `${partitionOf(code)}011` : code;
    const known = names.get(key) ?? [];
    if (!known.includes(gmina)) names.set(key, [...known, gmina]);
  }
  return names;
}

/** Whether the folded words are, as they stand, the name of a gmina or a district. */
export function isKnownName(key: string): boolean {
  gminyByName ??= readNames();
  return gminyByName.has(key);
}

/**
 * Codes of the gminy that a text names, by the name that stands in most words of it. Each word comes in the forms that it may
 * be a case of; null ends a name, as a number or a word that is explained otherwise does.
 */
export function gminyNamed(words: readonly (readonly string[] | null)[]): readonly string[] {
  gminyByName ??= readNames();
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      for (const name of phrasesOf(words.slice(from, from + length))) {
        const gminy = name.length >= LEAST_LETTERS ? gminyByName.get(name) : undefined;
        if (gminy) return gminy;
      }
    }
  }
  return [];
}

function phrasesOf(words: readonly (readonly string[] | null)[]): string[] {
  return words.reduce<string[]>(
    (phrases, forms) => phrases.flatMap((phrase) => (forms ?? []).map((form) => `${phrase} ${form}`.trim())),
    [''],
  );
}
