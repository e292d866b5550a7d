import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pogSourceOf } from '../layers/general-plan.ts';
import { localPlansOf } from '../layers/local-plans.ts';
import { corpusOf, DAY, GMINA, plan, state } from '../layers/test-planning-corpus.ts';
import { AdminDirectory } from '../places/admin-units.ts';
import type { Plan } from './corpus.ts';
import { heldObrebyClaim } from './held-obreby.ts';

describe('what is loaded', () => {
  const corpus = corpusOf({
    states: [
      state('egib', '1418', { as_of: '2026-11-08' }),
      state('egib', '141804_4.0001', { as_of: '2026-11-02' }),
      state('egib', '143801_1.0002', { as_of: '2026-11-01' }),
      state('pog_fallback', '141804', { as_of: '2026-10-20', synthetic: true }),
      state('terc', '', { as_of: '2026-01-01' }),
      state('rwdz', '14', { as_of: '2026-11-14' }),
    ],
  });

  it('is found by the narrowest scope that holds the place', () => {
    const TABLE: [Parameters<typeof corpus.stateAt>[0], string, string | undefined][] = [
      ['egib', '141804_4.0001', '141804_4.0001'],
      ['egib', '141804_4.0002', '1418'],
      ['egib', '143801_1.0002', '143801_1.0002'],
      ['egib', '143801_1.0003', undefined],
      ['pog_fallback', '141804_5.0005', '141804'],
      ['pog_fallback', '141804', '141804'],
      ['pog_fallback', '141803', undefined],
      ['terc', '146501', ''],
      ['rwdz', '141803', '14'],
      ['rwdz', '201803', undefined],
    ];
    for (const [source, place, scope] of TABLE) {
      assert.equal(corpus.stateAt(source, place)?.scope, scope, `${source} at ${place}`);
    }
  });

  it('is watched since its first load there; a register in parts since all of them are', () => {
    const since = (source: Parameters<typeof state>[0], scope: string, day: string) =>
      state(source, scope, { observed_since: `${day}T06:00:00Z` });
    const watched = corpusOf({
      states: [
        since('egib', '1418', '2026-08-31'),
        since('egib', '141804_4.0001', '2026-11-02'),
        since('flood', 'flood_q10/14', '2026-09-01'),
        since('flood', 'flood_q100/14', '2026-10-01'),
        since('rcn', '1438', '2026-09-09'),
      ],
    }).watchedAt('141804_4.0001.7');
    assert.deepEqual(
      [...watched].map(([source, at]) => [source, at.slice(0, 10)]),
      [
        ['egib', '2026-08-31'],
        ['flood', '2026-10-01'],
      ],
    );
  });

  it('holds an obręb by its powiat or by an extract of its own', () => {
    for (const [obreb, held] of [
      ['141803_2.0009', true],
      ['143801_1.0002', true],
      ['143801_1.0003', false],
    ] as const) {
      assert.equal(corpus.holds(obreb), held, obreb);
    }
    assert.deepEqual([corpus.holdsPartition('1418'), corpus.holdsPartition('1438')], [true, false]);
    assert.deepEqual(
      ['1418', '1438', '1465'].map((powiat) => corpus.holdsSomeOf(powiat)),
      [true, true, false],
    );
  });

  it('is said to be of the sample as soon as one of the files that answer is', () => {
    const mixed = corpusOf({
      states: [
        state('rwdz', '14', { as_of: '2026-11-14' }),
        state('rwdz', 'notifications_2022_up', { as_of: '2026-11-01', synthetic: true }),
        state('rwdz', '1206', { as_of: '2026-11-14' }),
        state('gdos', 'Rezerwaty/14', { as_of: '2026-11-10' }),
        state('gdos', 'ParkiNarodowe/14', { as_of: '2026-11-01', synthetic: true }),
        state('gdos', 'Rezerwaty/12', { as_of: '2026-11-10' }),
        state('mpzp', '1418', { as_of: '2026-11-01', synthetic: true }),
        state('mpzp', '141803', { as_of: '2026-11-10' }),
      ],
    });
    const TABLE: [Parameters<typeof corpus.stateAt>[0], string, boolean][] = [
      ['rwdz', '141803_2', true],
      ['gdos', '141803_2', true],
      ['gdos', '120601_2', false],
      // The gmina's own load has replaced what the sample said of it.
      ['mpzp', '141803', false],
      ['mpzp', '141804', true],
    ];
    for (const [source, place, isSample] of TABLE) {
      const { title, as_of } = mixed.sourceAt(source, place);
      assert.equal(title.startsWith('SYNTHETIC SAMPLE'), isSample, `${source} at ${place}`);
      assert.equal(as_of, mixed.stateAt(source, place)?.as_of);
      assert.equal(mixed.sourceAt(source, place), mixed.sourceAt(source, place));
    }
  });

  describe('obręb by obręb, as GML and WFS come', () => {
    const admin = new AdminDirectory(
      [
        { code: '1418032', name: 'Lesznowola', kind: 'gmina wiejska' },
        { code: '1418043', name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
        { code: '1465011', name: 'Warszawa', kind: 'gmina miejska' },
      ],
      ['141803_2.0001', '141803_2.0002', '141804_4.0001', '146502_8.0001'].map((id) => ({ id, name: null })),
    );
    const [lesznowola, piaseczno, warszawa] = ['1418032', '1418043', '1465011'].map(
      (code) => admin.gminaByCode(code) ?? assert.fail(),
    );
    const holding = (told: boolean, ...obreby: string[]) =>
      corpusOf({
        admin,
        states: [...obreby.map((id) => state('egib', id)), ...(told ? [state('prg', 'obreb/14')] : [])],
      });

    it('a gmina is held by any of its obręby, a city by those of its districts', () => {
      const some = holding(false, '141803_2.0001', '146502_8.0001');
      assert.deepEqual(
        [lesznowola, piaseczno, warszawa].map((gmina) => gmina && some.holdsGmina(gmina)),
        [true, false, true],
      );
      assert.equal(some.stateAt('egib', '141803')?.scope, '141803_2.0001');
      assert.equal(some.stateAt('egib', '146501')?.scope, '146502_8.0001');
      assert.equal(some.stateAt('egib', '141804'), undefined);
      assert.equal(some.stateAt('egib', '141803_2.0002'), undefined, 'the one next door is not');
    });

    it('it is held whole when all its obręby are, which only the boundaries tell', () => {
      const all = ['141803_2.0001', '141803_2.0002'];
      for (const [told, obreby, isWhole] of [
        [true, all, true],
        [false, all, false],
        [true, all.slice(1), false],
      ] as const) {
        assert.equal(lesznowola && holding(told, ...obreby).holdsAllOf(lesznowola), isWhole);
      }
      assert.equal(holding(true, ...all).holdsPartition('1418'), false);
      const whole = holding(true, ...all, '141804_4.0001');
      assert.equal(whole.holdsPartition('1418'), true);
      assert.match(whole.coverage.note, /\(1418\)\. /);
    });
  });

  describe('a bulk file that lacks obręby which the boundaries name', () => {
    const admin = new AdminDirectory(
      [
        { code: '1418032', name: 'Lesznowola', kind: 'gmina wiejska' },
        { code: '1418043', name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
      ],
      ['141803_2.0001', '141803_2.0002', '141804_4.0001'].map((id) => ({ id, name: null })),
    );
    const bulk = state('egib', '1418', { publishes: [heldObrebyClaim(['141803_2.0001'])] });
    const [lesznowola, piaseczno] = ['1418032', '1418043'].map(
      (code) => admin.gminaByCode(code) ?? assert.fail(),
    );

    it('does not hold them, nor the powiat whole', () => {
      const held = corpusOf({ admin, states: [bulk, state('prg', 'obreb/14')] });
      assert.deepEqual(
        ['141803_2.0001', '141803_2.0002', '141804_4.0001'].map((id) => held.holds(id)),
        [true, false, false],
      );
      assert.equal(held.holdsPartition('1418'), false);
      assert.deepEqual(
        [lesznowola, piaseczno].map((gmina) => gmina && [held.holdsGmina(gmina), held.holdsAllOf(gmina)]),
        [
          [true, false],
          [false, false],
        ],
      );
      assert.match(held.coverage.note, /\(1418\) in part \(1 of 2 gminy: Lesznowola\), without 2 obręby\. /);
    });

    it('holds them once they are loaded by themselves', () => {
      const apart = ['141803_2.0002', '141804_4.0001'].map((id) => state('egib', id));
      const held = corpusOf({ admin, states: [bulk, ...apart, state('prg', 'obreb/14')] });
      assert.equal(held.holdsPartition('1418'), true);
    });

    it('does not hold a gmina, town or rural area without a parcel, though no boundary names its obręby', () => {
      const units = [
        ['1418032', 'Lesznowola'],
        ['1418043', 'Piaseczno'],
        ['1418052', 'Prażmów'],
      ] as const;
      const named = new AdminDirectory(
        units.map(([code, name]) => ({ code, name, kind: '' })),
        ['141803_2.0001', '141804_4.0001'].map((id) => ({ id, name: null })),
      );
      const files = [heldObrebyClaim(['141803_2.0001', '141804_4.0001'])];
      const states = [state('egib', '1418', { publishes: files }), state('prg', 'obreb/14')];
      const held = corpusOf({ admin: named, states });
      for (const [obreb, isHeld] of [
        ['141805_2.0001', false],
        ['141804_5.0001', false],
        // A former id of the rural gmina, a unit that nobody knows, and an obręb that there is none of.
        ['141804_2.0001', true],
        ['141803_5.0001', true],
        ['141803_2.0099', true],
      ] as const) {
        assert.equal(held.holds(obreb), isHeld, obreb);
      }
      assert.match(held.coverage.note, /\(1418\) in part \(2 of 3 gminy: Lesznowola, Piaseczno\)\. /);
    });

    it('counts as whole where nobody tells which there are', () => {
      const held = corpusOf({ admin, states: [bulk] });
      assert.deepEqual([held.holds('141804_4.0001'), held.holdsPartition('1418')], [true, true]);
    });
  });

  it('is named with its date and whether it is synthetic; the same load gives the same reference', () => {
    const ref = corpus.sourceAt('pog_fallback', '141804');
    assert.deepEqual([ref.as_of, ref.fallback], ['2026-10-20', true]);
    assert.match(ref.title, /^SYNTHETIC SAMPLE/);
    assert.equal(corpus.sourceAt('pog_fallback', '141804_5.0005'), ref);
    assert.equal(corpus.sourceAt('pog_fallback', '141803').as_of, null, 'not held there');
  });

  it('counts powiaty of which parcels are held, and says which are held in part', () => {
    const { partitions_loaded, partitions_total, as_of, note } = corpus.coverage;
    assert.deepEqual([partitions_loaded, partitions_total, as_of], [2, 2, '2026-11-08']);
    assert.match(
      note,
      /^Loaded: 2 of 2 powiaty of mazowieckie: piaseczyński \(1418\), \? \(1438\) in part, 1 obręb\./,
    );
    assert.equal(corpusOf({ states: [] }).coverage.note, 'No powiat is loaded.');
  });

  it('knows which layers are worked out, and where land use is published', () => {
    const partly = corpusOf({
      computed: [{ layer: 'pog', powiat: '1418' }],
      states: [state('egib'), state('egib', '141804_4.0001', { publishes: [] })],
    });
    assert.deepEqual(
      [
        partly.isComputed('pog', '141803_2.0009'),
        partly.isComputed('mpzp', GMINA),
        partly.isComputed('pog', '1438'),
      ],
      [true, false, false],
    );
    assert.deepEqual(
      [
        partly.publishesLandUse('141803_2.0009'),
        partly.publishesLandUse('141804_4.0001'),
        partly.publishesLandUse('1438'),
      ],
      [true, false, false],
    );
  });
});

describe('plans of a gmina', () => {
  const local = (id: string, source: Plan['source'], title: string) =>
    plan(id, { source, kind: 'mpzp', title });

  it('come from the registry first, as long as one of them lives', () => {
    const swept = plan('F', { source: 'pog_fallback' });
    const elsewhere = plan('B', { gmina6: '141804' });
    assert.equal(pogSourceOf(corpusOf({ plans: [] }), GMINA, DAY), null);
    assert.equal(pogSourceOf(corpusOf({ plans: [elsewhere] }), GMINA, DAY), null);
    assert.equal(pogSourceOf(corpusOf({ plans: [swept, elsewhere] }), GMINA, DAY), 'pog_fallback');
    const repealed = plan('A', { process: 'obsolete' });
    const ended = plan('A', { effective_to: '2026-11-14' });
    assert.equal(pogSourceOf(corpusOf({ plans: [swept, plan('A')] }), GMINA, DAY), 'pog');
    assert.equal(
      pogSourceOf(corpusOf({ plans: [repealed] }), GMINA, DAY),
      'pog',
      'its word that there is none',
    );
    assert.equal(pogSourceOf(corpusOf({ plans: [swept, repealed] }), GMINA, DAY), 'pog_fallback');
    assert.equal(pogSourceOf(corpusOf({ plans: [swept, ended] }), GMINA, DAY), 'pog_fallback');
    assert.equal(pogSourceOf(corpusOf({ plans: [swept, ended] }), GMINA, '2026-11-14'), 'pog');
    const both = [{ ...swept, effective_to: '2026-11-14' }, repealed];
    assert.equal(pogSourceOf(corpusOf({ plans: both }), GMINA, DAY), 'pog', 'neither lives');
  });

  it('are joined with those that only the gmina has published', () => {
    const corpus = corpusOf({
      plans: [
        local('L', 'mpzp', 'registry'),
        local('L', 'mpzp_symbols', 'gmina'),
        local('M', 'mpzp_symbols', 'gmina'),
      ],
    });
    assert.deepEqual(
      localPlansOf(corpus, GMINA).map(({ plan_id, title }) => [plan_id, title]),
      [
        ['L', 'registry'],
        ['M', 'gmina'],
      ],
    );
    assert.equal(corpus.planOf('mpzp_symbols', 'L')?.title, 'gmina');
    assert.equal(corpus.planOf('mpzp', 'M'), undefined);
  });
});

describe('a gmina that TERC does not hold', () => {
  it('has no name, and its plans are found by its six digits', () => {
    const corpus = corpusOf({ admin: new AdminDirectory([], []), plans: [plan('A')] });
    assert.equal(corpus.admin.gminaOfUnit('141803_2'), undefined);
    assert.equal(pogSourceOf(corpus, GMINA, DAY), 'pog');
  });
});
