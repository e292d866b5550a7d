// Rules of schemas in words of our own. A schema carries one text, the English one; the others are found by it.

import type { Bilingual } from './language.ts';

const RULES = new Map<string, Bilingual>();

/** The text that a schema is given for a rule. */
export function ruleText(rule: Bilingual): string {
  RULES.set(rule.en, rule);
  return rule.en;
}

/** The rule whose text a schema gave; what a schema says by itself has no other words. */
export const ruleByText = (text: string): Bilingual => RULES.get(text) ?? { en: text, pl: text };
