// Opaque keyset cursors (contract §7): where the last page ended, sealed with a digest of the filters it was made
// for. With other filters it does not open, so a page never silently answers another question.

import { createHash } from 'node:crypto';

export type CursorKey = readonly (string | number)[];

const digestOf = (filters: unknown) =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 10);

export function makeCursor(filters: unknown, key: CursorKey): string {
  return Buffer.from(JSON.stringify([digestOf(filters), ...key])).toString('base64url');
}

/** The key, or null when the text is no cursor for these filters. */
export function openCursor(
  filters: unknown,
  cursor: string,
  shape: readonly ('string' | 'number')[],
): CursorKey | null {
  try {
    const [digest, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits =
      key.length === shape.length && key.every((part: unknown, at: number) => typeof part === shape[at]);
    return digest === digestOf(filters) && fits ? key : null;
  } catch {
    return null;
  }
}
