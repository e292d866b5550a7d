// Broken files: nothing of them is published, the reason can be understood, what was served stays served, and the
// next good file loads.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData, LAND, temporaryFolder } from '../sample.ts';
import { editBulk, unpacked, zipFiles } from './bulk-file.ts';
import { loadOne, query, snapshot, versionOf } from './load-file.ts';
import { writeWfs } from './parcel-gml.ts';
import { trueRows } from './world-truth.ts';

const PARCELS = 1_000;
const root = temporaryFolder();
let data: string;
let files: string;
let client: Client;

before(async () => {
  ({ data, files } = await buildSampleData(PARCELS, { only: LAND }));
  client = await startClient(data);
});
after(() => client.close());

const fresh = (name: string) => join(mkdtempSync(join(root, 'broken-')), name);

function write(name: string, content: string | Uint8Array): string {
  const path = fresh(name);
  writeFileSync(path, content);
  return path;
}

const original = (name: string) => readFileSync(join(files, name));
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const wfs = () =>
  writeWfs(trueRows(PARCELS).slice(0, 40), {
    epsg: 2180,
    column: (name) => name,
    area: 'POLE_EWIDENCYJNE',
  });

/** The GeoPackages of these powiaty, after a change, in one archive. */
async function archive(
  powiaty: readonly string[],
  change: (gpkg: string) => void = () => {},
): Promise<string> {
  const zip = fresh('1418.gpkg.zip');
  const paths: string[] = [];
  for (const powiat of powiaty) {
    const copy = fresh(`${powiat}.gpkg`);
    await unpacked(join(files, `${powiat}.gpkg.zip`), (gpkg) => copyFileSync(gpkg, copy));
    change(copy);
    paths.push(copy);
  }
  await zipFiles(zip, paths);
  return zip;
}

/** An answer of the registry with one of its files changed, and perhaps another one gone. */
async function registryAnswer(
  name: string,
  changed: string,
  change: (bytes: Buffer) => Buffer,
  gone?: string,
): Promise<string> {
  const zip = fresh(name);
  const paths = await unpackZip(join(files, name), dirname(zip));
  for (const path of paths) {
    if (basename(path) === changed) writeFileSync(path, change(readFileSync(path)));
  }
  await zipFiles(
    zip,
    paths.filter((path) => basename(path) !== gone),
  );
  return zip;
}

const ADDRESSES = '14_mazowieckie_08.11.2026_adresy.gml';
const HTML = '<!DOCTYPE html>\n<html><head><title>503</title></head><body>Service unavailable</body></html>';
const EXCEPTION = `<?xml version="1.0" encoding="UTF-8"?>
<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0">
  <ows:Exception exceptionCode="OperationProcessingFailed"><ows:ExceptionText>msPostGISLayerWhichShapes(): Query error</ows:ExceptionText></ows:Exception>
</ows:ExceptionReport>`;
const NO_FEATURES = `<?xml version="1.0"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberMatched="0" numberReturned="0"/>`;

const BROKEN: [string, () => string | Promise<string>, RegExp][] = [
  ['an archive cut in half', () => write('1418.gpkg.zip', half(original('1418.gpkg.zip'))), /zip/],
  [
    'a GeoPackage cut in half inside a sound archive',
    () => archive(['1418'], (gpkg) => truncateSync(gpkg, 4096 * 20)),
    /^1418\.gpkg: found 81920 bytes; expected \d+ pages of 4096 bytes/,
  ],
  [
    'a GeoPackage with a page overwritten',
    () =>
      archive(['1418'], (gpkg) => {
        const bytes = readFileSync(gpkg);
        bytes.fill(0x55, 4096 * 10, 4096 * 11);
        writeFileSync(gpkg, bytes);
      }),
    /expected a sound GeoPackage/,
  ],
  [
    'parcels in GML cut in half',
    () => write('dzialki.gml', half(Buffer.from(wfs()))),
    /expected well-formed XML/,
  ],
  [
    'TERC cut in half',
    () => write('TERC.xml', half(original('TERC_Urzedowy_2026-01-01.xml'))),
    /well-formed XML/,
  ],
  [
    'boundaries cut in half',
    () => write('A03_Granice_gmin.xml', half(original('PRG_A03_Granice_gmin.xml'))),
    /well-formed XML/,
  ],
  ['a web page instead of TERC', () => write('TERC.xml', HTML), /expected .*TERC/],
  [
    'a web page instead of boundaries',
    () => write('A02_Granice.xml', HTML),
    /found <html>; expected a GML feature/,
  ],
  [
    'a web page instead of an archive',
    () => write('1418.gpkg.zip', HTML),
    /found a web page; expected a sound zip archive/,
  ],
  [
    'a web page instead of a GeoPackage',
    () => write('1418.gpkg', HTML),
    /begins "<!DOCTYPE html> ".*GeoPackage/,
  ],
  [
    'an exception of the service',
    () => write('dzialki.xml', EXCEPTION),
    /exception.*msPostGISLayerWhichShapes\(\): Query error/i,
  ],
  ['an answer without features', () => write('dzialki.xml', NO_FEATURES), /no usable row \(0 issues\)/],
  [
    'boundaries instead of TERC',
    () => write('TERC.xml', original('PRG_A02_Granice_powiatow.xml')),
    /expected .*TERC/,
  ],
  [
    'an empty archive file',
    () => write('1418.gpkg.zip', ''),
    /found an empty file; expected a sound zip archive/,
  ],
  ['an empty GeoPackage', () => write('1418.gpkg', ''), /^1418\.gpkg: found nothing; expected a GeoPackage/],
  ['an empty TERC', () => write('TERC.xml', ''), /expected/],
  ['an empty GML', () => write('dzialki.gml', ''), /expected/],
  [
    'an archive without files',
    () => archive([]),
    /^1418\.gpkg\.zip: found an archive without files; expected a file such as \{powiat\}\.gpkg \(1418\.gpkg\), /,
  ],
  [
    'general plans cut in half',
    () => write('pog-1418.zip', half(original('pog-1418.zip'))),
    /found no end of an archive: cut short, or no zip at all; expected a sound zip archive/,
  ],
  [
    'a page of zones cut in half inside a sound archive',
    () => registryAnswer('pog-1418.zip', 'strefy-1.xml', half),
    /^strefy-1\.xml.*expected well-formed XML/,
  ],
  [
    'an exception of the registry instead of zones',
    () => registryAnswer('pog-1418.zip', 'strefy-2.xml', () => Buffer.from(EXCEPTION)),
    /exception.*msPostGISLayerWhichShapes/i,
  ],
  [
    'one of two pages of zones',
    () => registryAnswer('pog-1418.zip', 'strefy-1.xml', (bytes) => bytes, 'strefy-2.xml'),
    /^strefy-1\.xml: found \d+ of \d+ features \(numberMatched \d+, numberReturned \d+\): a page, not the whole/,
  ],
  [
    'boundaries of hits only',
    () =>
      write(
        'PRG_A02_Granice_powiatow.xml',
        '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberMatched="42" numberReturned="0"/>',
      ),
    /found 0 of 42 features \(numberMatched 42, numberReturned 0\)/,
  ],
  [
    'boundaries of hits only from WFS 1.1',
    () =>
      write(
        'PRG_A02_Granice_powiatow.xml',
        '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" numberOfFeatures="42"/>',
      ),
    /found 0 of 42 features \(numberOfFeatures 42\): hits only/,
  ],
  [
    'parcels with a link to the next page',
    () =>
      write(
        'dzialki.gml',
        wfs().replace('numberMatched', 'next="http://x.test/?startIndex=40" numberMatched'),
      ),
    /found 40 of 40 features .*a link to the next page/,
  ],
  [
    'acts without any of their zones',
    () => registryAnswer('pog-1418.zip', 'strefy-1.xml', () => Buffer.from(NO_FEATURES), 'strefy-2.xml'),
    /found 0 of the \d+ zones that the act names.*expected the whole plan/,
  ],
  [
    'a web page instead of local plans',
    () => registryAnswer('mpzp-1418.zip', 'akty.xml', () => Buffer.from(HTML)),
    /found <html>/,
  ],
  [
    'symbols cut in half',
    () => write('mpzp-141803.geojson', half(original('mpzp-141803.geojson'))),
    /mpzp-141803\.geojson.*expected/,
  ],
  [
    'the sweep of plans as plain text',
    () => write('pog_fallback-1418.geojson', 'Not Found'),
    /pog_fallback-1418\.geojson.*expected/,
  ],
  ['addresses cut in half', () => write(ADDRESSES, half(original(ADDRESSES))), /expected well-formed XML/],
  [
    'an archive with two powiaty',
    () => archive(['1418', '1438']),
    /2 powiaty \(1418, 1438\); a bulk file is one powiat/,
  ],
];

describe('a broken file', () => {
  for (const [name, make, reason] of BROKEN) {
    it(`${name}: nothing is published and the reason is given`, async () => {
      const path = await make();
      const earlier = snapshot(data);
      const version = versionOf(data);
      const etag = (await client.get(`/v1/parcel?id=${EXAMPLE_ID}`)).headers.get('etag');

      const outcome = await loadOne(path, data);
      assert.equal(outcome.outcome, 'failed');
      assert.match(outcome.reason, reason);
      assert.doesNotMatch(outcome.reason, /[\n\0]|undefined|\[object|miedza-test|unpacked-/);

      assert.deepEqual(snapshot(data), earlier);
      assert.equal(versionOf(data), version);
      const again = await client.get(`/v1/parcel?id=${EXAMPLE_ID}`, { 'If-None-Match': etag ?? '' });
      assert.equal(again.http, 304);

      const writer = openSqliteWriter(datasetIn(data));
      const [run] = await writer.runs(1);
      await writer.close();
      assert.deepEqual(
        [run?.outcome, run?.reason, run?.file, run?.rows],
        ['failed', outcome.reason, outcome.file, 0],
      );
      assert.notEqual(run?.finished_at, null);
    });
  }

  it('does not stand in the way of the next good one', async () => {
    const good = await editBulk(files, join(root, 'good'), '1418', (db) =>
      db.prepare("UPDATE dzialki SET klasouzytki_egib = 'RVI' WHERE id_dzialki = ?").run(EXAMPLE_ID),
    );
    const etag = (await client.get(`/v1/parcel?id=${EXAMPLE_ID}`)).headers.get('etag');
    assert.equal((await loadOne(good, data)).outcome, 'published');
    assert.notEqual((await client.get(`/v1/parcel?id=${EXAMPLE_ID}`)).headers.get('etag'), etag);
    const outcomes = query(data, 'SELECT outcome, count(*) AS n FROM runs GROUP BY outcome ORDER BY outcome');
    assert.deepEqual(outcomes, [
      { outcome: 'failed', n: BROKEN.length },
      { outcome: 'published', n: 8 },
    ]);
  });
});
