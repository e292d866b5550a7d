// Words before an announced parcel that make another one of it than is meant: "obok działki 36", "dojazd przez moją działkę 36", "zjazd z drogi dz. 36",
// "the strip between our house and plot 36". Knows how words stand together, not what is loaded.

import { beginningWith } from './beginnings.ts';
import { has, type Token } from './token.ts';
import { isAdjectival, isQualityOfLand } from './words-in-front.ts';

/** Forms in which a parcel is that of something else: "cena działki", "liczba działek". Cut short it may be any form. */
export const GENITIVE =
  /^(?:dzialki|dzialek|parceli|parcel|dz|domu|domow|budynku|budynkow|bloku|blokow|posesji|kamienicy|willi)$/;

/** A parcel that stands behind one of these is another than the one that is meant. */
const RELATIONS: ReadonlySet<string> = new Set(
  (
    'do od za przez przy bez poza oprocz procz przed nad ponad miedzy pomiedzy posrod wsrod wzdluz wobec wokol dokola dookola naokolo ' +
    'naprzeciw naprzeciwko przeciw vis po obok kolo k pod u ku mimo spod znad zza sprzed powyzej ponizej niedaleko nieopodal opodal blisko ' +
    'nie niz jak zamiast not than like near beside behind opposite'
  ).split(' '),
);

/** Beginnings of words that say how one parcel lies to another, or what was once there. */
const RELATED = beginningWith(
  'sasiad sasied granicz przyleg styka styku$ dojazd dojsc dostep naprzeciw pobliz okolic wysokosc stron(?:[aye]|ie)$ rejon kierunk ' +
    'tyl(?:ach|em|u)$ zaplecz otoczen wylacz(?:eni|ajac) wyjat(?:ek|k[ua]?$|kiem) next$ adjacent adjoin border rzecz$ brak$ mija minie$ minac$ ' +
    'dawn byla$ bylej$ byly$ bylego$ poprzedni niegdy uprzedni historyczn archiwaln projektowan planowan przyszl star(?:y|a|ej|ego|ym)$ widok',
);

/** "w cieniu działki nr 36": what is said to be somewhere by a parcel lies beside it. */
const PLACED: ReadonlySet<string> = new Set('w we na po od z ze wskutek wyniku'.split(' '));
/** "w sprawie działki nr 36": these speak of the parcel itself. */
const OF_ITSELF = beginningWith(
  'spraw temat teren obszar granicach ramach zakres czesc calosc zwiazk odniesien sprzedaz kupn zakup budow grunt powierzchn map miejsc wlasno',
);

/** English has no cases that tell a parcel which is meant from one that something lies by. */
const ENGLISH_HEAD = /^(?:plot|lot|parcel|house|building)s?$/;
const ENGLISH_ARTICLES: ReadonlySet<string> = new Set('the a my our this that your'.split(' '));
/** Words before it that let it be the one that is meant. */
const BEFORE_ENGLISH_HEAD: ReadonlySet<string> = new Set(
  'own owns have buy sell bought sold buying selling find check show see view visit on in at for about regarding concerning and or is are land building cadastral agricultural residential vacant'.split(
    ' ',
  ),
);

/** Whether "nr" or the like stands right before it: then it is no count. */
export const isNumbered = (tokens: readonly Token[], at: number): boolean =>
  has(tokens[at - 1], 'number') || /^(?:ew|ewid|geod)/.test(tokens[at - 1]?.word ?? '');

/** "udział w drodze dojazdowej (dz. 12)", "zjazd z drogi dz. 12", not "droga gminna dz. 12". */
export function roadInFront(tokens: readonly Token[], from: number): Token | null {
  const gap = tokens[from]?.gap ?? '';
  const at = isRoad(tokens[from - 1]) ? from - 1 : from - 2;
  const road = tokens[at];
  if (!road || !isRoad(road)) return null;
  // "Sprzedam dom, droga dojazdowa: dz. 12": beside what is offered it is the way there.
  const isAttributeOf = gap.includes(',') && tokens[at - 1]?.word === 'przy';
  if (isOffered(tokens.slice(0, at)) && !isAttributeOf) return road;
  const isDashed = /[-–]/.test(gap) && GENITIVE.test(tokens[from]?.word ?? '');
  if (tokens[from]?.afterBreak && !gap.includes('(') && !isDashed) return null;
  const before = tokens[at - 1]?.word ?? '';
  const isReached = /^(?:w|we|z|ze|do|od|dojazd|dostep)$/.test(before) || /ą$/.test(road.text);
  return !tokens[from - 1]?.afterBreak && (isReached || gap.includes('(')) ? road : null;
}

const isRoad = (token: Token | undefined): boolean =>
  /^(?:drog|drodz|dojazd|sluzebn|ulic|dostep|road$|access$)/.test(token?.word ?? '');

/** What is offered was named before: a parcel or a house. */
const isOffered = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => /^(?:dzial|parcel|plot)/.test(token.word) || has(token, 'house'));

/** "Sprzedam dom, działka drogowa nr 12", "działka w Mrokowie, udział w dz. 12", "Plot in Mroków, access road is plot 12" */
export function partBeside(tokens: readonly Token[], from: number, at: number): Token | null {
  if (!isOffered(tokens.slice(0, from))) return null;
  const road = tokens.slice(from, at).find(({ word }) => /^drogow/.test(word));
  if (road) return road;
  const [noun, before] = [tokens[from - 2], tokens[from - 1]];
  const isShare = /^udzia/.test(noun?.word ?? '') && /^we?$/.test(before?.word ?? '');
  if (noun && isShare) return noun;
  // "The road to my plot is plot 12", "Drogę do działki stanowi działka 12"
  const first = tokens.findIndex((token) => isRoad(token) || isOffered([token]));
  const isWay =
    /^(?:is|stanowi|jest|to)$/.test(before?.word ?? '') && (isRoad(tokens[first]) || isRoad(noun));
  return isWay ? (before ?? null) : null;
}

const PIPES = beginningWith('wodociag kanaliz gazoc siec sieci lini kabel rur[aey]?$ hydrant studni');
const CONNECTED = beginningWith('mo[ji] swo[ji] nasz podlacz przylacz przedluz');

/** "Wodociąg biegnie w działce 12, chcę podłączyć swój dom" */
export function pipeBeside(tokens: readonly Token[], from: number, at: number): Token | null {
  if (!/^(?:w|we|na)$/.test(tokens[from - 1]?.word ?? '')) return null;
  const pipe = tokens.slice(0, from).find(({ word }) => PIPES.test(word));
  return pipe && tokens.slice(at).some(({ word }) => CONNECTED.test(word)) ? pipe : null;
}

export const LAND = /^(?:nieruchomosc|grunt|teren|posesj)/;

/** "obok nieruchomości (dz. 12)", "z podziału nieruchomości stanowiącej działkę 12": what is said of the land is said of the parcel. */
export function relatedLand(
  tokens: readonly Token[],
  from: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const before = tokens[from - 1];
  const isNamed = NAMING.test(before?.word ?? '');
  if (!isNamed && !tokens[from]?.gap.includes('(')) return null;
  if (before && !isNamed && isRelatedWord(before, from - 1, isKnown)) return before;
  const land = isNamed ? from - 2 : from - 1;
  return LAND.test(tokens[land]?.word ?? '') && !tokens[land]?.afterBreak
    ? relatedWord(tokens, land, from, isKnown)
    : null;
}

/** Words that say of a parcel which one it is. */
export const NAMING =
  /^(?:jako|czyli|tj|tzn|stanowi|obejm|obejmuj|sklada|zlozon|oznaczon|utworzon|chodzi|dotyczy|numer|konkretnie|mianowicie)/;

/** A word that says how something lies to what follows. */
export const isRelation = ({ word }: Pick<Token, 'word'>): boolean =>
  RELATIONS.has(word) || RELATED.test(word);

/** Whose it is, what it is like, and a part of it: "obok mojej działki", "przez gminną działkę", "dawniej część działki". */
const isAttribute = (token: Token | undefined): boolean =>
  token?.isWord === true &&
  (ATTRIBUTES.test(token.word) ||
    has(token, 'parcel_kind') ||
    (token.labels.length === 0 &&
      isQualityOfLand(token) &&
      isAdjectival(token) &&
      !RELATED.test(token.word)));
const ATTRIBUTES =
  /^(?:mo[ji]\w*|nasz\w*|swo[ji]\w*|two[ji]\w*|wasz\w*|sw[aej]+|t[aey]j?|tego|tych|jej|jego|ich|ww|cal[aej]+|czesc\w*|kazdoczesn\w*|wlascicie\w*)$/;

/** The word that makes the parcel of a phrase another one; its number stands at `at`. */
export function relatedWord(
  tokens: readonly Token[],
  phrase: number,
  at: number,
  isKnown: (at: number) => boolean,
): Token | null {
  let from = phrase;
  while (from > 0 && !tokens[from]?.afterBreak && !isKnown(from - 1) && isAttribute(tokens[from - 1]))
    from -= 1;
  const before = tokens[from - 1];
  if (!before?.isWord || (from < phrase && tokens[from]?.afterBreak) || isOfParcel(tokens, from, at))
    return null;
  if (RELATIONS.has(before.word) || isRelatedWord(before, from - 1, isKnown)) return before;
  const between = betweenBefore(tokens, from);
  if (between) return between;
  // "z tyłu jest działka 36"
  const side = before.word === 'jest' ? tokens[from - 2] : before;
  if (side && /^(?:tylu|przodu|boku|lewej|prawej)$/.test(side.word)) return side;
  if (ENGLISH_HEAD.test(tokens[phrase]?.word ?? '')) return relatedInEnglish(tokens, phrase, isKnown);
  if (before.afterBreak) return null;
  const verb = tokens[from - 2];
  if (!verb?.isWord || isKnown(from - 2)) return null;
  // "na wysokości działki nr 36", "w cieniu działki nr 36", not "w sprawie działki nr 36".
  const isPlaced = PLACED.has(verb.word) || RELATIONS.has(verb.word);
  const head = tokens[phrase]?.word ?? '';
  if (isPlaced && (GENITIVE.test(head) || LAND.test(head)) && head !== 'dz')
    return isStrange(before, from - 1, isKnown) ? before : null;
  // "graniczy z działką", "z widokiem na działkę", "wydzielona z działki", "next to dz.", not "dom z działką".
  if (!/^(?:z|ze|w|na|to)$/.test(before.word)) return null;
  if (isRelatedWord(verb, from - 2, isKnown)) return verb;
  const isOther = verb.labels.length === 0 && /^ze?$/.test(before.word) && !isMadeOf(tokens, from - 2);
  return isOther ? verb : null;
}

const MOST_BETWEEN = 5;

/** "płot między mną a działką 36", "between our house and plot 36" */
function betweenBefore(tokens: readonly Token[], from: number): Token | null {
  if (!/^(?:a|and)$/.test(tokens[from - 1]?.word ?? '')) return null;
  const words = tokens.slice(Math.max(0, from - MOST_BETWEEN), from - 1);
  return words.find(({ word }) => /^(?:po)?miedzy$|^between$/.test(word)) ?? null;
}

/** What a parcel has, costs or is charged with. */
const TO_PARCEL = beginningWith(
  'dojazd(?:u|em|y)?$ doj[as]c dostep wjazd zjazd praw[oa] dokument map[ay] przylacz doprowadz tytul wglad uwag zalaczni zglosz',
);
/** What is taken away from it. */
const FROM_PARCEL = beginningWith('usuni wycin wywoz odbior wywiez');
/** What is paid for it; the number behind it may be how much. */
export const PRICE = beginningWith('cen[ay] kwot oplat zaplat czynsz zaliczk zadat rat[ay]$ stawk prowizj');
const CHARGE = beginningWith('podat odszkodow platnos pieniad przelew naleznos');

/** "dojazd do działki 36", "cena za działkę 36", "podatek od działki 36", where no other parcel is spoken of before. */
function isOfParcel(tokens: readonly Token[], from: number, at: number): boolean {
  const [noun, preposition] = [tokens[from - 2], tokens[from - 1]];
  if (tokens.slice(0, from).some((token) => has(token, 'parcel'))) return false;
  const isTo = preposition?.word === 'do';
  // "Czy do działki 36 doprowadzona jest woda?"
  if (isTo && tokens.slice(0, from - 1).every((token) => has(token, 'filler'))) return true;
  // "zjazd z drogi powiatowej do działki 36", "usunięcie drzew z działki 36"
  const words = tokens.slice(0, from - 1);
  if (isTo && words.some(({ word }) => TO_PARCEL.test(word))) return true;
  if (/^ze?$/.test(preposition?.word ?? '') && words.some(({ word }) => FROM_PARCEL.test(word))) return true;
  const isFor = /^(?:za|od)$/.test(preposition?.word ?? '');
  // "podatek od nieruchomości za działkę 36"
  if (isFor && words.some(({ word }) => CHARGE.test(word))) return true;
  // "cena za działkę 130" may be the price.
  return isFor && PRICE.test(noun?.word ?? '') && !preposition?.afterBreak && !mayBeAmount(tokens, at);
}

export const mayBeAmount = (tokens: readonly Token[], at: number): boolean =>
  !tokens[at]?.number?.includes('/') && !isNumbered(tokens, at);

/** "składająca się z działki nr 36", "złożona z działki": the parcel is all of it, or a part. */
const isMadeOf = (tokens: readonly Token[], at: number) =>
  MADE_OF.test((tokens[at]?.word === 'sie' ? tokens[at - 1] : tokens[at])?.word ?? '');
const MADE_OF = beginningWith('sklada zlozon stanowi obejm');

const isStrange = (token: Token, at: number, isKnown: (at: number) => boolean) =>
  token.labels.length === 0 && !OF_ITSELF.test(token.word) && !isKnown(at);

/** "next to plot 36", "the field along my plot 36": any word that is not known may say how something lies to it. */
function relatedInEnglish(
  tokens: readonly Token[],
  from: number,
  isKnown: (at: number) => boolean,
): Token | null {
  const at = articlesBefore(tokens, from) - 1;
  const word = tokens[at];
  if (!word?.isWord || tokens[at + 1]?.afterBreak || isKnown(at)) return null;
  // "bordering on plot 36"
  const verb = tokens[at - 1];
  if (verb?.isWord && !word.afterBreak && isRelatedWord(verb, at - 1, isKnown)) return verb;
  return BEFORE_ENGLISH_HEAD.has(word.word) || has(word, 'filler') || has(word, 'parcel_kind') ? null : word;
}

/** A noun, a verb or an adjective that says so. */
export const isRelated = ({ word }: Token): boolean => RELATED.test(word);

const isRelatedWord = (token: Token, at: number, isKnown: (at: number) => boolean) =>
  isRelated(token) && !isKnown(at);

/** "on [the plot] 36" */
export function articlesBefore(tokens: readonly Token[], from: number): number {
  let at = from;
  while (ENGLISH_ARTICLES.has(tokens[at - 1]?.word ?? '') && !tokens[at]?.afterBreak) at -= 1;
  return at;
}
