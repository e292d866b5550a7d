import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { AreaDistances } from '../geometry/distance.ts';
import type { MultiPolygon, Position, Ring } from '../geometry/types.ts';
import { countPermits, type NumberedSquares, PermitSquare } from './count-permits.ts';
import { type PermitPlace, permitsAround, RECENT_PERMITS } from './permits.ts';

const box = (x: number, y: number, width: number, height = width): Ring => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
];

const PARCELS: Readonly<Record<string, MultiPolygon>> = {
  'two parts, one with a hole': [[box(0, 0, 100), box(40, 40, 20)], [box(300, 0, 50)]],
  'a long road': [[box(-900, 0, 1_800, 10)]],
  'a forest whose middle is far from its boundary': [[box(-900, -900, 2_000)]],
};

/** All places cut into squares of that side; permits are numbered as they come. */
function squaresOf(places: readonly PermitPlace[], side_m: number): NumberedSquares {
  const numbers = new Map<string, number>();
  const numberOf = (permit_id: string) => {
    const number = numbers.get(permit_id) ?? numbers.size;
    numbers.set(permit_id, number);
    return number;
  };
  const corner = (value: number) => Math.floor(value / side_m) * side_m;
  const bySquare = Map.groupBy(places, ({ position: [x, y] }) => `${corner(x)} ${corner(y)}`);
  const squares = [...bySquare.values()].map((own) => {
    const [x, y] = own[0]?.position ?? [0, 0];
    const centre: Position = [corner(x) + side_m / 2, corner(y) + side_m / 2];
    return new PermitSquare(centre, Math.ceil(side_m * Math.SQRT1_2), own, numberOf);
  });
  return { squares, numbered: numbers.size };
}

/** To the centimetre: doubles would be drawn by their bits, and nearly all of them lie at the origin. */
const metres = fc.integer({ min: -120_000, max: 120_000 }).map((cm) => cm / 100);
const wanted = fc.record({ id: fc.nat(60), at: fc.tuple(metres, metres) });
const days = fc.array(fc.constantFrom(null, '2024-01-01', '2024-01-02', '2024-12-03', '2025-01-01'), {
  minLength: 61,
  maxLength: 61,
});

for (const [name, parcel] of Object.entries(PARCELS)) {
  test(`${name}: all are counted, and the newest shown, of what permitsAround finds`, () => {
    const area = new AreaDistances(parcel);
    const sides_m = fc.constantFrom(100, 250, 2_000);
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 150, size: 'max' }), days, sides_m, (all, dayOf, side_m) => {
        const places = all.map(
          ({ id, at }): PermitPlace => ({
            permit_id: `p${id}`,
            kind: 'budowa',
            decision_date: dayOf[id] ?? null,
            object_category: 'I',
            position: at,
          }),
        );
        const expected = permitsAround(area, places);
        const { count, recent } = countPermits(area, squaresOf(places, side_m));
        assert.equal(count, expected.length);
        assert.deepEqual(recent, expected.slice(0, RECENT_PERMITS));
      }),
    );
  });
}

test('a square gives back the places it was made of', () => {
  const places: PermitPlace[] = [
    { permit_id: 'a', kind: 'budowa', decision_date: null, object_category: null, position: [1.25, 2.5] },
    { permit_id: 'b', kind: 'budowa', decision_date: '2024-01-02', object_category: 'I', position: [3, 4] },
  ];
  assert.deepEqual(squaresOf(places, 100).squares[0]?.placesSince(0), places);
});

describe('of more permits than are shown', () => {
  const area = new AreaDistances([[box(0, 0, 100)]]);
  const place = (permit_id: string, position: Position): PermitPlace => ({
    permit_id,
    kind: 'budowa',
    decision_date: '2024-01-01',
    object_category: 'I',
    position,
  });
  const placed = (count: number) => Array.from({ length: count }, (_, at) => place(`p${at}`, [1 + at, 50]));

  it('twenty are shown and all are counted', () => {
    for (const [given, shown] of [
      [19, 19],
      [20, 20],
      [21, 20],
      [23, 20],
    ] as const) {
      const { count, recent } = countPermits(area, squaresOf(placed(given), 250));
      assert.deepEqual([count, recent.length], [given, shown]);
    }
  });

  it('a square counts as a whole only where its farthest corner is within 500 m', () => {
    const counted = (centre_m: number) => {
      // Off the corner of the parcel, where centre and corner of the square lie in one line.
      const at = (m: number) => -m * Math.SQRT1_2;
      const corner: Position = [at(centre_m + 176.7), at(centre_m + 176.7)];
      const squares = [
        new PermitSquare([50, 50], 177, placed(20), (id) => Number(id.slice(1))),
        new PermitSquare([at(centre_m), at(centre_m)], 177, [place('far', corner)], () => 20),
      ];
      return countPermits(area, { squares, numbered: 21 }).count;
    };
    assert.equal(counted(323), 21);
    assert.equal(counted(323.4), 20);
    assert.equal(counted(499), 20);
  });
});
