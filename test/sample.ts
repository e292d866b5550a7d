// A small sample world, made and loaded by the real generator and the real ingest, once per process that asks.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataset } from '../src/dataset.ts';
import { ingestFile, planFiles } from '../src/ingest/run.ts';
import { generateWorld } from '../world/generate.ts';

export const SAMPLE_PARCELS = 3_000;

/** A folder that goes away with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Loads every file of a folder; throws when one is not published. */
export async function loadFolder(files: string, data: string, now = () => new Date()): Promise<void> {
  await using dataset = openDataset(data);
  for (const { recipe, path } of planFiles(files, undefined)) {
    const outcome = await ingestFile(recipe, path, dataset.options({ now }));
    if (outcome.outcome === 'failed') throw new Error(`${outcome.file}: ${outcome.reason}`);
  }
}

/** The world's files and a data folder with them loaded. */
export async function buildSampleData(
  parcels = SAMPLE_PARCELS,
  now = () => new Date(),
): Promise<{ data: string; files: string }> {
  const root = temporaryFolder();
  const files = join(root, 'files');
  const data = join(root, 'data');
  await generateWorld({ folder: files, parcels });
  mkdirSync(data);
  await loadFolder(files, data, now);
  return { data, files };
}
