// The store on PostgreSQL, writing side: who may write, runs and their issues, and stages. Locks are PostgreSQL's own, held by
// the session, so they go with the process however that ends; whoever comes next clears away what it left.

import type { SourceId } from '../../domain/corpus/registers.ts';
import { StoreError } from '../reads.ts';
import { boundaryOf, type Row, stateOf } from '../rows.ts';
import type { DatasetWriter, RunRow, RunStart } from '../writer.ts';
import { requireSchema } from './migrate.ts';
import { asStoreError } from './open.ts';
import { tellNextVersion } from './publication.ts';
import { readServedCorpus } from './served-corpus.ts';
import { Session } from './session.ts';
import { PostgisStage } from './stage.ts';
import { createStage, dropStage } from './stage-schema.ts';

/** Keys of advisory locks are of one schema: several datasets may stand in one database. */
const LOCK = (name: string) => `hashtext(current_schema() || ' ${name}')`;

export interface WriterOptions {
  /**
   * The one powiat whose answers are worked out: others may work out those of other powiaty at the same time, and nobody may
   * load. Without it the writer is the only one.
   */
  readonly powiat?: string;
  /** Whether to wait until others have finished, or to say that they write. */
  readonly waits?: boolean;
}

export function openPostgisWriter(url: string, { powiat, waits = false }: WriterOptions = {}): DatasetWriter {
  let opening: Promise<Session> | null = null;
  const open = () => {
    opening ??= (async () => {
      const session = await Session.open(url);
      try {
        await requireSchema(session.client, url);
        await giveUpKilled(session);
        return session;
      } catch (error) {
        await session.close();
        throw asStoreError(error, url);
      }
    })();
    return opening;
  };

  const lock = powiat === undefined ? `${LOCK('writer')}, 0` : `${LOCK('powiat')}, ${Number(powiat)}`;
  let isHeld = false;
  async function requireLock(session: Session): Promise<void> {
    if (isHeld) return;
    if (waits) {
      if (powiat !== undefined) await session.exec(`SELECT pg_advisory_lock_shared(${LOCK('writer')}, 0)`);
      await session.exec(`SELECT pg_advisory_lock(${lock})`);
    } else if (!(await takeInTime(session, lock)))
      throw new StoreError('another ingest is writing this dataset; wait until it has finished');
    isHeld = true;
  }

  async function startRun(session: Session, run: RunStart): Promise<number> {
    return session.number(
      `INSERT INTO runs (source, file, sha256, synthetic, started_at, outcome)
       VALUES ($1, $2, $3, $4, $5, 'running') RETURNING run`,
      [run.source, run.file, run.sha256, run.synthetic ? 1 : 0, run.started_at],
    );
  }

  return {
    async claim() {
      await requireLock(await open());
    },
    async isPublished(source, sha256) {
      const session = await open();
      const known = 'SELECT count(*) FROM sources WHERE source = $1 AND file_sha256 = $2';
      return (await session.number(known, [source, sha256])) > 0;
    },
    async touch(run) {
      const session = await open();
      await requireLock(session);
      await session.transaction(async () => {
        const id = await startRun(session, run);
        await session.rows("UPDATE runs SET outcome = 'unchanged', finished_at = started_at WHERE run = $1", [
          id,
        ]);
        await session.rows('UPDATE sources SET last_success_at = $1 WHERE source = $2 AND file_sha256 = $3', [
          run.started_at,
          run.source,
          run.sha256,
        ]);
        await tellNextVersion(session);
      });
    },
    async stage(run) {
      const session = await open();
      await requireLock(session);
      const id = await startRun(session, run);
      const own = `${LOCK('run')}, ${id}`;
      await session.exec(`SELECT pg_advisory_lock(${own}); ${createStage(id)}`);
      return new PostgisStage(session, url, run, id, () => session.exec(`SELECT pg_advisory_unlock(${own})`));
    },
    async corpus() {
      return readServedCorpus(await open());
    },
    async calendarDay() {
      const [row] = await (await open()).rows("SELECT value FROM meta WHERE key = 'calendar_day'");
      return (row?.value ?? null) as string | null;
    },
    async boundaries(level, codes) {
      const rows = await (await open()).rows(
        `SELECT * FROM boundaries WHERE level = $1 AND ($2::text[] IS NULL OR code = ANY($2))
         ORDER BY array_position($2::text[], code), fid`,
        [level, codes],
      );
      return rows.map(boundaryOf);
    },
    async runs(limit) {
      return (await (await open()).rows('SELECT * FROM runs ORDER BY run DESC LIMIT $1', [limit])).map(runOf);
    },
    async issueKinds(run) {
      const rows = await (await open()).rows(
        `SELECT kind, count(*) AS count, min((position || ': ' || message) COLLATE "C") AS example
         FROM issues WHERE run = $1 GROUP BY kind ORDER BY count DESC, kind`,
        [run],
      );
      return rows.map((row) => ({
        kind: String(row.kind),
        count: Number(row.count),
        example: String(row.example),
      }));
    },
    async states() {
      return (await (await open()).rows('SELECT * FROM sources ORDER BY source, scope')).map(stateOf);
    },
    async close() {
      const session = await opening?.catch(() => null);
      if (!session) return;
      // A stage that was left behind is like one of a killed process.
      if (isHeld) await giveUpKilled(session, true);
      await session.close();
    },
  };
}

/** Somebody who only looks holds the lock while clearing away: that is waited for. */
const CLEARING_MS = 500;
const TRY_EVERY_MS = 50;

async function takeInTime(session: Session, lock: string): Promise<boolean> {
  for (let left_ms = CLEARING_MS; ; left_ms -= TRY_EVERY_MS) {
    const taken = await session.number(`SELECT pg_try_advisory_lock(${lock})::int`);
    if (taken === 1) return true;
    if (left_ms <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
}

/** Runs whose session is gone: nobody holds their locks. `isOwn` ends those of this session as well. */
async function giveUpKilled(session: Session, isOwn = false): Promise<void> {
  const running = await session.cells<[number]>(
    "SELECT run FROM runs WHERE outcome = 'running' ORDER BY run",
  );
  for (const [run] of running) {
    const lock = `${LOCK('run')}, ${run}`;
    const holders = await session.number(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = ((${LOCK('run')})::bigint & 4294967295)::oid
         AND objid = ${run} AND objsubid = 2 AND granted AND pid <> ${isOwn ? 'pg_backend_pid()' : '0'}`,
    );
    if (holders > 0) continue;
    await session.transaction(async () => {
      await session.exec(`SELECT pg_advisory_xact_lock(${lock})`);
      await session.exec(dropStage(run));
      await session.rows(
        "UPDATE runs SET outcome = 'aborted', reason = 'the process was stopped' WHERE run = $1 AND outcome = 'running'",
        [run],
      );
    });
  }
}

function runOf(row: Row): RunRow {
  return {
    run: Number(row.run),
    source: row.source as SourceId,
    file: String(row.file),
    sha256: String(row.sha256),
    synthetic: row.synthetic === 1,
    started_at: String(row.started_at),
    finished_at: row.finished_at as string | null,
    outcome: row.outcome as RunRow['outcome'],
    reason: row.reason as string | null,
    rows: Number(row.rows),
    issues: Number(row.issues),
  };
}
