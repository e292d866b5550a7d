import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MultiPolygon, Position } from '../geometry/types.ts';
import { boundsOf, encodeWkb } from '../geometry/wkb.ts';
import { interpretText, readSigns } from './interpret-text.ts';
import type { GroundParcel, StoredAddress, TextFinds } from './lookups.ts';
import { settle } from './settle.ts';
import { finish } from './steps.ts';
import { corpus, corpusWithAddresses, names, PIASECZNO } from './test-names.ts';
import { wantedAround, weighAbsent, weighReadings, weighText } from './weigh-text.ts';

/** A square of 10 m with its corner at x, 0. */
function parcelAt(id: string, x: number, land_use: string | null = 'B'): GroundParcel {
  const corners: Position[] = [
    [x, 0],
    [x + 10, 0],
    [x + 10, 10],
    [x, 10],
    [x, 0],
  ];
  const coordinates: MultiPolygon = [[corners]];
  const geometry = { type: 'MultiPolygon', coordinates } as const;
  return { id, centroid: [21, 52], wkb: encodeWkb(geometry), box: boundsOf(geometry), land_use };
}

const PARCELS = [
  parcelAt('141803_2.0009.5', 0),
  parcelAt('141804_4.0001.5', 100),
  parcelAt('141804_5.0004.5', 120),
  parcelAt('141804_5.0004.8', 200, 'dr'),
  parcelAt('141804_5.0004.9', 215),
];

const ADDRESSES: StoredAddress[] = [
  {
    gmina: PIASECZNO,
    locality: 'Bobrowiec',
    street: 'Polna',
    house_number: '5',
    postcode: '05-500',
    position: [205, 5],
  },
];

/** A register of the parcels and addresses above, and what is held where the addresses lie. */
function read(text: string, held = corpus, ground: readonly GroundParcel[] = PARCELS) {
  const interpretation = finish(interpretText(readSigns(text), names, held));
  const { ids = [], numbers = [], addresses = [] } = interpretation.wanted;
  const found: TextFinds = {
    ids: new Map(PARCELS.filter(({ id }) => ids.includes(id)).map((parcel) => [parcel.id, parcel])),
    numbers: new Map(
      numbers.map((key) => [
        key,
        PARCELS.filter(({ id }) => key.obreb_ids.some((obreb) => id === `${obreb}.${key.number}`)),
      ]),
    ),
    addresses: new Map(
      addresses.map((key) => [key, ADDRESSES.filter(({ house_number }) => house_number === key.number)]),
    ),
    points: new Map(),
    around: new Map(),
  };
  const positions = wantedAround(interpretation, found, held);
  const around = new Map(positions.map((position) => [position, ground]));
  const finds = [interpretation, found, { around }, held] as const;
  return { interpretation, positions, finds, weighed: weighText(...finds) };
}

test('what is found becomes candidates, best first, each with its parcel and its rules', () => {
  const { weighed } = read('dz. 5 Wola Mrokowska');
  assert.deepEqual(
    weighed.map(({ candidate, parcel, applied }) => [
      candidate.id,
      parcel?.id,
      applied.map(({ rule }) => rule),
    ]),
    [['141803_2.0009.5', '141803_2.0009.5', ['obreb_name_and_number']]],
  );
  assert.equal(settle(weighed.map(({ candidate }) => candidate))?.id, '141803_2.0009.5');
});

test('a number that several obręby have needs the obręb', () => {
  const { weighed } = read('dz. 5 gmina Piaseczno');
  assert.deepEqual(
    weighed.map(({ candidate }) => [candidate.id, candidate.needs_obreb]),
    [
      ['141804_4.0001.5', true],
      ['141804_5.0004.5', true],
    ],
  );
  assert.equal(settle(weighed.map(({ candidate }) => candidate)), null);
});

test('of several numbers and places each number is that of the name beside it', () => {
  assert.deepEqual(
    read('dz. 5 Wola Mrokowska, dz. 8 Kamionka').weighed.flatMap(({ candidate }) => candidate.id ?? []),
    ['141803_2.0009.5', '141804_5.0004.8'],
  );
});

test('an address leads to the ground around it, and from a road to the nearest parcel', () => {
  const { positions, weighed } = read('Polna 5, Bobrowiec');
  assert.deepEqual(positions, [[205, 5]]);
  const address = weighed.find(({ candidate }) => candidate.kind === 'address');
  assert.equal(address?.parcel?.id, '141804_5.0004.9');
  assert.ok(address.applied.some(({ rule }) => rule === 'nearest_to_road_address'));
});

test('a number behind the village is no house number only where addresses are loaded and none has it', () => {
  const isDoubted = (...[text, held, ground]: Parameters<typeof read>) => {
    const parcels = read(text, held, ground).weighed.filter(({ candidate }) => candidate.kind === 'parcel');
    assert.ok(parcels.length > 0, text);
    return parcels.every(({ applied }) => applied.some(({ rule }) => rule === 'announced_apart'));
  };
  assert.equal(isDoubted('działka w Piasecznie nr 9', corpusWithAddresses), false, 'no house 9');
  assert.equal(isDoubted('działka w Piasecznie nr 9'), true, 'no addresses are loaded');
  assert.equal(isDoubted('działka w Piasecznie nr 5', corpusWithAddresses), true, 'a house 5');
  assert.equal(isDoubted('działka w Piasecznie nr 5', corpusWithAddresses, []), true, 'on no parcel held');
});

test('a house that is found as written is not looked for without its flat', () => {
  assert.equal(read('Polna 5/2, Bobrowiec').positions.length, 1, 'flat 2 of house 5');
  const [place] = ADDRESSES;
  ADDRESSES.push({ ...(place as StoredAddress), house_number: '5/2', position: [105, 5] });
  assert.deepEqual(read('Polna 5/2, Bobrowiec').positions, [[105, 5]]);
  ADDRESSES.pop();
});

test('several ids are all candidates, but for those that do not exist where parcels are loaded; a powiat that is not loaded is told by its gmina', () => {
  assert.deepEqual(
    read('141803_2.0009.5 141803_2.0009.6 143805_5.0001.6').weighed.map(({ candidate, parcel }) => [
      candidate.id,
      parcel?.id,
    ]),
    [
      ['141803_2.0009.5', '141803_2.0009.5'],
      ['143805_5.0001.6', undefined],
    ],
  );
  const [unheld] = read('dz. 5 gmina Wiskitki').weighed;
  assert.deepEqual(
    [unheld?.candidate.gmina_name, unheld?.candidate.held, unheld?.parcel],
    ['Wiskitki', false, null],
  );
});

test('a parcel that is gone is still named by its obręb and number', () => {
  const { interpretation, weighed } = read('dz. 77 Wola Mrokowska');
  assert.deepEqual(weighed, []);
  assert.deepEqual(
    weighAbsent(interpretation, corpus).map(({ candidate }) => [candidate.id, candidate.held]),
    [['141803_2.0009.77', false]],
  );
});

test('no step reads more than a token or weighs more than a candidate', () => {
  const text = 'Piaseczno 5 Kamionka 8 Polna 9 Bobrowiec 5';
  const reading = interpretText(readSigns(text), names, corpus);
  let steps = 0;
  let step = reading.next();
  for (; !step.done; step = reading.next()) steps += 1;
  const { tokens } = step.value.reading;
  assert.ok(tokens.length > 6 && steps > tokens.length, `${steps} steps for ${tokens.length} tokens`);
  const weighing = weighReadings(...read(text).finds);
  steps = 0;
  let weighed = weighing.next();
  for (; !weighed.done; weighed = weighing.next()) steps += 1;
  const candidates = weighed.value.length;
  assert.ok(candidates > 3 && steps >= candidates, `${steps} steps for ${candidates} candidates`);
});
