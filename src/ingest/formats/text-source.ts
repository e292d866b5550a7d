// Bytes → text, piece by piece: opens a file or takes a stream, settles the encoding from the first bytes and
// carries characters cut by a chunk boundary over to the next piece. Bytes that the encoding does not know are
// an error, never replacement characters. Knows nothing of what the text says.

import { createReadStream } from 'node:fs';
import { describeBinary } from './file-head.ts';
import { FormatError } from './format-error.ts';

/** A path, or bytes from anywhere. */
export type ByteSource = string | AsyncIterable<Uint8Array>;

/** Enough for a byte order mark and an XML declaration. */
const HEAD_BYTES = 512;

export function sourceName(source: ByteSource): string {
  return typeof source === 'string' ? source : 'stream';
}

/** `declaredEncoding` reads the first bytes when they carry no byte order mark; the mark wins and is dropped. */
export async function* decodeText(
  source: ByteSource,
  declaredEncoding: (head: Buffer) => string,
): AsyncGenerator<string> {
  const file = sourceName(source);
  let head = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let offset = 0;
  let isSettled = false;
  /** Bytes that do not tell yet in which of two encodings they are. */
  let held = Buffer.alloc(0);
  const decode = (chunk: Uint8Array | null): string => {
    decoder ??= openDecoder(markedEncoding(head) ?? declaredEncoding(head), file);
    let bytes = chunk;
    if (!isSettled && chunk !== null && (held.length > 0 || chunk.some((byte) => byte > 0x7f))) {
      held = Buffer.concat([held, chunk]);
      const isUtf8 = decoder.encoding.startsWith('utf-') ? false : isPolishInUtf8(held);
      if (isUtf8 === null) return '';
      if (isUtf8) decoder = openDecoder('utf-8', file);
      isSettled = true;
      bytes = held;
    }
    try {
      const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
      offset += bytes?.length ?? 0;
      return text;
    } catch (cause) {
      const position = bytes === null ? `end of file (byte ${offset})` : `at or soon after byte ${offset}`;
      const expected = `text in ${decoder.encoding}`;
      const found = describeBinary(head.toString('latin1', 0, HEAD_BYTES)) ?? 'bytes that are no character';
      throw new FormatError({ file, position, found, expected }, { cause });
    }
  };

  for await (const chunk of typeof source === 'string' ? createReadStream(source) : source) {
    if (decoder !== null) {
      yield decode(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_BYTES) yield decode(head);
  }
  if (decoder === null) yield decode(head);
  // Cut by the end of the file: what was declared counts.
  if (held.length > 0 && !isSettled) {
    isSettled = true;
    yield decode(held);
  }
  yield decode(null);
}

/** Letters of European languages and the signs of typography: what else UTF-8 makes of bytes, they were not meant for. */
const EUROPEAN = /^[\0-\u017f\u2010-\u2122]*$/;

/**
 * Gateways pass UTF-8 on under the name of another encoding. In windows-1250 and ISO-8859-2 no text with Polish letters reads as
 * UTF-8 within EUROPEAN: "PÓŁNOC" would hold a Cyrillic letter. Null where a lone letter is cut by the end.
 */
function isPolishInUtf8(bytes: Uint8Array): boolean | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    if (!EUROPEAN.test(text)) return false;
    return /[^\0-\x7f]/.test(text) || null;
  } catch {
    return false;
  }
}

function markedEncoding(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

function openDecoder(encoding: string, file: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    const expected = 'one such as UTF-8, windows-1250 or ISO-8859-2';
    throw new FormatError(
      { file, position: 'start', found: `the encoding "${encoding}"`, expected },
      { cause },
    );
  }
}
