// The language of an answer: the parameter lang, or what Accept-Language prefers (RFC 9110 §12.5.4); English where neither names
// one that we speak.

import { isLanguage, type Language } from '../contract/language.ts';

export function chooseLanguage(accepted: string | undefined, asked: unknown): Language {
  if (isLanguage(asked)) return asked;
  // Nearly all requests: nothing to weigh.
  if (accepted === undefined || !/\bpl\b/i.test(accepted)) return 'en';
  return weightOf(accepted, 'pl') > weightOf(accepted, 'en') ? 'pl' : 'en';
}

/** Of the most specific range that fits: pl-PL and pl before *. */
function weightOf(accepted: string, language: Language): number {
  let [own, any] = [-1, 0];
  for (const part of accepted.split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const q = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((text) => text);
    const weight = q === undefined ? 1 : Number(q);
    if (range.trim().split('-')[0] === language) own = Math.max(own, weight);
    else if (range.trim() === '*') any = weight;
  }
  return own < 0 ? any : own;
}
