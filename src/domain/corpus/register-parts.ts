// REGISTER_PARTS: registers that are published in parts, a file or a service type each. One part does not stand for another:
// "nothing here" needs all of them held for the place (law §3.6). Which of them a layer asks for, the layer says.

import type { PROTECTED_FORMS } from '../../contract/layers.ts';
import type { SourceId } from './registers.ts';

export interface RegisterPart {
  /** As in scopes: flood_q100/14. */
  readonly part: string;
  /** In words, several of them. */
  readonly title: string;
  /** Another part that holds all of this one, too. */
  readonly within?: string;
}

/** Forms of nature protection by the types of the GDOŚ service. Monuments come as areas and as points, or all at once. */
export const GDOS_PARTS: readonly (RegisterPart & { readonly form: (typeof PROTECTED_FORMS)[number] })[] = [
  { part: 'ParkiNarodowe', title: 'national parks', form: 'park_narodowy' },
  { part: 'Rezerwaty', title: 'nature reserves', form: 'rezerwat' },
  { part: 'ParkiKrajobrazowe', title: 'landscape parks', form: 'park_krajobrazowy' },
  {
    part: 'ObszaryChronionegoKrajobrazu',
    title: 'protected landscape areas',
    form: 'obszar_chronionego_krajobrazu',
  },
  { part: 'ObszarySpecjalnejOchrony', title: 'Natura 2000 bird areas', form: 'natura2000_oso' },
  { part: 'SpecjalneObszaryOchrony', title: 'Natura 2000 habitat areas', form: 'natura2000_soo' },
  { part: 'UzytkiEkologiczne', title: 'ecological sites', form: 'uzytek_ekologiczny' },
  {
    part: 'ZespolyPrzyrodniczoKrajobrazowe',
    title: 'nature and landscape complexes',
    form: 'zespol_przyrodniczo_krajobrazowy',
  },
  { part: 'StanowiskaDokumentacyjne', title: 'documentation sites', form: 'stanowisko_dokumentacyjne' },
  {
    part: 'PomnikiPrzyrodyPowierzchniowe',
    title: 'nature monuments drawn as areas',
    within: 'PomnikiPrzyrody',
    form: 'pomnik_przyrody',
  },
  {
    part: 'PomnikiPrzyrodyPunktowe',
    title: 'nature monuments drawn as points',
    within: 'PomnikiPrzyrody',
    form: 'pomnik_przyrody',
  },
];

const REGISTER_PARTS: { readonly [S in SourceId]?: readonly RegisterPart[] } = {
  flood: [
    { part: 'flood_q10', title: 'areas of the 10 % flood' },
    { part: 'flood_q100', title: 'areas of the 1 % flood' },
    { part: 'flood_q500', title: 'areas of the 0.2 % flood' },
    { part: 'flood_reach', title: 'the mapped reach of rivers' },
  ],
  sopo: [
    { part: 'landslide', title: 'landslides' },
    { part: 'landslide_threat', title: 'areas threatened by mass movements' },
    { part: 'landslide_mapped', title: 'the extent of the mapping' },
  ],
  gdos: GDOS_PARTS,
};

/** None for a register that is loaded by place alone. */
export const partsOfRegister = (source: SourceId): readonly RegisterPart[] => REGISTER_PARTS[source] ?? [];

/** "Not held for this place: nature reserves, national parks." */
export const describeMissing = (missing: readonly RegisterPart[]): string =>
  `Not held for this place: ${missing.map(({ title }) => title).join(', ')}.`;
