// What sentences call a register: in a few words, and without the mark that a title may bear.

import type { SourceRef } from '../../contract/sources.ts';
import type { SourceId } from '../corpus/registers.ts';

const NAMES: { readonly [S in SourceId]?: string } = {
  pog: 'Rejestr Urbanistyczny',
  mpzp: 'Rejestr Urbanistyczny',
  pog_fallback: 'the third-party sweep',
  mpzp_symbols: "the gmina's own publication",
};

/** The title of a register that sentences do not name otherwise. */
export const registerName = ({ id, title }: Pick<SourceRef, 'id' | 'title'>): string =>
  NAMES[id as SourceId] ?? title;
