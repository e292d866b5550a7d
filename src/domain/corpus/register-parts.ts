// REGISTER_PARTS: registers that are published in parts, a file or a service type each. One part does not stand for another:
// "nothing here" needs all of them held for the place (law §3.6). Which of them a layer asks for, the layer says.

import { type Bilingual, bilingual, type Language } from '../../contract/language.ts';
import type { PROTECTED_FORMS } from '../../contract/layer-values.ts';
import { PART_NOTES } from '../sentences/layer-sentences.ts';
import type { SourceId } from './registers.ts';

export interface RegisterPart {
  /** As in scopes: flood_q100/14. */
  readonly part: string;
  /** In words, several of them. */
  readonly title: Bilingual;
  /** Another part that holds all of this one, too. */
  readonly within?: string;
}

/** Forms of nature protection by the types of the GDOŚ service. Monuments come as areas and as points, or all at once. */
export const GDOS_PARTS: readonly (RegisterPart & { readonly form: (typeof PROTECTED_FORMS)[number] })[] = [
  { part: 'ParkiNarodowe', title: bilingual('national parks', 'parki narodowe'), form: 'park_narodowy' },
  { part: 'Rezerwaty', title: bilingual('nature reserves', 'rezerwaty przyrody'), form: 'rezerwat' },
  {
    part: 'ParkiKrajobrazowe',
    title: bilingual('landscape parks', 'parki krajobrazowe'),
    form: 'park_krajobrazowy',
  },
  {
    part: 'ObszaryChronionegoKrajobrazu',
    title: bilingual('protected landscape areas', 'obszary chronionego krajobrazu'),
    form: 'obszar_chronionego_krajobrazu',
  },
  {
    part: 'ObszarySpecjalnejOchrony',
    title: bilingual('Natura 2000 bird areas', 'obszary specjalnej ochrony ptaków Natura 2000'),
    form: 'natura2000_oso',
  },
  {
    part: 'SpecjalneObszaryOchrony',
    title: bilingual('Natura 2000 habitat areas', 'specjalne obszary ochrony siedlisk Natura 2000'),
    form: 'natura2000_soo',
  },
  {
    part: 'UzytkiEkologiczne',
    title: bilingual('ecological sites', 'użytki ekologiczne'),
    form: 'uzytek_ekologiczny',
  },
  {
    part: 'ZespolyPrzyrodniczoKrajobrazowe',
    title: bilingual('nature and landscape complexes', 'zespoły przyrodniczo-krajobrazowe'),
    form: 'zespol_przyrodniczo_krajobrazowy',
  },
  {
    part: 'StanowiskaDokumentacyjne',
    title: bilingual('documentation sites', 'stanowiska dokumentacyjne'),
    form: 'stanowisko_dokumentacyjne',
  },
  {
    part: 'PomnikiPrzyrodyPowierzchniowe',
    title: bilingual('nature monuments drawn as areas', 'pomniki przyrody (powierzchniowe)'),
    within: 'PomnikiPrzyrody',
    form: 'pomnik_przyrody',
  },
  {
    part: 'PomnikiPrzyrodyPunktowe',
    title: bilingual('nature monuments drawn as points', 'pomniki przyrody (punktowe)'),
    within: 'PomnikiPrzyrody',
    form: 'pomnik_przyrody',
  },
];

const REGISTER_PARTS: { readonly [S in SourceId]?: readonly RegisterPart[] } = {
  flood: [
    { part: 'flood_q10', title: bilingual('areas of the 10 % flood', 'obszary powodzi 10%') },
    { part: 'flood_q100', title: bilingual('areas of the 1 % flood', 'obszary powodzi 1%') },
    { part: 'flood_q500', title: bilingual('areas of the 0.2 % flood', 'obszary powodzi 0,2%') },
    { part: 'flood_reach', title: bilingual('the mapped reach of rivers', 'zasięg map') },
  ],
  sopo: [
    { part: 'landslide', title: bilingual('landslides', 'osuwiska') },
    {
      part: 'landslide_threat',
      title: bilingual('areas threatened by mass movements', 'tereny zagrożone ruchami masowymi ziemi'),
    },
    { part: 'landslide_mapped', title: bilingual('the extent of the mapping', 'zasięg rozpoznania') },
  ],
  gdos: GDOS_PARTS,
};

/** None for a register that is loaded by place alone. */
export const partsOfRegister = (source: SourceId): readonly RegisterPart[] => REGISTER_PARTS[source] ?? [];

/** "Not held for this place: nature reserves, national parks." */
export const describeMissing = (missing: readonly RegisterPart[], language: Language): string =>
  PART_NOTES.missing[language](missing.map(({ title }) => title));
