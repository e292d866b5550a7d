// What the words before a number that is said to be a parcel's make of it: "działka 36" is that parcel; "powierzchnia działki 36"
// may be the number of the area, and "obok działki 36" is another parcel. Knows how words stand together, not what is loaded.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/reading-sentences.ts';
import { type Applied, change } from './rules.ts';
import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';

/** Forms in which a parcel is that of something else: "cena działki", "liczba działek". Cut short it may be any form. */
const GENITIVE = /^(?:dzialki|dzialek|parceli|parcel|dz)$/;

/** A parcel that stands behind one of these is another than the one that is meant. */
const RELATIONS: ReadonlySet<string> = new Set(
  'do od za przez przy bez poza oprocz procz przed nad miedzy pomiedzy wzdluz wobec wokol dookola naprzeciw naprzeciwko po obok kolo k pod niedaleko nieopodal blisko nie not near beside behind'.split(
    ' ',
  ),
);

/** Beginnings of words that say how one parcel lies to another, or what was once there. */
const RELATED =
  /^(?:sasiad|sasied|granicz|przyleg|przylega|styka|dojazd|dojsc|dostep|naprzeciw|pobliz|okolic|dawn|dawniej|byla$|bylej$|byly$|bylego$|poprzedni|niegdy|uprzedni|historyczn|archiwaln|wylacz|wyjat)/;

/** Where the words that announce the number begin: "działka budowlana o numerze 12". */
function phraseBefore(tokens: readonly Token[], at: number): number {
  let from = at;
  while (from > 0 && isOfPhrase(tokens[from - 1])) from -= 1;
  return from;
}

const isOfPhrase = (token: Token | undefined) =>
  has(token, 'parcel') || has(token, 'number') || has(token, 'parcel_kind') || token?.word === 'o';

/** Whether "nr" or the like stands right before it: then it is no count. */
export const isNumbered = (tokens: readonly Token[], at: number): boolean =>
  has(tokens[at - 1], 'number') || /^(?:ew|ewid|geod)/.test(tokens[at - 1]?.word ?? '');

/** What speaks against an announced number being that of the parcel that is meant. */
export function doubtsOfAnnouncement(
  tokens: readonly Token[],
  at: number,
  isKnown: (at: number) => boolean,
): Applied[] {
  const from = phraseBefore(tokens, at);
  if (tokens[from]?.afterBreak) return [];
  const related = relatedWord(tokens, from, isKnown);
  if (related) return [anotherParcel(tokens[at], related)];
  const owner = ownerOf(tokens, from, at, isKnown);
  return owner
    ? [change('unknown_word', phraseOf(DOUBTS.mayBeOfNotParcel, tokens[at]?.text, owner.text))]
    : [];
}

/** "za 12/3", "obok nr 12/3": also where nothing says that it is a parcel. */
export function doubtsOfRelation(tokens: readonly Token[], at: number): Applied[] {
  let before = at - 1;
  while (has(tokens[before], 'number')) before -= 1;
  const word = tokens[before];
  const isApart = tokens.slice(before + 1, at + 1).some(({ afterBreak }) => afterBreak);
  return word?.isWord && !isApart && (RELATIONS.has(word.word) || RELATED.test(word.word))
    ? [anotherParcel(tokens[at], word)]
    : [];
}

const anotherParcel = (number: Token | undefined, word: Token): Applied =>
  change('related_parcel', phraseOf(DOUBTS.relatedParcel, word.text, number?.text));

/** The word that makes the parcel of a phrase another one. */
function relatedWord(tokens: readonly Token[], from: number, isKnown: (at: number) => boolean): Token | null {
  const before = tokens[from - 1];
  if (!before?.isWord) return null;
  if (RELATIONS.has(before.word) || isRelated(before, from - 1, isKnown)) return before;
  // "graniczy z działką", "wydzielona z działki", not "dom z działką".
  const verb = tokens[from - 2];
  const isJoined = /^(?:z|ze|w)$/.test(before.word) && verb?.isWord && !before.afterBreak;
  if (!isJoined || isKnown(from - 2)) return null;
  return isRelated(verb, from - 2, isKnown) || (verb.labels.length === 0 && before.word !== 'w')
    ? verb
    : null;
}

const isRelated = (token: Token, at: number, isKnown: (at: number) => boolean) =>
  RELATED.test(token.word) && !isKnown(at);

/** These have numbers written as those of parcels are: "nr oferty działki 12/3". */
const NUMBERED: readonly Label[] = ['reference', 'house', 'flat'];

/** The word that the parcel of a phrase belongs to, and that the number may be the number of instead. */
function ownerOf(
  tokens: readonly Token[],
  from: number,
  at: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const head = tokens[from];
  if (!head || !GENITIVE.test(head.word) || isNumbered(tokens, at)) return null;
  let before = from - 1;
  // "cena mojej działki"
  while (has(tokens[before], 'filler') && !tokens[before]?.afterBreak) before -= 1;
  const owner = tokens[before];
  const isApart = tokens.slice(before + 1, from).some(({ afterBreak }) => afterBreak);
  if (!owner?.isWord || isApart || isKnown(before)) return null;
  if (NUMBERED.some((label) => has(owner, label))) return owner;
  if (tokens[at]?.number?.includes('/') && !has(tokens[before - 1], 'number')) return null;
  if (has(owner, 'measure') || has(owner, 'unit')) return owner;
  const isUnknown = owner.labels.length === 0 && before === from - 1;
  return isUnknown && (head.word !== 'dz' || isNoName(owner, before)) ? owner : null;
}

/** A capital inside a sentence begins a name: "Kowalski dz. 12". */
const isNoName = ({ text }: Token, at: number) => at === 0 || !/^\p{Lu}/u.test(text);
