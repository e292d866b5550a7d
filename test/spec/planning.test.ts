// Planning over HTTP (spec §1, §2.7, §2.11, §3.1, §4.6; contract §3, §6) on the sample world: one parcel for each thing
// that can be said of a general plan, a local plan and a zoning decision, on 15 November 2026 and on 1 December.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CheckResult, Envelope, LayerResult, ParcelRecord } from '../../src/contract/answers.ts';
import type { GminaPlanning, LayerAnswer } from '../../src/contract/layers.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { ASKED_AT, buildSampleData, LAND } from '../sample.ts';
import { readAllParcels } from './all-parcels.ts';

type Showcase = keyof typeof SHOWCASE;

let data: string;
let client: Client;
let now = ASKED_AT.getTime();
before(async () => {
  ({ data } = await buildSampleData());
  client = await startClient(data, { clock: createClock(() => now) });
});
after(() => client.close());

const query = (name: Showcase) => `id=${encodeURIComponent(SHOWCASE[name])}`;

async function planningOf(name: Showcase) {
  const { body } = await client.get<LayerResult>(`/v1/layer/planning?${query(name)}`);
  const answer = body.result?.answer as LayerAnswer<'planning'>;
  assert.ok(answer.value, `${name}: planning is ${answer.coverage}`);
  return { ...answer, value: answer.value, billing: body.billing };
}

const check = async (name: Showcase): Promise<CheckResult> => {
  const { body } = await client.get<CheckResult>(`/v1/check?${query(name)}`);
  return body.result ?? assert.fail(name);
};

/** "in_force 2026-08-01, in OUZ: SJ 100". */
function tellPog({ coverage, value, source }: LayerAnswer<'pog'>): string {
  if (value === null) return coverage;
  if (coverage === 'covered_no_data') {
    assert.deepEqual(value, { status: 'none', effective_from: null, zone_symbol: null, zones: [] });
    return 'none';
  }
  assert.equal(value.zone_symbol, value.zones[0]?.symbol, 'the dominant zone stands first');
  const ouz = value.in_ouz === null ? 'OUZ unknown' : value.in_ouz ? 'in OUZ' : 'outside OUZ';
  const zones = value.zones.map(({ symbol, share_pct }) => `${symbol} ${share_pct}`).join(', ');
  const by = source.fallback ? ' by the fallback' : '';
  return `${value.status} ${value.effective_from ?? '-'}${by}, ${ouz}: ${zones}`;
}

/** "in_force 2018-06-20: 1MN 100". */
function tellMpzp({ coverage, value }: LayerAnswer<'mpzp'>): string {
  if (value === null) return coverage;
  if (coverage === 'covered_no_data') {
    assert.deepEqual(value, { status: 'none', symbol: null, plans: [], effective_from: null });
    return 'none';
  }
  return `${value.status} ${value.effective_from ?? '-'}: ${value.symbol ?? 'no symbol'} ${value.share_pct}`;
}

const tellWz = ({ coverage, value, source }: LayerAnswer<'wz'>): string =>
  value === null ? coverage : `${value.possible ? 'possible' : 'impossible'} by ${source.id}`;

const SJ = 'in_force 2026-08-01, in OUZ: SJ 100';
const NOT_IN_FORCE = 'impossible by pog';

/** Of each showcase: general plan, local plan, zoning decision, verdict. */
const SAID: { readonly [S in Showcase]?: readonly [string, string, string, string] } = {
  pog_in_force_sj_inside_ouz: [SJ, 'none', 'possible by pog', 'conditional'],
  pog_sw_inside_ouz: ['in_force 2026-08-01, in OUZ: SW 100', 'none', 'possible by pog', 'pass'],
  pog_sz_inside_ouz: ['in_force 2026-08-01, in OUZ: SZ 100', 'none', 'possible by pog', 'conditional'],
  pog_su_inside_ouz: ['in_force 2026-08-01, in OUZ: SU 100', 'none', 'possible by pog', 'conditional'],
  pog_so_outside_ouz: ['in_force 2026-08-01, outside OUZ: SO 100', 'none', NOT_IN_FORCE, 'fail'],
  outside_ouz: ['in_force 2026-08-01, outside OUZ: SU 100', 'none', NOT_IN_FORCE, 'fail'],
  partly_ouz: ['in_force 2026-08-01, in OUZ: SO 69.01, SJ 30.99', 'none', 'possible by pog', 'conditional'],
  two_zones: [
    'in_force 2026-08-01, in OUZ: SN 38.61, SR 30.34, SJ 17.37, SU 13.68',
    'none',
    'possible by pog',
    'conditional',
  ],
  pog_adopted: ['adopted 2026-12-01, OUZ unknown: SO 85.48, SJ 14.52', 'none', NOT_IN_FORCE, 'fail'],
  ouz_not_published: ['adopted 2026-12-01, OUZ unknown: SO 78.54, SJ 21.46', 'none', NOT_IN_FORCE, 'fail'],
  pog_draft: ['draft -, outside OUZ: SO 72.06, SJ 27.94', 'none', NOT_IN_FORCE, 'fail'],
  pog_none: ['none', 'in_force 2015-07-17: no symbol 100', 'impossible by mpzp', 'unknown'],
  pog_fallback_only: [
    'in_force 2026-07-15 by the fallback, OUZ unknown: SJ 100',
    'not_covered',
    'not_covered',
    'unknown',
  ],
  mpzp_1mn: [SJ, 'in_force 2018-06-20: 1MN 100', 'impossible by mpzp', 'conditional'],
  mpzp_2mn_u: [
    'in_force 2026-08-01, in OUZ: SW 100',
    'in_force 2018-06-20: 2MN/U 100',
    'impossible by mpzp',
    'conditional',
  ],
  mpzp_3zl: [SJ, 'in_force 2014-03-15: 3ZL 100', 'impossible by mpzp', 'fail'],
  mpzp_5kdd: [
    'in_force 2026-08-01, outside OUZ: SU 100',
    'in_force 2014-03-15: 5KDD 100',
    'impossible by mpzp',
    'fail',
  ],
  mpzp_two_symbols: [
    'in_force 2026-08-01, in OUZ: SO 81.66, SJ 11.96, SR 5.52, SW 0.86',
    'in_force 2018-06-20: 3ZL 100',
    'impossible by mpzp',
    'conditional',
  ],
  mpzp_partial: [
    'in_force 2026-08-01, in OUZ: SR 68.45, SC 18.97, SW 9.83, SO 2.75',
    'in_force 2018-06-20: 4R 78.28',
    'impossible by pog',
    'conditional',
  ],
  mpzp_none_here: ['in_force 2026-08-01, outside OUZ: SO 100', 'none', NOT_IN_FORCE, 'fail'],
  mpzp_no_symbol: [
    'in_force 2026-08-01, in OUZ: SK 62.72, SZ 37.28',
    'in_force 2012-12-01: no symbol 100',
    'impossible by mpzp',
    'unknown',
  ],
  mpzp_draft: [SJ, 'draft -: no symbol 100', 'possible by pog', 'conditional'],
  mpzp_adopted_later: [
    'in_force 2026-08-01, in OUZ: SG 80.23, SW 19.77',
    'adopted 2027-01-15: no symbol 100',
    'possible by pog',
    'conditional',
  ],
  mpzp_adoption: [
    'adopted 2026-12-01, OUZ unknown: SJ 100',
    'adopted 2026-12-20: no symbol 100',
    NOT_IN_FORCE,
    'fail',
  ],
  mpzp_obsolete: ['in_force 2026-08-01, in OUZ: SZ 100', 'none', 'possible by pog', 'conditional'],
  mpzp_none_in_gmina: [
    'in_force 2026-07-15 by the fallback, OUZ unknown: SJ 100',
    'not_covered',
    'not_covered',
    'unknown',
  ],
  forest: [SJ, 'none', 'impossible by egib', 'fail'],
  water: ['in_force 2026-08-01, in OUZ: SU 100', 'none', 'possible by pog', 'conditional'],
  class_iii: ['in_force 2026-08-01, in OUZ: SW 100', 'none', 'possible by pog', 'pass'],
};
const SHOWN = Object.keys(SAID) as Showcase[];

test(
  rule('2.7-pog', '2.7-mpzp', '2.7-wz', '2.7-planning', '1-planning-at-once', '4.6-planning'),
  async () => {
    for (const name of SHOWN) {
      const { value, coverage, billing } = await planningOf(name);
      assert.deepEqual(Object.keys(value), ['pog', 'mpzp', 'wz', 'gmina', 'parts']);
      const { pog, mpzp, wz } = value;
      const { verdict } = await check(name);
      assert.deepEqual([tellPog(pog), tellMpzp(mpzp), tellWz(wz), verdict], SAID[name], name);
      assert.notEqual(coverage, 'not_covered');
      assert.deepEqual(billing, { cost: 1, charged: 1, refunded: 0, rule: 'charged' });
      // The parts are keys of their own, and say the same.
      for (const key of ['pog', 'mpzp', 'wz'] as const) {
        const { body } = await client.get<LayerResult>(`/v1/layer/${key}?${query(name)}`);
        assert.deepEqual(body.result?.answer, value[key], `${name}: ${key}`);
        const isKnown = value[key].value !== null;
        assert.equal(body.billing.rule, isKnown ? 'charged' : 'refunded_not_covered', `${name}: ${key}`);
      }
    }
  },
);

/** Showcases of other layers: soil-address and layers tests. */
const ELSEWHERE =
  /^(soil|address|class_iii_part|flood|landslide|protected|building|road|permits|prices|all_covered)/;

test('every showcase of a plan is told of here', () => {
  const others = Object.keys(SHOWCASE).filter((name) => !SHOWN.includes(name as Showcase));
  assert.deepEqual(
    others.filter((name) => !ELSEWHERE.test(name)),
    [],
  );
});

test(rule('3.1-covered', '2.7-pog'), async () => {
  const { pog, mpzp, wz } = (await planningOf('mpzp_1mn')).value;
  assert.equal(pog.coverage, 'covered');
  assert.deepEqual(pog.value, {
    status: 'in_force',
    effective_from: '2026-08-01',
    zone_symbol: 'SJ',
    zone_name: 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną',
    zones: [
      {
        symbol: 'SJ',
        name: 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną',
        share_pct: 100,
        parameters: pog.value?.zones[0]?.parameters,
      },
    ],
    in_ouz: true,
    plan_id: 'PL.ZIPPZP.9803/141803-POG/1POG',
    adopted_on: '2026-06-25',
    resolution_url: 'https://bip.lesznowola.example/uchwaly/1POG-uchwala.pdf',
  });
  const limits = pog.value.zones[0]?.parameters;
  assert.deepEqual(Object.keys(limits ?? {}), [
    'max_height_m',
    'max_coverage_pct',
    'min_biologically_active_pct',
    'max_intensity',
    'min_new_plot_area_m2',
  ]);
  assert.ok((limits?.max_height_m ?? 0) > 3 && (limits?.min_biologically_active_pct ?? 0) > 5);
  assert.equal(limits?.min_new_plot_area_m2, null, 'no limit of a general plan: null, never 0');
  assert.deepEqual(mpzp.value?.plans, [
    {
      plan_id: 'PL.ZIPPZP.9803/141803-MPZP/7MPZP',
      name: 'Miejscowy plan zagospodarowania przestrzennego obrębu Magdalenka',
      adopted_on: '2010-10-28',
      resolution_url: 'https://bip.lesznowola.example/uchwaly/7MPZP-uchwala.pdf',
    },
  ]);
  assert.match(wz.value?.reason ?? '', /^A local plan is in force here \(.*Magdalenka\)/);
  assert.match(wz.note, /art\. 4 ust\. 1–2 and art\. 59 ust\. 1 u\.p\.z\.p\./);
});

test(rule('2.7-drafts', '2.7-effective-from'), async () => {
  const draft = (await planningOf('pog_draft')).value.pog;
  assert.match(
    draft.note,
    /^Draft of the general plan \(Plan ogólny gminy Wiskitki\): no legal effect yet\./,
  );
  assert.deepEqual(
    [draft.value?.status, draft.value?.effective_from],
    ['draft', null],
    'its date has passed',
  );
  const adopted = (await planningOf('pog_adopted')).value.pog;
  assert.match(
    adopted.note,
    /^General plan adopted \(.*\), in force from 2026-12-01: no legal effect before\./,
  );
  assert.match(adopted.note, /infill areas \(OUZ\) that the plan's act names are not held/);
  const local = (await planningOf('mpzp_draft')).value.mpzp;
  assert.match(local.note, /^Local plan in preparation: Miejscowy plan .* Nowa Wola\./);
  assert.deepEqual([local.value?.status, local.value?.effective_from], ['draft', null]);
  const silent = (await planningOf('mpzp_no_symbol')).value.mpzp;
  assert.match(silent.note, /designation of this parcel is not published in machine-readable form/);
  const split = (await planningOf('mpzp_two_symbols')).value.mpzp;
  assert.match(
    split.note,
    /Designations here: 3ZL 81\.66 % \(.* m²\), 1MN 11\.96 % .*, 4R 5\.52 % .*, 2MN\/U 0\.86 % /,
  );
});

test(rule('1-registry-first'), async () => {
  const alone = (await planningOf('pog_fallback_only')).value;
  assert.deepEqual([alone.pog.source.id, alone.pog.source.fallback], ['pog_fallback', true]);
  assert.match(
    alone.pog.note,
    /From a third-party sweep: the registry holds nothing of this gmina that is in force or in procedure\./,
  );
  assert.deepEqual(
    alone.gmina.sources.map(({ id, fallback }) => [id, fallback]),
    [
      ['pog_fallback', true],
      ['mpzp', false],
    ],
  );
  // The sweep has a plan of Piaseczno too, of other zones: what the registry holds comes first.
  const { pog } = (await planningOf('pog_adopted')).value;
  assert.deepEqual([pog.source.id, pog.source.fallback], ['pog', false]);
  assert.ok(pog.value?.zones.every(({ symbol }) => symbol !== 'SC'));
});

test(rule('2.7-no-plan-named', '2.7-pog-empty', '2.7-mpzp-empty', '3.1-covered-no-data'), async () => {
  const ids = [...(await readAllParcels(data)).keys()].filter((_, at) => at % 3 === 0);
  const { body } = await client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', {
    items: ids.map((id) => ({ id })),
    layers: ['pog', 'mpzp'],
  });
  const told = { pog: 0, mpzp: 0 };
  for (const { result } of body.result ?? []) {
    for (const key of ['pog', 'mpzp'] as const) {
      const answer = result?.layers[key] ?? assert.fail(key);
      if (answer.value !== null && answer.value.status !== 'none') continue;
      const plan = key === 'pog' ? /general plan/i : /local plan/i;
      assert.match(answer.note, plan);
      assert.match(answer.note, /Rejestr Urbanistyczny/);
      if (answer.coverage !== 'covered_no_data') continue;
      assert.match(answer.source.title, /Rejestr Urbanistyczny/);
      told[key] += 1;
    }
  }
  assert.ok(told.pog > 50 && told.mpzp > 300, JSON.stringify(told));
  const none = (await planningOf('pog_none')).value.pog;
  assert.match(
    none.note,
    /^No general plan of Żyrardów is in force or in procedure in .*Rejestr Urbanistyczny/,
  );
});

test(rule('4.14-no-data-charged'), async () => {
  for (const path of [
    `/v1/layer/pog?${query('pog_none')}`,
    `/v1/layer/mpzp?${query('mpzp_none_here')}`,
    `/v1/layer/planning?${query('soil_no_contour')}`,
    `/v1/layer/address?${query('address_none')}`,
  ]) {
    const { body } = await client.get<LayerResult>(path);
    assert.equal(body.result?.answer.coverage, 'covered_no_data', path);
    assert.deepEqual(body.billing, { cost: 1, charged: 1, refunded: 0, rule: 'charged' }, path);
  }
});

test(rule('C3-planning-coverage'), async () => {
  const RANK = ['not_covered', 'not_computed', 'covered_no_data', 'covered'];
  const seen = new Set<string>();
  for (const name of Object.keys(SHOWCASE) as Showcase[]) {
    const { coverage, source, value } = await planningOf(name);
    const parts = [value.pog, value.mpzp];
    const best = parts.reduce((a, b) => (RANK.indexOf(b.coverage) > RANK.indexOf(a.coverage) ? b : a));
    assert.deepEqual([coverage, source], [best.coverage, best.source], name);
    seen.add(`${value.pog.coverage} ${value.mpzp.coverage}`);
  }
  assert.deepEqual(
    seen,
    new Set([
      'covered covered_no_data',
      'covered covered',
      'covered_no_data covered',
      'covered_no_data covered_no_data',
      'covered not_covered',
    ]),
  );
});

test('where neither plan is held, planning is not covered, its value null, and refunded', async () => {
  const land = await buildSampleData(1_000, { only: LAND });
  const without = await startClient(land.data);
  try {
    for (const key of ['planning', 'pog', 'mpzp', 'wz']) {
      const { body } = await without.get<LayerResult>(`/v1/layer/${key}?${query('pog_none')}`);
      const answer = body.result?.answer;
      assert.deepEqual([answer?.coverage, answer?.value], ['not_covered', null], key);
      assert.equal(body.billing.rule, 'refunded_not_covered', key);
    }
    const gmina = await without.get<GminaPlanning>('/v1/gminy/1438011/planning');
    assert.equal(gmina.body.result?.pog_status, 'unknown', 'nothing is held: that is not "none"');
    assert.deepEqual([gmina.body.result.mpzp_count, gmina.body.result.mpzp_coverage_pct], [null, null]);
    assert.equal(gmina.body.result.as_of, '2026-11-15', 'the day it was asked');
  } finally {
    await without.close();
  }
});

const NOT_ADOPTED = {
  pog_adopted_on: null,
  pog_effective_from: null,
  pog_resolution_url: null,
  wz_regime: 'blocked_no_pog',
};
const GMINY: readonly (readonly [teryt: string, status: string, GminaFacts])[] = [
  [
    '1418032',
    'in_force',
    {
      pog_adopted_on: '2026-06-25',
      pog_effective_from: '2026-08-01',
      pog_resolution_url: 'https://bip.lesznowola.example/uchwaly/1POG-uchwala.pdf',
      mpzp_count: 4,
      mpzp_coverage_pct: 23.07,
      wz_regime: 'pog_ouz',
    },
  ],
  [
    '1418043',
    'adopted',
    {
      pog_adopted_on: '2026-10-28',
      pog_effective_from: '2026-12-01',
      pog_resolution_url: 'https://bip.piaseczno.example/uchwaly/1POG-uchwala.pdf',
      mpzp_count: 1,
      mpzp_coverage_pct: 13.41,
      wz_regime: 'blocked_no_pog',
    },
  ],
  ['1438011', 'none', { ...NOT_ADOPTED, mpzp_count: 1, mpzp_coverage_pct: 35.58 }],
  [
    '1438032',
    'in_force',
    {
      pog_adopted_on: '2026-06-18',
      pog_effective_from: '2026-07-15',
      pog_resolution_url: 'https://bip.puszcza-marianska.example/plan-ogolny',
      mpzp_count: null,
      mpzp_coverage_pct: null,
      wz_regime: 'pog_ouz',
    },
  ],
  ['1438053', 'draft', { ...NOT_ADOPTED, mpzp_count: 2, mpzp_coverage_pct: 11.01 }],
];
type GminaFacts = Partial<GminaPlanning>;

test(rule('2.11-gmina-status'), async () => {
  for (const [teryt, pog_status, facts] of GMINY) {
    const { body } = await client.get<GminaPlanning>(`/v1/gminy/${teryt}/planning`);
    const { gmina_name, sources, as_of, ...rest } = body.result ?? assert.fail(teryt);
    assert.deepEqual(rest, { gmina_teryt: teryt, pog_status, studium_expired: true, ...facts }, teryt);
    assert.equal(as_of, sources[0]?.as_of, `${gmina_name}: as of its source`);
  }
  // The same within the planning of a parcel.
  const { gmina } = (await planningOf('pog_none')).value;
  assert.deepEqual(gmina, (await client.get<GminaPlanning>('/v1/gminy/1438011/planning')).body.result);
});

test(rule('4.7-pog-facts'), async () => {
  for (const [name, status, effective_from] of [
    ['pog_in_force_sj_inside_ouz', 'in_force', '2026-08-01'],
    ['pog_adopted', 'adopted', '2026-12-01'],
    ['pog_draft', 'draft', null],
    ['soil_no_contour', 'none', null],
  ] as const) {
    const { checks, record } = await check(name);
    const item = checks.find(({ id }) => id === 'pog_zone');
    const value = item?.value as { status: string; effective_from: string | null };
    assert.deepEqual([value.status, value.effective_from], [status, effective_from], name);
    const planning = record.layers.planning?.value;
    assert.equal(planning?.pog.value?.status, status, name);
  }
});

test(rule('C6-plan-day'), async () => {
  const paths = (['parcel', 'check', 'layer/planning', 'layer/pog', 'layer/wz'] as const).map(
    (read) => `/v1/${read}?${query('mpzp_adoption')}`,
  );
  // The note of "no local plan" turns that night everywhere (law §3.5).
  const elsewhere = `/v1/layer/pog?${query('pog_draft')}`;
  const tags = async (asked: readonly string[]) =>
    Promise.all(asked.map(async (path) => (await client.get(path)).headers.get('etag')));
  try {
    now = Date.parse('2026-11-30T22:59:59Z');
    const [before, other] = [await tags(paths), await tags([elsewhere])];
    const eve = (await planningOf('mpzp_adoption')).value;
    assert.equal(tellPog(eve.pog), 'adopted 2026-12-01, OUZ unknown: SJ 100', 'still November in Warsaw');
    assert.deepEqual([eve.gmina.pog_status, eve.gmina.wz_regime], ['adopted', 'blocked_no_pog']);

    now = Date.parse('2026-11-30T23:00:00Z');
    const after = await tags(paths);
    for (const [at, path] of paths.entries()) {
      assert.notEqual(after[at], before[at], path);
      assert.equal((await client.get(path, { 'If-None-Match': before[at] ?? '' })).http, 200, path);
    }
    const { pog, wz, gmina } = (await planningOf('mpzp_adoption')).value;
    assert.equal(tellPog(pog), 'in_force 2026-12-01, OUZ unknown: SJ 100');
    assert.match(pog.note, /^General plan in force since 2026-12-01/);
    assert.deepEqual([gmina.pog_status, gmina.wz_regime], ['in_force', 'pog_ouz']);
    assert.deepEqual([wz.coverage, wz.value?.possible], ['covered', null], 'whether in OUZ is not known');
    assert.equal((await check('mpzp_adoption')).verdict, 'unknown');
    assert.deepEqual(await tags([elsewhere]), other, 'nothing turned in Wiskitki');

    now = Date.parse('2026-12-20T12:00:00Z');
    assert.equal(
      tellMpzp((await planningOf('mpzp_adoption')).value.mpzp),
      'adopted 2026-12-20: no symbol 100',
    );
  } finally {
    now = ASKED_AT.getTime();
  }
});
