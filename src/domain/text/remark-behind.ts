// Remarks behind a number that take it back: "(nieaktualna)", "- stary numer", ", już nie istnieje", "to nie ta". A remark counts where it
// speaks of the number or of the parcel alone: "stary dom" is a house, and "dawniej 12" tells another number.

import { has, type Token } from './token.ts';

/** Words of age, denial and error, and of what is only planned. */
const TAKEN_BACK = new RegExp(
  `^(?:${[
    'daw(?:n|niej)',
    'byl[aeyi]?$|bylej$|bylego$',
    'poprzedni|uprzedni|niegdys|historyczn|archiwaln',
    'star(?:y|a|e|ej|ego|ym)$',
    'nieaktualn|zdezaktualiz|przestarzal|niewazn|uniewazn|anulowan|nieistnieja|wykresl|skreslon|zlikwidowan|usuniet',
    'bledn|blad$|bledem$|pomyl|omyl|cofam$|cofnij$|odwoluje$|wycofuje$|anuluj|skasuj|zapomnij|rezygnuj|niewlasciw|nieprawidlow|zl[aey]$',
    'robocz|tymczasow|umown|prowizoryczn|wstepn|jakos$',
    'projek|planowan|przyszl|przed$|sprzed$',
    'podzielon|scalon|przenumerow',
    'sasied|sasiad',
    'odpada(?:ja)?$|odrzuc|wyklucz|pomij|pomin|skresl',
    'old$|former|previous|obsolete|outdated|void$|cancel|wrong$|mistake|error$|planned$|proposed$|draft$|neighbou?r|adjacent',
  ].join('|')})`,
);

/** "nie ta", "nie istnieje", "nie chodzi o tę" */
const DENIED: ReadonlySet<string> = new Set(
  'ta ten to te tej tego tamta o istnieje istnieja chodzi dotyczy aktualna aktualny aktualne wlasciwa prawidlowa this that the what which mine exist exists'.split(
    ' ',
  ),
);
/** Words that a denial alone may stand beside. */
const HEDGES: ReadonlySet<string> = new Set(
  'a ale ach aj ej o oj ojej no to wlasciwie jednak chyba raczej sorry sorki przepraszam pardon ups oops w sumie moze jeszcze tak czy ojoj actually wait'.split(
    ' ',
  ),
);
/** "wpisałem źle", "błędnie podana" */
const WRITING =
  /^(?:wpis|poda|napis|przepis|zapis|wprowadz|wklei|wkle|odczyt|przeczyt|spojrz|widz|klik|wybra|zaznacz|skopiow|wrote|typed|copied|read$|picked)/;
const WRONGLY = /^(?:zle$|blednie$|niepoprawnie$|nieprawidlowo$|omylkowo$|pomylkowo$|niewlasciwie$|wrong)/;
const DENYING: ReadonlySet<string> = new Set(['nie', 'not', 'no']);

/** What a remark about the number itself is made of besides. */
const OF_NUMBER =
  /^(?:numer\p{L}*|nr|nry|number\p{L}*|no|dzialk\p{L}*|dz|parcel\p{L}*|plot|adres\p{L}*|oznaczeni\p{L}*|ju[zż]|jest|byla?|zostal[aoy]?|sorry|sorki|przepraszam|pardon|oj|ups|oops|to|ta|ten|te|tej|juz|longer|it|is|was|does|this|one|the|an?|obecnie|teraz|niestety|uwaga|raczej|chyba|po|przed|podzia\p{L}*|scaleni\p{L}*|zmian\p{L}*|ew|ewid\p{L}*)$/u;

/** Words that say by what something is numbered: "numeracja dewelopera", "nr w ofercie". */
const NUMBERING = /^(?:numer(?:acj\p{L}*|u|em|y|ami)?|nr|numbering|number|no)$/u;
/** A number of the register, or the right one. */
const OF_REGISTER =
  /^(?:ew|ewid\p{L}*|geod\p{L}*|egib|katastr\p{L}*|cadastral|aktualn\p{L}*|obecn\p{L}*|prawidlow\p{L}*|wlasciw\p{L}*|now[yae]\p{L}*|current|new|dzialk\p{L}*|dz|parcel\p{L}*|plot|gruntu|rejestr\p{L}*)$/u;
/** Lists, offers and plans number what they offer. */
const LISTED = /^(?:ofer|oglosz|katalog|koncepcj|projek|zestawien|wizualizacj|offer|listing)/;

/** "wg starej ewidencji" */
const BY = /^(?:wg|wedlug|ewidencj\w*|numeracj\w*|mapy)$/;

/** Whether a word by itself takes a number back, or says that a list gave it: "dawna", "nieaktualna", "ofertowa". */
export const takesBack = ({ word }: Pick<Token, 'word'>): boolean =>
  TAKEN_BACK.test(word) || LISTED.test(word);

type IsKnown = (at: number) => boolean;

/** The word that takes a number back, behind it. */
export function remarkBehind(tokens: readonly Token[], at: number, isKnown: IsKnown): Token | null {
  let from = at + 1;
  // Nothing but where it is stood between.
  let isOfParcel = true;
  for (let place = at + 1; place <= tokens.length; place++) {
    const token = tokens[place];
    const isEnd = !token || token.afterBreak || !token.isWord || isKnown(place);
    // "Mroków. Nieaktualne", not "ul. Nowa"
    const before = tokens[place - 1];
    const isSentence = before?.isCut === true && (before.labels.length === 0 || isKnown(place - 1));
    if (!isEnd && !isSentence) continue;
    // "dawniej 12", "numer telefonu: 600": words right before a number are about that.
    const isOfNext =
      (token?.isWord === false && (!token.afterBreak || token.gap.includes(':'))) ||
      isNumberOf(before, token);
    const remark = tokens.slice(from, place);
    const isWhole = !token || token.afterBreak || isSentence;
    const word = isOfNext
      ? null
      : (takenBackIn(remark, from === at + 1) ?? (isWhole ? refusedIn(remark, isOfParcel) : null));
    if (word) return word;
    // "36 (obok)", "jest obok", not "36 Mroków koło Piaseczna"
    if (isWhole && isOfParcel && isBeside(remark.at(-1)) && remark.slice(0, -1).every(isLying))
      return remark.at(-1) ?? null;
    isOfParcel &&= remark.every((one) => has(one, 'small') || has(one, 'number') || saysNothing(one));
    // The remarks behind another number that is announced are about that.
    if (token && !token.isWord && isAnnouncedThere(tokens, place)) return null;
    from = token && (isKnown(place) || !token.isWord) ? place + 1 : place;
  }
  return null;
}

/** Words that leave a sentence as it is. */
const SAYING_NOTHING =
  /^(?:mnie|mi|nas|nam|ja|my|jej|nia|niej|ona|one|ich|ta|tej|to|te|o|w|na|do|sie|jestem|jestesmy|juz|teraz|jednak|wcale|zupelnie|akurat|chyba|raczej|ale|a|lecz|jest|sa|byla|bedzie|dzialka|dzialki|dzialke|parcela|parceli|it|me|us|is|interested|for|any|more|tez|gre|rachube|pod|uwage)$/;
const saysNothing = ({ word }: Token): boolean => SAYING_NOTHING.test(word);
const isLying = (token: Token) => saysNothing(token) || /^(?:lezy|stoi|znajduje)$/.test(token.word);
/** "moja", "nasza", "swojej"; "inna" is another than this. */
const MINE = /^(?:moj|nasz|swoj|swa$|swej$|mine$|ours$)/;
const OTHER =
  /^(?:sasiedni\w*|przylegl\w*|inn(?:a|ej|e|ych)|drug(?:a|iej)|tamt(?:a|ej)|swoj(?:a|ej)|another|other)$/;
const BEHIND = /^(?:za|przed|nad|pod|po)$/;
const ANOTHER = /^(?:nastepn|kolejn|podobn|tansz|wieksz|mniejsz|lepsz|drozsz|drug(?:a|iej)$|inn(?:a|ej|e)$)/;
const SOUGHT = /^(?:szuka|poszukuj|chce|chcia|kupi|czyja|czyje|wole$|wola[lł]|interesuj)/;
/** "nie uzbrojona", "nie objęta": what is denied is a quality. */
const QUALITY = /(?:[nt][ae]|ow[ae]|ska)$/;
/** "graniczy z", "leży obok", "przylega do" */
const BESIDE =
  /^(?:granicz|sasiad|sasied|przyleg|styka|obok|kolo|przy|blisko|niedaleko|naprzeciw|borders|adjoins|beside|near)/;

const isBeside = (token: Token | undefined): boolean =>
  token !== undefined && (has(token, 'near') || BESIDE.test(token.word));

/**
 * "mnie nie interesuje", "nie kupię", "to nie moja działka", "graniczy z moją", "szukam swojej": what is said of the parcel alone and makes another one of it
 * than is meant. "nie ma prądu" and "nie jest objęta planem" tell what it is like.
 */
function refusedIn(remark: readonly Token[], isOfParcel: boolean): Token | null {
  const last = remark.findLast((token) => !saysNothing(token));
  const beside = remark.findIndex(({ word }) => BESIDE.test(word));
  if (beside >= 0 && last && MINE.test(last.word) && remark.indexOf(last) > beside)
    return remark[beside] ?? null;
  // "dotyka mojej", "okala moją"; "jest moja" is none of these.
  if (
    last &&
    remark.length > 1 &&
    (OTHER.test(last.word) || /^(?:moj|nasz|sw)\p{L}*(?:ą|ej)$/iu.test(last.text))
  )
    return last;
  // "chcę kupić tę obok", "jaki numer ma ta za rowem", "szukam tańszej", "czyja jest następna?"
  const other = remark.find(
    ({ word }, at) =>
      (/^t[aey]j?$/.test(word) && (isBeside(remark[at + 1]) || BEHIND.test(remark[at + 1]?.word ?? ''))) ||
      (ANOTHER.test(word) && remark.some((one) => SOUGHT.test(one.word))),
  );
  if (other) return other;
  const denial = remark.findIndex(({ word }) => DENYING.has(word));
  if (denial < 0 || !isOfParcel || !remark.slice(0, denial).every(saysNothing)) return null;
  const [said, more] = remark.slice(denial + 1).filter((token) => !saysNothing(token));
  if (more) return null;
  return said && !MINE.test(said.word) && QUALITY.test(said.word) ? null : (remark[denial] ?? null);
}

/** "księgę wieczystą nr [KW]": the number of what follows. */
const isNumberOf = (before: Token | undefined, token: Token | undefined) =>
  token !== undefined && (!token.afterBreak || has(token, 'reference')) && NUMBERING.test(before?.word ?? '');

const isAnnouncedThere = (tokens: readonly Token[], at: number) =>
  has(tokens[at - 1], 'parcel') || (has(tokens[at - 1], 'number') && has(tokens[at - 2], 'parcel'));

function takenBackIn(remark: readonly Token[], isBeside: boolean): Token | null {
  const denial = remark.findIndex(({ word }) => DENYING.has(word));
  if (denial >= 0) {
    const next = remark[denial + 1];
    // "już nie ma", not "nie ma wody"
    const isGone =
      next?.word === 'ma' && remark.length === denial + 2 && remark.slice(0, denial).every(saysNothing);
    // "a właściwie nie", "jednak nie", not "prądu nie"
    const isOnly = remark.every(({ word }, at) => at === denial || HEDGES.has(word));
    if (next ? isGone || DENIED.has(next.word) || TAKEN_BACK.test(next.word) : isOnly)
      return remark[denial] ?? null;
  }
  const mistake =
    remark.some(({ word }) => WRITING.test(word)) && remark.find(({ word }) => WRONGLY.test(word));
  if (mistake) return mistake;
  const word = remark.find((token) => TAKEN_BACK.test(token.word)) ?? null;
  const isOfNumber = remark.every(
    ({ word: one, labels }) =>
      TAKEN_BACK.test(one) ||
      OF_NUMBER.test(one) ||
      HEDGES.has(one) ||
      BY.test(one) ||
      labels.includes('small'),
  );
  if (word && isOfNumber) return word;
  return numberingIn(remark, isBeside) ?? listIn(remark, isBeside);
}

/** "(numeracja dewelopera)", "(nr w ofercie)", not "(nr ewidencyjny)" */
function numberingIn(remark: readonly Token[], isBeside: boolean): Token | null {
  if (![remark[0], remark.at(-1)].some((token) => NUMBERING.test(token?.word ?? ''))) return null;
  const [other] = remark.filter(
    ({ word, labels }) => !NUMBERING.test(word) && !OF_REGISTER.test(word) && !labels.includes('small'),
  );
  const isListed = isBeside || has(remark[remark.indexOf(other as Token) - 1], 'small');
  const isOther = other && (other.labels.length === 0 || (isListed && has(other, 'reference')));
  return isOther ? other : null;
}

/** "(oferta)", "(wg planu osiedla)" */
function listIn(remark: readonly Token[], isBeside: boolean): Token | null {
  const isBy = /^(?:wg|wedlug|per)$/.test(remark[0]?.word ?? '');
  const list = remark.find(
    ({ word }, at) => LISTED.test(word) || (isBy && /^plan/.test(word) && isOtherPlan(remark[at + 1])),
  );
  return isBeside && list && (isBy || remark.length === 1) ? list : null;
}

/** The plan of a settlement numbers its plots; the local plan has zones: "wg planu MN", "wg planu miejscowego". */
const isOtherPlan = (of: Token | undefined) =>
  of !== undefined && of.word.length > 3 && !/^(?:miejscow|ogoln|zagosp|mpzp)/.test(of.word);
