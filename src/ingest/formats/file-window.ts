// Bytes of a file by position, read through a window that moves along: a file of any size costs the memory of its
// largest record. Reading past the end is an error with the position. Knows no format.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FormatError } from './format-error.ts';

/** Many small records come with one read. */
const WINDOW_BYTES = 256 * 1024;

export class FileWindow implements Disposable {
  readonly path: string;
  readonly size: number;
  readonly #file: number;
  #window = Buffer.alloc(0);
  #start = 0;
  #isOpen = true;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
  }

  bytes(offset: number, length: number): Buffer {
    if (offset + length > this.size) throw this.#short(offset, length);
    const isInside = offset >= this.#start && offset + length <= this.#start + this.#window.length;
    if (!isInside) this.#move(offset, Math.min(Math.max(length, WINDOW_BYTES), this.size - offset));
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }

  /** Into a new buffer: what was handed out before stays as it was. */
  #move(offset: number, length: number): void {
    const window = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#file, window, at, length - at, offset + at);
      if (read === 0) throw this.#short(offset, length);
      at += read;
    }
    [this.#window, this.#start] = [window, offset];
  }

  #short(offset: number, length: number): FormatError {
    const found = `the end of the file at byte ${this.size}`;
    return new FormatError({
      file: this.path,
      position: `byte ${offset}`,
      found,
      expected: `${length} bytes`,
    });
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
