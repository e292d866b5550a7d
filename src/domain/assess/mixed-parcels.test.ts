// Parcels of several parts (law §3.4, §6, §9): the vectors, and every combination of two and three parts against a statement
// of the rules made independently of the code, from the tables as they are written.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type BuildingUse,
  CHECK_IDS,
  type CheckId,
  type CheckOutcome,
  type Verdict,
} from '../../contract/answers.ts';
import { LANGUAGES, type Language } from '../../contract/language.ts';
import type { LocalPlanHere, Part } from '../law/parts.ts';
import { answerFlood } from '../layers/flood.ts';
import { corpusOf, subjectWith } from '../layers/test-corpus.ts';
import { forms, mpzp, noMpzp, parcel, pog, road, soil, unknown } from './test-parcel.ts';
import { assessBuilding, type BuildingInput } from './verdict.ts';

const NOW = '2026-11-15';

const AREA_M2 = 8_097;
const part = (share_pct: number, changes: Partial<Part> = {}): Part => ({
  share_pct,
  m2: Math.round((share_pct * AREA_M2) / 100),
  plan: 'none',
  zone: 'SJ',
  in_ouz: true,
  in_reserve: false,
  ...changes,
});
const planned = (symbol: string | null): { plan: LocalPlanHere } => ({ plan: { symbol } });

/** The layers as they would be served beside those parts. */
function parcelOf(parts: readonly Part[], changes: Partial<BuildingInput> = {}): BuildingInput {
  const isPlanned = parts.some(({ plan }) => typeof plan === 'object');
  const isKnown = parts.some(({ plan }) => plan !== 'unknown');
  const layer = isPlanned ? mpzp() : isKnown ? noMpzp() : unknown('mpzp');
  return parcel({ mpzp: layer, parts, ...changes });
}

interface Found {
  readonly verdict: Verdict;
  readonly summary: string;
  readonly results: Readonly<Record<CheckId, CheckOutcome>>;
  readonly details: Readonly<Record<CheckId, string>>;
  readonly possible: boolean | null | undefined;
}

function assess(input: BuildingInput, use: BuildingUse = 'any', day = NOW): Found {
  const { verdict, summary, checks } = assessBuilding(input, day, use);
  const by = (member: 'result' | 'detail') => Object.fromEntries(checks.map((one) => [one.id, one[member]]));
  const wz = checks.find(({ id }) => id === 'wz_possible')?.value as { possible: boolean | null } | null;
  return {
    verdict,
    summary,
    results: by('result') as Found['results'],
    details: by('detail') as Found['details'],
    possible: wz?.possible,
  };
}

describe('vectors of mixed parcels', () => {
  const told = ({ results, verdict }: Found) =>
    [
      ...Object.entries(results).flatMap(([id, result]) => (result === 'pass' ? [] : [`${id} ${result}`])),
      verdict,
    ].join(', ');

  test('19: SJ in OUZ on a part, SO outside on the rest', () => {
    const found = assess(parcelOf([part(29.73), part(70.27, { zone: 'SO', in_ouz: false })]));
    assert.equal(told(found), 'pog_zone warn, wz_possible warn, conditional');
    assert.equal(found.possible, true);
    for (const text of [found.details.pog_zone, found.details.wz_possible, found.summary])
      assert.match(text, /2,407 m²/);
    assert.match(
      found.summary,
      /^Building can be applied for on 2,407 m² \(SJ in OUZ\), not on 5,690 m² \(SO outside OUZ\)\./,
    );
  });

  test('20: a road of the local plan on most, housing on the rest', () => {
    const found = assess(parcelOf([part(86.79, planned('5KDD')), part(13.21, planned('1MN'))]));
    assert.equal(told(found), 'mpzp_status warn, mpzp_params unknown, conditional');
    assert.match(
      found.details.mpzp_status,
      /5KDD on 86\.79 % \(7,027 m²\): .*no building; 1MN on 13\.21 % \(1,070 m²\): housing/,
    );
  });

  test('21: forest of the local plan, the rest outside OUZ, OUZ only under the plan', () => {
    const parts = [part(63.9, planned('ZL')), part(36.1, { zone: 'SO', in_ouz: false })];
    const found = assess(parcelOf(parts));
    assert.equal(found.possible, false);
    assert.equal(found.verdict, 'fail');
    assert.match(
      found.details.wz_possible,
      /^For the 36\.1 % \(2,923 m²\) of the parcel outside the local plan/,
    );
    assert.match(found.summary, /^No building can be applied for: /);
  });

  test('22: an outline on all, a designation on 2 %', () => {
    const found = assess(parcelOf([part(2, planned('KDD')), part(98, planned(null))]));
    assert.equal(told(found), 'mpzp_status unknown, mpzp_params unknown, unknown');
  });

  test('23: one symbol with two limits beside another', () => {
    const parts = [part(30), part(30), part(40, { zone: 'SO' })];
    assert.equal(told(assess(parcelOf(parts))), 'pog_zone warn, conditional');
  });

  test('24: SW in OUZ on a part, no zone on the rest', () => {
    const rest = part(87.69, { zone: null, in_ouz: null });
    const found = assess(parcelOf([part(12.31, { zone: 'SW' }), rest]));
    assert.equal(found.results.pog_zone, 'warn');
    assert.match(found.details.pog_zone, /no published zone.* on 87\.69 %/);
    assert.equal(found.verdict, 'conditional');
    assert.equal(assess(parcelOf([{ ...rest, share_pct: 100 }])).verdict, 'unknown');
  });

  test('25: flood mapped on a part, only the 0.2 % zone there', () => {
    const corpus = corpusOf([{ source: 'flood', scope: '' }], ['flood']);
    const fact = { q10_pct: 0, q100_pct: 0, q500_pct: 3, reach_pct: 40, edition: null };
    const layer = answerFlood(subjectWith('flood', fact, corpus), corpus);
    assert.equal(layer.coverage, 'not_covered');
    const found = assess(parcel({ flood: layer }));
    assert.equal(told(found), 'flood_q100 unknown, conditional');
    assert.match(
      found.details.flood_q100,
      /^Only 40 % of the parcel is in the mapped reach, 3 % of the parcel in the 0\.2 % zone/,
    );
    assert.match(found.summary, /; to find out: flood hazard\.$/);
  });

  test('26: the parcel is a public road', () => {
    const itself = road({ verdict: 'pass', via: null, nearest_public_road_m: 0 });
    const found = assess(parcel({ soil: soil(['dr', 100]), road_access: itself }));
    assert.equal(told(found), 'wz_possible warn, road_access warn, conditional');
    assert.match(
      found.details.wz_possible,
      /The land is recorded as road \(dr\); building needs a change of that use\./,
    );
    assert.match(
      found.summary,
      /^Not as the land stands: it is land of a public road, recorded as a road \(dr\), .*; then building could be applied for on the whole parcel \(SJ in OUZ\)/,
    );
  });

  test('26b: a local plan that provides for building on a road parcel is a condition', () => {
    const found = assess(parcel({ mpzp: mpzp(), soil: soil(['dr', 100]) }));
    assert.equal(found.results.mpzp_status, 'warn');
    assert.match(found.details.mpzp_status, /building needs a change of that use/);
  });

  test('27: the register knows no local plan that lives', () => {
    const found = assess(parcel({ mpzp: unknown('mpzp') }));
    assert.equal(found.results.mpzp_status, 'unknown');
    assert.equal(found.verdict, 'unknown');
  });

  test('28: symbols', () => {
    const of = (symbol: string) => assess(parcelOf([part(100, planned(symbol))]));
    assert.equal(of('3OS').results.mpzp_status, 'unknown');
    assert.equal(of('1U/MN').results.mpzp_status, 'pass');
    assert.match(of('1U/MN').details.mpzp_status, /services and housing/);
    assert.equal(of('1ZP/U').results.mpzp_status, 'warn');
    assert.doesNotMatch(of('1ZP/U').details.mpzp_status, /only/);
  });

  test('a reserve closes its own part alone', () => {
    const nature = { protected: forms('rezerwat'), form_shares_pct: [60] };
    const half = assess(parcelOf([part(60, { in_reserve: true }), part(40)], nature));
    assert.equal(half.possible, true);
    assert.match(half.details.wz_possible, /60 % \(4,858 m²\) lies in a nature reserve and stays out/);
    const shut = assess(parcelOf([part(60, { in_reserve: true }), part(40, { in_ouz: false })], nature));
    assert.equal(shut.possible, false);
    assert.equal(shut.verdict, 'fail');
  });

  test('forest by symbols without areas', () => {
    const found = (...soil_symbols: string[]) => assess(parcel({ soil: unknown('soil'), soil_symbols }));
    assert.equal(found('LsV', 'LsIV').verdict, 'fail');
    assert.equal(found('RIVa', 'PsV').verdict, 'pass');
    assert.equal(found('LsV', 'RIVa').verdict, 'conditional');
    assert.match(found('LsV', 'RIVa').details.wz_possible, /recorded without areas/);
    assert.doesNotMatch(found('LsV', 'RIVa').details.wz_possible, /not published/);
  });
});

describe('intended use', () => {
  const TABLE: [zone: string, use: BuildingUse, verdict: Verdict][] = [
    ['SJ', 'house', 'pass'],
    ['SJ', 'multi_family', 'fail'],
    ['SJ', 'services', 'conditional'],
    ['SW', 'house', 'conditional'],
    ['SW', 'multi_family', 'pass'],
    ['SZ', 'house', 'fail'],
    ['SZ', 'farmstead', 'pass'],
    ['SU', 'services', 'pass'],
    ['SP', 'production', 'pass'],
    ['SO', 'farmstead', 'fail'],
  ];
  for (const [zone, use, verdict] of TABLE) {
    test(`${use} in ${zone}: ${verdict}`, () => {
      const found = assess(parcel({ pog: pog({ zone_symbol: zone }) }), use);
      assert.equal(found.verdict, verdict, JSON.stringify(found.details));
      assert.match(
        found.summary,
        /^For (a single-family house|multi-family housing|a farmstead|a service building|a production building), /,
      );
    });
  }

  test('that fits a reserve alone is barred by it', () => {
    const parts = [part(60, { zone: 'SW' }), part(40, { zone: 'SZ', in_reserve: true })];
    const { results, verdict } = assess(parcelOf(parts), 'farmstead');
    assert.deepEqual([results.wz_possible, verdict], ['fail', 'fail']);
  });

  test('closes parts, never opens them', () => {
    const parts = [part(40, { zone: 'SZ' }), part(60, { zone: 'SO' })];
    assert.equal(assess(parcelOf(parts)).verdict, 'conditional');
    assert.equal(assess(parcelOf(parts), 'house').verdict, 'fail');
    assert.equal(assess(parcelOf(parts), 'farmstead').verdict, 'conditional');
  });

  test('does not matter to applications under the earlier conditions', () => {
    const input = parcel({ pog: pog({ status: 'none', zone_symbol: null, zones: [], in_ouz: null }) });
    for (const use of ['any', 'house', 'production'] as const)
      assert.equal(assess(input, use, '2026-08-31').verdict, 'conditional');
  });

  test('does not change what the zoning layer says, and is the same in every check', () => {
    const found = assess(parcel({ pog: pog({ zone_symbol: 'SU' }) }), 'house');
    const { pog_zone, wz_possible, mpzp_status } = found.results;
    assert.deepEqual([found.possible, pog_zone, wz_possible, mpzp_status], [true, 'fail', 'pass', 'fail']);
    assert.match(
      found.details.wz_possible,
      /That does not reach a single-family house, which does not fit zone SU\.$/,
    );
    assert.match(
      found.details.mpzp_status,
      /no zoning-decision route: a single-family house does not fit zone SU\.$/,
    );
    assert.match(
      found.details.mpzp_params,
      /a zoning decision would set them, for functions of the zone alone/,
    );
  });

  test('names the part of the infill area where it fits', () => {
    const found = assess(parcelOf([part(40), part(60, { zone: 'SU' })]), 'house');
    assert.match(
      found.details.wz_possible,
      /For a single-family house that is 40 % \(3,239 m²\) of the parcel\./,
    );
    assert.match(found.details.mpzp_params, /the limits of the zone \(SJ on 40 % \(3,239 m²\): [^;]*\)\.$/);
  });
});

// The rules once more, as the tables of law §3.4, §6 and §9 state them. Nothing of the code is used.

const SYMBOLS = { MN: 'housing', U: 'other', ZL: 'closed', R: 'unknown', none: 'unknown' } as const;
const symbolClass = (symbol: string | null) => SYMBOLS[(symbol ?? 'none') as keyof typeof SYMBOLS];
const ZONE = { SJ: 'housing', SZ: 'other', SO: 'closed' } as const;
const zoneClass = (zone: string | null) => (zone === null ? 'unpublished' : ZONE[zone as keyof typeof ZONE]);

type Stated = 'plan' | 'decision' | 'closed' | 'unknown';

function statedOf({ plan, zone, in_ouz, in_reserve }: Part): Stated {
  if (plan === 'unknown') return 'unknown';
  if (plan !== 'none') {
    const class_ = symbolClass(plan.symbol);
    return class_ === 'closed' ? 'closed' : class_ === 'unknown' ? 'unknown' : 'plan';
  }
  if (in_reserve) return 'closed';
  const row = `${zoneClass(zone)} ${in_ouz === null ? '?' : in_ouz ? 'in' : 'out'}`;
  const rows: Record<string, Stated> = {
    'housing in': 'decision',
    'other in': 'decision',
    'closed in': 'closed',
    'unpublished in': 'unknown',
    'housing ?': 'unknown',
    'other ?': 'unknown',
    'closed ?': 'closed',
    'unpublished ?': 'unknown',
  };
  return rows[row] ?? 'closed';
}

interface Expected {
  readonly route: 'open' | 'unknown' | 'closed';
  readonly pog_zone: CheckOutcome;
  readonly mpzp_status: CheckOutcome;
}

/** On a day when a zoning decision needs a general plan, with one in force. */
function expectedOf(parts: readonly Part[]): Expected {
  const states = parts.map(statedOf);
  const inPlan = parts.filter(({ plan }) => typeof plan === 'object');
  const outside = parts.filter(({ plan }) => typeof plan !== 'object');
  const route = states.some((state) => state === 'plan' || state === 'decision')
    ? 'open'
    : states.includes('unknown')
      ? 'unknown'
      : 'closed';

  let pog_zone: CheckOutcome = 'pass';
  if (outside.length > 0) {
    const classes = outside.map(({ zone }) => zoneClass(zone));
    const within = outside.filter(({ in_ouz }) => in_ouz !== false).map(({ zone }) => zoneClass(zone));
    const mayBuild = classes.some((one) => one === 'housing' || one === 'other');
    const isAll = (list: readonly string[], one: string) =>
      list.length > 0 && list.every((other) => other === one);
    const surely = outside.filter(({ plan }) => plan === 'none');
    const isSurelyWithin = surely.some(({ in_ouz }) => in_ouz !== false);
    if (isAll(classes, 'closed')) pog_zone = surely.length > 0 ? 'fail' : 'unknown';
    else if (isAll(within, 'closed')) pog_zone = isSurelyWithin ? 'fail' : 'unknown';
    else if (classes.includes('unpublished')) pog_zone = mayBuild ? 'warn' : 'unknown';
    else pog_zone = isAll(classes, 'housing') ? 'pass' : 'warn';
  }

  const decided = outside.map(statedOf);
  const decision = decided.includes('decision') ? 'open' : decided.includes('unknown') ? 'unknown' : 'closed';
  const classes = inPlan.map(({ plan }) => symbolClass((plan as { symbol: string | null }).symbol));
  let mpzp_status: CheckOutcome;
  if (parts.every(({ plan }) => plan === 'unknown')) mpzp_status = 'unknown';
  else if (inPlan.length === 0) {
    const open = parts.some(({ plan }) => plan === 'unknown') ? 'warn' : 'pass';
    mpzp_status = decision === 'open' ? open : decision === 'closed' ? 'fail' : 'unknown';
  } else if (classes.some((one) => one === 'housing' || one === 'other')) {
    const isHousing = outside.length === 0 && classes.every((one) => one === 'housing');
    mpzp_status = isHousing ? 'pass' : 'warn';
  } else if (classes.includes('unknown')) mpzp_status = 'unknown';
  else mpzp_status = decision === 'open' ? 'warn' : decision === 'unknown' ? 'unknown' : 'fail';
  return { route, pog_zone, mpzp_status };
}

const PLANS: readonly LocalPlanHere[] = [
  'none',
  'unknown',
  ...['MN', 'U', 'ZL', 'R', null].map((symbol) => ({ symbol })),
];
const GROUND = ['SJ', 'SZ', 'SO', null].flatMap((zone) =>
  [true, false, null].flatMap((in_ouz) => [true, false].map((in_reserve) => ({ zone, in_ouz, in_reserve }))),
);
/** What lies below a local plan matters to nothing but the words: two grounds stand for all. */
const KINDS: readonly Partial<Part>[] = PLANS.flatMap((plan) =>
  (typeof plan === 'object' ? [GROUND[1], GROUND[11]] : GROUND).map((ground) => ({ plan, ...ground })),
);

function* combinations(count: 2 | 3): Generator<Part[]> {
  const kinds = count === 2 ? KINDS : KINDS.filter(({ in_reserve }) => !in_reserve);
  const shares = count === 2 ? [60, 40] : [50, 30, 20];
  const choose = function* (from: number, chosen: Partial<Part>[]): Generator<Part[]> {
    if (chosen.length === count) yield chosen.map((kind, at) => part(shares[at] ?? 0, kind));
    else for (let at = from; at < kinds.length; at += 1) yield* choose(at, [...chosen, kinds[at] ?? {}]);
  };
  yield* choose(0, []);
}

const inWords = (parts: readonly Part[]): string =>
  parts
    .map(
      ({ plan, zone, in_ouz, in_reserve }) =>
        `${JSON.stringify(plan)} ${zone} ${in_ouz}${in_reserve ? ' reserve' : ''}`,
    )
    .join(' + ');

for (const count of [2, 3] as const) {
  test(`every combination of ${count} parts, as the tables state it`, () => {
    let seen = 0;
    for (const parts of combinations(count)) {
      seen += 1;
      const found = assess(parcelOf(parts));
      const expected = expectedOf(parts);
      const isPass = Object.values(found.results).every((result) => result === 'pass');
      const verdict = { open: isPass ? 'pass' : 'conditional', unknown: 'unknown', closed: 'fail' }[
        expected.route
      ];
      assert.deepEqual(
        [found.verdict, found.results.pog_zone, found.results.mpzp_status],
        [verdict, expected.pog_zone, expected.mpzp_status],
        inWords(parts),
      );
      assert.doesNotMatch(found.summary, /undefined|null|\.\.|: ;|\(\)|: \./, inWords(parts));
    }
    assert.ok(seen > (count === 2 ? 1_500 : 7_000), `${seen} combinations`);
  });
}

/** What no text of a check or a summary may hold, in any state. */
const BROKEN = /undefined|null|NaN|\.\.|: ;|; ;|\(\)|: \.| {2}|, ,|– –/;
const REASONED: { readonly [L in Language]: { readonly [V in Verdict]: RegExp } } = {
  en: {
    pass: /(?:applied for|building|allows it) on /,
    conditional:
      /(?:applied for|building|allows it(?: within limits|, in part within limits,)?) on (?:the whole parcel|.* m²)/,
    fail: /can be applied for: \S/,
    unknown: /; to find out first: \S/,
  },
  pl: {
    pass: /(?:wystąpić dla|zabudowę na) /,
    conditional: /(?:wystąpić dla|zabudowę na) (?:całej dział(?:ki|ce)|.* m²)/,
    fail: /nową zabudowę: \S/,
    unknown: /; najpierw do ustalenia: \S/,
  },
};

test('of any two parts, for any use and in each language, the texts are whole: two sentences that name their ground', () => {
  const seen = new Set<string>();
  for (const parts of combinations(2)) {
    for (const language of LANGUAGES) {
      for (const use of ['any', 'house', 'production'] as const) {
        const nature = parts.some(({ in_reserve }) => in_reserve) ? { protected: forms('rezerwat') } : {};
        const { verdict, summary, details } = assess({ ...parcelOf(parts, nature), language }, use);
        const about = `${inWords(parts)} (${use}, ${language}): ${summary}`;
        for (const text of [summary, ...Object.values(details)]) assert.doesNotMatch(text, BROKEN, about);
        assert.ok(summary.split(/\.\s+(?=\p{Lu})/u).length <= 2, about);
        assert.match(summary, REASONED[language][verdict], about);
        seen.add(`${language} ${verdict}`);
      }
    }
  }
  assert.equal(seen.size, 8);
});

/** How much a verdict promises; what is not known promises as little as a no. */
const PROMISE: { readonly [V in Verdict]: number } = { fail: 0, unknown: 0, conditional: 1, pass: 2 };

test('what is not known never improves a verdict or a check, and never turns to no', () => {
  for (const parts of combinations(2)) {
    const before = assess(parcelOf(parts));
    for (const at of [0, 1]) {
      const lost: Partial<Part>[] = [{ in_ouz: null }, { zone: null }, { plan: 'unknown' }];
      for (const loss of lost) {
        const after = assess(parcelOf(parts.map((one, n) => (n === at ? { ...one, ...loss } : one))));
        const words = `${inWords(parts)}, part ${at} ${JSON.stringify(loss)}`;
        assert.ok(PROMISE[after.verdict] <= PROMISE[before.verdict], words);
        if (before.verdict !== 'fail') assert.notEqual(after.verdict, 'fail', words);
        if (before.possible !== false) assert.notEqual(after.possible, false, words);
        for (const id of CHECK_IDS) {
          const [was, is] = [before.results[id], after.results[id]];
          if (is === 'pass') assert.equal(was, 'pass', `${id} of ${words}`);
          // The same no for another reason; and ground whose infill area is not known counts as inside (law §4, §6.1).
          const isSaid = id === 'wz_possible' && before.possible === false;
          const isByRule = id === 'pog_zone' && loss.in_ouz === null;
          if (is === 'fail' && !isSaid && !isByRule) assert.equal(was, 'fail', `${id} of ${words}`);
        }
      }
    }
  }
});

test('a condition that does not rest on the zone stays when the zone is not known', () => {
  const recorded = { soil: soil(['dr', 100]) };
  for (const [language, words] of [
    ['en', /The land is recorded as road \(dr\); building needs a change of that use\./],
    ['pl', /Użytek w ewidencji: droga \(dr\); zabudowa wymaga zmiany tego użytku\./],
  ] as const) {
    const found = assess({ ...parcelOf([part(100, { zone: null })], recorded), language });
    assert.deepEqual([found.results.wz_possible, found.verdict], ['warn', 'unknown']);
    assert.match(found.details.wz_possible, words);
  }
});

test('a zone without building is no bar while a local plan is not known', () => {
  const shut = { zone: 'SO', plan: 'unknown' } as const;
  for (const [language, words] of [
    ['en', /^Zone SO – .* Whether a local plan is in force here is not known;/],
    ['pl', /^Strefa SO – .* Nie wiadomo, czy obowiązuje tu plan miejscowy;/],
  ] as const) {
    const { results, details } = assess({ ...parcelOf([part(100, shut)]), language });
    assert.equal(results.pog_zone, 'unknown');
    assert.match(details.pog_zone, words);
  }
  const beside = assess(parcelOf([part(60, shut), part(40, { zone: 'SO' })]));
  assert.equal(beside.results.pog_zone, 'fail', 'outside local plans on a part');
});

test('a local plan that is not known on a part is a condition, and its parameters are not known', () => {
  const { results, details, verdict } = assess(parcelOf([part(60), part(40, { plan: 'unknown' })]));
  assert.deepEqual([results.mpzp_status, results.mpzp_params, verdict], ['warn', 'unknown', 'conditional']);
  for (const detail of [details.mpzp_status, details.mpzp_params])
    assert.match(
      detail,
      /Whether a local plan is in force on 40 % \(3,239 m²\) of the parcel is not known\./,
    );
});

test('slivers do not count, unless there is nothing else', () => {
  const shut = { zone: 'SO', in_ouz: false } as const;
  assert.equal(assess(parcelOf([part(99.6), part(0.4, shut)])).verdict, 'pass');
  assert.equal(assess(parcelOf([part(99.6, shut), part(0.4)])).verdict, 'fail');
  const many = Array.from({ length: 300 }, (_, n) => part(1 / 3, { zone: n % 2 ? 'SJ' : 'SO' }));
  assert.equal(assess(parcelOf(many)).verdict, 'conditional', 'equal ground is one part');
});
