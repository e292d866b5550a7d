// Words in front of an announced parcel that say it is not the one that is meant: "nieaktualna działka 12", "pierwotnie działka 12", "wykluczam
// działkę 12", "wątpię, że to działka 12". An adjective that agrees with the noun, or an adverb before it, counts unless it is known to say nothing of
// the kind: words of age, error and doubt are many, and qualities of land are few. Knows words, not what is loaded.

import { beginningWith } from './beginnings.ts';
import { takesBack } from './remark-behind.ts';
import { has, type Token } from './token.ts';

type IsKnown = (at: number) => boolean;

/** What is said of land: its size and shape, its beauty and price, what grows and stands there, its use, its place, and whose it is. */
const QUALITIES = beginningWith(
  'naj jedn[aeo] duz mala$ malej male$ wielk niewielk nieduz spor[ae] ogromn obszern szerok wask dlug krotk kwadrat prostokat foremn ksztaltn trojkat regularn plask rown pochyl ' +
    'piekn przepiekn ladn sliczn cudown urocz uroki malownicz wspanial swietn fajn atrakcyjn wyjatkow wymarzon idealn doskonal rewelacyjn okazyjn unikaln unikat luksus ' +
    'prestiz komfort ekskluzyw ciekaw perfekcyjn znakomit dobr lepsz bajeczn zjawisk niesamowit niepowtarzaln przyjemn tani tansz niedrog ekonom droz ' +
    'sloneczn naslon zacien zielon cich zacisz spokojn lesn zales zadrzew zakrzacz zarosn trawiast podmok such[ae] mokr piaszczyst widok kameraln ustron oslon dzik czyst ekolog ' +
    'budowl roln(?!ik) siedlisk rekreac inwest grunt ziemsk zabudow niezabudow letnisk uslug przemysl mieszkan komerc handl magazyn produkc wypoczyn ogrod warzyw orn lakow pastwisk ' +
    'sadown upraw hodowl drog wodn kolej dewelop prywatn gminn panstw miejsk wiejsk podmiejsk parafial koscieln spadk rodzinn wlasn wspoln nasz uniwers ' +
    'uzbroj nieuzbroj nieogrodz zagospodar niezagospodar zadban zaniedban odroln skomunik polozon zlokaliz usytuow oznacz ewiden geodez katastr wydziel ' +
    'wyodreb nowowydz pust woln niezamiesz zamieszkan utwardz oswietl nawodn zmelior przygotow gotow przylacz zdren skanaliz zgazyf zelektryf objet nieobjet nieutwardz ' +
    'obciaz nieobciaz zadluz hipote narozn skrajn srodk boczn front pierwsz drug trzeci ostatn kranc central poludn polnocn wschodn zachodn przydom nadmor nadrzecz ' +
    'nadjezior nadwod gorsk podgor mazur podlesn przylesn przedmiot niniejsz powyzsz wymien wskazan wspomn opisan podan cal nastepuj konkretn poszuk szukan upatrz wybran ' +
    'kup(?:ion|ow) zakupi nabyt nabywan sprzed wystaw ofer odziedz dziedz darow posiad nalez dzierz wydzierz wynaj licyt wycen stanow obejm interes aktual obecn now istniej ' +
    'prawidl wlasciw popraw pelno ponumer znalez zaznacz obejrz ogladan odwiedz pozosta zwykl normal typow standard ekstra polsk ' +
    'ustawn sprawdz wartosc obiecan komunal sporn niezwyk nadzwycz oddziel samodziel pojedyncz trudn problem zyzn plodn urodzaj glin kamienist bagn torf zalew zalan bezpiecz chronion ' +
    'strzez monitor nasadz obsad obsia zaoran skoszon wykarcz uporzad wyrown rozpoczet nowoczes perspekt dochod rentown zyskown oplacal solidn zdrow owoc iglast sosn brzoz ' +
    'samorzad powiat wojew skarb komornicz egzekuc uzytk wieczyst uregul sredni maksym minim przestron nietyp specyf strateg logist turyst agrotur sport szkoln lokaliz ' +
    '\\w*(?:arow|hektarow|metrow)[ae]',
);

/** Adverbs that say how it is sold or described, and nothing of its age or truth. */
const PLAIN_ADVERBS = beginningWith(
  'tanio pilnie okazyjnie obecnie aktualnie dokladnie konkretnie prywatnie ladnie pieknie swietnie idealnie atrakcyjnie korzystnie koniecznie oczywiscie ponownie dodatkowo ' +
    'glownie szczegolnie nastepnie ostatecznie finalnie formalnie prawnie urzedowo ewidencyjnie geodezyjnie bezposrednio czesciowo nowo$ dogodnie wygodnie doskonale niedrogo ' +
    'wspolnie slonecznie spokojnie lacznie rodzinnie obok wylacznie wlasnie rowniez malowniczo zupelnie pelnie calkowicie odpowiednio dotyczy ogolnie zwykle$',
);

/** Endings of adjectives before that of the case: "piękn-a", "dotychczasow-ej", "zlikwidowan-ą", "nieistniejąc-e". */
const ADJECTIVAL = /(?:[^aeiouy]n|ow|sk|ck|dzk|an|on|ac|ist|yst|[iy]w|sz|cz|iet|om|dn|[^aeiouy]l|zl)$/;
/** Nouns that end so. */
const NOUNS =
  /^(?:\w*[bm]owa|\w*[rt]rona|obrona|strona|korona|\w*miana|\w*sciana|altana|wojna|panna|wanna|fontanna|praca|glowa|polowa)$/;
const ADVERBIAL = /(?:[^aeiouy]nie|owo|nio|omo|niej|dys|ngis)$/;

/** Endings that agree with each form of the noun; those of "dz." and of foreign words are not seen. */
const AGREEING: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:dzialka|dzialke|parcela|parcele|ewidencyjna)$/, /^(\w{2,}?)(?:a)$/],
  [/^(?:dzialki|parceli)$/, /^(\w{2,}?)(?:i?ej|i?e)$/],
  [/^dzialce$/, /^(\w{2,}?)i?ej$/],
  [/^(?:dzialek|dzialkami|dzialkach)$/, /^(\w{2,}?)(?:y|i)(?:ch|mi)$/],
  [/^(?:nr|numer\w*|nry)$/, /^(\w{2,}?)(?:y|i|i?ego|ym|im|i?emu)$/],
  [/^dz$/, /^(\w{2,}?)(?:a|i?ej|i?e|ych|ich)$/],
];

/** Whatever stands there, these take the parcel away, doubt it or call it old. */
const DOUBTING = beginningWith(
  'ani$ zadn staremu$ ex$ eks$ watpi bynajmniej niekoniecz rzekom domniem jakoby$ wyklucz odrzuc pomij pomin skresl omij omin ignor odradz rezygn wycof unik ' +
    'mylni omylk pomylk blednie$ niewlasciwie$ nieprawidlowo$ niepoprawnie$ pierwotn ongis kiedys$ wczesniej drzewiej onegdaj dotychcz',
);
/** So many words before the noun such a word may stand. */
const MOST_BEFORE = 4;

/** The word in front that makes the parcel of the phrase from `from` on another one than is meant. */
export function deniedInFront(tokens: readonly Token[], from: number, isKnown: IsKnown): Token | null {
  return (
    attributeInFront(tokens, from, isKnown) ??
    doubtInFront(tokens, from, isKnown) ??
    yearInFront(tokens, from)
  );
}

/** "do 1998 roku działka 12" */
function yearInFront(tokens: readonly Token[], from: number): Token | null {
  const at = /^(?:roku|rok|r)$/.test(tokens[from - 1]?.word ?? '') ? from - 2 : from - 1;
  const isYear = /^(?:1[89]|20)\d{2}$/.test(tokens[at]?.word ?? '');
  const until = tokens[at - 1];
  return isYear && until && /^(?:do|przed|sprzed|until|before)$/.test(until.word) ? until : null;
}

/** "nieaktualne: działka 12" */
export function titleInFront(tokens: readonly Token[], from: number): Token | null {
  const title = tokens[from - 1];
  const isTitle = title?.isWord && /^\s*[:)]/.test(tokens[from]?.gap ?? '');
  const isOld = /^(?:przed|sprzed)$/.test(tokens[from - 2]?.word ?? '');
  return isTitle && (isOld || takesBack(title) || DOUBTING.test(title.word)) ? title : null;
}

/** Whether an adjective says what land is like: "leśna", "narożna", not "dotychczasowa". */
export const isQualityOfLand = ({ word }: Token): boolean => QUALITIES.test(word);

/** Whether it has the form of an adjective that agrees with "działka" in any of its cases. */
export function isAdjectival({ word }: Pick<Token, 'word'>): boolean {
  const [, stem = ''] = /^(\w{2,}?)(?:a|i?ej|i?e|[iy]ch)$/.exec(word) ?? [];
  return ADJECTIVAL.test(stem) && !NOUNS.test(word);
}

/** An adjective or adverb of the noun, in the row of words right before it. */
function attributeInFront(tokens: readonly Token[], from: number, isKnown: IsKnown): Token | null {
  const head = tokens[from]?.word ?? '';
  for (let at = from - 1; at >= 0; at--) {
    const token = tokens[at];
    if (!token?.isWord || isKnown(at) || tokens[at + 1]?.afterBreak) return null;
    if (isPassed(token)) continue;
    if (token.labels.length > 0) return null;
    const { word } = token;
    // "przed scaleniem działka 12"
    if (at === from - 1 && /^(?:przed|sprzed)$/.test(tokens[at - 1]?.word ?? '')) return token;
    if (ADVERBIAL.test(word)) {
      if (!PLAIN_ADVERBS.test(word)) return token;
    } else if (isAgreeing(word, head)) {
      if (!QUALITIES.test(word) && !(head === 'dz' && isOfNoun(tokens, at))) return token;
    } else return null;
  }
  return null;
}

/** "nieistniejąca już działka", "ta moja działka" */
const isPassed = (token: Token) =>
  has(token, 'filler') || has(token, 'parcel_kind') || /^(?:juz|jeszcze|to|chyba|bardzo)$/.test(token.word);

function isAgreeing(word: string, head: string): boolean {
  const [, ending] = AGREEING.find(([form]) => form.test(head)) ?? [];
  const stem = ending?.exec(word)?.[1];
  return stem !== undefined && !NOUNS.test(word) && (ADJECTIVAL.test(stem) || takesBack({ word }));
}

/** "opinia geotechniczna dz. 12", "mapa do celów projektowych dz. 12": the adjective is that of the noun before it. */
function isOfNoun(tokens: readonly Token[], at: number): boolean {
  const [noun, adjective] = [tokens[at - 1], tokens[at]];
  if (!noun?.isWord || has(noun, 'filler') || !adjective || adjective.afterBreak) return false;
  if (/[yi]ch$/.test(adjective.word)) return noun.word.endsWith('ow');
  const isNoun = noun.word.endsWith('a') && !ADJECTIVAL.test(noun.word.slice(0, -1));
  return isNoun && adjective.word.endsWith('a') && !takesBack(adjective);
}

function doubtInFront(tokens: readonly Token[], from: number, isKnown: IsKnown): Token | null {
  for (let at = from - 1; at >= Math.max(0, from - MOST_BEFORE); at--) {
    const token = tokens[at];
    if (!token?.isWord || isKnown(at)) return null;
    if (DOUBTING.test(token.word)) return token;
    if (token.afterBreak && !isClauseOf(tokens, at)) return null;
  }
  return null;
}

/** "wątpię, że to działka 12", "nie sądzę, żeby to była działka 12": what is said before the comma is said of the parcel. */
export const isClauseOf = (tokens: readonly Token[], at: number): boolean =>
  /^(?:ze|zeby|iz|jakoby|aby|by|czy)$/.test(tokens[at]?.word ?? '') &&
  /^(?:to|ta|chodzi|jest|byla|mowa)$/.test(tokens[at + 1]?.word ?? '');
