// Whole sources: rows of ENDPOINTS against a local server.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { SOURCE_IDS } from '../../domain/corpus/registers.ts';
import { unpackZip } from '../formats/zip.ts';
import { createDownloader } from './download.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import { type FetchPlace, fetchSource } from './fetch-source.ts';
import { type Answer, serve, temporaryFolder, testClock } from './test-server.fixture.ts';
import { serveWfs } from './wfs-server.fixture.ts';

const place = (folder: string): FetchPlace => ({
  download: createDownloader(testClock()),
  folder,
  isKnown: async () => false,
  onProgress: () => undefined,
});
const endpointOf = (source: 'egib' | 'terc' | 'prg' | 'pog'): Endpoint => {
  const endpoint = ENDPOINTS[source];
  assert.ok(endpoint);
  return endpoint;
};

async function zipOf(name: string, content: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
const send =
  (body: Buffer | string): Answer =>
  (_, response) =>
    response.end(body);

test('every row has an address or says why not, and asks for a powiat if it comes by powiat', () => {
  const rows = SOURCE_IDS.flatMap((source) => ENDPOINTS[source] ?? []);
  assert.ok(rows.length >= 7);
  for (const row of rows) {
    assert.ok(row.url === null ? row.no_url : URL.canParse(row.url));
    if (row.url !== null) assert.equal(JSON.stringify(row).includes('{teryt}'), row.each === 'powiat');
  }
});

test('the cadastre of a powiat: one file, its address made from the code', async (t) => {
  const server = await serve(t, send(await zipOf('1418.gpkg', 'x')));
  const folder = temporaryFolder(t);
  const [file, ...more] = await fetchSource(
    endpointOf('egib'),
    `${server.url}/GPKG/{teryt}.gpkg.zip`,
    '1418',
    place(folder),
  );
  assert.deepEqual([basename(file?.path ?? ''), more], ['1418.gpkg.zip', []]);
  assert.equal(server.requests[0]?.url, '/GPKG/1418.gpkg.zip');
});

test('a file keeps the ending of its address', async (t) => {
  const { url } = await serve(t, send('<teryt/>'));
  const [file] = await fetchSource(
    endpointOf('terc'),
    `${url}/x/TERC_Urzedowy.XML?v=1`,
    '',
    place(temporaryFolder(t)),
  );
  assert.equal(basename(file?.path ?? ''), 'TERC.xml');
});

const zip = await zipOf('1418.gpkg', 'some content');
const NO_FILES: [name: string, source: 'egib' | 'terc', path: string, body: Buffer | string, said: RegExp][] =
  [
    [
      'a web page in place of an archive',
      'egib',
      '/1418.zip',
      '\ufeff<!DOCTYPE html>\n<html>',
      /found a web page; expected a .zip file/,
    ],
    ['half an archive', 'egib', '/1418.zip', zip.subarray(0, 60), /expected a zip archive/],
    [
      'a web page in place of a table',
      'terc',
      '/TERC.csv',
      ' <html>',
      /found a web page; expected a .csv file/,
    ],
    ['half an XML file', 'terc', '/TERC.xml', '<teryt><catalog>', /expected well-formed XML/],
  ];
for (const [name, source, path, body, said] of NO_FILES) {
  test(`${name} with status 200 is refused`, async (t) => {
    const server = await serve(t, send(body));
    const folder = temporaryFolder(t);
    await assert.rejects(fetchSource(endpointOf(source), server.url + path, '1418', place(folder)), said);
    assert.equal(server.requests.length, 2);
    assert.deepEqual(readdirSync(folder), []);
  });
}

test('general plans: four types, page by page, in one archive with the same bytes each time', async (t) => {
  const types = ['AktPlanowaniaPrzestrzennego', 'StrefaPlanistyczna', 'DokumentFormalny'];
  const features = types.flatMap((type, kind) =>
    Array.from({ length: [1, 230, 3][kind] ?? 0 }, (_, at) => ({
      type,
      id: `${type}-${at}`,
      property: 'PL.ZIPPZP.10011/141803-POG',
    })),
  );
  const { url, requests } = await serveWfs(t, features);
  const folder = temporaryFolder(t);
  const fetchPlans = () => fetchSource(endpointOf('pog'), `${url}/app-pog/wfs`, '1418', place(folder));
  const [first] = await fetchPlans();
  assert.ok(first);
  assert.equal(basename(first.path), 'pog-1418.zip');
  assert.deepEqual(readdirSync(folder), ['pog-1418.zip']);
  const unpacked = await unpackZip(first.path, join(folder, 'unpacked'));
  assert.deepEqual(
    unpacked.map((path) => [basename(path), readFileSync(path, 'utf8').split('<wfs:member>').length - 1]),
    [
      ['AktPlanowaniaPrzestrzennego-0001.xml', 1],
      ['StrefaPlanistyczna-0001.xml', 100],
      ['StrefaPlanistyczna-0002.xml', 100],
      ['StrefaPlanistyczna-0003.xml', 30],
      ['ObszarUzupelnieniaZabudowy-0001.xml', 0],
      ['DokumentFormalny-0001.xml', 3],
    ],
  );
  const query = new URL(requests[0]?.url ?? '', url).searchParams;
  assert.match(query.get('namespaces') ?? '', /^xmlns\(app-pog,https:\/\/www\.gov\.pl\/.*\/app\/3\.0\)$/);
  assert.match(
    query.get('filter') ?? '',
    />app-pog:idIIP\/app-pog:Identyfikator\/app-pog:przestrzenNazw<.*>%\/1418%</,
  );
  const [second] = await fetchPlans();
  assert.equal(second?.sha256, first.sha256);
});

test('boundaries: an archive a level; a page that fails leaves the others and no pieces', async (t) => {
  const features = ['A02_Granice_powiatow', 'A03_Granice_gmin'].map((type) => ({
    type,
    id: type,
    property: '1418',
  }));
  const broken: Answer = (_, response) => response.writeHead(404).end();
  const { url } = await serveWfs(t, features, { instead: { 5: broken } });
  const folder = temporaryFolder(t);
  await assert.rejects(fetchSource(endpointOf('prg'), url, '', place(folder)), /A05_Granice.*404 Not Found/);
  assert.deepEqual(readdirSync(folder).sort(), ['A02_Granice_powiatow.xml.zip', 'A03_Granice_gmin.xml.zip']);
  const files = await fetchSource(endpointOf('prg'), url, '', place(folder));
  assert.equal(files.length, 4);
});
