// The parameter datetime of OGC API Features Part 1 (7.15.4), as patterns: what is accepted and what the contract says is one.

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';

/** RFC 3339, or the day alone. */
export const INSTANT_PATTERN = `[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ]${TIME}:(?:[0-5][0-9]|60)(?:[.][0-9]+)?(?:[Zz]|[+-]${TIME}))?`;

const END = `(?:${INSTANT_PATTERN}|[.]{2})?`;

/** An instant, or an interval that may be open at either end. */
export const DATETIME_PATTERN = `^(?:${INSTANT_PATTERN}|${END}/${END})$`;
