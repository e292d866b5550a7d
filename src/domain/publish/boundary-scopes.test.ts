import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AdminDirectory } from '../places/admin-units.ts';
import { KNOWN_UNITS } from '../places/known-units.ts';
import { boundaryScopes } from './boundary-scopes.ts';
import type { BoundaryLevel } from './staged-rows.ts';

const known = new AdminDirectory([], [], KNOWN_UNITS);
const codesOf = (voivodeship: string, length: number) =>
  KNOWN_UNITS.map(({ code }) => code).filter(
    (code) => code.startsWith(voivodeship) && code.length === length && !/^\d{6}[89]/.test(code),
  );
const POWIATY_10 = codesOf('10', 4);
const GMINY_10 = codesOf('10', 7);
const OBREBY_10 = GMINY_10.map((code) => `${code.slice(0, 6)}_2.0001`);
const without = (codes: readonly string[], one: string) => codes.filter((code) => code !== one);
const all = (codes: readonly string[], area = 1) => new Map(codes.map((code) => [code, area]));

describe('a file of boundaries claims', () => {
  const TABLE: [what: string, level: BoundaryLevel, codes: string[], claimed: string[]][] = [
    ['a voivodeship of which all powiaty came', 'powiat', POWIATY_10, ['powiat/10']],
    ['two powiaty of a neighbour by themselves', 'powiat', ['1061', '1006'], ['powiat/1006', 'powiat/1061']],
    ['powiaty of a voivodeship that lacks one', 'powiat', ['1418', '1438'], ['powiat/1418', 'powiat/1438']],
    ['a voivodeship of which all gminy came', 'gmina', GMINY_10, ['gmina/10']],
    [
      'a powiat of which all gminy came, whatever their type is now',
      'gmina',
      [...codesOf('1001', 7).map((code) => `${code.slice(0, 6)}3`), '1002022'],
      ['gmina/1001', 'gmina/100202'],
    ],
    ['obręby of every gmina, where no gmina has a boundary', 'obreb', OBREBY_10, ['obreb/10']],
    [
      'two obręby, where no gmina has a boundary',
      'obreb',
      ['100101_1.0002', '100101_1.0001'],
      ['obreb/100101_1.0001', 'obreb/100101_1.0002'],
    ],
  ];
  for (const [what, level, codes, claimed] of TABLE) {
    it(what, () => assert.deepEqual(boundaryScopes(level, all(codes), known, new Map()), claimed));
  }

  it('no voivodeship of which one gmina or powiat is missing', () => {
    const lacking = boundaryScopes('gmina', all(without(GMINY_10, '1002022')), known, new Map());
    assert.ok(!lacking.includes('gmina/10') && !lacking.includes('gmina/1002'));
    assert.ok(lacking.includes('gmina/1001') && lacking.includes('gmina/100201'));
    const [missing = '', ...rest] = POWIATY_10;
    const powiaty = boundaryScopes('powiat', all(rest), known, new Map());
    assert.deepEqual(
      powiaty,
      rest.map((code) => `powiat/${code}`),
    );
    assert.ok(missing !== '');
  });
});

describe('obręby claim their gmina where they fill it', () => {
  const areas = new Map([
    ['141803', 100],
    ['141804', 100],
  ]);
  const came = (rest: Record<string, number>) => new Map(Object.entries(rest));
  const TABLE: [came: Record<string, number>, claimed: string[]][] = [
    [{ '141803_2.0001': 60, '141803_2.0002': 39.5 }, ['obreb/141803']],
    [{ '141803_2.0001': 60, '141803_2.0002': 20 }, ['obreb/141803_2.0001', 'obreb/141803_2.0002']],
    // Town and rural area share their six digits.
    [
      { '141804_4.0001': 40, '141804_5.0001': 60, '141803_2.0001': 1 },
      ['obreb/141803_2.0001', 'obreb/141804'],
    ],
  ];
  for (const [codes, claimed] of TABLE)
    it(claimed.join(', '), () =>
      assert.deepEqual(boundaryScopes('obreb', came(codes), known, areas), claimed),
    );

  it('districts fill their city, which is a powiat', () => {
    const warsaw = new Map([['146501', 100]]);
    const districts = came({ '146502_8': 50, '146503_8': 50 });
    assert.deepEqual(boundaryScopes('unit', districts, known, warsaw), ['unit/1465']);
  });
});

it('a loaded TERC tells which units there are', () => {
  const units = ['14', '1418', '1418032'].map((code) => ({ code, name: code, kind: '' }));
  const admin = new AdminDirectory(units, [], KNOWN_UNITS);
  assert.deepEqual(boundaryScopes('gmina', all(['1418032']), admin, new Map()), ['gmina/14']);
});
