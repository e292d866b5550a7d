// Which words the page speaks. The English table is the form: a word that the Polish one lacks does not compile.

import { computed } from '@preact/signals';
import type { ParcelRecord } from '../contract/answers.ts';
import { state } from './url-state.ts';
import { EN } from './words-en.ts';
import { PL } from './words-pl.ts';

const TABLES = { en: EN, pl: PL };

export const pageWords = computed(() => TABLES[state.value.lang]);

const locale = () => (state.value.lang === 'pl' ? 'pl-PL' : 'en-GB');

export const showNumber = (value: number, digits = 0): string =>
  value.toLocaleString(locale(), { maximumFractionDigits: digits });

/** With two decimals, and spaced as in the sentences of answers: what is told twice is told alike. */
export const showPercent = (share_pct: number): string =>
  `${showNumber(share_pct, 2)}${state.value.lang === 'pl' ? '' : ' '}%`;

export const showArea = (m2: number): string =>
  m2 >= 100_000 ? `${showNumber(m2 / 10_000, 2)} ha` : `${showNumber(m2)} m²`;

/** As recorded, and as the outline has it, of which parts are: each says which of them it is, and both stand where they differ. */
export function showRecordArea({ official_m2, geometry_m2 }: ParcelRecord['area']): string {
  const { official, measured } = pageWords.value.facts;
  const outline = showArea(geometry_m2);
  if (official_m2 === null) return `${outline} (${measured})`;
  const recorded = showArea(official_m2);
  return `${recorded} (${official}${recorded === outline ? '' : `; ${measured}: ${outline}`})`;
}

export const showLength = (m: number): string =>
  m >= 1_000 ? `${showNumber(m / 1_000, 2)} km` : `${showNumber(m, m < 10 ? 1 : 0)} m`;

export const showDay = (day: string): string =>
  new Date(`${day.slice(0, 10)}T12:00:00Z`).toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

/** Of the sample world: every title begins so, and a list of them would be of nothing else. */
const SAMPLE_LABEL = /^(?:SYNTHETIC SAMPLE|PRÓBKA SYNTETYCZNA)[^:]*: /;

export const withoutSampleLabel = (title: string): string => title.replace(SAMPLE_LABEL, '');

/** Messages of the interface begin small and end without a point: they follow a code there. */
export const asSentence = (message: string): string =>
  message.charAt(0).toLocaleUpperCase('pl') + message.slice(1) + (/[.?!]$/.test(message) ? '' : '.');
