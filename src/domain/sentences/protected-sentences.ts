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

export const PROTECTED = {
  inside: sentence(
    ({ type, name }: ProtectedForm, ground: Measure | null) =>
      `${type === 'pomnik_przyrody' ? 'On the parcel:' : 'Inside'} ${FORM_WORDS[type][0].en} ${name}${type === 'pomnik_przyrody' || ground === null ? '' : ` on ${en.shareAndSize(ground)}`}: ${FORM_WORDS[type][1].en}.`,
    ({ type, name }, ground) =>
      `${type === 'pomnik_przyrody' ? 'Na działce' : ground === null ? 'Działkę obejmuje' : `Na ${pl.shareAndSize(ground)} działki`}: ${FORM_WORDS[type][0].pl} ${name}; ${FORM_WORDS[type][1].pl}.`,
  ),
  touches: sentence(
    ({ type, name }: ProtectedForm) =>
      `Its edge touches ${FORM_WORDS[type][0].en} ${name}, which is not counted.`,
    ({ type, name }) => `Skraju działki dotyka ${FORM_WORDS[type][0].pl} ${name}, co pominięto w ocenie.`,
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
