import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellOtherUnit, tellUnasked, unitIn } from './named-unit.ts';

test('the unit that a name speaks of: an existing powiat or voivodeship, no year, day or number', () => {
  const NAMES: [string, string | null][] = [
    ['1418.gpkg.zip', '1418'],
    ['pog-1418.zip', '1418'],
    ['1418_GML.zip', '1418'],
    ['14_dzialki.parquet', '14'],
    ['wynik_mazowieckie.zip', '14'],
    ['sopo-obszary-2026-11-08.json', null],
    ['zgloszenia_2022.csv', null],
    ['mapa_1000.shp', null],
    ['1418-1438.zip', null],
    ['gdos.zip', null],
  ];
  for (const [name, unit] of NAMES) assert.equal(unitIn(name), unit, name);
});

test('a name of another unit than all rows is told', () => {
  const TOLD: [string, string[], string | null][] = [
    ['1418.gpkg.zip', ['1438'], 'the name says 1418, the rows are of 1438'],
    ['10_dzialki.parquet', ['1418', '1438'], 'the name says 10, the rows are of 1418, 1438'],
    ['gdos-mazowieckie.zip', ['Rezerwaty/12'], 'the name says 14, the rows are of 12'],
    ['1418.gpkg.zip', ['141803_2.0009', '1438'], null],
    ['1418_lasy.zip', ['14'], null],
    ['1418.xml', [''], null],
  ];
  for (const [name, scopes, told] of TOLD) assert.equal(tellOtherUnit(name, scopes), told, name);
});

test('what came of another powiat than was asked for', () => {
  const came = ['141803', '143801', '143803_5.0001', 'notifications_2024'];
  assert.equal(tellUnasked('1418', came), 'powiat 1418 was asked for, and rows of 1438 came');
  assert.equal(tellUnasked('1418', ['1418']), null);
  assert.equal(tellUnasked('', came), null, 'nothing was asked for');
});
