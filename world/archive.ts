// Writes zip archives whose bytes depend on their contents alone: no clock is read and no time zone.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file on disk, or text or bytes made piece by piece. */
export type ArchiveContent = { readonly path: string } | Iterable<string | Uint8Array>;

// A zip holds local time: without the UTC extension the bytes are the same in every time zone.
const ENTRY = {
  mtime: new Date(2026, 10, 9, 4, 0, 0),
  mode: 0o100644,
  compressionLevel: 1,
  forceDosTimestamp: true,
};

export async function writeArchive(
  target: string,
  contents: Readonly<Record<string, ArchiveContent>>,
): Promise<void> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(contents)) {
    if ('path' in content) archive.addFile(content.path, name, ENTRY);
    else archive.addReadStream(Readable.from(content), name, ENTRY);
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(target));
}
