import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GminaPlanning, LayerAnswer, WzReasonCode, ZoneParameters } from '../../contract/layers.ts';
import { covered, notComputed } from '../layers/answer.ts';
import type { Assessment } from './assessment.ts';
import { awaitedBetween, type Change, changesBetween, gminaChangesBetween } from './changes.ts';
import { mpzp, NO_LIMITS, noMpzp, noPog, parcel, pog, soil, source, unknown } from './test-parcel.ts';
import { assessBuilding } from './verdict.ts';

const wz = (
  possible: boolean | null,
  reason = 'because',
  reason_code: WzReasonCode = 'inside_ouz',
): LayerAnswer<'wz'> => covered(source('pog'), { possible, reason, reason_code }, 'note');
const address = (...numbers: string[]): LayerAnswer<'address'> =>
  covered(
    source('prg_addresses'),
    {
      addresses: numbers.map((house_number) => ({
        locality: 'W',
        street: null,
        house_number,
        postcode: null,
      })),
    },
    'note',
  );
const left = <A extends LayerAnswer>(answer: A) => ({ ...notComputed(answer.source, 'note') }) as A;

function assessment(changes: Partial<Assessment> = {}): Assessment {
  const { flood, landslide, protected: forms, road_access } = parcel();
  const hazards = { flood, landslide, protected: forms, road_access };
  const others = { buildings: unknown('buildings'), prices: unknown('prices') };
  const answers = { pog: pog(), mpzp: noMpzp(), soil: soil(['RIVa', 100]), ...hazards, ...others };
  return {
    ...answers,
    wz: wz(true),
    address: address('4'),
    building: assessBuilding(parcel(), '2026-11-15'),
    ...changes,
  };
}

const told = (before: Partial<Assessment>, after: Partial<Assessment>): Change[] =>
  changesBetween(assessment(before), assessment(after));
const zone = (symbol: string, share_pct: number, parameters: ZoneParameters = NO_LIMITS) => ({
  symbol,
  name: null,
  share_pct,
  parameters,
});

describe('what changed between two assessments of a parcel', () => {
  it('is nothing where nothing did, or only the words and dates of an answer', () => {
    assert.deepEqual(told({}, {}), []);
    const renewed = { ...pog(), as_of: '2026-11-30', note: 'other words' };
    assert.deepEqual(told({}, { pog: renewed }), []);
    assert.deepEqual(told({ wz: wz(true, 'one reason') }, { wz: wz(true, 'another') }), []);
    assert.deepEqual(told({}, { pog: pog({ resolution_url: 'https://example.org/new' }) }), []);
  });

  const TABLE: [string, Partial<Assessment>, Partial<Assessment>, Change[]][] = [
    [
      'another zone with the same limits',
      {},
      { pog: pog({ zone_symbol: 'SW' }) },
      [
        {
          event: 'pog_zone_changed',
          layer: 'pog',
          before: { zone_symbol: 'SJ', zone_name: undefined, zones: [{ symbol: 'SJ', share_pct: 100 }] },
          after: { zone_symbol: 'SW', zone_name: undefined, zones: [{ symbol: 'SW', share_pct: 100 }] },
        },
      ],
    ],
    [
      'the same zone with other limits',
      {},
      { pog: pog({ zones: [zone('SJ', 100, { ...NO_LIMITS, max_height_m: 9 })] }) },
      [
        {
          event: 'pog_parameters_changed',
          layer: 'pog',
          before: { zone_symbol: 'SJ', parameters: NO_LIMITS },
          after: { zone_symbol: 'SJ', parameters: { ...NO_LIMITS, max_height_m: 9 } },
          always: ['zone_symbol'],
        },
      ],
    ],
    [
      'other limits of the smaller of two zones',
      { pog: pog({ zones: [zone('SJ', 60), zone('SU', 40)] }) },
      { pog: pog({ zones: [zone('SJ', 60), zone('SU', 40, { ...NO_LIMITS, max_height_m: 9 })] }) },
      [
        {
          event: 'pog_parameters_changed',
          layer: 'pog',
          before: { zone_symbol: 'SU', parameters: NO_LIMITS },
          after: { zone_symbol: 'SU', parameters: { ...NO_LIMITS, max_height_m: 9 } },
          always: ['zone_symbol'],
        },
      ],
    ],
    [
      'nothing where the same ground was measured anew',
      { soil: soil(['RIVa', 71.24], ['PsIV', 28.76]) },
      { soil: soil(['RIVa', 71.31], ['PsIV', 28.69]) },
      [],
    ],
    [
      'out of the infill area',
      {},
      { pog: pog({ in_ouz: false }) },
      [{ event: 'ouz_changed', layer: 'pog', before: { in_ouz: true }, after: { in_ouz: false } }],
    ],
    [
      'a local plan',
      {},
      { mpzp: mpzp() },
      [
        {
          event: 'mpzp_status_changed',
          layer: 'mpzp',
          before: { status: 'none', effective_from: null, plans: [] },
          after: {
            status: 'in_force',
            effective_from: '2012-05-04',
            plans: [{ plan_id: 'plan-7', name: 'Plan Wola' }],
          },
        },
        {
          event: 'mpzp_symbol_changed',
          layer: 'mpzp',
          before: { symbol: null, share_pct: null },
          after: { symbol: '1MN', share_pct: 100 },
        },
      ],
    ],
    [
      'another designation',
      { mpzp: mpzp() },
      { mpzp: mpzp({ symbol: '2U' }) },
      [
        {
          event: 'mpzp_symbol_changed',
          layer: 'mpzp',
          before: { symbol: '1MN', share_pct: 100 },
          after: { symbol: '2U', share_pct: 100 },
        },
      ],
    ],
    [
      'a zoning decision no longer possible',
      {},
      { wz: wz(false, 'no plan', 'outside_ouz') },
      [
        {
          event: 'wz_possible_changed',
          layer: 'wz',
          before: { possible: true, reason_code: 'inside_ouz' },
          after: { possible: false, reason_code: 'outside_ouz' },
        },
      ],
    ],
    [
      'soil',
      {},
      { soil: soil(['RV', 100]) },
      [
        {
          event: 'soil_changed',
          layer: 'soil',
          before: { classes: [{ symbol: 'RIVa', share_pct: 100 }] },
          after: { classes: [{ symbol: 'RV', share_pct: 100 }] },
        },
      ],
    ],
    [
      'an address',
      {},
      { address: address('4', '5') },
      [
        {
          event: 'address_changed',
          layer: 'address',
          before: address('4').value,
          after: address('4', '5').value,
        },
      ],
    ],
    [
      'a source that holds the place no more: once for the layer',
      {},
      { pog: unknown('pog') },
      [
        {
          event: 'coverage_changed',
          layer: 'pog',
          before: { coverage: 'covered', source_id: 'pog' },
          after: { coverage: 'not_covered', source_id: 'pog' },
        },
      ],
    ],
    [
      'a source that holds it now',
      { soil: unknown('soil') },
      {},
      [
        {
          event: 'coverage_changed',
          layer: 'soil',
          before: { coverage: 'not_covered', source_id: 'soil' },
          after: { coverage: 'covered', source_id: 'soil' },
        },
      ],
    ],
  ];
  for (const [name, before, after, expected] of TABLE) {
    it(name, () => assert.deepEqual(told(before, after), expected));
  }

  it('is the verdict, with what does not pass, when it turns', () => {
    const none = { building: assessBuilding(parcel({ pog: noPog() }), '2026-11-15') };
    const [change, ...more] = told({}, none);
    assert.deepEqual(more, []);
    assert.deepEqual(change, {
      event: 'verdict_changed',
      layer: null,
      before: { verdict: 'pass', non_pass: [] },
      after: { verdict: 'fail', non_pass: ['pog_zone', 'wz_possible', 'mpzp_status'] },
    });
  });

  it('is nothing where a layer is left for later, on either side: neither its coverage nor the verdict', () => {
    const later = {
      pog: left(pog()),
      building: assessBuilding(parcel({ pog: unknown('pog') }), '2026-11-15'),
    };
    assert.notEqual(later.building.verdict, assessment().building.verdict);
    assert.deepEqual(told({}, later), []);
    assert.deepEqual(told(later, {}), []);
    // The other layers are told all the same.
    assert.deepEqual(
      told({}, { ...later, soil: soil(['RV', 100]) }).map(({ event }) => event),
      ['soil_changed'],
    );
  });
});

describe('what changed of a gmina', () => {
  const gmina = (changes: Partial<GminaPlanning> = {}): GminaPlanning => ({
    gmina_teryt: '1418032',
    gmina_name: 'Lesznowola',
    pog_status: 'adopted',
    as_of: '2026-11-08',
    sources: [],
    pog_adopted_on: '2026-06-25',
    pog_effective_from: '2026-12-01',
    pog_resolution_url: null,
    mpzp_count: 3,
    mpzp_coverage_pct: 20,
    studium_expired: false,
    wz_regime: 'blocked_no_pog',
    ...changes,
  });
  const names = (before: GminaPlanning, after: GminaPlanning) =>
    gminaChangesBetween(before, after).map(({ event }) => event);

  it('is told of its general plan, the regime and the end of the studium', () => {
    const [status, regime, studium, ...more] = gminaChangesBetween(
      gmina(),
      gmina({ pog_status: 'in_force', wz_regime: 'pog_ouz', studium_expired: true }),
    );
    assert.deepEqual(more, []);
    const facts = { adopted_on: '2026-06-25', effective_from: '2026-12-01', resolution_url: null };
    assert.deepEqual(status, {
      event: 'pog_status_changed',
      layer: 'pog',
      before: { status: 'adopted', ...facts },
      after: { status: 'in_force', ...facts },
    });
    assert.deepEqual(regime?.after, { wz_regime: 'pog_ouz' });
    assert.deepEqual(studium, {
      event: 'studium_expired',
      layer: 'planning',
      before: { studium_expired: false },
      after: { studium_expired: true },
      as_of: '2026-08-31',
    });
  });

  it('is told when only a date or the resolution moved, and not when only counts and dates of sources did', () => {
    assert.deepEqual(names(gmina(), gmina({ pog_effective_from: '2026-12-15' })), ['pog_status_changed']);
    assert.deepEqual(names(gmina(), gmina({ pog_resolution_url: 'https://example.org' })), [
      'pog_status_changed',
    ]);
    assert.deepEqual(
      names(gmina(), gmina({ as_of: '2026-11-14', mpzp_count: 4, mpzp_coverage_pct: 30 })),
      [],
    );
  });

  it('dates the end of the studium by the general plan that replaced it before its last day', () => {
    const inForce = {
      pog_status: 'in_force',
      pog_effective_from: '2026-07-15',
      studium_expired: true,
    } as const;
    const changes = gminaChangesBetween(gmina(), gmina(inForce));
    assert.equal(changes.find(({ event }) => event === 'studium_expired')?.as_of, '2026-07-15');
  });

  it('is no end of the studium where that was not known, or already over', () => {
    assert.deepEqual(names(gmina({ studium_expired: null }), gmina({ studium_expired: true })), []);
    assert.deepEqual(names(gmina({ studium_expired: true }), gmina({ studium_expired: true })), []);
  });
});

describe('what is left for later', () => {
  const known = assessment();
  const later = assessment({ pog: left(pog()), wz: left(wz(true)) });
  const kept = awaitedBetween(known, later);

  it('is kept as it was known, and only that', () => {
    assert.deepEqual(Object.keys(kept ?? {}), ['pog', 'wz', 'building']);
    assert.equal(awaitedBetween(known, known), null);
    assert.equal(awaitedBetween(later, later), null);
  });

  it('is compared with what is worked out then, after a journey through JSON', () => {
    const now = assessment({ pog: pog({ in_ouz: false }) });
    const restored = { ...now, ...JSON.parse(JSON.stringify(kept)) };
    assert.deepEqual(changesBetween(restored, now), changesBetween(known, now));
    assert.deepEqual(
      changesBetween(restored, now).map(({ event }) => event),
      ['ouz_changed'],
    );
  });

  it('stays kept while another layer moves', () => {
    const meanwhile = { ...assessment({ pog: left(pog()), address: address('5') }), wz: left(wz(true)) };
    assert.deepEqual(awaitedBetween({ ...later, ...kept }, meanwhile), kept);
  });
});
