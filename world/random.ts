// Seeded chance. Everything in the sample world that looks accidental comes from here, so the same seed gives the
// same world. Integer arithmetic alone: equal on every machine.

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Scrambles 32 bits so that near inputs give far outputs (the finaliser of MurmurHash3). */
function scramble(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A number in [-1, 1) that belongs to the grid point (column, row) alone: no neighbour need be known. */
export function chanceAt(seed: number, column: number, row: number): number {
  const mixed = scramble(
    scramble(scramble(seed) ^ Math.imul(column, 0x9e3779b1)) ^ Math.imul(row, 0x85ebca77),
  );
  return mixed / 0x8000_0000 - 1;
}

/** A sequence that belongs to the name: the same seed and name always give the same numbers in the same order. */
export function randomFor(seed: number, name: string): Random {
  let state = scramble(seed + 1);
  for (let index = 0; index < name.length; index += 1) {
    state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return scramble(state) / 0x1_0000_0000;
  };
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A random UUID of version 4 (RFC 9562), as registers use for local ids. */
export function uuidFrom(random: Random): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (place) =>
    (place === 'y' ? 8 + Math.floor(random() * 4) : Math.floor(random() * 16)).toString(16),
  );
}
