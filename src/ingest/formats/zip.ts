// A zip archive → files in a folder. Trusts nothing in it: names that lead out of the folder, sizes beyond the
// limit, bytes that do not match their checksum and archives cut short are refused. What an operating system or a packer
// left in it, and archives in it, are passed over and told. Knows nothing of what the files hold.

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FormatError } from './format-error.ts';
import { openZip } from './zip-end.ts';

export interface UnpackOptions {
  /** All files together, unpacked. */
  readonly maxBytes?: number;
  /** Told of what is not unpacked: "Thumbs.db, a file of the operating system". */
  readonly onPassedOver?: (what: string) => void;
}

/** Official packages unpack to a few GB, a zip bomb to thousands of times as much. */
const DEFAULT_MAX_BYTES = 50_000_000_000;

/** Hidden files and folders, and what Windows, macOS and network drives leave in folders. */
const SYSTEM_FILES =
  /(^|\/)(__MACOSX\/|\.[^/]|~\$|Thumbs\.db$|ehthumbs(_vista)?\.db$|desktop\.ini$|\$RECYCLE\.BIN\/|System Volume Information\/|@eaDir\/)/i;
const ARCHIVES = /\.(zip|7z|rar|tar|t?gz|bz2|xz)$/i;

function whyPassedOver(name: string): string | null {
  if (SYSTEM_FILES.test(name)) return 'a file of the operating system';
  return ARCHIVES.test(name) ? 'an archive in the archive; unpack it and load it by itself' : null;
}

/** Returns the paths of the unpacked files in the order of the archive. What was unpacked before a fault stays. */
export async function unpackZip(
  zipPath: string,
  intoFolder: string,
  { maxBytes = DEFAULT_MAX_BYTES, onPassedOver }: UnpackOptions = {},
): Promise<string[]> {
  const unpacked = new Set<string>();
  const passed: string[] = [];
  let position: string | null = null;
  let total = 0;
  const refuse = (found: string, expected: string) =>
    new FormatError({ file: zipPath, position, found, expected });
  try {
    const { zip, bytesAfter } = await openZip(zipPath);
    if (bytesAfter > 0) onPassedOver?.(`${bytesAfter} bytes after the end of the archive`);
    for await (const entry of zip.eachEntry()) {
      position = `entry ${entry.fileName}`;
      if (entry.fileName.endsWith('/')) continue;
      const why = whyPassedOver(entry.fileName);
      if (why !== null) {
        passed.push(entry.fileName);
        onPassedOver?.(`${entry.fileName}, ${why}`);
        continue;
      }
      // yauzl has refused absolute names and those with '..' by now.
      const target = path.join(intoFolder, entry.fileName);
      if (unpacked.has(target)) throw refuse('a second file of this name', 'different names');
      // yauzl ends a stream that grows beyond the size stated here, so the statement can be relied on.
      total += entry.uncompressedSize;
      if (total > maxBytes) throw refuse(`${total} bytes unpacked`, `at most ${maxBytes}`);
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
    const found = cause.message;
    throw new FormatError({ file: zipPath, position, found, expected: 'a sound zip archive' }, { cause });
  }
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
