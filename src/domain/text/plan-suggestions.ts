// Completing a text while it is typed: names of gminy, obręby, localities and streets, then numbers of parcels and houses in a place,
// and ids. Nothing is settled here: each suggestion is a text or an id to ask with. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import { fold, plainSigns } from './fold.ts';
import { unescapeLinks } from './links.ts';
import { suggestIds } from './suggest-ids.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { gminyOfPlace } from './suggest-inside.ts';
import { suggestNames } from './suggest-names.ts';
import { numbersOfPlace, OBREB_TOLD, parcelsOfObreby, streetsIn } from './suggest-numbers.ts';
import { obrebyNumbered, obrebyOfGminy, obrebyUnnamed } from './suggest-obreby.ts';
import { meantBy } from './suggest-places.ts';
import { NO_SUGGESTIONS, type SuggestPlan } from './suggest-plan.ts';
import { has } from './token.ts';
import { tokenise } from './tokens.ts';

/** A place, and a number as far as it is typed. */
const NUMBER_LAST = /^(.*\p{L}.*?)[\s,]+(\d{1,8}(?:[/-][\da-z]{0,6})?[a-z]?)$/iu;
/** Of a place, what announces the number behind it. */
const ANNOUNCING_LAST = /^(.*?)((?:[\s,]+(?:dz|nr|ew|działka|dzialka|parcela|dom)\.?)*)$/iu;
/** A text of more is pasted, not typed: it is asked as it is. Completing it would take several milliseconds in one piece. */
const MOST_WORDS = 20;
const WORDS = /[\p{L}\p{N}]+/gu;

export function planSuggestions(q: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const plain = spellTyped(unescapeLinks(plainSigns(withoutMasks(q))));
  const text = plain.trim();
  if (text === '') return NO_SUGGESTIONS;
  if (text.length > 2 * MOST_WORDS && (text.match(WORDS)?.length ?? 0) > MOST_WORDS) return NO_SUGGESTIONS;
  // "dz.", "ul. ": what announces is no beginning of a name.
  const isLabel = index.namesIn(text).tokens.every(({ isWord, labels }) => isWord && labels.length > 0);
  if (isLabel && /[.\s]$/u.test(plain)) return NO_SUGGESTIONS;
  const plan = planTyped(plain, text, index, corpus, limit);
  return isLabel ? { ...plan, names: plan.names.filter(({ held }) => held) } : plan;
}

/** What announces the number of a land register: "nr KW", "księga wieczysta nr". */
const REGISTER_LABEL =
  /(?:(?<!\p{L})(?:nr|numer\p{L}*)[\s.:]*)?(?<!\p{L})(?:[en]?kw|k\.\s?w|ks\p{L}*)(?:[\s.:]*(?:wiecz\p{L}*|nr|numer\p{L}*))*[\s.:]*$/iu;

/** A number of a land register that was masked (register-numbers.ts) completes nothing and is not asked for, nor is its label. */
const withoutMasks = (text: string): string =>
  text
    .split('[KW]')
    .map((part, at, parts) => (at < parts.length - 1 ? `${part.replace(REGISTER_LABEL, '')} ` : part))
    .join('');

/** As resolve reads it: "Piaseczno,M", "dz.51", "51 / 3". */
const spellTyped = (text: string): string =>
  text
    .replace(/,(?=\p{L})/gu, ', ')
    .replace(/(?<=(?<!\p{L})(?:dz|nr|ew|dom|dzia[lł]ka|parcela)\.?)(?=\d)/giu, ' ')
    .replace(/(\d)\s?\/\s?(?=\d|$)/gu, '$1/');

function planTyped(
  plain: string,
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan {
  const next =
    suggestIds(text, index, corpus, limit) ??
    suggestAnnounced(plain, index, corpus, limit) ??
    suggestBegun(plain, index, corpus, limit);
  if (next) return next;
  const ended = text.replace(/[\s,;]+$/u, '');
  const lettered = suggestLettered(plain, ended, index, corpus, limit);
  if (lettered) return lettered;
  const [, before, number] = NUMBER_LAST.exec(ended) ?? [];
  const [, place, announced = ''] = ANNOUNCING_LAST.exec(before ?? '') ?? [];
  if (place === undefined || number === undefined) return suggestNames(plain, index, corpus, limit);
  // Behind "ul." a number begins the name of a street: "Piaseczno ul. 3".
  if (announced === '' && endsWithStreetLabel(place, index)) return suggestNames(plain, index, corpus, limit);
  const obreby = announced === '' ? obrebyNumbered(place, number, index, corpus, limit) : [];
  if (obreby.length > 0) return { ...NO_SUGGESTIONS, names: obreby };
  const [, inPlace, first = ''] = OBREB_TOLD.test(place)
    ? []
    : (/^(.*\p{L}.*?)\s(\d{1,8})$/u.exec(place) ?? []);
  if (inPlace === undefined) {
    const numbers = numbersOfPlace(place, announced, plainNumber(number), index, corpus);
    return { ...numbers, before: place };
  }
  // "51 3" is dictated for 51/3; "Piaseczno 2 392" names the obręb before the number.
  const { tokens, spans } = index.namesIn(inPlace);
  const inObreb = parcelsOfObreby(
    obrebyUnnamed(meantBy(spans, tokens, corpus), first, corpus),
    plainNumber(number),
    corpus,
  );
  const dictated = numbersOfPlace(inPlace, announced, plainNumber(`${first}/${number}`), index, corpus);
  return { ...dictated, wanted: [...inObreb, ...dictated.wanted], before: inPlace };
}

/** A label that is no part of a name. */
function endsWithStreetLabel(text: string, index: SuggestIndex): boolean {
  const { tokens, spans } = index.namesIn(text);
  return has(tokens.at(-1), 'street') && !spans.some(({ to }) => to === tokens.length);
}

/** "Mroków 10 a": a house of a village, or the beginning of another name ("Piaseczno 3 M"); behind a street the letter begins a locality. */
function suggestLettered(
  plain: string,
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan | null {
  const [, place, number, letter] = /^(.*\p{L}.*?)[\s,]+([1-9]\d{0,3})\s([a-z])$/iu.exec(text) ?? [];
  if (place === undefined) return null;
  const places = index.namesIn(place).spans.flatMap(({ hits: [hit] }) => hit?.places ?? []);
  const isVillage =
    places.some(({ kind }) => kind === 'locality') && !places.some(({ kind }) => kind === 'street');
  if (!isVillage || endsWithStreetLabel(place, index)) return null;
  const [, named = place, announced = ''] = ANNOUNCING_LAST.exec(place) ?? [];
  const houses = numbersOfPlace(named, announced, `${number}${letter}`, index, corpus);
  const begun = suggestNames(plain, index, corpus, limit);
  return { ...begun, wanted: [...houses.wanted, ...begun.wanted] };
}

/** Without zeros before its parts: "051/03". */
const plainNumber = (number: string): string => number.replace(/(?<!\d)0+(?=\d)/gu, '');

/** What a label at the end announces: "Żyrardów ul. " streets, "Mroków dz. " parcels, "Żyrardów obręb " obręby. */
const LABEL_LAST = /^(.*\p{L}.*?)[\s,]+((?:dz\.?\s*)?\p{L}+)(?:\.\s*|\s+)$/u;

function suggestAnnounced(
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan | null {
  const [, place, label = ''] = LABEL_LAST.exec(text) ?? [];
  if (place === undefined) return null;
  const announcing = tokenise(`${label}.`).at(-1);
  if (!announcing) return null;
  const numbers = has(announcing, 'parcel') || has(announcing, 'number') || has(announcing, 'house');
  if (has(announcing, 'gmina')) {
    const names = gminyOfPlace(place, index, corpus, limit);
    return names.length > 0 ? { ...NO_SUGGESTIONS, names } : null;
  }
  const found = has(announcing, 'street')
    ? { wanted: streetsIn(place, index), names: [] }
    : numbers
      ? numbersOfPlace(place, label, '', index, corpus)
      : NO_SUGGESTIONS;
  if (found.wanted.length + found.names.length > 0) return { ...found, before: place };
  const names = has(announcing, 'obreb') ? obrebyOfGminy(place, index, corpus, limit) : [];
  return names.length > 0 ? { ...NO_SUGGESTIONS, names } : null;
}

/** What announces numbers, streets or obręby, while it is typed: "Mroków dzia", "Nowa Iwiczna u". */
const ANNOUNCING: readonly string[] = [
  'dzialka',
  'dz',
  'parcela',
  'nr',
  'numer',
  'ulica',
  'ul',
  'obreb',
  'gmina',
  'dom',
];
const WORD_LAST = /^(.*\p{L}.*?)[\s,]+(\p{L}+)\.?$/u;

/** A label that is begun behind a place is completed as the whole one, behind the names of that place that begin so. */
function suggestBegun(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan | null {
  const [, place = '', word = ''] = WORD_LAST.exec(text) ?? [];
  const begun = fold(word);
  const label = ANNOUNCING.find((known) => known.startsWith(begun));
  if (begun === '' || label === undefined) return null;
  const announced = suggestAnnounced(`${place} ${label} `, index, corpus, limit);
  if (!announced) return null;
  const inside = suggestNames(text, index, corpus, limit);
  // "Kamionka P": one letter begins a name as well as a label.
  if (begun.length === 1 && inside.names.length > 0) return inside;
  return { ...announced, names: [...inside.names, ...announced.names] };
}
