// miedza keys: make, list, limit, rotate and revoke API keys, and show what they used.

import { readConfig, UsageError } from '../config.ts';
import { openBook } from '../open-store.ts';
import type { KeyLimits, KeyRecord, ListedKey, UsageRow } from '../store/accounts.ts';
import { DEFAULT_LIMITS } from '../store/key-rules.ts';
import { type Command, DATA_OPTION, readFlags, sayJson } from './command.ts';
import { table } from './table.ts';

const OPTIONS = {
  ...DATA_OPTION,
  rate: { type: 'string' },
  burst: { type: 'string' },
  quota: { type: 'string' },
  month: { type: 'string' },
  keep: { type: 'string' },
  force: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const DEFAULT_KEEP = '7d';
/** An old secret that is valid for good would be no rotation. */
const LONGEST_KEEP = '90d';
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const ACTIONS = ['create', 'list', 'limit', 'rotate', 'revoke', 'usage'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (word: string): word is Action => ACTIONS.some((action) => action === word);

export const keys: Command = {
  summary: 'make, list, limit, rotate and revoke API keys; show usage',
  help: `miedza keys create NAME [--rate 50] [--burst 100] [--quota 100000|none]
miedza keys list [--json]
miedza keys limit NAME [--rate N] [--burst N] [--quota N|none]
miedza keys rotate NAME [--keep 7d] [--force]
miedza keys revoke NAME
miedza keys usage [NAME] [--month 2026-11] [--json]

Keys are stored as SHA-256 only: a new key is shown once. Changes reach a running server within a second. The key that a
server is started with (MIEDZA_API_KEY) is not stored and not listed; its usage is that of "static". rotate gives a key a
new secret and keeps its name, limits and usage; the old one is valid for a while beside it. A key has two secrets at most: to rotate
again before that while is over is refused, for it would end the older one at once; --force does so. The name of a revoked key may be
given to a new one; the old one is then named by its id, and usage by name shows that of both.

  --rate N     requests per second (default ${DEFAULT_LIMITS.rate_per_s})
  --burst N    how many at once (default ${DEFAULT_LIMITS.burst})
  --quota N    requests per month, Warsaw time; "none" for no quota (default)
  --keep TIME  how long the old secret stays valid: 30m, 12h, 7d (default ${DEFAULT_KEEP}, at most ${LONGEST_KEEP}); 0 ends it at once
  --force      rotate although an older secret is still valid, and end that one
  --json       keys and usage as JSON
  --data DIR   data folder (default: MIEDZA_DATA or ./data); with MIEDZA_STORE=postgres://… keys are those of the database`,
  async run(words) {
    const { values, positionals } = readFlags(words, OPTIONS, 2);
    const [action = 'list', name] = positionals;
    const config = readConfig(values);
    if (!isAction(action)) {
      throw new UsageError(`"${action}" is not one of ${ACTIONS.join(', ')}; see miedza keys --help`);
    }
    const { book, close } = await openBook(config, action === 'create');
    try {
      const say = (text: string) => process.stdout.write(`${text}\n`);
      switch (action) {
        case 'create': {
          const { secret } = await book.create({ name: required(name), ...limitsOf(values) }, new Date());
          say(`Key "${name}" made. It is shown only now:\n\n  ${secret}\n`);
          return 0;
        }
        case 'list':
          if (values.json) return sayJson(await book.list());
          say(
            table((await book.list()).map(keyRow(new Date())), [
              'name',
              'id',
              'rate/s',
              'burst',
              'quota',
              'created',
              'revoked',
              'old secret until',
            ]),
          );
          return 0;
        case 'limit':
          say(
            `Limits of "${required(name)}" are now ${limitsText(await book.limit(required(name), changesOf(values)))}.`,
          );
          return 0;
        case 'revoke': {
          const now = new Date().toISOString();
          const { revoked_at } = await book.revoke(required(name), new Date(now));
          say(
            revoked_at === now
              ? `Key "${name}" is revoked.`
              : `Key "${name}" was revoked before, at ${revoked_at}.`,
          );
          return 0;
        }
        case 'rotate': {
          const now = new Date();
          const until = new Date(now.getTime() + durationOf(values.keep ?? DEFAULT_KEEP));
          const how = { previous_until: until, ends_older: values.force };
          const { secret } = await book.rotate(required(name), how, now);
          say(
            `Key "${name}" has a new secret. It is shown only now:\n\n  ${secret}\n\n${until > now ? `The one before is valid until ${until.toISOString()}; any older one is not.` : 'The one before is no longer valid, nor is any older one.'}`,
          );
          return 0;
        }
        case 'usage': {
          const rows = await book.usage({
            ...(name ? { key: name } : {}),
            ...(values.month === undefined ? {} : { month: monthOf(values.month) }),
          });
          if (values.json) return sayJson(rows);
          say(usageText(rows));
          return 0;
        }
      }
    } finally {
      await close();
    }
  },
};

function durationOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (text !== '0' && count === '')
    throw new UsageError(`--keep must be a time such as 30m, 12h or 7d, or 0; got "${text}"`);
  const duration_ms = Number(count) * (UNITS_MS[unit] ?? 0);
  if (text !== LONGEST_KEEP && duration_ms > durationOf(LONGEST_KEEP))
    throw new UsageError(`--keep may be ${LONGEST_KEEP} at most, got "${text}"`);
  return duration_ms;
}

function required(name: string | undefined): string {
  if (!name) throw new UsageError('name the key; see miedza keys --help');
  return name;
}

function monthOf(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new UsageError(`--month must be a month such as 2026-11, got "${text}"`);
  return text;
}

function limitsOf(values: { rate?: string; burst?: string; quota?: string }): Partial<KeyLimits> {
  const number = (flag: string, text: string) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value <= 0)
      throw new UsageError(`--${flag} must be a number above 0, got "${text}"`);
    return value;
  };
  return {
    ...(values.rate === undefined ? {} : { rate_per_s: number('rate', values.rate) }),
    ...(values.burst === undefined ? {} : { burst: number('burst', values.burst) }),
    ...(values.quota === undefined
      ? {}
      : { monthly_quota: values.quota === 'none' ? null : number('quota', values.quota) }),
  };
}

function changesOf(values: { rate?: string; burst?: string; quota?: string }): Partial<KeyLimits> {
  const changes = limitsOf(values);
  if (Object.keys(changes).length === 0)
    throw new UsageError('say which limit to change: --rate N, --burst N or --quota N|none');
  return changes;
}

const limitsText = ({ rate_per_s, burst, monthly_quota }: KeyRecord): string =>
  `${rate_per_s} requests a second, ${burst} at once, ${monthly_quota === null ? 'no quota' : `${monthly_quota} a month`}`;

const keyRow = (now: Date) => (key: ListedKey) => [
  key.name,
  key.id,
  String(key.rate_per_s),
  String(key.burst),
  key.monthly_quota === null ? 'none' : String(key.monthly_quota),
  key.created_at.slice(0, 10),
  key.revoked_at?.slice(0, 10) ?? '',
  key.previous_until !== null && key.previous_until > now.toISOString()
    ? key.previous_until.slice(0, 16).replace('T', ' ')
    : '',
];

function usageText(rows: readonly UsageRow[]): string {
  const ids = Map.groupBy(rows, ({ name }) => name);
  const isShared = ({ name }: UsageRow) => new Set(ids.get(name)?.map(({ key_id }) => key_id)).size > 1;
  const cells = rows.map((row) => [
    row.name === null ? row.key_id : `${row.name}${isShared(row) ? ` (${row.key_id})` : ''}`,
    row.day,
    row.operation,
    ...[row.requests, row.cost, row.charged, row.refunded].map(String),
  ]);
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    String(rows.reduce((total, row) => total + pick(row), 0));
  const total = [
    'total',
    '',
    '',
    sum((r) => r.requests),
    sum((r) => r.cost),
    sum((r) => r.charged),
    sum((r) => r.refunded),
  ];
  return table([...cells, total], ['key', 'day', 'operation', 'requests', 'cost', 'charged', 'refunded']);
}
