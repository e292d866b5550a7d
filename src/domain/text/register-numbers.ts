// Numbers of land registers (KW) in what people paste. They lead to owners, so that they are never used, kept or repeated
// (contract §11): a text goes on with [KW] in their place.

/** "WA1I/00012345/6", with spaces or without the zeros; an older "KW 12345" is known by its label alone. */
const REGISTER_NUMBERS =
  /(?<![\p{L}\p{N}])\p{L}{2}\s?\d\s?\p{L}\s?[/\\-]\s?\d{1,8}(?:\s?[/\\-]\s?\d)?(?!\p{N})|(?<=(?<![\p{L}\p{N}])(?:kw|księga wieczysta|ksiega wieczysta|księgi wieczystej|ksiegi wieczystej)\.?\s?(?:nr\.?|numer)?\s?:?\s?)\d{3,8}(?:\s?[/\\]\s?\d{1,2})?(?!\p{N})/giu;
const MAY_HOLD = /\d\s?\p{L}\s?[/\\-]|kw|ksi[eę]g/iu;

export const maskRegisterNumbers = (text: string): string =>
  MAY_HOLD.test(text) ? text.replace(REGISTER_NUMBERS, '[KW]') : text;
