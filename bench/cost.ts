// What work costs in a process of its own: time, processor time and memory; and folders to do it in.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Cost } from './work.ts';

const WORK = fileURLToPath(new URL('./work.ts', import.meta.url));

/** See work.ts for the words. What it says on the way goes to stderr as if it were said here. */
export async function costOf(words: readonly string[]): Promise<Cost> {
  const child = spawn(process.execPath, [WORK, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const began = performance.now();
  // Work of hours may be stopped before its end: what it had taken by then is told.
  let peak_mb = 0;
  const watch = setInterval(() => {
    peak_mb = peakOf(child.pid) ?? peak_mb;
  }, 1_000);
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(watch);
  if (code === 0) return JSON.parse(said);
  const [minutes, highest] = [((performance.now() - began) / 60_000).toFixed(1), peak_mb.toFixed(0)];
  throw new Error(
    `"${words.slice(0, 2).join(' ')}" stopped with ${code} after ${minutes} min, highest memory of all threads ${highest} MB`,
  );
}

/** The highest resident memory of a process so far (Linux; else null). It has no others: its workers are threads. */
function peakOf(pid: number | undefined): number | null {
  try {
    const kb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? null : Number(kb) / 1_024;
  } catch (error) {
    // It has ended between two looks, or the system has no such files.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Calls `work` with an empty folder, which is removed again. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-bench-work-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bulk files of the cadastre in a folder. */
export const bulkFilesIn = (files: string): string[] =>
  readdirSync(files)
    .filter((name) => name.endsWith('.gpkg.zip') && /^\d{4}\./.test(name))
    .map((name) => join(files, name));

export const hasGdal = (): boolean => spawnSync('ogr2ogr', ['--version']).status === 0;

/** GDAL copying all layers of zipped GeoPackages into new ones: no checks, no ids, no history. */
export function copyByGdal(paths: readonly string[], folder: string): Pick<Cost, 'wall_s' | 'cpu_s'> {
  let [wall_s, cpu_s] = [0, 0];
  for (const [at, path] of paths.entries()) {
    const source = `/vsizip/${path}/${path
      .split('/')
      .at(-1)
      ?.replace(/\.zip$/, '')}`;
    const copy = costOfProgram(['ogr2ogr', '-f', 'GPKG', join(folder, `${at}.gpkg`), source]);
    wall_s += copy.wall_s;
    cpu_s += copy.cpu_s;
  }
  return { wall_s, cpu_s };
}

/** Any program, run to its end. */
export function costOfProgram(words: readonly string[]): Pick<Cost, 'wall_s' | 'cpu_s'> {
  const began = performance.now();
  // The shell says what its children took: "0m4.41s 0m0.15s" on its last line.
  const done = spawnSync('sh', ['-c', '"$@" && times', 'sh', ...words], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${words.join(' ')} failed: ${done.stderr}`);
  const wall_s = (performance.now() - began) / 1_000;
  const last = done.stdout.trim().split('\n').at(-1) ?? '';
  const parts = [...last.matchAll(/(\d+)m([\d.]+)s/g)];
  const cpu_s = parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  return { wall_s, cpu_s };
}
