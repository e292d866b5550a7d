// Numbers, names and lists as sentences write them, in each language.

import type { Language } from '../../contract/language.ts';

/** A piece of ground: its share of the parcel, and its size where that is worth telling. */
export interface Measure {
  readonly share_pct: number;
  readonly m2: number | null;
}

/** What lies on a piece of ground, by its symbol; with the ground where that must be told. */
export interface SymbolGround {
  readonly symbol: string;
  readonly ground: Measure | null;
}

/** How a language writes what sentences have in common. */
interface Writing {
  /** As many decimals as are given. */
  number(value: number): string;
  /** Two decimals at most. */
  pct(share_pct: number): string;
  squareMetres(m2: number): string;
  /** 29.73 % (2,407 m²) */
  shareAndSize(ground: Measure): string;
  /** SJ, SU and SP; of very many the first, and how many others there are. */
  listed(words: readonly string[]): string;
  /** Each in words; of very many the largest, then how many more there are and on how much ground together. */
  largest<P>(
    parts: readonly P[],
    tell: (part: P) => string,
    measureOf: (part: P) => Measure,
    most?: Most,
  ): readonly string[];
  /** Names that hold commas themselves; of very many the first, and how many others there are. */
  names(names: readonly string[]): string;
  /** zone SJ; zones SO and SN */
  zones(zones: readonly string[]): string;
  /** A day of the legal calendar: '2026-09-01' → '1 September 2026'. */
  longDate(day: string): string;
  /** " since 2026-08-01", or nothing. */
  since(day: string | null): string;
}

const METRES: { readonly [L in Language]: Intl.NumberFormat } = {
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 0 }),
  pl: new Intl.NumberFormat('pl', { maximumFractionDigits: 0 }),
};

const rounded = (share_pct: number): number => Math.round(share_pct * 100) / 100;

/** A parcel may lie across dozens of designations, and nobody reads them all: up to `all` are told, of more the first or largest `few`. */
export interface Most {
  readonly all: number;
  readonly few: number;
  /** The ground of the others is told without its share, as that of those which are named. */
  readonly in_m2?: true;
}
export const MOST_NAMED: Most = { all: 6, few: 3 };
/** In a summary, each with its size. */
export const MOST_SUMMED: Most = { all: 5, few: 2, in_m2: true };
/** Limits take four numbers each: of the zones of a parcel, and of the sets of them that one zone has. */
export const MOST_LIMITED = { zones: { all: 3, few: 2 }, sets: { all: 2, few: 1 } } as const;

export const howMany = (count: number, { all, few }: Most): number => (count > all ? few : count);

function bounded(words: readonly string[], others: (count: number) => string): string[] {
  const named = words.slice(0, howMany(words.length, MOST_NAMED));
  const left = words.length - named.length;
  return [...named, ...(left > 0 ? [others(left)] : [])];
}

function joined(words: readonly string[], and: string, others: (count: number) => string): string {
  const [last = '', ...before] = bounded(words, others).toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} ${and} ${last}`;
}

function tellLargest<P>(
  parts: readonly P[],
  tell: (part: P) => string,
  measureOf: (part: P) => Measure,
  tellOthers: (count: number, ground: Measure) => string,
  most = MOST_NAMED,
): readonly string[] {
  const named = howMany(parts.length, most);
  if (named === parts.length) return parts.map(tell);
  const sorted = parts.toSorted((a, b) => measureOf(b).share_pct - measureOf(a).share_pct);
  const others = sorted.slice(named).map(measureOf);
  const ground = {
    share_pct: others.reduce((sum, { share_pct }) => sum + share_pct, 0),
    m2: others.reduce<number | null>((sum, { m2 }) => (sum === null || m2 === null ? null : sum + m2), 0),
  };
  return [...sorted.slice(0, named).map(tell), tellOthers(others.length, ground)];
}

/** To make a formatter costs more than the sentence around the date; there are as many as the calendar has days. */
const LONG_DATES = new Map<string, string>();

function longDateIn(locale: string, day: string): string {
  const key = `${locale} ${day}`;
  let text = LONG_DATES.get(key);
  if (text === undefined) {
    text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
    LONG_DATES.set(key, text);
  }
  return text;
}

const withSize = ({ pct, squareMetres }: Pick<Writing, 'pct' | 'squareMetres'>, ground: Measure): string =>
  ground.m2 === null ? pct(ground.share_pct) : `${pct(ground.share_pct)} (${squareMetres(ground.m2)})`;

const sizeOfOthers = (writing: Writing, ground: Measure, most: Most | undefined): string =>
  most?.in_m2 && ground.m2 !== null ? writing.squareMetres(ground.m2) : writing.shareAndSize(ground);

export const en: Writing = {
  number: String,
  pct: (share_pct) => `${rounded(share_pct)} %`,
  squareMetres: (m2) => `${METRES.en.format(m2)} m²`,
  shareAndSize: (ground) => withSize(en, ground),
  listed: (words) => joined(words, 'and', (count) => counted(count, 'other')),
  largest: (parts, tell, measureOf, most) =>
    tellLargest(
      parts,
      tell,
      measureOf,
      (count, ground) => `${count} more on ${sizeOfOthers(en, ground, most)} together`,
      most,
    ),
  names: (names) => bounded(names.map(unstopped), (count) => `and ${counted(count, 'other')}`).join('; '),
  zones: (zones) => `zone${zones.length > 1 ? 's' : ''} ${en.listed(zones)}`,
  longDate: (day) => longDateIn('en-GB', day),
  since: (day) => (day === null ? '' : ` since ${day}`),
};

export const pl: Writing = {
  number: (value) => String(value).replace('.', ','),
  pct: (share_pct) => `${pl.number(rounded(share_pct))}%`,
  squareMetres: (m2) => `${METRES.pl.format(m2)} m²`,
  shareAndSize: (ground) => withSize(pl, ground),
  listed: (words) => joined(words, 'i', (count) => countedPl(count, 'inny', 'inne', 'innych')),
  largest: (parts, tell, measureOf, most) =>
    tellLargest(
      parts,
      tell,
      measureOf,
      (count, ground) => `jeszcze ${count} na ${sizeOfOthers(pl, ground, most)} łącznie`,
      most,
    ),
  names: (names) =>
    bounded(names.map(unstopped), (count) => `i ${countedPl(count, 'inny', 'inne', 'innych')}`).join('; '),
  zones: (zones) => `${zones.length > 1 ? 'strefy' : 'strefa'} ${pl.listed(zones)}`,
  longDate: (day) => `${longDateIn('pl', day)} r.`,
  since: (day) => (day === null ? '' : ` od ${day}`),
};

/** 1 landslide, 2 landslides */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** 1 osuwisko, 2 osuwiska, 5 osuwisk: by the last two digits. */
export function countedPl(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [Math.floor(count / 10) % 10, count % 10];
  const form = count === 1 ? one : tens !== 1 && ones >= 2 && ones <= 4 ? few : many;
  return `${count} ${form}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence behind the beginning of another. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Names may end in a full stop of their own. */
export function unstopped(text: string): string {
  const trimmed = text.trim();
  // Most do not, and are not searched for it.
  return trimmed.endsWith('.') ? trimmed.replace(/[.\s]+$/, '') : trimmed;
}

export const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);
