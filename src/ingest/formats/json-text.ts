// JSON read value by value: finds where a value ends and parses just that, while the rest of the text is still to
// come. The caller walks the outer structure. Knows nothing of what the values are.

import { FormatError } from './format-error.ts';
import { type ByteSource, decodeText, sourceName } from './text-source.ts';

/** No official feature comes near; a quote that is never closed must not swallow the file into memory. */
const MAX_VALUE_CHARS = 128 * 1024 * 1024;

const NOT_BLANK = /[^ \t\r\n]/g;
/** What can change the depth or the state, in and out of a string. */
const OUTSIDE = /["{}[\],]/g;
const INSIDE = /["\\]/g;

export class JsonText {
  readonly #file: string;
  readonly #pieces: AsyncGenerator<string>;
  #text = '';
  #at = 0;
  /** Characters before the text in hand. */
  #before = 0;

  constructor(source: ByteSource) {
    this.#file = sourceName(source);
    this.#pieces = decodeText(source, () => 'utf-8');
  }

  /** The next character that is not blank, left in place; '' at the end. */
  async peek(): Promise<string> {
    for (;;) {
      NOT_BLANK.lastIndex = this.#at;
      const found = NOT_BLANK.exec(this.#text);
      if (found !== null) {
        this.#at = found.index;
        return found[0];
      }
      if (!(await this.#next())) return '';
    }
  }

  async accept(character: string): Promise<boolean> {
    const isNext = (await this.peek()) === character;
    if (isNext) this.#at++;
    return isNext;
  }

  async expect(character: string): Promise<void> {
    if (await this.accept(character)) return;
    throw this.fault(await this.#shown(), `"${character}"`);
  }

  async expectEnd(): Promise<void> {
    if ((await this.peek()) !== '') throw this.fault(await this.#shown(), 'the end of the file');
  }

  async value(): Promise<unknown> {
    await this.peek();
    const start = this.#before + this.#at;
    const text = await this.#takeValue(start);
    try {
      return JSON.parse(text);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw this.fault(`"${text.slice(0, 80)}" (${cause.message})`, 'a JSON value', start);
    }
  }

  /** From here to where the value ends, by brackets and quotes alone. */
  async #takeValue(start: number): Promise<string> {
    const pieces: string[] = [];
    let from = this.#at;
    let depth = 0;
    let inString = false;
    for (;;) {
      const marks = inString ? INSIDE : OUTSIDE;
      marks.lastIndex = this.#at;
      const mark = marks.exec(this.#text);
      if (mark === null) {
        pieces.push(this.#text.slice(from));
        if (!(await this.#next())) {
          throw this.fault('the end of the file', `the end of the value that starts at character ${start}`);
        }
        if (this.#before - start > MAX_VALUE_CHARS) {
          throw this.fault(`a value of more than ${MAX_VALUE_CHARS} characters`, 'smaller ones', start);
        }
        from = 0;
        continue;
      }
      this.#at = mark.index + 1;
      switch (mark[0]) {
        case '\\':
          // Whatever it escapes is no mark; it may stand in the next piece.
          if (this.#at === this.#text.length) {
            pieces.push(this.#text.slice(from));
            if (!(await this.#next())) throw this.fault('the end of the file', 'the end of the string');
            from = 0;
          }
          this.#at++;
          continue;
        case '"':
          inString = !inString;
          if (inString || depth > 0) continue;
          break;
        case '{':
        case '[':
          depth++;
          continue;
        case ',':
          if (depth > 0) continue;
          this.#at--;
          break;
        default:
          // A closing bracket of what is around ends a bare word or number, and stays.
          if (depth === 0) this.#at--;
          else if (--depth > 0) continue;
      }
      pieces.push(this.#text.slice(from, this.#at));
      return pieces.join('');
    }
  }

  fault(found: string, expected: string, at = this.#before + this.#at): FormatError {
    return new FormatError({ file: this.#file, position: `character ${at}`, found, expected });
  }

  async #shown(): Promise<string> {
    return (await this.peek()) === ''
      ? 'the end of the file'
      : `"${this.#text.slice(this.#at, this.#at + 40)}"`;
  }

  async #next(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    this.#before += this.#text.length;
    this.#text = done ? '' : value;
    this.#at = 0;
    return done !== true;
  }

  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}
