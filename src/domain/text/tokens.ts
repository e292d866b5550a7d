// Tokens of what a person typed, each with everything it may be. Nothing is decided here: "m." is a town and a flat,
// "05-506" a postcode and a parcel number, until the readings are weighed.

import { canonicalNumber } from '../places/parcel-id.ts';
import { rememberByText } from '../remember-by-text.ts';
import { fold } from './fold.ts';
import { joinNumbers } from './number-words.ts';
import type { Token } from './token.ts';
import { isEnglish, type Label, labelsOf, NO_LABELS } from './vocabulary.ts';

const UNIT: readonly Label[] = ['unit'];
/** Read as what it is, and nothing of a place: a date, a size, a price. */
const EXPLAINED: readonly Label[] = ['small'];
/** The number of something else: a road, a telephone. */
const REFERENCE: readonly Label[] = ['reference'];

const AMOUNT = String.raw`\d+(?:[.,]\d+)?`;
/** A number with its unit in one word: "5ha", "20m", "15 %". */
const MEASURED = String.raw`${AMOUNT}(?:\s?%|(?:ha|ary?|ar[óo]w|z[łl]|pln|km|mb|cm|m(?:\s?\^\s?[23]|[23²³])?|tys|mln)(?![\p{L}\p{N}]))`;
/** "36 €", "36,-", "~36", "≥36": a sign makes it an amount, as a unit does; "36 > 37" is an arrow. */
const SIGNED = String.raw`(?<![-=–])(?:[~±≤≥≈]|(?<![\p{N}<>]\s?)[<>])\s?${AMOUNT}(?![\p{N}/])|\p{Sc}\s?${AMOUNT}(?![\p{N}/])|${AMOUNT}(?:\s?[\p{Sc}‰°㎡㎢]|,-(?!\p{N}))`;
/** "1.000 m", "1,200 sqm", "PLN 250,000", "99 000" */
const THOUSANDS = String.raw`(?<![\p{N}.])\d{1,3}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?)\s?(?:k?m[23²³]?|ha|z[łl]|pln|eur|sqm|metr\p{L}*)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:pln|eur|usd)\s?\d{1,3}(?:[.,\s]\d{3})+(?![\p{N}/])|(?<![\p{N}/.,])\d{1,3}(?:\s000)+(?![\p{N}/.-])`;
/** Hectares in a table: no number has a zero before a comma. */
const DECIMAL = String.raw`(?<![\p{N}.,/_])0[.,]\d{2,4}(?![\p{N}/_]|[.,]\p{N})`;
/** "20 x 40", "20m × 40m", "20 na 40" */
const SIZE = String.raw`${AMOUNT}\s?m?(?:\s?[x×*]\s?|\sna\s)${AMOUNT}(?:\s?m)?(?![\p{L}\p{N}/])`;
const MONTH =
  '(?:stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|wrze[śs]nia|pa[źz]dziernika|listopada|grudnia)';
/** "3 maja 2024" is a day, "ul. 3 Maja 20" is not. */
const DAY_IN_WORDS = String.raw`(?<!\p{N}|(?:ul|al|pl|os|ulic\p{L}|alej\p{L}|plac\p{L}?)\.?\s)\d{1,2}\.?\s${MONTH}\s(?:19|20)\d{2}(?![\p{L}\p{N}/])`;
const DAY = String.raw`${DAY_IN_WORDS}|\d{1,2}(?:\.\d{1,2}\.|-\d{1,2}-|/\d{1,2}/)(?:19|20)\d{2}(?!\p{N})|(?:19|20)\d{2}-\d{2}-\d{2}(?!\p{N})|\d{1,2}-?e?go(?![\p{L}\p{N}])|(?<![\p{N}./])(?:0?[1-9]|[12]\d|3[01])\.0[1-9](?![\p{N}./-])`;
/** "godz. 15.30", "15:30" */
const HOUR = String.raw`(?<=(?:godz\.?|godzin\p{L}{1,2})\s?)\d{1,2}[:.]\d{2}(?!\p{N})|(?<![\p{N}:/])(?:[01]?\d|2[0-3]):[0-5]\d(?![\p{N}:/-])`;
/** "kontakt 600 700 800"; "dz. 501 502 503" are parcels. */
const PHONE_IN_GROUPS = String.raw`(?<![\p{N}._/]|(?:dz|nr|ew|dzia[łl]k\p{L}{1,3})\.?\s|\p{N}\s)[4-8]\d{2}\s\d{3}\s\d{3}(?![\p{N}._/-]|\s?(?:\d|m|ha|z[łl]|pln|eur))`;
const PHONE = String.raw`(?:\+|00)48\s?\d{2,3}(?:[\s-]?\d{2,3}){2,3}(?!\p{N})|\d{3}-\d{3}-\d{3}(?![\p{N}/-])|(?<![\p{N}._/])[4-8]\d{8}(?![\p{N}._/-])|${PHONE_IN_GROUPS}`;
/** Acts and cases are numbered so: "123/XII/2020". */
const ACT = String.raw`\d{1,5}/[ivxlcdm]{1,7}/\d{2,4}(?!\p{N})`;
/** The mark of a file: "GK.6220.12.2024", "AB-II.6740.1.15.2023". */
const FILE_MARK = String.raw`(?<![\p{L}\p{N}.])\p{Lu}[\p{L}-]{0,7}(?:\.\p{L}{1,4})?(?:\.\d{1,5}){2,3}\.(?:19|20)\d{2}(?:\.\p{Lu}{1,4})?(?![\p{L}\p{N}])`;
/** "1O1", "I23/4": letters that look like digits, before or among them. */
const MISREAD = String.raw`(?<![\p{L}\p{N}])(?:\d+[oilз]+(?=\d)|[oilз]+(?=\d))[\doilз]*(?:/[\doilз]+)?(?![\p{L}\p{N}/])`;
/** Few letters before a number, that announce nothing: "DK7", "S8". */
const ROAD = String.raw`(?<![\p{L}\p{N}])(?!(?:dz|nr|no|obr|ark|ar|m|ul|ew|lok|gm|kw)\d)\p{L}{1,3}\d{1,4}(?![\p{L}\p{N}_/-])`;

/**
 * What a text falls into, a group each: numbers with letters that look like digits, measures, days and the like, "0012.AR_2.45/3", codes of units and of obręby, numbers
 * with their parts and letters, other rows of digits and slashes, words with a dot or without. Groups with names would cost
 * more than all else that is done to a token.
 */
const PIECES = new RegExp(
  [
    `(${MISREAD})`,
    String.raw`(k?m\s?\^\s?[23](?!\p{N})|k?m[23²³](?![\p{L}\p{N}])|m\.?\s?kw(?:\.|(?!\p{L}))|%|${FILE_MARK}|${THOUSANDS}|${ACT}|${DAY}|${HOUR}|${SIZE}|${MEASURED}|${SIGNED}|${DECIMAL}|${PHONE}|${ROAD})`,
    String.raw`((?<![\p{N}.])\d{4}\.(?:ar_?\d{1,4}\.)?\d+(?:[/-](?:\d+|\p{L}{1,2}(?!\p{L})))?(?![.\d]))`,
    String.raw`(\d{6}_\d(?:\.\d{4})?(?!\.?\p{N})|(?<![\p{N}.])\d{7}\.\d{4}(?!\.?\p{N})|(?<![\p{N}-])\d-\d{2}-\d{2}(?![\p{N}/-]))`,
    // What follows must not belong to it: nothing of "123/4/5" is a number.
    String.raw`(\d+(?:\p{L}{1,2}(?![\p{L}\p{N}]))?(?:[/-](?:\d+(?:\p{L}(?![\p{L}\p{N}]))?|\p{L}{1,2}(?![\p{L}\p{N}])))?(?!\p{N}|[/-]\p{N}|/(?!\p{L})|(?!m\d)\p{L}{1,2}\d))`,
    String.raw`(\d+(?!m\d)\p{L}{1,2}\d[\p{L}\p{N}]*|(?:(?<!\p{L})/+)?\p{N}[\p{N}/-]*)`,
    String.raw`(\p{L}[\p{L}\p{M}’']*\.?)`,
  ].join('|'),
  'giu',
);
/** The next word, where it is so long that it can be nothing else: half of all tokens, found in a third of the time. */
const LONG_WORD = /[ ,]*\p{L}{4}[\p{L}\p{M}’']*(?![\p{L}\p{M}\p{N}’']|\.\d)\.?/uy;
/** A number that nothing measures or dates, too short for a telephone's: the text ends behind it, or goes on with a word. */
const LONE_NUMBER = new RegExp(
  String.raw` ?\d{1,6}(?:/\d{1,6})?(?=$|,? (?!${MONTH} )(?:\p{L}{3}|w ))`,
  'uyi',
);
const OBREB_NUMBER = /^(\d{4})\.(?:ar_?(\d{1,4})\.)?(.+)$/i;
const HOUSE = /^[1-9]\d{0,3}[a-z]{0,2}([/-][1-9]\d{0,3}[a-z]?)?$/;
const POSTCODE = /^\d{2}-\d{3}$/;
/** "123 / 4" */
const LOOSE_SLASH = /(\d)\s+\/\s*(\d)|(\d)\s*\/\s+(\d)/g;
/** "NowaIwiczna" */
const JOINED_WORDS = /(?=\p{Lu}\p{Ll}{2})(?<=\p{L}\p{Ll}{2})/gu;
/** "3-go Maja", "36-ta", "2-gi"; "14-go" without its month is a day. */
const ORDINAL =
  /(?<![\p{N}/-])(\d{1,4})-?(?:e?go(?=\s+(?:stycz|lut|mar|kwiet|maj|czerw|lip|sierp|wrze|pa[zź]dz|listop|grud))|(?:sz|gi?|ci?|t|m)(?:[aeiy]|ego|ej|emu|ym|im))(?![\p{L}\p{N}])/giu;
/** "123|4", and "dz. 123:4" */
const OTHER_SLASH =
  /(?<=\d)[|¦](?=\d)|(?<=(?:dz|dzia[lł]k\p{L}{1,3}|parcel\p{L}|ew|nr|numer)\.?\s?\d+):(?=\d+(?![\d:]))/giu;
/** "51/1-51/8": two numbers. */
const RANGE = /(\d\/\d+)\s?[-–—]\s?(?=\d+\/\d)/g;
/** "arkusz mapy 2", "a.m. 2", "k.m. 2" */
const SHEET_OF_MAP = /(?<!\p{L})(?:(ark(?:usz\p{L}?|\.)?)\s?mapy|[ak]\.\s?m\.)(?=\s?(?:nr\.?\s?)?\d)/giu;
/** The register itself, whose name ends in "budynków": what follows is the number of a parcel. */
const REGISTER = /(ewidencj\p{L}+)\s+grunt[óo]w(?:\s+i\s+budynk[óo]w)?/giu;
/** "m.st. Warszawa" */
const CAPITAL_CITY = /(?<!\p{L})m\.\s?st\.\s?(?=Warsz)/giu;
/** "p-ta Mroków" */
const POST_OFFICE = /(?<!\p{L})p-t[aąy](?!\p{L})/giu;
/** "1) dz. 12 Mroków 2) dz. 36 Łazy" */
const LIST = /(?:^|\s)1\)\s.*\s2\)\s/s;
/** "1. Działka nr 36, obręb Mroków" */
const FIRST_MARK = /^\s*\d{1,2}[.)]\s(?=\p{L}{2,}.*\d)/su;
const LIST_MARK = /(?<=^|\s)\d{1,2}\)(?=\s)/gu;
/** What ends a sentence ends a name. */
const BREAK = /[,;:()[\]\n!?…|]|\s[-–—]\s/u;
/** Before and behind a number; a dash between words only parts them: "dz. 36-Mroków". */
const SIGN_BEFORE = /(?:[+*^]|(?<![^\s(.:])[-−–—])$/u;
const SIGN_BEHIND = /^(?:[+*^'"′″’”]|[-−–—](?![^\s.,;)]))/u;
const QUOTES = /['"′″’”„“‘]/gu;
/** As many as a text of 300 characters can have; the rest is not looked at. */
const MOST_TOKENS = 150;
const REMEMBERED_WORDS = 5_000;

/** `text` has plain signs (`plainSigns`). */
export function tokenise(text: string): Token[] {
  const plain = spell(withSingleSpaces(text.normalize('NFC')));
  const tokens: Token[] = [];
  let end = 0;
  PIECES.lastIndex = 0;
  while (tokens.length <= MOST_TOKENS) {
    const from = end;
    LONG_WORD.lastIndex = from;
    if (tokens.length < MOST_TOKENS && LONG_WORD.test(plain)) {
      end = PIECES.lastIndex = LONG_WORD.lastIndex;
      tokens.push(wordToken(plain.slice(from, end)));
      continue;
    }
    LONE_NUMBER.lastIndex = from;
    if (tokens.length < MOST_TOKENS && LONE_NUMBER.test(plain)) {
      end = PIECES.lastIndex = LONE_NUMBER.lastIndex;
      const isApart = plain.charAt(from) === ' ';
      tokens.push(numberToken(plain.slice(isApart ? from + 1 : from, end), isApart ? ' ' : ''));
      continue;
    }
    const piece = PIECES.exec(plain);
    if (!piece) break;
    // Of the rest only a number is kept: that there is one more.
    if (tokens.length === MOST_TOKENS && piece[7] !== undefined) continue;
    end = PIECES.lastIndex;
    if (piece[7] !== undefined) {
      tokens.push(wordToken(plain.slice(from, end)));
      continue;
    }
    const token = tokenOf(piece, plain.slice(from, piece.index));
    const sign = signAt(plain, piece.index, end);
    tokens.push(sign === null ? token : { ...token, sign });
  }
  return joinNumbers(tokens, numberToken);
}

/** What mostly stands beside a number. */
const NO_SIGNS: ReadonlySet<string> = new Set(['', ' ', ',']);

/** The sign that is written in one with a number. */
function signAt(text: string, from: number, to: number): string | null {
  if (NO_SIGNS.has(text.charAt(from - 1)) && NO_SIGNS.has(text.charAt(to))) return null;
  const [before] = SIGN_BEFORE.exec(text.slice(Math.max(0, from - 2), from)) ?? [];
  const [behind = null] = SIGN_BEHIND.exec(text.slice(to, to + 2)) ?? [];
  // Feet and inches are written as quotes are closed.
  const isClosed =
    behind !== null && /['"′″’”]/u.test(behind) && (text.slice(0, from).match(QUOTES)?.length ?? 0) % 2 === 1;
  return before ?? (isClosed ? null : behind);
}

/** Texts out of portals and of PDF files have two spaces inside of a number: "12  000 m2". */
const withSingleSpaces = (text: string): string =>
  /\s\s|[^\S \n]/.test(text)
    ? text.replaceAll(/\s+/g, (spaces) => (spaces.includes('\n') ? '\n' : ' '))
    : text;

/** What was written together or apart that is not. */
function spell(text: string): string {
  const unmarked = /^\s*\d{1,2}[.)]\s/.test(text) ? text.replace(FIRST_MARK, '') : text;
  const slashed = /\s\/|\/\s/.test(unmarked) ? unmarked.replace(LOOSE_SLASH, '$1$3/$2$4') : unmarked;
  const plain = /\d-?[a-z]{2}/i.test(slashed) ? slashed.replace(ORDINAL, '$1') : slashed;
  const parted = /\d[|¦:]\d/.test(plain) ? plain.replace(OTHER_SLASH, '/') : plain;
  const ranged = /\d\/\d+\s?[-–—]/.test(parted) ? parted.replace(RANGE, '$1 - ') : parted;
  const listed = ranged.includes(' | ') ? ranged.replaceAll('\n', ' | ') : ranged;
  const sheeted = /mapy|m\./i.test(listed) ? listed.replace(SHEET_OF_MAP, 'ark.') : listed;
  const registered = /ewidencj/i.test(sheeted) ? sheeted.replace(REGISTER, '$1') : sheeted;
  const named = /st\./i.test(registered) ? registered.replace(CAPITAL_CITY, '') : registered;
  const posted = /p-t/i.test(named) ? named.replace(POST_OFFICE, 'poczta') : named;
  const unlisted = posted.includes('2)') && LIST.test(posted) ? posted.replace(LIST_MARK, ';') : posted;
  return /\p{Ll}\p{Lu}/u.test(unlisted) ? unlisted.replace(JOINED_WORDS, ' ') : unlisted;
}

function tokenOf([text, misread, known, withObreb, , number]: RegExpExecArray, gap: string): Token {
  if (known !== undefined) return { ...wordless(text, gap), labels: labelsOfKnown(known) };
  if (number !== undefined) return numberToken(text, gap);
  if (misread !== undefined)
    return /[Li]/.test(misread)
      ? { ...wordless(text, gap), labels: REFERENCE }
      : { ...wordless(text, gap), number: canonicalNumber(inDigits(misread)) };
  const parts = withObreb === undefined ? null : OBREB_NUMBER.exec(withObreb);
  if (!parts) return wordless(text, gap);
  const [, obreb = null, sheet, written = ''] = parts;
  return {
    ...wordless(text, gap),
    number: canonicalNumber(written),
    obreb,
    sheet: sheet ? String(Number(sheet)) : null,
  };
}

/** A large L and a small i look like no digit: "L39" is a line. */
const inDigits = (text: string) =>
  text.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1').replaceAll('з', '3');

function labelsOfKnown(known: string): readonly Label[] {
  if (known === '%') return UNIT;
  if (/^[\p{L}+]|^0048|^\d{3}-|^\d+\/\p{L}/u.test(known))
    return /^k?m/i.test(known) && !/\.\d/.test(known) ? UNIT : REFERENCE;
  return EXPLAINED;
}

/** Of a word with what stands before it, where there are no letters. */
const wordToken = rememberByText((written): Token => {
  const from = written.search(/\p{L}/u);
  const text = written.slice(from);
  const isCut = text.endsWith('.');
  const word = fold(isCut ? text.slice(0, -1) : text);
  const plain = wordless(text, written.slice(0, from));
  // "płot" is a fence, and no English plot.
  const labels = isEnglish(word) && fold(text) !== text.toLowerCase() ? NO_LABELS : labelsOf(word, isCut);
  return { ...plain, word, isCut, isWord: true, labels };
}, REMEMBERED_WORDS);

/** "12MN": a zone of a plan. */
const ZONE = /^\d{1,3}\p{Lu}{2}$/u;

export function numberToken(text: string, gap: string): Token {
  const plain = wordless(text, gap);
  if (ZONE.test(text)) return { ...plain, labels: REFERENCE };
  const { word } = plain;
  const postcode = POSTCODE.test(word) ? word : null;
  return {
    ...plain,
    // No number of a parcel starts with a zero.
    number: postcode?.startsWith('0') ? null : canonicalNumber(text),
    house: HOUSE.test(word) ? word : null,
    postcode,
  };
}

function wordless(text: string, gap: string): Token {
  return {
    text,
    word: fold(text),
    labels: NO_LABELS,
    isWord: false,
    isSpoken: false,
    isCut: false,
    gap,
    afterBreak: BREAK.test(gap),
    sign: null,
    number: null,
    house: null,
    postcode: null,
    obreb: null,
    sheet: null,
  };
}
