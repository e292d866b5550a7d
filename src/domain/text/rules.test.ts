import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../contract/limits.ts';
import {
  type Applied,
  CHANGES,
  type ChangeRule,
  change,
  confidenceOf,
  gminaConfidenceOf,
  reasonOf,
  STARTS,
  start,
} from './rules.ts';

const applied = (first: Applied['rule'] & keyof typeof STARTS, ...changes: ChangeRule[]): Applied[] => [
  start(first, () => 'Found.'),
  ...changes.map((rule) => change(rule, null)),
];

test('confidence is the start and its changes, within bounds', () => {
  for (const [rules, expected] of [
    [applied('id'), 1],
    [applied('point'), 1],
    [applied('obreb_name_and_number'), 0.97],
    [applied('obreb_name_and_number', 'one_typo'), 0.91],
    [applied('obreb_name_and_number', 'inflected', 'stray_word', 'stray_word'), 0.92],
    // Only an id or a point is certain, however much confirms a name.
    [applied('obreb_name_and_number', 'confirmed', 'confirmed'), 0.99],
    [applied('gmina_and_number', 'after_street', 'other_gmina'), 0],
    [[], 0],
  ] as const) {
    assert.equal(confidenceOf(rules), expected, rules.map(({ rule }) => rule).join(', '));
  }
});

/** What may still be picked, and what alone keeps it from being picked: the point of each size. */
const PICKED = [
  ['obreb_name_and_number', 'one_typo'],
  ['obreb_name_and_number', 'abbreviated'],
  ['gmina_and_number', 'inflected'],
  ['locality_and_number', 'diacritics'],
  ['former_id'],
  ['address', 'nearest_to_road_address', 'flat_left_out'],
  ['obreb_name_and_number', 'two_typos', 'confirmed'],
] as const;
const NOT_PICKED = [
  ['obreb_name_and_number', 'two_typos'],
  ['gmina_and_number', 'one_typo'],
  ['gmina', 'near_only', 'inflected'],
  ['place_in_gmina', 'confirmed'],
  ['address_anywhere', 'confirmed'],
  ['address', 'other_postcode'],
  ['address', 'parcel_number_given'],
  ['obreb_name_and_number', 'longer_name'],
  ['obreb_name_and_number', 'unread_name'],
  ['obreb_name_and_number', 'after_street_name'],
] as const;

test('what lowers a reading decides what it is meant to decide', () => {
  const isPicked = ([first, ...changes]: (typeof PICKED | typeof NOT_PICKED)[number]) =>
    confidenceOf(applied(first, ...changes)) >= LIMITS.settle_confidence;
  for (const rules of PICKED) assert.ok(isPicked(rules), rules.join(', '));
  for (const rules of NOT_PICKED) assert.ok(!isPicked(rules), rules.join(', '));
});

test('a contradiction keeps every start from being picked', () => {
  const contradictions = [
    'not_a_town',
    'other_obreb_number',
    'other_sheet',
    'other_place',
    'other_gmina',
    'other_powiat',
    'after_street',
    'dash_for_slash',
    'number_left_out',
  ] as const;
  for (const first of Object.keys(STARTS) as (keyof typeof STARTS)[]) {
    for (const rule of contradictions) {
      const confidence = confidenceOf(applied(first, rule, 'confirmed'));
      assert.ok(confidence < LIMITS.settle_confidence, `${first}, ${rule}`);
    }
  }
});

test('the gmina is as certain as what was read of it, whatever the number says', () => {
  for (const [rules, expected] of [
    [applied('gmina_and_number', 'number_left_out'), 0.95],
    [applied('obreb_name_and_number', 'dash_for_slash', 'one_typo'), 0.91],
    [applied('place_in_gmina'), 0.95],
    [applied('id', 'number_left_out'), 1],
    [applied('obreb_name_and_number', 'other_gmina'), 0.52],
    [applied('address_anywhere'), 0.8],
    [[], 0],
  ] as const) {
    assert.equal(gminaConfidenceOf(rules), expected, rules.map(({ rule }) => rule).join(', '));
  }
});

test('nothing but a confirmation raises', () => {
  for (const [rule, size] of Object.entries(CHANGES)) assert.equal(size > 0, rule === 'confirmed', rule);
});

test('the reason says each sentence once, in order, and nothing where nothing need be said', () => {
  const says = [
    start('gmina', () => 'One.'),
    change('confirmed', null),
    change('inflected', () => 'Two.'),
    change('one_typo', () => 'One.'),
  ];
  assert.equal(reasonOf(says, 'en'), 'One. Two.');
  assert.equal(reasonOf([], 'pl'), '');
});
