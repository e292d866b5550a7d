// What lies beside a downloaded file: `<file>.json` remembers which version it is, also after its bytes were deleted;
// `<file>.part` is a transfer that broke off, `<file>.part.json` the version it belongs to, `<file>.pages` what an archive
// is being made of. Knows no network.

import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../acquire.ts';

/** How the server told one version of the file from another. */
export interface Version {
  readonly url: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export interface Remembered extends Version {
  readonly sha256: string;
  readonly bytes: number;
  readonly fetched_at: string;
}

export const partOf = (path: string) => `${path}.part`;
export const pagesOf = (path: string) => `${path}.pages`;

/** Null where another URL was fetched before: its version says nothing about this one. */
export function recall(path: string, url: string): Remembered | null {
  const kept = readJson<Remembered>(`${path}.json`);
  return kept?.url === url ? kept : null;
}

/** Whether the bytes that are remembered still lie there. */
export function isThere(path: string, kept: Remembered): boolean {
  return existsSync(path) && statSync(path).size === kept.bytes;
}

/** Only a transfer whose version the server can confirm may be continued: two halves of two versions make no file. */
export function recallPart(path: string, url: string): { bytes: number; confirm: string } | null {
  const version = readJson<Version>(`${partOf(path)}.json`);
  const confirm = version && confirmationOf(version);
  if (version?.url !== url || !confirm || !existsSync(partOf(path))) return null;
  const bytes = statSync(partOf(path)).size;
  return bytes > 0 ? { bytes, confirm } : null;
}

export const startPart = (path: string, version: Version) => writeJson(`${partOf(path)}.json`, version);

export function dropPart(path: string): void {
  rmSync(partOf(path), { force: true });
  rmSync(`${partOf(path)}.json`, { force: true });
}

/** The file first, what is remembered of it last: a stop in between costs a download, never a wrong "unchanged". */
export async function finishPart(path: string, version: Version, fetched_at: string): Promise<Remembered> {
  const sha256 = await hashOf(partOf(path));
  const kept = { ...version, sha256, bytes: statSync(partOf(path)).size, fetched_at };
  renameSync(partOf(path), path);
  writeJson(`${path}.json`, kept);
  dropPart(path);
  return kept;
}

/**
 * Removes what a killed process left half made, in the folders of all sources: only a transfer that can be continued stays.
 * To be called when nobody fetches.
 */
export function clearFetched(folder: string): void {
  for (const name of globSync('*/*.{pages,new}', { cwd: folder }))
    rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of globSync('*/*.{part,part.json}', { cwd: folder })) {
    const path = join(folder, name.replace(/\.part(\.json)?$/, ''));
    const version = readJson<Version>(`${partOf(path)}.json`);
    if (!version || !recallPart(path, version.url)) dropPart(path);
  }
}

/** If-Range takes no weak ETag (RFC 9110 section 13.1.5). */
function confirmationOf({ etag, last_modified }: Version): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : last_modified;
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function writeJson(path: string, value: object): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
