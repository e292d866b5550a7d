import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VOIVODESHIPS, voivodeshipIn } from './voivodeships.ts';

const TABLE: [string, string | null][] = [
  ['wynik_mazowieckie.zip', '14'],
  ['wynik_mazowieckie.zip wynik_mazowieckie.csv', '14'],
  ['gdos-slaskie.zip', '24'],
  ['gdos-dolnoslaskie.zip', '02'],
  ['mzp-isok-Kujawsko-Pomorskie.zip', '04'],
  ['sopo_zachodniopomorskie_2026-11-08.json', '32'],
  ['gdos-łódzkie.zip', '10'],
  ['sopo-stan-2026-11-08.json', null],
  ['gdos-lubelskie-lubuskie.zip', null],
];
for (const [name, code] of TABLE) {
  test(`${name}: ${code ?? 'none'}`, () => assert.equal(voivodeshipIn(name), code));
}

test('every voivodeship is found by its own name', () => {
  for (const [code, name] of VOIVODESHIPS) assert.equal(voivodeshipIn(`wynik_${name}.zip`), code);
});
