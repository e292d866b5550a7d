// What is said of what is loaded, one entry a sentence.

import { bilingual, sentence } from '../../contract/language.ts';
import { counted, countedPl } from './measures.ts';

interface LoadedPowiat {
  readonly name: string;
  readonly code: string;
  /** How many obręby of it are loaded by themselves, or lacking where that is known; null for all of it. */
  readonly part: { readonly held: number; readonly lacking: number | null } | null;
}

/** More are counted and not named. */
const MOST_NAMED = 10;

export const CORPUS_NOTES = {
  nothing: bilingual('No powiat is loaded.', 'Nie wczytano żadnego powiatu.'),
  loaded: sentence(
    (powiaty: readonly LoadedPowiat[], total: number, where: string) => {
      const named = powiaty.map(({ name, code, part }) => {
        if (part === null) return `${name} (${code})`;
        const { held, lacking } = part;
        return lacking === null
          ? `${name} (${code}) in part, ${counted(held, 'obręb', 'obręby')}`
          : `${name} (${code}) without ${counted(lacking, 'obręb', 'obręby')}`;
      });
      return `Loaded: ${powiaty.length} of ${total} powiaty of ${where}${powiaty.length <= MOST_NAMED ? `: ${named.join(', ')}` : ''}. Places elsewhere are recognised (held: false), but none of their parcels are loaded.`;
    },
    (powiaty, total, where) => {
      const obreby = (count: number) => countedPl(count, 'obręb', 'obręby', 'obrębów');
      const named = powiaty.map(({ name, code, part }) => {
        if (part === null) return `${name} (${code})`;
        const { held, lacking } = part;
        return lacking === null
          ? `${name} (${code}) częściowo, ${obreby(held)}`
          : `${name} (${code}), brakuje: ${obreby(lacking)}`;
      });
      return `Wczytane powiaty: ${powiaty.length} z ${total} (${where})${powiaty.length <= MOST_NAMED ? `: ${named.join(', ')}` : ''}. Miejsca gdzie indziej są rozpoznawane (held: false), lecz ich działek nie wczytano.`;
    },
  ),
} as const;
