// What is said of what is loaded, one entry a sentence.

import { sentence, words } from '../../contract/language.ts';
import { counted, countedPl } from './measures.ts';

interface LoadedPowiat {
  readonly name: string;
  readonly code: string;
  /** How many obręby of it are loaded; null for all. */
  readonly obreby: number | null;
}

/** More are counted and not named. */
const MOST_NAMED = 10;

export const CORPUS_NOTES = {
  nothing: words('No powiat is loaded.', 'Nie wczytano żadnego powiatu.'),
  loaded: sentence(
    (powiaty: readonly LoadedPowiat[], total: number, where: string) => {
      const named = powiaty.map(({ name, code, obreby }) => {
        const part = obreby === null ? '' : ` in part, ${counted(obreby, 'obręb', 'obręby')}`;
        return `${name} (${code})${part}`;
      });
      return `Loaded: ${powiaty.length} of ${total} powiaty of ${where}${powiaty.length <= MOST_NAMED ? `: ${named.join(', ')}` : ''}. Elsewhere candidates have held: false.`;
    },
    (powiaty, total, where) => {
      const named = powiaty.map(({ name, code, obreby }) => {
        const part = obreby === null ? '' : ` częściowo, ${countedPl(obreby, 'obręb', 'obręby', 'obrębów')}`;
        return `${name} (${code})${part}`;
      });
      return `Wczytane powiaty: ${powiaty.length} z ${total} (${where})${powiaty.length <= MOST_NAMED ? `: ${named.join(', ')}` : ''}. Gdzie indziej kandydaci mają held: false.`;
    },
  ),
} as const;
