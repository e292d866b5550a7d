// The memory that bodies are written into. Answers follow each other so fast that memory of its own for each would keep the
// garbage collector busy: it is taken in slabs, and a slab is used again when all that was written into it has been sent.
// Whoever forgets to say that a body was sent loses nothing but that: the collector takes the slab.

/** Some eighty records, or three pages of a thousand parcels. */
const SLAB_BYTES = 1 << 20;
/** Slabs that wait to be used again. */
const SPARE_SLABS = 4;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

interface Slab {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Bodies in it that may still be read. */
  unsent: number;
}

const SLABS = new WeakMap<ArrayBufferLike, Slab>();
const spare: Slab[] = [];
let slab = slabOf(SLAB_BYTES);
let taken = 0;

function slabOf(length: number): Slab {
  const made = { bytes: Buffer.allocUnsafeSlow(length), unsent: 0 };
  SLABS.set(made.bytes.buffer, made);
  return made;
}

/** One body at a time: nothing is awaited between its first byte and its last. */
export class BodyWriter {
  #from = taken;
  #text = '';

  constructor() {
    slab.unsent += 1;
  }

  text(text: string): void {
    this.#text += text;
  }

  bytes(bytes: Uint8Array): void {
    this.#flush();
    this.#make(bytes.length);
    slab.bytes.set(bytes, taken);
    taken += bytes.length;
  }

  /** Makes room for so many at once, where a long body would outgrow its memory again and again. */
  expect(bytes: number): void {
    this.#flush();
    this.#make(bytes);
  }

  /** How many were written so far. */
  length(): number {
    this.#flush();
    return taken - this.#from;
  }

  /** The body: to be read until it is given back (see `sent`). */
  end(): Buffer {
    this.#flush();
    return slab.bytes.subarray(this.#from, taken);
  }

  /** Texts that follow each other are written together. */
  #flush(): void {
    if (this.#text === '') return;
    this.#make(this.#text.length * MOST_BYTES);
    taken += slab.bytes.write(this.#text, taken);
    this.#text = '';
  }

  /** Where a body is long, the next may be too: there is room for its parts and then for the whole. */
  #make(room: number): void {
    if (taken + room <= slab.bytes.length) return;
    const full = slab;
    const begun = full.bytes.subarray(this.#from, taken);
    const wanted = begun.length + room;
    slab = wanted > SLAB_BYTES ? slabOf(2 * wanted + SLAB_BYTES) : (spare.pop() ?? slabOf(SLAB_BYTES));
    slab.unsent += 1;
    slab.bytes.set(begun);
    this.#from = 0;
    taken = begun.length;
    full.unsent -= 1;
    if (full.unsent === 0) setAside(full);
  }
}

/** Says once that nobody reads the body any more. Of bytes that were not written here nothing is known. */
export function sent(body: Buffer): void {
  const owner = SLABS.get(body.buffer);
  if (!owner) return;
  owner.unsent -= 1;
  if (owner.unsent > 0) return;
  if (owner === slab) taken = 0;
  else setAside(owner);
}

function setAside(empty: Slab): void {
  if (empty.bytes.length === SLAB_BYTES && spare.length < SPARE_SLABS) spare.push(empty);
}
