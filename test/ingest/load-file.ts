// One file through the real ingest, and a look into the dataset that came of it.

import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { datasetIn } from '../../src/data-folder.ts';
import { openDataset } from '../../src/dataset.ts';
import { planFiles } from '../../src/ingest/plan-files.ts';
import { type FileOutcome, ingestFile } from '../../src/ingest/run.ts';
import { ASKED_AT } from '../sample.ts';
import { ENGINE } from './compute-engine.ts';

export interface LoadOptions {
  readonly source?: string;
  readonly allowLoss?: boolean;
  readonly compute?: boolean;
  readonly now?: Date;
}

/** Loads what the plan finds at the path, in order, as the command line does. */
export async function load(path: string, data: string, options: LoadOptions = {}): Promise<FileOutcome[]> {
  await using dataset = openDataset(data);
  const outcomes: FileOutcome[] = [];
  for (const planned of planFiles(path, options.source)) {
    const { allowLoss = false, compute = true, now = ASKED_AT } = options;
    const choices = { allowLoss, compute, engine: ENGINE, now: () => now };
    outcomes.push(await ingestFile(planned.recipe, planned.path, dataset.options(choices)));
  }
  return outcomes;
}

/** Loads exactly one file. */
export async function loadOne(path: string, data: string, options: LoadOptions = {}): Promise<FileOutcome> {
  const [outcome, ...more] = await load(path, data, options);
  if (!outcome || more.length > 0)
    throw new Error(`${path} is planned as ${more.length} files more than one`);
  return outcome;
}

export type Row = Record<string, SQLOutputValue>;

export function query(data: string, sql: string, ...values: (string | number)[]): Row[] {
  // A process that opens or closes the file beside it may hold it for a moment.
  const db = new DatabaseSync(datasetIn(data), { readOnly: true, timeout: 5_000 });
  try {
    return db
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

/** Everything that is served, without when and in which run it was loaded: equal snapshots are equal data. */
export function snapshot(data: string): Record<string, Row[]> {
  const tables = {
    parcels: 'SELECT * FROM parcels ORDER BY id',
    index: 'SELECT * FROM rtree_parcels_geom ORDER BY id',
    boundaries: 'SELECT code, level, name, geom FROM boundaries ORDER BY code',
    terc: 'SELECT * FROM terc ORDER BY code',
    obreby: 'SELECT * FROM obreby ORDER BY id',
    evidence:
      'SELECT source, role, key, piece, place, version, hash, attributes, geom FROM evidence ORDER BY source, role, key, place, piece',
    facts: 'SELECT p.id, f.* FROM parcels p JOIN parcel_facts f USING (fid) ORDER BY p.id',
    permits:
      'SELECT place, permit_id, parcel_id, kind, decision_date, object_category, x, y FROM permits ORDER BY place, permit_id, parcel_id',
    plans: 'SELECT * FROM plans ORDER BY source, plan_id',
    mpzp_cover: 'SELECT * FROM mpzp_cover ORDER BY gmina6, since',
    computed: 'SELECT layer, powiat FROM computed ORDER BY layer, powiat',
    sources: 'SELECT source, scope, as_of, rows, synthetic FROM sources ORDER BY source, scope',
    events: 'SELECT * FROM events ORDER BY seq',
  };
  return Object.fromEntries(Object.entries(tables).map(([name, sql]) => [name, query(data, sql)]));
}

export function versionOf(data: string): number {
  return Number(query(data, "SELECT value FROM meta WHERE key = 'version'")[0]?.value);
}
