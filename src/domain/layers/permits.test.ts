import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AreaDistances } from '../geometry/distance.ts';
import { distanceBetween } from '../geometry/polygons.ts';
import type { MultiPolygon, Position } from '../geometry/types.ts';
import { answerPermits, NO_PERMITS, type PermitPlace, permitBox, permitsAround } from './permits.ts';
import { corpusOf, subjectWith } from './test-corpus.ts';

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
/** A parcel of two parts, one of them with a hole. */
const PARCEL: MultiPolygon = [[square(0, 0, 100), square(40, 40, 20)], [square(300, 0, 50)]];

const AROUND = new AreaDistances(PARCEL);

const place = (permit_id: string, position: Position, decision_date: string | null = null): PermitPlace => ({
  permit_id,
  kind: 'budowa',
  decision_date,
  object_category: 'I',
  position,
});

describe('permitsAround', () => {
  it('agrees with exact geometry, one by one', () => {
    const metres = fc.integer({ min: -80_000, max: 100_000 }).map((cm) => cm / 100);
    const near = fc.tuple(metres, metres);
    const places = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), at: near }), {
      maxLength: 30,
      size: 'max',
    });
    fc.assert(
      fc.property(places, (wanted) => {
        const all = wanted.map(({ name, at }) => place(name, at));
        const expected = new Map<string, number>();
        for (const { permit_id, position } of all) {
          const distance = distanceBetween(
            { type: 'MultiPolygon', coordinates: PARCEL },
            { type: 'Point', coordinates: position },
          );
          if (distance <= 500)
            expected.set(permit_id, Math.min(distance, expected.get(permit_id) ?? Infinity));
        }
        const found = permitsAround(AROUND, all);
        assert.deepEqual(found.map(({ permit_id }) => permit_id).sort(), [...expected.keys()].sort());
        for (const { permit_id, distance_m } of found) {
          assert.ok(Math.abs(distance_m - (expected.get(permit_id) ?? Number.NaN)) < 1e-5);
        }
      }),
    );
  });

  it('counts from the boundary, and nothing beyond 500 m', () => {
    const found = permitsAround(AROUND, [
      place('inside', [10, 10]),
      place('in the hole', [50, 50]),
      place('just within', [-500, 50]),
      place('just beyond', [-500.01, 50]),
    ]);
    assert.deepEqual(
      found.map(({ permit_id, distance_m }) => [permit_id, distance_m]),
      [
        ['inside', 0],
        ['in the hole', 10],
        ['just within', 500],
      ],
    );
  });

  it('gives the newest first, then the nearest, and undated ones last', () => {
    const found = permitsAround(AROUND, [
      place('undated', [10, 10]),
      place('old', [10, 10], '2016-01-01'),
      place('new and far', [-300, 10], '2026-01-01'),
      place('new and near', [-100, 10], '2026-01-01'),
      place('new and far', [-200, 10], '2026-01-01'),
    ]);
    assert.deepEqual(
      found.map(({ permit_id, distance_m }) => [permit_id, distance_m]),
      [
        ['new and near', 100],
        ['new and far', 200],
        ['old', 0],
        ['undated', 0],
      ],
    );
  });

  it('looks no farther than it must', () => {
    assert.deepEqual(permitBox([0, 0, 350, 100]), [-500, -500, 850, 600]);
  });
});

describe('parts of the register', () => {
  const near = permitsAround(AROUND, [place('zgłoszenie', [10, 10])]);
  const CASES: [string[], number, string, RegExp][] = [
    [[], 0, 'not_covered', /is not held for this place/],
    [['notifications_2022_up'], 0, 'not_covered', /only notifications are held.*nothing is inferred/],
    [['notifications_2022_up'], 1, 'covered', /decisions are not held for this place: there may be more/],
    [['14'], 0, 'covered_no_data', /Notifications \(zgłoszenia\) are not held: none is counted/],
    [['14', 'notifications_2022_up'], 0, 'covered_no_data', /are not held are not counted\.$/],
  ];
  for (const [scopes, count, coverage, note] of CASES) {
    it(`${scopes.join(' and ') || 'nothing'}, ${count} near: ${coverage}`, () => {
      const corpus = corpusOf(
        scopes.map((scope) => ({ source: 'rwdz', scope })),
        [],
      );
      const permits = count === 0 ? NO_PERMITS : { count, recent: near };
      const answer = answerPermits(subjectWith('address', null, corpus), corpus, permits);
      assert.equal(answer.coverage, coverage);
      assert.match(answer.note, note);
    });
  }
});
