// What must hold before anything is published. One failure publishes nothing and says why.

import type { Replaced, ReplacedCounts } from '../domain/publish/compare.ts';
import type { FileFacts } from './recipe.ts';

/** More than this share of the served rows gone at once is more often a broken export than a fact. */
const SUDDEN_LOSS = 0.2;

/** What a file would do to one of its scopes. */
export interface ScopeCounts extends ReplacedCounts {
  readonly scope: string;
}

export function checkExpectations(
  facts: FileFacts,
  counts: { readonly staged: number; readonly issues: number; readonly mostly: string | null },
  scopes: readonly ScopeCounts[],
  { allowLoss, onePowiat, mayBeEmpty }: { allowLoss: boolean; onePowiat: boolean; mayBeEmpty: boolean },
): string[] {
  const failures: string[] = [];
  if (counts.staged === 0 && !mayBeEmpty)
    failures.push(
      `the file gave no usable row (${counts.issues} issues${counts.mostly ? `, most of them ${counts.mostly}` : ''})`,
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

const lossOf = ({ live, missing }: Replaced) => (live === 0 ? 0 : missing / live);
