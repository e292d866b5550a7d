// The lines of a list, checked some at a time, and which of them need attention first. There is no batch of verdicts: a batch of
// records takes as much from the rate limit, and would have to be followed by a check of each parcel that it finds.

import type { CheckResult } from '../contract/answers.ts';
import { askCheck, type CheckAnswer, explainError, isElsewhere } from './page-answers.ts';
import type { ListedLine } from './read-list.ts';
import { pageWords } from './words.ts';

type Unsettled = Exclude<CheckAnswer, { status: 'ok' }>;

/** As many as a browser sends to one server at once. */
const AT_ONCE = 6;
/** A table of a thousand rows is drawn a few times a second, not once a row. */
const TELL_EVERY_MS = 250;

export interface CheckedRow extends ListedLine {
  readonly status: 'ok' | 'ambiguous' | 'not_found' | 'not_covered' | 'error';
  readonly check: CheckResult | null;
  readonly note: string;
}

/** What must be looked at comes first: what was not settled, then what is against building, then the rest as it was given. */
const RANK: Readonly<Record<string, number>> = {
  error: 0,
  ambiguous: 1,
  not_found: 2,
  not_covered: 3,
  fail: 4,
  unknown: 5,
};
const rankOf = ({ status, check }: CheckedRow) =>
  RANK[status === 'ok' ? (check?.verdict ?? '') : status] ?? 6;

export const byNeed = (a: CheckedRow, b: CheckedRow): number => rankOf(a) - rankOf(b) || a.line - b.line;
export const isProblem = ({ status }: CheckedRow): boolean => status !== 'ok';

/** Tells what is checked by now, and at last all of it. Once the signal aborts, requests under way are given up and nothing is told. */
export async function checkLines(
  lines: readonly ListedLine[],
  signal: AbortSignal,
  tell: (checked: readonly CheckedRow[]) => void,
): Promise<void> {
  const checked: CheckedRow[] = [];
  let next = 0;
  const timer = setInterval(() => tell([...checked]), TELL_EVERY_MS);
  const stop = () => clearInterval(timer);
  signal.addEventListener('abort', stop);
  const work = async () => {
    for (let line = lines[next]; line && !signal.aborted; line = lines[next]) {
      next += 1;
      checked.push(await checkLine(line, signal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  stop();
  if (!signal.aborted) tell(checked);
}

async function checkLine(line: ListedLine, signal: AbortSignal): Promise<CheckedRow> {
  try {
    const answer = await askCheck(line.place, signal);
    if (answer.status === 'ok')
      return { ...line, status: 'ok', check: answer.result, note: answer.result.summary };
    return { ...line, status: statusOf(answer), check: null, note: tellUnsettled(answer) };
  } catch (error) {
    return { ...line, status: 'error', check: null, note: explainError(error).message };
  }
}

/** Where none of the readings is loaded, none can be chosen. */
const statusOf = (answer: Unsettled): CheckedRow['status'] =>
  isElsewhere(answer) ? 'not_covered' : answer.status;

/** Why there is no verdict; of several readings the first. */
function tellUnsettled(answer: Unsettled): string {
  if (answer.status === 'not_found') return answer.error.message;
  const note = answer.query.resolved?.note;
  if (isElsewhere(answer)) return note ?? pageWords.value.not_covered.title;
  const readings = (answer.candidates ?? [])
    .slice(0, 3)
    .map(({ id, address, gmina_name }) => id ?? address ?? gmina_name);
  return readings.join('; ') || (note ?? '');
}
