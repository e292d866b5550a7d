// The short-term limit of many servers: one token bucket a key in the database, of which each server leases a slice at a time and
// spends it in memory. What is held and not spent goes back. All that was allowed was leased before, so that together servers
// allow no more than the limit and what they hold.

import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import type { Limited, Limiter, Taken } from '../accounts.ts';
import { RateLimiter } from '../sqlite/rate-limiter.ts';
import type { Link } from './link.ts';

/** Of the burst, and of a second's rate: how much is leased beyond what is asked for. */
const SLICE_OF_BURST = 0.05;
const SLICE_OF_RATE = 0.5;
/** What nobody asked for since goes back. */
const HELD_MS = 1_000;
const ROUNDING = 1e-6;
const MOST_ADDRESSES = 50_000;

interface Holding {
  held: number;
  /** What was missing in the bucket after the last lease, and when. */
  missing: number;
  at_ms: number;
  /** Requests that wait for a lease, in tokens. */
  demand: number;
  leasing: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

export class PostgisLimiter implements Limiter {
  readonly #link: Link;
  readonly #holdings = new Map<string, Holding>();
  /** Of the key of the page each address has a bucket: too many to share, and each server limits them for itself. */
  readonly #addresses = new RateLimiter(MOST_ADDRESSES);

  constructor(link: Link) {
    this.#link = link;
  }

  async take(key: Limited, weight: number, now_ms: number): Promise<Taken> {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY))
      throw new RangeError(`weight is ${weight}; allowed: a finite number from 0`);
    if (key.id.startsWith(PAGE_KEY_PREFIX)) return this.#addresses.take(key, weight, now_ms);
    const holding = this.#holdingOf(key, now_ms);
    // Others can only have taken more since: there is no need to ask before the bucket can have filled.
    if (holding.held + ROUNDING < weight && stillMissing(key, holding, now_ms) > roomFor(key, weight))
      return takenOf(key, holding, weight, false, now_ms);
    if (holding.held + ROUNDING < weight) {
      holding.demand += weight;
      // One lease at a time for a key: those who wait are served from it as far as it goes.
      const leased = holding.leasing.then(async () => {
        holding.demand -= weight;
        if (holding.held + ROUNDING < weight) await this.#lease(key, holding, weight, now_ms);
        if (holding.held + ROUNDING < weight) return false;
        holding.held -= weight;
        return true;
      });
      holding.leasing = leased.catch(() => undefined);
      return takenOf(key, holding, weight, await leased, now_ms);
    }
    holding.held -= weight;
    return takenOf(key, holding, weight, true, now_ms);
  }

  async spend(key: Limited, weight: number, now_ms: number): Promise<Taken> {
    if (key.id.startsWith(PAGE_KEY_PREFIX)) return this.#addresses.spend(key, weight, now_ms);
    const holding = this.#holdingOf(key, now_ms);
    const own = Math.min(holding.held, weight);
    holding.held -= own;
    if (weight > own) await this.#ask(key, holding, [0, weight - own, true], now_ms);
    return takenOf(key, holding, 0, true, now_ms);
  }

  async #lease(key: Limited, holding: Holding, weight: number, now_ms: number): Promise<void> {
    if (weight > key.burst && holding.held > 0) await this.#giveBack(key, holding, now_ms);
    const needed = weight - holding.held;
    holding.held += await this.#ask(
      key,
      holding,
      [needed, needed + holding.demand + sliceOf(key), false],
      now_ms,
    );
    clearTimeout(holding.idle);
    holding.idle = setTimeout(() => {
      // The tokens are lost where it fails: the bucket fills by itself.
      void this.#giveBack(key, holding, now_ms + HELD_MS).catch(() => undefined);
    }, HELD_MS).unref();
  }

  async #giveBack(key: Limited, holding: Holding, now_ms: number): Promise<void> {
    const { held } = holding;
    holding.held = 0;
    if (held > 0) await this.#ask(key, holding, [0, -held, false], now_ms);
  }

  async #ask(
    { id, rate_per_s, burst }: Limited,
    holding: Holding,
    [needed, wanted, isDebt]: [needed: number, wanted: number, isDebt: boolean],
    now_ms: number,
  ): Promise<number> {
    const [row] = await this.#link.rows('SELECT * FROM lease_tokens($1, $2, $3, $4, $5, $6)', [
      id,
      rate_per_s,
      burst,
      needed,
      wanted,
      isDebt,
    ]);
    holding.missing = Number(row?.missing_after);
    holding.at_ms = now_ms;
    return Number(row?.taken);
  }

  #holdingOf({ id }: Limited, now_ms: number): Holding {
    let holding = this.#holdings.get(id);
    if (!holding) {
      holding = {
        held: 0,
        missing: 0,
        at_ms: now_ms,
        demand: 0,
        leasing: Promise.resolve(),
        idle: undefined,
      };
      this.#holdings.set(id, holding);
    }
    return holding;
  }

  /** Other servers need not wait for what this one held. */
  async close(keys: readonly Limited[] = []): Promise<void> {
    for (const holding of this.#holdings.values()) clearTimeout(holding.idle);
    for (const key of keys) {
      const holding = this.#holdings.get(key.id);
      if (holding) await this.#giveBack(key, holding, holding.at_ms);
    }
  }
}

const sliceOf = ({ burst, rate_per_s }: Limited): number =>
  Math.floor(Math.min(burst * SLICE_OF_BURST, rate_per_s * SLICE_OF_RATE));

/** What may be missing for it to be worth asking: room for the request and half a slice. */
const roomFor = (key: Limited, weight: number): number =>
  Math.max(0, key.burst - Math.max(weight, sliceOf(key) / 2)) + ROUNDING;

const stillMissing = ({ rate_per_s }: Limited, { held, missing, at_ms }: Holding, now_ms: number): number =>
  Math.max(0, missing - (Math.max(0, now_ms - at_ms) * rate_per_s) / 1000) - held;

function takenOf(key: Limited, holding: Holding, weight: number, allowed: boolean, now_ms: number): Taken {
  const { rate_per_s, burst } = key;
  const still = stillMissing(key, holding, now_ms);
  const retry_after_s = allowed
    ? 0
    : Math.max(1, Math.ceil((still - Math.max(0, burst - weight)) / rate_per_s));
  return {
    allowed,
    remaining: Math.max(0, Math.floor(burst - Math.max(0, still) + ROUNDING)),
    reset_s: allowed ? Math.ceil(Math.max(0, still) / rate_per_s) : retry_after_s,
    retry_after_s,
  };
}
