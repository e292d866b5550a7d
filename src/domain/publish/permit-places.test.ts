import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Position } from '../geometry/types.ts';
import {
  addedPermitEvents,
  idsToLookUp,
  isRenumbered,
  movedPermits,
  unitsOfPermits,
  unplacedIssues,
} from './permit-places.ts';

const [A, B]: Position[] = [
  [20.98, 52.06],
  [20.99, 52.07],
];
const id = (type: string) => `141803_${type}.0009.1`;
const permit = (parcel_id: string, position: Position | null = null) => ({ ref: 1, parcel_id, position });
const held = (points: Record<string, Position | undefined>) =>
  new Map(Object.entries(points).flatMap(([type, point]) => (point ? [[id(type), point] as const] : [])));
const placed = (parcel_id: string, points: Record<string, Position | undefined>) =>
  movedPermits([permit(parcel_id)], held(points)).map(({ position }) => position?.map(Math.round));

describe('a permit lies', () => {
  const [here, there] = [placed(id('2'), { 2: A })[0], placed(id('2'), { 2: B })[0]];
  const TABLE: [string, string, Record<string, Position | undefined>, unknown[]][] = [
    ['on its parcel', id('2'), { 2: A, 5: B }, [here]],
    ['on the parcel of the rural area that its gmina has become', id('2'), { 5: B }, [there]],
    ['on that of the town', id('2'), { 4: B }, [there]],
    ['nowhere where both are held', id('2'), { 4: A, 5: B }, []],
    ['on that of the rural gmina that was', id('5'), { 2: A }, [here]],
    ['nowhere where a town is not held', id('4'), { 2: A, 5: B }, []],
    ['nowhere where no parcel is held', id('1'), {}, []],
  ];
  for (const [name, parcel, points, expected] of TABLE) {
    it(name, () => assert.deepEqual(placed(parcel, points), expected));
  }

  it('where it lay, and is not written again, to the centimetre', () => {
    const [moved] = movedPermits([permit(id('2'))], held({ 2: A }));
    assert.deepEqual(movedPermits([permit(id('2'), moved?.position ?? null)], held({ 2: A })), []);
    assert.ok(moved?.position?.every((metres) => Math.round(metres * 100) / 100 === metres));
  });

  it('nowhere once its parcel is gone', () => {
    assert.deepEqual(movedPermits([permit(id('2'), [1, 2])], new Map()), [permit(id('2'))]);
  });

  it('where ids are looked up once, and by the six digits of a unit', () => {
    assert.deepEqual(idsToLookUp([permit(id('2')), permit(id('5'))]), [id('2'), id('5'), id('4')]);
    assert.deepEqual(unitsOfPermits(['141803_2.0009', '141803_5.0001', '1418']), ['141803', '1418']);
  });
});

it('a register is numbered anew when more than a fifth is gone', () => {
  assert.equal(isRenumbered({ live: 100, missing: 20 }), false);
  assert.equal(isRenumbered({ live: 100, missing: 21 }), true);
  assert.equal(isRenumbered({ live: 0, missing: 0 }), false);
});

it('a permit that is added is told once, by its first parcel, in the order of its number', () => {
  const row = (permit_id: string, parcel_id: string) => ({
    permit_id,
    parcel_id,
    kind: 'budowa',
    decision_date: null,
    object_category: 'I',
  });
  const events = addedPermitEvents([
    row('b', '141804_2.0001.1'),
    row('a', '141803_2.1'),
    row('b', '141803_2.9'),
  ]);
  assert.deepEqual(
    events.map(({ subject, place }) => [subject, place]),
    [
      ['permit a', '141803'],
      ['permit b', '141803'],
    ],
  );
});

it('references without a parcel are one issue a powiat', () => {
  const [issue, ...more] = unplacedIssues([
    { powiat: '1418', total: 8, placed: 7 },
    { powiat: '1438', total: 2, placed: 2 },
  ]);
  assert.deepEqual(more, []);
  assert.equal(issue?.message, '1 of 8 references (12.5 %) to parcels of powiat 1418 name none that is held');
});
