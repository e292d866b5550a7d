import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Nearby, Vicinity } from './facts.ts';
import { answerRoadAccess, collectRoadAccess, type RoadAccessFact } from './road-access.ts';
import { corpusOf, type Held, subjectWith } from './test-corpus.ts';

const road = (distance_m: number, isPublic = true): Nearby => ({
  source: 'bdot10k',
  key: `${distance_m} ${isPublic}`,
  attributes: { category: isPublic ? 'gminna' : 'wewnętrzna', public: isPublic },
  distance_m,
});

interface Around {
  roads?: readonly Nearby[];
  /** Land use of a neighbour, and what runs over it. */
  neighbours?: readonly (readonly [string | null, readonly Nearby[]])[];
  open_boundary_m?: number;
}

function around({ roads = [], neighbours = [], open_boundary_m = 0 }: Around): Vicinity {
  return {
    overlaps: [],
    divide: () => [],
    within: (_role, limit_m) => roads.filter(({ distance_m }) => distance_m <= limit_m),
    neighbours: (_role, isWanted) =>
      neighbours.map(([land_use, lines]) => ({ land_use, lines })).filter((next) => isWanted(next.land_use)),
    open_boundary_m,
  };
}

type Case = [
  name: string,
  land_use: string | null,
  Around,
  RoadAccessFact | null,
  verdict: string,
  via: string | null,
];

const ADJACENT = 'adjacent_public_road_parcel';
const NEAR = 'bdot_road_within_30m';
const CASES: Case[] = [
  [
    'a road parcel next door',
    'RIIIa',
    { roads: [road(4.126)], neighbours: [['dr', [road(4.126)]]] },
    { by: 'adjacent', nearest_m: 4.13, open_m: 0 },
    'pass',
    ADJACENT,
  ],
  [
    'a wide road parcel next door, its road farther than 30 m',
    'RIIIa',
    {
      roads: [road(44)],
      neighbours: [
        ['B', []],
        ['dr 0.1; R 0.2', [road(44)]],
      ],
    },
    { by: 'adjacent', nearest_m: 44, open_m: 0 },
    'pass',
    ADJACENT,
  ],
  [
    'an internal road on the road parcel next door',
    'B',
    { roads: [road(4, false), road(80)], neighbours: [['dr', [road(4, false)]]] },
    { by: null, nearest_m: 80, open_m: 0 },
    'fail',
    null,
  ],
  [
    'a public road over a neighbour that is no road',
    'B',
    { roads: [road(35)], neighbours: [['R', [road(35)]]] },
    { by: null, nearest_m: 35, open_m: 0 },
    'fail',
    null,
  ],
  [
    'a road within 30 m, land use not published',
    null,
    { roads: [road(30)], neighbours: [[null, [road(30)]]] },
    { by: null, nearest_m: 30, open_m: 0 },
    'pass',
    NEAR,
  ],
  [
    'a road just beyond 30 m',
    null,
    { roads: [road(30.01)], neighbours: [[null, []]] },
    { by: null, nearest_m: 30.01, open_m: 0 },
    'fail',
    null,
  ],
  [
    'the road parcel itself',
    'dr',
    { roads: [road(0)], neighbours: [['dr', [road(0)]]] },
    { by: 'own', nearest_m: 0, open_m: 0 },
    'pass',
    null,
  ],
  [
    'an internal road parcel beside a public one',
    'dr',
    { roads: [road(0, false), road(6)], neighbours: [['dr', [road(6)]]] },
    { by: 'adjacent', nearest_m: 6, open_m: 0 },
    'pass',
    ADJACENT,
  ],
  [
    'a public road over a field',
    'RIVa',
    { roads: [road(0)], neighbours: [['R', [road(0)]]] },
    { by: null, nearest_m: 0, open_m: 0 },
    'pass',
    NEAR,
  ],
  [
    'only internal roads within 1 km',
    'R',
    { roads: [road(12, false)], neighbours: [['dr', [road(12, false)]]] },
    { by: null, nearest_m: null, open_m: 0 },
    'fail',
    null,
  ],
  ['no road within 1 km', 'R', { neighbours: [['dr', []]] }, null, 'fail', null],
  [
    'at the edge of what is loaded',
    'R',
    { roads: [road(400)], neighbours: [['R', []]], open_boundary_m: 25.004 },
    { by: null, nearest_m: 400, open_m: 25 },
    'unknown',
    null,
  ],
  [
    'a fault of the map is no edge',
    'R',
    { roads: [road(400)], neighbours: [['R', []]], open_boundary_m: 1.2 },
    { by: null, nearest_m: 400, open_m: 1.2 },
    'fail',
    null,
  ],
  [
    'three metres are an edge',
    'R',
    { roads: [road(400)], neighbours: [['R', []]], open_boundary_m: 3 },
    { by: null, nearest_m: 400, open_m: 3 },
    'unknown',
    null,
  ],
  [
    'a centimetre less is none',
    'R',
    { roads: [road(400)], neighbours: [['R', []]], open_boundary_m: 2.99 },
    { by: null, nearest_m: 400, open_m: 2.99 },
    'fail',
    null,
  ],
  [
    'at the edge, with a road at hand',
    'R',
    { roads: [road(10)], neighbours: [['R', []]], open_boundary_m: 25 },
    { by: null, nearest_m: 10, open_m: 0 },
    'pass',
    NEAR,
  ],
];

const ROADS: Held = { source: 'bdot10k', scope: '1418', publishes: ['road'] };
const PARCELS: Held = { source: 'egib', scope: '1418', publishes: ['land_use'] };

describe('road access', () => {
  for (const [name, land_use, situation, fact, verdict, via] of CASES) {
    it(name, () => {
      assert.deepEqual(collectRoadAccess({ area_m2: 1_000, land_use }, around(situation)), fact);
      const corpus = corpusOf([ROADS, PARCELS], ['road_access']);
      const { coverage, value } = answerRoadAccess(subjectWith('road_access', fact, corpus), corpus);
      assert.equal(coverage, fact === null ? 'covered_no_data' : 'covered');
      assert.deepEqual(value, { verdict, via, nearest_public_road_m: fact?.nearest_m ?? null });
    });
  }

  const FAR: RoadAccessFact = { by: null, nearest_m: null, open_m: 0 };
  const TABLE: [string, Held[], boolean, RoadAccessFact | null, string, RegExp][] = [
    ['roads are not held', [PARCELS], true, FAR, 'not_covered', /not held/],
    [
      'only buildings are held',
      [{ ...ROADS, publishes: ['building'] }],
      true,
      null,
      'not_covered',
      /not held/,
    ],
    ['left for later', [ROADS, PARCELS], false, FAR, 'not_computed', /not yet worked out/],
    [
      'how far was searched',
      [ROADS, PARCELS],
      true,
      FAR,
      'covered',
      /within 1000 m, as far as was searched\.$/,
    ],
    [
      'no land use and no public road at all',
      [ROADS, { ...PARCELS, publishes: [] }],
      true,
      FAR,
      'covered',
      /as far as was searched\.$/,
    ],
    ['no road at all', [ROADS, PARCELS], true, null, 'covered_no_data', /No road is recorded within 1000 m/],
  ];
  for (const [name, held, isComputed, fact, coverage, note] of TABLE) {
    it(name, () => {
      const corpus = corpusOf(held, isComputed ? ['road_access'] : []);
      const answer = answerRoadAccess(subjectWith('road_access', fact, corpus), corpus);
      assert.equal(answer.coverage, coverage);
      assert.match(answer.note, note);
    });
  }
});

describe('where land use is not published', () => {
  const answerTo = (nearest_m: number) => {
    const corpus = corpusOf([ROADS, { ...PARCELS, publishes: [] }], ['road_access']);
    return answerRoadAccess(subjectWith('road_access', { by: null, nearest_m, open_m: 0 }, corpus), corpus);
  };
  const TABLE: [number, string, RegExp][] = [
    [0, 'pass', /^A public road runs over the parcel/],
    [4, 'pass', /within 30 m.*Road parcels next door cannot be told/],
    [60.92, 'unknown', /60\.92 m away\. Road parcels next door cannot be told/],
  ];
  for (const [nearest_m, verdict, note] of TABLE) {
    it(`a public road ${nearest_m} m away: ${verdict}`, () => {
      const answer = answerTo(nearest_m);
      assert.equal(answer.value?.verdict, verdict);
      assert.match(answer.note, note);
    });
  }
});

describe('axes of roads without carriageways', () => {
  const answerTo = (fact: RoadAccessFact | null) => {
    const held = [{ ...ROADS, publishes: ['road', 'lacks:road'] }, PARCELS];
    const corpus = corpusOf(held, ['road_access']);
    return answerRoadAccess(subjectWith('road_access', fact, corpus), corpus);
  };

  it('still give access', () => {
    const { coverage, value } = answerTo({ by: 'adjacent', nearest_m: 4, open_m: 0 });
    assert.deepEqual([coverage, value?.verdict], ['covered', 'pass']);
  });

  it('do not say of road land that it is none itself', () => {
    const held = [{ ...ROADS, publishes: ['road', 'lacks:road'] }, PARCELS];
    const corpus = corpusOf(held, ['road_access']);
    const subject = subjectWith('road_access', { by: 'adjacent', nearest_m: 4, open_m: 0 }, corpus);
    const soil = JSON.stringify({ classes: [['dr', 100]] });
    const { coverage } = answerRoadAccess({ ...subject, facts: { ...subject.facts, soil } }, corpus);
    assert.equal(coverage, 'not_covered');
  });

  for (const fact of [
    null,
    { by: null, nearest_m: 400, open_m: 0 },
    { by: null, nearest_m: 400, open_m: 25 },
  ]) {
    it(`do not say that there is none: ${JSON.stringify(fact)}`, () => {
      const { coverage, value, note } = answerTo(fact);
      assert.deepEqual([coverage, value], ['not_covered', null]);
      assert.match(note, /not carriageways \(OT_SKJZ_L\); nothing is inferred/);
    });
  }
});
