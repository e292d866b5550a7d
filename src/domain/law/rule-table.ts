// How the tables of law are read: top-down, the first row that applies decides. Each row carries its number, so that
// a result can be traced to the line a lawyer reviews.

import type { CheckOutcome } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import { type BasisKey, cite } from './basis.ts';

interface Row<Facts> {
  readonly rule: string;
  readonly when: (facts: Facts) => boolean;
}

export interface CheckRow<Facts> extends Row<Facts> {
  readonly result: CheckOutcome;
  readonly detail: (facts: Facts) => string;
  /**
   * What the summary says of it, in a few words each: what must be met, or what must be found out, which a pass may leave open. None
   * where the summary says it by itself.
   */
  readonly briefs?: (facts: Facts) => readonly string[];
  /** What stands against building, whatever else is met or found out. */
  readonly bars?: (facts: Facts) => readonly string[];
  readonly basis: readonly BasisKey[] | ((facts: Facts) => readonly BasisKey[]);
}

/** What a check found, before it is dressed as an item of the answer. */
export interface Finding {
  readonly rule: string;
  readonly result: CheckOutcome;
  readonly detail: string;
  readonly briefs: readonly string[];
  readonly bars: readonly string[];
  readonly basis: string;
}

export function firstRow<Facts, R extends Row<Facts>>(rows: readonly R[], facts: Facts): R {
  const hit = rows.find((row) => row.when(facts));
  if (!hit)
    throw new Error(
      `No row applies among ${rows.map((row) => row.rule).join(', ')}: ${JSON.stringify(facts)}`,
    );
  return hit;
}

export function judge<Facts extends { readonly language: Language }>(
  rows: readonly CheckRow<Facts>[],
  facts: Facts,
): Finding {
  const { rule, result, detail, briefs, bars, basis } = firstRow(rows, facts);
  return {
    rule,
    result,
    detail: detail(facts),
    briefs: briefs?.(facts) ?? [],
    bars: bars?.(facts) ?? [],
    basis: cite(typeof basis === 'function' ? basis(facts) : basis, facts.language),
  };
}

export function withSentence(finding: Finding, sentence: string | null): Finding {
  return sentence === null ? finding : { ...finding, detail: `${finding.detail} ${sentence}` };
}
