// The port for accounts: whose secret a request brings, how much that key may still ask for, and what it was charged. The same
// for one process and for many: an implementation may answer at once or later. Knows no back end and no clock.

export type KeyLimits = {
  readonly rate_per_s: number;
  readonly burst: number;
  /** Credits per calendar month; null: no quota. */
  readonly monthly_quota: number | null;
};

export type KeyRecord = KeyLimits & {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
};

export type Taken = {
  readonly allowed: boolean;
  /** Whole requests that could follow at once. */
  readonly remaining: number;
  /** Seconds until the bucket is full again; of a refused request: until it would be allowed. */
  readonly reset_s: number;
  /** 0 when allowed. */
  readonly retry_after_s: number;
};

export type UsageEntry = {
  readonly key_id: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly operation: string;
  readonly requests: number;
  readonly cost: number;
  readonly charged: number;
  readonly refunded: number;
};

export type Eventual<T> = T | Promise<T>;

export interface Keys {
  /** The valid key with this secret. */
  find(secret: string): Eventual<KeyRecord | undefined>;
}

/** What a limiter needs to know of whoever it limits. */
export type Limited = Pick<KeyRecord, 'id' | 'rate_per_s' | 'burst'>;

export interface Limiter {
  /** Takes `weight` requests from the short-term limit of the key, or none; `now_ms` comes from a monotonic clock. */
  take(key: Limited, weight: number, now_ms: number): Eventual<Taken>;
  /** Takes them whether they are there or not: what is missing must be refilled first. */
  spend(key: Limited, weight: number, now_ms: number): Eventual<Taken>;
}

export type Reservation = {
  readonly granted: boolean;
  /** What was charged before. */
  readonly charged: number;
  /** What was left of the quota before. */
  readonly left: number;
};

export interface Ledger {
  /** Resolves when the entry is on disk. Rejects when it is not, and then nothing of it was counted. */
  record(entry: UsageEntry): Promise<void>;
  /** What a key was charged in a month ('YYYY-MM') by recorded entries. */
  chargedThisMonth(key_id: string, month: string): Eventual<number>;
  /** What a key asked for in a month, by recorded entries: a row per day and operation, in that order. */
  usageOf(key_id: string, month: string): Eventual<readonly UsageEntry[]>;
  /** Sets `cost` aside while a request is answered, if the quota has room for it beside what others have set aside. */
  reserve(key_id: string, month: string, cost: number, quota: number): Eventual<Reservation>;
  /** Gives it back when the request has been recorded. */
  release(key_id: string, cost: number): Eventual<void>;
}

export interface Accounts {
  readonly keys: Keys;
  readonly limiter: Limiter;
  readonly ledger: Ledger;
}

/** A mistake of the person at the keyboard or in the configuration; the message is for them. */
export class AccountsError extends Error {
  override readonly name = 'AccountsError';
}

/** `name` is null for usage of a key that is not in the table of keys, such as the configured one. */
export type UsageRow = UsageEntry & { readonly name: string | null };

/** `previous_until`: how long the secret before the current one is valid. */
export type ListedKey = KeyRecord & { readonly previous_until: string | null };

export type Rotation = {
  readonly previous_until: Date;
  /** Whether an older secret that is still valid may end now. */
  readonly ends_older: boolean;
};

/** What an operator does with keys. A key is named by its name or id; keys are never deleted: their usage keeps its name. */
export interface AccountBook {
  /** The secret is shown once, here. */
  create(
    asked: { readonly name: string } & Partial<KeyLimits>,
    now: Date,
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** Revoked ones too, by name and age. */
  list(): Promise<ListedKey[]>;
  /** Changes the limits that are given and keeps the others; those of a revoked key are refused. */
  limit(nameOrId: string, changes: Partial<KeyLimits>): Promise<KeyRecord>;
  /** Revoking twice keeps the first moment. */
  revoke(nameOrId: string, now: Date): Promise<KeyRecord>;
  /**
   * A new secret, shown once; the one before stays valid until then. Of two that are valid the older one would end: that is refused
   * unless it is asked for.
   */
  rotate(
    nameOrId: string,
    how: Rotation,
    now: Date,
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** Of one key, all of a name or all, in one month ('YYYY-MM') or ever: a row per key, day and operation. */
  usage(filter: { readonly key?: string; readonly month?: string }): Promise<UsageRow[]>;
  /** Whoever is recognised without a secret gets a row for limits and usage. Nothing for one that was revoked. */
  admit(id: `${string}:${string}`, limits: KeyLimits, now: Date): Promise<KeyRecord | undefined>;
}

/** A key to accept beside the stored ones; it is written nowhere. */
export interface ConfiguredKey {
  readonly secret: string;
  readonly limits: KeyLimits;
}
