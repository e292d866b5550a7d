// What the check of nature protection says, one entry a sentence: each form by name, and what it means for building.

import { type Bilingual, bilingual, sentence } from '../../contract/language.ts';
import type { ProtectedValue } from '../../contract/layer-values.ts';
import { en, type Measure, pl } from './measures.ts';

export type ProtectedForm = Pick<ProtectedValue['forms'][number], 'type' | 'name'>;
type FormType = ProtectedForm['type'];

const BY_COUNCIL = bilingual(
  'bans are chosen by the gmina council and may include changing the use of land',
  'zakazy ustala rada gminy, mogą obejmować zmianę sposobu użytkowania ziemi',
);
const BY_ASSEMBLY = bilingual(
  'bans are chosen by the regional assembly, typically new buildings within 100 m of waters',
  'zakazy ustala sejmik województwa, zwykle dotyczą nowych budynków w pasie 100 m od wód',
);
const NATURA_2000 = bilingual(
  "what may significantly harm the site's aims is banned; an assessment may be needed",
  'zakazane jest to, co może znacząco negatywnie oddziaływać na cele ochrony obszaru; może być potrzebna ocena',
);

/** What each form is called, and what it means for building. */
export const FORM_WORDS: { readonly [T in FormType]: readonly [label: Bilingual, rule: Bilingual] } = {
  rezerwat: [
    bilingual('nature reserve', 'rezerwat przyrody'),
    bilingual(
      "building is banned except for the reserve's own purposes",
      'zakaz zabudowy poza obiektami służącymi celom rezerwatu',
    ),
  ],
  park_narodowy: [
    bilingual('national park', 'park narodowy'),
    bilingual(
      'building is banned except on land under landscape protection, which is not published',
      'zakaz zabudowy poza obszarami objętymi ochroną krajobrazową, których się nie publikuje',
    ),
  ],
  natura2000_oso: [
    bilingual('Natura 2000 bird area', 'obszar specjalnej ochrony ptaków Natura 2000'),
    NATURA_2000,
  ],
  natura2000_soo: [
    bilingual('Natura 2000 habitat area', 'specjalny obszar ochrony siedlisk Natura 2000'),
    NATURA_2000,
  ],
  park_krajobrazowy: [bilingual('landscape park', 'park krajobrazowy'), BY_ASSEMBLY],
  obszar_chronionego_krajobrazu: [
    bilingual('protected landscape area', 'obszar chronionego krajobrazu'),
    BY_ASSEMBLY,
  ],
  uzytek_ekologiczny: [bilingual('ecological site', 'użytek ekologiczny'), BY_COUNCIL],
  zespol_przyrodniczo_krajobrazowy: [
    bilingual('nature and landscape complex', 'zespół przyrodniczo-krajobrazowy'),
    BY_COUNCIL,
  ],
  stanowisko_dokumentacyjne: [bilingual('documentation site', 'stanowisko dokumentacyjne'), BY_COUNCIL],
  pomnik_przyrody: [
    bilingual('nature monument', 'pomnik przyrody'),
    bilingual('the object is protected', 'obiekt jest chroniony'),
  ],
};

/** How a register may write what a form is before its name. */
const NAMED_AS: { readonly [T in FormType]: RegExp } = {
  rezerwat: /^rezerwat/i,
  park_narodowy: /park narodowy/i,
  natura2000_oso: /natura 2000/i,
  natura2000_soo: /natura 2000/i,
  park_krajobrazowy: /park krajobrazowy/i,
  obszar_chronionego_krajobrazu: /obszar chronionego krajobrazu/i,
  uzytek_ekologiczny: /^użytek/i,
  zespol_przyrodniczo_krajobrazowy: /^zespół/i,
  stanowisko_dokumentacyjne: /^stanowisko/i,
  pomnik_przyrody: /^pomnik/i,
};

/** What a form is and its name, once: names often say it themselves. */
export const FORM_NAME = sentence(
  ({ type, name }: ProtectedForm) => {
    const label = FORM_WORDS[type][0].en;
    return NAMED_AS[type].test(name) ? `${name} (${label})` : `${label} ${name}`;
  },
  ({ type, name }) => (NAMED_AS[type].test(name) ? name : `${FORM_WORDS[type][0].pl} ${name}`),
);

const WITHIN_PL: { readonly [T in FormType]?: string } = {
  rezerwat: 'w rezerwacie przyrody',
  park_narodowy: 'w parku narodowym',
};

/** in nature reserve X; in Kampinoski Park Narodowy (national park). A Polish name that says what it is cannot be declined. */
export const WITHIN_FORM = sentence(
  (form: ProtectedForm) => `in ${FORM_NAME.en(form)}`,
  ({ type, name }) => {
    const within = NAMED_AS[type].test(name) ? undefined : WITHIN_PL[type];
    return within === undefined ? `na obszarze: ${FORM_NAME.pl({ type, name })}` : `${within} ${name}`;
  },
);

/** How much of the parcel a form takes; unmeasured where its share says nothing: a tree, a spot within a large parcel. */
export type FormExtent = Measure | 'whole' | 'unmeasured';

export interface FormHere extends ProtectedForm {
  readonly ground: FormExtent;
}

export const PROTECTED = {
  inside: sentence(
    (form: FormHere) => {
      const { type, ground } = form;
      const rule = FORM_WORDS[type][1].en;
      if (type === 'pomnik_przyrody' || ground === 'unmeasured')
        return `On the parcel: ${FORM_NAME.en(form)}: ${rule}.`;
      return ground === 'whole'
        ? `Inside ${FORM_NAME.en(form)}: ${rule}.`
        : `Inside ${FORM_NAME.en(form)} on ${en.shareAndSize(ground)} of the parcel: ${rule}.`;
    },
    (form) => {
      const { type, ground } = form;
      const where =
        type === 'pomnik_przyrody' || ground === 'unmeasured'
          ? 'Na działce'
          : ground === 'whole'
            ? 'Działkę obejmuje'
            : `Na ${pl.shareAndSize(ground)} działki`;
      return `${where}: ${FORM_NAME.pl(form)}; ${FORM_WORDS[type][1].pl}.`;
    },
  ),
  touches: sentence(
    (form: ProtectedForm) => `Its edge touches ${FORM_NAME.en(form)}, which is not counted.`,
    (form) => `Skraju działki dotyka ${FORM_NAME.pl(form)}, co pominięto w ocenie.`,
  ),
  none: bilingual(
    'No form of nature protection covers the parcel.',
    'Działki nie obejmuje żadna forma ochrony przyrody.',
  ),
  agreedByDirector: bilingual(
    'The regional director for environmental protection agrees the zoning decision.',
    'Decyzję o warunkach zabudowy uzgadnia regionalny dyrektor ochrony środowiska.',
  ),
  agreedByPark: bilingual(
    'The park director agrees the zoning decision.',
    'Decyzję o warunkach zabudowy uzgadnia dyrektor parku.',
  ),
} as const;
