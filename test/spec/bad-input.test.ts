// Bad input, as one table: what is sent, and what the answer says. Then the table of contract §4: what is not found
// and what is not covered.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { toWgs84 } from '../../src/domain/geometry/projection.ts';
import { centroidOf } from '../../src/domain/geometry/rings.ts';
import { layLand, obrebyOf } from '../../world/land.ts';
import { parcelsOf } from '../../world/parcels.ts';
import { type Client, type Received, sendRaw, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, SAMPLE_PARCELS } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

/** Every word must be in the message: the parameter, what arrived, what is allowed. */
function expectInvalid(what: string, { http, body, text }: Received, ...words: string[]): void {
  assert.equal(http, 400, `${what}: ${text.slice(0, 200)}`);
  assert.equal(body.status, 'error', what);
  assert.equal(body.error?.code, 'invalid_input', what);
  assert.equal(body.billing.charged + body.billing.refunded, 0, what);
  assert.equal(body.billing.rule, 'free_invalid_input', what);
  assert.doesNotMatch(text, /node_modules|\.ts:\d|<html/i, what);
  for (const word of words) assert.ok(body.error.message.includes(word), `${what}: ${body.error.message}`);
}

async function refuseAll(rows: readonly (readonly [path: string, ...words: string[]])[]): Promise<void> {
  for (const [path, ...words] of rows) {
    expectInvalid(path.slice(0, 80), await client.get(`/v1/${path}`), ...words);
  }
}

const id = `id=${EXAMPLE_ID}`;
const long = (count: number, text = 'a') => encodeURIComponent(text.repeat(count));

test(rule('2.1-one-target', '7-hint', '4.14-invalid-free'), async () => {
  const reads = ['parcel', 'check', 'layer/flood', 'resolve', 'search', 'events', 'gminy/planning'];
  for (const read of reads) {
    for (const [query, ...words] of [
      ['', 'none of q, id, point', 'lat+lng'],
      [`q=x&${id}`, 'got q and id together'],
      [`${id}&point=52,20`, 'got id and point together'],
      ['q=x&point=52,20', 'got q and point together'],
      [`q=x&${id}&point=52,20`, 'got q and id and point together'],
      [`${id}&lat=52&lng=20`, 'got id and lat+lng together'],
      ['point=52,20&lat=52&lng=20', 'got point and lat+lng together'],
      ['lat=52', 'lat came alone'],
      ['lng=20', 'lng came alone'],
    ] as const) {
      const answer = await client.get(`/v1/${read}?${query}`);
      expectInvalid(`${read}?${query}`, answer, ...words);
      assert.match(answer.body.error?.hint ?? '', /Pass exactly one of q, id or point/);
    }
  }
});

test(rule('2.1-q-length'), async () => {
  await refuseAll([
    ['parcel?q=', 'q', '1 to 300 characters', 'got ""'],
    ['parcel?q=%20%09', 'q', 'not be blank'],
    [`parcel?q=${long(301)}`, 'q', '1 to 300 characters', 'got 301 characters'],
    [`resolve?q=${long(301, '🌾')}`, 'q', '1 to 300 characters'],
  ]);
  // 300 characters are 300 characters, whatever plane of Unicode they are from.
  for (const q of [long(1), long(300), long(300, '🌾'), long(300, 'ż')]) {
    assert.equal((await client.get(`/v1/parcel?q=${q}`)).http, 404, q.slice(0, 20));
  }
});

test(rule('2.1-ranges', 'C1-message'), async () => {
  await refuseAll([
    ['parcel?lat=48.99&lng=20', 'lat', 'at least 49', 'got 48.99'],
    ['parcel?lat=55.01&lng=20', 'lat', 'at most 55', 'got 55.01'],
    ['parcel?lat=52&lng=13.99', 'lng', 'at least 14', 'got 13.99'],
    ['parcel?lat=52&lng=24.51', 'lng', 'at most 24.5', 'got 24.51'],
    ['parcel?lat=-52&lng=20', 'lat', 'at least 49', 'got -52'],
    ['parcel?lat=NaN&lng=20', 'lat', 'number', 'got "NaN"'],
    ['parcel?lat=Infinity&lng=20', 'lat', 'number', 'got "Infinity"'],
    ['parcel?lat=1e999&lng=20', 'lat', 'number', 'got "1e999"'],
    ['parcel?lat=0x34&lng=20', 'lat', 'number', 'got "0x34"'],
    ['parcel?lat=&lng=20', 'lat', 'number', 'got ""'],
    ['parcel?point=48.99,20', 'lat of point', 'between 49 and 55', 'got 48.99'],
    ['parcel?point=52,24.51', 'lng of point', 'between 14 and 24.5', 'got 24.51'],
    ['parcel?point=20,52', 'lat of point', 'between 49 and 55', 'got 20'],
    ['parcel?point=here', 'point', '"<lat>,<lng>"', 'got "here"'],
    ['parcel?point=', 'point', '"<lat>,<lng>"', 'got ""'],
    ['parcel?point=52', 'point', '"<lat>,<lng>"'],
    ['parcel?point=52,20,1', 'point', '"<lat>,<lng>"'],
    ['parcel?point=52;20', 'point', '"<lat>,<lng>"'],
    ['parcel?point=NaN,NaN', 'point', '"<lat>,<lng>"'],
    ['parcel?point=1e1,2e1', 'point', '"<lat>,<lng>"'],
    [`parcel?point=${long(61, '1')}`, 'point', 'at most 60 characters'],
  ]);
  for (const point of ['49,14', '55,24.5', '49.00000000000000000000001,14.00000000000000000000001']) {
    assert.equal((await client.get(`/v1/parcel?point=${point}`)).http, 200, `${point} is still inside`);
    const [lat, lng] = point.split(',');
    assert.equal((await client.get(`/v1/parcel?lat=${lat}&lng=${lng}`)).http, 200, point);
  }
});

test(rule('C4-bad-id'), async () => {
  const unit = (text: string) => `parcel?id=${encodeURIComponent(text)}`;
  await refuseAll([
    [unit('nonsense'), 'id', 'not an EGiB parcel id', 'WWPPGG_R.OOOO.number'],
    [unit('141803_2.0009'), 'id', 'not an EGiB parcel id'],
    [unit('141803_2.0009.AR_1'), 'id', 'parcel number "AR_1"'],
    [unit('151803_2.0009.1'), 'voivodeship code "15"', '02, 04'],
    [unit('341803_2.0009.1'), 'voivodeship code "34"'],
    [unit('140003_2.0009.1'), 'powiat code "00"'],
    [unit('141800_2.0009.1'), 'gmina code "00"'],
    [unit('141803_3.0009.1'), 'gmina type "3"', 'use 1, 2, 4, 5, 8 or 9'],
    [unit('141803_7.0009.1'), 'gmina type "7"'],
    [unit('141803_constructor.0009.1'), 'gmina type "constructor"'],
    [unit('141803_2.9.1'), 'obręb "9"', 'four digits'],
    [unit('141803_2.0000.1'), 'obręb "0000"'],
    [unit('141803_2.000a.1'), 'obręb "000a"'],
    [unit('141803_2.0009.AR_0.1'), 'map sheet "AR_0"'],
    [unit('141803_2.0009.AR_x.1'), 'map sheet "AR_x"'],
    [unit('141803_2.0009.0'), 'parcel number "0"'],
    [unit('141803_2.0009.1/0'), 'parcel number "1/0"'],
    [unit('141803_2.0009.1/2/3'), 'parcel number "1/2/3"'],
    [unit('141803_2.0009.x'), 'parcel number "x"'],
    [unit('141803_2.0009.123/4\0'), 'parcel number'],
    [unit('١٤١٨٠٣_2.0009.1'), 'not an EGiB parcel id'],
    [unit(''), 'id must have at least 1 character,'],
    [unit('1'.repeat(101)), 'id must have at most 100 characters', 'got 101 characters'],
  ]);
});

test(rule('C1-parameters'), async () => {
  await refuseAll([
    [`parcel?${id}&foo=1`, 'unknown parameter "foo"', 'allowed are q, id, point, lat, lng, layers, geometry'],
    [`parcel?${id}&ID=1`, 'unknown parameter "ID"'],
    [`parcel?${id}&limit=5`, 'unknown parameter "limit"'],
    [`check?${id}&layers=flood`, 'unknown parameter "layers"'],
    [`parcel?${id}&__proto__=1`, 'unknown parameter "__proto__"'],
    [`parcel?${id}&constructor=1`, 'unknown parameter "constructor"'],
    [`parcel?${id}&toString=1`, 'unknown parameter "toString"'],
    [`layer/flood?${id}&layer=soil`, 'unknown parameter "layer"', 'part of the path'],
    [`layer/flood?${id}&geometry=full`, 'unknown parameter "geometry"'],
    ['gminy/1418032/planning?x=1', 'unknown parameter "x"'],
    ['openapi.json?x=1', 'unknown parameter "x"'],
    [`parcel?${id}&${id}`, 'parameter "id" was given 2 times'],
    ['parcel?q=a&q=b&q=c', 'parameter "q" was given 3 times'],
    [`parcel?${id}&=1`, 'unknown parameter ""'],
  ]);
  const { body } = await client.get(`/v1/parcel?${id}&layer=flood`);
  assert.equal(body.error?.hint, 'Did you mean layers?');
});

test(rule('4.4-limit', '4.4-radius-range', 'C9-types'), async () => {
  for (const path of [`search?${id}`, `events?${id}`, 'search?bbox=20.93,52.05,20.94,52.06']) {
    await refuseAll([
      [`${path}&limit=0`, 'limit', 'at least 1', 'got 0'],
      [`${path}&limit=-1`, 'limit', 'at least 1', 'got -1'],
      [`${path}&limit=1001`, 'limit', 'at most 1000', 'got 1001'],
      [`${path}&limit=1.5`, 'limit', 'whole number', 'got 1.5'],
      [`${path}&limit=abc`, 'limit', 'number', 'got "abc"'],
      [`${path}&limit=`, 'limit', 'number', 'got ""'],
      [`${path}&limit=1e2`, 'limit', 'number', 'got "1e2"'],
      [`${path}&limit=99999999999999999999`, 'limit'],
      [`${path}&cursor=`, 'cursor'],
      [`${path}&cursor=abc`, 'cursor does not belong to this query, got "abc"'],
      [`${path}&cursor=${long(501)}`, 'cursor must have at most 500 characters'],
    ]);
    for (const [limit, expected] of [
      ['&limit=1', 1],
      ['&limit=1000', 1000],
      ['', 100],
    ] as const) {
      assert.equal((await client.get(`/v1/${path}${limit}`)).body.page?.limit, expected);
    }
  }
  await refuseAll([
    [`resolve?${id}&limit=0`, 'limit', 'at least 1'],
    [`resolve?${id}&limit=21`, 'limit', 'at most 20', 'got 21'],
    [`search?${id}&radius_m=-1`, 'radius_m', 'at least 0', 'got -1'],
    [`search?${id}&radius_m=2001`, 'radius_m', 'at most 2000', 'got 2001'],
    [`search?${id}&radius_m=0.5`, 'radius_m', 'whole number', 'got 0.5'],
    [`search?${id}&radius_m=ten`, 'radius_m', 'number', 'got "ten"'],
    ['search?bbox=20.94,52.05,20.93,52.06', 'bbox', 'grow from min to max', '20.94,52.05,20.93,52.06'],
    ['search?bbox=20.93,52.06,20.94,52.05', 'bbox', 'grow from min to max'],
    ['search?bbox=20.93,52.05,20.93,52.06', 'bbox', 'grow from min to max'],
    ['search?bbox=20.93,52.05,20.94', 'bbox', 'min_lon,min_lat,max_lon,max_lat', 'got "20.93,52.05,20.94"'],
    ['search?bbox=20.93,52.05,20.94,52.06,1', 'bbox', 'min_lon,min_lat,max_lon,max_lat'],
    ['search?bbox=a,b,c,d', 'bbox', 'min_lon,min_lat,max_lon,max_lat'],
    ['search?bbox=NaN,NaN,NaN,NaN', 'bbox'],
    ['search?bbox=', 'bbox'],
    ['search?bbox=52.05,20.93,52.06,20.94', 'outside lng 14..24.5', 'order is lng, lat'],
    [`parcel?${id}&geometry=wkt`, 'geometry', 'none, centroid, full', 'got "wkt"'],
    [`parcel?${id}&layers=`, 'layers'],
    [`parcel?${id}&layers=floods`, 'layers', 'by their keys', 'got "floods"'],
    [`parcel?${id}&layers=flood,,soil`, 'layers', 'got ""'],
    [`sources?layer=floods`, 'layer', 'got "floods"'],
    [`events?${id}&types=parcel_made`, 'types', 'parcel_created', 'verdict_changed', 'got "parcel_made"'],
    [`events?${id}&types=`, 'types'],
    [`events?${id}&since=2026-02-30`, 'since', 'YYYY-MM-DD', 'got "2026-02-30"'],
    [`events?${id}&since=2026-1-1`, 'since', 'YYYY-MM-DD'],
    [`events?${id}&since=yesterday`, 'since', 'YYYY-MM-DD', 'got "yesterday"'],
    [`events?${id}&since=2026-01-01T00:00:00Z`, 'since', 'YYYY-MM-DD'],
  ]);
});

test('what nearly is a path or a point is told with what is meant', async () => {
  for (const [path, near] of [
    ['/v1/parcels', '/v1/parcel'],
    ['/v2/parcel', '/v1/parcel'],
    ['/v1/layer', '/v1/layer/{layer}'],
    ['/v1/serach?q=x', '/v1/search'],
  ] as const) {
    const { http, body } = await client.get(path);
    assert.equal(http, 404);
    assert.equal(body.error?.message, `there is no such path: ${path.split('?')[0]}`);
    assert.ok(body.error.hint.startsWith(`Did you mean ${near}? `), body.error.hint);
  }
  const strange = await client.get('/wp-login.php');
  assert.equal(strange.body.error?.hint, 'The paths are listed in /v1/openapi.json.');
  const turned = await client.get('/v1/parcel?point=20.90,52.05');
  assert.match(turned.body.error?.hint ?? '', /^Did you mean 52\.05,20\.90\? Pass point as latitude/);
});

test(rule('C1-body'), async () => {
  const batch = '/v1/parcel/batch';
  const good = JSON.stringify({ items: [{ id: EXAMPLE_ID }] });
  for (const [what, body, type, ...words] of [
    ['cut short', '{"items":[', 'application/json', 'not valid JSON', 'got "{\\"items\\":["'],
    ['empty', '', 'application/json', 'not valid JSON', 'got ""'],
    ['no JSON at all', 'not json', 'application/json', 'not valid JSON', 'got "not json"'],
    ['single quotes', "{'items':[]}", 'application/json', 'not valid JSON', 'position 1'],
    ['null', 'null', 'application/json', 'must be an object', 'null'],
    ['a list', '[]', 'application/json', 'must be an object'],
    ['text', '"items"', 'application/json', 'must be an object'],
    ['plain text', good, 'text/plain', 'content type must be application/json', '"text/plain"'],
    ['a form', good, 'application/x-www-form-urlencoded', 'content type must be application/json'],
    ['no media type', good, 'json', 'content type must be application/json'],
    ['7 MB', `{"items":["${'x'.repeat(7_000_000)}"]}`, 'application/json', 'larger than 6256000 bytes'],
    ['brackets', '['.repeat(20_000), 'application/json', 'not valid JSON'],
    [
      '__proto__',
      '{"items":[{"id":"x"}],"__proto__":{"a":1}}',
      'application/json',
      'unknown parameter "__proto__"',
    ],
    [
      'constructor',
      '{"items":[{"id":"x"}],"constructor":1}',
      'application/json',
      'unknown parameter "constructor"',
    ],
    [
      'an unknown member',
      '{"items":[{"id":"x"}],"colour":1}',
      'application/json',
      'unknown parameter "colour"',
    ],
  ] as const) {
    expectInvalid(what, await client.post(batch, body, { 'Content-Type': type }), ...words);
  }
  const untyped = await client.send('POST', batch, {
    headers: { 'X-Api-Key': TEST_KEY },
    body: Buffer.from(good),
  });
  expectInvalid('no content type', untyped, 'content type must be application/json', 'got none');
  const polluted = await client.post<{ status: string }[]>(
    batch,
    '{"items":[{"id":"1","__proto__":{"x":1}}]}',
  );
  assert.equal(polluted.body.result?.[0]?.status, 'error');
  assert.ok(!('x' in {}));
  const typed = { 'Content-Type': 'Application/JSON; charset=utf-8' };
  assert.equal((await client.post(batch, good, typed)).http, 200);
});

test('URLs and headers that no client should send', async () => {
  await refuseAll([
    [`parcel?q=${long(10_000)}`, 'the URL has 10013 characters', '8000'],
    [`layer/${long(301)}?${id}`, 'path', '300 characters'],
    ['parcel?q=%', 'percent-encoding'],
    ['parcel?q=%E0%A4%A', 'percent-encoding'],
    ['parcel?q=%C3%28', 'percent-encoding'],
    ['parcel?%FF=1', 'percent-encoding'],
    [`layer/%E0%A4%A?${id}`, 'percent-encoding'],
    [`layer/flood%00?${id}`, 'layer', 'flood\\u0000'],
    [`layer/__proto__?${id}`, 'layer', '__proto__'],
  ]);
  assert.equal((await client.get('/v1/parcel?q=%00')).http, 404, 'a null byte is text that matches nothing');
  expectInvalid(
    '20 kB of header',
    await client.get(`/v1/parcel?${id}`, { 'X-Big': 'x'.repeat(20_000) }),
    'headers',
  );
  for (const garbage of [
    'NONSENSE\r\n\r\n',
    'GET /v1/parcel HTTP/1.1\r\nBad Header: x\r\n\r\n',
    '\x16\x03\x01\x02\r\n\r\n',
  ]) {
    const text = await sendRaw(client.url, garbage);
    assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const name of [
      'x-request-cost: 0',
      'x-credits-charged: 0',
      'x-credits-refunded: 0',
      'x-request-id: ',
    ])
      assert.ok(text.includes(name), name);
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '');
    assert.deepEqual(
      [body.status, body.error.code, body.billing.rule],
      ['error', 'invalid_input', 'free_invalid_input'],
    );
  }
});

const READS = ['parcel', 'check', 'layer/flood', 'search'];

test(rule('C4-no-such-parcel', 'C4-point-on-nothing', 'C4-no-match', '4.14-not-found'), async () => {
  // The row of this parcel has no geometry, so the ground below it belongs to no parcel of the dataset.
  const obreb = obrebyOf(layLand(1, SAMPLE_PARCELS), '141803_2').find(
    (candidate) => candidate.id === '141803_2.0002',
  );
  assert.ok(obreb);
  const gap = parcelsOf(layLand(1, SAMPLE_PARCELS), obreb).find(
    (parcel) => parcel.id === '141803_2.0002.604',
  );
  assert.ok(gap);
  const [lng, lat] = toWgs84(2180, centroidOf(gap.geometry));
  for (const read of READS) {
    for (const [query, words] of [
      ['id=141803_2.0009.9999', /no parcel 141803_2\.0009\.9999/],
      ['id=141803_2.0002.604', /no parcel/],
      ['id=141803_2.0099.1', /no parcel/],
      ['id=141899_4.0001.1', /no parcel/],
      [`point=${lat.toFixed(7)},${lng.toFixed(7)}`, /no parcel contains the point/],
      ['q=xyzzy', /no parcel, obręb or gmina/],
      ['q=99999%20Wola%20Mrokowska', /no parcel, obręb or gmina/],
      [`q=${encodeURIComponent('dz. 141803_2.0009.9999')}`, /no parcel 141803_2\.0009\.9999/],
    ] as const) {
      const { http, body } = await client.get(`/v1/${read}?${query}`);
      assert.equal(http, 404, `${read}?${query}`);
      assert.deepEqual([body.status, body.error?.code], ['not_found', 'not_found']);
      assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_found' });
      assert.match(body.error?.message ?? '', words);
    }
  }
});

test(rule('C4-not-loaded', 'C4-outside-poland', '4.14-not-covered'), async () => {
  for (const read of [...READS, 'events']) {
    for (const [query, note, held] of [
      ['id=146501_1.0001.1', /Powiat Warszawa \(1465\) is not loaded/, false],
      ['id=020601_1.0001.1', /Powiat karkonoski \(0206\) is not loaded/, false],
      ['point=52.23,21.01', /outside the loaded powiaty/, null],
      ['point=49.1,14.1', /outside the loaded powiaty/, null],
      ['q=dz.%2012%20Gr%C3%B3jec', /Powiat grójecki \(1406\) is not loaded/, false],
    ] as const) {
      const { http, body } = await client.get(`/v1/${read}?${query}`);
      assert.equal(http, 200, `${read}?${query}`);
      assert.deepEqual([body.status, body.result], ['not_covered', null]);
      assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_covered' });
      assert.match(body.query.resolved?.note ?? '', note);
      assert.deepEqual(
        body.candidates?.map((candidate) => candidate.held),
        held === null ? undefined : [held],
      );
    }
  }
});

test(rule('C4-gmina-only'), async () => {
  for (const read of READS) {
    const { http, body } = await client.get(`/v1/${read}?q=Lesznowola`);
    assert.equal(http, 200);
    assert.equal(body.status, 'ambiguous', read);
    assert.deepEqual(
      body.candidates?.map(({ kind, gmina_teryt, number }) => [kind, gmina_teryt, number]),
      [['gmina', '1418032', null]],
    );
    assert.match(body.query.resolved?.note ?? '', /add a parcel number/);
    assert.equal(body.billing.charged, 1);
  }
});

test('what was probably meant is said', async () => {
  for (const [path, hint] of [
    ['/v1/search?bbox=52.05,20.93,52.06,20.94', /^Did you mean 20\.93,52\.05,20\.94,52\.06\?$/],
    ['/v1/layer/planning?q=x&layers=flood', /one layer.*\/v1\/parcel takes several as layers/],
    ['/v1/events?q=Lesznowola&types=permit', /^Did you mean permit_added\? Pass types /],
    ['/v1/events?q=Lesznowola&observed_since=2026-01-01', /^Did you mean since\?$/],
    ['/v1/gminy/141803/planning', /^Did you mean 1418032 \(Lesznowola\)\?$/],
    ['/v1/check?q=x&use=house,services', /^Ask once for each: use=house, use=services\.$/],
  ] as const) {
    const { body } = await client.get(path);
    assert.match(body.error?.hint ?? '', hint, path);
  }
});
