// The names of a plan and what the store completed, as one list: each once, in the order in which they are likely to be meant. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { toWgs84 } from '../geometry/projection.ts';
import type { Position } from '../geometry/types.ts';
import { numberOf, obrebOf, sheetOf } from '../places/parcel-id.ts';
import { placeOf, roundDegrees } from '../record.ts';
import type { Completion, CompletionKey } from './completions.ts';
import { foldHouseNumber, foldName } from './fold.ts';
import type { StoredAddress } from './lookups.ts';
import type { NumberCheck, SuggestPlan } from './suggest-plan.ts';

/** `completed` is of `keysOfPlan`, in its order. */
export function joinSuggestions(
  { names: all, wanted, before, checks = [], next = [], otherwise = [] }: SuggestPlan,
  completed: readonly Completion[],
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const shown: Shown = { before, isOneOfSeveral: gminyOf(wanted).size > 1, corpus };
  const found = inTurn(wanted, completed, limit, shown);
  const checked = checkNumbers(checks, completed.slice(wanted.length), corpus);
  const hasStreets = found.some(({ kind }) => kind === 'street');
  const names = all
    .filter((name) => !(hasStreets && name.kind === 'street'))
    .flatMap((name) => checked.instead.get(name) ?? (checked.instead.has(name) ? [] : [name]));
  const behind = inTurn(next, completed.slice(completed.length - next.length), limit, {
    ...shown,
    before: '',
    isOneOfSeveral: gminyOf(next).size > 1,
  });
  // With one letter typed many places may have the number: half of the list is left to the places themselves.
  const whole = checked.whole.slice(0, names.length === 0 ? limit : Math.ceil(limit / 2));
  const joined = eachOnce([...whole, ...found, ...names, ...behind], limit);
  return joined.length > 0 ? joined : eachOnce(otherwise, limit);
}

/** How what the store completed is shown. */
interface Shown {
  readonly before: string;
  /** The gmina tells places of one name apart. */
  readonly isOneOfSeveral: boolean;
  readonly corpus: Corpus;
}

const gminyOf = (keys: readonly CompletionKey[]): Set<string> =>
  new Set(keys.flatMap((key) => (key.kind === 'parcels' ? [] : (key.gmina ?? []))));

/** Houses and parcels begin alike: each key has its share. */
function inTurn(
  keys: readonly CompletionKey[],
  completed: readonly Completion[],
  limit: number,
  shown: Shown,
): Suggestion[] {
  const lists = keys.map((key, at) => suggestionsOf(key, completed[at], shown));
  return Array.from({ length: limit }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

const NOTHING: Completion = { parcels: [], addresses: [] };

const suggestionsOf = (
  key: CompletionKey,
  { parcels, addresses }: Completion = NOTHING,
  shown: Shown,
): Suggestion[] => [
  ...parcels.map(({ id, centroid }) => parcelSuggested(id, centroid, key, shown.corpus)),
  ...addresses
    .filter(({ street }) => key.kind === 'houses' || street !== null)
    .map((address) => addressSuggested(address, key, shown)),
];

interface CheckedNumbers {
  /** The parcels and houses whose number was typed before a name, those of a village before those of a whole gmina. */
  readonly whole: readonly Suggestion[];
  /** What is offered for the names in which the number does not stand. */
  readonly instead: ReadonlyMap<Suggestion, Suggestion | null>;
}

function checkNumbers(
  checks: readonly NumberCheck[],
  completed: readonly Completion[],
  corpus: Corpus,
): CheckedNumbers {
  const instead = new Map<Suggestion, Suggestion | null>();
  const [ofPlaces, ofGminy]: [Suggestion[], Suggestion[]] = [[], []];
  const isOneOfSeveral = gminyOf(checks.flatMap(({ keys }) => keys)).size > 1;
  let at = 0;
  for (const { name, keys, absent } of checks) {
    const found = keys.flatMap((key) => {
      const whole = wholeNumbers(key, completed[at++]);
      return suggestionsOf(key, whole, { before: '', isOneOfSeveral, corpus });
    });
    if (found.length === 0) instead.set(name, absent);
    (name.kind === 'gmina' ? ofGminy : ofPlaces).push(...found.map((one) => withNameMarked(one, name)));
  }
  return { whole: [...ofPlaces, ...ofGminy], instead };
}

const wholeNumbers = (
  { prefix }: CompletionKey,
  { parcels, addresses }: Completion = NOTHING,
): Completion => ({
  parcels: parcels.filter(({ id }) => numberOf(id) === prefix),
  addresses: addresses.filter(({ house_number }) => foldHouseNumber(house_number) === prefix),
});

/** Marks the letters of the place that were typed, too. */
function withNameMarked(one: Suggestion, { label, match: [marked] }: Suggestion): Suggestion {
  const letters = marked ? label.slice(...marked) : '';
  const [numberFrom = 0, numberTo = 0] = one.match[0] ?? [];
  const behind = one.label.indexOf(letters, numberTo);
  const from = behind < 0 ? one.label.indexOf(letters) : behind;
  if (letters === '' || from < 0) return one;
  const mark: [number, number] = [from, from + letters.length];
  return { ...one, match: from < numberFrom ? [mark, ...one.match] : [...one.match, mark] };
}

/** Few are compared with each other: quicker than a set of their labels. */
function eachOnce(all: readonly Suggestion[], limit: number): Suggestion[] {
  const once: Suggestion[] = [];
  for (const one of all) {
    if (once.length === limit) break;
    if (!once.some((other) => isSame(one, other))) once.push(one);
  }
  return once;
}

const isSame = (a: Suggestion, b: Suggestion): boolean =>
  a.id === b.id && (a.id !== undefined || (a.label === b.label && a.kind === b.kind));

function parcelSuggested(id: string, centroid: Position, key: CompletionKey, corpus: Corpus): Suggestion {
  const { number, obreb_name, gmina_name } = placeOf(id, corpus.admin);
  const sheet = sheetOf(id);
  const label = `${number}, ${sheet === null ? '' : `ark. ${sheet}, `}${obreb_name ?? obrebOf(id)}, gmina ${gmina_name}`;
  const match = marksOfParcel(key.prefix, label.indexOf('ark.'));
  return { kind: 'parcel', label, match, id, gmina_name, held: true, centroid: rounded(centroid) };
}

/** "AR_2.17" is shown as "17, ark. 2"; `sheetAt` tells where. */
function marksOfParcel(prefix: string, sheetAt: number): [number, number][] {
  const [, letters = '', sheet = '', number = prefix] = /^(AR?)_?(\d*)\.?(.*)$/.exec(prefix) ?? [];
  const typed = sheet === '' ? letters.length : 'ark. '.length + sheet.length;
  const ofNumber: [number, number][] = number === '' ? [] : [[0, number.length]];
  return typed === 0 || sheetAt < 0 ? ofNumber : [...ofNumber, [sheetAt, sheetAt + typed]];
}

const rounded = ([lng, lat]: Position): [lng: number, lat: number] => [roundDegrees(lng), roundDegrees(lat)];

function addressSuggested(
  address: StoredAddress,
  key: CompletionKey,
  { before, isOneOfSeveral, corpus: { admin } }: Shown,
): Suggestion {
  const { locality, street, house_number, gmina: teryt } = address;
  const gmina_name = admin.gminaByCode(teryt)?.name ?? null;
  const centroid = rounded(toWgs84(2180, address.position));
  if (key.kind === 'streets') {
    const name = street ?? '';
    const label = `${name}, ${locality}${isOneOfSeveral ? `, gmina ${gmina_name}` : ''}`;
    const typed = key.prefix.trim();
    const from = Math.max(0, foldName(name).indexOf(typed));
    const match: [number, number][] = typed === '' ? [] : [[from, from + typed.length]];
    const q =
      isOneOfSeveral || before === ''
        ? `ul. ${name}, ${locality}, gm. ${gmina_name}`
        : `${before} ul. ${name}`.trim();
    return { kind: 'street', label, match, q, gmina_name, held: true, centroid };
  }
  const place = street === null ? `${locality} ${house_number}` : `${street} ${house_number}, ${locality}`;
  const label = isOneOfSeveral ? `${place}, gmina ${gmina_name}` : place;
  const from = (street ?? locality).length + 1;
  const match: [number, number][] = key.prefix === '' ? [] : [[from, from + key.prefix.length]];
  // "Zgorzała 1" may be a parcel too.
  const q =
    street === null
      ? `dom nr ${house_number}, ${locality}, gm. ${gmina_name}`
      : `${place}${isOneOfSeveral ? `, gm. ${gmina_name}` : ''}`;
  return { kind: 'address', label, match, q, gmina_name, held: true, centroid };
}
