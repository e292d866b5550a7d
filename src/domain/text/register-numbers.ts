// Numbers of land registers (KW) in what people paste. They lead to owners, so that they are never used, kept or repeated
// (contract §11): a text goes on with [KW] in their place.

/** Between the parts of a number: signs, escaped or spoken, or a space. */
const SIGN = String.raw`\s*(?:[/\\|–—-]|%(?:25)?(?:2F|5C))\s*|\s+(?:(?:[łl]aman[eay]|przez|na|uko[śs]nik|kreska|slash)\s+)+`;
/** The code of a court; where the text announces a land register, letters may stand for its digit. */
const COURT = String.raw`(?<![\p{L}\p{N}])\p{L}{2}\d\p{L}`;
/** "WA 5 M": so few signs may be anything where the number is short. */
const LOOSE_COURT = String.raw`(?<![\p{L}\p{N}])\p{L}{2}\s?\d\s?\p{L}`;
const MISREAD_COURT = String.raw`\p{L}{2}\s?[\p{L}\d]\s?\p{L}(?![\p{L}])`;
const CHECK_DIGIT = String.raw`(?:(?:${SIGN})\d{1,2}|(?<=\d{8})\s+\d(?![\p{N}/]))?(?!\p{N})`;

/** "WA1I/00012345/6", in whatever way its parts are joined. */
const WITH_COURT = new RegExp(
  String.raw`(?:${COURT}(?:(?:${SIGN})\d{1,8}|\s*\d{5,8})|${LOOSE_COURT}(?:${SIGN})\d{5,8})${CHECK_DIGIT}`,
  'giu',
);

/** "KW", "nr księgi wieczystej"; not square metres or kilowatts, which stand behind a number. */
const LABEL = String.raw`(?<![\p{L}\p{N}]|(?:\d|m\.?)\s?)kw(?!\p{L})|(?<!\p{L})(?:ksi[eę](?:g[aieęą]?|dze)(?!\p{L})|land(?:\sand\smortgage)?\sregister)`;
const BETWEEN = String.raw`(?:[.:\s–-]|wieczyst\p{L}*|o\s|nr|numer\p{L}*|no(?!\p{L})|number)*`;

/** What stands behind that label: with a court or without, old ones are short, or in groups of three digits. */
const ANNOUNCED = new RegExp(
  String.raw`((?:${LABEL})${BETWEEN})(?:${MISREAD_COURT}(?:${SIGN}|\s*))?(?:\d{1,3}(?:\s\d{3})+|\d{1,8})${CHECK_DIGIT}`,
  'giu',
);
/** Behind a number, "kw" is a land register only with more digits than amounts have: "dz. 137 KW 12345". */
const BEHIND_NUMBER = new RegExp(
  String.raw`((?<=\d\s?)kw(?!\p{L})${BETWEEN})(?:${MISREAD_COURT}(?:${SIGN}|\s*))?\d{3,8}${CHECK_DIGIT}`,
  'giu',
);
const MAY_HOLD = /\d\s?\p{L}[^\p{L}]*\d|kw|ksi[eę]|register/iu;

export function maskRegisterNumbers(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return text.replace(WITH_COURT, '[KW]').replace(ANNOUNCED, '$1[KW]').replace(BEHIND_NUMBER, '$1[KW]');
}
