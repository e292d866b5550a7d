// Getting hold of a file: its hash, what is inside when it is an archive, and whether it is sample data. Unpacked
// files live in a work folder that is removed when the file has been read, whatever happened.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeHead } from './formats/file-head.ts';
import { FormatError } from './formats/format-error.ts';
import { unpackZip } from './formats/zip.ts';
import { withCompanions } from './load-files.ts';

export interface Acquired extends Disposable {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly synthetic: boolean;
  /** Unpacks when needed; the files to read. What an archive holds beside them is told. */
  open(onPassedOver: (what: string) => void): Promise<readonly string[]>;
}

/** `powiat` is given for one part of a file of many: it is known by itself, so that each part is loaded once. */
export async function acquire(path: string, workFolder: string, powiat?: string): Promise<Acquired> {
  const paths = withCompanions(path);
  const hashes: string[] = [];
  for (const each of paths) hashes.push(await hashOnce(each));
  const [first = ''] = hashes;
  const isPlain = paths.length === 1 && powiat === undefined;
  const sha256 = isPlain
    ? first
    : createHash('sha256')
        .update([...hashes, powiat].join(' '))
        .digest('hex');
  let unpacked: string | null = null;
  return {
    name: powiat === undefined ? basename(path) : `${basename(path)} (${powiat})`,
    sha256,
    bytes: statSync(path).size,
    synthetic: isSynthetic(dirname(path)),
    async open(onPassedOver) {
      if (!/\.zip$/i.test(path) && !(await beginsAsZip(path))) return paths;
      const head = describeHead(path);
      if (head !== null && head !== 'a zip archive') {
        throw new FormatError({ file: path, position: null, found: head, expected: 'a sound zip archive' });
      }
      unpacked = mkdtempSync(join(workFolder, 'unpacked-'));
      return unpackZip(path, unpacked, { onPassedOver });
    },
    [Symbol.dispose]() {
      if (unpacked !== null) rmSync(unpacked, { recursive: true, force: true });
    },
  };
}

/** A file of a whole voivodeship is loaded powiat by powiat, and read through for its hash once. */
const hashes = new Map<string, { readonly version: string; readonly sha256: string }>();

async function hashOnce(path: string): Promise<string> {
  const { ino, size, mtimeMs } = statSync(path);
  const version = `${ino} ${size} ${mtimeMs}`;
  const known = hashes.get(path);
  if (known?.version === version) return known.sha256;
  const sha256 = await hashOf(path);
  hashes.set(path, { version, sha256 });
  return sha256;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

/** Downloads may lack the ending: what is fetched from a page has the name of the page. */
async function beginsAsZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4), position: 0 });
  return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04';
}

/** The sample generator leaves this mark beside its files; answers made from them must say so. */
function isSynthetic(folder: string): boolean {
  const mark = join(folder, 'synthetic.json');
  return existsSync(mark) && JSON.parse(readFileSync(mark, 'utf8')).synthetic === true;
}
