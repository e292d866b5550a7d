import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOfSymbol, type SymbolClass } from './mpzp-symbol.ts';

const READ: { readonly [C in SymbolClass | 'unknown']: string } = {
  residential:
    'MN MNW MNB MNS MNU MW MWU MU M 1MN 12.MN/U A-3MW 3.1.MN A1.MN B12-MN K-MN IV-3MN II.MN mn 1mn-2 MN1 MN-1 MN.1 MN(U) 1MN,U MN/ZL [MN] MNx 007MN A.1.MN',
  farmstead: 'RM RZM MR 2RM RM/MN 5.RM-1 rm',
  other_building:
    'U UA UE UH UHD UK UN UR US UT UZ UC H P PU PS RU RZP RZW RA ML U/MN 1U UMN UX 4P/U PB 3ML C1.U 5U-MN 12.U-MN',
  no_building:
    'ZL L LS RL RN ZN ZP ZD ZC C ZB ZZ ZI Z W WS WM K KD KDW KK KS I E G T O PE PG 4ZL KDD KDL KDGP KD-D 2.KD-L PEF KDW/U ZP/U IT A-ZL A1.KDX E-2',
  text_dependent: 'R RP RO RZ 1R 4.R R/RM RX RZ-1 1R.ZL',
  unknown: 'A B1 XY 1 12. - ? / Ł ŚMN AB-3MW A1MN 1.A.MN N/A TEREN MIESZKANIOWY',
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
