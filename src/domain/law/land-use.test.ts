import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soil } from '../assess/test-parcel.ts';
import { describeGoodFarmland, forestShare, goodFarmlandShare } from './land-use.ts';

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

test('the sentence about good farmland', () => {
  assert.equal(describeGoodFarmland(null, 'present'), null);
  assert.equal(describeGoodFarmland(0.49, 'present'), null);
  assert.match(describeGoodFarmland(0.5, 'present') ?? '', /covers 0\.5 % /);
  assert.match(describeGoodFarmland(30, 'present') ?? '', /covers 30 % .* art\. 11 ust\. 1 and 4/);
  assert.match(describeGoodFarmland(30, 'earlier') ?? '', /consent of the minister/);
});
