// Reading free text: what a person typed becomes parts that can be looked up. Nothing is decided here: every
// reading is kept, ranking and settling come later.

import { canonicalNumber, type ParcelId, parseParcelId } from '../parcel-id.ts';
import { fold } from './fold.ts';

export interface TextReading {
  /** A whole EGiB id found in the text. */
  readonly id: ParcelId | null;
  /** A parcel number, canonical. */
  readonly number: string | null;
  /** Runs of words that may be names, folded, in order; a labelled one says what it must be. */
  readonly names: readonly { readonly words: readonly string[]; readonly label: NameLabel | null }[];
}

export type NameLabel = 'obreb' | 'gmina' | 'powiat';

const ID = /\d{6}_\w\.\d{4}(?:\.ar_\d+)?\.\d+(?:[/-]\w+)?/i;
const LABELS: Readonly<Record<string, NameLabel>> = {
  obr: 'obreb',
  obreb: 'obreb',
  gm: 'gmina',
  gmina: 'gmina',
  miasto: 'gmina',
  pow: 'powiat',
  powiat: 'powiat',
};
/** Words that say "this is a parcel" or nothing at all. */
const FILLERS = new Set([
  'dz',
  'dzialka',
  'dzialki',
  'dzialke',
  'parcela',
  'nr',
  'numer',
  'ew',
  'ewid',
  'w',
  'we',
  'na',
  'kolo',
  'wies',
]);

export function readText(text: string): TextReading {
  const id = readId(text);
  if (id) return { id, number: null, names: [] };

  let number: string | null = null;
  let open: { words: string[]; label: NameLabel | null } | null = null;
  const names: { words: string[]; label: NameLabel | null }[] = [];
  for (const token of fold(text).split(/[\s,;:()"]+/)) {
    const word = token.replace(/^\.+|\.+$/g, '');
    if (word === '') continue;
    const label = LABELS[word];
    if (label) {
      open = { words: [], label };
      names.push(open);
    } else if (/^\d/.test(word) && number === null && canonicalNumber(word) !== null) {
      number = canonicalNumber(word);
      open = null;
    } else if (FILLERS.has(word)) {
      open = null;
    } else {
      if (!open) {
        open = { words: [], label: null };
        names.push(open);
      }
      open.words.push(word);
    }
  }
  return { id: null, number, names: names.filter((name) => name.words.length > 0) };
}

function readId(text: string): ParcelId | null {
  const found = ID.exec(text);
  const parsed = found ? parseParcelId(found[0]) : null;
  return parsed?.ok ? parsed.value : null;
}
