// The embedded store, writing side: one writer at a time, runs and their issues, and stages. A killed process leaves the
// served data untouched; whoever opens the dataset next, if only to look, clears away what it left.

import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { SourceId } from '../../domain/corpus/registers.ts';
import { foldHouseNumber, foldName } from '../../domain/text/fold.ts';
import { StoreError } from '../reads.ts';
import { boundaryOf, stateOf } from '../rows.ts';
import type { DatasetWriter, RunRow, RunStart } from '../writer.ts';
import { openForWriting } from './open.ts';
import { readCorpus } from './served-corpus.ts';
import { SqliteStage } from './stage.ts';
import { inTransaction, nextVersion } from './transaction.ts';
import { isWritable } from './unwritable.ts';
import { takeWriterLock } from './writer-lock.ts';

/** `clearAway` removes what else a killed process may have left: called when it is sure that none is at work. */
export function openSqliteWriter(path: string, clearAway: () => void = () => undefined): DatasetWriter {
  const db = openForWriting(path);
  db.function('fold_name', { deterministic: true }, (name) => foldName(String(name)));
  db.function('fold_house', { deterministic: true }, (number) => foldHouseNumber(String(number)));
  const staging = `${path}.staging`;
  const canWrite = isWritable(path);

  const giveUpKilled = () => {
    db.exec(
      "UPDATE runs SET outcome = 'aborted', reason = 'the process was stopped' WHERE outcome = 'running'",
    );
    rmSync(staging, { force: true });
  };
  const idle = canWrite ? takeWriterLock(path, 0) : null;
  if (idle) {
    giveUpKilled();
    clearAway();
    idle.close();
  }

  let lock: DatabaseSync | null = null;
  /** Held from the claim or the first write on; looking at runs and states needs none. */
  const requireLock = () => {
    if (lock) return;
    if (!canWrite) throw new StoreError(`${path} cannot be written; what it holds can only be looked at`);
    lock = takeWriterLock(path, CLEARING_MS);
    if (!lock) throw new StoreError('another ingest is writing this dataset; wait until it has finished');
    giveUpKilled();
  };

  const startRun = (run: RunStart): number => {
    const { lastInsertRowid } = db
      .prepare(
        "INSERT INTO runs (source, file, sha256, synthetic, started_at, outcome) VALUES (?, ?, ?, ?, ?, 'running')",
      )
      .run(run.source, run.file, run.sha256, run.synthetic ? 1 : 0, run.started_at);
    return Number(lastInsertRowid);
  };

  return {
    async claim() {
      requireLock();
    },
    async isPublished(source, sha256) {
      const known = db
        .prepare('SELECT 1 FROM sources WHERE source = ? AND file_sha256 = ?')
        .get(source, sha256);
      return known !== undefined;
    },
    async touch(run) {
      requireLock();
      inTransaction(db, () => {
        const id = startRun(run);
        db.prepare("UPDATE runs SET outcome = 'unchanged', finished_at = started_at WHERE run = ?").run(id);
        db.prepare('UPDATE sources SET last_success_at = ? WHERE source = ? AND file_sha256 = ?').run(
          run.started_at,
          run.source,
          run.sha256,
        );
        nextVersion(db);
      });
    },
    async stage(run) {
      requireLock();
      return new SqliteStage(db, { dataset: path, staging }, run, startRun(run));
    },
    async corpus() {
      return readCorpus(db);
    },
    async calendarDay() {
      const row = db.prepare("SELECT value FROM meta WHERE key = 'calendar_day'").get();
      return (row?.value ?? null) as string | null;
    },
    async boundaries(level, codes) {
      const rows =
        codes === null
          ? db.prepare('SELECT * FROM boundaries WHERE level = ?').all(level)
          : db
              .prepare(
                'SELECT b.* FROM json_each(?) w CROSS JOIN boundaries b ON b.code = w.value WHERE b.level = ?',
              )
              .all(JSON.stringify(codes), level);
      return rows.map(boundaryOf);
    },
    async runs(limit) {
      return db.prepare('SELECT * FROM runs ORDER BY run DESC LIMIT ?').all(limit).map(runOf);
    },
    async issueKinds(run) {
      const rows = db
        .prepare(
          `SELECT kind, count(*) AS count, min(position || ': ' || message) AS example
           FROM issues WHERE run = ? GROUP BY kind ORDER BY count DESC`,
        )
        .all(run);
      return rows.map((row) => ({
        kind: String(row.kind),
        count: Number(row.count),
        example: String(row.example),
      }));
    },
    async states() {
      return db.prepare('SELECT * FROM sources ORDER BY source, scope').all().map(stateOf);
    },
    async close() {
      db.close();
      if (!lock) return;
      rmSync(staging, { force: true });
      lock.close();
    },
  };
}

/** Somebody who only looks holds the lock while clearing away: that is waited for. */
const CLEARING_MS = 500;

function runOf(row: Record<string, unknown>): RunRow {
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
