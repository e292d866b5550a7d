// What suggestions want of the store, and what comes back: numbers of parcels and houses that begin so, streets of a locality. Knows
// no store.

import type { LocatedParcel, StoredAddress } from './lookups.ts';

export type CompletionKey =
  | {
      readonly kind: 'parcels';
      readonly obreb_id: string;
      readonly prefix: string;
      /** Only the number itself. */
      readonly isWhole?: boolean;
    }
  /** Folded (fold.ts); the street is empty in a place without. Null may be any. */
  | {
      readonly kind: 'houses';
      readonly gmina: string | null;
      readonly locality: string | null;
      readonly street: string;
      readonly prefix: string;
      readonly isWhole?: boolean;
    }
  /** Streets of a locality, each with one of its addresses. */
  | { readonly kind: 'streets'; readonly gmina: string; readonly locality: string; readonly prefix: string };

export interface Completion {
  readonly parcels: readonly LocatedParcel[];
  readonly addresses: readonly StoredAddress[];
}

/** Numbers as texts from `low` on, those before `high`. */
export interface NumberRange {
  readonly low: string;
  readonly high: string;
}

/** Numbers that are read of one range before they are put in order; few are divided into more. */
export const MOST_IN_RANGE = 200;

/** Sorts behind every text that begins so. */
const END = '\u{10ffff}';
const DIGITS = [...'0123456789'];

/** What the store reads of a key, one after another until there is enough. */
export const rangesOfKey = ({ kind, prefix, isWhole }: CompletionKey & { kind: 'parcels' | 'houses' }) =>
  isWhole ? [{ low: prefix, high: `${prefix}!` }] : rangesInOrder(prefix, kind);

/**
 * An index has numbers in the order of their letters (1, 10, 100, 2); people count. Read one after another until there are enough, these
 * ranges give what begins so in the order of counting: the number with its parts (`/` comes right before 0), those with one digit more, then
 * all that is left. Houses have letters too.
 */
function rangesInOrder(prefix: string, kind: 'parcels' | 'houses'): NumberRange[] {
  const all = { low: prefix, high: `${prefix}${END}` };
  const [, sheet] = /^AR?_?(\d*)$/.exec(prefix) ?? [];
  // "AR_2": its numbers come before those of sheet 20; "AR": those of the first sheet.
  if (sheet !== undefined) return [...rangesInOrder(`AR_${sheet || 1}.`, kind), all];
  // "12/1": what follows is not a digit of the number itself.
  if (!/(?:^|\.)\d*$/.test(prefix)) return [all];
  const lettered = (number: string) => (kind === 'houses' ? [{ low: `${number}a`, high: `${number}{` }] : []);
  const withParts = [prefix, ...DIGITS.map((digit) => `${prefix}${digit}`)].flatMap((number) => [
    { low: number, high: `${number}0` },
    ...lettered(number),
  ]);
  return [...withParts, all];
}

const counting = new Intl.Collator('pl', { numeric: true });

/** 2 before 10, 12 before 12/1 before 12/10. */
export const byCounting = (a: string, b: string): number => counting.compare(a, b);
