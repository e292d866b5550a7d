import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_UNITS } from './known-units.ts';
import { areNeighbours } from './neighbour-powiaty.ts';

const powiaty = [...new Set(KNOWN_UNITS.map(({ code }) => code.slice(0, 4)))];

test('the next powiat is beside, whichever is asked for first', () => {
  for (const [one, other] of [
    ['1418', '1406'],
    ['1418', '1465'],
    ['1438', '1428'],
    ['1438', '1063'],
  ] as const) {
    assert.ok(areNeighbours(one, other), `${one} ${other}`);
    assert.ok(areNeighbours(other, one), `${other} ${one}`);
  }
  assert.ok(areNeighbours('3209', '3209'));
  for (const other of ['1438', '1428', '1061', '3209', '1463'])
    assert.ok(!areNeighbours('1418', other), other);
});

test('every powiat of mazowieckie has some beside it', () => {
  const served = powiaty.filter((code) => code.startsWith('14') && code.length === 4);
  for (const powiat of served) {
    const beside = powiaty.filter((other) => other !== powiat && areNeighbours(powiat, other));
    assert.ok(beside.length > 0 && beside.length < 12, `${powiat}: ${beside}`);
  }
});
