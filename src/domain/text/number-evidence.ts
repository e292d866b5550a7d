// Whether a number is that of a parcel: it settles only with evidence, and with nothing beside it that says otherwise. Evidence is
// an announcement right before it ("dz. 12"), or the form of a parcel's number ("12/3") beside a name. Of words that are not
// known nothing is assumed: a number that is not announced may be theirs, whatever they mean.

import { phraseOf } from '../../contract/language.ts';
import { canonicalNumber } from '../places/parcel-id.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { doubtsOfAnnouncement, doubtsOfRelation } from './announcement.ts';
import { isCorrecting } from './denied-numbers.ts';
import { isMeasuring, measureBehind, measuredBefore } from './measure-behind.ts';
import { orderBehind } from './order-behind.ts';
import { isNumbered } from './related-parcel.ts';
import { remarkBehind } from './remark-behind.ts';
import { type Applied, change } from './rules.ts';
import { has, isJoint, type Token } from './token.ts';
import { type Label, PLACE_LABELS } from './vocabulary.ts';
import { isHouseLetter, isNow } from './written-numbers.ts';

/** A number as far as its evidence goes. */
export interface EvidencedNumber {
  readonly token: Token;
  readonly at: number;
  readonly isLabelled: boolean;
  /** A name stands between the announcement and the number. */
  readonly isAcrossName: boolean;
}

/** Words of these labels say where a parcel is, or nothing at all; any other may have a number of its own. */
const HARMLESS: ReadonlySet<Label> = new Set<Label>([
  ...PLACE_LABELS,
  'parcel',
  'parcel_kind',
  'near',
  'number',
  'small',
]);

/** What speaks against the number being a parcel's. */
export function doubtsOfNumber(
  tokens: readonly Token[],
  { token, at, isLabelled, isAcrossName }: EvidencedNumber,
  isKnown: (at: number) => boolean,
): Applied[] {
  const doubts: Applied[] = [...doubtsOfLetters(token), ...doubtsOfSign(token)];
  if (isLabelled) {
    // "działka Nowa Wola nr 218/2": houses of a parcel are seldom numbered so.
    if (isAcrossName && !isWrittenAsParcel(token))
      doubts.push(change('announced_apart', phraseOf(DOUBTS.announcedApart, token.text)));
    const [doubt] = [
      ...doubtsOfAnnounced(tokens, token, at, isKnown),
      ...doubtsOfAnnouncement(tokens, headOfList(tokens, at), 'parcel', isKnown),
      ...doubtsOfRemark(tokens, at, isKnown),
    ];
    return doubt ? [...doubts, doubt] : doubts;
  }
  doubts.push(...doubtsOfRelation(tokens, at));
  if (!isWrittenAsParcel(token) && !tokens.some(isObrebCode))
    doubts.push(change('not_announced', phraseOf(DOUBTS.notAnnounced, token.text)));
  const other =
    unitBeside(tokens, at, isKnown) ??
    announcerOfOther(tokens, at, isKnown) ??
    nearestOther(tokens, at, isKnown);
  if (!other) return doubts;
  // Of words that have no number, nothing is told.
  const named = isNumberable(other) ? other : nearestOther(tokens, at, isKnown, isNumberable);
  const says = named
    ? phraseOf(DOUBTS.mayBeOf, token.text, named.text)
    : phraseOf(DOUBTS.notAnnounced, token.text);
  return [...doubts, change('unknown_word', says)];
}

/** Verbs, conjunctions, adverbs and abbreviations of measures. */
const UNNUMBERABLE =
  /(?:\w{2}(?:[^l]ac|[eiy]c|emy|amy|imy|ymy|lem|lam|lismy|uje|uja|owo)|[^aeiouy]nie)$|^(?:ze|zeby|aby|gdy|jak|jaki|jaka|bo|bardzo|wiec|wym|chce|chca|pytam|szukam|kupie|sprzedam|wiem|nie|not|gdzie|ile|kto|kiedy|dlaczego|czemu|mozna|sie|tez|takze|juz|jeszcze|ale|czyli|tzn|np|zamiast)$/;

/** Whether a word may have a number at all: what is listed as saying nothing, or as a unit, has none. */
export const isNumberable = (token: Token): boolean =>
  !token.isWord ||
  (token.word.length > 2 &&
    !has(token, 'filler') &&
    !has(token, 'unit') &&
    !has(token, 'small') &&
    !UNNUMBERABLE.test(token.word));

const CONJUNCTIONS = /^(?:i|oraz|lub|albo|a|and|or)$/;

/** "graniczy z działkami 35, 37": what is said before a list is said of all its numbers. */
function headOfList(tokens: readonly Token[], at: number): number {
  let head = at;
  for (let before = at - 1; before >= 0; before = head - 1) {
    if (CONJUNCTIONS.test(tokens[before]?.word ?? '')) before -= 1;
    if (tokens[before]?.number == null) break;
    head = before;
  }
  return head;
}

/** "36 (nieaktualna)" */
export function doubtsOfRemark(
  tokens: readonly Token[],
  at: number,
  isKnown: (at: number) => boolean,
): Applied[] {
  const remark = remarkBehind(tokens, at, isKnown);
  return remark ? [change('related_parcel', phraseOf(DOUBTS.takenBack, tokens[at]?.text, remark.text))] : [];
}

/** "1O1" */
const doubtsOfLetters = ({ text, number, obreb }: Token): Applied[] =>
  obreb === null && number !== null && canonicalNumber(text) === null
    ? [change('letter_for_digit', phraseOf(DOUBTS.letterForDigit, text, number))]
    : [];

/** "36+", "-36" */
export const doubtsOfSign = ({ text, sign }: Token): Applied[] =>
  sign === null ? [] : [change('odd_sign', phraseOf(DOUBTS.oddSign, text, sign))];

/** "141803_2.0010 Mroków 36": who gives the code of an obręb speaks of parcels. */
const isObrebCode = ({ word, isWord }: Token) => !isWord && /^\d{6}_?\d\.\d{4}$/.test(word);

/** "12/3", "0009.12": houses are numbered so too, which is weighed where one is found. */
const isWrittenAsParcel = ({ number, obreb }: Token) => obreb !== null || (number?.includes('/') ?? false);

/** "m2 12/3", "12/3 m Mroków", "12/3 %", "12/3 m. 5": what stands right beside measures it, or numbers a flat of it. */
function unitBeside(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): Token | null {
  const [before, next, number] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  if (before?.labels.every((label) => label === 'unit') && has(before, 'unit')) return before;
  if (!next || next.afterBreak) return null;
  const isOfFlat = has(next, 'flat') && number?.isWord === false && !number.afterBreak;
  return (isMeasuring(tokens, at + 1, isKnown) && !isKnown(at + 1)) || isOfFlat ? next : null;
}

/** Words of places that a number cannot follow; obręby and sheets have numbers. */
const UNNUMBERED: readonly Label[] = PLACE_LABELS.filter((label) => label !== 'obreb' && label !== 'sheet');

/** "m. 104/1", "powiat 104/1", "około 104/1": what stands right before it announces something else, or how much. */
function announcerOfOther(
  tokens: readonly Token[],
  at: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const before = tokens[at - 1];
  if (!before?.isWord || tokens[at]?.afterBreak) return null;
  // "osiedle Piaseczno 104/1"
  let head = at - 1;
  while (isKnown(head)) head -= 1;
  const settlement = tokens[head];
  if (head < at - 1) return settlement && /^osiedl/.test(settlement.word) ? settlement : null;
  // "poczta 104/1", "skrzyżowanie 104/1"
  if (has(before, 'flat') || has(before, 'near') || ABOUT.has(before.word)) return before;
  // "Piaseczno miasto 104/1": a name stands before; "Piaseczno osiedle 104/1" has houses.
  const isBehindName = isKnown(at - 2) && !has(before, 'street');
  return UNNUMBERED.some((label) => has(before, label)) && !isBehindName ? before : null;
}

const ABOUT: ReadonlySet<string> = new Set('ok okolo pocztowy polska poland mazowsze about'.split(' '));

/** The word nearest to the number that may have one of its own. */
function nearestOther(
  tokens: readonly Token[],
  at: number,
  isKnown: (at: number) => boolean,
  mayBe: (token: Token) => boolean = () => true,
): Token | null {
  for (let distance = 1; distance < tokens.length; distance++) {
    for (const place of [at - distance, at + distance]) {
      const token = tokens[place];
      if (token && isOther(token) && mayBe(token) && !isKnown(place) && !hasOwnNumber(tokens, place, at))
        return token;
    }
  }
  return null;
}

/** "Mroków 255/8, cena 250 zł": an amount stands right behind the word. */
const hasOwnNumber = (tokens: readonly Token[], place: number, at: number): boolean =>
  has(tokens[place], 'measure') && tokens[place + 1]?.isWord === false && place + 1 !== at;

/** A word or a road that may have a number of its own. */
export const isOther = (token: Token) =>
  (token.isWord && !token.labels.some((label) => HARMLESS.has(label))) ||
  (!token.isWord && has(token, 'reference'));

/** "8/a5", "5,5", "11.11": the whole, of which a part is not its number. */
function wholeAround(tokens: readonly Token[], at: number): string | null {
  for (const [first, last] of [
    [tokens[at], tokens[at + 1]],
    [tokens[at - 1], tokens[at]],
  ]) {
    if (!first || !last || first.isWord || last.isWord) continue;
    const isTorn = last.gap === '/' && !first.text.includes('/');
    // Of "12,13" each leaves the other out.
    const isTwice = /^[.,]$/.test(last.gap) && first.word === last.word;
    if (isTorn || isTwice) return `${first.text}${last.gap}${last.text}`;
  }
  return null;
}

/** "działka 5 sążni": what follows may measure or count. With "nr" or a slash it does not. */
function doubtsOfAnnounced(
  tokens: readonly Token[],
  token: Token,
  at: number,
  isKnown: (at: number) => boolean,
): Applied[] {
  const next = tokens[at + 1];
  const whole = wholeAround(tokens, at);
  if (whole !== null) return [change('unknown_word', phraseOf(DOUBTS.tornOff, whole))];
  const perhaps = tokens[at - 1];
  if (perhaps && isPerhaps(tokens, at - 1, isKnown))
    return [change('unknown_word', phraseOf(DOUBTS.mayBeOfNotParcel, token.text, perhaps.text))];
  const replaced = replacedBy(tokens, at, isKnown);
  if (replaced !== null) return [change('related_parcel', phraseOf(DOUBTS.takenBack, token.text, replaced))];
  if (next && isLetterOf(tokens, at + 1, isKnown))
    return [change('unknown_word', phraseOf(DOUBTS.lettered, token.text, next.text))];
  if (isWrittenAsParcel(token)) return [];
  const order = orderBehind(tokens, at, isKnown);
  if (order !== null) return [change('counted', phraseOf(DOUBTS.inOrder, token.text, order))];
  if (isNumbered(tokens, at)) return [];
  const counted = countedBeside(tokens, at);
  if (counted) return [change('counted', phraseOf(DOUBTS.counted, token.text, counted.text))];
  const area = isOneOfSeveral(tokens, at) ? measureBehind(tokens, at + 1, isKnown) : null;
  if (area !== null && next)
    return [change('counted', phraseOf(DOUBTS.counted, `${token.text}, ${next.text}`, area))];
  // "Numer działki: 189 Powierzchnia: 0,1 ha": the measure has its own number.
  const hasNumber = has(next, 'measure') && tokens[at + 2]?.isWord === false;
  const isOfNoun =
    next && !next.afterBreak && !isKnown(at + 1) && isNoun(next) && !OF_SUBJECT.test(next.word) && !hasNumber;
  const measure = measureBehind(tokens, at, isKnown) ?? (isOfNoun ? next.text : null);
  if (measure !== null) return [change('counted', phraseOf(DOUBTS.counted, token.text, measure))];
  const other = measuredBefore(tokens, at, isKnown);
  return other === null ? [] : [change('counted', phraseOf(DOUBTS.areaBeside, token.text, other.text))];
}

/** "działek 36", "działki trzy", "sprzedam działki: 3 budowlane", "na działce 3 mieszkania", "byłem na działce 2 razy" */
function countedBeside(tokens: readonly Token[], at: number): Token | null {
  const [noun, number, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (next && !next.afterBreak && (FLATS.test(next.word) || isTimes(tokens, at + 1))) return next;
  if (!noun || !number) return null;
  if (noun.word === 'dzialek' || (number.isSpoken && /^(?:dzialki|parcele)$/.test(noun.word))) return noun;
  const goesOn =
    next?.isWord === false || (CONJUNCTIONS.test(next?.word ?? '') && tokens[at + 2]?.isWord === false);
  // "działki 110 w Guzowie" is one in the genitive: so many are not counted.
  const isMany = Number.parseInt(number.word, 10) > MOST_COUNTED && !isPluralKind(next);
  return isPlural(tokens, at - 1) && !goesOn && !isMany ? noun : null;
}

const MOST_COUNTED = 20;
/** "36 budowlane", "36 for sale", "36 do wyboru" */
const isPluralKind = (next: Token | undefined): boolean =>
  next !== undefined &&
  !next.afterBreak &&
  ((has(next, 'parcel_kind') && next.word.endsWith('e')) || /^(?:do|na|for|obok)$/.test(next.word));

const FLATS = /^(?:mieszkania|mieszkan|lokale|lokali|apartamenty|apartamentow|biura|biur)$/;
/** "2 razy", not "20 razy 40". */
const isTimes = (tokens: readonly Token[], at: number) =>
  /^razy?$/.test(tokens[at]?.word ?? '') && tokens[at + 1]?.isWord !== false;

/** "Działki 501", "sprzedam działki 501"; "właściciel działki 501" speaks of one. */
function isPlural(tokens: readonly Token[], at: number): boolean {
  const [verb, noun] = [tokens[at - 1], tokens[at]];
  if (/^plots$/.test(noun?.word ?? '')) return true;
  const isObject =
    !verb || noun?.afterBreak || /^(?:sprzedam|kupie|mam|mamy|oferuje|posiadam)/.test(verb.word);
  return isObject === true && /^(?:dzialki|parcele)$/.test(noun?.word ?? '');
}

/** "Działki 501, 702 m2", "sprzedam działki 501, 702 m2": behind a plural what follows is another of its numbers, or areas. */
const isOneOfSeveral = (tokens: readonly Token[], at: number): boolean =>
  isPlural(tokens, at - 1) && tokens[at + 1]?.isWord === false;

/** "ew. 36": "ewentualnie" as well as "ewidencyjny", where no parcel, number or village stands before it. */
const isPerhaps = (tokens: readonly Token[], at: number, isKnown: (at: number) => boolean) =>
  tokens[at]?.word === 'ew' &&
  (tokens[at]?.afterBreak ||
    !(has(tokens[at - 1], 'parcel') || has(tokens[at - 1], 'number') || isKnown(at - 1)));

/** "działka 12 -> 13", "12 > 13", "12 → 13" */
const ARROW =
  /^[\s.,]*(?:[-=–~]*[<>]+[-=–~]*|[»›«‹]|[\u2190-\u21ff\u2794-\u27be\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b4f])\s*$/u;

/** What stands between a number and the one that it has now: "12, obecnie 36", "12 -> 13". */
function replacedBy(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): string | null {
  const arrow = tokens[at + 1]?.gap ?? '';
  // "dz. 12 -> dz. 13"
  let target = at + 1;
  while (has(tokens[target], 'parcel') || has(tokens[target], 'number')) target += 1;
  if (tokens[target]?.number && ARROW.test(arrow)) return arrow.trim();
  let next = at + 1;
  while (isJoint(tokens[next]) || isKnown(next) || has(tokens[next], 'parcel') || isInsteadOf(tokens, next))
    next += 1;
  const now = tokens.find(
    (token, place) =>
      place > at && place < next && (isNow(token) || isCorrecting(tokens, place, next, isKnown)),
  );
  const isNumber = tokens[next]?.number != null && measureBehind(tokens, next, isKnown) === null;
  return now && isNumber ? now.text : null;
}

const isInsteadOf = (tokens: readonly Token[], at: number) =>
  isNow(tokens[at]) || isCorrecting(tokens, at, at, () => true);

/** "36 a Mroków" is 36a; "36 a obok las" goes on. */
function isLetterOf(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): boolean {
  const [letter, next] = [tokens[at], tokens[at + 1]];
  if (!letter || !isHouseLetter(letter) || isKnown(at)) return false;
  return letter.word !== 'a' || !next || next.afterBreak || isKnown(at + 1) || has(next, 'gmina');
}

/** Behind the parcel that is spoken of: "działka 36 graniczy z …", "działka 36 KW …". */
const OF_SUBJECT =
  /^(?:kw$|granicz|przyleg|styka|sasiaduj|lezy$|znajduj|polozon|zlokaliz|usytuow|stanowi|nalez|obejm|located$|situated$|lies$|belongs$)/;

const isNoun = (token: Token) =>
  token.isWord &&
  !token.isCut &&
  (token.labels.length === 0 || has(token, 'house') || has(token, 'reference') || has(token, 'measure'));
