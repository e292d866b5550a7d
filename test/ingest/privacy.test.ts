// Owners and land-register numbers stand in the source files, on purpose. They must not be in any byte we keep, in any
// answer and in any line we log.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { pino } from 'pino';
import { RECORD_LAYERS } from '../../src/contract/layers.ts';
import { OPERATION_NAMES, type OperationName } from '../../src/contract/operations.ts';
import { CANARIES, CANARY_LAND_REGISTER, CANARY_OWNER } from '../../world/canaries.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { unpacked } from './bulk-file.ts';
import { loadOne } from './load-file.ts';
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

/** Every file below the folder that holds a canary, with how many files were read. */
function searchFolder(folder: string): { found: string[]; read: string[] } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const read = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = read.filter((path) => canariesIn(readFileSync(path)).length > 0);
  return { found, read: read.map((path) => path.slice(folder.length + 1)) };
}

/** Requests of one operation about one parcel. */
const REQUESTS: { [K in OperationName]: (id: string, client: Client) => Promise<{ text: string }>[] } = {
  resolve: (id, client) => [client.get(`/v1/resolve?q=${encodeURIComponent(id)}`)],
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
    RECORD_LAYERS.map((layer) => client.get(`/v1/layer/${layer}?id=${encodeURIComponent(id)}`)),
  check: (id, client) => [client.get(`/v1/check?id=${encodeURIComponent(id)}`)],
  events: (id, client) => [client.get(`/v1/events?id=${encodeURIComponent(id)}`)],
  sources: (id, client) => [client.get(`/v1/sources?id=${encodeURIComponent(id)}`)],
  gmina_planning_by_code: (_id, client) => [client.get('/v1/gminy/1418032/planning')],
  gmina_planning: (id, client) => [client.get(`/v1/gminy/planning?id=${encodeURIComponent(id)}`)],
  openapi: (_id, client) => [client.get('/v1/openapi.json')],
};

describe('what must not leave the source', () => {
  it('is in the source files, so that this test can fail', async () => {
    assert.ok(carriers.length > 20);
    for (const powiat of ['1418', '1438']) {
      await unpacked(join(files, `${powiat}.gpkg.zip`), (gpkg) =>
        assert.deepEqual(canariesIn(readFileSync(gpkg)), CANARIES),
      );
    }
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
      for (const { parcel } of carriers.slice(0, 5)) {
        for (const name of OPERATION_NAMES) {
          for (const { text } of await Promise.all(REQUESTS[name](parcel.id, client))) {
            assert.deepEqual(canariesIn(text), [], `${name} of ${parcel.id}`);
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
    assert.deepEqual(canariesIn(text), CANARIES);
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
});
