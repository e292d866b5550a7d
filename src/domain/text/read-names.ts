// The names of a text with what announces them, and the words that no name explains. Numbers that stand in no name change nothing of
// that, and people ask for the parcels of the same places: what was read is remembered by the words of the text, without its numbers.

import type { NameIndex } from './name-index.ts';
import { isAnnouncedName, labelsOfName } from './name-labels.ts';
import { hasCapital, isUnderstood, type NamedSpan, type NamesRead, type Stray } from './named-span.ts';
import { isRelated } from './related-parcel.ts';
import { takesBack } from './remark-behind.ts';
import { editsWithin } from './similarity.ts';
import { type Edit, type Hit, isGuessed, type Span, typosIn } from './spelling.ts';
import type { Steps } from './steps.ts';
import { has, mayBeName, type Token } from './token.ts';
import { type Label, LONG_PARCEL_WORDS } from './vocabulary.ts';
import { isAdjectival, isQualityOfLand } from './words-in-front.ts';

/** Who lists more names means none of them alone. */
const MOST_NAMES = 8;
/** Longer texts are seldom written twice. */
const LONGEST_KEY = 200;

export function* readNames(tokens: readonly Token[], names: NameIndex): Steps<NamesRead> {
  const key = names.memory && keyOf(tokens, names);
  const known = key ? names.memory?.get(key) : undefined;
  if (known) return known;
  const read = yield* readNamesAnew(tokens, names);
  if (key) names.memory?.set(key, read);
  return read;
}

/** No token holds it. */
const SEPARATOR = '\u{0}';

/** All of the tokens that names are read by; null where it would be too long. A gap has no digits, nor has a word. */
function keyOf(tokens: readonly Token[], names: NameIndex): string | null {
  let key = '';
  for (const { text, word, gap, isWord, labels, postcode } of tokens) {
    if (gap.includes(SEPARATOR) || key.length > LONGEST_KEY) return null;
    // What stands behind a postcode is a post office, whatever the code.
    if (!isWord)
      key +=
        labels.length > 0 || names.hasWord(word) ? `${gap}1${text}` : `${gap}${postcode === null ? 0 : 2}`;
    // "Drugiego" that is read as "ii"
    else key += word.length === text.length ? gap + text : `${gap}${text}=${word}`;
    key += SEPARATOR;
  }
  return key;
}

function* readNamesAnew(announced: readonly Token[], names: NameIndex): Steps<NamesRead> {
  const covering = yield* names.findInSteps(announced);
  const behind = announced.flatMap((token, at) => (isStreetBehind(token, at, covering) ? [at] : []));
  const tokens = labelBehind(announced, behind);
  const found = covering.filter(
    (span, at) =>
      !isPartOfName(tokens, span, names) &&
      !goesOnFrom(tokens, covering[at - 1], span, names) &&
      !isFarFetched(span, covering) &&
      !isAnnouncing(tokens, span, covering) &&
      !isQuality(tokens, span, covering),
  );
  const named = tokensOf(found);
  const isNamed = (at: number) => named.has(at);
  const certain = tokensOf(found.filter(({ hits }) => !hits.every(isGuessed)));
  const isCertainName = (at: number) => certain.has(at);
  const spans: NamedSpan[] = [];
  for (const span of found.slice(0, MOST_NAMES)) {
    const typed = typedAs(tokens, span);
    const labels = labelsOfName(tokens, span, spans.at(-1), isNamed, isCertainName);
    spans.push({ ...span, typed, labels, namesakes: names.namesakesOf(span) });
  }
  labelTowns(tokens, spans);
  const strays: Stray[] = [];
  for (const [at, token] of tokens.entries()) {
    if (mayBeName(token) && !isNamed(at))
      strays.push({ token, at, isAnnounced: isAnnouncedName(tokens, at, isNamed) });
  }
  const known = tokensOf(
    spans.filter(
      (span) => isUnderstood(span, spans) && !mayBeWord(tokens, span, spans) && !isRemark(tokens, span),
    ),
  );
  return { spans, strays, named, known, behind };
}

/** As it is written, without the full stop of the sentence. */
function typedAs(tokens: readonly Token[], { from, to, hits }: Span): string {
  const words = tokens.slice(from, to).map(({ text }) => text);
  const isShort = hits.some(({ edits }) => edits.some(({ kind }) => kind === 'abbreviated'));
  return isShort ? words.join(' ') : words.join(' ').replace(/\.$/, '');
}

/**
 * "dz. 5 Mroków, 05-552 Wólka Kosowska": behind a postcode stands the post office, a town mostly, where the place is named besides. "Warszawa, dnia
 * 12 maja 2026 r.": where the letter was written.
 */
function labelTowns(tokens: readonly Token[], spans: NamedSpan[]): void {
  for (const [at, span] of spans.entries()) {
    const isBehindCode = tokens[span.from - 1]?.postcode != null && !tokens[span.from]?.afterBreak;
    const isTown = span.hits.some(({ places }) => places.some(({ kind }) => kind === 'gmina'));
    if (span.labels.size > 0) continue;
    const isOffice = isBehindCode && isTown && spans.some((other) => other !== span && isPlaceName(other));
    if (!isOffice && !isBeforeDate(tokens, span)) continue;
    const next = tokens[span.to];
    // Of a longer name that is not known nothing can be said.
    const isLonger = next !== undefined && mayBeName(next) && !next.afterBreak && /^\p{Lu}/u.test(next.text);
    spans[at] = { ...span, labels: new Set(isLonger || !isOffice ? ['near', 'seat'] : ['near']) };
  }
}

/** At the head of a text. */
function isBeforeDate(tokens: readonly Token[], { from, to }: Span): boolean {
  const isDay = /^dn(?:ia)?$/.test(tokens[to]?.word ?? '');
  const date = tokens[isDay ? to + 1 : to];
  return (
    from === 0 && (isDay || date?.afterBreak === true) && /^\d{1,2}[. ].+[. ]\d{4}$/.test(date?.word ?? '')
  );
}

const isPlaceName = ({ labels, hits }: NamedSpan): boolean =>
  !labels.has('near') &&
  hits.some(
    (hit) =>
      !isGuessed(hit) &&
      hit.isLoaded &&
      hit.places.some(({ kind }) => kind === 'obreb' || kind === 'locality'),
  );

const NUMBER: readonly Label[] = ['number'];

/** What stands behind a street's name says as much as "nr": a number follows. */
export const labelBehind = (tokens: readonly Token[], behind: readonly number[]): readonly Token[] =>
  behind.length === 0
    ? tokens
    : tokens.map((token, at) => (behind.includes(at) ? { ...token, labels: NUMBER } : token));

/** "Brzozowa str. 30": the street's name stands before. */
const isStreetBehind = ({ word, afterBreak }: Token, at: number, spans: readonly Span[]) =>
  /^(?:str|street|st|road|avenue|ave)$/.test(word) &&
  !afterBreak &&
  spans.some(
    ({ to, hits }) => to === at && hits.some(({ places }) => places.some(({ kind }) => kind === 'street')),
  );

/** "Żelazowa Wola" is neither the district Wola nor Wola Mrokowska: a name begins with a capital, or goes on with one. */
function isPartOfName(tokens: readonly Token[], { from, to, hits }: Span, names: NameIndex): boolean {
  const isCommon = to - from === 1 && names.isPartOfNames(tokens[from]?.word ?? '');
  if (!isCommon || hits.some((hit) => hit.isLoaded && !isGuessed(hit))) return false;
  const isStranger = (token: Token | undefined) =>
    token !== undefined && mayBeName(token) && /^\p{Lu}/u.test(token.text) && !names.hasWord(token.word);
  return (
    (isStranger(tokens[from - 1]) && !tokens[from]?.afterBreak) ||
    (isStranger(tokens[to]) && !tokens[to]?.afterBreak)
  );
}

/** "Nowa Wieś Kościelna", "Łazy Leśne": right behind a village, a name that none of its streets has makes a longer name of it. */
function goesOnFrom(
  tokens: readonly Token[],
  village: Span | undefined,
  { from, to, hits }: Span,
  names: NameIndex,
): boolean {
  if (village?.to !== from || tokens[from]?.afterBreak || tokens[to]?.isWord === false) return false;
  const streets = hits.flatMap(({ places, edits }) =>
    places.map((place) => (place.kind === 'street' ? { place, edits } : null)),
  );
  const places = village.hits.flatMap((hit) => hit.places);
  const localities = places.filter((place) => place.kind === 'locality');
  if (localities.length === 0 || places.some(({ kind }) => kind === 'gmina')) return false;
  return streets.every(
    (street) =>
      street !== null &&
      (street.edits.some(isOtherGender) || names.streets?.isIn(street.place, localities) === false),
  );
}

/** "Leśny" is no case of Leśna. */
const isOtherGender = ({ typed, read }: Edit) =>
  /[eiy]$/.test(typed) && read.endsWith('a') && typed.slice(0, -1) === read.slice(0, -1);

/** "we wsi Guzów": what announces a name is not the name of another village. */
const isAnnouncing = (tokens: readonly Token[], { from, to, hits }: Span, spans: readonly Span[]) =>
  hits.every(isGuessed) &&
  tokens.slice(from, to).every(({ labels }) => labels.length > 0) &&
  spans.some((other) => other.from === to && !tokens[to]?.afterBreak);

/** "Nowak" is not how Nowa Iwiczna begins: a beginning with a typo is a word like any other where a name is certain. */
const isFarFetched = ({ hits }: Span, spans: readonly Span[]) =>
  hits.every(isBegunWithTypo) && spans.some((other) => !other.hits.every(isGuessed));

const isBegunWithTypo = ({ edits }: Hit) =>
  typosIn(edits) > 0 && edits.some(({ kind }) => kind === 'begun' || kind === 'ended');

/**
 * "Guzów, płaska, nowa", "Mroków. Nowa droga", "Nowa cena! Mroków": beside a name that is certain, a word in small letters between commas that agrees with "działka", and the
 * first word of a sentence that goes on in small letters, are no gmina elsewhere, and no beginning of a name.
 */
function isQuality(tokens: readonly Token[], { from, to, hits }: Span, spans: readonly Span[]): boolean {
  const [token, next] = [tokens[from], tokens[to]];
  // A town that is named first is meant: "Warszawa oferta".
  const isNoName = hits.every(({ edits }) => edits.length > 0) || (token?.labels.length ?? 0) > 0;
  if (to - from > 1 || !(from === 0 ? isNoName : token?.afterBreak)) return false;
  if (
    hits.some(
      (hit) =>
        (hit.isLoaded && !isGuessed(hit)) ||
        (!isGuessed(hit) && hit.places.some(({ kind }) => kind === 'street')),
    )
  )
    return false;
  const isListed =
    from > 0 &&
    /^\p{Ll}.*a$/u.test(token?.text.replace(/\.$/, '') ?? '') &&
    (!next || (next.isWord && (next.afterBreak || next.word === 'i')));
  const isFirst =
    (from === 0 || tokens[from - 1]?.isCut === true) &&
    next?.isWord === true &&
    !next.afterBreak &&
    /^\p{Ll}/u.test(next.text);
  return (isListed || isFirst) && spans.some((other) => other.from !== from && isCertain(tokens, other));
}

/** A village, and no gmina, in which another word may name the village. */
const isCertain = (tokens: readonly Token[], { from, hits }: Span): boolean =>
  /^\p{Lu}/u.test(tokens[from]?.text ?? '') &&
  hits.some((hit) => hit.isLoaded && !isGuessed(hit)) &&
  !hits.some(({ places }) => places.some(({ kind }) => kind === 'gmina' || kind === 'street'));

/** "36 kroków", "rola 36": a word in small letters one typo from a name, beside a number or where another name has its capital. */
function mayBeWord(tokens: readonly Token[], span: NamedSpan, spans: readonly NamedSpan[]): boolean {
  if (hasCapital(span) || !span.hits.every(isGuessed)) return false;
  const certain = spans.filter(({ hits }) => !hits.every(isGuessed));
  const isBehind = tokens[span.from - 1]?.isWord === false && !tokens[span.from]?.afterBreak;
  const isBefore = tokens[span.to]?.isWord === false && !tokens[span.to]?.afterBreak;
  return isBehind || (isBefore && certain.length > 0) || certain.some(hasCapital);
}

/** "(stary numer)": a word in small letters that takes a number back, and that a name begins with. */
const isRemark = (tokens: readonly Token[], span: NamedSpan): boolean =>
  !hasCapital(span) && span.hits.every(isGuessed) && takesBack(tokens[span.from] as Token);

function tokensOf(spans: readonly Span[]): ReadonlySet<number> {
  const at = new Set<number>();
  for (const { from, to } of spans) for (let place = from; place < to; place++) at.add(place);
  return at;
}

const PARCEL: readonly Label[] = ['parcel'];
const LEAST_MISSPELT = 6;

const KIND: readonly Label[] = ['small'];

/** "gmina miejsko-wiejska Piaseczno", "Urząd Miejski w Piasecznie": the kind of a gmina or an office is no name. */
export const labelKinds = (tokens: readonly Token[]): readonly Token[] =>
  tokens.some((_, at) => isKind(tokens, at))
    ? tokens.map((token, at) => (isKind(tokens, at) ? { ...token, labels: KIND } : token))
    : tokens;

const isKind = (tokens: readonly Token[], at: number): boolean =>
  isKindOfGmina(tokens, at) ||
  (has(tokens[at - 1], 'office') &&
    /^(?:miejsk|gminn|wojewodzk|marszalkowsk)(?:i|im|iego|y|ym|ego)$/.test(tokens[at]?.word ?? ''));

const isKindOfGmina = (tokens: readonly Token[], at: number): boolean =>
  /^(?:miejsk|wiejsk)(?:o|a|iej|ej)$/.test(tokens[at]?.word ?? '') &&
  (has(tokens[at - 1], 'gmina') || isKindOfGmina(tokens, at - 1));

/** "dzialak 12" announces a parcel, and "działka leśna 12" one of a kind. */
export function announceMisspelt(tokens: readonly Token[], names: NameIndex): readonly Token[] {
  const announced = tokens.some((token) => isMisspeltParcel(token, names))
    ? tokens.map((token) => (isMisspeltParcel(token, names) ? { ...token, labels: PARCEL } : token))
    : tokens;
  return announced.some((_, at) => isKindOfParcel(announced, at))
    ? announced.map((token, at) =>
        isKindOfParcel(announced, at) ? { ...token, labels: PARCEL_KIND } : token,
      )
    : announced;
}

const PARCEL_KIND: readonly Label[] = ['parcel_kind'];
/** Right before a number any other adjective may say what is counted: "działka tygodniowa 15". */
const KIND_OF_LAND =
  /^(?:les|drog|letnisk|budowl|roln|miejsk|wiejsk|przemysl|uslug|handl|mieszk|komerc|narozn|prywatn|widok|ewid|grunt)\w*(?:a|ej|e|ych|iej|ie|ich)$/;

const CUT_KIND =
  /^(?:bud|budowl|rol|roln|rekr|rekreac|les|lesn|siedl|inw|inwest|grunt|zab|niezab|usl|przem|mieszk)$/;

/** Between "działka" and its number, in small letters: with a capital it may be a street. */
function isKindOfParcel(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token?.isWord || token.labels.length > 0 || token.afterBreak || next?.afterBreak) return false;
  // "dz. bud. 12"
  if (token.isCut)
    return (
      has(before, 'parcel') && CUT_KIND.test(token.word) && (next?.isWord === false || has(next, 'number'))
    );
  // "rolno-budowlana"
  const isSecond = token.gap === '-' && before?.word.endsWith('o') === true;
  if (!has(isSecond ? tokens[at - 2] : before, 'parcel')) return false;
  const isFirst = next?.gap === '-' && token.word.endsWith('o');
  const behind = isFirst ? tokens[at + 2] : next;
  const isSmall = /^\p{Ll}/u.test(token.text) || before?.text === before?.text.toUpperCase();
  if (!isSmall || (behind?.isWord !== false && !has(behind, 'number'))) return false;
  // "działka dawna nr 36"
  if (isFirst || isRelated(token) || takesBack(token) || !isQualityOfLand(token)) return isFirst;
  return has(behind, 'number') ? isAdjectival(token) : KIND_OF_LAND.test(token.word);
}

/** "działo", "działa", "dziatki": words of their own. */
const OTHER_WORDS = /^(?:dzial[aoey]m?|dziatk\w+)$/;

function isMisspeltParcel(token: Token, names: NameIndex): boolean {
  const { word } = token;
  if (!mayBeName(token) || word.length < LEAST_MISSPELT || !/^[dp]/.test(word) || names.hasWord(word))
    return false;
  if (OTHER_WORDS.test(word)) return false;
  return LONG_PARCEL_WORDS.some((known) => editsWithin(word, known, 1) !== null);
}
