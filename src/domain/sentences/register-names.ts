// What sentences call a register: in a few words, and without the mark that a title may bear.

import { type Bilingual, bilingual, type Language } from '../../contract/language.ts';
import type { SourceRef } from '../../contract/sources.ts';
import type { SourceId } from '../corpus/registers.ts';

const REGISTRY = bilingual('Rejestr Urbanistyczny', 'Rejestr Urbanistyczny');

const NAMES: { readonly [S in SourceId]?: Bilingual } = {
  pog: REGISTRY,
  mpzp: REGISTRY,
  pog_fallback: bilingual('the third-party sweep', 'zestawienie podmiotu trzeciego'),
  mpzp_symbols: bilingual("the gmina's own publication", 'własna publikacja gminy'),
};

/** The title of a register that sentences do not name otherwise. */
export const registerName = ({ id, title }: Pick<SourceRef, 'id' | 'title'>, language: Language): string =>
  NAMES[id as SourceId]?.[language] ?? title;

/** What a register holds, in a word or two. */
export const REGISTER_SUBJECTS: { readonly [S in SourceId]: Bilingual } = {
  egib: bilingual('cadastre', 'ewidencja gruntów i budynków'),
  terc: bilingual('codes of units', 'kody jednostek'),
  prg: bilingual('boundaries of units', 'granice jednostek'),
  prg_addresses: bilingual('addresses', 'adresy'),
  pog: bilingual('general plans', 'plany ogólne'),
  pog_fallback: bilingual('general plans by a third party', 'plany ogólne podmiotu trzeciego'),
  mpzp: bilingual('local plans', 'plany miejscowe'),
  mpzp_symbols: bilingual('designations published by the gmina', 'przeznaczenia publikowane przez gminę'),
  flood: bilingual('flood maps', 'mapy powodziowe'),
  sopo: bilingual('landslides', 'osuwiska'),
  gdos: bilingual('nature protection', 'ochrona przyrody'),
  bdot10k: bilingual('topographic map', 'mapa topograficzna'),
  rwdz: bilingual('building permits', 'pozwolenia na budowę'),
  rcn: bilingual('prices', 'ceny'),
};
