// The embedded store, reading side: connections, and who reads through which. A request reads inside one SQLite transaction,
// so all it sees is one published version; writers are never waited for (WAL). A server's requests share a transaction as long
// as nobody has written since it began: each connection has a page cache of its own.

import { GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { type Store, StoreError, type StoreReads } from '../reads.ts';
import { openForReading } from './open.ts';
import { SqliteReads } from './reads.ts';

let openings = 0;

/** A transaction and those who read in it. */
interface Turn {
  readonly connection: SqliteReads;
  readers: number;
  isHealthy: boolean;
  /** What the watch counted before it began. */
  readonly changes: number;
}

export interface ReadingOptions {
  /**
   * Whoever begins to read in one turn of the event loop reads in one transaction: to begin, ask for the version and end
   * costs as much as a small read. For a server; whoever also writes in this thread would wait for a turn that cannot end.
   */
  readonly shared: boolean;
  /** Told of a read that the dataset was at fault for. */
  readonly onFault?: (work: (reads: StoreReads) => Promise<unknown>) => void;
}

export function openSqliteStore(
  path: string,
  { shared, onFault }: ReadingOptions = { shared: false },
): Store {
  openings += 1;
  let opening = openings;
  const connect = () => new SqliteReads(path, opening);
  const idle: SqliteReads[] = [connect()];
  let turn: Turn | null = null;
  /** Whether the turn of the event loop is still the one in which the transaction was joined last. */
  let isSameTurn = false;
  let watch: Watch | null = null;
  let closed = false;

  function countChanges(): number {
    watch ??= watchChanges(path);
    try {
      return watch.count();
    } catch (error) {
      closeIdle();
      throw error;
    }
  }

  function join(): Turn {
    if (turn && isSameTurn) return turn;
    const changes = shared ? countChanges() : 0;
    if (turn?.changes === changes) {
      endWithTurn(turn);
      return turn;
    }
    const connection = idle.pop() ?? connect();
    const begun: Turn = { connection, readers: 0, isHealthy: true, changes };
    try {
      connection.begin();
    } catch (error) {
      distrust(begun);
      connection.close();
      throw error;
    }
    if (!shared) return begun;
    // Whoever still reads in the one before ends it.
    turn = begun;
    endWithTurn(begun);
    return begun;
  }

  /** Whoever reads on into the next turn of the event loop leaves the transaction open for others. */
  function endWithTurn(joined: Turn): void {
    isSameTurn = true;
    setImmediate(() => {
      isSameTurn = false;
      if (turn === joined && joined.readers === 0) finish(joined);
    });
  }

  /** When its turn is over and its last reader is done. */
  function finish(done: Turn): void {
    const { connection, isHealthy } = done;
    if (turn === done) turn = null;
    if (isHealthy && !closed && connection.end()) idle.push(connection);
    else connection.close();
  }

  /**
   * A damaged page stays in the caches of connections and of whoever read from them, also when the file has been mended:
   * what comes next is opened anew.
   */
  function distrust(failed: Turn): void {
    failed.isHealthy = false;
    if (turn === failed) turn = null;
    closeIdle();
    openings += 1;
    opening = openings;
  }

  function closeIdle(): void {
    watch?.close();
    watch = null;
    for (const connection of idle.splice(0)) connection.close();
  }

  return {
    async read(work) {
      try {
        const joined = join();
        joined.readers += 1;
        try {
          return await work(joined.connection);
        } catch (error) {
          if (joined.isHealthy && asStoreError(error) instanceof StoreError) distrust(joined);
          throw error;
        } finally {
          joined.readers -= 1;
          if (joined.readers === 0 && !(turn === joined && isSameTurn)) finish(joined);
        }
      } catch (error) {
        const fault = asStoreError(error);
        if (fault instanceof StoreError) onFault?.(work);
        throw fault;
      }
    },
    async close() {
      closed = true;
      closeIdle();
    },
  };
}

interface Watch {
  /** Another number after every commit of others. */
  count(): number;
  close(): void;
}

function watchChanges(path: string): Watch {
  const db = openForReading(path);
  const version = db.prepare('PRAGMA data_version');
  return { count: () => version.get()?.data_version as number, close: () => db.close() };
}

/**
 * SQLite's own faults (damaged page, deleted file, full disk) are told apart from bugs by their code. A damaged page may
 * also go unnoticed by SQLite and hold a geometry or a JSON text that nobody wrote.
 */
function asStoreError(error: unknown): unknown {
  const isData =
    error instanceof Error &&
    ('errcode' in error || error instanceof GeometryFormatError || error instanceof SyntaxError);
  return isData ? new StoreError(`the dataset cannot be read: ${error.message}`, { cause: error }) : error;
}
