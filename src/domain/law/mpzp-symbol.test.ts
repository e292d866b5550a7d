import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOfSymbol, readSymbol, type SymbolClass } from './mpzp-symbol.ts';

const READ: { readonly [C in SymbolClass | 'unknown']: string } = {
  residential:
    'MN MNW MNB MNS MNU MW MWU MU M 1MN 12.MN/U A-3MW 3.1.MN A1.MN B12-MN K-MN IV-3MN II.MN mn 1mn-2 MN1 MN-1 MN.1 MN(U) 1MN,U MN/ZL [MN] MNx 007MN A.1.MN U/MN 1U/MN 5U-MN 12.U-MN MN-U RM/MN ZP/MN',
  farmstead: 'RM RZM MR 2RM 5.RM-1 rm R/RM RM/U',
  other_building:
    'U UA UE UH UHD UK UN UR US UT UZ UC H P PU PS RU RZP RZW RA ML 1U UMN UX 4P/U 3ML C1.U ZP/U 1ZP/U KDW/U R/U',
  no_building:
    'ZL L LS RL RN ZN ZP ZD ZC C ZB ZZ ZI Z W WS WM K KD KDW KK KS I E G T O PE PG 4ZL KDD KDL KDGP KD-D 2.KD-L KD-GP PEF A-ZL A1.KDX E-2 ZP/WS',
  text_dependent: 'R RP RO RZ 1R 4.R RZ-1 1R.ZL R/ZL',
  unknown:
    'A B1 XY 1 12. - ? / Ł ŚMN AB-3MW A1MN 1.A.MN N/A TEREN MIESZKANIOWY 3OS OS PB IT RX MX KP ZX WX ZP/OS',
};

for (const [expected, symbols] of Object.entries(READ)) {
  test(`symbols read as ${expected}`, () => {
    for (const symbol of symbols.split(' '))
      assert.equal(classOfSymbol(symbol) ?? 'unknown', expected, symbol);
  });
}

test('blanks and words around a symbol', () => {
  const table: [string, SymbolClass | null][] = [
    ['', null],
    ['   ', null],
    [' 1 MN ', 'residential'],
    ['MN i U', 'residential'],
    ['\tU\n', 'other_building'],
    ['tereny zabudowy mieszkaniowej MN', null],
    ['__proto__', null],
    ['🏠', null],
  ];
  for (const [symbol, expected] of table)
    assert.equal(classOfSymbol(symbol), expected, JSON.stringify(symbol));
});

test('a mixed symbol names each of its uses', () => {
  const table: [string, ReturnType<typeof readSymbol>['words']][] = [
    ['1U/MN', ['services', 'housing']],
    ['12.MN/U', ['housing', 'services']],
    ['1ZP/U', ['greenery', 'services']],
    ['MN', ['housing']],
    ['MN/OS', ['housing', null]],
    ['3OS', [null]],
  ];
  for (const [symbol, words] of table) assert.deepEqual(readSymbol(symbol).words, words, symbol);
});
