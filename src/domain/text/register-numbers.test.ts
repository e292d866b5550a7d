import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskRegisterNumbers } from './register-numbers.ts';

test('a land register is masked in whatever way it is written', () => {
  for (const [text, masked] of [
    ['dz. 36 WA5M/00123456/7', 'dz. 36 [KW]'],
    ['dz. 36 WA5M00123456/7', 'dz. 36 [KW]'],
    ['dz. 36 WA5M 00123456 7', 'dz. 36 [KW]'],
    ['dz. 36 WA5M%2F00123456%2F7', 'dz. 36 [KW]'],
    ['KW WASM/00123456/7, dz. 36', 'KW [KW], dz. 36'],
    ['nr księgi: 123456, dz. 36', 'nr księgi: [KW], dz. 36'],
    ['KW numer 12 345', 'KW numer [KW]'],
    ['księga wieczysta WA5M łamane 00123456 łamane 7 dz. 36', 'księga wieczysta [KW] dz. 36'],
    ['Mroków KW nr 36', 'Mroków KW nr [KW]'],
    ['działka 137 KW 12345', 'działka 137 KW [KW]'],
  ] as const)
    assert.equal(maskRegisterNumbers(text), masked);
});

test('what is no land register stays', () => {
  for (const text of [
    'działka 120 m. kw. 36 Mroków',
    '10 kW 36 Mroków',
    'kwit nr 37 Jesionka',
    'Księginki 12',
    'dz 3a 12345',
    '141803_2.0010.104/1',
    '0003.AR_2.17/1',
  ])
    assert.equal(maskRegisterNumbers(text), text);
});
