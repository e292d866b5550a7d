// Answers for callers who can take only so much, such as an assistant: whole items are left out until the rest fits,
// before anything is billed, and the page says that there is more. Nothing is cut in the middle.

import { HINTS } from '../../contract/fault-hints.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { phraseOf } from '../../contract/language.ts';
import { billBatch } from '../../domain/billing.ts';
import { Written } from './encode.ts';
import { invalidInput, type Outcome, type Ran } from './outcome.ts';

type Run = (input: object) => Promise<Ran>;

/** What an envelope has beside its items: query, page, billing, and room to spare. */
const FRAME_CHARACTERS = 2_000;

export async function runToFit(run: Run, input: object, max_characters: number): Promise<Ran> {
  const ran = await run(input);
  const { outcome } = ran;
  if (outcome.status !== 'ok') return ran;
  const room = max_characters - FRAME_CHARACTERS;
  const { result } = outcome;
  if (!Array.isArray(result)) {
    // The outline is the only part of a record without a bound of its own.
    if (hasGeometry(result)) refuseLong(result, room);
    return ran;
  }
  const fitting = countFitting(result, room);
  if (fitting === result.length) return ran;
  if (fitting === 0) refuseLong(result[0], room);
  // A shorter page of the same query: the cursor then leads to the first item left out.
  return 'items' in input
    ? { ...ran, outcome: cutBatch(result, fitting) }
    : run({ ...input, limit: fitting });
}

/** How many items from the start fit. */
function countFitting(items: readonly unknown[], room: number): number {
  let used = 0;
  const beyond = items.findIndex((item) => {
    used += lengthOf(item) + 1;
    return used > room;
  });
  return beyond < 0 ? items.length : beyond;
}

/** A batch has no cursor: the caller holds the items and asks again for those after `returned`. */
function cutBatch(envelopes: readonly Written[], count: number): Outcome<unknown> {
  const shown = envelopes.slice(0, count);
  return {
    status: 'ok',
    result: shown,
    page: { limit: count, returned: count, has_more: true, next_cursor: null },
    billing: billBatch(shown),
  };
}

/** In characters of its JSON. */
const lengthOf = (item: unknown) => (item instanceof Written ? item.toString() : JSON.stringify(item)).length;

const hasGeometry = (result: unknown) =>
  result !== null && typeof result === 'object' && 'geometry' in result && result.geometry !== null;

function refuseLong(item: unknown, room: number): void {
  const length = lengthOf(item);
  if (length <= room) return;
  throw invalidInput(phraseOf(FAULTS.tooLong, length, room), HINTS.shorterRecord);
}
