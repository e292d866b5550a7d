// The tables of docs/specification say what the code says: what is a table in both is compared cell by cell. A change of
// one without the other fails here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BILLING_RULES, CHECK_IDS } from '../src/contract/answers.ts';
import { EVENT_NAMES } from '../src/contract/change-events.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { PROTECTED_FORMS } from '../src/contract/layer-values.ts';
import { RECORD_LAYERS } from '../src/contract/layers.ts';
import { OPERATIONS } from '../src/contract/operations.ts';
import { BASIS } from '../src/domain/law/basis.ts';
import { CALENDAR, CALENDAR_VERSION } from '../src/domain/law/calendar.ts';
import { classOfSymbol } from '../src/domain/law/mpzp-symbol.ts';
import { ZONES } from '../src/domain/law/zones.ts';

/** The text of one section of a page, up to the next heading. */
function section(page: string, number: string): string {
  const text = readFileSync(new URL(`../docs/specification/${page}.md`, import.meta.url), 'utf8');
  const found = text.split(/^(?=##+ )/m).find((part) => part.replace(/^#+ /, '').startsWith(number));
  assert.ok(found, `${page} ${number}`);
  return found;
}

/** The cells of the rows of its tables, without the marks of code and bold. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!---)(.*) \|$/gm)].map(([, row = '']) =>
    row.split(/ \| /).map((cell) => cell.replaceAll(/[`*]/g, '').trim()),
  );

const codesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);

test('law §8: the basis strings', () => {
  const [, ...rows] = rowsOf(section('law', '8. '));
  const cited = Object.entries(BASIS).map(([key, provision]) => [key, provision.en]);
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(cited));
});

test('law §2: the calendar', () => {
  const [, ...rows] = rowsOf(section('law', '2. '));
  const told = rows.map(([key = '', day = '']) => [key, /^\d{4}-\d\d-\d\d/.exec(day)?.[0] ?? null]);
  const held = Object.entries(CALENDAR).map(([key, { readings }]) => [key, readings.at(-1)?.day ?? null]);
  assert.deepEqual(told, held);
  assert.ok(section('law', '2. ').includes(`Version of the calendar: ${CALENDAR_VERSION}.`));
});

test('law §3.2: the zones', () => {
  const [, ...rows] = rowsOf(section('law', '3.2 '));
  const told = rows.map(([symbol, name, , , kind, least]) => [symbol, name, kind, least]);
  const held = Object.entries(ZONES).map(([symbol, zone]) => [
    symbol,
    zone.name,
    zone.class,
    String(zone.min_biologically_active_pct ?? '–'),
  ]);
  assert.deepEqual(told, held);
});

test('law §6.3: the classes of symbols', () => {
  const classes = rowsOf(section('law', '6.3 ')).filter(([name = '']) => /^[a-z_]+$/.test(name));
  assert.equal(classes.length, 5);
  for (const [name = '', symbols = ''] of classes) {
    const listed = symbols.replaceAll(/\([^)]*\)/g, '').match(/[A-Z]+/g) ?? [];
    assert.ok(listed.length >= 3, name);
    for (const symbol of listed) assert.equal(classOfSymbol(symbol), name, symbol);
  }
});

test('law §11: the events', () => {
  const [, ...rows] = rowsOf(section('law', '11. '));
  const told = rows.flatMap(([names = '']) => names.split(', '));
  assert.deepEqual(told.sort(), [...EVENT_NAMES].sort());
});

test('law §7.3 and spec §2.7: the forms of protection', () => {
  const rows = rowsOf(section('law', '7.3 ')).flatMap(([names = '']) => names.split(', '));
  assert.deepEqual(
    PROTECTED_FORMS.filter((form) => !rows.includes(form)),
    [],
  );
  assert.ok(section('service', '2.7 ').replaceAll(/\s+/g, ' ').includes(PROTECTED_FORMS.join(', ')));
});

test('contract §3 and §5: the layer keys and the billing rules', () => {
  assert.deepEqual(codesIn(section('settled-gaps', '3. ')).slice(0, 10), RECORD_LAYERS);
  const codes = codesIn(section('settled-gaps', '5. '));
  assert.deepEqual(
    BILLING_RULES.filter((rule) => !codes.includes(rule)),
    [],
  );
});

test('spec §2.8, §4 and §7: the checks, the operations and the errors', () => {
  const checks = codesIn(section('service', '2.8 ')).filter((code) =>
    (CHECK_IDS as readonly string[]).includes(code),
  );
  assert.deepEqual(checks, [...CHECK_IDS]);
  const page = readFileSync(new URL('../docs/specification/service.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^### 4\.\d+ (GET|POST) (\S+) \(cost (\d)/gm)].map(([, ...row]) =>
    row.join(' '),
  );
  // What the specification does not have is listed on the page of settled gaps.
  const gaps = readFileSync(new URL('../docs/specification/settled-gaps.md', import.meta.url), 'utf8');
  const additions = gaps.slice(gaps.indexOf('## 13. '));
  const added = [...additions.matchAll(/`(GET|POST|DELETE) (\/v1\/\S+)` \(cost (\d)/g)].map(([, ...row]) =>
    row.join(' '),
  );
  // Those under /ogc are named by the standard they follow.
  const ours = Object.values(OPERATIONS).filter(({ path }) => path.startsWith('/v1/'));
  const held = ours.map(({ method, path, cost }) => `${method} ${path} ${cost}`);
  assert.deepEqual([...told, ...added].sort(), held.sort());
  const [, ...errors] = rowsOf(section('service', '7. '));
  assert.deepEqual(
    errors.map(([http, code = '']) => `${http} ${code.split(' ')[0]}`),
    Object.entries(ERRORS).map(([code, { http }]) => `${http} ${code}`),
  );
});
