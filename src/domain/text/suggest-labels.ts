// How a completed name is shown, which of its letters were typed, and what asks for it. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { PlacedStreet } from './address-places.ts';
import { askGmina } from './ask-gmina.ts';
import { foldName } from './fold.ts';
import type { Fragment } from './suggest-fragments.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { isHeld, type NamedPlace, type RankedPlace } from './suggest-rank.ts';

/** What a label needs of what was typed. */
type TypedWords = Pick<Fragment, 'before' | 'typed' | 'parts'>;

/** A place as it is shown, and what asks for it. */
export function suggestedOf(
  { place, key, from }: RankedPlace,
  fragment: TypedWords,
  index: SuggestIndex,
  corpus: Corpus,
): Suggestion {
  const { lead, label, text, centroid, held } = describe(place, index, corpus);
  return {
    kind: place.kind,
    label,
    match: marksOf(place.name, key, from, fragment, lead.length),
    q: withBefore(fragment, text),
    gmina_name: place.kind === 'street' ? null : place.gmina.name,
    held,
    centroid,
  };
}

/** A street of the locality that stands before it. */
export const streetHere = (
  one: RankedPlace,
  { locality, centroid }: PlacedStreet,
  fragment: TypedWords,
): Suggestion => ({
  kind: 'street',
  label: `${one.place.name}, ${locality.name}`,
  match: marksOf(one.place.name, one.key, one.from, fragment, 0),
  q: `${fragment.before} ul. ${one.place.name}`,
  gmina_name: locality.gmina.name,
  held: true,
  centroid,
});

/** A street in one of its localities. */
export function placedStreet(
  { place: { name }, key, from }: RankedPlace,
  { locality, centroid }: PlacedStreet,
  fragment: TypedWords,
): Suggestion {
  const gmina_name = locality.gmina.name;
  return {
    kind: 'street',
    label: `ul. ${name}, ${locality.name}, gmina ${gmina_name}`,
    match: marksOf(name, key, from, fragment, 'ul. '.length),
    q: withBefore(fragment, `ul. ${name}, ${locality.name}, gm. ${gmina_name}`),
    gmina_name,
    held: true,
    centroid,
  };
}

/** What was typed before, but for the gmina that is said again with the name. */
function withBefore({ before }: TypedWords, text: string): string {
  if (before === '') return text;
  const [, gmina] = /gm\. (.+)$/u.exec(text) ?? [];
  const rest = gmina === undefined ? before : withoutGmina(before, gmina);
  return rest === '' ? text : `${rest} ${text}`;
}

function withoutGmina(before: string, gmina: string): string {
  const [, rest, name = ''] = /^(.*?)(?:(?<!\p{L})gm(?:\.|in\p{L})\s*)?([\p{L}\s-]+),?$/iu.exec(before) ?? [];
  if (rest === undefined) return before;
  const words = name.trim().split(/\s+/);
  for (let from = 0; from < words.length; from++) {
    if (foldName(words.slice(from).join(' ')) !== foldName(gmina)) continue;
    return [rest.trim(), ...words.slice(0, from)]
      .join(' ')
      .replace(/(?:^|\s)gm(?:\.|in\p{L})?$/iu, '')
      .trim();
  }
  return before;
}

/** The letters of a label that were typed; `lead` of them stand before the name. */
function marksOf(
  name: string,
  key: string,
  from: number,
  { typed, parts }: TypedWords,
  lead: number,
): [number, number][] {
  if (parts === undefined) return [markOf(name, key, from, typed, lead)];
  return parts
    .map((part) => markOf(name, key, ` ${key}`.indexOf(` ${part}`), part, lead))
    .sort(([a], [b]) => a - b);
}

export function markOf(
  name: string,
  key: string,
  from: number,
  typed: string,
  lead: number,
): [number, number] {
  const to = Math.min(key.length, from + typed.length);
  // Most names have as many letters as their keys, each in its place.
  if (name.length === key.length) return [lead + from, lead + to];
  const places = letterPlaces(name);
  return [lead + (places[from] ?? 0), lead + (places[to] ?? name.length)];
}

/** What asks for a place. */
export const askPlace = (place: NamedPlace, index: SuggestIndex, corpus: Corpus): string =>
  describe(place, index, corpus).text;

interface Description {
  readonly label: string;
  /** What to ask for. */
  readonly text: string;
  /** What stands before the name in the label. */
  readonly lead: string;
  readonly held: boolean;
  readonly centroid: Suggestion['centroid'];
}

/** How a place is shown and asked for. */
function describe(place: NamedPlace, index: SuggestIndex, corpus: Corpus): Description {
  const { name } = place;
  const held = isHeld(place, corpus);
  switch (place.kind) {
    case 'gmina': {
      const { gmina } = place;
      const centroid = held ? index.positionOfGmina(gmina, corpus) : null;
      // A district is known by a name of its own.
      if (name !== gmina.name) {
        const [label, text] = [`${name}, gmina ${gmina.name}`, `${name}, gm. ${gmina.name}`];
        return { lead: '', label, text, held, centroid };
      }
      const text = askGmina(gmina, corpus);
      // A town and the gmina around it may bear one name.
      const kind = text.endsWith(gmina.teryt) ? ` (${gmina.kind})` : '';
      const label = `gmina ${name}${kind}, powiat ${gmina.powiat_name}`;
      return { lead: 'gmina ', label, text, held, centroid };
    }
    case 'obreb': {
      const label = `${name}, obręb, gmina ${place.gmina.name}`;
      const text = `obręb ${name}, gm. ${place.gmina.name}`;
      const centroid = held ? index.positionOfObreb(place.obreb.id) : null;
      return { lead: '', label, text, held, centroid };
    }
    case 'locality': {
      const [label, text] = [`${name}, gmina ${place.gmina.name}`, `${name}, gm. ${place.gmina.name}`];
      return { lead: '', label, text, held, centroid: index.addresses.positionOf(place) };
    }
    case 'street': {
      const text = `ul. ${name}`;
      const [first] = index.addresses.localitiesOf(place, 1);
      return { lead: 'ul. ', label: text, text, held, centroid: first?.centroid ?? null };
    }
  }
}

/** Where in a name each letter of its key stands, and behind them where it ends. Signs between two words are one in the key. */
function letterPlaces(name: string): number[] {
  const places: number[] = [];
  let wasBreak = true;
  for (const [at, sign] of [...name].entries()) {
    const letters = foldName(sign).length;
    if (letters > 0 || !wasBreak) for (let one = 0; one < Math.max(1, letters); one++) places.push(at);
    wasBreak = letters === 0;
  }
  return [...places, name.length];
}
