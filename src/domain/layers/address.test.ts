import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AddressFact, type AddressFacts, answerAddress, collectAddress } from './address.ts';
import type { Overlap } from './facts.ts';
import { corpusOf, GROUND, overlap, parcelWith, state } from './test-planning-corpus.ts';

const point = (key: string, house_number: string, street: string | null = 'Sosnowa', more = {}) =>
  overlap(
    'address',
    key,
    null,
    { locality: 'Wola Mrokowska', street, house_number, postcode: '05-506', simc: '1', ulic: null, ...more },
    'prg_addresses',
  );
const told = (house_number: string, street: string | null = 'Sosnowa'): AddressFact => [
  'Wola Mrokowska',
  street,
  house_number,
  '05-506',
];

const unread = (key: string, missing: string) =>
  overlap('address_unread', key, null, { missing }, 'prg_addresses');

describe('facts of addresses', () => {
  const TABLE: [string, Overlap[], AddressFact[] | null, string[]?][] = [
    ['none', [], null],
    ['one', [point('a', '4')], [told('4')]],
    ['without a street', [point('a', '4', null)], [told('4', null)]],
    [
      'by number, as people count',
      [point('a', '10'), point('b', '2A'), point('c', '2')],
      [told('2'), told('2A'), told('10')],
    ],
    ['a doubled point is told once', [point('a', '4'), point('b', '4')], [told('4')]],
    [
      'the same number in two streets is two',
      [point('a', '4'), point('b', '4', 'Polna')],
      [told('4', 'Polna'), told('4')],
    ],
    [
      'without a postcode',
      [point('a', '4', 'Sosnowa', { postcode: null })],
      [['Wola Mrokowska', 'Sosnowa', '4', null]],
    ],
    ['a point without its street', [unread('a', 'street')], [], ['street']],
    [
      'some points told whole, some not',
      [unread('a', 'street'), point('b', '4'), unread('c', 'locality')],
      [told('4')],
      ['locality', 'street'],
    ],
  ];
  for (const [name, overlaps, addresses, missing = []] of TABLE) {
    it(name, () => {
      const expected = addresses && { addresses, unread: missing };
      assert.deepEqual(collectAddress(GROUND, { overlaps }), expected);
    });
  }
});

describe('the answer of addresses', () => {
  const answer = (facts: AddressFacts | null, changes = {}) => {
    const corpus = corpusOf({ states: [state('egib'), state('prg_addresses')], ...changes });
    return answerAddress(parcelWith({ address: facts }, corpus), corpus);
  };

  it('lists them', () => {
    const { coverage, value, note } = answer({
      addresses: [told('4'), told('5', null)],
      unread: [],
    });
    assert.deepEqual([coverage, note], ['covered', '2 address points lie on this parcel.']);
    assert.deepEqual(value?.addresses[1], {
      locality: 'Wola Mrokowska',
      street: null,
      house_number: '5',
      postcode: '05-506',
    });
  });

  it('is a real none where the register covers the place', () => {
    const { coverage, value } = answer(null);
    assert.deepEqual([coverage, value], ['covered_no_data', { addresses: [] }]);
  });

  it('never says none where a point lies whose address is not known', () => {
    const lone = answer({ addresses: [], unread: ['street'] });
    assert.deepEqual([lone.coverage, lone.value], ['not_covered', null]);
    assert.match(lone.note, /^1 address point lies .* does not tell street: the address is not known\.$/);
    const mixed = answer({ addresses: [told('4')], unread: ['locality', 'street', 'street'] });
    assert.deepEqual([mixed.coverage, mixed.value?.addresses.length], ['covered', 1]);
    assert.match(mixed.note, /Of 3 more the register does not tell locality, street: not listed\.$/);
  });

  it('is not covered without the register, and not computed before it is worked out', () => {
    assert.equal(answer(null, { states: [state('egib')] }).coverage, 'not_covered');
    assert.equal(answer(null, { computed: [] }).coverage, 'not_computed');
  });
});
