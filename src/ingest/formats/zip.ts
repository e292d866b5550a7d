// A zip archive → files in a folder. Trusts nothing in it: names that lead out of the folder, sizes beyond the
// limit, bytes that do not match their checksum and archives cut short are refused. What an operating system or a packer
// left in it, and archives in it, are passed over and told. Knows nothing of what the files hold.

import { createWriteStream } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FormatError } from './format-error.ts';
import { type OpenedZip, openZip } from './zip-end.ts';

export interface UnpackOptions {
  /** All files together, unpacked. */
  readonly maxBytes?: number;
  /** Told of what is not unpacked: "Thumbs.db, a file of the operating system". */
  readonly onPassedOver?: (what: string) => void;
}

/** Official packages unpack to a few GB, a zip bomb to thousands of times as much. */
const DEFAULT_MAX_BYTES = 50_000_000_000;
/** XML shrinks to a thirtieth, tables padded with blanks to a hundredth; what is small may shrink as it likes. */
const MOST_TIMES_SMALLER = 500;
const SMALL_BYTES = 1_000_000_000;
const MOST_ENTRIES = 100_000;

/** Hidden files and folders, and what Windows, macOS and network drives leave in folders. */
const SYSTEM_FILES =
  /(^|\/)(__MACOSX\/|\.[^/]|~\$|Thumbs\.db$|ehthumbs(_vista)?\.db$|desktop\.ini$|\$RECYCLE\.BIN\/|System Volume Information\/|@eaDir\/)/i;
const ARCHIVES = /\.(zip|7z|rar|tar|t?gz|bz2|xz)$/i;

function whyPassedOver(name: string): string | null {
  if (SYSTEM_FILES.test(name)) return 'a file of the operating system';
  return ARCHIVES.test(name) ? 'an archive in the archive; unpack it and load it by itself' : null;
}

/** The names of its entries; none where it cannot be opened: whoever unpacks it is told why. */
export async function namesInZip(zipPath: string): Promise<string[]> {
  let opened: OpenedZip | null = null;
  try {
    opened = await openZip(zipPath);
    const names: string[] = [];
    for await (const { fileName } of opened.zip.eachEntry()) names.push(fileName);
    return names;
  } catch (error) {
    if (error instanceof Error && !('syscall' in error)) return [];
    throw error;
  } finally {
    opened?.zip.close();
  }
}

/** Of an entry in the directory, without its name and what else has no fixed length (APPNOTE.TXT 4.3.12). */
const HEADER_BYTES = 46;

/** Returns the paths of the unpacked files in the order of the archive. What was unpacked before a fault stays. */
export async function unpackZip(
  zipPath: string,
  intoFolder: string,
  { maxBytes = DEFAULT_MAX_BYTES, onPassedOver }: UnpackOptions = {},
): Promise<string[]> {
  const unpacked = new Set<string>();
  const passed: string[] = [];
  let position: string | null = null;
  const refuse = (found: string, expected: string) =>
    new FormatError({ file: zipPath, position, found, expected });
  let opened: OpenedZip | null = null;
  try {
    opened = await openZip(zipPath);
    const { zip, bytesAfter, directoryBytes } = opened;
    if (bytesAfter > 0) onPassedOver?.(`${bytesAfter} bytes after the end of the archive`);
    const wanted: Entry[] = [];
    let directoryRead = 0;
    for await (const entry of zip.eachEntry()) {
      position = `entry ${entry.fileName}`;
      directoryRead += HEADER_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (entry.fileName.endsWith('/')) {
        if (entry.uncompressedSize > 0) throw refuse(`a folder of ${entry.uncompressedSize} bytes`, 'a file');
        continue;
      }
      const why = whyPassedOver(entry.fileName);
      if (why === null) wanted.push(entry);
      else {
        passed.push(entry.fileName);
        onPassedOver?.(`${entry.fileName}, ${why}`);
      }
      if (wanted.length + passed.length > MOST_ENTRIES)
        throw refuse(`more than ${MOST_ENTRIES} entries`, 'an official package');
    }
    position = null;
    // yauzl reads as many entries as the end of the archive counts: a count too small would leave files out in silence.
    if (directoryBytes !== null && directoryBytes - directoryRead >= HEADER_BYTES)
      throw refuse(
        `${zip.entryCount} entries counted at the end`,
        'as many as the directory of the archive holds',
      );
    // yauzl ends a stream that grows beyond the size stated here, so the statement can be relied on.
    const total = wanted.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    const { size } = await stat(zipPath);
    const most = Math.min(maxBytes, Math.max(SMALL_BYTES, size * MOST_TIMES_SMALLER));
    if (total > most) throw refuse(`${total} bytes unpacked`, `at most ${most} from an archive of ${size}`);
    await mkdir(intoFolder, { recursive: true });
    await requireRoom(intoFolder, total);
    for (const entry of wanted) {
      position = `entry ${entry.fileName}`;
      // yauzl has refused absolute names and those with '..' by now.
      const target = path.join(intoFolder, entry.fileName);
      if (unpacked.has(target)) throw refuse('a second file of this name', 'different names');
      await mkdir(path.dirname(target), { recursive: true });
      const checksum = await writeEntry(zip, entry, target);
      if (checksum !== entry.crc32) throw refuse(`checksum ${checksum}`, String(entry.crc32));
      unpacked.add(target);
    }
    if (unpacked.size === 0 && passed.length > 0) {
      position = null;
      throw refuse(
        `only ${passed.join(', ').slice(0, 300)}`,
        'files to read; unpack archives within it first',
      );
    }
    return [...unpacked];
  } catch (cause) {
    const isSystemError = cause instanceof Error && 'syscall' in cause;
    if (cause instanceof FormatError || isSystemError || !(cause instanceof Error)) throw cause;
    const found = NO_END.test(cause.message)
      ? 'no end of an archive: cut short, or no zip at all'
      : cause.message;
    throw new FormatError({ file: zipPath, position, found, expected: 'a sound zip archive' }, { cause });
  } finally {
    opened?.zip.close();
  }
}

/** As the library says it. */
const NO_END = /^End of central directory record signature not found/i;

/** Told before the disk is full: others write there too. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  const message = `unpacking takes ${bytes} bytes, and the disk of ${folder} has ${bavail * bsize} left`;
  throw Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write' });
}

/** yauzl leaves the checksum to its users. */
async function writeEntry(zip: ZipFile, entry: Entry, target: string): Promise<number> {
  let checksum = 0;
  await pipeline(
    await zip.openReadStreamPromise(entry),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    },
    createWriteStream(target),
  );
  return checksum;
}
