// Who came before: a cache asks its doorkeeper, so that only what comes again takes the place of what does (TinyLFU, Einziger
// et al. 2017). It remembers a number a text in a table of fixed size: a newer text may take the place of an older one, and two
// that share their number are taken for the same, which admits one too early and does no harm.

const BYTES_A_SLOT = 4;

export class Doorkeeper {
  readonly #slots: Uint32Array;

  /** `slots`: a power of two; about how many newcomers ago it still remembers. */
  constructor(slots: number) {
    this.#slots = new Uint32Array(slots);
  }

  get bytes(): number {
    return this.#slots.length * BYTES_A_SLOT;
  }

  /** Whether the text with this number came before, as far as is remembered. */
  admits(number: number): boolean {
    const slot = number & (this.#slots.length - 1);
    if (this.#slots[slot] === number) return true;
    this.#slots[slot] = number;
    return false;
  }
}

/**
 * FNV-1a over UTF-16 units. Of 31 bits, which need no object of their own, and never 0, which is an empty slot. Several texts have one
 * number when each is given that of the one before.
 */
export function hashFnv1a(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** One number of two: texts that were hashed before need not be read again. */
export const joinHashes = (before: number, next: number): number =>
  mixed(Math.imul(before, 0x01000193) ^ next);

/** The slot is told by the low bits: those of a product know little of the high ones. */
function mixed(number: number): number {
  const hash = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) & 0x7fffffff || 1;
}
