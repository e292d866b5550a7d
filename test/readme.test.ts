// The answers that README.md quotes are those of the sample world, as the golden answers keep them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CheckResult, Envelope } from '../src/contract/answers.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
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
