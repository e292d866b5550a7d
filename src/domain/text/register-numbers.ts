// Numbers of land registers (KW) in what people paste. They lead to owners, so that they are never used, kept or repeated
// (contract §11): a text goes on with [KW] in their place. A number is the code of a court, eight digits and a check digit, with
// any signs between them or none, and letters where they look like digits. Whatever else stands beside it stays.

import { fold, plainSigns } from './fold.ts';

/** A digit, or the letter that is typed or misread for it. */
const DIGIT = String.raw`[\doil]`;
const ESCAPED = '%(?:25)?(?:2f|5c|7c|20)';
const SPOKEN = String.raw`\s+(?:(?:laman[eay]|przez|na|ukosnik|kreska|myslnik|kropka|podkresl[a-z]*|slash|dash|dot)\s+)+`;
/** Between the parts of a number: signs of any kind, escaped or spoken. */
const SIGN = String.raw`(?:\s*(?:[^a-z\d\s,;()]\s?){1,3}|\s*${ESCAPED}\s*|${SPOKEN})`;
const GAP = String.raw`(?:${SIGN}|\s*|\s*[,;]\s*)`;

/** The letters that codes of courts begin with: where a number is written loosely, they tell it from other words. */
const DISTRICT =
  '(?:b[biy]|cz|el|g[dlw]|jg|k[ainorsz]|l[demu]|ns|o[lps]|p[lort]|r[az]|s[ilruwz]|t[bor]|w[alr]|z[ag])';
/** "WA5M" */
const COURT = String.raw`(?<![a-z])[a-z]{2}\d[a-z]`;
const KNOWN_COURT = String.raw`${DISTRICT}\d[a-z]`;
/** "WA 5 M", "WA-5-M" */
const LOOSE_COURT = String.raw`(?<![a-z])${DISTRICT}[\s./_-]?\d[\s./_-]?[a-z](?![a-z])`;
/** "W A 5 M" */
const SPACED_COURT = String.raw`(?<![a-z])[a-z][\s./_-]?[a-z][\s./_-]?\d[\s./_-]?[a-z](?![a-z])`;
/** "WASM": its digit misread. */
const MISREAD_COURT = `(?<![a-z])${DISTRICT}[oilzsbg][a-z](?![a-z])`;
/** Behind a label it may be any. */
const LABELLED_COURT = String.raw`(?<![a-z\d])[a-z]{2}\s?[\doilzsbg]\s?[a-z](?![a-z])`;

/** Behind a zero they may stand in groups: "0012 3456". */
const FROM_ZERO = String.raw`[0o](?:[\s.-]?${DIGIT}){7}`;
const EIGHT = `(?:${DIGIT}{8}|${FROM_ZERO})`;
/** No digit of a number that follows; another number may follow at once. */
const END = String.raw`(?!\d|/\d|[a-z](?![a-z]\d[a-z]))`;
const CHECK = String.raw`(?:(?<=${DIGIT}{8})\d|(?:[^a-z\d\s,;()]{1,3}|${ESCAPED})(?:\d{1,2}|${DIGIT})|(?:\s*[/|_-]+\s*|${SPOKEN})\d|(?<=\d{8})\s+\d)${END}`;
const MAY_CHECK = String.raw`(?:${CHECK}|(?!\d))`;

/** "WA1I/00012345/6", in whatever way its parts are joined; short ones only with a sign or the check digit. */
const WITH_COURT = new RegExp(
  [
    `(?:${COURT}|${LOOSE_COURT})${GAP}${EIGHT}${MAY_CHECK}`,
    `${SPACED_COURT}${GAP}${FROM_ZERO}${MAY_CHECK}`,
    `${KNOWN_COURT}${GAP}${EIGHT}${CHECK}`,
    String.raw`${COURT}${SIGN}\d{1,8}${CHECK}`,
    String.raw`(?<![a-z])${KNOWN_COURT}(?:${SIGN}\d{1,8}|\s*\d{5,8})(?!\d)`,
    String.raw`${LOOSE_COURT}${SIGN}\d{5,8}${MAY_CHECK}`,
    String.raw`${MISREAD_COURT}(?:${SIGN}${EIGHT}${MAY_CHECK}|\s*${EIGHT}${CHECK})`,
  ].join('|'),
  'g',
);

/** Eight digits and one behind a stroke are nothing else; behind a zero, any sign will do: "00123456 7". */
const WITHOUT_COURT =
  /(?<![a-z\d_.,/])(?:(?=[\do]{8}(?![\do]))[0o]{0,3}\d+\s?[/|_-]{1,2}\s?\d|0\d{7}[\s.]\d)(?![\d/]|\.\d)/g;

/** "KW", "nr księgi wieczystej"; not square metres or kilowatts, which stand behind a number. */
const SHORT_LABEL = String.raw`(?:[en]?kw|k\.\s?w)(?![a-z])`;
const LABEL = String.raw`(?:(?<![a-z\d]|(?:\d|m\.?)\s?)${SHORT_LABEL}|(?<![a-z])(?:ksie(?:g[aieo]?|dz[ey])(?![a-z])|ks\.?\s?wiecz(?:yst[a-z]*|\.)|(?:land|mortgage)(?:\s(?:and|&)\s(?:land|mortgage))?\sregist(?:er|ry)))`;
const BETWEEN = String.raw`(?:[^a-z\d,;!?]|wieczyst[a-z]*(?![a-z])|o(?=\s)|nr|numer[a-z]*(?![a-z])|no(?![a-z])|number|${SHORT_LABEL})*`;
const ANY_NUMBER = String.raw`(?:${LABELLED_COURT}${GAP})?(?:${EIGHT}|\d{1,3}(?:\s\d{3})+|\d{1,8})${MAY_CHECK}`;

/** What stands behind that label: with a court or without, old ones are short, or in groups of three digits. */
const ANNOUNCED = new RegExp(`(${LABEL}${BETWEEN})${ANY_NUMBER}`, 'g');
/** Behind a number, "kw" is a land register only with more digits than amounts have: "dz. 137 KW 12345". */
const BEHIND_NUMBER = new RegExp(
  String.raw`((?<=\d\s?)${SHORT_LABEL}${BETWEEN})(?=(?:${LABELLED_COURT}${GAP})?\d{3})${ANY_NUMBER}`,
  'g',
);
/** Labels go first: what they announce may have no other form. */
const FORMS = [ANNOUNCED, BEHIND_NUMBER, WITH_COURT, WITHOUT_COURT];
const MAY_HOLD = /[a-z]\d[^\d\s]|[a-z]\s?\d\s?[a-z]|\d{5}|kw|k\.\s?w|ksi|ks\.|regist/;
/** Signs without width part nothing here; and the one capital that has two signs when it is small. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]+/g;
const LONGER_WHEN_SMALL = /\u0130/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all that is not ASCII
const FOREIGN = /[^\x00-\x7f]/g;

/** Where something is masked, the text comes back in plain signs. */
export function maskRegisterNumbers(text: string): string {
  const plain = plainSigns(text).replace(UNSEEN, '').replace(LONGER_WHEN_SMALL, 'I');
  if (!MAY_HOLD.test(plain.toLowerCase())) return text;
  const masked = FORMS.reduce(maskForm, plain);
  return masked === plain ? text : masked;
}

/** What the first group holds stays. */
function maskForm(text: string, form: RegExp): string {
  let [masked, end] = ['', 0];
  for (const match of asRead(text).matchAll(form)) {
    masked += `${text.slice(end, match.index + (match[1]?.length ?? 0))}[KW]`;
    end = match.index + match[0].length;
  }
  return masked + text.slice(end);
}

/** One sign for each: small plain letters, any sign that is not ASCII as a dash. The forms are short and quick by it. */
const asRead = (text: string): string =>
  text.toLowerCase().replace(FOREIGN, (sign) => {
    const plain = fold(sign);
    if (/^[a-z\d]$/.test(plain)) return plain;
    return /\p{L}/u.test(sign) ? 'x' : /\s/.test(sign) ? ' ' : '-';
  });
