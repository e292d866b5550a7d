// What a file is by its first bytes, where that is none of what its name promises: services answer errors with a page, and
// transfers leave empty files. Only for messages: whether a file can be read, its reader tells.

import { closeSync, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 512;

/** In words; null for what is not told by its first bytes. */
export function describeHead(path: string): string | null {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, head, 0, HEAD_BYTES, 0);
    if (length === 0) return 'an empty file';
    const text = head
      .toString('latin1', 0, length)
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart();
    if (/^<(!doctype\s+)?html/i.test(text)) return 'a web page';
    if (/^</.test(text)) return 'XML';
    if (/^[{[]\s*["{\]}]/.test(text)) return 'JSON';
    return describeBinary(text);
  } finally {
    closeSync(file);
  }
}

/** Of what is no text at all, by its first characters, a byte each. */
export function describeBinary(head: string): string | null {
  if (head.startsWith('SQLite format 3')) return 'a GeoPackage';
  return head.startsWith('PK\x03\x04') ? 'a zip archive' : null;
}
