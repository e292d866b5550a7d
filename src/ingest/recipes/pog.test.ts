import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { areaOf } from '../../domain/geometry/rings.ts';
import { boundsOf } from '../../domain/geometry/wkb.ts';
import { RECIPES } from './index.ts';
import { pog } from './pog.ts';
import {
  APP_URL,
  appObject,
  collection,
  EAST_FIRST,
  link,
  readPaths,
  readTexts,
  square,
  status,
} from './test-plans.ts';

const SAMPLES = new URL('../../../../shared/data/', import.meta.url);
const samples = { skip: !existsSync(SAMPLES) && 'official samples absent' };
const sample = (path: string) => fileURLToPath(new URL(path, SAMPLES));

const NAMESPACE = 'PL.ZIPPZP.1234/141803-POG';
const PLAN_ID = `${NAMESPACE}/1POG`;
const PLAN_TYPE =
  'https://www.gov.pl/static/zagospodarowanieprzestrzenne/codelist/TypAktuPlanowaniaPrzestrzennegoKod/planOgolnyGminy';
const toPlan = (href = `${APP_URL}/AktPlanowaniaPrzestrzennego/${PLAN_ID}`) => link('plan', href);
const toOuz = link(
  'regulacja',
  `${APP_URL}/ObszarUzupelnieniaZabudowy/${NAMESPACE}/1POG-1OUZ/20260101T000000`,
);
const toZone = (label: string) =>
  link('wydzielenie', `${APP_URL}/StrefaPlanistyczna/${NAMESPACE}/1POG-${label}/20260101T000000`);

type Options = Partial<Parameters<typeof appObject>[0]> & {
  readonly more?: string;
  readonly isOutlined?: boolean;
};

function act({ more = '', isOutlined = true, ...options }: Options = {}): string {
  const inside = `<app:tytul>Plan ogólny</app:tytul>${link('typPlanu', PLAN_TYPE)}
    <app:obowiazujeOd>2026-08-19</app:obowiazujeOd>${status('legalForce')}${more}`;
  const outline = isOutlined ? { ring: square(0, 2) } : {};
  return appObject({ type: 'AktPlanowaniaPrzestrzennego', local: '1POG', inside, ...outline, ...options });
}

const ALL = `<app:maksNadziemnaIntensywnoscZabudowy>0.9</app:maksNadziemnaIntensywnoscZabudowy>
  <app:maksUdzialPowierzchniZabudowy>90.0</app:maksUdzialPowierzchniZabudowy>
  <app:maksWysokoscZabudowy uom="m">4.5</app:maksWysokoscZabudowy>
  <app:minUdzialPowierzchniBiologicznieCzynnej>5.0</app:minUdzialPowierzchniBiologicznieCzynnej>`;

function zone(label: string, place: number, { more = ALL, ...options }: Options = {}): string {
  const inside = `<app:oznaczenie>${label}</app:oznaczenie><app:symbol>${label.replace(/\d+/, '')}</app:symbol>
    ${status('legalForce')}${toPlan()}${link('nazwa', 'x/strefa', 'strefa z tytułu')}${more}`;
  return appObject({
    type: 'StrefaPlanistyczna',
    local: `1POG-${label}`,
    inside,
    ring: square(place),
    ...options,
  });
}

const ouz = appObject({
  type: 'ObszarUzupelnieniaZabudowy',
  local: '1POG-1OUZ',
  inside: `<app:nazwa>Obszar uzupełnienia zabudowy</app:nazwa><app:symbol>OUZ</app:symbol>${toPlan()}`,
  ring: square(0),
});

const document = (more = '', local = 'XXIV.300.2026') =>
  appObject({
    type: 'DokumentFormalny',
    local,
    inside: `<app:data><gmd:CI_Date><gmd:date><gco:Date>2026-07-01</gco:Date></gmd:date></gmd:CI_Date></app:data>
      <app:lacze>brak</app:lacze><app:lacze>https://bip.example.pl/uchwala</app:lacze>${more}`,
  });

const readOne = (members: readonly string[], name = 'gmina.gml') =>
  readTexts(pog, name, { 'all.gml': collection(members) });

describe('a whole plan', () => {
  const parts = toZone('1SU') + toZone('2SJ') + toOuz;
  const whole = [
    act({ more: parts }),
    zone('1SU', 0),
    zone('2SJ', 1),
    ouz,
    document(link('uchwala', PLAN_ID)),
  ];

  it('becomes a plan, its zones and its infill areas', async () => {
    const made = await readOne(whole);
    assert.deepEqual(made.issues, []);
    assert.equal(made.as_of, '2026-10-01');
    assert.deepEqual(made.scopes, ['141803']);
    const { geometry, ...plan } = made.plans[0] ?? assert.fail();
    assert.equal(made.plans.length, 1);
    assert.equal(areaOf(geometry ?? []), 20_000);
    assert.deepEqual(plan, {
      plan_id: PLAN_ID,
      kind: 'pog',
      gmina6: '141803',
      title: 'Plan ogólny',
      process: 'legalForce',
      effective_from: '2026-08-19',
      effective_to: null,
      adopted_on: '2026-07-01',
      resolution_url: 'https://bip.example.pl/uchwala',
      lacks_zones: 0,
      lacks_ouz: 0,
    });
    const limits = {
      max_height_m: 4.5,
      max_coverage_pct: 90,
      min_biologically_active_pct: 5,
      max_intensity: 0.9,
    };
    const parameters = { ...limits, min_new_plot_area_m2: null };
    const name = 'strefa z tytułu';
    const AREAS = [
      { area_id: `${NAMESPACE}/1POG-1SU`, role: 'zone', symbol: 'SU', name, parameters },
      { area_id: `${NAMESPACE}/1POG-2SJ`, role: 'zone', symbol: 'SJ', name, parameters },
      {
        ...{ area_id: `${NAMESPACE}/1POG-1OUZ`, role: 'ouz', symbol: 'OUZ', parameters: null },
        name: 'Obszar uzupełnienia zabudowy',
      },
    ];
    const geometries = [[square(0)], [square(1)], [square(0)]];
    assert.deepEqual(
      made.areas,
      AREAS.map((area, i) => ({ ...area, plan_id: PLAN_ID, gmina6: '141803', geometry: [geometries[i]] })),
    );
  });

  it('is the same from one file, from an answer a type, and in each version of the schema', async () => {
    const expected = await readOne(whole);
    for (const app of ['1.0', '2.0', '3.0']) {
      const apart = whole.map((member, i) => [`${5 - i}.xml`, collection([member], undefined, app)]);
      const texts = Object.fromEntries([...apart.reverse(), ['drawing.tif', 'no GML']]);
      const made = await readTexts(pog, 'pog-1418.zip', texts);
      assert.deepEqual(made.plans, expected.plans);
      const byId = (area: { area_id: string }, other: { area_id: string }) =>
        area.area_id < other.area_id ? -1 : 1;
      assert.deepEqual(made.areas.sort(byId), expected.areas.sort(byId));
      assert.deepEqual(made.issues, []);
    }
  });

  it('takes the newest start of a version for its date where the collection has none', async () => {
    const { as_of } = await readTexts(pog, 'x.gml', { 'a.gml': collection(whole, '') });
    assert.equal(as_of, '2026-01-01');
  });
});

describe('links', () => {
  const LINKS: [string, string][] = [
    ['the address of the object', `${APP_URL}/AktPlanowaniaPrzestrzennego/${PLAN_ID}`],
    ['its address with the version', `${APP_URL}/AktPlanowaniaPrzestrzennego/${PLAN_ID}/20260101T000000`],
    ['#gml:id', '#PL.ZIPPZP.1234_141803-POG_1POG_20260101T000000'],
    ['gml:id', 'PL.ZIPPZP.1234_141803-POG_1POG_20260101T000000'],
    ['gml:id without the version', '#PL.ZIPPZP.1234_141803-POG_1POG'],
    ['namespace and local id', PLAN_ID],
    ['the same with a version that is gone', `${PLAN_ID}/20200101T000000`],
    ['nothing: the local id begins with that of the plan', ''],
  ];
  for (const [form, href] of LINKS) {
    it(`of a zone: ${form}`, async () => {
      const inside = `<app:oznaczenie>1SO</app:oznaczenie><app:symbol>SO</app:symbol>${toPlan(href)}`;
      const made = await readOne([zone('1SO', 0, { inside, ring: square(0, 2) }), act()]);
      assert.deepEqual(made.kinds, []);
      assert.equal(made.areas[0]?.plan_id, PLAN_ID);
    });
  }

  it('of the act to its resolution count before those of documents, and may lead nowhere', async () => {
    const named = act({
      more: link('dokumentUchwalajacy', `${APP_URL}/DokumentFormalny/${NAMESPACE}/XXIV.300.2026`),
    });
    const zones = [zone('1SU', 0), zone('2SU', 1)];
    const made = await readOne([named, document(), ...zones]);
    assert.equal(made.plans[0]?.adopted_on, '2026-07-01');
    const other = document(link('przystapienie', PLAN_ID), '1');
    for (const dangling of [
      [named, ...zones],
      [named, other, ...zones],
      [act(), other, ...zones],
    ]) {
      const { plans, kinds } = await readOne(dangling);
      assert.deepEqual([plans[0]?.adopted_on, plans[0]?.resolution_url, kinds], [null, null, []]);
    }
  });

  it('of a zone to a plan that is not in the load: the zone is left out', async () => {
    const made = await readOne([zone('1SU', 0)]);
    assert.deepEqual([made.kinds, made.areas, made.scopes], [['unknown_plan'], [], []]);
  });

  it('of zones whose act is missing, where others have theirs: their gmina is not replaced', async () => {
    const other = zone('1SU', 0).replaceAll('141803', '141804');
    const made = await readOne([act(), zone('1SU', 0), zone('2SU', 1), other], 'pog-1418.zip');
    assert.deepEqual([made.kinds, made.scopes, made.lacking], [['unknown_plan'], ['141803'], null]);
  });

  const WITHOUT_ACTS: [string, string[], string][] = [
    ['zones', [zone('1SU', 0), zone('2SU', 1)], '2 StrefaPlanistyczna and no act that they belong to'],
    ['a resolution', [document()], '1 DokumentFormalny and no act'],
    ['nothing of plans', ['<wfs:member><app:Droga/></wfs:member>'], 'features of type Droga; expected acts'],
    ['nothing at all', [], 'no feature in all.gml, which does not say that there is none'],
  ];
  for (const [name, members, found] of WITHOUT_ACTS) {
    it(`no act and ${name}: not a load of plans`, async () => {
      const { lacking } = await readOne(members, 'pog-1418.zip');
      assert.ok(lacking?.startsWith(`found ${found}`), lacking ?? 'not refused');
    });
  }
});

describe('versions', () => {
  const named = (name: string) => ({ more: `${ALL}<app:obowiazujeOd>${name}</app:obowiazujeOd>` });
  const over = { more: `${ALL}<app:koniecWersjiObiektu>2026-05-01T00:00:00Z</app:koniecWersjiObiektu>` };
  const CASES: [string, string[], string[], string[]][] = [
    [
      'the newest of an object wins, wherever it stands',
      [
        zone('1SU', 0, { version: '20260201T000000' }),
        zone('1SU', 0.4, { ...named('x'), version: '20250101T000000' }),
      ],
      ['640000'],
      ['zones_do_not_fill_plan'],
    ],
    [
      'the newest wins also after an older one',
      [zone('1SU', 0.4, { version: '20250101T000000' }), zone('1SU', 0, { version: '20260201T000000' })],
      ['640000'],
      ['zones_do_not_fill_plan'],
    ],
    [
      'two versions on different ground are two things: neither is taken',
      [
        zone('1SU', 0, { version: '20260201T000000' }),
        zone('1SU', 1, { version: '20250101T000000' }),
        zone('2SU', 1),
      ],
      ['640100'],
      ['conflicting_id', 'zones_do_not_fill_plan'],
    ],
    [
      'two versions with different labels are two things, too',
      [
        zone('1SU', 0, { version: '20260201T000000' }),
        zone('3SP', 0, { local: '1POG-1SU', version: '20250101T000000' }),
        zone('2SU', 1),
      ],
      ['640100'],
      ['conflicting_id', 'zones_do_not_fill_plan'],
    ],
    [
      'a version that is over is no rival',
      [
        zone('1SU', 0, { version: '20250101T000000' }),
        zone('1SU', 1, {
          more: `${ALL}<app:obowiazujeDo>2026-09-30</app:obowiazujeDo>`,
          version: '20260201T000000',
        }),
      ],
      ['640000'],
      ['zones_do_not_fill_plan'],
    ],
    [
      'past versions are no part of the plan',
      [zone('1SU', 0, { ...over, version: '20270101T000000' }), zone('1SU', 1)],
      ['640100'],
      ['zones_do_not_fill_plan'],
    ],
    [
      'a zone repealed before the date of the file is none either',
      [
        zone('1SU', 0, { more: `${ALL}<app:obowiazujeDo>2026-09-30</app:obowiazujeDo>` }),
        zone('2SU', 1, { more: `${ALL}<app:obowiazujeDo>2026-10-01</app:obowiazujeDo>` }),
      ],
      ['640100'],
      ['zones_do_not_fill_plan'],
    ],
    [
      'the same version twice is a fault, the first is kept',
      [zone('1SU', 0), zone('1SU', 0.4)],
      ['640000'],
      ['duplicate_id', 'zones_do_not_fill_plan'],
    ],
    [
      'the same version of two things is none of them',
      [zone('1SU', 0), zone('1SU', 1), zone('2SU', 1)],
      ['640100'],
      ['conflicting_id', 'zones_do_not_fill_plan'],
    ],
  ];
  for (const [rule, zones, wests, kinds] of CASES) {
    it(rule, async () => {
      const made = await readOne([act(), ...zones]);
      const west = made.areas.map(({ geometry }) =>
        String(boundsOf({ type: 'MultiPolygon', coordinates: geometry })[0]),
      );
      assert.deepEqual(west, wests);
      assert.deepEqual(made.kinds, kinds);
    });
  }
});

describe('what a load covers', () => {
  const CASES: [string, string[], number][] = [
    ['pog-1418.zip', ['1418'], 1],
    ['pog-141803.gml', ['141803'], 1],
    ['pog-1418-2026-10-01.zip', ['1418'], 1],
    ['pog-2026-10-01.zip', ['141803'], 1],
    ['POG_Gmina_12092025.gml', ['141803'], 1],
    ['pog-1465.zip', ['1465'], 0],
  ];
  for (const [name, scopes, plans] of CASES) {
    it(name, async () => {
      const made = await readOne([act(), zone('1SU', 0), zone('2SU', 1)], name);
      assert.deepEqual([made.scopes, made.plans.length], [scopes, plans]);
      if (plans === 0) assert.deepEqual(made.kinds, ['outside_scope', 'unknown_plan', 'unknown_plan']);
    });
  }

  it('is nothing of other acts than general plans', async () => {
    const local = act({ namespace: 'PL.ZIPPZP.1234/141803-MPZP', inside: status('legalForce') });
    assert.deepEqual((await readOne([local])).plans, []);
  });
});

describe('what an act names and the load lacks', () => {
  const another = ouz.replaceAll('1POG-1OUZ', '1POG-2OUZ');
  const toAnother = toOuz.replace('1POG-1OUZ', '1POG-2OUZ');
  const unreadable = another.replace('640000', 'x');
  const nameless = another
    .replace(/<app:idIIP>.*<\/app:idIIP>/s, '')
    .replace(/gml:id="[^"]*"/, 'gml:id="z1"');
  const over = another.replace('<app:symbol>', `${status('obsolete')}<app:symbol>`);
  const past = another.replace(
    '<app:symbol>',
    '<app:koniecWersjiObiektu>2026-02-01T00:00:00Z</app:koniecWersjiObiektu><app:symbol>',
  );
  const elsewhere = ouz
    .replaceAll('20260101T', '20250101T')
    .replaceAll('640100', '640300')
    .replaceAll('640000', '640200');
  const toZones = toZone('1SU') + toZone('2SU');
  const toOther = link('regulacja', `${APP_URL}/ObszarZabudowySrodmiejskiej/${NAMESPACE}/1POG-1OZS`);
  const toNobody = link('regulacja', '#_5f1c2e');
  const CASES: [string, string[], number | null, number | null, string[]][] = [
    ['nothing: all came', [act({ more: toZones + toOuz }), ouz], 0, 0, []],
    ['nothing: it names zones and has no infill area', [act({ more: toZones })], 0, 0, []],
    ['the only infill area', [act({ more: toZones + toOuz })], 0, 1, ['missing_ouz']],
    ['one of two', [act({ more: toZones + toOuz + toAnother }), ouz], 0, 1, ['missing_ouz']],
    ['one named twice', [act({ more: toZones + toOuz + toAnother + toAnother }), ouz], 0, 1, ['missing_ouz']],
    ['a zone', [act({ more: toZones + toZone('3SU') })], 1, 0, ['missing_zone']],
    [
      'an area that cannot be read',
      [act({ more: toOuz + toAnother }), ouz, unreadable],
      null,
      1,
      ['unreadable_geometry'],
    ],
    ['an area that cannot be told', [act({ more: toOuz }), ouz, nameless], null, 1, ['bad_id']],
    [
      'what came in a version that has ended',
      [act({ more: toOuz + toAnother }), ouz, past],
      null,
      1,
      ['missing_ouz'],
    ],
    [
      'two infill areas of one id',
      [act({ more: toZones + toOuz }), ouz, elsewhere],
      0,
      1,
      ['conflicting_id', 'missing_ouz'],
    ],
    [
      'two infill areas of one id that the act does not name',
      [act({ more: toZones }), ouz, elsewhere],
      0,
      null,
      ['conflicting_id'],
    ],
    ['nothing: what is over came, too', [act({ more: toOuz + toAnother }), ouz, over], null, 0, []],
    ['nothing: another regulation is no infill area', [act({ more: toZones + toOther })], 0, 0, []],
    ['a regulation of no known kind', [act({ more: toZones + toNobody })], 0, 1, ['missing_ouz']],
    ['nobody can tell: it names nothing', [act()], null, null, []],
    ['nobody can tell: it names nothing, and some came', [act(), ouz], null, null, []],
    ['nobody can tell: it names zones, and an infill area came', [act({ more: toZones }), ouz], 0, null, []],
    ['nobody can tell: it names another regulation alone', [act({ more: toOther })], null, null, []],
  ];
  for (const [lack, members, zones, infill, kinds] of CASES) {
    it(lack, async () => {
      const made = await readOne([...members, zone('1SU', 0), zone('2SU', 1)]);
      const { lacks_zones, lacks_ouz } = made.plans[0] ?? assert.fail();
      assert.deepEqual([lacks_zones, lacks_ouz, made.kinds], [zones, infill, kinds]);
    });
  }

  const later = ouz.replace('<app:symbol>', '<app:obowiazujeOd>2027-08-01</app:obowiazujeOd>$&');
  const adrift = ouz.replaceAll('>1POG-1OUZ<', '>1OUZ<').replaceAll('_1POG-1OUZ_', '_1OUZ_');
  const NOT_TAKEN: [string, string, string, string][] = [
    ['in force after its plan and the data', later, 'later_than_plan', 'obowiazujeOd'],
    [
      'of a plan that is not in the load',
      ouz.replace(`${PLAN_ID}"`, `${NAMESPACE}/2POG"`),
      'unknown_plan',
      'plan',
    ],
    ['without a link, nor an id that names its plan', adrift.replace(toPlan(), ''), 'unknown_plan', 'plan'],
  ];
  for (const [name, infill, kind, field] of NOT_TAKEN) {
    it(`an infill area ${name}, whether the act names it or not`, async () => {
      for (const [more, lacks_ouz] of [
        [toZones + toOuz, 1],
        [toZones, null],
      ] as const) {
        const made = await readOne([act({ more }), infill, zone('1SU', 0), zone('2SU', 1)]);
        const told = made.issues.find((issue) => issue.kind === kind);
        assert.equal(told?.field, field);
        assert.ok(!made.areas.some(({ role }) => role === 'ouz'));
        const lacks = made.plans[0]?.lacks_ouz;
        assert.ok(lacks_ouz === null ? lacks === null : (lacks ?? 0) >= lacks_ouz, `${more}: ${lacks}`);
      }
    });
  }

  it('nothing where an amendment added the area before the day of the data, or its day cannot be read', async () => {
    for (const [day, kinds] of [
      ['2026-09-15', []],
      ['15.09.2026', ['bad_date']],
    ] as const) {
      const added = later.replace('2027-08-01', day);
      const made = await readOne([act({ more: toZones + toOuz }), added, zone('1SU', 0), zone('2SU', 1)]);
      assert.deepEqual([made.plans[0]?.lacks_ouz, made.areas.length, made.kinds], [0, 3, kinds]);
    }
  });

  it('nothing where only the own id of an area says its plan, which is told', async () => {
    const members = [
      act({ more: toZones + toOuz }),
      ouz.replace(toPlan(), ''),
      zone('1SU', 0),
      zone('2SU', 1),
    ];
    const made = await readOne(members);
    assert.deepEqual([made.plans[0]?.lacks_ouz, made.areas.length, made.kinds], [0, 3, ['missing_link']]);
  });

  it('an act without a local id is known by its gml:id, which is told; one without any leaves its gmina as it was', async () => {
    const unnumbered = act({ more: toZones }).replace('>1POG<', '><');
    const zones = [zone('1SU', 0), zone('2SU', 1)];
    const made = await readOne([unnumbered, ...zones]);
    assert.deepEqual([made.plans[0]?.plan_id, made.kinds], [PLAN_ID, ['missing_id']]);
    const nameless = unnumbered.replace(/gml:id="[^"]*"/, 'gml:id="a1"');
    for (const text of [nameless.replaceAll('141803', '141804'), nameless.replace(NAMESPACE, '')]) {
      const beside = await readOne([act({ more: toZones }), ...zones, text], 'pog-1418.zip');
      assert.deepEqual([beside.scopes, beside.kinds], [['141803'], ['bad_id']]);
    }
  });

  it('a zone that has no symbol', async () => {
    const mute = zone('2SU', 1, { inside: toPlan() });
    const made = await readOne([act({ more: toZones }), zone('1SU', 0), mute]);
    assert.deepEqual([made.plans[0]?.lacks_zones, made.kinds], [1, ['missing_symbol']]);
  });
});

describe('a file of changes only', () => {
  const named = act({ more: ['1SU', '2SU', '3SU'].map(toZone).join('') });
  const REFUSED: [string, string[], RegExp][] = [
    ['one of the zones the act names', [named, zone('1SU', 0)], /1 of the 3 zones that the act names/],
    ['none of them', [named], /0 of the 3 zones/],
    [
      'zones on a part of the outline',
      [act({ ring: square(0, 3) }), zone('1SU', 0)],
      /zones on 33 % of the area/,
    ],
  ];
  for (const [rule, members, message] of REFUSED) {
    it(`is refused: ${rule}`, async () => {
      const { lacking, kinds } = await readTexts(pog, 'pog-1418.zip', { 'a.gml': collection(members) });
      assert.match(lacking ?? '', message);
      assert.match(lacking ?? '', /the whole plan/);
      assert.ok(kinds.includes('amendment_not_whole'));
    });
  }

  it('is not a plan in force only in part, nor one that lacks a zone, nor a draft without zones', async () => {
    const partly = act({ more: '<app:modyfikacja>true</app:modyfikacja>' });
    assert.deepEqual((await readOne([partly, zone('1SU', 0), zone('2SU', 1)])).kinds, []);
    const lacking = await readOne([named, zone('1SU', 0), zone('2SU', 1)]);
    assert.deepEqual(lacking.plans.length, 1);
    const draft = await readOne([act({ inside: `${link('typPlanu', PLAN_TYPE)}${status('elaboration')}` })]);
    assert.deepEqual([draft.plans[0]?.process, draft.kinds], ['elaboration', []]);
  });
});

describe('order of axes', () => {
  const DEFINED = 'http://www.opengis.net/def/crs/EPSG/0/2178';
  const swapped = (ring: readonly (readonly [number, number])[]) => ring.map(([x, y]) => [y, x] as const);
  const zone2178 = [7_500_000, 7_500_100, 7_500_100, 7_500_000, 7_500_000].map(
    (x, i) => [x, [5_780_000, 5_780_000, 5_780_100, 5_780_100, 5_780_000][i] ?? 0] as const,
  );
  // In the far south the two axes cannot be mistaken for each other.
  const south = square(600).map(([x, y]) => [x, y - 320_000] as const);
  const CASES: [string, string, readonly (readonly [number, number])[], boolean][] = [
    ['registry, easting first', EAST_FIRST, south, false],
    ['registry, written northing first', EAST_FIRST, swapped(south), true],
    ['def/crs, northing first', DEFINED, swapped(zone2178), false],
    ['def/crs, written easting first', DEFINED, zone2178, true],
    ['urn:, northing first', 'urn:ogc:def:crs:EPSG::2178', swapped(zone2178), false],
    ['urn: with degrees, latitude first', 'urn:ogc:def:crs:EPSG::4326', swapped(degrees()), false],
  ];
  function degrees() {
    return [21, 21.001, 21.001, 21, 21].map((x, i) => [x, [52, 52, 52.001, 52.001, 52][i] ?? 0] as const);
  }
  for (const [form, srsName, ring, isSwapped] of CASES) {
    it(form, async () => {
      const made = await readOne([act({ ring, srsName }), zone('1SU', 0, { ring, srsName })]);
      assert.deepEqual(made.kinds, isSwapped ? ['axis_swapped'] : []);
      assert.equal(made.areas.length, 1);
      assert.ok(areaOf(made.areas[0]?.geometry ?? []) > 7_000);
    });
  }

  it('is one for a file: what fits both ways follows what proves it', async () => {
    const both = square(0);
    const made = await readOne([act({ ring: swapped(south) }), zone('1SU', 0, { ring: swapped(both) })]);
    assert.equal(made.kinds.filter((kind) => kind === 'axis_swapped').length, 1);
    assert.deepEqual(made.areas[0]?.geometry[0]?.[0]?.[0], both[0]);
  });

  it('does not help a place outside Poland, nor a system that is not known', async () => {
    const away = square(0).map(([x]) => [x + 5_000_000, x] as const);
    const srsName = 'http://www.opengis.net/def/crs/EPSG/0/3857';
    const good = zone('3SU', 0, { ring: square(0, 2) });
    const made = await readOne([act(), zone('1SU', 0, { ring: away }), zone('2SU', 1, { srsName }), good]);
    assert.deepEqual(
      made.areas.map(({ area_id }) => area_id),
      [`${NAMESPACE}/1POG-3SU`],
    );
    assert.deepEqual(made.kinds, ['outside_poland', 'unreadable_geometry']);
  });
});

describe('faults of the data', () => {
  const bowtie = [square(0)[0], square(0)[2], square(0)[1], square(0)[3], square(0)[0]].map(
    (p) => p ?? ([0, 0] as const),
  );
  const inside = (label: string, symbol: string, more = ALL) =>
    `<app:oznaczenie>${label}</app:oznaczenie><app:symbol>${symbol}</app:symbol>${toPlan()}${more}`;
  const without = (name: string) => ALL.replace(new RegExp(`<app:${name}.*?</app:${name}>`), '');
  const CASES: [string, string, string[], RegExp | null][] = [
    ['an unknown symbol', inside('1SX', 'SX', ''), ['bad_symbol'], /is one of SW, SJ/],
    ['a label of another symbol', inside('1SU', 'SJ'), ['bad_label'], /100SU/],
    ['a label with a separator', inside('1-SU', 'SU'), ['bad_label'], null],
    ['a label without a number', inside('SU', 'SU'), ['bad_label'], null],
    ['a symbol that only the label has', inside('12SU', ''), [], null],
    ['a share over 100', inside('1SU', 'SU', ALL.replace('90.0', '900')), ['bad_value'], /from 0 to 100/],
    [
      'words for a number',
      inside('1SU', 'SU', ALL.replace('4.5', 'cztery')),
      ['bad_value', 'missing_parameter'],
      null,
    ],
    [
      'no height in SU',
      inside('1SU', 'SU', without('maksWysokoscZabudowy')),
      ['missing_parameter'],
      /max_height_m in/,
    ],
    [
      'no bio-active share in SI',
      inside('1SI', 'SI', ''),
      ['missing_parameter'],
      /set min_biologically_active_pct in/,
    ],
    ['no limit in SK, where none is asked', inside('1SK', 'SK', ''), [], null],
  ];
  for (const [fault, body, kinds, message] of CASES) {
    it(`${fault}: the zone is kept`, async () => {
      const made = await readOne([act(), zone('1SU', 0, { inside: body, ring: square(0, 2) })]);
      assert.deepEqual(made.kinds, kinds);
      assert.equal(made.areas.length, 1);
      assert.match(made.issues[0]?.message ?? '', message ?? /^/);
    });
  }

  it('no symbol at all: the zone is left out', async () => {
    const made = await readOne([act(), zone('1SU', 0, { inside: toPlan(), ring: square(0, 2) })]);
    assert.deepEqual([made.kinds, made.areas], [['missing_symbol'], []]);
  });

  it('a ring that crosses itself is repaired', async () => {
    const made = await readOne([act(), zone('1SU', 0, { ring: bowtie }), zone('2SU', 1)]);
    assert.deepEqual(made.kinds, ['repaired_geometry', 'zones_do_not_fill_plan']);
    assert.equal(made.areas.length, 2);
  });

  it('gaps and overlaps show in the sum of areas', async () => {
    const CASES: [string[], string | null][] = [
      [[zone('1SU', 0), zone('2SU', 1)], null],
      [[zone('1SU', 0)], 'smaller'],
      [[zone('1SU', 0, { ring: square(0, 2) }), zone('2SU', 1)], 'larger'],
    ];
    for (const [zones, word] of CASES) {
      const { issues } = await readOne([act(), ...zones]);
      if (word === null) assert.deepEqual(issues, []);
      else assert.match(issues[0]?.message ?? '', new RegExp(`10000 m² ${word} than`));
    }
  });

  it('an unknown status, and an object without an id', async () => {
    const strange = act({ inside: `${link('typPlanu', PLAN_TYPE)}${status('magic')}` });
    assert.deepEqual((await readOne([strange])).kinds, ['unknown_status']);
    const nameless = '<wfs:member><app:StrefaPlanistyczna gml:id="z1"/></wfs:member>';
    assert.deepEqual((await readOne([nameless])).kinds, ['bad_id']);
  });

  it('other regulations are no fault', async () => {
    const ozs = appObject({ type: 'ObszarZabudowySrodmiejskiej', local: '1POG-1OZS', ring: square(0) });
    assert.deepEqual((await readOne([act(), zone('1SU', 0), zone('2SU', 1), ozs])).kinds, []);
  });
});

describe('files of planning are claimed by one recipe each', () => {
  const NAMES: [string, string][] = [
    ['pog-1418.zip', 'pog'],
    ['pog-141803.gml', 'pog'],
    ['pog-gdansk-proj-uzg-042025.gml', 'pog'],
    ['POG_Gdynia_projekt.gml', 'pog'],
    ['141803-POG.gml.zip', 'pog'],
    ['mpzp-1418.zip', 'mpzp'],
    ['mpzp-141803.geojson', 'mpzp_symbols'],
    ['141803-MPZP.gml', 'mpzp'],
    ['pog_fallback-1418.geojson', 'pog_fallback'],
    ['pog-fallback-1418.geojson.zip', 'pog_fallback'],
    ['pog-fallback-1418.zip', 'pog_fallback'],
    ['1418.gpkg.zip', 'egib'],
    ['A03_Granice_gmin.xml', 'prg'],
    ['TERC_Urzedowy_2025-11-18.xml', 'terc'],
  ];
  for (const [name, source] of NAMES) {
    it(name, () => {
      assert.deepEqual(
        RECIPES.filter((recipe) => recipe.claims.test(name)).map((recipe) => recipe.source),
        [source],
      );
    });
  }
});

describe('official samples', samples, () => {
  const ACT_FILE = sample('app/AktPlanowaniaPrzestrzennego.gml');
  const read = (...paths: string[]) => readPaths(pog, paths, 'POG.zip');

  it('the ministry’s sample plan has no fault', async () => {
    const made = await read(ACT_FILE, sample('app/StrefaPlanistyczna.gml'));
    assert.deepEqual(made.issues, []);
    assert.deepEqual([made.plans.length, made.areas.length, made.scopes], [1, 28, ['321202']]);
    assert.equal(made.as_of, '2025-07-31');
    const { plan_id, title, process, effective_from, lacks_ouz } = made.plans[0] ?? assert.fail();
    assert.deepEqual(
      [plan_id, title, process, effective_from, lacks_ouz],
      ['PL.ZIPPZP.11111/321202-POG/1POG', 'Plan ogólny gminy ABC', 'elaboration', '2024-12-04', null],
    );
    assert.equal(new Set(made.areas.map(({ symbol }) => symbol)).size, 12);
    assert.equal(made.areas[0]?.name, 'strefa wielofunkcyjna z zabudową zagrodową');
  });

  it('a point missing from one zone leaves a gap of 245 m²', async () => {
    const made = await read(ACT_FILE, sample('app/StrefaPlanistyczna_bledna.gml'));
    assert.deepEqual(made.kinds, ['zones_do_not_fill_plan']);
    assert.match(made.issues[0]?.message ?? '', /245 m² smaller/);
  });

  it('zones without their plan are not served', async () => {
    const made = await read(sample('app/StrefaPlanistyczna_SAMOPRZECIECIE-PIERSCIENIA.gml'));
    assert.deepEqual(new Set(made.kinds), new Set(['unknown_plan']));
    assert.deepEqual([made.issues.length, made.areas.length], [4, 0]);
  });

  it('a ring that crosses itself is repaired, once the plan is there', async () => {
    const plan = act({ namespace: 'PL.ZIPPZP.1234/121201-POG', isOutlined: false });
    const zones = sample('app/StrefaPlanistyczna_SAMOPRZECIECIE-PIERSCIENIA.gml');
    const texts = { 'act.gml': collection([plan]) };
    const made = await readTexts(pog, 'x.zip', { ...texts, 'zones.gml': readFileSync(zones, 'utf8') });
    assert.deepEqual(made.kinds, ['empty_geometry', 'repaired_geometry']);
    assert.match(made.issues[1]?.value ?? '', /1POG-1SJ$/);
    assert.equal(made.areas.length, 4);
  });

  it('an answer of the registry: easting first, limits as published', async () => {
    const files = ['ru_wfs_pog_zone_3.0.xml', 'ru_wfs_pog_document_3.0.xml'].map((file) =>
      sample(`registry/${file}`),
    );
    const alone = await read(...files);
    assert.deepEqual([alone.kinds, alone.as_of], [['unknown_plan'], '2026-09-24']);
    const sopot = act({ namespace: 'PL.ZIPPZP.10011/226401-POG', isOutlined: false });
    const made = await readTexts(pog, 'pog-2264.zip', {
      'act.xml': collection([sopot]),
      'zone.xml': readFileSync(files[0] ?? '', 'utf8'),
      'document.xml': readFileSync(files[1] ?? '', 'utf8'),
    });
    assert.deepEqual(made.kinds, ['empty_geometry']);
    const { symbol, name, parameters, geometry } = made.areas[0] ?? assert.fail();
    assert.deepEqual([symbol, name], ['SU', 'strefa usługowa']);
    assert.deepEqual(Object.values(parameters ?? {}), [4, 90, 5, 0.9, null]);
    assert.deepEqual(geometry[0]?.[0]?.[0], [470_007.518, 732_582.91]);
    // The document there is the resolution to begin the plan, not the one that adopts it.
    assert.equal(made.plans[0]?.adopted_on, null);
  });
});

describe('a file of other plans under the name of general ones', () => {
  const local = act()
    .replaceAll('planOgolnyGminy', 'miejscowyPlanZagospodarowaniaPrzestrzennego')
    .replaceAll('-POG', '-MPZP');
  it('is refused: the gmina would be told to have no general plan', async () => {
    const { lacking, scopes } = await readOne([local], 'pog-1418.zip');
    assert.equal(lacking, 'found 1 miejscowyPlanZagospodarowaniaPrzestrzennego and no general plans');
    assert.deepEqual(scopes, ['1418']);
  });

  it('and one whose act has no known status leaves its gmina as it was', async () => {
    const odd = act().replaceAll('141803', '141804').replaceAll('legalForce', 'whatever');
    const made = await readOne([act(), zone('1SU', 0), zone('2SU', 1), odd], 'pog-1418.zip');
    assert.deepEqual([made.scopes, made.kinds], [['141803'], ['unknown_status']]);
  });
});
