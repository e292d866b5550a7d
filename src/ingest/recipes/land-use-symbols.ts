// The land use and soil classes of a parcel as EGiB writes them: RIIIa 0.2500; B 0.0512. Kept are symbols, areas and what divides
// them; any other word in the cell is somebody's remark, and nobody knows what it says.

/** Uses of annex 6 of the EGiB regulation, and those of before 2021 that files still have. */
const USE = 'Wsr|Lzr|Lz|Ls|Br|Ps|Ba|Bi|Bp|Bz|dr|Tk|Ti|Tp|Tr|Wm|Wp|Ws|Ek|R|S|W|Ł|L|B|K|N|E';
const CLASS = 'III[ab]?|IV[ab]?|VIz|VI|V|II|I';
const SYMBOL = new RegExp(`^(?:${USE})(?:[-/](?:${USE}))?-?(?:${CLASS})?$`, 'i');
const AREA = /^\d{1,10}(?:[.,]\d{1,6})?$/;
const UNIT = /^(?:ha|m2|m²)\.?$/i;
const DIVIDED = /[\s;|:()=]+|,(?!\d)/;

export const isLandUseSymbol = (text: string): boolean => SYMBOL.test(text);

const isKept = (word: string) => word === '' || SYMBOL.test(word) || AREA.test(word) || UNIT.test(word);

/** As the publisher wrote it where all of it can be read; otherwise what can. */
export function keepLandUse(text: string | null): string | null {
  if (text === null) return null;
  const words = text.split(DIVIDED);
  if (words.every(isKept)) return text;
  const symbols = words.filter((word) => SYMBOL.test(word));
  return symbols.length > 0 ? symbols.join('; ') : null;
}
