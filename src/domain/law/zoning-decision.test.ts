import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forms, gmina, mpzp, noPog, parcel, pog, soil, unknown } from '../assess/test-parcel.ts';
import type { BuildingInput } from '../assess/verdict.ts';
import { lowerFirst } from '../sentences/measures.ts';
import { BASIS } from './basis.ts';
import { planningFactsOn } from './planning-facts.ts';
import { inOuz } from './shares.ts';
import { assessZoningDecision, wzRegime } from './zoning-decision.ts';

const NOW = '2026-11-15';
const BEFORE = '2026-08-31';
const assess = (changes: Partial<BuildingInput>, day = NOW) =>
  assessZoningDecision(planningFactsOn(day, parcel(changes)));

const RESERVE = { protected: forms('rezerwat'), form_shares_pct: [100] };
const PENDING = pog({ status: 'adopted', effective_from: '2026-12-01' });
const W2_TAIL =
  'For applications filed from 1 September 2026 a zoning decision needs a general plan in force. Applications filed by 31 August 2026 and decisions already issued are not affected.';
const W10 =
  'No general plan in force; applications filed by 31 August 2026 follow the earlier conditions (developed neighbouring plot, road, utilities).';

/** rule, what differs from a parcel in order, day, the reason word for word */
const TEXTS: [string, Partial<BuildingInput>, string, string][] = [
  [
    'W1',
    { mpzp: mpzp() },
    NOW,
    'A local plan is in force here (Plan Wola), so no zoning decision is issued; the plan itself governs building.',
  ],
  [
    'W1',
    { mpzp: mpzp({ share_pct: null, plans: [] }) },
    NOW,
    'A local plan is in force here, so no zoning decision is issued; the plan itself governs building.',
  ],
  ['W2', { pog: noPog() }, NOW, `The general plan of Lesznowola is not in force (status: none). ${W2_TAIL}`],
  [
    'W2',
    { pog: PENDING },
    NOW,
    `The general plan of Lesznowola is not in force (status: adopted, effective from 2026-12-01). ${W2_TAIL}`,
  ],
  [
    'W2',
    { pog: pog({ effective_from: '2026-12-01' }) },
    NOW,
    `The general plan of Lesznowola is not in force (status: adopted, effective from 2026-12-01). ${W2_TAIL}`,
  ],
  [
    'W2',
    { pog: pog({ status: 'draft', effective_from: '2026-01-01' }) },
    NOW,
    `The general plan of Lesznowola is not in force (status: draft). ${W2_TAIL}`,
  ],
  [
    'W2',
    { pog: unknown('pog'), gmina: gmina('draft') },
    NOW,
    `The general plan of Lesznowola is not in force (status: draft). ${W2_TAIL}`,
  ],
  [
    'W2',
    { pog: noPog(), mpzp: mpzp({ share_pct: 60 }) },
    NOW,
    `For the 40 % (400 m²) of the parcel outside the local plan: the general plan of Lesznowola is not in force (status: none). ${W2_TAIL}`,
  ],
  [
    'W3',
    { pog: pog({ in_ouz: false }) },
    NOW,
    'The general plan is in force since 2026-08-01 and the parcel lies outside its infill-development areas (OUZ). New buildings need a local plan; rebuilding or extending existing ones does not need OUZ.',
  ],
  [
    'W4',
    { soil: soil(['LsV', 97.5]) },
    NOW,
    'The parcel is forest land (97.5 %). Changing its use needs consent that only a local plan can carry, so a zoning decision is excluded.',
  ],
  [
    'W5',
    RESERVE,
    NOW,
    'The parcel lies in nature reserve Name of rezerwat; building is banned there, so a zoning decision would breach separate law.',
  ],
  [
    'W6',
    { mpzp: unknown('mpzp') },
    NOW,
    'It is not known whether a local plan covers the parcel, so it cannot be said whether a zoning decision is the route.',
  ],
  [
    'W7',
    { pog: unknown('pog'), gmina: gmina('unknown') },
    NOW,
    'It is not known whether the general plan of Lesznowola is in force.',
  ],
  [
    'W8',
    { pog: pog({ in_ouz: null }) },
    NOW,
    'The general plan is in force, but the infill areas (OUZ) are not published for this place, or not held whole.',
  ],
  [
    'W9',
    {},
    NOW,
    'The general plan is in force since 2026-08-01 and the parcel lies in an infill area (OUZ), in zone SJ. A zoning decision can be applied for there, for functions of that zone; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years.',
  ],
  [
    'W9',
    { pog: pog({ effective_from: null, zone_symbol: null }) },
    NOW,
    'The general plan is in force and the parcel lies in an infill area (OUZ), in a zone that is not published. A zoning decision can be applied for there, for functions of that zone; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years.',
  ],
  ['W10', { pog: noPog() }, BEFORE, W10],
  [
    'W10',
    { pog: noPog(), mpzp: mpzp({ share_pct: 99.49 }) },
    BEFORE,
    `For the 0.51 % (5 m²) of the parcel outside the local plan: ${lowerFirst(W10)}`,
  ],
];

const OUTCOMES = {
  W1: [false, 'mpzp_in_force', 'covered', BASIS.B1.en, 'mpzp'],
  W2: [false, 'no_pog_in_force', 'covered', BASIS.B2.en, 'pog'],
  W3: [false, 'outside_ouz', 'covered', BASIS.B3.en, 'pog'],
  W4: [false, 'forest_land', 'covered', BASIS.B4.en, 'soil'],
  W5: [false, 'nature_reserve', 'covered', BASIS.B5.en, 'protected'],
  W6: [null, 'mpzp_unknown', 'not_covered', BASIS.B1.en, 'mpzp'],
  W7: [null, 'pog_unknown', 'not_covered', BASIS.B2.en, 'pog'],
  W8: [null, 'ouz_unknown', 'covered', BASIS.B3.en, 'pog'],
  W9: [true, 'inside_ouz', 'covered', BASIS.B3.en, 'pog'],
  W10: [true, 'studium_transitional', 'covered', BASIS.B6.en, 'pog'],
} as const;

test('each row: rule, answer and words', () => {
  for (const [rule, changes, day, reason] of TEXTS) {
    const found = assess(changes, day);
    assert.equal(found.rule, rule, reason);
    assert.equal(found.reason, reason);
    assert.deepEqual(
      [found.possible, found.reason_code, found.coverage, found.basis, found.decided_by],
      OUTCOMES[found.rule],
    );
  }
  assert.deepEqual(new Set(TEXTS.map(([rule]) => rule)), new Set(Object.keys(OUTCOMES)));
});

test('the order of rows', () => {
  const table: [string, Partial<BuildingInput>, string?][] = [
    // A plan on the whole parcel governs whatever else holds.
    ['W1', { mpzp: mpzp(), pog: noPog(), soil: soil(['LsV', 100]), ...RESERVE }],
    ['W1', { mpzp: mpzp({ share_pct: 99.51 }) }],
    // A plan of later date, or on a sliver, is no plan.
    ['W9', { mpzp: mpzp({ effective_from: '2026-11-16' }) }],
    ['W9', { mpzp: mpzp({ share_pct: 0.49 }) }],
    ['W9', { mpzp: mpzp({ status: 'draft' }) }],
    // Without a general plan or outside OUZ the answer is no, though the local plans are not known.
    ['W2', { pog: noPog(), mpzp: unknown('mpzp') }],
    ['W3', { pog: pog({ in_ouz: false }), mpzp: unknown('mpzp') }],
    ['W2', { pog: noPog(), soil: soil(['LsV', 100]) }],
    // Outside OUZ the general plan says no before forest or reserve does.
    ['W3', { pog: pog({ in_ouz: false }), soil: soil(['LsV', 100]) }],
    ['W3', { pog: pog({ in_ouz: false }), ...RESERVE }],
    // Forest and reserve bar whatever is not known about plans.
    ['W4', { soil: soil(['LsV', 95]), mpzp: unknown('mpzp'), ...RESERVE }],
    ['W5', { ...RESERVE, mpzp: unknown('mpzp') }],
    ['W4', { soil: soil(['LsV', 50], ['LsIV', 45]), pog: noPog() }, BEFORE],
    ['W9', { soil: soil(['LsV', 94.99]) }],
    ['W5', { ...RESERVE, form_shares_pct: [95] }],
    ['W9', { ...RESERVE, form_shares_pct: [94.99] }],
    ['W9', { ...RESERVE, form_shares_pct: [] }],
    ['W6', { mpzp: unknown('mpzp'), pog: unknown('pog'), gmina: gmina('unknown') }],
    ['W6', { mpzp: unknown('mpzp'), pog: noPog() }, BEFORE],
    // The gmina's status stands in for a parcel layer that is not known, without zone and OUZ.
    ['W8', { pog: unknown('pog'), gmina: gmina('in_force') }],
    ['W2', { pog: unknown('pog'), gmina: gmina('in_force', '2026-12-01') }],
    ['W10', { pog: unknown('pog'), gmina: gmina('none') }, BEFORE],
    ['W7', { pog: unknown('pog'), gmina: gmina('unknown') }, BEFORE],
    // The parcel's own layer goes first.
    ['W2', { pog: noPog(), gmina: gmina('in_force') }],
    ['W3', { pog: pog({ in_ouz: false }) }, BEFORE],
  ];
  for (const [rule, changes, day] of table)
    assert.equal(assess(changes, day).rule, rule, JSON.stringify(changes));
});

test('two reserves that cover the parcel together close the route', () => {
  const two = { protected: forms('rezerwat', 'natura2000_oso', 'rezerwat'), form_shares_pct: [50, 100, 48] };
  assert.equal(assess(two).rule, 'W5');
});

test('the infill area counts from half a percent on', () => {
  const shares = [0, 0.49, 0.5, 95, 100];
  assert.deepEqual(
    shares.map((share) => inOuz(share, true)),
    [false, false, true, true, true],
  );
});

test('outside the infill areas that came is unknown where others are lacking', () => {
  const shares = [0, 0.49, 0.5, 95, 100];
  assert.deepEqual(
    shares.map((share) => inOuz(share, false)),
    [null, null, true, true, true],
  );
});

test('the regime of a gmina', () => {
  assert.deepEqual(
    [true, false, null].map((inForce) => wzRegime(NOW, inForce)),
    ['pog_ouz', 'blocked_no_pog', 'unknown'],
  );
  assert.deepEqual(
    [true, false, null].map((inForce) => wzRegime(BEFORE, inForce)),
    ['pog_ouz', 'studium_transitional', 'unknown'],
  );
});
