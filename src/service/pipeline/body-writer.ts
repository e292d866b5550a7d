// The bytes of a body, put together from finished pieces: most of a record are answers that many parcels share, and their bytes
// are copied instead of encoded again. Pieces are written into memory that the next body uses again, and copied out once;
// nothing is awaited in between.

/** Of nearly all records and checks. */
const START_BYTES = 64 << 10;
/** An outline may take megabytes: memory for one is not kept. */
const KEPT_BYTES = 1 << 20;
/** UTF-8 takes at most so many for a unit of UTF-16. */
const BYTES_A_UNIT = 3;

export class BodyWriter {
  #memory = Buffer.allocUnsafeSlow(START_BYTES);
  #length = 0;

  /** Whatever was written and not taken, such as what could not be written whole, is no part of the new body. */
  begin(): void {
    this.#length = 0;
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  text(text: string): void {
    this.#makeRoom(text.length * BYTES_A_UNIT);
    this.#length += this.#memory.write(text, this.#length, 'utf8');
  }

  bytes(piece: Uint8Array): void {
    this.#makeRoom(piece.length);
    this.#memory.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** The body as far as it is written. */
  take(): Buffer {
    const body = Buffer.from(this.#memory.subarray(0, this.#length));
    if (this.#memory.length > KEPT_BYTES) this.#memory = Buffer.allocUnsafeSlow(START_BYTES);
    return body;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * needed);
    larger.set(this.#memory.subarray(0, this.#length));
    this.#memory = larger;
  }
}
