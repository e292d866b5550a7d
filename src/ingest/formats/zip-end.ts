// Opens a zip archive where it ends, which need not be where the file ends: eTeryt appends its own web page to what it
// delivers, and every common unzip reads that. A record of the end counts only if it agrees with the directory before it,
// so a whole archive within one that was cut short is not taken for it.

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl';

export interface OpenedZip {
  readonly zip: ZipFile;
  /** Of whatever was appended. */
  readonly bytesAfter: number;
  /** Of the directory, as the record of the end says; null where that is not known. */
  readonly directoryBytes: number | null;
}

/** To be closed by whoever opens it. Throws what yauzl says of a file that is no archive. */
export async function openZip(path: string): Promise<OpenedZip> {
  const { size, end, directoryBytes } = await measure(path);
  if (end === null || end === size)
    return { zip: await openPromise(path, { autoClose: false }), bytesAfter: 0, directoryBytes };
  const zip = await fromRandomAccessReaderPromise(new FileStart(path), end, { autoClose: false });
  return { zip, bytesAfter: size - end, directoryBytes };
}

/** No web page is larger; a search through gigabytes for an archive that was cut short would be for nothing. */
const SEARCHED_BYTES = 1 << 24;

// APPNOTE.TXT 4.3.15 and 4.3.16: sizes and signatures of the records at the end of an archive.
const END = {
  signature: Buffer.from('PK\x05\x06'),
  bytes: 22,
  directorySize: 12,
  directoryAt: 16,
  comment: 20,
};
const LOCATOR = { signature: 0x07064b50, bytes: 20 };

interface Measured extends Pick<OpenedZip, 'directoryBytes'> {
  readonly size: number;
  readonly end: number | null;
}

async function measure(path: string): Promise<Measured> {
  await using file = await open(path);
  const { size } = await file.stat();
  const length = Math.min(size, SEARCHED_BYTES);
  const start = size - length;
  const { buffer: tail } = await file.read({ buffer: Buffer.alloc(length), position: start });
  for (let at = tail.lastIndexOf(END.signature); at >= 0; at = lastBefore(tail, at)) {
    const end = endOf(tail, at, start);
    if (end !== null) return { size, end, directoryBytes: directoryBytesAt(tail, at) };
  }
  return { size, end: null, directoryBytes: null };
}

const lastBefore = (tail: Buffer, at: number) => (at === 0 ? -1 : tail.lastIndexOf(END.signature, at - 1));

/** Where the archive ends in the file; null when no record of its end stands here. */
function endOf(tail: Buffer, at: number, start: number): number | null {
  if (at + END.bytes > tail.length) return null;
  const end = at + END.bytes + tail.readUInt16LE(at + END.comment);
  if (end > tail.length) return null;
  const directoryEnd = tail.readUInt32LE(at + END.directoryAt) + tail.readUInt32LE(at + END.directorySize);
  return isLarge(tail, at) || directoryEnd === start + at ? start + end : null;
}

/** A large archive says in the record that a locator before it knows more. */
const isLarge = (tail: Buffer, at: number) =>
  at >= LOCATOR.bytes && tail.readUInt32LE(at - LOCATOR.bytes) === LOCATOR.signature;

const directoryBytesAt = (tail: Buffer, at: number) =>
  isLarge(tail, at) ? null : tail.readUInt32LE(at + END.directorySize);

/** The file up to where the archive ends; yauzl asks for nothing beyond. */
class FileStart extends RandomAccessReader {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}
