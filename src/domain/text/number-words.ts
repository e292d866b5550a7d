// Numbers in words, as they are spoken: "sto dwadzieścia trzy łamane przez cztery" is 123/4, "trzeciego maja" 3 maja. A word
// alone becomes a number only where a number was announced, because villages are named so too. Pure.

import { fold } from './fold.ts';
import { has, type Token } from './token.ts';
import { isEnglish, isMonth, type Label } from './vocabulary.ts';

const tableOf = (first: number, step: number, words: string): [string, number][] =>
  words
    .split(' ')
    .flatMap((forms, at) => forms.split('|').map((word): [string, number] => [word, first + at * step]));

const UNITS = new Map([
  ...tableOf(
    1,
    1,
    'jeden|jedna|jedynka dwa|dwie|dwojka|dwoch trzy|trojka|trzech cztery|czworka|czterech piec|piatka|pieciu szesc|szostka|szesciu siedem|siodemka|siedmiu osiem|osemka|osmiu dziewiec|dziewiatka|dziewieciu',
  ),
  ...tableOf(1, 1, 'one two three four five six seven eight nine'),
  ...tableOf(10, 1, 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  ...tableOf(
    10,
    1,
    'dziesiec|dziesieciu jedenascie|jedenastu dwanascie|dwunastu trzynascie|trzynastu czternascie|czternastu pietnascie|pietnastu szesnascie|szesnastu siedemnascie|siedemnastu osiemnascie|osiemnastu dziewietnascie|dziewietnastu',
  ),
]);
const TENS = new Map(
  tableOf(
    20,
    10,
    'dwadziescia|dwudziestu|twenty trzydziesci|trzydziestu|thirty czterdziesci|czterdziestu|forty piecdziesiat|piecdziesieciu|fifty szescdziesiat|szescdziesieciu|sixty siedemdziesiat|siedemdziesieciu|seventy osiemdziesiat|osiemdziesieciu|eighty dziewiecdziesiat|dziewiecdziesieciu|ninety',
  ),
);
const HUNDREDS = new Map(
  tableOf(100, 100, 'sto dwiescie trzysta czterysta piecset szescset siedemset osiemset dziewiecset'),
);
const THOUSANDS: ReadonlySet<string> = new Set(['tysiac', 'tysiace', 'tysiecy']);
/** Stems of "pierwszy", "druga", "trzeciego"; the endings say the case. */
const STEMS: readonly [string, number][] = [
  ...tableOf(
    1,
    1,
    'pierwsz drug trzec czwart piat szost siodm osm dziewiat dziesiat jedenast dwunast trzynast czternast pietnast szesnast siedemnast osiemnast dziewietnast',
  ),
  ...tableOf(
    20,
    10,
    'dwudziest trzydziest czterdziest piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat',
  ),
  ...tableOf(100, 100, 'setn dwusetn trzysetn czterysetn piecsetn'),
];
const ENDINGS: readonly string[] = 'a e i y ia ie ego emu ej ym im iego iemu iej'.split(' ');
const ORDINALS: ReadonlyMap<string, number> = new Map(
  STEMS.flatMap(([stem, value]) => ENDINGS.map((ending): [string, number] => [stem + ending, value])),
);

/** As obręby of towns are numbered. */
const ROMAN = /^(x{0,3})(ix|iv|v?i{0,3})$/;
const ONES: Readonly<Record<string, number>> = {
  '': 0,
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
};

/** Capitals only: "i" is a word. */
function romanOf({ text, word }: Pick<Token, 'text' | 'word'>): number | undefined {
  const [, tens = '', ones = ''] = (text === text.toUpperCase() ? ROMAN.exec(word) : null) ?? [];
  return tens.length * 10 + (ONES[ones] ?? 0) || undefined;
}

/** "III", "3-go", "trzeciego" as "3"; null for what is no day. */
export function dayOfStreet(text: string): string | null {
  const [, digits] = /^(\d{1,2})-?e?go$/iu.exec(text) ?? [];
  const value = digits ?? ORDINALS.get(fold(text)) ?? romanOf({ text, word: fold(text) });
  return value === undefined ? null : String(value);
}

/** Between the parts of a number that is spoken. */
const SLASHES: ReadonlySet<string> = new Set([
  'lamane',
  'lamana',
  'lamany',
  'przez',
  'dzielone',
  'dzielona',
  'ukosnik',
  'kreska',
  'slash',
  'over',
  'stroke',
  'myslnik',
  'minus',
  'dash',
]);
const DASHES = /^(?:myslnik|minus|dash)$/;

const SPOKEN: ReadonlySet<string> = new Set([
  ...UNITS.keys(),
  ...TENS.keys(),
  ...HUNDREDS.keys(),
  ...ORDINALS.keys(),
  ...SLASHES,
]);
const isSpoken = ({ word, isWord }: Token) => isWord && (SPOKEN.has(word) || ROMAN.test(word));

type NumberToken = (text: string, gap: string) => Token;

/** The tokens with spoken numbers as numbers; the same list where there are none. */
export function joinNumbers(tokens: Token[], numberToken: NumberToken): Token[] {
  if (!tokens.some(isSpoken)) return tokens;
  return joinParts(inDigits(tokens, numberToken), numberToken);
}

function inDigits(tokens: readonly Token[], numberToken: NumberToken): Token[] {
  const joined: Token[] = [];
  let spokenTo = -1;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const day = ORDINALS.get(token.word);
    const run = runAt(tokens, at);
    const digits = digitsAt(tokens, at);
    const obreb = numberOfObreb(tokens, at, joined);
    // "działka pierwsza od lasu" is not parcel 1, "działka ten przy lesie" not 10.
    const isAlone =
      run.words === 1 && (day !== undefined || agrees(token, joined.at(-1)) || isPronoun(token, tokens));
    const isMeant =
      run.words > 1 ||
      // "sto dwa trzy" may be 102/3.
      (at === spokenTo && !token.afterBreak) ||
      (!isAlone && isAnnounced(joined)) ||
      SLASHES.has(tokens[at + run.words]?.word ?? '');
    const ofMonth = day ?? romanOf(token);
    if (ofMonth !== undefined && token.isWord && isMonth(tokens[at + 1]?.word ?? '')) {
      joined.push(numberToken(String(ofMonth), token.gap));
      at += 1;
    } else if (obreb !== null) {
      // "drugi obręb" is put as "obręb 2".
      if (obreb.isBefore) joined.push(tokens[at + 1] as Token);
      joined.push(numberToken(String(obreb.value), token.gap));
      at += obreb.isBefore ? 2 : 1;
    } else if (digits.length > 1 && isAnnounced(joined)) {
      const text = tokens
        .slice(at, at + digits.length)
        .map(({ text: word }) => word)
        .join(' ');
      joined.push({ ...numberToken(digits, token.gap), text, isSpoken: true });
      at += digits.length;
    } else if (run.words > 0 && isMeant) {
      const number = numberToken(String(run.value), token.gap);
      const labels = isSum(tokens[at + run.words - 1]) ? AMOUNT : number.labels;
      joined.push({ ...number, labels, isSpoken: run.words === 1 });
      at += run.words;
      spokenTo = at;
    } else {
      joined.push(token);
      at += 1;
    }
  }
  return joined;
}

/** Words of Polish as well as numbers in English. */
const isPronoun = ({ word }: Token, tokens: readonly Token[]) =>
  /^(?:one|ten)$/.test(word) &&
  !tokens.some((token) => isEnglish(token.word) || /^(?:the|in|of|number)$/.test(token.word));

/** "znalazłem jedną": who dictates a number says "jeden". */
const ONE_OF = /^jedn(?:a|ej|o|ego|ym)$/;

/**
 * Numbers in one word where names say that it is one: "chopina dwanaście mysiadło" and "Jana Pawła Drugiego". A word that
 * follows and is no name is counted: "Mroków dwa pokoje".
 */
export function joinNumbersAtNames(
  tokens: readonly Token[],
  isNameWord: (word: string) => boolean,
  numberToken: NumberToken,
): readonly Token[] {
  if (!tokens.some(isSpoken)) return tokens;
  return tokens.map((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (!token.isWord || !before?.isWord || token.afterBreak) return token;
    const ordinal = ORDINALS.get(token.word);
    const isLast = !next || next.afterBreak || next.labels.length > 0 || isNameWord(next.word);
    const ofName = before.labels.length === 0 && before.word.length >= 3;
    if (ordinal !== undefined && ofName && isNameWord(before.word) && /(?:go|ej)$/.test(token.word))
      return { ...token, text: token.text, word: ROMANS[ordinal] ?? token.word };
    // "działka dwunasta": not "działka pierwsza od lasu".
    const isOrdinal = ordinal !== undefined && has(before, 'parcel') && isLast && !isOfOrder(next);
    if (isOrdinal) return { ...numberToken(String(ordinal), token.gap), text: token.text };
    const value = UNITS.get(token.word) ?? TENS.get(token.word) ?? HUNDREDS.get(token.word);
    return value !== undefined && ofName && isLast && !ONE_OF.test(token.word) && !isPronoun(token, tokens)
      ? numberToken(String(value), token.gap)
      : token;
  });
}

/** As streets of kings and popes have them. */
const ROMANS: Readonly<Record<number, string>> = {
  1: 'i',
  2: 'ii',
  3: 'iii',
  4: 'iv',
  5: 'v',
  6: 'vi',
  7: 'vii',
  8: 'viii',
  9: 'ix',
  10: 'x',
};

/** "pierwsza od lasu", "druga z lewej" */
const isOfOrder = (next: Token | undefined) => /^(?:od|z|ze|za|po|przed)$/.test(next?.word ?? '');

/** "sto dwadzieścia tysięcy za działkę": what ends in thousands is a price, or as large. */
const isSum = (last: Token | undefined) => last?.word === 'tysiecy';
const AMOUNT: readonly Label[] = ['small'];

/** "działka jedna", "działki dwie", "dom jeden": a number that agrees with the noun counts it. */
const agrees = ({ word }: Token, noun: Token | undefined) =>
  has(noun, 'house') ? word === 'jeden' : has(noun, 'parcel') && (word === 'jedna' || word === 'dwie');

/** "obręb drugi", "obręb nr II", "drugi obręb" */
function numberOfObreb(
  tokens: readonly Token[],
  at: number,
  before: readonly Token[],
): { readonly value: number; readonly isBefore: boolean } | null {
  const token = tokens[at];
  const value = token?.isWord ? (ORDINALS.get(token.word) ?? romanOf(token)) : undefined;
  if (value === undefined) return null;
  const [last, previous] = [before.at(-1), before.at(-2)];
  if (has(last, 'obreb') || (has(last, 'number') && has(previous, 'obreb')))
    return { value, isBefore: false };
  return has(tokens[at + 1], 'obreb') ? { value, isBefore: true } : null;
}

/** The words of one number: thousands, hundreds, tens, ones, each at most once and in that order. */
function runAt(tokens: readonly Token[], from: number): { readonly words: number; readonly value: number } {
  let [at, thousands, below] = [from, 0, 0];
  let least = 1_000;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token?.isWord || (at > from && token.afterBreak)) break;
    const { word } = token;
    if (THOUSANDS.has(word) && thousands === 0 && (at > from || word === 'tysiac')) {
      thousands = (below || 1) * 1_000;
      below = 0;
      least = 1_000;
      continue;
    }
    // "one hundred twenty-six"
    if (word === 'hundred' && below > 0 && below < 10) {
      below *= 100;
      least = 100;
      continue;
    }
    const [part, size] = partOf(word);
    if (part === 0 || size >= least) break;
    below += part;
    // After eleven to nineteen nothing follows.
    least = part >= 10 && part < 20 ? 1 : size;
  }
  return { words: at - from, value: thousands + below };
}

const DIGITS: ReadonlyMap<string, string> = new Map([
  ...tableOf(
    0,
    1,
    'zero jeden|one dwa|two trzy|three cztery|four piec|five szesc|six siedem|seven osiem|eight dziewiec|nine',
  ).map(([word, value]): [string, string] => [word, String(value)]),
]);

/** "dwa pięć zero" as it is dictated, digit by digit. */
function digitsAt(tokens: readonly Token[], from: number): string {
  let digits = '';
  for (let at = from; at < tokens.length; at++) {
    const { word, afterBreak } = tokens[at] as Token;
    const digit = DIGITS.get(word);
    if (digit === undefined || (at > from && afterBreak)) break;
    digits += digit;
  }
  return /^0/.test(digits) ? '' : digits;
}

function partOf(word: string): readonly [part: number, size: number] {
  const ordinal = ORDINALS.get(word);
  if (ordinal !== undefined)
    return [ordinal, ordinal >= 100 ? 100 : ordinal >= 20 ? 10 : ordinal >= 10 ? 9 : 1];
  const [hundreds, tens, ones] = [HUNDREDS.get(word), TENS.get(word), UNITS.get(word)];
  if (hundreds !== undefined) return [hundreds, 100];
  if (tens !== undefined) return [tens, 10];
  return ones === undefined ? [0, 0] : [ones, ones >= 10 ? 9 : 1];
}

/** What is listed with a number is one. */
const BETWEEN_NUMBERS: ReadonlySet<string> = new Set(
  'do lub i albo czy oraz na razy or to and by'.split(' '),
);

/** Right after "dz.", "nr", "obręb" and what stands between parts of a number: "łamane na". */
function isAnnounced(before: readonly Token[]): boolean {
  const isOnto = before.at(-1)?.word === 'na' && SLASHES.has(before.at(-2)?.word ?? '');
  const last = before.at(isOnto ? -2 : -1);
  if (!last) return false;
  // "dziesięć czy dwanaście arów", "dwa na trzy"
  if (BETWEEN_NUMBERS.has(last.word) && before.at(-2)?.isWord === false) return true;
  return (
    SLASHES.has(last.word) ||
    (['parcel', 'number', 'obreb', 'house', 'sheet'] as const).some((label) => has(last, label))
  );
}

/** "123 łamane przez 4", "123 przez 4" */
function joinParts(tokens: readonly Token[], numberToken: NumberToken): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    let next = at + 1;
    while (SLASHES.has(tokens[next]?.word ?? '') || (next > at + 1 && tokens[next]?.word === 'na')) next += 1;
    const part = tokens[next];
    const areParts = next > at + 1 && /^\d+$/.test(token.word) && /^\d+$/.test(part?.word ?? '');
    if (areParts) {
      const sign = DASHES.test(tokens[at + 1]?.word ?? '') ? '-' : '/';
      joined.push(numberToken(`${token.word}${sign}${part?.word}`, token.gap));
      at = next;
    } else joined.push(token);
  }
  return joined;
}
