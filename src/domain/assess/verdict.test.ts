import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECK_IDS, CheckItem, type Verdict } from '../../contract/answers.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import {
  flood,
  forms,
  gmina,
  landslide,
  mpzp,
  noMpzp,
  noPog,
  type ParcelChanges,
  parcel,
  pog,
  road,
  soil,
  unknown,
} from './test-parcel.ts';
import { assessBuilding, type BuildingInput } from './verdict.ts';

const NOW = '2026-11-15';
const BEFORE = '2026-08-31';
const UNKNOWN_POG = { pog: unknown('pog'), gmina: gmina('unknown') };
const ROAD_FAIL = road({ verdict: 'fail', via: null, nearest_public_road_m: 80 });

/** "possible reason_code / checks that do not pass / verdict" */
function summary(changes: ParcelChanges, day = NOW): string {
  const { verdict, checks } = assessBuilding(parcel(changes), day);
  const wz = checks.find(({ id }) => id === 'wz_possible')?.value as {
    possible: boolean;
    reason_code: string;
  } | null;
  const rest = checks.filter(({ result }) => result !== 'pass').map(({ id, result }) => `${id} ${result}`);
  return `${wz ? `${wz.possible} ${wz.reason_code}` : 'null'} / ${rest.join(', ') || '–'} / ${verdict}`;
}

const VECTORS: [string, ParcelChanges, string, string?][] = [
  ['1', {}, 'true inside_ouz / – / pass'],
  ['2', { road_access: ROAD_FAIL }, 'true inside_ouz / road_access fail / conditional'],
  ['3', { flood: flood({ q100: true }) }, 'true inside_ouz / flood_q100 warn / conditional'],
  ['4', { flood: unknown('flood') }, 'true inside_ouz / flood_q100 unknown / conditional'],
  ['5', { pog: pog({ in_ouz: false }) }, 'false outside_ouz / wz_possible fail, mpzp_status fail / fail'],
  [
    '6',
    { pog: pog({ in_ouz: null }) },
    'null ouz_unknown / wz_possible unknown, mpzp_status unknown / unknown',
  ],
  ['7', { pog: noPog() }, 'false no_pog_in_force / pog_zone fail, wz_possible fail, mpzp_status fail / fail'],
  ['8', { pog: noPog() }, 'true studium_transitional / wz_possible warn / conditional', BEFORE],
  [
    '9',
    { pog: pog({ status: 'draft', effective_from: null }) },
    'false no_pog_in_force / pog_zone warn, wz_possible fail, mpzp_status fail / fail',
  ],
  [
    '10, before',
    { pog: pog({ status: 'adopted', effective_from: '2026-12-01' }) },
    'false no_pog_in_force / pog_zone warn, wz_possible fail, mpzp_status fail / fail',
  ],
  [
    '10, on the day',
    { pog: pog({ effective_from: '2026-12-01' }) },
    'true inside_ouz / – / pass',
    '2026-12-01',
  ],
  ['11', { pog: noPog(), mpzp: mpzp() }, 'false mpzp_in_force / mpzp_params unknown / conditional'],
  [
    '12',
    { pog: noPog(), mpzp: mpzp({ symbol: null }) },
    'false mpzp_in_force / mpzp_status unknown, mpzp_params unknown / unknown',
  ],
  [
    '13',
    { pog: noPog(), mpzp: mpzp({ symbol: '4ZL' }) },
    'false mpzp_in_force / wz_possible fail, mpzp_status fail, mpzp_params unknown / fail',
  ],
  // The wz layer is not covered there, so the item has no value; the reason is in its detail.
  ['14', UNKNOWN_POG, 'null / pog_zone unknown, wz_possible unknown, mpzp_status unknown / unknown'],
  [
    '15',
    { pog: noPog(), mpzp: unknown('mpzp') },
    'false no_pog_in_force / pog_zone fail, wz_possible fail, mpzp_status unknown, mpzp_params unknown / unknown',
  ],
  ['16', { pog: pog({ zone_symbol: 'SO' }) }, 'true inside_ouz / pog_zone fail, mpzp_status fail / fail'],
  ['17', { soil: soil(['LsV', 100]) }, 'false forest_land / wz_possible fail, mpzp_status fail / fail'],
  [
    '18, national park',
    { protected: forms('park_narodowy'), form_shares_pct: [100] },
    'true inside_ouz / protected fail / conditional',
  ],
  [
    '18, reserve',
    { protected: forms('rezerwat'), form_shares_pct: [100] },
    'false nature_reserve / wz_possible fail, mpzp_status fail, protected fail / fail',
  ],
];

for (const [name, changes, expected, day] of VECTORS) {
  test(`vector ${name}`, () => assert.equal(summary(changes, day), expected));
}

const inForce = (changes: Parameters<typeof pog>[0]) => ({ pog: pog(changes), gmina: gmina('in_force') });
const byGmina = (status: 'none' | 'draft' | 'adopted' | 'in_force') => ({
  pog: unknown('pog'),
  gmina: gmina(status),
});

/** Local plans, in the order of the columns below. */
const MPZP: readonly LayerAnswer<'mpzp'>[] = [
  noMpzp(),
  mpzp({ symbol: 'MN' }),
  mpzp({ symbol: 'MN', share_pct: 60 }),
  mpzp({ symbol: 'U' }),
  mpzp({ symbol: 'R' }),
  mpzp({ symbol: 'ZL' }),
  mpzp({ symbol: null }),
  mpzp({ status: 'draft', effective_from: null }),
  mpzp({ status: 'adopted', effective_from: '2027-01-01' }),
  unknown('mpzp'),
];

type PlanRow = Pick<BuildingInput, 'pog' | 'gmina'>;

/** General plans; verdicts on 2026-11-15: none | MN | MN on 60 % | U | R | ZL | no symbol | draft | adopted | unknown. */
const TRUTH: [string, PlanRow[], string][] = [
  ['in force SJ, OUZ yes', [inForce({})], 'P C C C U F U C C U'],
  ['in force SJ, OUZ no', [inForce({ in_ouz: false })], 'F C C C U F U F F U'],
  ['in force SJ, OUZ null', [inForce({ in_ouz: null })], 'U C C C U F U U U U'],
  ['in force SZ, OUZ yes', [inForce({ zone_symbol: 'SZ' })], 'C C C C U F U C C U'],
  [
    'in force SP SU SH SR SI, OUZ yes',
    ['SP', 'SU', 'SH', 'SR', 'SI'].map((zone_symbol) => inForce({ zone_symbol })),
    'C C C C U F U C C U',
  ],
  [
    'in force SO SN SC SG SK, OUZ yes',
    ['SO', 'SN', 'SC', 'SG', 'SK'].map((zone_symbol) => inForce({ zone_symbol })),
    'F C C C U F U F F U',
  ],
  ['in force SO, OUZ no', [inForce({ zone_symbol: 'SO', in_ouz: false })], 'F C C C U F U F F U'],
  ['in force, zone null, OUZ yes', [inForce({ zone_symbol: null })], 'U C C C U F U U U U'],
  [
    'adopted',
    [{ pog: pog({ status: 'adopted', effective_from: '2026-12-01' }), gmina: gmina('adopted') }],
    'F C C C U F U F F U',
  ],
  [
    'in force later',
    [{ pog: pog({ effective_from: '2026-12-01' }), gmina: gmina('adopted') }],
    'F C C C U F U F F U',
  ],
  [
    'draft',
    [{ pog: pog({ status: 'draft', effective_from: null }), gmina: gmina('draft') }],
    'F C C C U F U F F U',
  ],
  ['none', [{ pog: noPog(), gmina: gmina('none') }], 'F C C C U F U F F U'],
  ['not covered, gmina unknown', [UNKNOWN_POG], 'U C C C U F U U U U'],
  ['not covered, gmina in force', [byGmina('in_force')], 'U C C C U F U U U U'],
  [
    'not covered, gmina none, draft, adopted',
    [byGmina('none'), byGmina('draft'), byGmina('adopted')],
    'F C C C U F U F F U',
  ],
];

/** Until 31 August 2026 a gmina without a general plan in force still decides, by the earlier conditions. */
const TRANSITIONAL = new Set([
  'adopted',
  'in force later',
  'draft',
  'none',
  'not covered, gmina none, draft, adopted',
]);
const TRANSITIONAL_ROW = 'C C C C U F U C C U';

const LETTERS: { readonly [V in Verdict]: string } = { pass: 'P', conditional: 'C', unknown: 'U', fail: 'F' };

const verdictOn = (day: string, changes: ParcelChanges) => assessBuilding(parcel(changes), day).verdict;

const verdictsOf = (plan: PlanRow, day: string) =>
  MPZP.map((local) => LETTERS[verdictOn(day, { ...plan, mpzp: local })]).join(' ');

for (const [name, plans, expected] of TRUTH) {
  test(`truth table: ${name}`, () => {
    for (const plan of plans) {
      assert.equal(verdictsOf(plan, NOW), expected);
      assert.equal(verdictsOf(plan, '2026-09-01'), expected);
      assert.equal(verdictsOf(plan, BEFORE), TRANSITIONAL.has(name) ? TRANSITIONAL_ROW : expected);
    }
  });
}

/** Each hazard at its best, at a named obstacle, and not known. */
const HAZARDS = {
  flood: [flood(), flood({ q100: true }), unknown('flood')],
  landslide: [
    landslide({ present: false }),
    landslide({ present: true, kinds: ['landslide'], count: 1 }),
    unknown('landslide'),
  ],
  protected: [forms(), forms('natura2000_oso'), unknown('protected')],
  road_access: [
    road({ verdict: 'pass', via: 'adjacent_public_road_parcel' }),
    ROAD_FAIL,
    unknown('road_access'),
  ],
} as const;

const HAZARD_COMBINATIONS: ParcelChanges[] = HAZARDS.flood.flatMap((flood) =>
  HAZARDS.landslide.flatMap((landslide) =>
    HAZARDS.protected.flatMap((protected_) =>
      HAZARDS.road_access.map((road_access) => ({ flood, landslide, protected: protected_, road_access })),
    ),
  ),
);

const PLAN_COMBINATIONS = TRUTH.flatMap(([, plans]) =>
  plans.flatMap((plan) => MPZP.map((local) => ({ ...plan, mpzp: local }))),
);

/** How good a verdict is. An unknown and a fail are equally far from an open route. */
const RANK: { readonly [V in Verdict]: number } = { pass: 2, conditional: 1, unknown: 0, fail: 0 };

test('invariants of the verdict over all combinations of plans, hazards and days', () => {
  assert.equal(HAZARD_COMBINATIONS.length, 81);
  for (const day of [BEFORE, '2026-09-01', NOW]) {
    for (const plans of PLAN_COMBINATIONS) {
      const best = verdictOn(day, plans);
      for (const hazards of HAZARD_COMBINATIONS) {
        const { verdict, checks } = assessBuilding(parcel({ ...plans, ...hazards }), day);
        const result = Object.fromEntries(checks.map((check) => [check.id, check.result]));
        const blocking = [result.pog_zone, result.wz_possible, result.mpzp_status];
        const all_pass = checks.every((check) => check.result === 'pass');
        assert.equal(verdict === 'pass', all_pass);
        if (verdict === 'fail') {
          assert.equal(result.mpzp_status, 'fail');
          assert.ok(result.wz_possible === 'fail' || result.pog_zone === 'fail');
        }
        if (verdict === 'unknown') assert.ok(blocking.includes('unknown'));
        // A hazard is a condition: it only ever turns pass into conditional.
        assert.equal(verdict, best === 'pass' && !all_pass ? 'conditional' : best);
      }
    }
  }
});

const RESERVE = { protected: forms('rezerwat'), form_shares_pct: [100] };
const GROUND: ParcelChanges[] = [
  {},
  { soil: soil(['LsV', 100]) },
  { soil: soil(['LsV', 50]), flood: flood({ q10: true }) },
  RESERVE,
  { protected: forms('park_narodowy'), form_shares_pct: [100], road_access: ROAD_FAIL },
  { landslide: landslide({ present: true, kinds: ['landslide'], count: 1 }), ouz_share_pct: 40 },
];
const LAYERS = ['pog', 'mpzp', 'soil', 'protected', 'flood', 'landslide', 'road_access'] as const;

test('turning a layer to unknown never improves a verdict or a check', () => {
  let forgotten_bars = 0;
  for (const day of [BEFORE, NOW]) {
    for (const plans of PLAN_COMBINATIONS) {
      for (const ground of GROUND) {
        const whole = { ...plans, ...ground };
        const { verdict: before, checks: said } = assessBuilding(parcel(whole), day);
        for (const layer of LAYERS) {
          const { verdict: after, checks } = assessBuilding(
            parcel({ ...whole, [layer]: unknown(layer) }),
            day,
          );
          checks.forEach(({ id, result }, at) => {
            const was = said[at]?.result;
            const about = `${id} without ${layer}: ${was} → ${result}`;
            // It follows the route, as the verdict does: the bars below.
            const followsRoute = id === 'mpzp_status' && (layer === 'soil' || layer === 'protected');
            if (result === 'pass' && !followsRoute) assert.equal(was, 'pass', about);
            // Without a general plan none can be issued, whether or not a local plan governs (vector 15).
            const isNoPlan = (plans.pog.value?.status ?? plans.gmina.pog_status) === 'none';
            const isStated = layer === 'mpzp' && (id === 'wz_possible' || (id === 'pog_zone' && isNoPlan));
            if (result === 'fail' && !isStated) assert.equal(was, 'fail', about);
          });
          if (RANK[after] <= RANK[before]) continue;
          // The one exception: forest or reserve on the whole parcel is a bar that only its own layer shows. Without
          // that layer the parcel is conditional on it, and never passes.
          const bars = { soil: 'forest_land', protected: 'nature_reserve' } as const;
          const wz = assessBuilding(parcel(whole), day).checks[1]?.value as { reason_code: string };
          assert.ok(layer === 'soil' || layer === 'protected', `${layer}: ${before} → ${after}`);
          assert.deepEqual([wz.reason_code, after], [bars[layer], 'conditional']);
          forgotten_bars++;
        }
      }
    }
  }
  assert.ok(forgotten_bars > 0);
});

test('a verdict moves with the day alone', () => {
  const pending = { pog: pog({ effective_from: '2026-12-01' }), gmina: gmina('adopted', '2026-12-01') };
  assert.deepEqual(
    ['2026-08-31', '2026-09-01', '2026-11-30', '2026-12-01'].map((day) => verdictOn(day, pending)),
    ['conditional', 'fail', 'fail', 'pass'],
  );
  const local = { pog: noPog(), mpzp: mpzp({ effective_from: '2026-12-01' }) };
  assert.deepEqual(
    ['2026-11-30', '2026-12-01'].map((day) => verdictOn(day, local)),
    ['fail', 'conditional'],
  );
});

test('items come in the order of the specification, in the shape of the contract', () => {
  const { checks, disclaimer } = assessBuilding(parcel(), NOW);
  assert.deepEqual(
    checks.map(({ id, layer }) => `${id} ${layer}`),
    [
      'pog_zone pog',
      'wz_possible wz',
      'mpzp_status mpzp',
      'mpzp_params mpzp',
      'flood_q100 flood',
      'landslide landslide',
      'protected protected',
      'road_access road_access',
    ],
  );
  assert.deepEqual(
    checks.map(({ id }) => id),
    [...CHECK_IDS],
  );
  for (const check of checks) assert.deepEqual(CheckItem.parse(check), check);
  assert.match(disclaimer, /State of law used: 2026-09-26\.$/);
});
