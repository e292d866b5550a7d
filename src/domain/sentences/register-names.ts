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
