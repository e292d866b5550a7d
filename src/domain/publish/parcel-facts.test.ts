import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FACTS } from '../layers/layer-table.ts';
import { factsAfter, haveSameFacts, recordHashAfter } from './parcel-facts.ts';

const parcel = {
  hash: 'h',
  record_hash: 'before',
  facts: { ...NO_FACTS, pog: '[1]', soil: '[2]', flood: '[3]' },
  worked: { soil: '[4]', pog: '[9]' },
};

test('only the layers that were worked out are replaced, also by nothing', () => {
  assert.deepEqual(factsAfter(parcel, ['soil', 'flood']), { ...NO_FACTS, pog: '[1]', soil: '[4]' });
  assert.equal(factsAfter({ ...parcel, worked: null }, ['soil']), parcel.facts);
});

test('the hash of a record moves with the facts of any layer, and only then', () => {
  const hashOf = (facts: typeof parcel.facts) => recordHashAfter(parcel, facts, ['soil']);
  const same = hashOf({ ...parcel.facts });
  assert.equal(same, hashOf(parcel.facts));
  assert.notEqual(same, hashOf({ ...parcel.facts, soil: '[5]' }));
  assert.equal(recordHashAfter(parcel, NO_FACTS, ['soil']), 'h', 'of a parcel without facts it is its own');
  assert.equal(recordHashAfter(parcel, NO_FACTS, []), 'before', 'a load that moves no layer leaves it');
});

test('facts are the same layer by layer', () => {
  assert.ok(haveSameFacts(parcel.facts, { ...parcel.facts }));
  assert.ok(!haveSameFacts(parcel.facts, { ...parcel.facts, prices: '[]' }));
});
