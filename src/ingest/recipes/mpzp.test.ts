import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mpzp } from './mpzp.ts';
import { APP_URL, appObject, collection, link, readTexts, square, status } from './test-plans.ts';

const NAMESPACE = 'PL.ZIPPZP.1234/141803-MPZP';
const CODES =
  'https://www.gov.pl/static/zagospodarowanieprzestrzenne/codelist/TypAktuPlanowaniaPrzestrzennegoKod';

const act = (
  local: string,
  type = 'miejscowyPlanZagospodarowaniaPrzestrzennego',
  more = '',
  namespace = NAMESPACE,
) =>
  appObject({
    type: 'AktPlanowaniaPrzestrzennego',
    ...{ namespace, local, ring: square(0, 2) },
    inside: `<app:tytul>Plan ${local}</app:tytul>${link('typPlanu', `${CODES}/${type}`)}
      <app:obowiazujeOd>2017-08-19</app:obowiazujeOd>${status('legalForce')}${more}`,
  });

const designation = (local: string, place: number, inside: string) =>
  appObject({ type: 'WydzieleniePlanistyczne', namespace: NAMESPACE, local, ring: square(place), inside });

const toPlan = (local: string) =>
  link('plan', `${APP_URL}/AktPlanowaniaPrzestrzennego/${NAMESPACE}/${local}`);

describe('acts of the registry', () => {
  it('become plans with outline and resolution, without areas', async () => {
    const more = link('dokumentUchwalajacy', `${APP_URL}/DokumentFormalny/${NAMESPACE}/U1`);
    const resolution = appObject({
      ...{ type: 'DokumentFormalny', namespace: NAMESPACE, local: 'U1' },
      inside: `<app:data><gmd:CI_Date><gmd:date><gco:Date>2017-06-20</gco:Date></gmd:date></gmd:CI_Date></app:data>
        <app:lacze>https://edziennik.example.pl/1</app:lacze>`,
    });
    const made = await readTexts(mpzp, 'mpzp-1418.zip', {
      'documents.xml': collection([resolution]),
      'acts.xml': collection([act('7', undefined, more)]),
    });
    assert.deepEqual([made.issues, made.areas], [[], []]);
    assert.deepEqual([made.as_of, made.scopes], ['2026-10-01', ['1418']]);
    assert.deepEqual(made.plans, [
      {
        plan_id: `${NAMESPACE}/7`,
        kind: 'mpzp',
        gmina6: '141803',
        title: 'Plan 7',
        process: 'legalForce',
        effective_from: '2017-08-19',
        effective_to: null,
        adopted_on: '2017-06-20',
        resolution_url: 'https://edziennik.example.pl/1',
        lacks_zones: null,
        lacks_ouz: null,
        geometry: [[square(0, 2)]],
      },
    ]);
  });

  it('without an outline that can be used lie nobody knows where', async () => {
    const text = collection([act('7').replace('640000', 'x')]);
    const made = await readTexts(mpzp, 'x.gml', { 'a.gml': text });
    assert.deepEqual([made.plans[0]?.lacks_zones, made.kinds], [1, ['unreadable_geometry']]);
  });

  it('two on different ground under one id are two plans: neither ground is told to have none', async () => {
    const other = act('7')
      .replaceAll('6400', '6409')
      .replaceAll('6402', '6411')
      .replaceAll('20260101T', '20250101T');
    const made = await readTexts(mpzp, 'x.gml', { 'a.gml': collection([act('7'), other]) });
    assert.deepEqual(made.kinds, ['conflicting_id']);
    assert.deepEqual(
      made.plans.map(({ plan_id }) => plan_id),
      [`${NAMESPACE}/7/20260101000000`, `${NAMESPACE}/7/20250101000000`],
    );
  });

  const TYPES: [string, string, number][] = [
    ['miejscowyPlanRewitalizacji', 'MPR', 1],
    ['miejscowyPlanOdbudowy', 'MPO', 1],
    ['zintegrowanyPlanInwestycyjny', 'ZPI', 1],
    ['a code of its own', 'MPZP', 1],
    ['studiumUwarunkowanIKierunkowZagospodarowaniaPrzestrzennegoGminy', 'SUIKZP', 0],
    ['planOgolnyGminy', 'POG', 0],
  ];
  for (const [type, kind, plans] of TYPES) {
    it(`${type} in …-${kind}: ${plans === 1 ? 'a local plan' : 'none'}`, async () => {
      const text = collection([act('1', type, '', `PL.ZIPPZP.1234/141803-${kind}`)]);
      const made = await readTexts(mpzp, 'x.gml', { 'a.gml': text });
      assert.deepEqual([made.plans.length, made.kinds], [plans, []]);
    });
  }

  for (const [attributes, isTold] of [
    ['numberMatched="0" numberReturned="0"', true],
    ['numberOfFeatures="0"', true],
    ['numberMatched="unknown" numberReturned="0"', false],
    ['timeStamp="2026-10-01T10:00:00Z"', false],
  ] as const) {
    it(`${isTold ? 'may be none' : 'are not known to be none'}: an empty answer with ${attributes}`, async () => {
      const made = await readTexts(mpzp, 'mpzp-1418.zip', { 'acts.xml': collection([], attributes) });
      assert.deepEqual([made.plans, made.kinds, made.scopes], [[], [], ['1418']]);
      if (isTold) assert.equal(made.lacking, null);
      else assert.match(made.lacking ?? '', /found no feature in acts\.xml, .* or numberMatched="0"/);
    });
  }
});

describe('designations in GML', () => {
  it('are whatever has a symbol and belongs to a local plan', async () => {
    const members = [
      designation(
        '7-1MN',
        0,
        `<app:oznaczenie>1MN</app:oznaczenie><app:symbol>MN</app:symbol>${toPlan('7')}`,
      ),
      designation('7-2', 1, `<app:symbol>U</app:symbol><app:nazwa>teren usług</app:nazwa>${toPlan('7')}`),
      designation('9-1', 1, `<app:symbol>U</app:symbol>${toPlan('9')}`),
      appObject({ type: 'RysunekAktuPlanowaniaPrzestrzennego', namespace: NAMESPACE, local: 'R1' }),
      appObject({ type: 'StrefaPlanistyczna', local: '1POG-1SU', inside: '<app:symbol>SU</app:symbol>' }),
      act('7'),
    ];
    const made = await readTexts(mpzp, '141803-MPZP.gml', { 'a.gml': collection(members) });
    assert.deepEqual(made.kinds, ['unknown_plan']);
    const shared = { plan_id: `${NAMESPACE}/7`, gmina6: '141803', role: 'designation', parameters: null };
    assert.deepEqual(made.areas, [
      { ...shared, area_id: `${NAMESPACE}/7-1MN`, symbol: '1MN', name: null, geometry: [[square(0)]] },
      { ...shared, area_id: `${NAMESPACE}/7-2`, symbol: 'U', name: 'teren usług', geometry: [[square(1)]] },
    ]);
    assert.deepEqual(made.scopes, ['141803']);
  });
});

describe('a file of other plans under the name of local ones', () => {
  const POG = act('1', 'planOgolnyGminy', '', 'PL.ZIPPZP.1234/141803-POG');
  const ELSEWHERE = act('9', undefined, '', 'PL.ZIPPZP.1234/142004-MPZP');
  const CASES: [name: string, members: string[], said: RegExp | null][] = [
    ['general plans alone', [POG], /^found 1 planOgolnyGminy and no local plans$/],
    ['local plans beside a general one', [act('7'), POG], null],
    [
      'plans of another powiat',
      [ELSEWHERE],
      /^found 1 of 1 acts of other gminy \(142004\), where the name says 1418$/,
    ],
    [
      'many of them',
      [act('7'), ELSEWHERE, ELSEWHERE.replaceAll('/9', '/8').replaceAll('_9', '_8').replaceAll('>9<', '>8<')],
      /^found 2 of 3 acts/,
    ],
    [
      'a status that nobody knows',
      [act('7').replaceAll('legalForce', 'whatever')],
      /no act that can be used/,
    ],
  ];
  for (const [name, members, said] of CASES) {
    it(`${name}: ${said === null ? 'loads, and tells what it passes over' : 'refused'}`, async () => {
      const made = await readTexts(mpzp, 'mpzp-1418.zip', { 'a.gml': collection(members) });
      if (said !== null) assert.match(made.lacking ?? '', said);
      else {
        assert.deepEqual([made.lacking, made.plans.length, made.kinds], [null, 1, ['passed_over']]);
        assert.equal(made.issues[0]?.message, '1 planOgolnyGminy: not local plans');
      }
    });
  }

  it('a single plan of another voivodeship in a file without a place in its name is an issue', async () => {
    const own = Array.from({ length: 6 }, (_, at) => act(String(at + 1)));
    const stray = act('9', undefined, '', 'PL.ZIPPZP.1234/120601-MPZP');
    const made = await readTexts(mpzp, 'plany-MPZP.gml', { 'a.gml': collection([...own, stray]) });
    assert.deepEqual([made.scopes, made.kinds, made.plans.length], [['141803'], ['other_place'], 6]);
  });

  it('an act that a resolution adopts and nobody brought leaves its gmina unknown, one that is repealed does not', async () => {
    const resolution = (more: string, local = 'U1') =>
      appObject({ type: 'DokumentFormalny', local, namespace: 'PL.ZIPPZP.1234/141804-MPZP', inside: more });
    const adopts = link('uchwala', 'AktPlanowaniaPrzestrzennego/PL.ZIPPZP.1234/141804-MPZP/9MPZP');
    const repeals = resolution(adopts.replace('uchwala', 'uchyla'), 'U2');
    const read = (...documents: string[]) =>
      readTexts(mpzp, 'mpzp-1418.zip', { 'a.gml': collection([act('7'), ...documents]) });
    const lost = await read(resolution(adopts));
    assert.deepEqual([lost.kinds, lost.claims], [['missing_act'], ['actless:141804']]);
    assert.deepEqual((await read(resolution(adopts), repeals)).claims, []);
    const ended = resolution(`${adopts}<app:dataUchylenia>2020-01-01</app:dataUchylenia>`);
    assert.deepEqual((await read(ended)).claims, []);
  });

  it('an act that cannot be read leaves its gmina unknown', async () => {
    const odd = act('8', undefined, '', 'PL.ZIPPZP.1234/141804-MPZP').replaceAll('legalForce', 'whatever');
    const made = await readTexts(mpzp, 'mpzp-1418.zip', { 'a.gml': collection([act('7'), odd]) });
    assert.deepEqual([made.kinds, made.claims, made.lacking], [['unknown_status'], ['actless:141804'], null]);
  });

  it('an act without an id leaves its gmina unknown, or all of the load', async () => {
    const nameless = act('8', undefined, '', 'PL.ZIPPZP.1234/141804-MPZP')
      .replace('>8<', '><')
      .replace(/gml:id="[^"]*"/, 'gml:id="a1"');
    for (const [text, claim] of [
      [nameless, 'actless:141804'],
      [nameless.replace('/141804-MPZP', ''), 'actless:141803'],
    ] as const) {
      const made = await readTexts(mpzp, 'mpzp-1418.zip', { 'a.gml': collection([act('7'), text]) });
      assert.deepEqual([made.kinds, made.claims, made.lacking], [['bad_id'], [claim], null]);
    }
  });
});
