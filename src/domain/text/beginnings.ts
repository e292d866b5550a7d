// Lists of words by their beginnings: Polish words have many endings.

/** Matches words that begin with one of these; `$` behind one means the whole word. */
export const beginningWith = (words: string): RegExp => new RegExp(`^(?:${words.replaceAll(' ', '|')})`);
