// Text for a terminal: colours where they are wanted, and lines broken at words. Knows nothing of what is said.

import { styleText } from 'node:util';
import type { Language } from '../contract/language.ts';

export type Colour = 'green' | 'yellow' | 'red' | 'magenta';
type Style = Colour | 'bold' | 'dim';

export interface Paper {
  /** In which it is written. */
  readonly language: Language;
  readonly width: number;
  paint(style: Style | Style[], text: string): string;
}

/** Where the width is not known, as in a file, and what is still comfortable to read. */
const WIDTH = { unknown: 100, least: 40, most: 120 } as const;

export function createPaper(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
  colour: boolean,
  language: Language = 'en',
): Paper {
  const isPainted = colour && out.isTTY === true;
  return {
    language,
    width: Math.min(Math.max(out.columns ?? WIDTH.unknown, WIDTH.least), WIDTH.most),
    // Decided here: the runtime would also paint a file where FORCE_COLOR is set.
    paint: (style, text) => (isPainted ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** Broken at spaces; every line is indented. A word that is too long stands alone. */
export function wrap(text: string, width: number, indent = 0): string[] {
  const room = width - indent;
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}
