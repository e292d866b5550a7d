import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KNOWN_UNITS } from './known-units.ts';
import { arePowiatyBeside } from './neighbour-powiaty.ts';

const powiaty = [...new Set(KNOWN_UNITS.map(({ code }) => code.slice(0, 4)))];

test('the next powiat is beside, whichever is asked for first', () => {
  for (const [one, other] of [
    ['1418', '1406'],
    ['1418', '1465'],
    ['1438', '1428'],
    ['1438', '1063'],
  ] as const) {
    assert.ok(arePowiatyBeside(one, other), `${one} ${other}`);
    assert.ok(arePowiatyBeside(other, one), `${other} ${one}`);
  }
  assert.ok(arePowiatyBeside('3209', '3209'));
  for (const other of ['1438', '1428', '1061', '3209', '1463'])
    assert.ok(!arePowiatyBeside('1418', other), other);
});

test('every powiat of mazowieckie has some beside it', () => {
  const served = powiaty.filter((code) => code.startsWith('14') && code.length === 4);
  for (const powiat of served) {
    const beside = powiaty.filter((other) => other !== powiat && arePowiatyBeside(powiat, other));
    assert.ok(beside.length > 0 && beside.length < 12, `${powiat}: ${beside}`);
  }
});

const OUTLINES = new URL('../../../../shared/data/boundaries/mazowieckie.powiaty.geojson', import.meta.url);
const skip = existsSync(OUTLINES) ? false : 'official outlines of powiaty are not on this machine';

test('the table is that of the official outlines', { skip }, () => {
  const { features } = JSON.parse(readFileSync(OUTLINES, 'utf8'));
  const corners = new Map<string, Set<string>>();
  for (const { properties, geometry } of features)
    corners.set(properties.terc, new Set(geometry.coordinates.flat(2).map(String)));
  assert.equal(corners.size, 42);
  const isCity = (powiat: string) => /^146[1-4]$/.test(powiat);
  for (const [powiat, own] of corners)
    for (const [other, others] of corners) {
      if (powiat === other || isCity(powiat) || isCity(other)) continue;
      assert.equal(arePowiatyBeside(powiat, other), own.intersection(others).size > 1, `${powiat} ${other}`);
    }
});
