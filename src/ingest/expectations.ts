// What must hold before anything is published. One failure publishes nothing and says why.

import type { Replaced, ReplacedCounts } from '../domain/publish/compare.ts';
import type { FileFacts } from './recipe.ts';

/** More than this share of the served rows gone at once is more often a broken export than a fact. */
const SUDDEN_LOSS = 0.2;

/** Shapes of a file that cannot be used are faults of rows, as long as they are few or one in five. */
const FEW_SHAPES = 10;

/** What came of the rows of a file. */
export interface RowCounts {
  readonly staged: number;
  readonly issues: number;
  /** The most frequent issue, in words; null where there is none. */
  readonly mostly: string | null;
  /** Rows left out for a shape that is empty, unreadable, of another kind or outside Poland. */
  readonly shapeless: number;
}

/** What a file would do to one of its scopes. */
export interface ScopeCounts extends ReplacedCounts {
  readonly scope: string;
}

export function checkExpectations(
  facts: FileFacts,
  counts: RowCounts,
  scopes: readonly ScopeCounts[],
  { allowLoss, onePowiat, mayBeEmpty }: { allowLoss: boolean; onePowiat: boolean; mayBeEmpty: boolean },
): string[] {
  const failures: string[] = [];
  if (counts.staged === 0 && !mayBeEmpty)
    failures.push(
      `the file gave no usable row (${counts.issues} issues${counts.mostly ? `, most of them ${counts.mostly}` : ''})`,
    );
  else if (!allowLoss && areTooMany(counts))
    failures.push(
      `${counts.shapeless} of ${counts.shapeless + counts.staged} rows have a shape that cannot be used (${counts.mostly}); if the rest is to be served as the whole, pass --allow-loss`,
    );
  const powiaty = facts.scopes.filter((scope) => /^\d{4}$/.test(scope));
  if (onePowiat && powiaty.length > 1) {
    failures.push(
      `the file holds parcels of ${powiaty.length} powiaty (${powiaty.join(', ')}); a bulk file is one powiat, load each from its own`,
    );
  }
  // Scope by scope: a whole obręb must not vanish behind a larger one that is complete.
  // And parcels on their own: buildings that are all there must not hide that parcels are gone.
  for (const { scope, parcels, ...all } of scopes) {
    const { live, missing } = lossOf(parcels) > lossOf(all) ? parcels : all;
    if (allowLoss || lossOf({ live, missing }) <= SUDDEN_LOSS) continue;
    const pct = Math.round((100 * missing) / live);
    const where = scope === '' ? '' : ` for ${scope}`;
    failures.push(
      `${missing} of ${live} rows served now${where} (${pct} %) are not in the file; if that is right, pass --allow-loss`,
    );
  }
  if (facts.as_of !== null && facts.as_of < '1990-01-01')
    failures.push(`the date of the file, ${facts.as_of}, is not plausible`);
  return failures;
}

/** They would be told not to exist, and ground without them to be free. */
const areTooMany = ({ shapeless, staged }: RowCounts) =>
  shapeless > FEW_SHAPES && shapeless > SUDDEN_LOSS * (shapeless + staged);

const lossOf = ({ live, missing }: Replaced) => (live === 0 ? 0 : missing / live);
