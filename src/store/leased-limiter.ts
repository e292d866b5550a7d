// The short-term limit where several processes serve the same keys: the bucket of a key lies with a source that all of them ask (the
// primary of one machine, a database), and each holds a slice of its tokens to spend in memory. All that is allowed was leased before,
// so together they never allow more than one process would. What is held and not spent goes back.

import type { Limited, Limiter, Taken } from './accounts.ts';

export type TokenLease = {
  readonly taken: number;
  /** Missing in the bucket afterwards. */
  readonly missing: number;
};

export interface TokenSource {
  /**
   * Takes `wanted` tokens, or as many as there are if those are at least `needed`, or none. More than the burst is given from a
   * full bucket alone, and leaves a debt. Less than 0 gives back.
   */
  lease(key: Limited, needed: number, wanted: number): Promise<TokenLease>;
  /** Takes them whether they are there or not. */
  spend(key: Limited, tokens: number): Promise<TokenLease>;
}

/** Of the burst, and of a second's rate: how much is leased beyond what is asked for. */
const SLICE_OF_BURST = 0.05;
const SLICE_OF_RATE = 0.5;
/** What nobody asked for since goes back. */
const HELD_MS = 1_000;
const ROUNDING = 1e-6;

interface Holding {
  /** As it was asked for last: limits may change. */
  key: Limited;
  held: number;
  /** What was missing in the bucket after the last lease, and when. */
  missing: number;
  at_ms: number;
  /** Requests that wait for a lease, in tokens. */
  demand: number;
  leasing: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

export class LeasedLimiter implements Limiter {
  readonly #source: TokenSource;
  readonly #most: number;
  readonly #holdings = new Map<string, Holding>();

  /** Remembers so many keys, or client addresses; who was not seen for longest is forgotten with what is held for them. */
  constructor(source: TokenSource, most = Number.POSITIVE_INFINITY) {
    this.#source = source;
    this.#most = most;
  }

  take(key: Limited, weight: number, now_ms: number): Taken | Promise<Taken> {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY))
      throw new RangeError(`weight is ${weight}; allowed: a finite number from 0`);
    const holding = this.#holdingOf(key, now_ms);
    // Nothing is always held: whether the key is in debt is told by what was missing.
    if (weight === 0) return takenOf(holding, 0, stillMissing(holding, now_ms) <= roomFor(key, 0), now_ms);
    if (holding.held + ROUNDING >= weight) {
      holding.held -= weight;
      return takenOf(holding, weight, true, now_ms);
    }
    if (stillMissing(holding, now_ms) > roomFor(key, weight)) return takenOf(holding, weight, false, now_ms);
    return this.#wait(holding, weight, now_ms);
  }

  async spend(key: Limited, weight: number, now_ms: number): Promise<Taken> {
    const holding = this.#holdingOf(key, now_ms);
    const own = Math.min(holding.held, weight);
    holding.held -= own;
    if (weight > own) note(holding, await this.#source.spend(key, weight - own), now_ms);
    return takenOf(holding, 0, true, now_ms);
  }

  /** One lease at a time for a key: those who wait are served from it as far as it goes. */
  async #wait(holding: Holding, weight: number, now_ms: number): Promise<Taken> {
    holding.demand += weight;
    const leased = holding.leasing.then(async () => {
      holding.demand -= weight;
      if (holding.held + ROUNDING < weight) await this.#lease(holding, weight, now_ms);
      if (holding.held + ROUNDING < weight) return false;
      holding.held -= weight;
      return true;
    });
    holding.leasing = leased.catch(() => undefined);
    return takenOf(holding, weight, await leased, now_ms);
  }

  async #lease(holding: Holding, weight: number, now_ms: number): Promise<void> {
    const { key } = holding;
    if (weight > key.burst) await this.#giveBack(holding, now_ms);
    const needed = weight - holding.held;
    const lease = await this.#source.lease(key, needed, needed + holding.demand + sliceOf(key));
    holding.held += lease.taken;
    note(holding, lease, now_ms);
    clearTimeout(holding.idle);
    holding.idle = setTimeout(() => {
      // The tokens are lost where it fails: the bucket fills by itself.
      void this.#giveBack(holding, now_ms + HELD_MS).catch(() => undefined);
    }, HELD_MS).unref();
  }

  async #giveBack(holding: Holding, now_ms: number): Promise<void> {
    const { key, held } = holding;
    holding.held = 0;
    if (held > 0) note(holding, await this.#source.lease(key, 0, -held), now_ms);
  }

  /** Others need not wait for what this process holds. Where it cannot be given back, the bucket fills by itself. */
  async close(): Promise<void> {
    const holdings = [...this.#holdings.values()];
    for (const holding of holdings) clearTimeout(holding.idle);
    await Promise.allSettled(holdings.map((holding) => this.#giveBack(holding, holding.at_ms)));
  }

  #holdingOf(key: Limited, now_ms: number): Holding {
    const { id } = key;
    const known = this.#holdings.get(id);
    if (known) {
      known.key = key;
      if (this.#most === Number.POSITIVE_INFINITY) return known;
      this.#holdings.delete(id);
    }
    const holding = known ?? {
      key,
      held: 0,
      missing: 0,
      at_ms: now_ms,
      demand: 0,
      leasing: Promise.resolve(),
      idle: undefined,
    };
    this.#holdings.set(id, holding);
    const [oldest] = this.#holdings.size > this.#most ? this.#holdings.keys() : [];
    if (oldest !== undefined) this.#holdings.delete(oldest);
    return holding;
  }
}

function note(holding: Holding, { missing }: TokenLease, now_ms: number): void {
  holding.missing = missing;
  holding.at_ms = now_ms;
}

const sliceOf = ({ burst, rate_per_s }: Limited): number =>
  Math.floor(Math.min(burst * SLICE_OF_BURST, rate_per_s * SLICE_OF_RATE));

/**
 * What may be missing for it to be worth asking: the bucket cannot have filled before, whatever others took of it. Half a slice
 * is waited for, so that a key at its limit does not ask for every token by itself.
 */
const roomFor = (key: Limited, weight: number): number =>
  Math.max(0, key.burst - Math.max(weight, sliceOf(key) / 2)) + ROUNDING;

/** In the bucket, less what is held of it. */
const stillMissing = ({ key, held, missing, at_ms }: Holding, now_ms: number): number =>
  Math.max(0, missing - (Math.max(0, now_ms - at_ms) * key.rate_per_s) / 1000) - held;

function takenOf(holding: Holding, weight: number, allowed: boolean, now_ms: number): Taken {
  const { key } = holding;
  const { rate_per_s, burst } = key;
  const still = stillMissing(holding, now_ms);
  const retry_after_s = allowed ? 0 : Math.max(1, Math.ceil((still - roomFor(key, weight)) / rate_per_s));
  return {
    allowed,
    remaining: Math.max(0, Math.floor(burst - Math.max(0, still) + ROUNDING)),
    reset_s: allowed ? Math.ceil(Math.max(0, still) / rate_per_s) : retry_after_s,
    retry_after_s,
  };
}
