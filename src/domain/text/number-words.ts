// Numbers in words, as they are spoken: "sto dwadzieścia trzy łamane przez cztery" is 123/4, "trzeciego maja" 3 maja. A word
// alone becomes a number only where a number was announced, because villages are named so too. Pure.

import { has, type Token } from './token.ts';
import { isMonth } from './vocabulary.ts';

const tableOf = (first: number, step: number, words: string): [string, number][] =>
  words
    .split(' ')
    .flatMap((forms, at) => forms.split('|').map((word): [string, number] => [word, first + at * step]));

const UNITS = new Map([
  ...tableOf(
    1,
    1,
    'jeden|jedna|jedynka dwa|dwie|dwojka trzy|trojka cztery|czworka piec|piatka szesc|szostka siedem|siodemka osiem|osemka dziewiec|dziewiatka',
  ),
  ...tableOf(
    10,
    1,
    'dziesiec jedenascie dwanascie trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie',
  ),
]);
const TENS = new Map(
  tableOf(
    20,
    10,
    'dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat',
  ),
);
const HUNDREDS = new Map(
  tableOf(100, 100, 'sto dwiescie trzysta czterysta piecset szescset siedemset osiemset dziewiecset'),
);
const THOUSANDS: ReadonlySet<string> = new Set(['tysiac', 'tysiace', 'tysiecy']);
/** Days, as in the names of streets. */
const ORDINALS = new Map(
  tableOf(
    1,
    1,
    'pierwszego drugiego trzeciego czwartego piatego szostego siodmego osmego dziewiatego dziesiatego jedenastego dwunastego trzynastego czternastego pietnastego szesnastego siedemnastego osiemnastego dziewietnastego dwudziestego',
  ),
);
/** Between the parts of a number that is spoken. */
const SLASHES: ReadonlySet<string> = new Set([
  'lamane',
  'lamana',
  'lamany',
  'przez',
  'ukosnik',
  'kreska',
  'slash',
]);

const isSpoken = ({ word, isWord }: Token) =>
  isWord &&
  (UNITS.has(word) || TENS.has(word) || HUNDREDS.has(word) || ORDINALS.has(word) || SLASHES.has(word));

type NumberToken = (text: string, gap: string) => Token;

/** The tokens with spoken numbers as numbers; the same list where there are none. */
export function joinNumbers(tokens: Token[], numberToken: NumberToken): Token[] {
  if (!tokens.some(isSpoken)) return tokens;
  return joinParts(inDigits(tokens, numberToken), numberToken);
}

function inDigits(tokens: readonly Token[], numberToken: NumberToken): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const day = ORDINALS.get(token.word);
    const run = runAt(tokens, at);
    const isMeant = run.words > 1 || isAnnounced(joined) || SLASHES.has(tokens[at + run.words]?.word ?? '');
    if (day !== undefined && isMonth(tokens[at + 1]?.word ?? '')) {
      joined.push(numberToken(String(day), token.gap));
      at += 1;
    } else if (run.words > 0 && isMeant) {
      joined.push(numberToken(String(run.value), token.gap));
      at += run.words;
    } else {
      joined.push(token);
      at += 1;
    }
  }
  return joined;
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
    const [part, size] = partOf(word);
    if (part === 0 || size >= least) break;
    below += part;
    // After eleven to nineteen nothing follows.
    least = part >= 10 && part < 20 ? 1 : size;
  }
  return { words: at - from, value: thousands + below };
}

function partOf(word: string): readonly [part: number, size: number] {
  const [hundreds, tens, ones] = [HUNDREDS.get(word), TENS.get(word), UNITS.get(word)];
  if (hundreds !== undefined) return [hundreds, 100];
  if (tens !== undefined) return [tens, 10];
  return ones === undefined ? [0, 0] : [ones, ones >= 10 ? 9 : 1];
}

/** Right after "dz.", "nr", "obręb" and what stands between parts of a number. */
function isAnnounced(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (!last) return false;
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
      joined.push(numberToken(`${token.word}/${part?.word}`, token.gap));
      at = next;
    } else joined.push(token);
  }
  return joined;
}
