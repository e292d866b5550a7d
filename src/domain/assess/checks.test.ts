// Every row of the check tables, through the whole assessment: what differs from a parcel in order, the result, the
// words, the provisions and the register the item carries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckId, CheckOutcome } from '../../contract/answers.ts';
import { type BasisKey, cite } from '../law/basis.ts';
import {
  flood,
  forms,
  gmina,
  landslide,
  mpzp,
  NO_LIMITS,
  noPog,
  type ParcelChanges,
  parcel,
  pog,
  road,
  soil,
  source,
  unknown,
} from './test-parcel.ts';
import { assessBuilding } from './verdict.ts';

const NOW = '2026-11-15';
const BEFORE = '2026-08-31';

interface Case {
  readonly rule: string;
  readonly changes: ParcelChanges;
  readonly day?: string;
  readonly result: CheckOutcome;
  readonly detail: string | RegExp;
  readonly basis: readonly BasisKey[];
  /** The register, where it is not that of the check's own layer. */
  readonly source?: string;
}

function testCheck(id: CheckId, ownSource: string, cases: readonly Case[]): void {
  for (const { rule, changes, day, result, detail, basis, source } of cases) {
    test(`${id} ${rule}`, () => {
      const found = assessBuilding(parcel(changes), day ?? NOW).checks.find((check) => check.id === id);
      assert.equal(found?.result, result);
      if (typeof detail === 'string') assert.equal(found.detail, detail);
      else assert.match(found.detail ?? '', detail);
      assert.equal(found.basis, cite(basis, 'en'));
      assert.equal(found.source.id, source ?? ownSource);
    });
  }
}

const zones = (...shares: [string, number][]) =>
  shares.map(([symbol, share_pct]) => ({ symbol, name: null, share_pct, parameters: NO_LIMITS }));
const LIMITED = { ...NO_LIMITS, max_height_m: 9, max_coverage_pct: 30, max_intensity: 0.6 };
const SJ =
  'Zone SJ – strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną: single-family housing is in its basic profile, with services';

testCheck('pog_zone', 'pog', [
  {
    rule: 'PG1',
    changes: { mpzp: mpzp() },
    result: 'pass',
    detail:
      'Zone SJ (general plan in force). A local plan is in force, so the general plan does not decide the building permit; it matters when the local plan is changed.',
    basis: ['B7'],
    source: 'mpzp',
  },
  {
    rule: 'PG1, general plan not known',
    changes: { mpzp: mpzp(), pog: unknown('pog'), gmina: gmina('unknown') },
    result: 'pass',
    detail: /^Whether a general plan is in force is not known\. A local plan is in force/,
    basis: ['B7'],
    source: 'mpzp',
  },
  {
    rule: 'PG2',
    changes: { pog: unknown('pog'), gmina: gmina('unknown') },
    result: 'unknown',
    detail: 'note',
    basis: ['B8'],
  },
  {
    rule: 'PG2 before a general plan is needed: not known is still not known',
    changes: { pog: unknown('pog'), gmina: gmina('unknown') },
    day: BEFORE,
    result: 'unknown',
    detail: 'note',
    basis: ['B8'],
  },
  {
    rule: 'PG3',
    changes: { pog: noPog() },
    day: BEFORE,
    result: 'pass',
    detail: 'No general plan in force yet; not required before 1 September 2026.',
    basis: ['B6'],
  },
  {
    rule: 'PG3 by the gmina',
    changes: { pog: unknown('pog'), gmina: gmina('draft') },
    day: BEFORE,
    result: 'pass',
    detail: /^note No general plan in force yet/,
    basis: ['B6'],
    source: 'gmina',
  },
  {
    rule: 'PG4',
    changes: { pog: noPog() },
    result: 'fail',
    detail:
      'Lesznowola has no general plan in force and none in procedure in Rejestr Urbanistyczny; without it no zoning decision can be issued.',
    basis: ['B2'],
  },
  {
    rule: 'PG4 by the gmina',
    changes: { pog: unknown('pog'), gmina: gmina('none') },
    result: 'fail',
    detail: /none in procedure in Register gmina/,
    basis: ['B2'],
    source: 'gmina',
  },
  {
    rule: 'PG5 draft',
    changes: { pog: pog({ status: 'draft', effective_from: null }) },
    result: 'warn',
    detail: 'Draft general plan shows zone SJ in OUZ; it has no legal effect before its entry into force.',
    basis: ['B2', 'B9'],
  },
  {
    rule: 'PG5 in force from a later day',
    changes: { pog: pog({ effective_from: '2026-12-01', in_ouz: false }) },
    result: 'warn',
    detail: 'Adopted general plan shows zone SJ outside OUZ; it has no legal effect before 2026-12-01.',
    basis: ['B2', 'B9'],
  },
  {
    rule: 'PG5, every zone with its ground',
    changes: {
      pog: pog({ status: 'draft', effective_from: null, zones: zones(['SW', 40], ['SU', 60]), in_ouz: null }),
    },
    result: 'warn',
    detail:
      'Draft general plan shows zones SU on 60 % (600 m²) and SW on 40 % (400 m²); it has no legal effect before its entry into force.',
    basis: ['B2', 'B9'],
  },
  {
    rule: 'PG1, every zone with its ground',
    changes: { mpzp: mpzp(), pog: pog({ zones: zones(['SJ', 70], ['SO', 30]) }) },
    result: 'pass',
    detail: /^Zones SJ on 70 % \(700 m²\) and SO on 30 % \(300 m²\); general plan in force\. /,
    basis: ['B7'],
    source: 'mpzp',
  },
  {
    rule: 'PG5 by the gmina',
    changes: { pog: unknown('pog'), gmina: gmina('adopted', '2026-12-01') },
    result: 'warn',
    detail:
      'note Adopted general plan shows no zone for this parcel; it has no legal effect before 2026-12-01.',
    basis: ['B2', 'B9'],
    source: 'gmina',
  },
  {
    rule: 'PG6',
    changes: { pog: pog({ zone_symbol: 'SX' }) },
    result: 'unknown',
    detail: 'General plan in force, zone of this parcel not published.',
    basis: ['B8'],
  },
  {
    rule: 'PG6 by the gmina',
    changes: { pog: unknown('pog'), gmina: gmina('in_force') },
    result: 'unknown',
    detail: 'note',
    basis: ['B8'],
    source: 'gmina',
  },
  { rule: 'PG7', changes: {}, result: 'pass', detail: `${SJ}. Limits: not published.`, basis: ['B8'] },
  {
    rule: 'PG7 with two limits, each with its share',
    changes: {
      pog: pog({
        zones: [
          { symbol: 'SJ', name: null, share_pct: 20, parameters: NO_LIMITS },
          { symbol: 'SJ', name: null, share_pct: 80, parameters: LIMITED },
        ],
      }),
    },
    result: 'pass',
    detail: `${SJ}. Limits: intensity at most 0.6, height at most 9 m, coverage at most 30 %, bio-active ground not published (on 80 % of the parcel) or not published (on 20 % of the parcel).`,
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a worse zone on a part',
    changes: { pog: pog({ zones: zones(['SJ', 70], ['SO', 20.5], ['SU', 9.5]) }) },
    result: 'warn',
    detail:
      'Zones by part: SJ in OUZ on 70 % (700 m²): single-family housing is in its basic profile, with services; SO in OUZ on 20.5 % (205 m²): no building but own facilities of the zone; SU in OUZ on 9.5 % (95 m²): services only, no housing. Limits: SJ: not published; SU: not published.',
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a worse zone in two pieces',
    changes: { pog: pog({ zones: zones(['SJ', 88], ['SO', 6], ['SO', 6]) }) },
    result: 'warn',
    detail: /SJ in OUZ on 88 % \(880 m²\).*; SO in OUZ on 12 % \(120 m²\): no building/,
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a worse zone on just a tenth',
    changes: { pog: pog({ zones: zones(['SJ', 90], ['SO', 10]) }) },
    result: 'warn',
    detail: /SJ in OUZ on 90 % .*; SO in OUZ on 10 % /,
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a worse zone on a small part',
    changes: { pog: pog({ zones: zones(['SJ', 99.5], ['SO', 0.5]) }) },
    result: 'warn',
    detail: /SO in OUZ on 0\.5 % \(5 m²\): no building/,
    basis: ['B8'],
  },
  {
    rule: 'PG7 with a sliver of a worse zone',
    changes: { pog: pog({ zones: zones(['SJ', 99.51], ['SO', 0.49]) }) },
    result: 'pass',
    detail: `${SJ}. Limits: not published.`,
    basis: ['B8'],
  },
  {
    rule: 'PG7 with an equal zone',
    changes: { pog: pog({ zones: zones(['SJ', 60], ['SW', 40]) }) },
    result: 'pass',
    detail: /SW in OUZ on 40 % \(400 m²\): multi-family housing and services; a single-family house only if/,
    basis: ['B8'],
  },
  {
    rule: 'PG8',
    changes: { pog: pog({ zone_symbol: 'SZ' }) },
    result: 'warn',
    detail:
      'Zone SZ – strefa wielofunkcyjna z zabudową zagrodową: farmstead building only; an ordinary single-family house is outside the profile. Limits: not published.',
    basis: ['B8'],
  },
  {
    rule: 'PG9',
    changes: { pog: pog({ zone_symbol: 'SP' }) },
    result: 'warn',
    detail: 'Zone SP – strefa gospodarcza: production only, no housing. Limits: not published.',
    basis: ['B8'],
  },
  {
    rule: 'PG10',
    changes: { pog: pog({ zone_symbol: 'SO' }) },
    result: 'fail',
    detail:
      "Zone SO – strefa otwarta: its basic profile has no general building function (own facilities only; the gmina's additional profile may add some).",
    basis: ['B8'],
  },
]);

const W9 =
  'The general plan is in force since 2026-08-01 and the parcel lies in an infill area (OUZ), in zone SJ. A zoning decision can be applied for there, for functions of that zone; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years';

testCheck('wz_possible', 'pog', [
  {
    rule: 'WZ1',
    changes: { mpzp: mpzp() },
    result: 'pass',
    detail: 'Not needed: a local plan governs. (possible = false is the rule where a plan is in force.)',
    basis: ['B1'],
    source: 'mpzp',
  },
  {
    rule: 'WZ2',
    changes: { mpzp: mpzp({ symbol: '4ZL' }) },
    result: 'fail',
    detail: 'The plan excludes building and a zoning decision cannot replace it.',
    basis: ['B1'],
    source: 'mpzp',
  },
  {
    rule: 'WZ3',
    changes: { pog: noPog() },
    result: 'fail',
    detail: /is not in force \(status: none\)/,
    basis: ['B2'],
  },
  {
    rule: 'WZ4',
    changes: { pog: pog({ in_ouz: false }) },
    result: 'fail',
    detail: /lies outside/,
    basis: ['B3'],
  },
  {
    rule: 'WZ5',
    changes: { soil: soil(['LsV', 100]) },
    result: 'fail',
    detail: /forest land \(100 %\)/,
    basis: ['B4'],
    source: 'soil',
  },
  {
    rule: 'WZ6',
    changes: { protected: forms('rezerwat'), form_shares_pct: [100] },
    result: 'fail',
    detail: /lies in nature reserve/,
    basis: ['B5'],
    source: 'protected',
  },
  { rule: 'WZ7', changes: {}, result: 'pass', detail: `${W9}.`, basis: ['B3'] },
  {
    rule: 'WZ7 at 95 %',
    changes: { ouz_share_pct: 95 },
    result: 'pass',
    detail: /and 95 % \(950 m²\) of the parcel lies in an infill area.* after 5 years\.$/,
    basis: ['B3'],
  },
  {
    rule: 'WZ8 part in OUZ',
    changes: { ouz_share_pct: 94.99 },
    result: 'warn',
    detail: /only 94\.99 % \(950 m²\) of the parcel lies in an infill area \(OUZ\).*after 5 years\.$/,
    basis: ['B3'],
  },
  {
    rule: 'WZ8 as little in OUZ as counts',
    changes: { ouz_share_pct: 0.5 },
    result: 'warn',
    detail: /only 0\.5 % \(5 m²\) of the parcel lies in an infill area \(OUZ\).*after 5 years\.$/,
    basis: ['B3'],
  },
  {
    rule: 'WZ8 part forest',
    changes: { soil: soil(['LsV', 5], ['RIVa', 95]) },
    result: 'warn',
    detail: `${W9}. 5 % (50 m²) is forest and stays out.`,
    basis: ['B3', 'B4'],
  },
  {
    rule: 'WZ7 little forest',
    changes: { soil: soil(['LsV', 4.99]) },
    result: 'pass',
    detail: `${W9}.`,
    basis: ['B3'],
  },
  {
    rule: 'WZ8 land use not known',
    changes: { soil: unknown('soil') },
    result: 'warn',
    detail: `${W9}. Land use is not published here, and forest would be excluded.`,
    basis: ['B3', 'B4'],
  },
  {
    rule: 'WZ8 all conditions',
    changes: { ouz_share_pct: 60, soil: soil(['LsV', 20]), mpzp: mpzp({ status: 'draft' }) },
    result: 'warn',
    detail:
      /only 60 % \(600 m²\) of the parcel lies in .* 20 % \(200 m²\) is forest and stays out\. A local plan is in preparation: the authority may suspend the case for up to 18 months, 6 more once the draft has been put on display\.$/,
    basis: ['B3', 'B4', 'B10'],
  },
  {
    rule: 'WZ7 on good farmland without areas',
    changes: { soil: unknown('soil'), soil_symbols: ['RIIIa', 'PsIV'] },
    result: 'pass',
    detail:
      /after 5 years\. Farmland of classes I–III is recorded on the parcel without its area: it needs a decision excluding it/,
    basis: ['B3'],
  },
  {
    rule: 'WZ7 on good farmland',
    changes: { soil: soil(['RIIIa', 80]) },
    result: 'pass',
    detail:
      /after 5 years\. Farmland of classes I–III covers 80 % \(800 m²\) of the parcel: it needs a decision excluding it/,
    basis: ['B3'],
  },
  {
    rule: 'WZ9',
    changes: { mpzp: unknown('mpzp') },
    result: 'unknown',
    detail: /whether a local plan covers/,
    basis: ['B1'],
    source: 'mpzp',
  },
  {
    rule: 'WZ10',
    changes: { pog: unknown('pog'), gmina: gmina('unknown') },
    result: 'unknown',
    detail: /not known whether the general plan/,
    basis: ['B2'],
  },
  {
    rule: 'WZ11',
    changes: { pog: pog({ in_ouz: null }) },
    result: 'unknown',
    detail: /not published/,
    basis: ['B3'],
  },
  {
    rule: 'WZ12',
    changes: { pog: noPog(), soil: soil(['RII', 100]) },
    day: BEFORE,
    result: 'warn',
    detail:
      /earlier conditions .* Good neighbourhood is not machine-checked\. Farmland .* consent of the minister/,
    basis: ['B6'],
  },
]);

testCheck('mpzp_status', 'mpzp', [
  {
    rule: 'MP1',
    changes: { mpzp: mpzp() },
    result: 'pass',
    detail: 'Local plan in force since 2012-05-04: 1MN – housing. Plan Wola.',
    basis: ['B11'],
  },
  {
    rule: 'MP1 on forest',
    changes: { mpzp: mpzp(), soil: soil(['LsV', 100]) },
    result: 'pass',
    detail:
      /^Local plan in force since 2012-05-04: 1MN – housing\. .* Forest \(Ls\) covers 100 % of the parcel: what may be built there the local plan decides, and it needs a decision excluding it from forest production before the building permit \(u\.o\.g\.r\.l\. art\. 11 ust\. 1 and 4\), up to 0\.05 ha free of charge for a single-family house \(art\. 12a\)\.$/,
    basis: ['B11'],
  },
  {
    rule: 'MP1, share not published, good farmland',
    changes: { mpzp: mpzp({ share_pct: null, plans: [] }), soil: soil(['RI', 10]) },
    result: 'pass',
    detail: /^Local plan in force since 2012-05-04: 1MN – housing\. Farmland of classes I–III covers 10 %/,
    basis: ['B11'],
  },
  {
    rule: 'MP2 other building',
    changes: { mpzp: mpzp({ symbol: '3U' }) },
    result: 'warn',
    detail: 'Local plan in force: 3U allows services only.',
    basis: ['B11'],
  },
  {
    rule: 'MP2 farmstead on a part',
    changes: { mpzp: mpzp({ symbol: 'RM', share_pct: 70 }) },
    result: 'warn',
    detail: 'Local plan in force: RM on 70 % (700 m²): farmstead building; outside the plan 30 % (300 m²).',
    basis: ['B11'],
  },
  {
    rule: 'MP3',
    changes: { mpzp: mpzp({ share_pct: 60 }) },
    result: 'warn',
    detail: 'Local plan in force: 1MN on 60 % (600 m²): housing; outside the plan 40 % (400 m²).',
    basis: ['B11'],
  },
  {
    rule: 'MP3 on half a percent, no longer a sliver',
    changes: { mpzp: mpzp({ share_pct: 0.5 }) },
    result: 'warn',
    detail: 'Local plan in force: 1MN on 0.5 % (5 m²): housing; outside the plan 99.5 % (995 m²).',
    basis: ['B11'],
  },
  {
    rule: 'MP4',
    changes: { mpzp: mpzp({ symbol: '4ZL' }), soil: soil(['RI', 100]) },
    result: 'fail',
    detail: 'Local plan in force: 4ZL does not provide for buildings.',
    basis: ['B11', 'B12'],
  },
  {
    rule: 'MP5',
    changes: { mpzp: mpzp({ symbol: null }) },
    result: 'unknown',
    detail:
      'A local plan is in force (Plan Wola), its designation for this parcel is not published in machine-readable form; read https://example.org/7.pdf.',
    basis: ['B11'],
  },
  {
    rule: 'MP5, nothing published',
    changes: { mpzp: mpzp({ symbol: ' ', plans: [] }) },
    result: 'unknown',
    detail:
      'A local plan is in force, its designation for this parcel is not published in machine-readable form; read its resolution.',
    basis: ['B11'],
  },
  ...['R', 'XYZ'].map((symbol) => ({
    rule: `MP6 ${symbol}`,
    changes: { mpzp: mpzp({ symbol }) },
    result: 'unknown' as const,
    detail: `Local plan symbol ${symbol}: whether buildings are allowed depends on the plan's text; read https://example.org/7.pdf.`,
    basis: ['B11'] as const,
  })),
  {
    rule: 'MP7a',
    changes: {},
    result: 'pass',
    detail: 'No local plan in Rejestr Urbanistyczny; its absence is what opens the zoning-decision route.',
    basis: ['B1'],
  },
  {
    rule: 'MP7a, a sliver of a plan',
    changes: { mpzp: mpzp({ symbol: '4ZL', share_pct: 0.4 }) },
    result: 'pass',
    detail: 'No local plan in Rejestr Urbanistyczny; its absence is what opens the zoning-decision route.',
    basis: ['B1'],
  },
  {
    rule: 'MP7b draft',
    changes: { mpzp: mpzp({ status: 'draft', effective_from: null }) },
    result: 'warn',
    detail:
      'A local plan is in preparation; the authority may suspend a zoning case for up to 18 months (6 more once the draft has been put on display), and a decision that differs from the plan will lapse.',
    basis: ['B10'],
  },
  {
    rule: 'MP7b in force from a later day',
    changes: { mpzp: mpzp({ effective_from: '2026-12-01' }) },
    result: 'warn',
    detail:
      'A local plan is adopted, in force from 2026-12-01; the authority may suspend a zoning case for up to 18 months (6 more once the draft has been put on display), and a decision that differs from the plan will lapse.',
    basis: ['B10'],
  },
  {
    rule: 'MP7c',
    changes: { pog: noPog() },
    result: 'fail',
    detail:
      'No local plan in Rejestr Urbanistyczny and no zoning-decision route: no general plan is in force.',
    basis: ['B1', 'B2'],
  },
  {
    rule: 'MP7c by the zone, a plan in preparation',
    changes: { pog: pog({ zone_symbol: 'SO' }), mpzp: mpzp({ status: 'draft' }) },
    result: 'fail',
    detail:
      'No local plan in force in Rejestr Urbanistyczny and no zoning-decision route: zone SO has no general building function.',
    basis: ['B1', 'B8'],
  },
  {
    rule: 'MP7c by the zone and outside the infill areas',
    changes: { pog: pog({ zone_symbol: 'SO', in_ouz: false }) },
    result: 'fail',
    detail:
      'No local plan in Rejestr Urbanistyczny and no zoning-decision route: zone SO has no general building function; the ground lies outside the infill areas (OUZ).',
    basis: ['B1', 'B3', 'B8'],
  },
  {
    rule: 'MP7c forest outside the infill areas',
    changes: { pog: pog({ in_ouz: false }), soil: soil(['LsIV', 100]) },
    result: 'fail',
    detail:
      'No local plan in Rejestr Urbanistyczny and no zoning-decision route: the ground lies outside the infill areas (OUZ).',
    basis: ['B1', 'B3'],
  },
  {
    rule: 'MP7c forest, shut by its zone too',
    changes: { pog: pog({ zone_symbol: 'SO' }), soil: soil(['LsIV', 100]) },
    result: 'fail',
    detail:
      'No local plan in Rejestr Urbanistyczny and no zoning-decision route: zone SO has no general building function; the parcel is forest land.',
    basis: ['B1', 'B4', 'B8'],
  },
  {
    rule: 'MP7d',
    changes: { pog: pog({ in_ouz: null }) },
    result: 'unknown',
    detail: 'No local plan in Rejestr Urbanistyczny; the zoning-decision route cannot be determined.',
    basis: ['B1'],
  },
  {
    rule: 'MP8',
    changes: { mpzp: { ...unknown('mpzp'), coverage: 'not_computed' } },
    result: 'unknown',
    detail: 'note',
    basis: ['B1'],
  },
]);

testCheck('mpzp_params', 'mpzp', [
  {
    rule: 'PR1',
    changes: { mpzp: mpzp({ share_pct: 60 }) },
    result: 'unknown',
    detail:
      "Height, coverage, intensity, bio-active share and building lines are set in the plan's text (https://example.org/7.pdf); the state does not publish them in machine-readable form. Outside the plan a zoning decision sets them within the limits of the zone (SJ on 40 % (400 m²): not published).",
    basis: ['B13'],
  },
  {
    rule: 'PR2',
    changes: { pog: pog({ zones: [{ symbol: 'SJ', name: null, share_pct: 100, parameters: LIMITED }] }) },
    result: 'pass',
    detail:
      'No local plan in force, so no plan parameters apply; a zoning decision sets them within the limits of the zone (SJ: intensity at most 0.6, height at most 9 m, coverage at most 30 %, bio-active ground not published).',
    basis: ['B14'],
  },
  {
    rule: 'PR2 without a general plan',
    changes: { pog: noPog() },
    result: 'pass',
    detail:
      'Does not apply: no local plan is in force, so there are no plan parameters, and no zoning decision can set any here.',
    basis: ['B14'],
  },
  {
    rule: 'PR3',
    changes: { mpzp: unknown('mpzp') },
    result: 'unknown',
    detail: 'note',
    basis: ['B13'],
  },
]);

const WATER_PERMIT = 'agreement of Wody Polskie and a water-law permit are needed for building there.';

testCheck('flood_q100', 'flood', [
  {
    rule: 'FL1',
    changes: { flood: unknown('flood') },
    result: 'unknown',
    detail: 'note',
    basis: ['B15'],
  },
  {
    rule: 'FL2',
    changes: { flood: flood({ q10: true, q100: true, q500: true }) },
    result: 'warn',
    detail: `The parcel reaches into the 10 % (once in 10 years) flood zone: ${WATER_PERMIT}`,
    basis: ['B15'],
  },
  {
    rule: 'FL2, with how much of it',
    changes: { flood: flood({ q10: true, q100: true, q100_share_pct: 12.5 }), q10_share_pct: 4.5 },
    result: 'warn',
    detail: `4.5 % (45 m²) of the parcel is in the 10 % (once in 10 years) flood zone, 12.5 % (125 m²) in the 1 % zone: ${WATER_PERMIT}`,
    basis: ['B15'],
  },
  {
    rule: 'FL3',
    changes: { flood: flood({ q100: true, q500: true, q100_share_pct: 12.5 }) },
    result: 'warn',
    detail: `12.5 % (125 m²) of the parcel is in the 1 % flood zone: ${WATER_PERMIT}`,
    basis: ['B15'],
  },
  {
    rule: 'FL3, share not known',
    changes: { flood: flood({ q100: true, q100_share_pct: null }) },
    result: 'warn',
    detail: `A part of the parcel is in the 1 % flood zone: ${WATER_PERMIT}`,
    basis: ['B15'],
  },
  {
    rule: 'FL4',
    changes: { flood: flood({ q500: true }) },
    result: 'pass',
    detail: 'Outside Q100; inside the 0.2 % zone, which carries no permit duty.',
    basis: ['B16'],
  },
  {
    rule: 'FL5',
    changes: { flood: flood({ map_edition: '2022' }) },
    result: 'pass',
    detail: 'Outside the mapped flood zones (edition 2022).',
    basis: ['B16'],
  },
]);

testCheck('landslide', 'landslide', [
  {
    rule: 'LS1',
    changes: { landslide: unknown('landslide') },
    result: 'unknown',
    detail: 'note',
    basis: ['B17'],
  },
  {
    rule: 'LS2',
    changes: { landslide: landslide({ present: true, kinds: ['threatened_area', 'landslide'], count: 2 }) },
    result: 'warn',
    detail:
      "Landslides and areas threatened by mass movements (2 together) are mapped on the parcel: starosta's agreement and ground investigation needed.",
    basis: ['B17'],
  },
  {
    rule: 'LS2',
    changes: { landslide: landslide({ present: true, kinds: ['landslide'], count: 2 }) },
    result: 'warn',
    detail: "2 landslides are mapped on the parcel: starosta's agreement and ground investigation needed.",
    basis: ['B17'],
  },
  {
    rule: 'LS3',
    changes: { landslide: landslide({ present: true, kinds: ['threatened_area'], count: 1 }) },
    result: 'warn',
    detail: "Area threatened by mass movements: starosta's agreement needed.",
    basis: ['B17'],
  },
  {
    rule: 'LS3 without a decision',
    changes: {
      landslide: landslide({ present: true, kinds: ['threatened_area'], count: 1 }),
      pog: pog({ in_ouz: false }),
    },
    result: 'warn',
    detail:
      "Area threatened by mass movements: starosta's agreement needed for a zoning decision, not under a local plan.",
    basis: ['B17'],
  },
  {
    rule: 'LS4',
    changes: {},
    result: 'pass',
    detail: 'No landslide or threatened area recorded.',
    basis: ['B17'],
  },
]);

const RDOS = 'The regional director for environmental protection agrees the zoning decision.';

testCheck('protected', 'protected', [
  {
    rule: 'layer not known',
    changes: { protected: unknown('protected') },
    result: 'unknown',
    detail: 'note',
    basis: ['B23'],
  },
  {
    rule: 'none',
    changes: {},
    result: 'pass',
    detail: 'No form of nature protection covers the parcel.',
    basis: ['B23'],
  },
  {
    rule: 'a sliver is named and not counted',
    changes: { protected: forms('rezerwat'), form_shares_pct: [0.49] },
    result: 'pass',
    detail:
      'No form of nature protection covers the parcel. Its edge touches nature reserve Name of rezerwat, which is not counted.',
    basis: ['B23'],
  },
  {
    rule: 'rezerwat on a part',
    changes: { protected: forms('rezerwat'), form_shares_pct: [0.5] },
    result: 'fail',
    detail: `Inside nature reserve Name of rezerwat on 0.5 % (5 m²) of the parcel: building is banned except for the reserve's own purposes. ${RDOS}`,
    basis: ['B5'],
  },
  {
    rule: 'park_narodowy: its director agrees, not the regional one',
    changes: { protected: forms('park_narodowy'), form_shares_pct: [100] },
    result: 'fail',
    detail: /^Inside national park .* The park director agrees the zoning decision\.$/,
    basis: ['B18'],
  },
  {
    rule: 'the worst form decides, all are named',
    changes: {
      protected: forms('pomnik_przyrody', 'park_krajobrazowy', 'natura2000_soo'),
      form_shares_pct: [null, 100, 100],
    },
    result: 'warn',
    detail:
      /^On the parcel: nature monument .* Inside landscape park .* Inside Natura 2000 habitat area .* zoning decision\.$/,
    basis: ['B19', 'B20', 'B22'],
  },
  {
    rule: 'a form whose share is not known is on the parcel, not around it',
    changes: { protected: forms('uzytek_ekologiczny', 'rezerwat'), form_shares_pct: [null, null] },
    result: 'fail',
    detail: /^On the parcel: ecological site .* On the parcel: nature reserve /,
    basis: ['B5', 'B22'],
  },
  {
    rule: 'under a local plan nobody agrees a zoning decision',
    changes: { protected: forms('obszar_chronionego_krajobrazu'), mpzp: mpzp() },
    result: 'warn',
    detail: /100 m of waters\.$/,
    basis: ['B21'],
  },
  ...(
    [
      ['natura2000_oso', 'B19'],
      ['park_krajobrazowy', 'B20'],
      ['uzytek_ekologiczny', 'B22'],
      ['zespol_przyrodniczo_krajobrazowy', 'B22'],
      ['stanowisko_dokumentacyjne', 'B22'],
      ['pomnik_przyrody', 'B22'],
    ] as const
  ).map(([form, basis]) => ({
    rule: form,
    changes: { protected: forms(form), form_shares_pct: [null] },
    result: 'warn' as const,
    detail: new RegExp(`^(Inside|On the parcel:) [^:]+ Name of ${form}: .*${RDOS}$`),
    basis: [basis],
  })),
]);

testCheck('road_access', 'road_access', [
  {
    rule: 'RA1',
    changes: {},
    result: 'pass',
    detail: 'The parcel adjoins a public-road parcel. An exit permit may still be needed.',
    basis: ['B24'],
  },
  {
    rule: 'RA2',
    changes: {
      road_access: road({ verdict: 'pass', via: 'bdot_road_within_30m', nearest_public_road_m: 12 }),
    },
    result: 'pass',
    detail: 'A public road lies within 30 m; the legal right to use the strip in between is not checked.',
    basis: ['B24'],
  },
  {
    rule: 'RA2, over the parcel',
    changes: {
      road_access: road({ verdict: 'pass', via: 'bdot_road_within_30m', nearest_public_road_m: 0 }),
    },
    result: 'pass',
    detail: /^A public road runs over the parcel;/,
    basis: ['B24'],
  },
  {
    rule: 'RA3',
    changes: { road_access: road({ verdict: 'fail', via: null, nearest_public_road_m: 142.5 }) },
    result: 'fail',
    detail:
      'No public road adjoins (142.5 m away). Building needs access over an internal road or an easement.',
    basis: ['B24'],
  },
  {
    rule: 'RA3, distance not known',
    changes: { road_access: road({ verdict: 'fail', nearest_public_road_m: null }) },
    result: 'fail',
    detail: 'No public road adjoins. Building needs access over an internal road or an easement.',
    basis: ['B24'],
  },
  ...[unknown('road_access'), road({ verdict: 'unknown' })].map((road_access) => ({
    rule: `RA4 ${road_access.coverage}`,
    changes: { road_access },
    result: 'unknown' as const,
    detail: 'note',
    basis: ['B24'] as const,
  })),
]);

test('a fallback register stays marked on the items it decided', () => {
  const fallback = { ...pog(), source: { ...source('pog_fallback'), fallback: true } };
  const items = assessBuilding(parcel({ pog: fallback }), NOW).checks;
  const marked = items.filter((check) => check.source.fallback).map(({ id }) => id);
  assert.deepEqual(marked, ['pog_zone', 'wz_possible']);
});
