// What holds for keys in every back end: their form, their limits, the digest that is stored instead of the secret, and how the
// valid ones are recognised in memory. Knows no database.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PAGE_KEY_PREFIX } from '../contract/limits.ts';
import {
  AccountsError,
  type ConfiguredKey,
  type KeyLimits,
  type KeyRecord,
  type ListedKey,
  type Rotation,
} from './accounts.ts';

export const DEFAULT_LIMITS: KeyLimits = { rate_per_s: 50, burst: 100, monthly_quota: null };

/** Name and id of the key that comes from the configuration. No stored key has them. */
export const STATIC_KEY = 'static';

/** SQL: the configured key is not among the stored ones, even where an earlier version has written it to the file. */
export const IS_STORED = `id <> '${STATIC_KEY}'`;

export const KEY_COLUMNS = 'id, name, rate_per_s, burst, monthly_quota, created_at, revoked_at';

/** With the moment until which an older secret is valid; none is of a revoked key. */
export const LISTED_COLUMNS = `${KEY_COLUMNS}, CASE WHEN revoked_at IS NULL THEN previous_until END AS previous_until`;

/** A longer secret is nobody's: it is refused before any work is spent on it. */
export const MAX_SECRET_LENGTH = 256;
const RATE_RANGE = { min: 0.001, max: 1_000_000 };
const MAX_BURST = 1_000_000;
/** The largest integer of a structured HTTP field (RFC 9651, 3.3.1): the quota is sent in one. */
const MAX_QUOTA = 999_999_999_999_999;
const NAME_FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;
/** What a client can send in a header without quoting. */
const SECRET_FORM = /^[\x21-\x7e]+$/;

/** A key that is about to be stored. It is random, so its secret needs no slow hash. */
export function draftKey({ name, ...asked }: { readonly name: string } & Partial<KeyLimits>) {
  if (!NAME_FORM.test(name) || name === STATIC_KEY) {
    throw new AccountsError(
      `${JSON.stringify(name)} cannot be the name of a key: 1 to 64 letters, digits, spaces and . _ @ - ` +
        `beginning with a letter or digit, and not "${STATIC_KEY}"`,
    );
  }
  const limits = checkLimits({ ...DEFAULT_LIMITS, ...asked });
  const id = `key_${randomBytes(6).toString('hex')}`;
  return { id, name, secret: makeSecret(), limits };
}

export const makeSecret = (): string => `mdz_${randomBytes(24).toString('base64url')}`;

/** The name of a revoked key is free again; an id is never. */
export function refuseTaken(name: string, taken: KeyRecord | undefined): void {
  if (!taken || (taken.revoked_at !== null && taken.id !== name)) return;
  throw new AccountsError(
    `a key "${name}" exists already (${taken.id}): choose another name, or revoke it first`,
  );
}

export function refuseRevoked({ name, revoked_at }: Pick<KeyRecord, 'name' | 'revoked_at'>): void {
  if (revoked_at !== null)
    throw new AccountsError(`the key "${name}" is revoked since ${revoked_at}: make a new one`);
}

/** Some keys have no secret that could be replaced; of others two at most are valid. Who keeps none means to end them all. */
export function refuseRotation(
  { id, name, revoked_at, previous_until }: ListedKey,
  { ends_older, previous_until: until }: Rotation,
  now: Date,
): void {
  refuseRevoked({ name, revoked_at });
  if (id.includes(':'))
    throw new AccountsError(`"${name}" is recognised without a secret: there is none to rotate`);
  const isPromised = previous_until !== null && previous_until > now.toISOString();
  if (isPromised && until > now && !ends_older)
    throw new AccountsError(
      `"${name}" was rotated before, and its older secret is promised until ${previous_until}: a key has two at a time, so ` +
        'rotating again would end that one now. Wait until then, or pass --force',
    );
}

/** What the page may ask for, for each address that it is read from: a list of a thousand texts, then some clicks a second. */
export const PAGE_LIMITS: KeyLimits = { rate_per_s: 20, burst: 1_500, monthly_quota: null };

export const PAGE_KEY_NAME = `${PAGE_KEY_PREFIX}web`;

/** The key that the page hands to everybody who opens it is no secret: it can be told by its id. */
export const publicSecret = (id: string): string => `pub_${id.slice(PAGE_KEY_PREFIX.length)}`;

export function unknownKey(nameOrId: string, known: readonly KeyRecord[]): AccountsError {
  const names =
    known.length > 0 ? `known keys: ${known.map(({ name }) => name).join(', ')}` : 'there are no keys yet';
  return new AccountsError(`no key ${JSON.stringify(nameOrId)}; ${names}`);
}

export function refuseConfigured(nameOrId: string): void {
  if (nameOrId !== STATIC_KEY) return;
  throw new AccountsError(`the key "${STATIC_KEY}" comes from the configuration: change or remove it there`);
}

export function checkLimits(limits: KeyLimits): KeyLimits {
  const { rate_per_s, burst, monthly_quota } = limits;
  if (!(rate_per_s >= RATE_RANGE.min && rate_per_s <= RATE_RANGE.max)) {
    throw new AccountsError(`rate_per_s is ${rate_per_s}; allowed: ${RATE_RANGE.min} to ${RATE_RANGE.max}`);
  }
  if (!Number.isInteger(burst) || burst < 1 || burst > MAX_BURST) {
    throw new AccountsError(`burst is ${burst}; allowed: a whole number from 1 to ${MAX_BURST}`);
  }
  if (
    monthly_quota !== null &&
    (!Number.isInteger(monthly_quota) || monthly_quota < 1 || monthly_quota > MAX_QUOTA)
  ) {
    throw new AccountsError(
      `monthly_quota is ${monthly_quota}; allowed: a whole number from 1 to ${MAX_QUOTA}, or none`,
    );
  }
  return limits;
}

/** A key and the digest of its secret, in hexadecimal digits. */
export type HeldKey = { readonly digest: string; readonly record: KeyRecord };

/**
 * The key of the configuration, for the ring of the server that was started with it. Servers on one dataset may be configured
 * differently, and none may take away the key of another.
 */
export function heldConfigured({ secret, limits }: ConfiguredKey, now: Date): HeldKey {
  // The message must not repeat the secret: it ends in a log.
  if (secret.length > MAX_SECRET_LENGTH || !SECRET_FORM.test(secret)) {
    throw new AccountsError(
      `the configured key must be 1 to ${MAX_SECRET_LENGTH} visible ASCII characters without spaces`,
    );
  }
  const created_at = now.toISOString();
  const record = { id: STATIC_KEY, name: STATIC_KEY, ...checkLimits(limits), created_at, revoked_at: null };
  return { digest: hashHex(secret), record };
}

export const alreadyStored = (name: unknown): AccountsError =>
  new AccountsError(`the configured key is already stored under the name "${name}"`);

export function hashSecret(secret: string): Buffer {
  return Buffer.from(hashHex(secret), 'hex');
}

/** As text it is made in a quarter of the time. */
function hashHex(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The digest as the bytes of its hexadecimal digits: what is compared in constant time. */
type Comparable = { readonly digits: Buffer; readonly record: KeyRecord };

const DIGITS = 64;

/** The valid keys, by their digests: asked for every request. */
export class HeldKeys {
  #held = new Map<string, Comparable>();
  /**
   * Secrets that were right, until any key changes: no more than there are keys. A map compares whole texts only where their
   * hashes, seeded anew for each process, agree: the time it takes does not tell how near a guess has come.
   */
  readonly #right = new Map<string, KeyRecord>();
  readonly #asked = Buffer.alloc(DIGITS);

  hold(keys: readonly HeldKey[]): void {
    this.#held = new Map(
      keys.map(({ digest, record }) => [digest, { digits: Buffer.from(digest, 'latin1'), record }]),
    );
    this.#right.clear();
  }

  find(secret: string): KeyRecord | undefined {
    if (secret.length > MAX_SECRET_LENGTH) return undefined;
    const known = this.#right.get(secret);
    if (known) return known;
    const digest = hashHex(secret);
    const held = this.#held.get(digest);
    this.#asked.write(digest, 'latin1');
    if (!held || !timingSafeEqual(this.#asked, held.digits)) return undefined;
    this.#right.set(secret, held.record);
    return held.record;
  }
}
