// The embedded store, reading side: connections, and who reads through which. A request reads inside one SQLite transaction,
// so all it sees is one published version; writers are never waited for (WAL). A server's requests of one moment share it.

import { GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { type Store, StoreError, type StoreReads } from '../reads.ts';
import { SqliteReads } from './reads.ts';

let openings = 0;

/** A transaction and those who read in it. */
interface Turn {
  readonly connection: SqliteReads;
  readers: number;
  isHealthy: boolean;
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
  let closed = false;

  function join(): Turn {
    if (turn) return turn;
    const connection = idle.pop() ?? connect();
    const begun: Turn = { connection, readers: 0, isHealthy: true };
    try {
      connection.begin();
    } catch (error) {
      distrust(begun);
      connection.close();
      throw error;
    }
    if (!shared) return begun;
    turn = begun;
    setImmediate(() => {
      if (turn !== begun) return;
      turn = null;
      if (begun.readers === 0) finish(begun);
    });
    return begun;
  }

  /** When its turn is over and its last reader is done. */
  function finish({ connection, isHealthy }: Turn): void {
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
          if (joined.readers === 0 && turn !== joined) finish(joined);
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
