// Every row is held against the unit that its own id names: one that lies elsewhere is left out and said, many fail the file.
// So does a row of another powiat in a bulk file. Without boundaries the run says that nobody could check.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { openDataset } from '../../src/dataset.ts';
import { describeUnchecked } from '../../src/ingest/served-files.ts';
import { startClient } from '../client.ts';
import { buildSampleData, LAND, type Sample, temporaryFolder } from '../sample.ts';
import { blobOf, editBulk, movedBy, polygonsIn } from './bulk-file.ts';
import { loadOne, query } from './load-file.ts';
import { writeWfs } from './parcel-gml.ts';
import { editArchive } from './registry-file.ts';
import { trueRows } from './world-truth.ts';

const PARCELS = 1_000;
const root = temporaryFolder();
let sample: Sample;

before(async () => {
  sample = await buildSampleData(PARCELS, { only: LAND });
});

function copyOfSample(): string {
  const data = join(mkdtempSync(join(root, 'data-')), 'data');
  cpSync(sample.data, data, { recursive: true });
  return data;
}

function emptyData(): string {
  const data = join(mkdtempSync(join(root, 'data-')), 'data');
  mkdirSync(data);
  return data;
}

const edit = (change: (db: DatabaseSync) => void) =>
  editBulk(sample.files, mkdtempSync(join(root, 'files-')), '1418', change);

const away = (geom: unknown) => blobOf(movedBy(polygonsIn(geom), 20_000, 138_000));
const issuesOf = (data: string, kind: string) =>
  query(data, 'SELECT value, message FROM issues WHERE kind = ? ORDER BY issue', kind);

function move(db: DatabaseSync, table: string, rows: number): string[] {
  const column = table === 'dzialki' ? 'id_dzialki' : 'id_budynku';
  const id = table === 'dzialki' ? "NOT LIKE '%/%'" : "LIKE '%_BUD'";
  const found = db
    .prepare(
      `SELECT fid, geom, ${column} AS id FROM ${table}
       WHERE length(geom) > 50 AND ${column} ${id} AND ${column} GLOB '14180[0-9]_[0-9].[0-9]*' ORDER BY fid LIMIT ?`,
    )
    .all(rows);
  const update = db.prepare(`UPDATE ${table} SET geom = ? WHERE fid = ?`);
  for (const { fid, geom } of found) update.run(away(geom), Number(fid));
  return found.map((row) => String(row.id));
}

describe('a row that lies elsewhere', () => {
  it('is left out as an issue; the others load', async () => {
    const data = copyOfSample();
    let [parcel = '', building = ''] = ['', ''];
    const zip = await edit((db) => {
      [parcel = ''] = move(db, 'dzialki', 1);
      [building = ''] = move(db, 'budynki', 1);
    });
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
    assert.equal(outcome.unchecked, null);
    const issues = issuesOf(data, 'outside_unit');
    assert.deepEqual(
      issues.map(({ value }) => value),
      [parcel, building],
    );
    assert.match(String(issues[0]?.message), /^it reaches more than 500 m out of 1418\d\d: it lies at \d+/);
    assert.deepEqual(query(data, 'SELECT id FROM parcels WHERE id = ?', parcel), []);
    assert.deepEqual(query(data, 'SELECT key FROM evidence WHERE key = ?', building), []);
    // No parcel of its obręb is told to be without buildings.
    assert.match(outcome.lacking ?? '', /of buildings something could not be used/);
    const [state] = query(data, "SELECT publishes FROM sources WHERE source = 'egib' AND scope = '1418'");
    assert.ok(String(state?.publishes).includes(`left_out:building/${building.slice(0, 13)}`));
  });

  it('is no slip of the pen when there are many: nothing is published', async () => {
    const data = copyOfSample();
    const zip = await edit((db) => void move(db, 'dzialki', 40));
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'failed');
    assert.match(outcome.reason, /^\d\d of \d+ rows \(parcel\) lie outside the boundary of the unit/);
  });

  it('of a general plan makes the plan incomplete', async () => {
    const data = copyOfSample();
    const zip = await editArchive(join(sample.files, 'pog-1418.zip'), {
      'ouz.xml': (text) =>
        text.replace(/(<gml:posList>)([^<]*)(<)/, (_, open: string, list: string, close: string) => {
          const moved = list
            .trim()
            .split(/\s+/)
            .map((number, at) => Number(number) + (at % 2 === 0 ? 20_000 : 138_000));
          return `${open}${moved.join(' ')}${close}`;
        }),
    });
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
    const [issue, ...more] = issuesOf(data, 'outside_unit');
    assert.equal(more.length, 0);
    assert.match(String(issue?.value), /OUZ$/);
    assert.equal(query(data, 'SELECT plan_id FROM plans WHERE lacks_ouz = 1').length, 1);
  });
});

describe('a row of another powiat in a bulk file', () => {
  const rename = (rows: number) => (db: DatabaseSync) =>
    db.exec(`UPDATE dzialki SET id_dzialki = '143805_5.0001.90000' || fid
      WHERE fid IN (SELECT fid FROM dzialki WHERE id_dzialki GLOB '1418*' ORDER BY fid LIMIT ${rows})`);

  it('is left out as an issue', async () => {
    const data = copyOfSample();
    const outcome = await loadOne(await edit(rename(1)), data);
    assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
    const [issue, ...more] = issuesOf(data, 'other_powiat');
    assert.equal(more.length, 0);
    assert.match(String(issue?.value), /^143805_5\.0001\.90000/);
    assert.deepEqual(query(data, "SELECT id FROM parcels WHERE id GLOB '143805_5.0001.90000*'"), []);
  });

  it('is another file when there are many', async () => {
    const outcome = await loadOne(await edit(rename(30)), copyOfSample());
    assert.ok(outcome.outcome === 'failed');
    assert.match(
      outcome.reason,
      /^1418\.gpkg\.zip: found 30 of \d+ rows of other powiaty \(30 of 1438\); expected powiat 1418 alone$/,
    );
  });
});

describe('a bulk file of a part of its powiat', () => {
  it('says which obręby it lacks, and they are not covered', async () => {
    const { data } = await buildSampleData(PARCELS, { only: /^(TERC_|PRG_)/ });
    const half = await edit((db) => db.exec("DELETE FROM dzialki WHERE id_dzialki GLOB '141803*'"));
    const outcome = await loadOne(half, data);
    assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
    assert.match(
      outcome.lacking ?? '',
      /^no parcel of \d+ of the \d+ obręby .*141803_2\.\d{4}.*not covered$/,
    );
    assert.equal(
      query(data, 'SELECT reason FROM runs ORDER BY run DESC LIMIT 1')[0]?.reason,
      outcome.lacking,
    );
    const client = await startClient(data);
    try {
      const parcel = await client.get('/v1/parcel?id=141803_2.0009.123/4');
      assert.equal(parcel.body.status, 'not_covered');
      const { body } = await client.get('/v1/resolve?q=141803_2.0009.123/4');
      assert.match(
        body.corpus_coverage?.note ?? '',
        /\(1418\) in part \(1 of 6 gminy: Piaseczno\), without \d+ obręby/,
      );
    } finally {
      await client.close();
    }
  });
});

describe('without boundaries', () => {
  it('the run says that the place could not be checked', async () => {
    const data = emptyData();
    const rows = trueRows(PARCELS).filter(({ parcel }) => parcel.obreb.id === '141803_2.0010');
    const path = join(mkdtempSync(join(root, 'file-')), 'dzialki.gml');
    const form = { epsg: 2180, column: (name: string) => name, area: 'POLE_EWIDENCYJNE' } as const;
    writeFileSync(path, writeWfs(rows, form));
    const outcome = await loadOne(path, data);
    assert.ok(outcome.outcome === 'published');
    const said = 'whether rows lie where their ids say could not be checked: no boundary of 1418 is loaded';
    assert.equal(outcome.unchecked, said);
    assert.deepEqual(query(data, 'SELECT outcome, reason FROM runs'), [
      { outcome: 'published', reason: said },
    ]);
  });

  it('a file that was loaded is checked once they are there, though it is the same', async () => {
    const data = emptyData();
    const moved: string[] = [];
    const zip = await edit((db) => void moved.push(...move(db, 'dzialki', 1)));
    const load = async () => {
      const outcome = await loadOne(zip, data);
      return outcome.outcome === 'published' ? outcome.unchecked : outcome.outcome;
    };
    assert.match((await load()) ?? '', /no boundary of 1418 is loaded$/);
    assert.equal(await load(), 'unchanged', 'there is nothing to check it by');
    assert.match(await uncheckedIn(data), /^egib: .* powiat 1418 .* was not checked; load its boundary/);
    await loadOne(join(sample.files, 'PRG_A02_Granice_powiatow.xml'), data);
    assert.match(await uncheckedIn(data), /was not checked; its boundary is loaded by now/);
    assert.equal(query(data, 'SELECT id FROM parcels WHERE id = ?', moved[0] ?? '').length, 1);
    assert.equal(await load(), null);
    assert.equal(query(data, 'SELECT id FROM parcels WHERE id = ?', moved[0] ?? '').length, 0);
    assert.equal(await uncheckedIn(data), '');
    assert.equal(await load(), 'unchanged');
  });
});

async function uncheckedIn(data: string): Promise<string> {
  await using dataset = openDataset(data);
  return (await describeUnchecked(dataset.writer)).join('\n');
}
