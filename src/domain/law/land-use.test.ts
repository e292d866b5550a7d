import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SoilValue } from '../../contract/layer-values.ts';
import { soil } from '../assess/test-parcel.ts';
import { goodFarmlandShare, landUseOf } from './land-use.ts';

const read = (value: SoilValue | null, symbols: string[] | null = null) =>
  landUseOf(value, symbols, { coverage: value ? 'covered' : 'not_covered' });
const forestShare = (value: SoilValue | null) => read(value).forest_share_pct;

test('forest and good farmland by symbol', () => {
  const table: { readonly [kind: string]: string } = {
    forest: 'Ls LsI LsIII LsV LsVI Ls-V',
    good: 'RI RII RIII RIIIa RIIIb ŁI ŁII ŁIII PsI PsIII S-RIIIa Br-RIIIb Br-PsIII Lzr-ŁIII Wsr-RII W-RIIIa',
    other:
      'R RIV RIVa RIVb RV RVI RVIz ŁIV ŁVI PsV PsVI Lz LzIII Lz-III B Ba Bp dr Tk N Wp Ws Tr S-RIVa Lzr-PsVI',
  };
  for (const [kind, symbols] of Object.entries(table)) {
    for (const symbol of symbols.split(' ')) {
      const { value } = soil([symbol, 40]);
      assert.equal(forestShare(value), kind === 'forest' ? 40 : 0, symbol);
      assert.equal(goodFarmlandShare(value), kind === 'good' ? 40 : 0, symbol);
    }
  }
});

test('shares of several contours add up; what is not known is null', () => {
  const { value } = soil(['LsV', 30], ['RII', 20], ['R IIIa', 10], ['LsIV', 40]);
  assert.equal(forestShare(value), 70);
  assert.equal(goodFarmlandShare(value), 30);
  assert.equal(forestShare(null), null);
  assert.equal(goodFarmlandShare(null), null);
});

test('symbols without areas: all, none, or a mixture that is not measured', () => {
  const table: [string[], number | null, ReturnType<typeof read>['gap']][] = [
    [['LsV', 'LsIV'], 100, null],
    [['RIVa', 'PsV'], 0, null],
    [['LsV', 'RIVa'], null, 'without_areas'],
  ];
  for (const [symbols, forest_share_pct, gap] of table) {
    const found = read(null, symbols);
    assert.deepEqual([found.forest_share_pct, found.gap], [forest_share_pct, gap], symbols.join());
  }
  assert.equal(read(null).gap, 'not_published');
  assert.equal(goodFarmlandShare(null, ['RII', 'RIIIa']), 100);
  assert.equal(goodFarmlandShare(null, ['RII', 'RIVa']), 'unmeasured');
  assert.equal(goodFarmlandShare(null, ['RIVa', 'PsV']), 0);
});

test('land of roads, railways and waters, on nearly all of the parcel', () => {
  const reserved = (...classes: [string, number][]) => read(soil(...classes).value).reserved;
  assert.deepEqual(reserved(['dr', 100]), { uses: ['road'], symbols: ['dr'] });
  assert.deepEqual(reserved(['Ws', 60], ['Wp', 36], ['RIVa', 4]), { uses: ['water'], symbols: ['Ws', 'Wp'] });
  assert.deepEqual(reserved(['Tk', 95], ['B', 5]), { uses: ['railway'], symbols: ['Tk'] });
  for (const other of ['W', 'Wsr', 'Tr', 'Ti', 'Tp', 'B']) assert.equal(reserved([other, 100]), null, other);
  assert.equal(reserved(['dr', 94.9], ['B', 5.1]), null);
  assert.deepEqual(read(null, ['dr', 'Wp']).reserved, { uses: ['road', 'water'], symbols: ['dr', 'Wp'] });
  assert.equal(read(null, ['dr', 'B']).reserved, null);
});
