import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Facts } from './facts.ts';
import { FACT_LAYERS, NO_FACTS } from './layer-table.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

const anyFacts = fc.record(
  Object.fromEntries(
    FACT_LAYERS.map((layer) => [layer, fc.option(fc.jsonValue().map((value) => JSON.stringify(value)))]),
  ),
  { noNullPrototype: true },
) as fc.Arbitrary<Facts>;

test('facts come back as they were, whatever their text', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      assert.deepEqual(unpackFacts(packFacts(facts)), facts);
    }),
  );
});

test('nothing recorded is the empty text, and no row is nothing recorded', () => {
  assert.equal(packFacts(NO_FACTS), '');
  assert.deepEqual(unpackFacts(''), NO_FACTS);
  assert.deepEqual(unpackFacts(null), NO_FACTS);
});

test('one line a layer', () => {
  assert.equal(packFacts({ soil: '{"a":"x y\\n"}', pog: '[1]' }), 'pog [1]\nsoil {"a":"x y\\n"}');
});

test('a layer of another version is passed over', () => {
  assert.deepEqual(unpackFacts('noise {"db":55}\nsoil [2]'), { ...NO_FACTS, soil: '[2]' });
});
