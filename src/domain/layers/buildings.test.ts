import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerBuildings, collectBuildings } from './buildings.ts';
import type { Overlap } from './facts.ts';
import { corpusOf, type Held, subjectWith } from './test-corpus.ts';

const building = (source: string, key: string, footprint_m2: number, overlap_m2: number): Overlap => ({
  role: 'building',
  source,
  key,
  attributes: { kst: 'm', footprint_m2 },
  overlap_m2,
});

describe('which buildings stand on a parcel', () => {
  const TABLE: [string, number, number, number, boolean][] = [
    ['a house within the parcel', 1_000, 100, 100, true],
    ['a house half on the parcel', 1_000, 100, 50, true],
    ['a house half a metre over the boundary', 1_000, 100, 5, true],
    ['a house a hair less than half a metre over the boundary', 1_000, 100, 4.99, false],
    ['a house at the boundary, surveyed 20 cm over it', 1_000, 100, 2, false],
    ['a house that touches the boundary', 1_000, 100, 0, false],
    ['a shed half on the parcel', 1_000, 4, 2, true],
    ['a shed at the boundary', 1_000, 4, 0.4, false],
    ['a hall of 100 × 50 m with a long wall 10 cm over the boundary', 1_000, 5_000, 10, false],
    ['a hall of 100 × 50 m, 1 m over the boundary', 1_000, 5_000, 100, true],
    ['the ground of one garage in a row', 18, 600, 18, true],
    ['a strip of 3 m² under a hall', 3, 5_000, 3, true],
    ['a strip of 3 m² that a hall covers by half', 3, 5_000, 1.5, true],
    ['a strip of 3 m² that a hall covers by a hair less', 3, 5_000, 1.49, false],
  ];
  for (const [name, area_m2, footprint_m2, overlap_m2, stands] of TABLE) {
    it(name, () => {
      const overlaps = [building('egib', '1_BUD', footprint_m2, overlap_m2)];
      const expected = stands ? { egib: [1, overlap_m2] } : null;
      assert.deepEqual(collectBuildings({ area_m2, land_use: null }, { overlaps }), expected);
    });
  }

  it('adds up the ground that counts, each register by itself', () => {
    const overlaps = [
      building('bdot10k', 'B-1', 120, 120.004),
      building('egib', '1_BUD', 100, 100.333),
      building('egib', '2_BUD', 50, 20.333),
      building('egib', '3_BUD', 100, 1),
    ];
    assert.deepEqual(collectBuildings({ area_m2: 1_000, land_use: null }, { overlaps }), {
      egib: [2, 120.67],
      bdot10k: [1, 120],
    });
  });
});

describe('the answer', () => {
  const FACT = { egib: [2, 150.5], bdot10k: [1, 90] };
  const parcels: Held = { source: 'egib', scope: '1418', publishes: ['land_use'] };
  const cadastre: Held = { source: 'egib', scope: '1418', publishes: ['building'] };
  const topography: Held = { source: 'bdot10k', scope: '1418', publishes: ['building', 'road'] };
  const roads: Held = { source: 'bdot10k', scope: '1418', publishes: ['road'] };
  const egib = { count: 2, footprint_m2_total: 150.5 };
  const bdot10k = { count: 1, footprint_m2_total: 90 };
  const none = { count: 0, footprint_m2_total: 0 };
  const TABLE: [string, Held[], unknown, string, string, unknown][] = [
    ['the cadastre', [cadastre], FACT, 'covered', 'egib', egib],
    ['the cadastre before topography', [cadastre, topography], FACT, 'covered', 'egib', egib],
    ['topography where the cadastre has none', [parcels, topography], FACT, 'covered', 'bdot10k', bdot10k],
    ['nothing in the cadastre', [cadastre, topography], null, 'covered_no_data', 'egib', none],
    [
      'only topography knows one',
      [cadastre, topography],
      { bdot10k: [1, 90] },
      'covered_no_data',
      'egib',
      none,
    ],
    ['nothing in topography', [parcels, topography], null, 'covered_no_data', 'bdot10k', none],
    ['neither has buildings', [parcels, roads], null, 'not_covered', 'egib', null],
    [
      'an extract without buildings in a powiat with them',
      [{ ...parcels, scope: '141803_2.0009' }, cadastre],
      FACT,
      'covered',
      'egib',
      egib,
    ],
    [
      'buildings of another obręb',
      [parcels, { ...cadastre, scope: '141803_2.0010' }],
      null,
      'not_covered',
      'egib',
      null,
    ],
  ];
  for (const [name, held, fact, coverage, source, value] of TABLE) {
    it(name, () => {
      const corpus = corpusOf(held, ['buildings']);
      const answer = answerBuildings(subjectWith('buildings', fact, corpus), corpus);
      assert.deepEqual([answer.coverage, answer.source.id, answer.value], [coverage, source, value]);
    });
  }

  it('an empty answer does not say unbuilt', () => {
    const corpus = corpusOf([cadastre], ['buildings']);
    const { note } = answerBuildings(subjectWith('buildings', null, corpus), corpus);
    assert.match(note, /in construction.*not in the cadastre/);
  });

  it('left for later', () => {
    const corpus = corpusOf([cadastre], []);
    const { coverage, value } = answerBuildings(subjectWith('buildings', FACT, corpus), corpus);
    assert.deepEqual([coverage, value], ['not_computed', null]);
  });
});
