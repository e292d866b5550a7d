import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILDING_USES } from '../../contract/answers.ts';
import { fitOf } from './building-use.ts';
import { readSymbol } from './mpzp-symbol.ts';
import { ZONES, type ZoneSymbol } from './zones.ts';

/** law §9.3, line by line: any, house, multi_family, farmstead, services, production. P pass, W warn, F fail, ? unknown. */
const TABLE: [zones: string, symbols: string, fits: string][] = [
  ['SJ', 'MN MNW MNB MNS MNU', 'P P F F W F'],
  ['', 'M MU', 'P P W F W F'],
  ['SW', '', 'P W P F W F'],
  ['', 'MW MWU', 'P F P F W F'],
  ['SZ', 'RM RZM MR', 'W F F P F F'],
  ['SU', 'U UA UX H', 'W F F F P F'],
  ['SH', '', 'W F F F W F'],
  ['SP', 'P PU PS', 'W F F F W P'],
  ['SR', 'RU RZP RZW RA', 'W F F W F W'],
  ['SI', '', 'W F F F F W'],
  ['', 'ML', 'W W F F F F'],
  ['SN SC SG SO SK', 'ZL KDD ZP WS I', 'F F F F F F'],
  ['', 'R RZ 3OS', '? ? ? ? ? ?'],
  ['', 'U/MN', 'P P F F P F'],
  ['', 'ZP/U', 'W F F F P F'],
  ['', 'MN/OS', 'P P ? ? W ?'],
];
const LETTER = { pass: 'P', warn: 'W', fail: 'F' };

test('what fits where, by intended use', () => {
  const words = (text: string) => text.split(' ').filter((word) => word !== '');
  for (const [zones, symbols, expected] of TABLE) {
    for (const symbol of words(zones) as ZoneSymbol[]) {
      const fits = BUILDING_USES.map((use) => LETTER[fitOf(ZONES[symbol].kind, use)]);
      assert.equal(fits.join(' '), expected, symbol);
    }
    for (const symbol of words(symbols)) {
      const fits = BUILDING_USES.map((use) => readSymbol(symbol).fit(use));
      assert.equal(fits.map((fit) => (fit === null ? '?' : LETTER[fit])).join(' '), expected, symbol);
    }
  }
});
