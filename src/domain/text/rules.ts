// The rules by which a reading gains or loses confidence, each with its name: one table for the service, its notes and
// `miedza explain`. Confidence is settled at 0.85 with a lead of 0.15, so the size of a change says what it may decide.

import { type Language, type Phrase, phraseIn, phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';

/** Where a candidate starts, by what was matched. */
export const STARTS = {
  id: 1,
  point: 1,
  former_id: 0.95,
  sheet_left_out: 0.8,
  beside_id: 0.8,
  other_type: 0.8,
  successor: 0.8,
  obreb_name_and_number: 0.97,
  obreb_number_and_number: 0.96,
  gmina_and_number: 0.9,
  locality_and_number: 0.87,
  gmina: 0.95,
  place_in_gmina: 0.7,
  address: 0.95,
  address_without_street: 0.93,
  address_in_gmina: 0.88,
  address_anywhere: 0.8,
} as const;
export type Start = keyof typeof STARTS;

export const CHANGES = {
  // How the name was spelt.
  diacritics: -0.01,
  inflected: -0.01,
  shortened: -0.01,
  abbreviated: -0.04,
  joined: -0.03,
  turned: -0.15,
  one_typo: -0.06,
  two_typos: -0.13,
  short_typo: -0.15,
  other_name: -0.15,
  begun: -0.15,
  ended: -0.15,
  begins_others: -0.12,
  // What else the text says of the place.
  confirmed: +0.02,
  passed_over: 0,
  namesake: 0,
  near_only: -0.15,
  not_a_town: -0.45,
  other_obreb_number: -0.45,
  other_sheet: -0.45,
  other_place: -0.45,
  village_elsewhere: -0.2,
  other_gmina: -0.45,
  other_powiat: -0.45,
  other_postcode: -0.12,
  other_postal_area: -0.2,
  near_elsewhere: -0.15,
  stray_name: -0.06,
  // Words that were not understood.
  unread_name: -0.2,
  longer_name: -0.15,
  stray_word: -0.02,
  // What the number is rather the number of. A bare number beside the name of an obręb is as good as a house there, and a
  // number with a slash beside a word that is not known is no better: neither may settle, even where the gmina confirms it.
  not_announced: -0.15,
  announced_apart: -0.15,
  unknown_word: -0.2,
  counted: -0.2,
  related_parcel: -0.2,
  house_number: -0.45,
  postcode_beside: -0.15,
  after_street_name: -0.3,
  after_street: -0.7,
  street_left_out: -0.3,
  flat_left_out: -0.02,
  flat_or_parcel: -0.1,
  flat_or_announced: -0.2,
  other_house: -0.2,
  house_elsewhere: -0.2,
  number_first: -0.12,
  beside_other_name: -0.12,
  parcel_number_given: -0.2,
  // Less than a number that is left out: "26_1" is 26/1 sooner than 1.
  dash_for_slash: -0.175,
  comma_for_slash: -0.2,
  range_end: -0.2,
  letter_for_digit: -0.18,
  odd_sign: -0.2,
  number_left_out: -0.18,
  // What a link of a map shows or leads to.
  middle_of_view: -0.5,
  coarse_point: -0.5,
  other_than_point: -0.3,
  route: -0.3,
  // Where the address point lies.
  several_points: -0.15,
  nearest_to_road_address: -0.02,
} as const;
export type ChangeRule = keyof typeof CHANGES;

export interface Applied {
  readonly rule: Start | ChangeRule | 'shared';
  readonly change: number;
  /** What is told of it: what was matched or assumed. Null where nothing need be said. */
  readonly says: Phrase | null;
}

export const start = (rule: Start, says: Phrase): Applied => ({ rule, change: STARTS[rule], says });
export const change = (rule: ChangeRule, says: Phrase | null): Applied => ({
  rule,
  change: CHANGES[rule],
  says,
});

export const dashForSlash = (number: string, sign = 'dash'): Applied =>
  change(
    sign === 'dash' || sign === 'dot' || sign === 'underscore' ? 'dash_for_slash' : 'comma_for_slash',
    phraseOf(DOUBTS.dashForSlash, number, sign),
  );

/** Confidence below this is no candidate. */
export const LEAST_CONFIDENCE = 0.3;
/** Only an id or a point is certain. */
const MOST_BY_TEXT = 0.99;

export function confidenceOf(applied: readonly Applied[]): number {
  const sum = applied.reduce((total, { change: part }) => total + part, 0);
  const most = applied.some(({ rule }) => rule === 'id' || rule === 'point') ? 1 : MOST_BY_TEXT;
  return Math.round(Math.min(most, Math.max(0, sum)) * 1000) / 1000;
}

/** Rules about the number or the house: the gmina is as certain without them. */
const ABOUT_NUMBERS: ReadonlySet<Applied['rule']> = new Set([
  'shared',
  'other_obreb_number',
  'other_sheet',
  'not_announced',
  'announced_apart',
  'unknown_word',
  'counted',
  'related_parcel',
  'house_number',
  'postcode_beside',
  'after_street_name',
  'after_street',
  'street_left_out',
  'several_points',
  'flat_left_out',
  'flat_or_parcel',
  'flat_or_announced',
  'other_house',
  'house_elsewhere',
  'number_first',
  'beside_other_name',
  'parcel_number_given',
  'dash_for_slash',
  'comma_for_slash',
  'range_end',
  'letter_for_digit',
  'odd_sign',
  'number_left_out',
  'nearest_to_road_address',
]);

/**
 * How sure the gmina of a candidate is: what led to a place in it says the gmina as its own name would. A street without a
 * place says neither.
 */
export function gminaConfidenceOf([first, ...changes]: readonly Applied[]): number {
  if (!first) return 0;
  const least = first.rule === 'address_anywhere' ? 0 : STARTS.gmina;
  return confidenceOf([
    { ...first, change: Math.max(first.change, least) },
    ...changes.filter(({ rule }) => !ABOUT_NUMBERS.has(rule)),
  ]);
}

/** The sentences of the rules, in order, each once. */
export function reasonOf(applied: readonly Applied[], language: Language): string {
  const sentences: string[] = [];
  for (const { says } of applied) {
    const text = says === null ? null : phraseIn(says, language);
    if (text !== null && !sentences.includes(text)) sentences.push(text);
  }
  return sentences.join(' ');
}
