// npm run licences: the licence of every package in the lock file, and whether it is one of those that were thought about. Fails on
// any other, so that a new one is a decision and not an accident.

import { readFileSync } from 'node:fs';

/** They ask for their notice to be kept, and for nothing of ours in return. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
]);

/** By package: why another licence is all right. */
const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly why: string }>> = {
  'geos-wasm': {
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own in node_modules: whoever ships the program ships its licence and leaves it replaceable',
  },
  'axe-core': { licence: 'MPL-2.0', why: 'judges the page in tests; not shipped, not changed' },
  '@axe-core/playwright': { licence: 'MPL-2.0', why: 'the same' },
};

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Of our own, where it lies. */
  readonly link?: boolean;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

const wrong: string[] = [];
const counts = new Map<string, number>();
for (const [path, { version = '', license = 'none', link }] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').at(-1) ?? '';
  if (path === '' || link) continue;
  counts.set(license, (counts.get(license) ?? 0) + 1);
  const exception = EXCEPTIONS[name];
  if (exception?.licence === license)
    process.stdout.write(`${name} ${version}: ${license}: ${exception.why}\n`);
  else if (!PERMISSIVE.has(license)) wrong.push(`${name} ${version}: ${license}`);
}
for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
  process.stdout.write(`${count} × ${licence}\n`);
for (const line of wrong) process.stderr.write(`not allowed: ${line}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
