// The verdict at a glance: colour, word and icon together, so that none of them stands alone. Its look everywhere on the page.

import type { CheckOutcome, Verdict } from '../contract/answers.ts';
import { pageWords } from './words.ts';

const PATHS: Readonly<Record<Verdict | 'warn', string>> = {
  pass: 'M4 10.5 8.2 15 16 6',
  conditional: 'M10 4v8M10 15.6v.4',
  warn: 'M10 4v8M10 15.6v.4',
  fail: 'M5 5l10 10M15 5 5 15',
  unknown: 'M7 7.2C7 3.4 13.4 3.6 13.2 7.4 13 9.6 10 9.8 10 12.4M10 15.8v.4',
};

export function ResultIcon({ of }: { of: Verdict | CheckOutcome }) {
  return (
    <svg class={`icon icon-${of}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="10" class="icon-disc" />
      <path d={PATHS[of]} class="icon-sign" />
    </svg>
  );
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span class={`badge badge-${verdict}`}>
      <ResultIcon of={verdict} />
      {pageWords.value.verdict[verdict]}
    </span>
  );
}
