// Many small pieces of bytes in one: an array of bytes of its own would cost each more memory than what it holds. Pieces are
// only ever added.

export class ByteArena {
  #bytes = new Uint8Array(2 ** 16);
  #used = 0;
  view = new DataView(this.#bytes.buffer);

  /** Where the piece starts and ends. */
  add(piece: Uint8Array): [start: number, end: number] {
    const start = this.#used;
    const end = start + piece.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    this.#bytes.set(piece, start);
    this.#used = end;
    return [start, end];
  }
}
