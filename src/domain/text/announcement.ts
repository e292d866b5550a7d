// What the words before a number that is said to be a parcel's make of it: "działka 36" is that parcel; "powierzchnia działki 36"
// may be the number of the area, and "obok działki 36" is another parcel. Knows how words stand together, not what is loaded.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { beginningWith } from './beginnings.ts';
import {
  articlesBefore,
  GENITIVE,
  isNumbered,
  isRelation,
  LAND,
  mayBeAmount,
  NAMING,
  PRICE,
  partBeside,
  pipeBeside,
  relatedLand,
  relatedWord,
  roadInFront,
} from './related-parcel.ts';
import { type Applied, change } from './rules.ts';
import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';
import { deniedInFront, isClauseOf, isQualityOfLand, titleInFront } from './words-in-front.ts';

/** Where the words that announce the number begin: "działka budowlana o numerze 12". */
function phraseBefore(tokens: readonly Token[], at: number, head: Head): number {
  let from = at;
  while (from > 0 && (isOfPhrase(tokens, from - 1, head) || isCopula(tokens, from - 1, head))) from -= 1;
  // "pod 36", "pod numerem 36"; "pod domem 36" is beside it.
  const isBare = !tokens.slice(from, at).some((token) => has(token, head));
  return head === 'house' && isBare && tokens[from - 1]?.word === 'pod' ? from - 1 : from;
}

/** What is announced: "działka 12" or "dom 12". */
export type Head = 'parcel' | 'house';

const isOfPhrase = (tokens: readonly Token[], at: number, head: Head) =>
  has(tokens[at], head) || isBetween(tokens, at);

/** Between what is announced and its number: "działka budowlana o numerze 12", "z numerem 12". "O 12" is a time. */
export const isBetween = (tokens: readonly Token[], at: number): boolean =>
  has(tokens[at], 'number') ||
  has(tokens[at], 'parcel_kind') ||
  (/^[oz]$/.test(tokens[at]?.word ?? '') && has(tokens[at + 1], 'number')) ||
  (tokens[at]?.word === 'o' && has(tokens[at + 1], 'parcel'));

const HAVING: ReadonlySet<string> = new Set('ma miala nosi posiada otrzymala jest has is'.split(' '));

/** "numer działki to 97/9", "działka ma numer 36" */
export const isCopula = (tokens: readonly Token[], at: number, head: Head): boolean =>
  has(tokens[at - 1], head) && (tokens[at]?.word === 'to' || isHaving(tokens, at));

/** "ma numer" */
export const isHaving = (tokens: readonly Token[], at: number): boolean =>
  HAVING.has(tokens[at]?.word ?? '') && has(tokens[at + 1], 'number');

/** What speaks against an announced number being that of the parcel or house that is meant. */
export function doubtsOfAnnouncement(
  tokens: readonly Token[],
  at: number,
  head: Head,
  isKnown: (at: number) => boolean,
): Applied[] {
  const from = phraseBefore(tokens, at, head);
  const garden = head === 'parcel' ? allotmentIn(tokens) : null;
  if (garden) return [change('unknown_word', phraseOf(DOUBTS.allotment, tokens[at]?.text, garden.text))];
  const list = listBehind(tokens, at, isKnown);
  if (list) return [change('unknown_word', phraseOf(DOUBTS.mayBeOfNotParcel, tokens[at]?.text, list.text))];
  if (tokens[from]?.afterBreak) {
    const title =
      head === 'parcel'
        ? (titleInFront(tokens, from) ??
          roadInFront(tokens, from) ??
          partBeside(tokens, from, at) ??
          relatedLand(tokens, from, isKnown))
        : null;
    return title ? [anotherParcel(tokens[at], title)] : [];
  }
  const related =
    deniedBy(tokens, from) ??
    relatedWord(tokens, from, at, isKnown) ??
    (head === 'parcel'
      ? (deniedInFront(tokens, from, isKnown) ??
        besideUnnumbered(tokens, from, isKnown) ??
        roadInFront(tokens, from) ??
        partBeside(tokens, from, at) ??
        pipeBeside(tokens, from, at) ??
        relatedLand(tokens, from, isKnown))
      : null);
  if (related) return [anotherParcel(tokens[at], related)];
  const owner = ownerOf(tokens, from, at, head, isKnown);
  return owner
    ? [change('unknown_word', phraseOf(DOUBTS.mayBeOfNotParcel, tokens[at]?.text, owner.text))]
    : [];
}

/** "Działka w Mrokowie powstała z podziału działki 12", "… można dokupić dz. 12": who speaks of a parcel without its number, and then of one with it, speaks of two. */
function besideUnnumbered(
  tokens: readonly Token[],
  from: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const before = tokens[from - 1];
  // "działka w Mrokowie, gaz w działce 12"
  const isWithin = /^(?:dzialce|parceli|dz)$/.test(tokens[from]?.word ?? '') && has(before, 'small');
  if (!before?.isWord || (before.labels.length > 0 && !isWithin) || isKnown(from - 1)) return null;
  if (NAMING.test(before.word) || isHaving(tokens, from - 1)) return null;
  const isUnnumbered = tokens.some((token, at) => {
    if (at >= from - 1 || !/^(?:dzial[ek]|parcel|plot)/.test(token.word) || !has(token, 'parcel'))
      return false;
    let next = at + 1;
    while (isOfPhrase(tokens, next, 'parcel')) next += 1;
    return next < from && tokens[next]?.number == null;
  });
  return isUnnumbered ? before : null;
}

/** Allotment gardens number their parcels themselves: "ROD Malwa działka 33", "ogród działkowy, działka 33". */
const allotmentIn = (tokens: readonly Token[]): Token | null =>
  tokens.find(
    ({ text, word, isWord }, at) =>
      isWord &&
      (/^(?:ROD|POD)\.?$/.test(text) ||
        /^rodos/.test(word) ||
        (/^ogrod/.test(word) && /^dzialkow/.test(tokens[at + 1]?.word ?? ''))),
  ) ?? null;

/** Lists that number what they offer. */
const LISTS = beginningWith(
  'ofer oglosz katalog numeracj tabel spis list[ayi] wykaz koncepcj projek zestawien inwestycj osiedl wizualiz plan(?:ie|ach)$',
);
/** Where land lies, and what for: these number nothing. */
const UNNUMBERED = beginningWith(
  'map skraj kon(?:cu|iec) ubocz wzgor wzniesien zboc(?:z|u) stok gor(?:k|ce|ze) les las lac lak polan srodk centrum okolic stref obszar teren grani obrzez przedmiesc peryfer ' +
    'poludni polnoc wschod zachod odlud rowni nizin sprzedaz wynaj dzierz kredyt raty zabudow budow wsi$ koloni ulic drodze skrzyz studi wlasn siedlisk dom cel uzyt dlugo calosc czesc ' +
    'sasiedz pobliz otocz pierwsz ktor',
);

/** "działka nr 12 w ofercie", "nr 12 na cmentarzu", "nr 12 w ogrodzie w Mrokowie", "nr 12 osiedle Zielone" */
function listBehind(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): Token | null {
  const before = tokens[at + 1];
  if (!before || before.afterBreak) return null;
  const isWhole = /^\d+$/.test(tokens[at]?.word ?? '');
  if (isWhole && /^(?:osiedl|inwestycj)/.test(before.word)) return before;
  if (!/^(?:w|we|z|ze|na|wg|wedlug|in|of|from)$/.test(before.word)) return null;
  let place = at + 2;
  while (tokens[place]?.isWord && !isKnown(place) && isAdjective(tokens[place] as Token)) place += 1;
  // "na mapie z ogłoszenia"
  if (/^map/.test(tokens[place]?.word ?? '')) return listBehind(tokens, place, isKnown);
  const list = tokens[place];
  if (!list?.isWord || tokens.slice(at + 2, place + 1).some(({ afterBreak }) => afterBreak)) return null;
  if (LISTS.test(list.word)) return list;
  const isStranger = list.labels.length === 0 && !isKnown(place);
  const isOther = isStranger && /^\p{Ll}/u.test(list.text);
  // "nr 12 w Osadzie Leśnej, Mroków"
  if (isWhole && isStranger && !isOther && isVillageBehind(tokens, place + 1, isKnown)) return list;
  if (!isWhole || !isOther || UNNUMBERED.test(list.word)) return null;
  const isSomewhere = /^we?$/.test(tokens[place + 1]?.word ?? '') && isKnown(place + 2);
  return before.word === 'na' || (/^we?$/.test(before.word) && isSomewhere) ? list : null;
}

/** After the rest of a name that is not known, behind a comma. */
function isVillageBehind(tokens: readonly Token[], from: number, isKnown: (at: number) => boolean): boolean {
  let at = from;
  while (tokens[at]?.isWord && !tokens[at]?.afterBreak && !isKnown(at)) at += 1;
  return tokens[at]?.afterBreak === true && isKnown(at);
}

/** "w pięknej okolicy" */
const isAdjective = ({ word, labels }: Token) =>
  (labels.length === 0 && /^\w{3,}(?:ej|ym|im)$/.test(word)) || /^(?:mo[ji]|nasz|wasz|swo[ji])/.test(word);

/** Words between a negation and what it denies: "to nie jest moja działka 33", "nie sądzę, żeby to była działka 33". */
const MOST_DENIED = 3;
const MOST_IN_CLAUSE = 6;
/** "nie interesuje mnie w ogóle działka 33" */
const REFUSED = /^(?:interesuj|chodz|dotycz|szuka|chc[eę]|pyta|kupi|wybier|biore|mowi)/;

function deniedBy(tokens: readonly Token[], from: number): Token | null {
  let most = MOST_DENIED;
  for (let at = from - 1; at >= Math.max(0, from - 1 - most); at--) {
    const token = tokens[at];
    const isClause = isClauseOf(tokens, at + 1);
    if (isClause || REFUSED.test(token?.word ?? '')) most = MOST_IN_CLAUSE;
    if (!token?.isWord || (tokens[at + 1]?.afterBreak && !isClause)) return null;
    if (token.word === 'nie' || token.word === 'not') return token;
  }
  return null;
}

/** "za 12/3", "obok nr 12/3": also where nothing says that it is a parcel. */
export function doubtsOfRelation(tokens: readonly Token[], at: number): Applied[] {
  let before = at - 1;
  while (has(tokens[before], 'number')) before -= 1;
  const word = tokens[before];
  const isApart = tokens.slice(before + 1, at + 1).some(({ afterBreak }) => afterBreak);
  return word?.isWord && !isApart && isRelation(word) ? [anotherParcel(tokens[at], word)] : [];
}

const anotherParcel = (number: Token | undefined, word: Token): Applied =>
  change('related_parcel', phraseOf(DOUBTS.relatedParcel, word.text, number?.text));

/** What a parcel has one of, and nobody numbers: "opis działki 36". */
const OF_WHOLE = beginningWith(
  'temat dot$ map[aey]?$ mapk odroln rozgranicz zasiedz dzierzaw podzial wznow inwentaryz pomiar scalen szacow sprawdzen informac opis(?:u|em)?$ granic[aey]?$ zdjeci polozeni lokalizacj stan(?:u|em)?$ histori kupn[ao]$ sprzedaz zakup ogledzin badani ' +
    'zabudow uzbrojeni ksztalt sytuacj status przeznaczeni ewidencj dokument wspolrzedn wizj wspolwlasciciel wlasciciel',
);

const PARCEL_NOUN = /^(?:dz|dzial|parcel|plot|lot|ділян)/;

/** These have numbers written as those of parcels are: "nr oferty działki 12/3". */
const NUMBERED: readonly Label[] = ['reference', 'house', 'flat'];

/** The word that the parcel of a phrase belongs to, and that the number may be the number of instead. */
function ownerOf(
  tokens: readonly Token[],
  from: number,
  at: number,
  head: Head,
  isKnown: (at: number) => boolean,
): Token | null {
  const first = tokens[from];
  if (head === 'parcel') {
    const other =
      registeredOther(tokens, from, at, isKnown) ??
      numberedThere(tokens, from, at) ??
      spentOn(tokens, from, at);
    if (other) return other;
  }
  if (!first || !GENITIVE.test(first.word) || isNumbered(tokens, at)) return null;
  let before = from - 1;
  // "cena mojej działki"
  while (
    has(tokens[before], 'filler') &&
    !tokens[before]?.afterBreak &&
    !NAMING.test(tokens[before]?.word ?? '')
  )
    before -= 1;
  const owner = tokens[before];
  const isApart = tokens.slice(before + 1, from).some(({ afterBreak }) => afterBreak);
  // "umowa dotyczy działki 36/2"
  if (!owner?.isWord || isApart || isKnown(before) || NAMING.test(owner.word)) return null;
  const isOfParcel = head === 'parcel' && tokens[at]?.number?.includes('/');
  // "adres działki 36/2"
  if (isOfParcel && /^adres/.test(owner.word)) return null;
  if (NUMBERED.some((label) => has(owner, label))) return owner;
  // Areas and prices are not written so; houses are.
  if (isOfParcel && !has(tokens[before - 1], 'number')) return null;
  if (has(owner, 'measure') || has(owner, 'unit')) return owner;
  // "nr mapy działki 36"
  const isWhole = OF_WHOLE.test(owner.word) && !has(tokens[before - 1], 'number');
  const isUnknown = owner.labels.length === 0 && before === from - 1 && !isWhole;
  return isUnknown && (first.word !== 'dz' || isNoName(owner, before)) ? owner : null;
}

/** "budynek nr ew. 36", "zabytek nr ew. 36": other things are numbered in registers, too. */
function registeredOther(
  tokens: readonly Token[],
  from: number,
  at: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const owner = tokens[from - 1];
  const words = tokens.slice(from, at).map(({ word }) => word);
  if (!words.some((word) => /^(?:ew|geod)/.test(word)) || words.some((word) => PARCEL_NOUN.test(word)))
    return null;
  if (!owner?.isWord || tokens[from]?.afterBreak || isKnown(from - 1) || isHaving(tokens, from - 1))
    return null;
  const isThing = owner.labels.length === 0 && /^\p{Ll}/u.test(owner.text) && !isQualityOfLand(owner);
  return has(owner, 'house') || (isThing && !LAND.test(owner.word)) ? owner : null;
}

/** "numer domu na działce 36", "kod do bramy na działce 36" */
function numberedThere(tokens: readonly Token[], from: number, at: number): Token | null {
  const before = articlesBefore(tokens, from) - 1;
  if (isNumbered(tokens, at) || !/^(?:na|w|on|of)$/.test(tokens[before]?.word ?? '')) return null;
  const [first, second, third] = [tokens[before - 3], tokens[before - 2], tokens[before - 1]];
  if (!third?.isWord || third.labels.some((label) => label === 'parcel' || label === 'small')) return null;
  const isOfNumber = (token: Token | undefined) => has(token, 'number') || token?.word === 'kod';
  return isOfNumber(third) || isOfNumber(second) || (has(second, 'small') && isOfNumber(first))
    ? third
    : null;
}

/** "kredyt na działkę 130", "budget for the plot 130" */
function spentOn(tokens: readonly Token[], from: number, at: number): Token | null {
  if (!mayBeAmount(tokens, at)) return null;
  const before = articlesBefore(tokens, from) - 1;
  const money = tokens[before - 1];
  const isSpent = /^(?:na|za|od|for|on)$/.test(tokens[before]?.word ?? '') && money?.isWord;
  return isSpent && (PRICE.test(money.word) || MONEY.test(money.word)) ? money : null;
}
const MONEY = /^(?:kredyt|budzet|srodk|wyda(?:m|lem|lam)$|mam$|mamy$|price|budget)/;

/** A capital inside a sentence begins a name: "Kowalski dz. 12". */
const isNoName = ({ text }: Token, at: number) => at === 0 || !/^\p{Lu}/u.test(text);
