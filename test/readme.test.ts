// The answers that README.md quotes are those of the sample world, as the golden answers keep them; every command and every
// variable of the environment is named there, and limits in SECURITY.md are those that hold.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CheckResult, Envelope } from '../src/contract/answers.ts';
import { HTTP_LIMITS } from '../src/contract/limits.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const README = read('README.md');
const { body }: { body: Envelope<CheckResult> } = JSON.parse(
  readFileSync(new URL('golden/check.json', import.meta.url), 'utf8'),
);

/** A quotation ends with " …" where it leaves something out. */
function assertQuoted(text: string | null | undefined, quoted: string): void {
  const [said = '', ...more] = quoted.split('…');
  if (more.length > 0) assert.ok(text?.startsWith(said), `${quoted}\n${text}`);
  else assert.equal(text, quoted);
}

test('the check that README.md quotes is the one that is given', () => {
  const result = body.result ?? assert.fail('no result');
  const quotes = README.matchAll(
    /"id":"(\w+)",(?:"layer":"\w+",)?"result":"(\w+)"(?:,"value":.*\n *)?(?:,?"detail":"([^"]*)")?/g,
  );
  let details = 0;
  for (const [, id, outcome, detail] of quotes) {
    const check = result.checks.find((one) => one.id === id);
    assert.equal(check?.result, outcome, `${id}`);
    if (detail === undefined) continue;
    details += 1;
    assertQuoted(check?.detail, detail);
  }
  assert.ok(details >= 4, `${details} details quoted`);
  for (const member of ['summary', 'disclaimer'] as const) {
    const quoted = new RegExp(`"${member}":"([^"]*)"`).exec(README)?.[1] ?? 'not quoted';
    assertQuoted(result[member], quoted);
  }
});

test('README.md names every command and every variable of the environment', () => {
  const names = [...read('src/main.ts').matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(([, name]) => name);
  assert.ok(names.length >= 15, `${names.length} commands`);
  for (const name of names) assert.match(README, new RegExp(`^(.* )?miedza ${name}\\b`, 'm'), `${name}`);
  const variables = new Set(read('src/config.ts').match(/MIEDZA_[A-Z]+(?:_[A-Z]+)*/g));
  assert.ok(variables.size >= 15, `${variables.size} variables`);
  for (const variable of variables) assert.ok(README.includes(variable), variable);
});

test('SECURITY.md tells how large a body may be', () => {
  const security = read('SECURITY.md').replaceAll(/\s+/g, ' ');
  const bytes = (count: number) => count.toLocaleString('en');
  assert.ok(security.includes(`a batch ${bytes(HTTP_LIMITS.batch_bytes)} bytes`));
  assert.ok(security.includes(`a polygon ${bytes(HTTP_LIMITS.polygon_bytes)},`));
  assert.ok(security.includes(`at most ${bytes(HTTP_LIMITS.body_values)} values`));
});
