// What the summary says and must not say (law §9), and words of details that were once wrong: in both languages.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuildingUse, CheckId } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import type { Part } from '../law/parts.ts';
import { forms, mpzp, noMpzp, parcel, pog, road, soil, unknown } from './test-parcel.ts';
import { assessBuilding, type BuildingInput } from './verdict.ts';

const NOW = '2026-11-15';

const assess = (input: Partial<BuildingInput>, language: Language = 'en', use: BuildingUse = 'any') =>
  assessBuilding({ ...parcel(input), language }, NOW, use);

function detailOf(id: CheckId, input: Partial<BuildingInput>, language: Language, use?: BuildingUse): string {
  const check = assess(input, language, use).checks.find((one) => one.id === id);
  return check?.detail ?? assert.fail(`no detail of ${id}`);
}

const part = (share_pct: number, changes: Partial<Part> = {}): Part => ({
  share_pct,
  m2: 10 * share_pct,
  plan: 'none',
  zone: 'SJ',
  in_ouz: true,
  in_reserve: false,
  ...changes,
});
const PARK = { protected: forms('park_narodowy', 'park_krajobrazowy'), form_shares_pct: [100, 100] };
const NEAR = {
  road_access: road({ verdict: 'pass', via: 'bdot_road_within_30m', nearest_public_road_m: 12 }),
};
const FOREST_PLAN = { mpzp: mpzp({ symbol: '4ZL' }) };

interface Row {
  readonly input: Partial<BuildingInput>;
  readonly use?: BuildingUse;
  readonly says: Readonly<Record<Language, RegExp>>;
  readonly never?: Readonly<Record<Language, RegExp>>;
}

const SUMMARIES: Readonly<Record<string, Row>> = {
  'no plan in the register is said with its day': {
    input: { mpzp: noMpzp(), pog: pog({ in_ouz: false }) },
    says: {
      en: /^No building can be applied for: no local plan is in force; .* The register of local plans holds what the gmina has entered, as of \d{4}-\d\d-\d\d\.$/,
      pl: /^Nie można wystąpić o zgodę na nową zabudowę: nie obowiązuje plan miejscowy; .* Rejestr planów miejscowych zawiera to, co wprowadziła gmina, stan na \d{4}-\d\d-\d\d\.$/,
    },
  },
  'a plan that governs says nothing of the register': {
    input: FOREST_PLAN,
    says: { en: /^No building can be applied for: the local plan \(4ZL\)/, pl: /plan miejscowy \(4ZL\)/ },
    never: { en: /register of local plans|height/, pl: /Rejestr planów|wysokość/ },
  },
  'a ban is no condition': {
    input: PARK,
    says: {
      en: /, but building is banned in national park Name of park_narodowy, except .*\. [^;]*; conditions: nature protection: landscape park Name of park_krajobrazowy(\.| – )/,
      pl: /, lecz zakaz zabudowy obowiązuje w parku narodowym Name of park_narodowy, .*\. [^;]*; warunki: ochrona przyrody: park krajobrazowy Name of park_krajobrazowy(\.| – )/,
    },
  },
  'a reserve is named once': {
    input: { protected: forms('rezerwat'), form_shares_pct: [100] },
    says: {
      en: /: no local plan is in force; building is banned in nature reserve Name of rezerwat\. (?!Beside)/,
      pl: /; zakaz zabudowy obowiązuje w rezerwacie przyrody Name of rezerwat\. (?!Ponadto)/,
    },
  },
  'a reserve on a part is told with that part': {
    input: {
      parts: [part(60, { in_reserve: true }), part(40)],
      protected: forms('rezerwat'),
      form_shares_pct: [60],
    },
    says: {
      en: /^Building can be applied for on 400 m² \(SJ in OUZ\), not on 600 m² \(nature reserve Name of rezerwat\)\. The/,
      pl: /^O warunki zabudowy można wystąpić dla 400 m² \(SJ w OUZ\), nie dla 600 m² \(rezerwat przyrody Name of rezerwat\)\. R/,
    },
  },
  'forest is told beside a general plan that is not in force': {
    input: {
      pog: pog({ status: 'adopted', effective_from: '2026-12-01' }),
      soil: soil(['LsIV', 100]),
    },
    says: {
      en: /; the general plan is adopted and not in force before 2026-12-01\. [^;]*; beside that: the parcel is forest land(\.| – )/,
      pl: / nie obowiązuje przed 2026-12-01\. [^;]*; ponadto: działka jest gruntem leśnym(\.| – )/,
    },
  },
  'forest is told beside ground outside the infill areas': {
    input: { pog: pog({ in_ouz: false }), soil: soil(['LsIV', 96], ['RIVa', 4]) },
    says: {
      en: /outside the infill areas \(OUZ\)\. [^;]*; beside that: 96 % \(960 m²\) of the parcel is forest land(\.| – )/,
      pl: /; ponadto: grunt leśny zajmuje 96% \(960 m²\) działki(\.| – )/,
    },
  },
  'forest that alone refuses the decision is told once': {
    input: { soil: soil(['LsIV', 100]) },
    says: {
      en: /; the parcel is forest land\. (?!Beside)/,
      pl: /; działka jest gruntem leśnym\. (?!Ponadto)/,
    },
  },
  'forest under a plan that governs is no bar of a decision': {
    input: { ...FOREST_PLAN, soil: soil(['LsIV', 100]) },
    says: { en: /^No building/, pl: /^Nie można/ },
    never: { en: /forest land/, pl: /gruntem leśnym/ },
  },
  'a zone on the whole parcel has no share, whatever divides the ground': {
    input: {
      parts: [part(60, { zone: 'SO', in_ouz: true }), part(40, { zone: 'SO', in_ouz: null })].map((one) => ({
        ...one,
        m2: null,
      })),
    },
    says: { en: /; zone SO has no general building function\./, pl: /; strefa SO nie ma ogólnej/ },
  },
  'a zone on the whole parcel has no share, whatever a reserve divides': {
    input: {
      parts: [part(60, { zone: 'SC', in_reserve: true }), part(40, { zone: 'SC' })],
      protected: forms('rezerwat'),
      form_shares_pct: [60],
    },
    use: 'house',
    says: { en: /a single-family house does not fit zone SC[;.]/, pl: /strefa SC: profil nie obejmuje/ },
  },
  'a parcel that is open throughout is told as a whole, by several symbols too': {
    input: {
      mpzp: mpzp({ symbol: '11MN' }),
      parts: [part(84, { plan: { symbol: '11MN' } }), part(16, { plan: { symbol: '2U' } })],
    },
    says: {
      en: /^The local plan provides for building on the whole parcel \(11MN on 840 m² and 2U on 160 m²\)/,
      pl: /^Plan miejscowy przewiduje zabudowę na całej działce \(11MN na 840 m² i 2U na 160 m²\)/,
    },
  },
  'a parcel that a decision opens throughout is told as a whole': {
    input: { parts: [part(84), part(16, { zone: 'SU' })] },
    says: {
      en: /^Building can be applied for on the whole parcel \(SJ in OUZ on 840 m² and SU in OUZ on 160 m²\)/,
      pl: /^O warunki zabudowy można wystąpić dla całej działki \(SJ w OUZ na 840 m² i SU w OUZ na 160 m²\)/,
    },
  },
  'ground that its zone and the infill areas shut is told with each bar': {
    input: {
      parts: [
        part(50, { zone: 'SP', in_ouz: false }),
        part(30, { zone: 'SO', in_ouz: false }),
        part(20, { zone: 'SU' }),
      ],
    },
    use: 'production',
    says: {
      en: /; a production building does not fit zones SO on 300 m² and SU on 200 m²; 800 m² \(SP on 500 m² and SO on 300 m²\) lie outside the infill areas \(OUZ\)\./,
      pl: /; strefy SO na 300 m² i SU na 200 m²: profil .*; 800 m² \(SP na 500 m² i SO na 300 m²\) leży poza obszarem uzupełnienia/,
    },
  },
  'zones that shut the whole parcel leave the ground outside infill areas to be told': {
    input: { parts: [part(90, { zone: 'SK', in_ouz: false }), part(10, { zone: 'SU' })] },
    use: 'multi_family',
    says: {
      en: /multi-family housing does not fit zones SK on 900 m² and SU on 100 m²; 900 m² \(SK\) lie outside the infill areas \(OUZ\)\./,
      pl: /strefy SK na 900 m² i SU na 100 m²: profil .*; 900 m² \(SK\) leży poza/,
    },
  },
  'a restriction of a use is named': {
    input: { pog: pog({ zone_symbol: 'SW' }) },
    use: 'house',
    says: {
      en: /; conditions: SW: a single-family house fits only if the gmina added it to the profile(\.| – )/,
      pl: /; warunki: SW: dom jednorodzinny jest dopuszczalny tylko wtedy, gdy gmina dodała go do profilu dodatkowego(\.| – )/,
    },
  },
  'what must be known first is a question': {
    input: { mpzp: unknown('mpzp') },
    says: {
      en: /^It cannot be said whether one can build; to find out first: whether a local plan covers the parcel\./,
      pl: /^Nie można powiedzieć, czy budowa jest możliwa; najpierw do ustalenia: czy działka jest objęta planem miejscowym\./,
    },
  },
  'a road that does not adjoin leaves a question, also with a pass': {
    input: NEAR,
    says: {
      en: /; no obstacle is recorded\. [^;]*; to find out: whether the parcel reaches the public road and, if not, the legal right to use the strip in between(\.| – )/,
      pl: /; rejestry nie wykazują przeszkód\. [^;]*; do ustalenia: czy działka sięga drogi publicznej, a jeśli nie, tytuł prawny/,
    },
  },
  'two bars on one piece of ground beside a plan are one': {
    input: {
      mpzp: mpzp({ symbol: '4R', share_pct: 40 }),
      parts: [part(60, { zone: 'SC', in_ouz: false }), part(40, { plan: { symbol: '4R' } })],
    },
    says: {
      en: /; beside that: 600 m² \(SC\) lie outside the infill areas \(OUZ\) and zone SC has no general building function(\.| – )/,
      pl: /; ponadto: 600 m² \(SC\) leży poza obszarem uzupełnienia zabudowy \(OUZ\), a strefa SC nie ma ogólnej funkcji zabudowy(\.| – )/,
    },
    never: { en: /the other/, pl: /pozostała/ },
  },
  'two bars on one piece of ground are one for a use too': {
    input: {
      mpzp: mpzp({ symbol: '4ZP', share_pct: 40 }),
      parts: [
        part(35, { zone: 'SC', in_ouz: false }),
        part(25, { zone: 'SJ', in_ouz: false }),
        part(40, { plan: { symbol: '4ZP' } }),
      ],
    },
    use: 'farmstead',
    says: {
      en: /: 600 m² \(SC on 350 m² and SJ on 250 m²\) lie outside the infill areas \(OUZ\) and a farmstead does not fit zones SC and SJ; /,
      pl: /: 600 m² \(SC na 350 m² i SJ na 250 m²\) leży poza obszarem uzupełnienia zabudowy \(OUZ\), a profil tych stref nie obejmuje takiej zabudowy \(.*\); /,
    },
    never: { en: /the other/, pl: /pozostała/ },
  },
  'forest outside the infill areas is told to lie outside': {
    input: {
      mpzp: mpzp({ share_pct: 40 }),
      parts: [part(60, { zone: 'SO', in_ouz: false }), part(40, { plan: { symbol: '1MN' } })],
      soil: soil(['LsV', 100]),
    },
    says: {
      en: /, not on 600 m² \(SO outside OUZ\)/,
      pl: /, nie na 600 m² \(SO poza OUZ\)/,
    },
    never: { en: /\(forest|forest land/, pl: /\(las|gruntem leśnym/ },
  },
  'forest under a local plan that provides for building': {
    input: { mpzp: mpzp(), soil: soil(['LsV', 60], ['RIVa', 40]) },
    says: {
      en: /needed as well: a decision excluding the forest \(60 % of the parcel, 600 m²\), as far as it is built on, from forest production before the building permit/i,
      pl: /potrzebna jest też decyzja zezwalająca na wyłączenie z produkcji gruntów leśnych \(60% działki, 600 m²\)/i,
    },
    never: { en: /stays out/, pl: /wyłączony/ },
  },
  'forest under a farmstead is changed into farmland': {
    input: { mpzp: mpzp({ symbol: '2RM' }), soil: soil(['LsV', 100]) },
    says: {
      en: /a decision changing the forest \(the whole parcel\), as far as it is built on, into farmland/,
      pl: /decyzja o zmianie gruntów leśnych \(cała działka\), w części zajmowanej pod zabudowę, na użytek rolny/,
    },
  },
  'forest that a local plan keeps needs no decision': {
    input: { ...FOREST_PLAN, soil: soil(['LsV', 100]) },
    says: { en: /^No building/, pl: /^Nie można/ },
    never: { en: /forest production/, pl: /produkcji/ },
  },
  'forest and farmland without areas speak': {
    input: {
      mpzp: mpzp({ symbol: null }),
      soil: unknown('soil'),
      soil_symbols: ['LsV', 'RIIIa', 'RIVa'],
    },
    says: {
      en: /needed as well: a decision excluding the farmland of classes I–III \(its area is not recorded\), as far as it is built on, .*; a decision excluding the forest \(its area is not recorded\)/i,
      pl: /klas I–III \(ich powierzchni nie zapisano\).*; decyzja .* gruntów leśnych \(ich powierzchni nie zapisano\)/,
    },
  },
  'ground that no general plan opens says so, forest or not': {
    input: {
      pog: pog({ status: 'none', effective_from: null, zone_symbol: null, zones: [], in_ouz: null }),
      mpzp: mpzp({ share_pct: 40 }),
      parts: [part(60, { zone: null, in_ouz: null }), part(40, { plan: { symbol: '1MN' } })],
      soil: soil(['LsV', 100]),
    },
    says: {
      en: /, not on 600 m² \(no general plan in force\)/,
      pl: /, nie na 600 m² \(brak obowiązującego planu ogólnego\)/,
    },
    never: { en: /filed by/, pl: /wnioski złożone/ },
  },
  'a form whose share is not known lies on the parcel': {
    input: { protected: forms('uzytek_ekologiczny'), form_shares_pct: [null] },
    says: {
      en: /nature protection: ecological site Name of uzytek_ekologiczny on the parcel/,
      pl: /ochrona przyrody: użytek ekologiczny Name of uzytek_ekologiczny na działce/,
    },
  },
  'forest that an infill area reaches is told to be forest': {
    input: {
      mpzp: mpzp({ share_pct: 40 }),
      parts: [part(35), part(25, { zone: 'SO', in_ouz: false }), part(40, { plan: { symbol: '1MN' } })],
      soil: soil(['LsV', 100]),
    },
    says: { en: /, not on 600 m² \(forest\)/, pl: /, nie na 600 m² \(las\)/ },
  },
  'zones that shut ground are told by themselves, where nothing is known of the infill areas': {
    input: {
      mpzp: unknown('mpzp'),
      parts: [
        part(40, { plan: 'unknown', zone: 'SW', in_ouz: null }),
        part(35, { plan: 'unknown', zone: 'SU', in_ouz: null }),
        part(25, { plan: 'unknown', zone: 'SP', in_ouz: null }),
      ],
    },
    use: 'house',
    says: {
      en: /; a single-family house does not fit zones SU on 350 m² and SP on 250 m²[. ]/,
      pl: /; strefy SU na 350 m² i SP na 250 m²: profil nie obejmuje takiej zabudowy \(dom jednorodzinny\)[. ]/,
    },
    never: { en: /no zoning decision|OUZ not known/, pl: /bez decyzji|OUZ nieznany/ },
  },
  'ground outside the infill areas is told beside ground that zones shut': {
    input: {
      parts: [
        part(40, { in_ouz: null }),
        part(35, { zone: 'SO', in_ouz: null }),
        part(25, { in_ouz: false }),
      ],
    },
    says: {
      en: /zone SO on 350 m² has no general building function; no zoning decision on 250 m² \(SJ outside OUZ\)/,
      pl: /strefa SO na 350 m² nie ma ogólnej funkcji zabudowy; bez decyzji o warunkach zabudowy na 250 m² \(SJ poza OUZ\)/,
    },
  },
  'ground that fits outside the infill areas is a bar beside zones that are shut': {
    input: {
      parts: [part(40, { zone: 'SP', in_ouz: false }), part(35, { zone: 'SW' }), part(25, { zone: 'SU' })],
    },
    use: 'production',
    says: {
      en: /; a production building does not fit zones SW on 350 m² and SU on 250 m²; 400 m² \(SP\) lie outside the infill areas \(OUZ\)\./,
      pl: /; strefy SW na 350 m² i SU na 250 m²: .*; 400 m² \(SP\) leży poza obszarem uzupełnienia zabudowy \(OUZ\)\./,
    },
  },
  'a zone that is not published is not named outside the infill areas': {
    input: { parts: [part(60, { zone: 'SO' }), part(40, { zone: null, in_ouz: false })] },
    says: {
      en: /zone SO on 600 m² has no general building function; 400 m² lie outside the infill areas \(OUZ\)\./,
      pl: /strefa SO na 600 m² nie ma ogólnej funkcji zabudowy; 400 m² leży poza obszarem uzupełnienia zabudowy \(OUZ\)\./,
    },
  },
  'a zone that is shut is a bar where other ground lies outside the infill areas too': {
    input: { parts: [part(80, { zone: 'SC', in_ouz: false }), part(20, { zone: 'SP', in_ouz: false })] },
    says: {
      en: /; zone SC on 800 m² has no general building function; the ground lies outside the infill areas \(OUZ\)\./,
      pl: /; strefa SC na 800 m² nie ma ogólnej funkcji zabudowy; teren leży poza obszarem uzupełnienia zabudowy \(OUZ\)\./,
    },
  },
  'forest throughout hides no other bar': {
    input: {
      parts: [part(80, { zone: 'SR', in_ouz: false }), part(20, { zone: 'SZ' })],
      soil: soil(['LsIV', 100]),
    },
    says: {
      en: /; 800 m² \(SR\) lie outside the infill areas \(OUZ\); the parcel is forest land\./,
      pl: /; 800 m² \(SR\) leży poza obszarem uzupełnienia zabudowy \(OUZ\); działka jest gruntem leśnym\./,
    },
  },
  'forest on a part is named where nothing can be applied for': {
    input: { pog: pog({ in_ouz: false }), soil: soil(['LsIV', 37], ['RIV', 63]), area_m2: 1_000 },
    says: {
      en: /; beside that: 37 % \(370 m²\) of the parcel is forest and stays out/,
      pl: /; ponadto: las zajmuje 37% \(370 m²\) działki i jest wyłączony/,
    },
  },
  'of very many zones the largest are named, and the others with their ground': {
    input: {
      parts: ['SN', 'SC', 'SG', 'SO', 'SK', 'SI'].map((zone, at) =>
        part(at === 0 ? 50 : 10, { zone, in_ouz: false }),
      ),
    },
    use: 'house',
    says: {
      en: /does not fit zones SN on 500 m², SC on 100 m² and 4 more on 400 m² together; the ground lies outside/,
      pl: /strefy SN na 500 m², SC na 100 m² i jeszcze 4 na 400 m² łącznie: profil/,
    },
  },
  'a use that a local plan allows within limits': {
    input: { mpzp: mpzp({ symbol: '1MN' }) },
    use: 'services',
    says: {
      en: /^For a service building, the local plan allows it within limits on the whole parcel \(1MN\)\. Conditions: 1MN: a service building fits only beside single-family housing, within the limits of the plan/,
      pl: /^Dla budynku usługowego – plan miejscowy przewiduje taką zabudowę z ograniczeniami na całej działce \(1MN\)\. Warunki: 1MN: budynek usługowy jest dopuszczalny tylko obok zabudowy jednorodzinnej według planu/,
    },
    never: { en: /profile/, pl: /profil/ },
  },
  'a use that it allows as such': {
    input: { mpzp: mpzp({ symbol: '1U' }) },
    use: 'services',
    says: { en: /the local plan allows it on the whole/, pl: /przewiduje taką zabudowę na całej/ },
  },
  'a use that it allows within limits on a part': {
    input: {
      mpzp: mpzp({ symbol: '1MN' }),
      parts: [part(60, { plan: { symbol: '1MN' } }), part(40, { plan: { symbol: '2U' } })],
    },
    use: 'services',
    says: {
      en: /the local plan allows it, in part within limits, on /,
      pl: /taką zabudowę, częściowo z ograniczeniami, na /,
    },
  },
  'a use that fits nowhere': {
    input: { pog: pog({ zone_symbol: 'SO' }) },
    use: 'production',
    says: {
      en: /^For a production building, nothing can be applied for: no local plan is in force; a production building does not fit zone SO\./,
      pl: /^Dla budynku produkcyjnego – nie można wystąpić o zgodę na nową zabudowę: /,
    },
  },
};

describe('the summary', () => {
  for (const [name, { input, use, says, never }] of Object.entries(SUMMARIES)) {
    for (const language of ['en', 'pl'] as const) {
      it(`${name} (${language})`, () => {
        const { summary } = assess(input, language, use);
        assert.match(summary, says[language]);
        if (never) assert.doesNotMatch(summary, never[language]);
      });
    }
  }
});

describe('words of details', () => {
  it('services are in the basic profile of SW, a house is not', () => {
    const input = { pog: pog({ zone_symbol: 'SW' }) };
    assert.match(
      detailOf('pog_zone', input, 'en', 'services'),
      /a service building fits only within the profile of multi-family/,
    );
    assert.match(
      detailOf('pog_zone', input, 'en', 'house'),
      /fits only if the gmina added it to the profile/,
    );
    assert.match(
      detailOf('pog_zone', input, 'pl', 'services'),
      /budynek usługowy jest dopuszczalny tylko w ramach profilu zabudowy wielorodzinnej/,
    );
  });

  for (const zone of ['SN', 'SC', 'SG', 'SO', 'SK'])
    it(`what zone ${zone} has no room for may be in its additional profile`, () => {
      const input = { pog: pog({ zone_symbol: zone }) };
      assert.match(
        detailOf('pog_zone', input, 'en', 'services'),
        /: a service building does not fit \(own facilities only; the gmina's additional profile may add some\)\.$/,
      );
      assert.match(
        detailOf('pog_zone', input, 'pl', 'farmstead'),
        /: zabudowa zagrodowa jest niedopuszczalna \(tylko własne obiekty; .*\)\.$/,
      );
    });

  it('plans of one title are told apart by their days, or by their ids', () => {
    const plan = { plan_id: 'a', name: 'Plan Wola', adopted_on: '2012-03-01', resolution_url: null };
    const named = (effective_from: string | null) =>
      detailOf(
        'mpzp_status',
        {
          mpzp: mpzp({ symbol: null, plans: [plan, { ...plan, plan_id: 'b' }] }),
          local_plans: [
            { plan_id: 'a', effective_from: '2012-05-04' },
            { plan_id: 'b', effective_from },
          ],
        },
        'en',
      );
    assert.match(named('2019-01-31'), /\(Plan Wola, since 2012-05-04; Plan Wola, since 2019-01-31\)/);
    assert.match(named('2012-05-04'), /since 2012-05-04, a; Plan Wola, since 2012-05-04, b\)/);
    assert.match(named(null), /\(Plan Wola, since 2012-05-04; Plan Wola\)/);
  });

  it('a plan that an amendment replaced here is not told, neither its day nor its text', () => {
    const plan = (plan_id: string) => ({
      plan_id,
      name: 'Plan Wola',
      adopted_on: '2012-03-01',
      resolution_url: `https://example.org/${plan_id}.pdf`,
    });
    const input = {
      mpzp: mpzp({ plans: [plan('later'), plan('older')] }),
      local_plans: [{ plan_id: 'later', effective_from: '2024-02-09' }],
    };
    assert.equal(
      detailOf('mpzp_status', input, 'en'),
      'Local plan in force since 2024-02-09: 1MN – housing. Plan Wola.',
    );
    assert.match(detailOf('mpzp_params', input, 'en'), /\(https:\/\/example\.org\/later\.pdf\)/);
  });

  it('parameters of a plan do not apply where none is in force and no decision can set any', () => {
    const input = { mpzp: noMpzp(), pog: pog({ in_ouz: false }) };
    assert.match(detailOf('mpzp_params', input, 'en'), /^Does not apply: no local plan is in force/);
    assert.match(detailOf('mpzp_params', input, 'pl'), /^Nie dotyczy: plan miejscowy nie obowiązuje/);
  });

  it('forest beside a local plan is decided by the plan within it alone', () => {
    const input = {
      mpzp: mpzp({ symbol: '1MN', share_pct: 40 }),
      parts: [part(60, { in_ouz: false }), part(40, { plan: { symbol: '1MN' } })],
      soil: soil(['LsIV', 100]),
    };
    assert.match(
      detailOf('mpzp_status', input, 'en'),
      /Forest \(Ls\) covers 100 % of the parcel: where it lies in the local plan, the plan decides what may be built, .*; outside the plan it excludes a zoning decision\.$/,
    );
    assert.match(
      detailOf('mpzp_status', input, 'pl'),
      /Grunty leśne \(Ls\) zajmują 100% działki: w granicach planu miejscowego o zabudowie rozstrzyga ten plan, .*; poza planem wykluczają decyzję o warunkach zabudowy\.$/,
    );
    assert.match(
      assess(input).summary,
      /a decision excluding the forest \(40 % of the parcel, 400 m²\) within the local plan, as far as it is built on, from/,
    );
    assert.match(
      assess(input, 'pl').summary,
      /gruntów leśnych \(40% działki, 400 m²\) w granicach planu miejscowego/,
    );
    const some = { ...input, soil: soil(['LsIV', 60], ['RIV', 40]) };
    assert.match(
      assess(some).summary,
      /the forest \(60 % of the parcel, 600 m²\), where it lies within the local plan, as far as it is built on, from/,
    );
    assert.match(
      assess(some, 'pl').summary,
      /\(60% działki, 600 m²\), o ile leżą w granicach planu miejscowego/,
    );
  });

  it('a use that several zones exclude is named before their parts, and in the words of the summary', () => {
    const input = {
      mpzp: noMpzp(),
      parts: [part(90, { zone: 'SI', in_ouz: false }), part(10, { zone: 'SP', in_ouz: false })],
    };
    assert.match(
      detailOf('pog_zone', input, 'en', 'house'),
      /^A single-family house does not fit zones SI and SP\. Zones by part: SI outside OUZ/,
    );
    assert.match(
      detailOf('pog_zone', input, 'pl', 'house'),
      /^Strefy SI i SP: profil nie obejmuje takiej zabudowy \(dom jednorodzinny\)\. Strefy na częściach działki: /,
    );
    assert.match(
      detailOf('mpzp_status', input, 'en', 'services'),
      /no zoning-decision route: a service building does not fit zone SI on 900 m²; the ground lies outside the infill areas \(OUZ\)\.$/,
    );
  });
});

describe('square metres in words', () => {
  it('are those of the parts, each rounded by itself', () => {
    const sizes = [2295.51, 2290.52, 2053.53, 1000.56];
    const area_m2 = sizes.reduce((sum, size) => sum + size, 0);
    const designated = ['11MN', '2U', '6ZP', '3R'].map((symbol, at) =>
      part((100 * (sizes[at] ?? 0)) / area_m2, { m2: sizes[at] ?? 0, plan: { symbol } }),
    );
    const { summary, parts } = assess({ mpzp: mpzp({ symbol: '11MN' }), parts: designated });
    assert.match(summary, /on 4,586 m² \(11MN on 2,296 m² and 2U on 2,291 m²\)/);
    assert.deepEqual(
      parts.map(({ m2 }) => m2),
      sizes,
    );
  });
});
