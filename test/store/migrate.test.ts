// Upgrades of the dataset. datasets/schema-2.gpkg.br is a file that version 0.1.0 wrote: the sample world's powiat 1418 cut
// to 55 parcels, with plans, flood, landslides, protection, permits and sales, and a second edition of the cadastre.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import { accountsIn, datasetIn } from '../../src/data-folder.ts';
import { FACT_LAYERS } from '../../src/domain/layers/layer-table.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import { DEFAULT_LIMITS } from '../../src/store/key-rules.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey } from '../../src/store/sqlite/key-records.ts';
import { MIGRATIONS, migrateDataset, SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import { takeWriterLock } from '../../src/store/sqlite/writer-lock.ts';
import { query, type Row } from '../ingest/load-file.ts';
import { runWarm } from '../process/warm-program.ts';
import { temporaryFolder } from '../sample.ts';

const OLD = new URL('datasets/schema-2.gpkg.br', import.meta.url);

/** A data folder as version 0.1.0 left it. */
function oldFolder(): string {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  writeFileSync(datasetIn(data), brotliDecompressSync(readFileSync(OLD)));
  return data;
}

/** Registers that are loaded by part: schema 4 says of each part in which place it is. */
const BY_PART = "source IN ('flood', 'sopo', 'gdos', 'prg')";

/** What no upgrade may change, in the spelling of schema 2. */
const KEPT = {
  parcels: 'SELECT * FROM parcels ORDER BY id',
  boundaries: 'SELECT * FROM boundaries ORDER BY code',
  evidence: `SELECT fid, source, role, piece, hash, attributes, geom, iif(${BY_PART}, NULL, place) AS place,
    iif(source = 'flood', NULL, key) AS key FROM evidence ORDER BY fid`,
  permits: 'SELECT * FROM permits ORDER BY fid',
  plans: `SELECT source, plan_id, kind, gmina6, title, process, effective_from, effective_to, adopted_on, resolution_url
    FROM plans ORDER BY source, plan_id`,
  events: `SELECT seq, event, place, layer, before, after, as_of, detected_at, source,
    iif(${BY_PART}, NULL, scope) AS scope, iif(subject LIKE 'source %' AND ${BY_PART}, NULL, subject) AS subject
    FROM events ORDER BY seq`,
  runs: 'SELECT * FROM runs ORDER BY run',
  issues: 'SELECT * FROM issues ORDER BY issue',
  computed: `SELECT * FROM computed WHERE layer NOT IN ('pog', 'mpzp', 'flood', 'landslide', 'protected')
    ORDER BY layer, powiat`,
};

const keptIn = (data: string): Record<string, Row[]> =>
  Object.fromEntries(Object.entries(KEPT).map(([table, sql]) => [table, query(data, sql)]));

const schemaOf = (data: string) => query(data, "SELECT value FROM meta WHERE key = 'schema'")[0]?.value;

/** Tables, columns and indexes, whatever the spacing they were written with. */
const structureOf = (data: string) =>
  query(data, "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    .map(({ type, name, sql }) => ({
      named: `${type} ${name}`,
      sql: String(sql)
        .replaceAll('"', '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([(),]) ?/g, '$1'),
    }))
    .sort((a, b) => (a.named < b.named ? -1 : 1));

describe('a dataset of schema 2', () => {
  it('holds after the upgrade what it held before: data, facts, events, runs', () => {
    const data = oldFolder();
    const before = keptIn(data);
    const facts = query(data, 'SELECT * FROM parcel_facts ORDER BY fid');
    assert.ok(before.parcels?.length === 55 && before.events?.length === 103 && before.runs?.length === 15);
    const steps: string[] = [];
    migrateDataset(datasetIn(data), ({ from, to, name }) => steps.push(`${from} ${to} ${name}`));
    assert.deepEqual(
      steps,
      MIGRATIONS.map(({ to, name }) => `${to - 1} ${to} ${name}`),
    );
    assert.deepEqual(keptIn(data), before);
    const packed = query(data, 'SELECT * FROM parcel_facts ORDER BY fid');
    assert.deepEqual(
      packed.map(({ fid, facts }) => ({ fid, ...unpackFacts(String(facts)) })),
      facts.map(({ fid, ...columns }) => ({
        fid,
        ...Object.fromEntries(FACT_LAYERS.map((layer) => [layer, columns[layer] ?? null])),
      })),
    );
    assert.ok(facts.some((row) => row.flood !== null) && facts.some((row) => row.pog !== null));
  });

  it('knows afterwards in which voivodeship its floods, landslides, forms of protection and boundaries lie', () => {
    const data = oldFolder();
    const texts = (sql: string) => query(data, sql).map((row) => String(Object.values(row)[0]));
    const scopes = `SELECT source || ' ' || scope FROM sources WHERE ${BY_PART} ORDER BY 1`;
    const places = `SELECT DISTINCT source || ' ' || place FROM evidence WHERE ${BY_PART} ORDER BY 1`;
    const numbered = "SELECT key FROM evidence WHERE role = 'flood_reach' ORDER BY fid";
    const ofEvents = `SELECT DISTINCT scope FROM events WHERE ${BY_PART} ORDER BY 1`;
    const before = [scopes, places, numbered, ofEvents].map(texts);
    const inPlace = (text: string) => (text.endsWith('/') ? `${text}14` : `${text}/14`);
    migrateDataset(datasetIn(data));
    assert.deepEqual(texts(scopes), before[0]?.map(inPlace));
    assert.deepEqual(texts(places), before[1]?.map(inPlace));
    assert.deepEqual(
      texts(numbered),
      before[2]?.map((key) => `14/${key}`),
    );
    assert.deepEqual(texts(ofEvents), before[3]?.map(inPlace));
    assert.ok(
      before[0]?.includes('prg gmina') && before[1]?.includes('flood flood_q100/') && before[2]?.length,
    );
    migrateDataset(datasetIn(data));
    assert.deepEqual(texts(scopes), before[0]?.map(inPlace), 'once');
  });

  it('leaves for later what was added up where areas overlap, and works it out when asked', async () => {
    const data = oldFolder();
    const left =
      "SELECT DISTINCT layer FROM computed WHERE layer IN ('pog', 'mpzp', 'flood', 'protected', 'ground')";
    assert.equal(query(data, left).length, 4);
    migrateDataset(datasetIn(data));
    assert.deepEqual(query(data, left), []);
    const id = String(query(data, 'SELECT id FROM parcels ORDER BY id')[0]?.id);
    const layerOf = async () => {
      const { stdout } = await runWarm(['get', 'parcel', id, '--json', '--data', data]);
      return JSON.parse(stdout).result.layers.planning.coverage;
    };
    assert.equal(await layerOf(), 'not_computed');
    const computed = await runWarm(['ingest', 'compute', '--data', data]);
    assert.equal(computed.code, 0, computed.stderr);
    assert.equal(query(data, left).length, 5);
    assert.notEqual(await layerOf(), 'not_computed');
  });

  it('has the structure of a new one afterwards, and is sound', async () => {
    const data = oldFolder();
    migrateDataset(datasetIn(data));
    const fresh = join(temporaryFolder(), 'data');
    await openSqliteWriter(datasetIn(fresh)).close();
    assert.equal(schemaOf(fresh), String(SCHEMA_VERSION));
    assert.equal(schemaOf(data), String(SCHEMA_VERSION));
    assert.deepEqual(structureOf(data), structureOf(fresh));
    assert.deepEqual(query(data, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(query(data, 'PRAGMA foreign_key_check'), []);
  });

  it('is upgraded by the commands, which say so once; keys stay', async () => {
    const data = oldFolder();
    const accounts = openAccounts(accountsIn(data));
    createKey(accounts, { name: 'surveyor', ...DEFAULT_LIMITS }, new Date('2026-11-10T08:00:00Z'));
    accounts.close();
    const id = String(query(data, 'SELECT id FROM parcels ORDER BY id')[0]?.id);
    const asked = await runWarm(['get', 'parcel', id, '--json', '--data', data]);
    assert.equal(asked.code, 0, asked.stderr);
    assert.match(asked.stderr, /Upgrading .* from schema 2 to 3/);
    const { result }: { result: ParcelRecord } = JSON.parse(asked.stdout);
    assert.equal(result.id, id);
    assert.equal(result.layers.flood?.coverage === undefined, false);
    const again = await runWarm(['ingest', 'status', '--data', data]);
    assert.equal(again.code, 0, again.stderr);
    assert.doesNotMatch(again.stderr, /Upgrading/);
    const keys = await runWarm(['keys', 'list', '--data', data]);
    assert.match(keys.stdout, /surveyor/);
  });

  it('is refused by a reader until it is upgraded, in words', () => {
    const data = oldFolder();
    assert.throws(
      () => openSqliteStore(datasetIn(data)),
      /has schema 2, this version of the program reads schema \d+; start the server anew or run "miedza ingest status"/,
    );
    assert.equal(schemaOf(data), '2');
  });

  it('waits for its turn: not while another process writes', () => {
    const data = oldFolder();
    const lock = takeWriterLock(datasetIn(data), 0) ?? assert.fail('the lock is taken');
    assert.throws(
      () => migrateDataset(datasetIn(data), undefined, MIGRATIONS, 50),
      /must be upgraded first, and another process is writing to it/,
    );
    lock.close();
    migrateDataset(datasetIn(data));
    assert.equal(schemaOf(data), String(SCHEMA_VERSION));
  });
});

describe('an upgrade that does not end', () => {
  it('by a fault in its second statement, leaves the old file whole', () => {
    const data = oldFolder();
    const before = keptIn(data);
    const broken = [{ to: 3, name: 'broken', sql: 'DELETE FROM events; INSERT INTO nowhere VALUES (1)' }];
    assert.throws(
      () => migrateDataset(datasetIn(data), undefined, broken),
      /cannot be opened as a Miedza dataset: no such table: nowhere/,
    );
    assert.deepEqual(keptIn(data), before);
    assert.equal(schemaOf(data), '2');
  });

  it('because the process is killed, leaves the old file whole, and the next one upgrades it', async () => {
    const data = oldFolder();
    const before = keptIn(data);
    const script = `
      import { migrateDataset } from ${JSON.stringify(new URL('../../src/store/sqlite/migrate.ts', import.meta.url).href)};
      const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO computed SELECT i, i, i FROM n;';
      migrateDataset(${JSON.stringify(datasetIn(data))}, () => process.stdout.write('begun'),
        [{ to: 3, name: 'endless', sql: 'DELETE FROM permits; DELETE FROM events;' + endless }]);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((later) => setTimeout(later, 300));
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(keptIn(data), before);
    assert.equal(schemaOf(data), '2');
    migrateDataset(datasetIn(data));
    assert.equal(schemaOf(data), String(SCHEMA_VERSION));
    assert.deepEqual(keptIn(data), before);
  });
});

describe('the steps', () => {
  it('are numbered without a gap from schema 2 on, and schema.sql is the last', () => {
    assert.deepEqual(
      MIGRATIONS.map(({ to }) => to),
      MIGRATIONS.map((_, at) => 3 + at),
    );
    const schema = readFileSync(new URL('../../src/store/sqlite/schema.sql', import.meta.url), 'utf8');
    assert.match(schema, new RegExp(`\\('schema', '${SCHEMA_VERSION}'\\)`));
    const empty = new DatabaseSync(':memory:');
    empty.exec(schema);
    empty.close();
  });
});
