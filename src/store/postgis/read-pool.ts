// The store on PostgreSQL, reading side: connections, and who reads through which. A request reads in one transaction on one
// connection, shared with others of the moment. When all are taken it waits its turn, and not for ever.

import { GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { type Store, StoreError, type StoreReads } from '../reads.ts';
import type { News } from './news.ts';
import { asStoreError, databaseName } from './open.ts';
import { type GroundRow, PartitionGround } from './partition-ground.ts';
import { PostgisReads } from './reads.ts';
import type { ReadSnapshot } from './snapshot.ts';
import {
  connectPipelined,
  type DatasetState,
  noteSilence,
  refuseWhileSilent,
  Turn,
  TurnOver,
} from './turn.ts';

export interface PoolLimits {
  readonly connections: number;
  /** How long a request waits for a connection before it is refused. */
  readonly wait_ms: number;
}

const POOL_LIMITS: PoolLimits = { connections: 10, wait_ms: 3_000 };
/** Readers of one connection wait for each other: there are always some. */
const LEAST_CONNECTIONS = 3;

/** Of a process that is this part of its server. */
export const poolLimits = (share: number): PoolLimits => ({
  ...POOL_LIMITS,
  connections: Math.max(LEAST_CONNECTIONS, Math.ceil(POOL_LIMITS.connections * share)),
});

/** Who reads on after that begins another transaction: an old one sees old data and holds up vacuum. */
const JOINED_FOR_MS = 100;
/** The same where all connections are taken: a little older data are better than none. */
const JOINED_WHEN_FULL_MS = 1_000;
/** Statements of one connection are answered one after another: from so many readers on another connection is taken. */
const SPREAD_AT = 4;
const MOST_READERS = 32;
/** When somebody who could not be served may try again. */
const RETRY_AFTER_S = 1;

export interface PostgisStore extends Store {
  /** Throws while the dataset cannot be read. */
  probe(): Promise<void>;
}

/**
 * `news` tells the version between reads, so that a cached answer needs no statement; without it every read asks, and no
 * transaction is shared.
 */
export function openPostgisStore(
  url: string,
  news: News | null = null,
  limits: PoolLimits = POOL_LIMITS,
): PostgisStore {
  const pool = new TurnPool(url, news !== null, limits);
  let grounds: { readonly key: string; readonly ground: Promise<PartitionGround> } | null = null;

  function groundOf(turn: Turn, state: DatasetState): Promise<PartitionGround> {
    const key = `${state.born} ${state.ground}`;
    if (grounds?.key === key) return grounds.ground;
    const ground = turn
      .rows('SELECT kind, part, x, y FROM ground', [])
      .then((rows) => new PartitionGround(rows as unknown[] as GroundRow[]));
    const own = { key, ground };
    grounds = own;
    ground.catch(() => {
      if (grounds === own) grounds = null;
    });
    return ground;
  }

  const sheets = new SheetedObreby();

  /** One try: the transaction is begun by the first statement where the version is known, and at once where it is not. */
  async function attempt<T>(work: (reads: StoreReads) => Promise<T>): Promise<T> {
    const known = news?.state() ?? null;
    const reading: { turn?: Promise<Turn> } = {};
    let isOver = false;
    const join = async (): Promise<Turn> => {
      const turn = await pool.join();
      try {
        const state = await turn.state;
        news?.observe(state);
        if (known && (state.version !== known.version || state.born !== known.born)) throw new OtherVersion();
        return turn;
      } catch (error) {
        pool.leave(turn);
        throw error;
      }
    };
    const turnNow = (): Promise<Turn> => {
      // What is still under way beside a statement that failed must not read on in a transaction of others.
      if (isOver) return Promise.reject(new ReadOver('the read that others waited for has failed'));
      reading.turn ??= join();
      return reading.turn;
    };
    try {
      const state = known ?? (await (await turnNow()).state);
      const snapshot: ReadSnapshot = {
        version: state.version,
        opening: openingOf(state.born),
        cells: async (sql, values = []) => (await turnNow()).cells(sql, values),
        rows: async (sql, values = []) => (await turnNow()).rows(sql, values),
        ground: async () => groundOf(await turnNow(), state),
        sheeted: (powiat) => sheets.of(`${state.born} ${state.version}`, powiat, turnNow),
      };
      return await work(new PostgisReads(snapshot));
    } finally {
      isOver = true;
      const turn = await reading.turn?.catch(() => null);
      if (turn) pool.leave(turn);
    }
  }

  const read: Store['read'] = async (work) => {
    for (let left = RETRIES; ; left -= 1) {
      try {
        return await attempt(work);
      } catch (error) {
        noteSilence(url, error instanceof TurnOver ? error.cause : error);
        if (left === 0 || !isWorthRetrying(error)) throw readable(error, url);
      }
    }
  };

  return {
    read,
    probe: () => read(async (reads) => void (await reads.sourceStates())),
    close: () => pool.close(),
  };
}

/** Which obręby have parcels on map sheets, read once a version and powiat: a lookup by number then asks for nothing in vain. */
class SheetedObreby {
  #version = '';
  #powiaty = new Map<string, Promise<ReadonlySet<string>>>();

  of(version: string, powiat: string, turnNow: () => Promise<Turn>): Promise<ReadonlySet<string>> {
    if (this.#version !== version) {
      this.#version = version;
      this.#powiaty = new Map();
    }
    const powiaty = this.#powiaty;
    let obreby = powiaty.get(powiat);
    if (!obreby) {
      obreby = turnNow()
        .then((turn) => turn.cells<[string]>(SHEETED, [powiat]))
        .then((rows) => new Set(rows.map(([obreb_id]) => obreb_id)));
      powiaty.set(powiat, obreby);
      obreby.catch(() => powiaty.delete(powiat));
    }
    return obreby;
  }
}

const SHEETED = `SELECT DISTINCT p.obreb_id FROM parcels p WHERE p.part = $1 AND p.id LIKE '%.AR\\_%'`;

/** Another version than the one that was told of: the work is done anew over that. */
class OtherVersion extends Error {}

/** Told to whoever waits for what a failed read was to bring for several: his own goes on, and may read it anew. */
class ReadOver extends StoreError {}

const RETRIES = 2;
/** A replica took the transaction back; the session was ended, perhaps long ago. */
const RETRIED = new Set(['40001', '57P01', '57P02', '25P03', 'EPIPE', 'ECONNRESET']);

function isWorthRetrying(error: unknown): boolean {
  if ([OtherVersion, ReadOver, TurnOver].some((kind) => error instanceof kind)) return true;
  if (!(error instanceof Error)) return false;
  return (
    RETRIED.has('code' in error ? String(error.code) : '') ||
    /^(Connection terminated|Client has encountered|Client was closed)/.test(error.message)
  );
}

function readable(error: unknown, url: string): unknown {
  const isData = error instanceof GeometryFormatError || error instanceof SyntaxError;
  const fault = isData
    ? new StoreError(`${databaseName(url)} cannot be read: ${error.message}`, { cause: error })
    : asStoreError(error instanceof TurnOver ? error.cause : error, url);
  if (fault instanceof StoreError) fault.retry_after_s ??= RETRY_AFTER_S;
  return fault;
}

/** Openings are counted for the whole process: caches name the dataset by that number. */
const OPENINGS = new Map<string, number>();
function openingOf(born: string): number {
  let opening = OPENINGS.get(born);
  if (opening === undefined) {
    opening = OPENINGS.size + 1;
    OPENINGS.set(born, opening);
  }
  return opening;
}

class TurnPool {
  readonly #url: string;
  readonly #isShared: boolean;
  readonly #limits: PoolLimits;
  readonly #idle: Turn['client'][] = [];
  readonly #turns = new Set<Turn>();
  readonly #waiting: { readonly go: () => void }[] = [];
  #opening = 0;
  #closed = false;

  constructor(url: string, isShared: boolean, limits: PoolLimits) {
    this.#url = url;
    this.#isShared = isShared;
    this.#limits = limits;
  }

  get #connections(): number {
    return this.#idle.length + this.#turns.size + this.#opening;
  }

  async join(): Promise<Turn> {
    refuseWhileSilent(this.#url);
    const deadline_ms = performance.now() + this.#limits.wait_ms;
    for (;;) {
      const turn = this.#joinable() ?? (await this.#begin());
      if (turn) {
        turn.readers += 1;
        return turn;
      }
      if (!(await this.#wait(deadline_ms - performance.now())))
        throw new StoreError(
          `${databaseName(this.#url)}: all ${this.#limits.connections} connections are taken`,
        );
    }
  }

  /** The one with the fewest readers, unless another connection may be taken for less crowding. */
  #joinable(): Turn | null {
    if (!this.#isShared) return null;
    const now_ms = performance.now();
    const isFull = this.#idle.length === 0 && this.#connections >= this.#limits.connections;
    const oldest_ms = isFull ? JOINED_WHEN_FULL_MS : JOINED_FOR_MS;
    let best: Turn | null = null;
    for (const turn of this.#turns) {
      if (turn.fault !== undefined || now_ms - turn.begun_ms > oldest_ms) continue;
      if (turn.readers >= MOST_READERS) continue;
      if (best === null || turn.readers < best.readers) best = turn;
    }
    const isCrowded = best !== null && best.readers >= SPREAD_AT;
    return isCrowded && this.#connections < this.#limits.connections ? null : best;
  }

  /** Null where all connections are taken. */
  async #begin(): Promise<Turn | null> {
    if (this.#closed) throw new StoreError('the store is closed');
    const idle = this.#idle.pop();
    if (idle) return this.#turnOn(idle);
    if (this.#connections >= this.#limits.connections) return null;
    this.#opening += 1;
    try {
      const client = await connectPipelined(this.#url);
      client.on('error', () => this.#forget(client));
      return this.#turnOn(client);
    } finally {
      this.#opening -= 1;
    }
  }

  /** One that was lost while nobody used it. */
  #forget(client: Turn['client']): void {
    const at = this.#idle.indexOf(client);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  #turnOn(client: Turn['client']): Turn {
    const turn = new Turn(client);
    this.#turns.add(turn);
    // Whoever found all connections taken may read along.
    if (this.#isShared) for (const { go } of [...this.#waiting]) go();
    return turn;
  }

  /** Whether it was called in time; where nobody leaves it is not. */
  #wait(left_ms: number): Promise<boolean> {
    if (left_ms <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const entry = { go: () => settle(true) };
      const timer = setTimeout(() => settle(false), left_ms);
      const settle = (isCalled: boolean) => {
        clearTimeout(timer);
        const at = this.#waiting.indexOf(entry);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve(isCalled);
      };
      this.#waiting.push(entry);
    });
  }

  leave(turn: Turn): void {
    turn.readers -= 1;
    if (turn.readers > 0) return;
    this.#turns.delete(turn);
    turn.end();
    if (this.#closed || !turn.isConnected) void turn.client.end().catch(() => undefined);
    else this.#idle.push(turn.client);
    this.#waiting[0]?.go();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map((client) => client.end()));
  }
}
