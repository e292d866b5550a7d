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
    ['WA5M_00123456_7.pdf', '[KW].pdf'],
    ['KR1P.00123456.7 dz. 36', '[KW] dz. 36'],
    ['WA5M//00123456//7', '[KW]'],
    ['WA5M／00123456／7, dz. 36', '[KW], dz. 36'],
    ['PO1P⁄00123456⁄7', '[KW]'],
    ['WA5M\\00123456\\7', '[KW]'],
    ['WA5M | 00123456 | 7', '[KW]'],
    ['WA5M, 00123456', '[KW]'],
    ['WA5M001234567 dz. 36', '[KW] dz. 36'],
    ['wa 5m 00123456 7 dz. 36', '[KW] dz. 36'],
    ['G D 1 G / 0 0 1 2 3 4 5 6 / 7', '[KW]'],
    ['WA5M/OO123456/7', '[KW]'],
    ['WASM/00123456/7, dz. 36', '[KW], dz. 36'],
    ['WA5M/0012 3456/7', '[KW]'],
    ['WA5M/0012\u200b3456/7', '[KW]'],
    ['WA5M/00123456/7WA5M/00123457/8', '[KW][KW]'],
    ['nrWA5M/00123456/7', 'nr[KW]'],
    ['wa5m kreska 00123456 kreska 7', '[KW]'],
    ['K.W. 12345', 'K.W. [KW]'],
    ['KW#12345', 'KW#[KW]'],
    ['NKW: 12345', 'NKW: [KW]'],
    ['ks. wiecz. 12345', 'ks. wiecz. [KW]'],
    ['land & mortgage registry no. 12345', 'land & mortgage registry no. [KW]'],
    ['mortgage register 00123456', 'mortgage register [KW]'],
    ['w księdze wieczystej KW 12345', 'w księdze wieczystej KW [KW]'],
    ['dz. 36 Mroków 00123456/7', 'dz. 36 Mroków [KW]'],
    ['00123456 7 Mroków dz. 36', '[KW] Mroków dz. 36'],
    ['WA5M/00123456 36 Mroków', '[KW] 36 Mroków'],
    ['WA5M/00123456 - 36/2 Mroków', '[KW] - 36/2 Mroków'],
    ['WA5M/00123456. 36 Mroków', '[KW]. 36 Mroków'],
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
    'dz3a/12',
    'Lesznowola 0010 1234/5',
    '05-506 Łazy 123/4',
    '00-950 Warszawa 123/4',
    'plot 12345678',
    'do 3m 12345678',
    'działka ma KW, 36 Mroków',
    '120 m.k.w. 36',
    'ul. Ks. Wieczorka 12 Mroków',
    '467373.39 634420.08',
    'X 5769154.03 Y 7497336.90',
    'tel. 501234567',
  ])
    assert.equal(maskRegisterNumbers(text), text);
});
