import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { terc } from '../../ingest/recipes/terc.ts';
import { AdminDirectory } from './admin-units.ts';
import { KNOWN_UNITS } from './known-units.ts';

const REGISTER = fileURLToPath(
  new URL('../../../../shared/data/teryt/TERC_Urzedowy_2025-11-18.xml', import.meta.url),
);

test('the package knows 16 voivodeships, 380 powiaty, all gminy and the 18 districts of Warsaw', () => {
  const count = (pattern: RegExp) => KNOWN_UNITS.filter(({ code }) => pattern.test(code)).length;
  assert.deepEqual([/^\d{2}$/, /^\d{4}$/, /^\d{6}[123]$/, /^1465\d\d8$/].map(count), [16, 380, 2_479, 18]);
  assert.equal(new Set(KNOWN_UNITS.map(({ code }) => code)).size, KNOWN_UNITS.length);
});

test('its table says what the register says', {
  skip: !existsSync(REGISTER) && 'official samples absent',
}, async () => {
  const known = new Map(KNOWN_UNITS.map(({ code, name }) => [code, name]));
  let compared = 0;
  for await (const item of terc.read([REGISTER], 'TERC.xml', [])) {
    if (!('row' in item) || item.row.kind !== 'terc') continue;
    const { code, name } = item.row.row;
    if (!/^\d{2}(\d{2}(\d{2}[1238])?)?$/.test(code)) continue;
    assert.equal(known.get(code), name);
    compared += 1;
  }
  assert.equal(compared, KNOWN_UNITS.length);
});

test('units that are not loaded are found by their codes and are not listed', () => {
  const loaded = [
    { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
    { code: '1418', name: 'piaseczyński', kind: 'powiat' },
    { code: '1418053', name: 'Prażmów', kind: 'gmina miejsko-wiejska' },
  ];
  const admin = new AdminDirectory(loaded, [{ id: '146513_8.0001', name: '1-01-01' }], KNOWN_UNITS);
  assert.deepEqual(
    admin.gminy.map(({ teryt }) => teryt),
    ['1418053'],
  );
  assert.equal(admin.powiatName('0201'), 'bolesławiecki');
  assert.equal(admin.powiatName('0299'), undefined);
  assert.equal(admin.gminaOfUnit('020103_2')?.name, 'Gromadka');
  assert.equal(admin.gminaOfUnit('020103_2')?.voivodeship_name, 'dolnośląskie');
  assert.equal(admin.gminaOfUnit('141805_2')?.teryt, '1418053', 'the type that the loaded register says');
  assert.equal(admin.gminaOfUnit('146513_8')?.name, 'Warszawa');
  assert.ok(admin.districts.some(({ name, gmina }) => name === 'Ursynów' && gmina.teryt === '1465011'));
  const elsewhere = new AdminDirectory(loaded, [{ id: '141805_5.0001', name: 'Łoś' }], KNOWN_UNITS);
  assert.deepEqual(elsewhere.districts, [], 'of a city that is not loaded');
});
