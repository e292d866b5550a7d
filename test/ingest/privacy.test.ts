// Owners, land-register numbers, investors, designers, notaries and whoever sold or bought stand in the source files, on
// purpose. They must not be in any byte we keep, in any answer and in any line we log.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { pino } from 'pino';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { OPERATION_NAMES, type OperationName } from '../../src/contract/operations.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import {
  CADASTRE_CANARIES,
  CANARIES,
  CANARY_INVESTOR,
  CANARY_LAND_REGISTER,
  CANARY_OWNER,
  CANARY_PRICE_PLN,
  PERMIT_CANARIES,
  PRICE_CANARIES,
} from '../../world/canaries.ts';
import { CANARY_SALE, EXAMPLE_PARCEL } from '../../world/planted.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { runWarm } from '../process/warm-program.ts';
import { buildSampleData, LAND, temporaryFolder } from '../sample.ts';
import { unpacked, zipFiles } from './bulk-file.ts';
import { loadOne, query } from './load-file.ts';
import { writeGml2021 } from './parcel-gml.ts';
import { type TrueRow, trueRows } from './world-truth.ts';

const PARCELS = 1_000;
let data: string;
let files: string;
let carriers: TrueRow[];

before(async () => {
  ({ data, files } = await buildSampleData(PARCELS));
  carriers = trueRows(PARCELS).filter(({ row }) => row.pozostale_atrybuty !== null);
});

const canariesIn = (bytes: Buffer | string) => CANARIES.filter((canary) => bytes.includes(canary));

const inExtract = ({ parcel }: TrueRow) => parcel.id.startsWith('143801_1.0002.');

/** Every file below the folder that holds a canary, with how many files were read. */
function searchFolder(folder: string): { found: string[]; read: string[] } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const read = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = read.filter((path) => canariesIn(readFileSync(path)).length > 0);
  return { found, read: read.map((path) => path.slice(folder.length + 1)) };
}

/** Columns, as "table.column", in which the number stands in its binary form, where no search for text finds it. */
function cellsWith(gpkg: string, number: number): string[] {
  const db = new DatabaseSync(gpkg, { readOnly: true });
  try {
    const columns = db
      .prepare(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'`,
      )
      .all();
    return columns
      .filter(({ table, column }) =>
        db.prepare(`SELECT 1 FROM "${table}" WHERE "${column}" = ? LIMIT 1`).get(number),
      )
      .map(({ table, column }) => `${table}.${column}`);
  } finally {
    db.close();
  }
}

/** Requests of one operation about one parcel. */
const REQUESTS: { [K in OperationName]: (id: string, client: Client) => Promise<{ text: string }>[] } = {
  resolve: (id, client) => [client.get(`/v1/resolve?q=${encodeURIComponent(id)}`)],
  suggest: (id, client) => [client.get(`/v1/suggest?q=${encodeURIComponent(id)}&limit=20`)],
  parcel: (id, client) =>
    ['none', 'centroid', 'full'].map((mode) =>
      client.get(`/v1/parcel?id=${encodeURIComponent(id)}&geometry=${mode}`),
    ),
  parcel_batch: (id, client) => [client.post('/v1/parcel/batch', { items: [{ id }, { q: id }] })],
  search: (id, client) => [client.get(`/v1/search?id=${encodeURIComponent(id)}&radius_m=50`)],
  search_polygon: (_id, client) => {
    const ring = [
      [20.93, 52.05],
      [20.935, 52.05],
      [20.935, 52.053],
      [20.93, 52.05],
    ];
    return [client.post('/v1/search', { polygon: { type: 'Polygon', coordinates: [ring] } })];
  },
  layer: (id, client) =>
    LAYER_KEYS.map((layer) => client.get(`/v1/layer/${layer}?id=${encodeURIComponent(id)}`)),
  check: (id, client) => [client.get(`/v1/check?id=${encodeURIComponent(id)}`)],
  events: (id, client) => [client.get(`/v1/events?id=${encodeURIComponent(id)}`)],
  sources: (id, client) => [client.get(`/v1/sources?id=${encodeURIComponent(id)}`)],
  gmina_planning_by_code: (_id, client) => [client.get('/v1/gminy/1418032/planning')],
  gmina_planning: (id, client) => [client.get(`/v1/gminy/planning?id=${encodeURIComponent(id)}`)],
  subscription_create: (id, client) => [
    client.post('/v1/subscriptions', { url: 'https://127.0.0.1/', parcel: id }),
  ],
  subscriptions: (_id, client) => [client.get('/v1/subscriptions')],
  subscription: (_id, client) => [client.get('/v1/subscriptions')],
  subscription_delete: (_id, client) => [client.get('/v1/subscriptions')],
  subscription_test: (_id, client) => [client.post('/v1/subscription-test', { subscription: 'sub_0' })],
  usage: (_id, client) => [client.get('/v1/usage')],
  ogc_items: (_id, client) => [client.get('/ogc/collections/parcels/items?limit=1000')],
  ogc_feature: (id, client) => [client.get(`/ogc/collections/parcels/items/${encodeURIComponent(id)}`)],
  openapi: (_id, client) => [client.get('/v1/openapi.json')],
};

describe('what must not leave the source', () => {
  it('is in the source files, so that this test can fail', async () => {
    assert.ok(carriers.length > 20);
    for (const powiat of ['1418', '1438']) {
      await unpacked(join(files, `${powiat}.gpkg.zip`), (gpkg) =>
        assert.deepEqual(canariesIn(readFileSync(gpkg)), CADASTRE_CANARIES),
      );
    }
    assert.deepEqual(canariesIn(readFileSync(join(files, 'egib-143801_1.0002.gml'))), CADASTRE_CANARIES);

    const register = await unpackZip(join(files, 'wynik_mazowieckie.zip'), temporaryFolder());
    assert.equal(register.length, 2);
    for (const path of register) assert.deepEqual(canariesIn(readFileSync(path)), PERMIT_CANARIES, path);

    await unpacked(join(files, '1418_transakcje_ceny.gpkg.zip'), (gpkg) => {
      // The price is a number there, not a text.
      const texts = PRICE_CANARIES.filter((canary) => canary !== String(CANARY_PRICE_PLN));
      assert.deepEqual(canariesIn(readFileSync(gpkg)), texts);
      assert.ok(cellsWith(gpkg, CANARY_PRICE_PLN).length > 0);
    });
    assert.deepEqual(
      new Set([...CADASTRE_CANARIES, ...PERMIT_CANARIES, ...PRICE_CANARIES]),
      new Set(CANARIES),
    );
  });

  it('is in no file of the data folder, in no answer and in no line of the log', async () => {
    let log = '';
    const lines = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const client = await startClient(data, { log: pino({ level: 'trace' }, lines) });
    let asked = 0;
    try {
      // Of the bulk files, and of the extract of Żyrardów 02, every parcel of which came with persons and numbers.
      const persons = [...carriers.slice(0, 5), ...carriers.filter(inExtract).slice(0, 2)];
      // And the parcel that was sold for the price in question, and the one with many permits and sales around.
      const subjects = [...persons.map(({ parcel }) => parcel.id), CANARY_SALE, EXAMPLE_PARCEL];
      for (const id of subjects) {
        for (const name of OPERATION_NAMES) {
          for (const { text } of await Promise.all(REQUESTS[name](id, client))) {
            assert.deepEqual(canariesIn(text), [], `${name} of ${id}`);
            assert.ok(text.length > 100);
            asked += 1;
          }
        }
      }
      // Asking for an owner by name finds nobody and is not written down. (The client would refuse the echo of q.)
      const path = `/v1/resolve?q=${encodeURIComponent(CANARY_OWNER)}`;
      const response = await fetch(client.url + path, { headers: { 'X-Api-Key': TEST_KEY } });
      assert.equal(response.status, 404);
      assert.deepEqual(JSON.parse(await response.text()).candidates, []);
      // Open, the side files of both databases are there to be searched too.
      const { found, read } = searchFolder(data);
      assert.deepEqual(found, []);
      for (const name of ['dataset.gpkg', 'accounts.sqlite', 'accounts.sqlite-wal']) {
        assert.ok(read.includes(name), `${name} was not searched`);
      }
    } finally {
      await client.close();
    }
    assert.deepEqual(searchFolder(data).found, []);
    assert.deepEqual(cellsWith(datasetIn(data), CANARY_PRICE_PLN), []);
    assert.ok(query(data, "SELECT 1 FROM evidence WHERE role = 'price'").length > 5);
    assert.ok(query(data, 'SELECT 1 FROM permits').length > 5);
    assert.equal(log.trim().split('\n').length, asked + 1);
    assert.deepEqual(canariesIn(log), []);
  });

  it('is left in the GML of a county, beside parcels and in persons of their own', async () => {
    const folder = temporaryFolder();
    const own = join(folder, 'data');
    mkdirSync(own);
    const person = `<gml:featureMember><egb:EGB_OsobaFizyczna gml:id="P1"><egb:nazwisko>${CANARY_OWNER}</egb:nazwisko></egb:EGB_OsobaFizyczna></gml:featureMember>`;
    const text = writeGml2021(carriers, { epsg: 2180 })
      .replaceAll('<egb:idDzialki>', `<egb:numerKW>${CANARY_LAND_REGISTER}</egb:numerKW>$&`)
      .replace('</gml:FeatureCollection>', `${person}$&`);
    assert.deepEqual(canariesIn(text), CADASTRE_CANARIES);
    const path = join(folder, 'egib.gml');
    writeFileSync(path, text);
    const outcome = await loadOne(path, own);
    assert.equal(outcome.outcome, 'published');
    assert.deepEqual(searchFolder(own).found, []);
    // Cut short, the run fails: its reason must not quote what stands there.
    writeFileSync(path, text.slice(0, text.indexOf(CANARY_OWNER) + CANARY_OWNER.length));
    assert.equal((await loadOne(path, own)).outcome, 'failed');
    assert.deepEqual(searchFolder(own).found, []);
  });

  it('is left in files of all other registers, were it ever written there', async () => {
    const folder = temporaryFolder();
    const own = join(folder, 'data');
    cpSync((await buildSampleData(PARCELS, { only: LAND })).data, own, { recursive: true });
    const marked = join(folder, 'files');
    mkdirSync(marked);
    const all = CANARIES.join(' ');
    const inXml = (text: string, closing: RegExp) =>
      text.replace(closing, (tag) => `<x:uwagi xmlns:x="urn:x" x:kto="${all}">${all}</x:uwagi>${tag}`);
    const inJson = (text: string) =>
      text.replaceAll(/"(properties|attributes)":\{/g, (opening) => `${opening}"wlasciciel":"${all}",`);

    const APP_TYPES =
      'app-(pog|mpzp):(AktPlanowaniaPrzestrzennego|StrefaPlanistyczna|ObszarUzupelnieniaZabudowy|DokumentFormalny)';
    const OTHER_TYPES =
      'prgad:AD_(Miejscowosc|UlicaPlac|PunktAdresowy)|egb:EGB_\\w+|nz-core:HazardArea|ot:OT_\\w+';
    const TYPES = new RegExp(`</(${APP_TYPES}|${OTHER_TYPES})>`, 'g');
    const names = readdirSync(files).filter((name) => /^(pog|mpzp|egib-|14_|mzp|sopo|\d{4}_GML)/.test(name));
    assert.equal(names.length, 14);
    for (const name of names) {
      const path = join(marked, name);
      if (name.endsWith('.zip')) {
        const inside = mkdtempSync(join(folder, 'inside-'));
        const paths = await unpackZip(join(files, name), inside);
        for (const part of paths) writeFileSync(part, inXml(readFileSync(part, 'utf8'), TYPES));
        assert.ok(
          paths.some((part) => canariesIn(readFileSync(part)).length === CANARIES.length),
          name,
        );
        await zipFiles(path, paths);
      } else {
        const text = readFileSync(join(files, name), 'utf8');
        const written = name.endsWith('json') ? inJson(text) : inXml(text, TYPES);
        assert.deepEqual(canariesIn(written), CANARIES, name);
        writeFileSync(path, written);
      }
    }

    const loaded = await runWarm(['ingest', '--from', marked, '--data', own]);
    assert.equal(loaded.code, 0, loaded.stderr);
    assert.equal(loaded.stderr.match(/ rows? \(/g)?.length, names.length);
    const report = await runWarm(['ingest', 'report', '--data', own]);
    assert.deepEqual(canariesIn(loaded.stdout + loaded.stderr + report.stdout + report.stderr), []);
    const { found, read } = searchFolder(own);
    assert.deepEqual(found, []);
    assert.ok(read.includes('dataset.gpkg'));

    // Cut short in the middle of it, the load fails, and its reason does not quote what stands there.
    for (const name of names.filter((other) => !other.endsWith('.zip'))) {
      const path = join(marked, name);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.slice(0, text.lastIndexOf(CANARY_INVESTOR) + CANARY_INVESTOR.length));
      const outcome = await loadOne(path, own);
      assert.ok(outcome.outcome === 'failed', name);
      assert.deepEqual(canariesIn(outcome.reason), [], `${name}: ${outcome.reason}`);
    }
    assert.deepEqual(searchFolder(own).found, []);
  });

  it('is not quoted from a register of permits that is cut short or has lost its header', async () => {
    const LATEST = 'wynik_mazowieckie.csv';
    const CASES: [string, (text: string) => string][] = [
      ['cut', (text) => text.slice(0, text.lastIndexOf(CANARY_INVESTOR) + CANARY_INVESTOR.length)],
      ['without header', (text) => text.slice(text.indexOf('\n') + 1)],
    ];
    for (const [name, change] of CASES) {
      const folder = temporaryFolder();
      const own = join(folder, 'data');
      mkdirSync(own);
      const zip = join(folder, 'wynik_mazowieckie.zip');
      const paths = await unpackZip(join(files, 'wynik_mazowieckie.zip'), folder);
      for (const path of paths.filter((other) => basename(other) === LATEST)) {
        writeFileSync(path, change(readFileSync(path, 'utf8')));
      }
      await zipFiles(zip, paths);
      const outcome = await loadOne(zip, own);
      assert.ok(outcome.outcome === 'failed', name);
      assert.deepEqual(canariesIn(outcome.reason), [], `${name}: ${outcome.reason}`);
      assert.deepEqual(searchFolder(own).found, [], name);
    }
  });
});
