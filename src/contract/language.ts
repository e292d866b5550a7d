// The languages of answers, and what a sentence is: one entry with both of them, so that a missing one does not compile.
// Codes, names and citations are the same in every language; only sentences differ.

import { z } from 'zod';

export const LANGUAGES = ['en', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LanguageSchema = z.enum(LANGUAGES).meta({
  id: 'Language',
  description:
    'Language of notes, details, reasons, summaries, messages and hints. Without it Accept-Language decides, and then English.',
});

/** A sentence in each language, of the same values. */
export type Sentence<Values extends readonly unknown[] = never> = {
  readonly [L in Language]: (...values: Values) => string;
};

export const sentence = <Values extends readonly unknown[]>(
  en: (...values: Values) => string,
  pl: (...values: NoInfer<Values>) => string,
): Sentence<Values> => ({ en, pl });

/** Bilingual that take no values. */
export type Bilingual = { readonly [L in Language]: string };

export const bilingual = (en: string, pl: string): Bilingual => ({ en, pl });

/** What is to be told in a language that is not known yet: words, or a sentence with its values. */
export type Phrase = Bilingual | ((language: Language) => string);

export const phraseOf =
  <Values extends readonly unknown[]>(entry: Sentence<Values>, ...values: Values): Phrase =>
  (language) =>
    entry[language](...values);

export const phraseIn = (message: Phrase, language: Language): string =>
  typeof message === 'function' ? message(language) : message[language];

/** Of what callers may send. */
export const isLanguage = (value: unknown): value is Language =>
  (LANGUAGES as readonly unknown[]).includes(value);
