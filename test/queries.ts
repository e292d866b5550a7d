// The list of texts and what each must come to (queries.csv), asked of the real resolver on the sample world.

import { readFileSync } from 'node:fs';
import { LIMITS } from '../src/contract/limits.ts';
import { datasetIn } from '../src/data-folder.ts';
import { runResolve } from '../src/service/operations/resolve.ts';
import { createClock } from '../src/service/pipeline/clock.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';

export interface Query {
  readonly line: number;
  readonly text: string;
  readonly status: string;
  /** A parcel id or a gmina code: the pick, or where nothing may be picked one of the candidates. */
  readonly expected: string;
  readonly least_confidence: number;
  readonly kind: string;
  readonly why: string;
}

export interface Judged extends Query {
  readonly got: { readonly status: string; readonly place: string | null; readonly confidence: number };
  /** What was expected is among the candidates. */
  readonly isListed: boolean;
  /** What is wrong, or null. */
  readonly fault: string | null;
  /** Something was picked that is not what was meant: the one thing that must never happen. */
  readonly isSilentWrongPick: boolean;
}

export function readQueries(): Query[] {
  const lines = readFileSync(new URL('./queries.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1).map((row, at) => {
    const [text = '', status = '', expected = '', least = '', kind = '', why = ''] = cellsOf(row);
    return { line: at + 2, text, status, expected, least_confidence: Number(least), kind, why };
  });
}

/** Semicolons part the cells; a cell in quotes may hold them. */
function cellsOf(row: string): string[] {
  const cells = row.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

export interface Asker {
  ask(q: string): ReturnType<typeof runResolve>;
  close(): Promise<void>;
}

export function openAsker(data: string): Asker {
  const store = openSqliteStore(datasetIn(data));
  const corpusOf = createSnapshotCache();
  const clock = createClock();
  return {
    ask: (q) =>
      store.read(async (reads) =>
        runResolve(
          { reads, ...(await corpusOf(reads)), now: clock.now(), day: clock.day() },
          { q, limit: LIMITS.resolve_limit.max },
        ),
      ),
    close: () => store.close(),
  };
}

export async function judge(asker: Asker, query: Query): Promise<Judged> {
  const outcome = await asker.ask(query.text);
  const candidates = outcome.candidates ?? [];
  const placeOf = (candidate: (typeof candidates)[number]) => candidate.id ?? candidate.gmina_teryt;
  const [best] = candidates;
  const picked = outcome.status === 'ok' && best ? placeOf(best) : null;
  const got = { status: outcome.status, place: picked, confidence: best?.confidence ?? 0 };
  const isRight = outcome.status === query.status;
  const isListed =
    query.expected === '' ||
    candidates.some(
      (candidate) =>
        placeOf(candidate) === query.expected || candidate.points?.some(({ id }) => id === query.expected),
    );
  const fault = !isRight
    ? `expected ${query.status}, got ${outcome.status}`
    : picked !== null && picked !== query.expected
      ? `expected ${query.expected}, got ${picked}`
      : !isListed
        ? `${query.expected} is not among the candidates`
        : got.confidence < query.least_confidence
          ? `expected confidence ${query.least_confidence}, got ${got.confidence}`
          : null;
  const isSilentWrongPick = picked !== null && (query.status !== 'ok' || picked !== query.expected);
  return { ...query, got, isListed, fault, isSilentWrongPick };
}
