import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerSoil, collectSoil, readLandUse, type SoilFact } from './soil.ts';
import { corpusOf, GROUND, overlap, parcelWith, state } from './test-planning-corpus.ts';

describe('land use as published', () => {
  const TABLE: [string, SoilFact | null][] = [
    ['RIIIa', { classes: [['RIIIa', 100]] }],
    ['dr', { classes: [['dr', 100]] }],
    ['RIIIa 0.1200', { classes: [['RIIIa', 100]] }],
    [
      'RIIIa 0.1200; PsIV 0.0300',
      {
        classes: [
          ['RIIIa', 80],
          ['PsIV', 20],
        ],
      },
    ],
    [
      'PsIV 0.0300; RIIIa 0.1200',
      {
        classes: [
          ['RIIIa', 80],
          ['PsIV', 20],
        ],
      },
    ],
    [
      'RIIIa 0,12; PsIV 0,03',
      {
        classes: [
          ['RIIIa', 80],
          ['PsIV', 20],
        ],
      },
    ],
    ['RIVa, B', { symbols: ['RIVa', 'B'] }],
    ['RIVa 0.5, B', { symbols: ['RIVa', 'B'] }],
    ['RIVa, RIVa', { classes: [['RIVa', 100]] }],
    [
      'RIVa 0.1; RIVa 0.2; B 0.3',
      {
        classes: [
          ['B', 50],
          ['RIVa', 50],
        ],
      },
    ],
    [
      'Br-PsIV 0.02; S-RIIIb 0.06',
      {
        classes: [
          ['S-RIIIb', 75],
          ['Br-PsIV', 25],
        ],
      },
    ],
    [
      'RIIIa: 1200 m2; PsIV: 300 m2',
      {
        classes: [
          ['RIIIa', 80],
          ['PsIV', 20],
        ],
      },
    ],
    [
      'RIIIa (0.12 ha)\nPsIV (0.03 ha)',
      {
        classes: [
          ['RIIIa', 80],
          ['PsIV', 20],
        ],
      },
    ],
    [
      'ŁIV 0.1; Wsr 0.1',
      {
        classes: [
          ['Wsr', 50],
          ['ŁIV', 50],
        ],
      },
    ],
    ['RVIz', { classes: [['RVIz', 100]] }],
    ['RIIIa 0; PsIV 0', { symbols: ['RIIIa', 'PsIV'] }],
    ['None', null],
    ['', null],
    ['grunty orne', null],
    ['Jan Kowalski', null],
    ['RIIIa 0.1; owner X', { classes: [['RIIIa', 100]] }],
  ];
  for (const [text, expected] of TABLE) {
    it(JSON.stringify(text), () => assert.deepEqual(readLandUse(text), expected));
  }
});

describe('facts of soil', () => {
  const contour = (key: string, symbol: string, m2: number) =>
    overlap('soil_contour', key, m2, { symbol }, 'egib');

  it('come from contours where there are some, joined by symbol', () => {
    const overlaps = [contour('1', 'RIIIa', 300), contour('2', 'PsIV', 500), contour('3', 'RIIIa', 100)];
    assert.deepEqual(collectSoil({ ...GROUND, land_use: 'B' }, { overlaps }), {
      classes: [
        ['PsIV', 50],
        ['RIIIa', 40],
      ],
    });
  });

  it('come from the text without contours, and are nothing without both', () => {
    assert.deepEqual(collectSoil({ ...GROUND, land_use: 'LsV' }, { overlaps: [] }), {
      classes: [['LsV', 100]],
    });
    assert.equal(collectSoil(GROUND, { overlaps: [] }), null);
  });
});

describe('the answer of soil', () => {
  const answer = (fact: SoilFact | null, publishesLandUse = true) => {
    const corpus = corpusOf({
      states: [state('egib', '1418', { publishes: publishesLandUse ? ['land_use'] : [] })],
    });
    return answerSoil(parcelWith({ soil: fact }, corpus), corpus);
  };

  it('is covered with the classes', () => {
    const { coverage, value } = answer({ classes: [['RIIIa', 80]] });
    assert.deepEqual([coverage, value], ['covered', { classes: [{ symbol: 'RIIIa', share_pct: 80 }] }]);
  });

  it('says what share of the parcel nothing is recorded of', () => {
    const noteOf = (share: number) =>
      answer({
        classes: [
          ['RIIIa', 37.73],
          ['PsIV', share],
        ],
      }).note;
    assert.match(noteOf(29.34), / Of the other 32\.93 % of the parcel none is recorded\.$/);
    for (const share of [61.77, 62.27]) assert.doesNotMatch(noteOf(share), /none is recorded/);
  });

  it('does not say that the powiat publishes none where contours of the obręb are held', () => {
    const corpus = corpusOf({
      states: [
        state('egib', '1418', { publishes: [] }),
        state('egib', '141803_2.0009', { publishes: ['soil_contour'] }),
      ],
    });
    const { note } = answerSoil(parcelWith({ soil: null }, corpus), corpus);
    assert.equal(note, 'The cadastre publishes no land use for this parcel.');
  });

  const UNKNOWN: [string, SoilFact | null, boolean, RegExp][] = [
    ['a powiat that does not publish it', null, false, /^This powiat does not publish land use/],
    ['a parcel without it', null, true, /^The cadastre publishes no land use for this parcel\.$/],
    ['symbols without areas', { symbols: ['RIIIb', 'B'] }, true, /^Recorded without areas: RIIIb, B\./],
  ];
  for (const [name, fact, publishes, note] of UNKNOWN) {
    it(`is not covered: ${name}`, () => {
      const found = answer(fact, publishes);
      assert.deepEqual([found.coverage, found.value], ['not_covered', null]);
      assert.match(found.note, note);
    });
  }

  it('is not computed until it is worked out', () => {
    const corpus = corpusOf({ computed: [] });
    assert.equal(answerSoil(parcelWith({ soil: null }, corpus), corpus).coverage, 'not_computed');
  });
});
