// Obręby while they are typed by their numbers: in a town that numbers them, and as the beginning of an id. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import { placeOf } from '../record.ts';
import { askGmina } from './ask-gmina.ts';
import type { Place } from './place.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { has } from './token.ts';
import { firstAtLeast } from './word-list.ts';

/** "Żyrardów 03", "Żyrardów obręb 3": obręby of a town that numbers them. */
export function obrebyNumbered(
  place: string,
  number: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const { tokens } = index.namesIn(place);
  // "obręb nr 5", not "obręb 10 5".
  const isSaid =
    has(tokens.at(-1), 'obreb') || (has(tokens.at(-2), 'obreb') && tokens.at(-1)?.isWord === true);
  if (!/^\d{1,4}$/.test(number) || !(isSaid || number.startsWith('0'))) return [];
  const begins = ({ id, name }: Obreb) =>
    (name ?? '').startsWith(number) ||
    id.slice(-4).startsWith(number) ||
    Number(id.slice(-4)) === Number(number);
  return suggestObreby(gminyIn(place, index), begins, number, index, corpus, limit);
}

/** "Żyrardów obręb ": all of them. */
export const obrebyOfGminy = (
  place: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] => suggestObreby(gminyIn(place, index), () => true, '', index, corpus, limit);

const gminyIn = (place: string, index: SuggestIndex): ReadonlySet<Gmina> =>
  new Set(
    index
      .namesIn(place)
      .spans.flatMap(({ hits }) =>
        (hits[0]?.places ?? []).flatMap((one) => (one.kind === 'gmina' ? [one.gmina] : [])),
      ),
  );

/** Obręby of some gminy, with their numbers. */
export const suggestObreby = (
  gminy: ReadonlySet<Gmina>,
  isMeant: (obreb: Obreb) => boolean,
  typed: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] =>
  [...gminy]
    .flatMap((gmina) =>
      corpus.admin
        .obrebyOf(gmina.teryt)
        .filter(isMeant)
        .map((obreb) => ({ gmina, obreb })),
    )
    .slice(0, limit)
    .map(({ gmina, obreb: { id, name } }): Suggestion => {
      const code = id.slice(-4);
      const shown = name ?? code;
      const held = corpus.holds(id);
      return {
        kind: 'obreb',
        label: `${shown}, obręb ${code}, gmina ${gmina.name}`,
        match: typed !== '' && shown.startsWith(typed) ? [[0, typed.length]] : [],
        q: askObreb({ id, name }, gmina, corpus),
        gmina_name: gmina.name,
        held,
        centroid: held ? index.positionOfObreb(id) : null,
      };
    });

/** By its name, or by its number where no other obręb of the gmina has that; else by its id. */
function askObreb({ id, name }: Obreb, gmina: Gmina, corpus: Corpus): string {
  const obreby = [...corpus.admin.obrebyOf(gmina.teryt)];
  const isAlone = (is: (obreb: Obreb) => boolean) => obreby.filter(is).length === 1;
  if (name !== null && /^\p{L}/u.test(name) && isAlone((other) => other.name === name))
    return `obręb ${name}, ${askGmina(gmina, corpus)}`;
  const code = id.slice(-4);
  return isAlone((other) => other.id.endsWith(`.${code}`))
    ? `obręb ${code}, ${askGmina(gmina, corpus)}`
    : `${id}.`;
}

/** In the order of their ids. */
export function obrebyFrom(prefix: string, index: SuggestIndex, corpus: Corpus, limit: number): Suggestion[] {
  const { obreb_ids } = index;
  const from = firstAtLeast(obreb_ids, prefix);
  const ids = obreb_ids.slice(from, from + limit).filter((id) => id.startsWith(prefix));
  return ids.map((id): Suggestion => {
    const { gmina_name, obreb_name } = placeOf(`${id}.1`, corpus.admin);
    const held = corpus.holds(id);
    return {
      kind: 'obreb',
      label: `${id} ${obreb_name ?? ''}, gmina ${gmina_name}`.replace(' ,', ','),
      match: [[0, prefix.length]],
      q: `${id}.`,
      gmina_name,
      held,
      centroid: held ? index.positionOfObreb(id) : null,
    };
  });
}

/** "Żyrardów obręb 02", "Mroków obręb 0010": of the gminy that are named, or in which the places lie, the obręb of that name, else those with that number. */
export function obrebyTold(
  spans: readonly { readonly places: readonly Place[] }[],
  told: string,
  { admin }: Corpus,
): string[] {
  const places = spans.flatMap((span) => span.places);
  const named = places.filter(({ kind }) => kind === 'gmina');
  const gminy = new Set(
    (named.length > 0 ? named : places).flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])),
  );
  const obreby = [...gminy].flatMap((teryt) => [...admin.obrebyOf(teryt)]);
  const byName = obreby.filter(({ name }) => name === told);
  const byNumber = obreby.filter(({ id }) => Number(id.slice(-4)) === Number(told));
  return (byName.length > 0 ? byName : byNumber).map(({ id }) => id);
}

/** "Piaseczno 2": of the gminy that are named, the obręby of that number that have no other name. */
export const obrebyUnnamed = (
  spans: readonly { readonly places: readonly Place[] }[],
  number: string,
  corpus: Corpus,
): string[] =>
  obrebyTold(spans, number, corpus).filter((id) => !/\p{L}/u.test(corpus.admin.obreby.get(id)?.name ?? ''));
