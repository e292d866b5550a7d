// Folding: one spelling for what people type in many. Lower case, no diacritics, one kind of space and hyphen.

const MARKS = /\p{M}+/gu;
const HYPHENS = /\p{Pd}/gu;
const SPACES = /\s+/gu;

/** Idempotent. "Wólka  KOSOWSKA" → "wolka kosowska". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFC')
    .replace(HYPHENS, '-')
    .replace(SPACES, ' ')
    .trim();
}
