// What is said of what is loaded, one entry a sentence.

import { bilingual, sentence } from '../../contract/language.ts';
import { counted, countedPl } from './measures.ts';

interface LoadedPowiat {
  readonly name: string;
  readonly code: string;
  /** Those of which parcels are loaded, where there are others; null for all of them. */
  readonly gminy: { readonly held: readonly string[]; readonly all: number } | null;
  /** How many obręby of it are loaded by themselves, or lacking where that is known; null for all of it. */
  readonly part: { readonly held: number; readonly lacking: number | null } | null;
}

/** More are counted and not named. */
const MOST_NAMED = 10;
const MOST_GMINY = 6;

const namesOf = (names: readonly string[]): string =>
  names.length > MOST_GMINY ? '' : `: ${names.join(', ')}`;

function nameLoaded({ name, code, gminy, part }: LoadedPowiat): string {
  const where = gminy
    ? `${name} (${code}) in part (${gminy.held.length} of ${gminy.all} gminy${namesOf(gminy.held)})`
    : `${name} (${code})`;
  if (part === null) return where;
  const { held, lacking } = part;
  return lacking === null
    ? `${where} in part, ${counted(held, 'obręb', 'obręby')}`
    : `${where}${gminy ? ',' : ''} without ${counted(lacking, 'obręb', 'obręby')}`;
}

function nameLoadedPl({ name, code, gminy, part }: LoadedPowiat): string {
  const obreby = (count: number) => countedPl(count, 'obręb', 'obręby', 'obrębów');
  const where = gminy
    ? `${name} (${code}) częściowo (gminy: ${gminy.held.length} z ${gminy.all}${namesOf(gminy.held)})`
    : `${name} (${code})`;
  if (part === null) return where;
  const { held, lacking } = part;
  return lacking === null ? `${where} częściowo, ${obreby(held)}` : `${where}, brakuje: ${obreby(lacking)}`;
}

export const CORPUS_NOTES = {
  nothing: bilingual('No powiat is loaded.', 'Nie wczytano żadnego powiatu.'),
  loaded: sentence(
    (powiaty: readonly LoadedPowiat[], total: number, where: string) =>
      `Loaded: ${powiaty.length} of ${total} powiaty of ${where}${powiaty.length <= MOST_NAMED ? `: ${powiaty.map(nameLoaded).join(', ')}` : ''}. Places elsewhere are recognised (held: false), but none of their parcels are loaded.`,
    (powiaty, total, where) =>
      `Wczytane powiaty: ${powiaty.length} z ${total} (${where})${powiaty.length <= MOST_NAMED ? `: ${powiaty.map(nameLoadedPl).join(', ')}` : ''}. Miejsca gdzie indziej są rozpoznawane (held: false), lecz ich działek nie wczytano.`,
  ),
} as const;
