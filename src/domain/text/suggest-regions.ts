// Gminy of a powiat or a voivodeship that is being typed: "powiat pia". A region alone is nothing to ask about; what lies in it is.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { askGmina } from './ask-gmina.ts';
import { foldName } from './fold.ts';
import type { Fragment } from './suggest-fragments.ts';
import type { SuggestIndex } from './suggest-index.ts';

export function suggestInRegion(
  { region, typed, before }: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const nameOf = (gmina: Gmina) => (region === 'powiat' ? gmina.powiat_name : gmina.voivodeship_name);
  const { admin } = corpus;
  const voivodeship = corpus.language === 'pl' ? 'województwo' : 'voivodeship';
  const gminy = [...admin.gminy, ...admin.unloaded.gminy]
    .filter((gmina) => foldName(nameOf(gmina)).startsWith(typed))
    .map((gmina) => ({ gmina, held: corpus.holdsGmina(gmina) }))
    .sort((a, b) => Number(b.held) - Number(a.held) || a.gmina.name.localeCompare(b.gmina.name, 'pl'));
  return gminy.slice(0, limit).map(({ gmina, held }): Suggestion => {
    const lead = `gmina ${gmina.name}, ${region === 'powiat' ? 'powiat' : voivodeship} `;
    const centroid = held ? index.positionOfGmina(gmina, corpus) : null;
    return {
      kind: 'gmina',
      label: `${lead}${nameOf(gmina)}`,
      match: [[lead.length, lead.length + typed.length]],
      q: `${before} ${askGmina(gmina, corpus)}`.trim(),
      gmina_name: gmina.name,
      held,
      centroid,
    };
  });
}
