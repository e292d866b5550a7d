// Batches as tables (contract §13): CSV in, the caller's columns and ours out; the same answers and prices as JSON.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MiedzaClient, MiedzaError } from '../../packages/client/src/client.ts';
import type { Envelope, ParcelRecord } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { findDialect, parseCsv } from '../../src/service/pipeline/csv-text.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { runWarm } from '../process/warm-program.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';

let client: Client;
let data: string;
before(async () => {
  ({ data } = await buildSampleData());
  client = await startClient(data);
});
after(() => client.close());

const BATCH = '/v1/parcel/batch';
const CSV = { 'Content-Type': 'text/csv' };

/** Rows by the names of their columns. */
function rowsOf(text: string): Record<string, string>[] {
  assert.ok(text.endsWith('\r\n'));
  const [header, ...lines] = [...parseCsv(text, findDialect(text), 500)].map(({ cells }) => cells);
  assert.equal(new Set(header).size, header?.length, 'each column once');
  return lines.map((cells) => {
    assert.equal(cells.length, header?.length);
    return Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? '']));
  });
}

const TABLE = [
  'Nr;Opis;q;wynik',
  `1;"Dom ""A""; las";${SHOWCASE.all_covered};=1+1`,
  '2;;dz. 123/4 Wola Mrokowska;',
  '3;x;Lesznowola;',
  '',
  '4;y;;',
  '5;z;141803_2.0009.9999',
].join('\r\n');

test(rule('C13-csv'), async () => {
  const { http, headers, text } = await client.post(`${BATCH}?geometry=centroid`, TABLE, CSV);
  assert.equal(http, 200);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  const rows = rowsOf(text);
  assert.deepEqual(
    rows.map(({ Nr, Opis, wynik, status, id }) => [Nr, Opis, wynik, status, id]),
    [
      ['1', 'Dom "A"; las', '=1+1', 'ok', SHOWCASE.all_covered],
      ['2', '', '', 'ok', EXAMPLE_ID],
      ['3', 'x', '', 'ambiguous', ''],
      ['', '', '', 'error', ''],
      ['4', 'y', '', 'error', ''],
      ['5', 'z', '', 'not_found', ''],
    ],
  );
  assert.match(rows[2]?.candidates ?? '', /1418032/);
  assert.match(rows[3]?.message ?? '', /^line 5 of the table is empty\. /);
  assert.match(rows[4]?.message ?? '', /none of q, id or point was given/);
  assert.deepEqual(
    ['x-request-cost', 'x-credits-charged', 'x-credits-refunded'].map((name) => headers.get(name)),
    ['6', '3', '1'],
  );
});

test('the columns hold what the record says', async () => {
  const items = [{ id: SHOWCASE.all_covered, ref: 'a' }];
  const { body } = await client.post<Envelope<ParcelRecord>[]>(BATCH, { items });
  const record = body.result?.[0]?.result ?? assert.fail();
  const { flood, planning, soil, prices, permits } = record.layers;
  const [row] = rowsOf((await client.post(BATCH, { items, format: 'csv' })).text);
  assert.deepEqual(
    [row?.ref, row?.id, row?.miedza_id, row?.gmina, row?.area_official_m2, row?.lng],
    [
      'a',
      items[0]?.id,
      items[0]?.id,
      record.admin.gmina_name,
      `${record.area.official_m2}`,
      `${record.centroid?.[0]}`,
    ],
  );
  assert.deepEqual(
    [row?.flood_q100, row?.pog_zone_symbol, row?.pog_in_ouz, row?.wz_possible, row?.permits_500m],
    [
      `${flood?.value?.q100}`,
      planning?.value?.pog.value?.zone_symbol,
      `${planning?.value?.pog.value?.in_ouz}`,
      `${planning?.value?.wz.value?.possible}`,
      `${permits?.value?.count_500m}`,
    ],
  );
  assert.equal(row?.prices_median_pln_m2, `${prices?.value?.median_pln_m2}`);
  assert.ok(row?.soil_classes?.startsWith(`${soil?.value?.classes[0]?.symbol} `));
  assert.equal(row?.address_coverage, 'covered');
});

test('a table says whose data it holds, of which day, that they are invented, and where the terms are', async () => {
  const { text, headers } = await client.post(`${BATCH}?layers=flood,prices`, `id\n${EXAMPLE_ID}\n`, CSV);
  const [row] = rowsOf(text);
  const credits = row?.attribution?.split('; ') ?? [];
  assert.equal(Object.keys(row ?? {}).at(-1), 'attribution');
  assert.equal(credits.length, 3, `${row?.attribution}`);
  for (const credit of credits) assert.match(credit, /^Synthetic .* \(\d{4}-\d\d-\d\d\)$/);
  assert.match(
    headers.get('link') ?? '',
    /^<\/docs#sources>; rel="license"; .*<\/v1\/sources>; rel="describedby"/,
  );
  const json = await client.post(BATCH, { items: [{ id: EXAMPLE_ID }] });
  assert.equal(json.headers.get('link'), null);
});

test('layers of the URL narrow the columns; a number has a decimal comma beside semicolons', async () => {
  const sent = `nr;id\n1;${SHOWCASE.all_covered}\n`;
  const [row = {}] = rowsOf((await client.post(`${BATCH}?layers=flood`, sent, CSV)).text);
  assert.match(row.flood_q100_share_pct ?? '', /^\d+,\d+$/);
  assert.ok('flood_coverage' in row && !('pog_status' in row) && !('soil_classes' in row));
  const point = `"point"\n"52.0571,20.9344"\n`;
  const [found = {}] = rowsOf((await client.post(`${BATCH}?layers=flood`, point, CSV)).text);
  assert.equal(found.status, 'ok');
  assert.match(found.lat ?? '', /^52\.\d+$/);
});

test('which format a table is answered in', async () => {
  const sent = `id\n${EXAMPLE_ID}\n`;
  const table: [path: string, accept: string, type: string][] = [
    [BATCH, '*/*', 'text/csv'],
    [BATCH, 'text/csv', 'text/csv'],
    [BATCH, 'application/json', 'application/json'],
    [BATCH, 'application/geo+json', 'application/geo+json'],
    [`${BATCH}?format=json`, 'text/csv', 'application/json'],
    [`${BATCH}?format=csv`, 'application/json', 'text/csv'],
  ];
  for (const [path, accept, type] of table) {
    const { headers } = await client.post(path, sent, { ...CSV, Accept: accept });
    assert.equal(headers.get('content-type')?.split(';')[0], type, `${path} ${accept}`);
  }
  const fromJson = await client.post(BATCH, { items: [{ q: '=cmd()', ref: '-1' }] }, { Accept: 'text/csv' });
  const [row] = rowsOf(fromJson.text);
  assert.deepEqual([row?.q, row?.ref, row?.status], ["'=cmd()", "'-1", 'not_found']);
});

test('a column of the caller named like ours leaves each name once', async () => {
  const header = 'id;status;miedza_status;MIEDZA_STATUS_2';
  const { text } = await client.post(`${BATCH}?layers=soil`, `${header}\n${EXAMPLE_ID};a;b;c\n`, CSV);
  const [row] = rowsOf(text);
  assert.deepEqual(
    [row?.status, row?.miedza_status, row?.MIEDZA_STATUS_2, row?.miedza_status_3],
    ['a', 'b', 'c', 'ok'],
  );
  assert.equal(row?.miedza_id, EXAMPLE_ID);
});

test('lat and lng are a point, where no other column names the parcel', async () => {
  const { centroid } = (await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`)).body.result ?? {};
  const [lng = 0, lat = 0] = centroid ?? [];
  const comma = (value: number) => String(value).replace('.', ',');
  for (const table of [`lng,lat\n${lng},${lat}\n`, `Lat;lng\n${comma(lat)};${comma(lng)}\n`]) {
    const [row] = rowsOf((await client.post(`${BATCH}?layers=soil`, table, CSV)).text);
    assert.deepEqual([row?.status, row?.id], ['ok', EXAMPLE_ID]);
  }
  const [own] = rowsOf(
    (await client.post(`${BATCH}?layers=soil`, `id,lat,lng\n${EXAMPLE_ID},1,2\n`, CSV)).text,
  );
  assert.equal(own?.status, 'ok');
});

test('tabs and the first line of Excel are understood, and the answer is separated as it came', async () => {
  const tabs = await client.post(`${BATCH}?layers=soil`, `name\tid\na, b\t${EXAMPLE_ID}\n`, CSV);
  assert.match(tabs.text, /^name\tid\tstatus\t/);
  assert.equal(rowsOf(tabs.text)[0]?.name, 'a, b');
  const excel = await client.post(`${BATCH}?layers=soil`, `sep=;\r\nname;id\r\nx;${EXAMPLE_ID}\r\n`, CSV);
  assert.match(excel.text, /^name;id;status;/, 'behind a byte order mark Excel takes no such line');
  assert.equal(rowsOf(excel.text)[0]?.status, 'ok');
});

test('text/tab-separated-values is a table by tabs, whatever its header', async () => {
  const tabs = { 'Content-Type': 'text/tab-separated-values; charset=utf-8' };
  const { headers, text } = await client.post(`${BATCH}?layers=soil`, 'q\ndz. 123/4, Wola Mrokowska\n', tabs);
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  assert.deepEqual([rowsOf(text)[0]?.q, rowsOf(text)[0]?.id], ['dz. 123/4, Wola Mrokowska', EXAMPLE_ID]);
  const { error } = (await client.post(BATCH, 'q\nx', { 'Content-Type': 'text/plain' })).body;
  assert.match(error?.hint ?? '', /application\/json, or text\/csv/);
});

test('a row that cannot be read is its own error, and the others are answered', async () => {
  const lines = ['nr;id', `1;${EXAMPLE_ID}`, `2;${EXAMPLE_ID};extra`, '3;"open', `4;${EXAMPLE_ID}`];
  const { http, text, headers } = await client.post(`${BATCH}?layers=soil`, lines.join('\r\n'), CSV);
  assert.equal(http, 200, text);
  const told = rowsOf(text).map(({ nr, status, message }) => [nr, status, message]);
  assert.deepEqual(
    told.map(([nr, status]) => [nr, status]),
    [
      ['1', 'ok'],
      ['2', 'error'],
      ['3', 'error'],
      ['4', 'ok'],
    ],
  );
  assert.match(
    told[1]?.[2] ?? '',
    /line 3 of the table has 3 cells, the header 2; beyond it came "extra"\. Put cells/,
  );
  assert.match(told[2]?.[2] ?? '', /line 4 of the table has a quote that is not closed/);
  assert.equal(headers.get('x-credits-charged'), '2');
});

test('what is wrong with a table is said', async () => {
  const table: [string, RegExp][] = [
    ['', /the table is empty/],
    ['sep=|\nid|b\n1|2', /names "\|" as separator; it must be a comma, a semicolon or a tab/],
    ['sep=;\n"id;b\nx', /line 2 of the table has a quote/],
    ['a,b\n1,2', /none of q, id and point; got a, b/],
    ['id,ID\n1,2', /a column twice/],
    ['id\n', /a header and no rows/],
    [`id\n${'x\n'.repeat(1_001)}`, /the table has 1001 rows; at most 1000 are answered at once/],
    [','.repeat(300), /more than 200 cells/],
  ];
  for (const [text, message] of table) {
    const { http, body } = await client.post(BATCH, text, CSV);
    assert.equal(http, 400);
    assert.match(body.error?.message ?? '', message);
    assert.equal(body.billing.rule, 'free_invalid_input');
  }
  const charset = await client.post(BATCH, 'id\nx', { 'Content-Type': 'text/csv; charset=windows-1250' });
  assert.match(charset.body.error?.message ?? '', /charset must be utf-8/);
  const windows = await client.send('POST', BATCH, {
    headers: { 'X-Api-Key': TEST_KEY, ...CSV },
    body: Buffer.from('q\nGr\xf3jec\n', 'latin1'),
  });
  assert.match(windows.body.error?.message ?? '', /the body is not valid UTF-8/);
  const elsewhere = await client.post('/v1/search', 'id\nx', CSV);
  assert.match(
    elsewhere.body.error?.message ?? '',
    /content type must be application\/json, got "text\/csv"/,
  );
  const unknown = await client.post(`${BATCH}?colour=1`, `id\n${EXAMPLE_ID}`, CSV);
  assert.match(
    unknown.body.error?.message ?? '',
    /unknown parameter "colour"; allowed are items, layers, geometry, detail, lang, format$/,
  );
});

test('the typed client sends and receives tables, with a byte order mark', async () => {
  const miedza = new MiedzaClient({ url: client.url, key: TEST_KEY });
  const text = await miedza.batch_csv(TABLE, { layers: ['flood', 'soil'] });
  assert.ok(text.startsWith('\ufeffNr;Opis;q;wynik;status;id;'));
  assert.equal(rowsOf(text).length, 6);
  await assert.rejects(miedza.batch_csv('a\n1'), (error) => {
    assert.ok(error instanceof MiedzaError);
    return error.code === 'invalid_input';
  });
});

test('miedza get batch asks a table of any length, of the folder as of the server', async () => {
  const file = join(temporaryFolder(), 'table.csv');
  const ids = Array.from({ length: 1_200 }, (_, at) => `${at};141803_2.0009.${at}`);
  writeFileSync(file, `"nr\n";id\n${ids.join('\n')}\n`);
  const folder = await runWarm(['get', 'batch', file, '--layers', 'soil', '--data', data]);
  assert.deepEqual([folder.code, folder.stderr], [0, '']);
  const rows = rowsOf(folder.stdout);
  assert.equal(rows.length, ids.length);
  assert.equal(rows.at(-1)?.['nr\n'], '1199');
  const server = await runWarm([
    'get',
    'batch',
    file,
    '--layers',
    'soil',
    '--url',
    client.url,
    '--key',
    TEST_KEY,
  ]);
  assert.deepEqual(server, folder);
  const broken = ['x;y;z', '', '7;"open', ';;'];
  writeFileSync(file, ['nr;id', ...ids, ...broken, `8;${EXAMPLE_ID}`, ';;'].join('\r\n'));
  const places = [
    ['--data', data],
    ['--url', client.url, '--key', TEST_KEY],
  ];
  const [here, there] = await Promise.all(
    places.map((place) => runWarm(['get', 'batch', file, '--layers', 'soil', ...place])),
  );
  assert.deepEqual(there, here);
  const told = rowsOf(here?.stdout ?? '').slice(ids.length);
  assert.deepEqual(
    told.map(({ nr, status, message }) => [nr, status, message?.split(/[,;.]/)[0]]),
    [
      ['x', 'error', 'line 1202 of the table has 3 cells'],
      ['', 'error', 'line 1203 of the table is empty'],
      ['7', 'error', 'line 1204 of the table has a quote that is not closed'],
      ['', 'error', 'line 1205 of the table is empty'],
      ['8', 'ok', ''],
    ],
  );
  writeFileSync(file, 'id\n"open\n');
  const [alone, asked] = await Promise.all(
    places.map((place) => runWarm(['get', 'batch', file, '--layers', 'soil', ...place])),
  );
  assert.deepEqual(asked, alone);
  assert.match(alone?.stdout ?? '', /error,,"?line 2 of the table has a quote/);
  writeFileSync(file, 'a\n1\n');
  const refused = await runWarm(['get', 'batch', file, '--data', data]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /none of q, id and point/);
  // As Polish spreadsheets save CSV where nobody chooses, and a spreadsheet that is no CSV.
  writeFileSync(file, Buffer.from('q\ndz. 1 Mrok\xf3w\n', 'latin1'));
  assert.match((await runWarm(['get', 'batch', file, '--data', data])).stdout, /^dz\. 1 Mroków,/m);
  writeFileSync(file, Buffer.from('PK\x03\x04\x00', 'latin1'));
  assert.match(
    (await runWarm(['get', 'batch', file, '--data', data])).stderr,
    /it is no text; save it as CSV/,
  );
});
