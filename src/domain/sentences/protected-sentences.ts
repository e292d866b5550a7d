// What the check of nature protection says, one entry a sentence: each form by name, and what it means for building. English.

import type { ProtectedValue } from '../../contract/layers.ts';

type FormType = ProtectedValue['forms'][number]['type'];

const BY_COUNCIL = 'bans are chosen by the gmina council and may include changing the use of land';
const BY_ASSEMBLY =
  'bans are chosen by the regional assembly, typically new buildings within 100 m of waters';
const NATURA_2000 = "what may significantly harm the site's aims is banned; an assessment may be needed";

const FORM_WORDS: { readonly [T in FormType]: readonly [label: string, rule: string] } = {
  rezerwat: ['nature reserve', "building is banned except for the reserve's own purposes"],
  park_narodowy: [
    'national park',
    'building is banned except on land under landscape protection, which is not published',
  ],
  natura2000_oso: ['Natura 2000 bird area', NATURA_2000],
  natura2000_soo: ['Natura 2000 habitat area', NATURA_2000],
  park_krajobrazowy: ['landscape park', BY_ASSEMBLY],
  obszar_chronionego_krajobrazu: ['protected landscape area', BY_ASSEMBLY],
  uzytek_ekologiczny: ['ecological site', BY_COUNCIL],
  zespol_przyrodniczo_krajobrazowy: ['nature and landscape complex', BY_COUNCIL],
  stanowisko_dokumentacyjne: ['documentation site', BY_COUNCIL],
  pomnik_przyrody: ['nature monument', 'the object is protected'],
};

export const PROTECTED = {
  inside: (type: FormType, name: string) => `Inside ${FORM_WORDS[type][0]} ${name}: ${FORM_WORDS[type][1]}.`,
  touches: (type: FormType, name: string) =>
    `Its edge touches ${FORM_WORDS[type][0]} ${name}, which is not counted.`,
  none: () => 'No form of nature protection covers the parcel.',
  agreedByDirector: () => 'The regional director for environmental protection agrees the zoning decision.',
  agreedByPark: () => 'The park director agrees the zoning decision.',
} as const;
