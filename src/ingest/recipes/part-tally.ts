// What came of the features of each part of a register: a layer, a class, a role. A part whose features all proved unusable is
// not empty ground. Most often the file is another one under the wrong name.

import { leftOutClaim } from '../../domain/corpus/lacking-classes.ts';
import type { ReadItem } from '../recipe.ts';

export class PartTally {
  readonly #leftOut = new Set<string>();
  readonly #parts = new Map<string, { rows: number; faults: number; message: string }>();

  /** Passes on what was made of a feature, and counts it. */
  *count(part: string, made: Iterable<ReadItem>): Generator<ReadItem> {
    const counts = this.#parts.get(part) ?? { rows: 0, faults: 0, message: '' };
    this.#parts.set(part, counts);
    let isTaken = false;
    let isFaulty = false;
    for (const item of made) {
      if ('row' in item) {
        counts.rows += 1;
        isTaken = true;
      } else {
        counts.faults += 1;
        counts.message ||= item.issue.message;
        isFaulty = true;
      }
      yield item;
    }
    if (!isTaken && isFaulty) this.#leftOut.add(part);
  }

  /** Parts of which a feature was left out for whatever is wrong with it. */
  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** For those parts (SourceState.publishes). */
  get claims(): string[] {
    return [...this.#leftOut].map(leftOutClaim);
  }

  /** What the load lacks, in words (FileFacts.lacking). */
  get lacking(): string | null {
    const unusable = [...this.#parts].filter(([, { rows, faults }]) => rows === 0 && faults > 0);
    const words = unusable.map(([part, { faults, message }]) => `${part} (${faults} issues: ${message})`);
    return words.length === 0 ? null : `no feature could be used of ${words.join(', ')}`;
  }
}
