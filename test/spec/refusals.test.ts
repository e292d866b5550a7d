// What is refused, and how helpfully: requests that never reach an operation, and the words and hints of bad input for the
// operations that take a body.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Envelope, ParcelRecord } from '../../src/contract/answers.ts';
import { EVENT_NAMES } from '../../src/contract/change-events.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { HTTP_LIMITS } from '../../src/contract/limits.ts';
import { EXAMPLE_ID, OPERATIONS } from '../../src/contract/operations.ts';
import { ServiceError } from '../../src/service/pipeline/outcome.ts';
import { listFaults, parseInput } from '../../src/service/pipeline/parse.ts';
import { type Client, type Received, sendRaw, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData(1_000, { only: LAND })).data);
});
after(() => client.close());

const BATCH = '/v1/parcel/batch';
const ITEMS = { items: [{ id: EXAMPLE_ID }] };
const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const POLYGON = { type: 'Polygon', coordinates: [square(20.93, 52.05, 0.002)] };

function expectInvalid({ http, body, text }: Received, message: RegExp, hint: RegExp): void {
  assert.equal(http, 400, text.slice(0, 200));
  assert.deepEqual([body.error?.code, body.billing.rule], ['invalid_input', 'free_invalid_input']);
  assert.match(body.error?.message ?? '', message);
  assert.match(body.error?.hint ?? '', hint);
}

test(rule('C1-post-parameters'), async () => {
  for (const [path, body, name] of [
    ['/v1/search?limit=5', { polygon: POLYGON }, 'limit'],
    ['/v1/search?bbox=20.93,52.05,20.94,52.06', { polygon: POLYGON }, 'bbox'],
    [`${BATCH}?foo=1&geometry=full`, ITEMS, 'foo'],
    [`${BATCH}?items=1`, ITEMS, 'items'],
    [`${BATCH}?__proto__=1`, ITEMS, '__proto__'],
    [`${BATCH}?=`, ITEMS, ''],
  ] as const) {
    const message = new RegExp(`^unknown parameter "${name}" in the URL; POST takes a JSON body, `);
    expectInvalid(await client.post(path, body), message, /^Move it into the body/);
  }
  expectInvalid(
    await client.post(`${BATCH}?foo=1&foo=2`, ITEMS),
    /^parameter "foo" was given 2 times/,
    /^Give each/,
  );
  assert.equal((await client.post(`${BATCH}?`, ITEMS)).http, 200, 'an empty query holds no parameter');
  assert.equal((await client.send('POST', `${BATCH}?foo=1`)).http, 401, 'a key comes first');
});

test('the longest batch fits, however it is spelled', async () => {
  const [q, ref] = ['🌾'.repeat(300), '🌾'.repeat(200)];
  const escaped = JSON.stringify(
    { items: Array.from({ length: 1000 }, () => ({ q, ref })) },
    null,
    4,
  ).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
  assert.ok(escaped.length > 6_000_000);
  const { http, body } = await client.post<Envelope[]>(BATCH, escaped);
  assert.equal(http, 200, `${body.error?.message}`);
  assert.deepEqual(
    body.result?.map(({ status }) => status),
    Array(1000).fill('not_found'),
  );
  expectInvalid(
    await client.post(BATCH, `${escaped}${' '.repeat(300_000)}`),
    new RegExp(`^the body is larger than ${HTTP_LIMITS.batch_bytes} bytes$`),
    /^Split the request/,
  );
});

test('a body of more values than any valid one has is refused unread', async () => {
  for (const [what, body] of [
    ['numbers for positions', `{"polygon":{"type":"Polygon","coordinates":[[${'0,'.repeat(250_000)}0]]}}`],
    ['layers', `{"items":[{}],"layers":[${'0,'.repeat(250_000)}0]}`],
    ['lists in lists', '['.repeat(1_000_000)],
    ['objects', `[${'{},'.repeat(100_000)}{}]`],
  ] as const) {
    for (const path of [BATCH, '/v1/search']) {
      const { http, body: answer } = await client.post(path, body);
      assert.deepEqual([http, answer.error?.message], [400, 'the body holds more than 30000 values'], what);
    }
  }
  const commas = { items: Array.from({ length: 1000 }, () => ({ q: ',[{"'.repeat(70) })) };
  assert.equal((await client.post(BATCH, commas)).http, 200, 'what stands in a text is no value');
});

test('an item of a batch is told what an item takes', async () => {
  const { body } = await client.post<Envelope<ParcelRecord>[]>(BATCH, {
    items: [
      {},
      { lat: 52, lng: 20 },
      null,
      'x',
      { q: 'x', id: EXAMPLE_ID },
      { id: '' },
      { ref: 'x'.repeat(201) },
    ],
  });
  const ONE = /^Pass exactly one of q, id or point\.$/;
  for (const [at, [message, hint]] of [
    [/^none of q, id or point was given$/, ONE],
    [/^unknown parameters "lat", "lng"; allowed are q, id, point, ref$/, /^Leave "lat" and "lng" out\./],
    [/^the item must be an object, got null$/, ONE],
    [/^the item must be an object, got "x"$/, ONE],
    [/^got q and id together$/, ONE],
    [/^id must have at least 1 character, got ""$/, /^Pass an EGiB id such as/],
    [/^ref: must have at most 200 characters, got 201 characters$/, /^Pass as ref a text/],
  ].entries()) {
    const { error } = body.result?.[at] ?? {};
    assert.match(error?.message ?? '', message ?? /^$/);
    assert.match(error?.hint ?? '', hint ?? /^$/);
  }
});

test('the hint names what the operation takes', async () => {
  const target = /^Pass exactly one of q, id or point \(or lat together with lng\)\.$/;
  const searched = /^Pass exactly one of q, id or point \(or lat together with lng\), or bbox\.$/;
  const polygon = /^Pass polygon, a GeoJSON Polygon or MultiPolygon\.$/;
  expectInvalid(await client.get('/v1/parcel'), /^none of q, id, point or lat\+lng was given$/, target);
  expectInvalid(await client.get('/v1/parcel?x=1'), /^unknown parameter "x"/, /^Leave "x" out\./);
  expectInvalid(await client.get('/v1/parcel?='), /^unknown parameter ""/, /^Leave it out\./);
  expectInvalid(
    await client.get('/v1/search'),
    /^none of q, id, point, lat\+lng or bbox was given$/,
    searched,
  );
  expectInvalid(
    await client.get('/v1/search?limit=1.5'),
    /^limit must be a whole number, got 1.5$/,
    /^Pass limit as a whole number/,
  );
  expectInvalid(await client.post('/v1/search', {}), /^polygon is missing; it must be an object$/, polygon);
  expectInvalid(
    await client.post('/v1/search', []),
    /^the request must be an object, got a list of 0$/,
    polygon,
  );
  expectInvalid(
    await client.post('/v1/search', { polygon: POLYGON, limit: 0 }),
    /^limit must be at least 1, got 0$/,
    /^Pass limit as a whole number/,
  );
  expectInvalid(
    await client.post(BATCH, {}),
    /^items is missing; it must be a list$/,
    /^Pass items, each with exactly one of q, id or point\.$/,
  );
  expectInvalid(
    await client.get('/v1/openapi.json?x=1'),
    /^unknown parameter "x"; allowed are none$/,
    /listed in/,
  );
});

test('the hint is about the parameter that is wrong', async () => {
  const id = `id=${EXAMPLE_ID}`;
  for (const [path, hint] of [
    [`search?${id}&radius_m=-1`, /^Pass radius_m /],
    [`search?${id}&limit=0`, /^Pass limit as a whole number, 1 to 1000, /],
    [`resolve?${id}&limit=0`, /^Pass limit as a whole number, 1 to 20, /],
    [`events?${id}&limit=x`, /^Pass limit as a whole number, 1 to 1000, /],
    [`parcel?${id}&layers=flod`, /^Did you mean flood\? Allowed: /],
    [`search?${id}&cursor=`, /^Pass next_cursor /],
    ['search?bbox=1,2', /^For example 20\.93/],
    [`parcel?${id}&layers=`, /^Pass layers /],
    [`parcel?${id}&geometry=x`, /^Leave geometry out, or pass geometry=full/],
    [`events?${id}&since=yesterday`, /^Pass since as a date/],
    [`events?${id}&types=`, /^Pass types /],
    [`events?${id}&summary=1`, /^Pass summary=true/],
    ['parcel?lat=x&lng=20', /^Pass lat in decimal degrees/],
    ['parcel?lat=52&lng=2', /^Pass lng in decimal degrees/],
    ['parcel?point=20,52', /^Did you mean 52,20\? Pass point as latitude, then longitude/],
    ['parcel?point=1,2', /^Pass point as latitude, then longitude/],
    ['parcel?q=', /^Pass q as a person would type it/],
    ['parcel?id=x', /^Pass an EGiB id/],
    [`parcel?${id}&${id}`, /^Give each parameter once/],
    ['suggest?q=x&near=y', /^Pass near as latitude/],
  ] as const)
    expectInvalid(await client.get(`/v1/${path}`), /./, hint);
});

/** Every parameter that takes one of several values, or a list of them, with what is allowed. */
const LISTS: Readonly<Record<string, readonly string[]>> = { layers: LAYER_KEYS, types: EVENT_NAMES };
const enumerations = Object.values(OPERATIONS).flatMap(({ input }: { readonly input: z.ZodObject }) =>
  Object.entries(input.shape).flatMap(([name, member]) => {
    let inner: z.core.$ZodType = member;
    while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
    const listed = inner instanceof z.ZodString ? LISTS[name] : undefined;
    const allowed = inner instanceof z.ZodEnum ? inner.options.map(String) : listed;
    return allowed === undefined ? [] : [{ input, name, allowed }];
  }),
);

test('what is allowed is told once: by the message, of layers by the hint', () => {
  const names = new Set(enumerations.map(({ name }) => name));
  for (const name of ['lang', 'geometry', 'detail', 'use', 'layer', 'layers', 'types', 'collection'])
    assert.ok(names.has(name), name);
  for (const { input, name, allowed } of enumerations) {
    for (const language of ['en', 'pl'] as const) {
      const { message, hint } = faultIn(() => {
        listFaults(input, { [name]: 'xyzzy' });
        parseInput(input, { [name]: 'xyzzy' });
      }).tell(language);
      const listedIn = (text: string) => allowed.every((value) => text.split(/[^\w]+/).includes(value));
      assert.match(message, /"xyzzy"/);
      assert.deepEqual(
        [listedIn(message), listedIn(hint)],
        name.startsWith('layer') ? [false, true] : [true, false],
        `${name}: ${message} / ${hint}`,
      );
    }
  }
});

function faultIn(work: () => void): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return assert.fail('nothing was refused');
}

test('several faults are told at once, and the place that was understood', async () => {
  const id = `id=${EXAMPLE_ID}`;
  for (const [path, message, hint] of [
    [
      `check?${id}&use=villa&lang=de`,
      /^use must be one of .*; got "villa"; lang must be one of en, pl; got "de"$/,
      /^Pass use=house .* Leave lang out for English/,
    ],
    [
      `events?${id}&types=foo,permit,flood_changed&since=x`,
      /^since: must be .*; types must be one of .*; got "foo,permit"$/,
      /^Pass since as a date .* Pass types /,
    ],
    ['check?id=abc&use=villa', /^use must be one of .*; id: /, /^Pass use=house .* Pass an EGiB id/],
    [`search?${id}&limit=0&radius_m=-1`, /radius_m must .*; limit must/, /Pass radius_m .* Pass limit /],
    [
      `parcel?${id}&foo=1&bar=2`,
      /^unknown parameters "foo", "bar"; allowed are /,
      /^Leave "foo" and "bar" out\./,
    ],
  ] as const) {
    const answer = await client.get(`/v1/${path}`);
    expectInvalid(answer, message, hint);
    const understood = path.includes('id=abc') ? {} : { id: EXAMPLE_ID };
    assert.deepEqual(answer.body.query.input, understood, path);
  }
});

test('a gmina that does not exist is told by its code, a parameter of the path by the path', async () => {
  const none = await client.get('/v1/gminy/123/planning');
  assert.equal(none.http, 404);
  assert.match(none.body.error?.hint ?? '', /^Pass the 7-digit TERYT code of a gmina, such as 1418032/);
  assert.equal(none.body.error?.example_id, undefined);
  const unknown = await client.get('/v1/gminy/1418032/planning?foo=1');
  expectInvalid(unknown, /^unknown parameter "foo"; allowed are lang$/, /./);
  assert.deepEqual(unknown.body.query.input, { gmina_teryt: '1418032' });
});

test('what is wrong with a polygon is said in words of its own', async () => {
  const types = /^Pass polygon as a GeoJSON geometry/;
  const position = (text: string) => `{"polygon":{"type":"Polygon","coordinates":[[[20.93,${text}]]]}}`;
  for (const [body, message, hint] of [
    [
      { polygon: { type: 'Circle' } },
      /^polygon.type must be one of Polygon, MultiPolygon; got "Circle"$/,
      types,
    ],
    [{ polygon: {} }, /^polygon.type must be one of Polygon, MultiPolygon; got nothing$/, types],
    [
      position('1e999'),
      /^polygon.coordinates.0.0.1 must be a number, got a number beyond all bounds$/,
      /^Pass polygon/,
    ],
    [position('"52"'), /^polygon.coordinates.0.0.1 must be a number, got "52"$/, /^Pass polygon/],
    [
      { polygon: { ...POLYGON, crs: {} } },
      /^unknown parameter "crs" in polygon; allowed are type, coordinates, bbox$/,
      /^Leave "crs" out\. Pass polygon/,
    ],
    [
      {
        polygon: {
          type: 'Polygon',
          coordinates: [
            [
              [20.93, 52.05],
              [20.94, 52.05],
              [20.93, 52.05],
            ],
          ],
        },
      },
      /^the polygon encloses no area/,
      /^Pass polygon with at least three corners/,
    ],
    [
      { polygon: { type: 'Polygon', coordinates: [[[52.05, 20.93]]] } },
      /^position \[52\.05, 20\.93\] is outside/,
      /^Pass positions as longitude, then latitude/,
    ],
    [{ polygon: { ...POLYGON, bbox: 'all' } }, /^polygon.bbox must be a list, got "all"$/, /^Pass polygon/],
  ] as const)
    expectInvalid(await client.post('/v1/search', body), message, hint);
});

test('the bbox of a GeoJSON geometry is not looked at', async () => {
  const plain = await client.post('/v1/search', { polygon: POLYGON, limit: 2 });
  for (const bbox of [
    [20.93, 52.05, 20.932, 52.052],
    [0, 0, 1, 1],
    [0, 0, 0, 1, 1, 1],
  ]) {
    const { http, body } = await client.post('/v1/search', { polygon: { ...POLYGON, bbox }, limit: 2 });
    assert.equal(http, 200, `${body.error?.message}`);
    assert.deepEqual([body.result, body.page], [plain.body.result, plain.body.page]);
  }
});

test(rule('C1-before-routing'), async () => {
  const keyed = `X-Api-Key: ${TEST_KEY}\r\nConnection: close\r\n`;
  const path = `/v1/parcel?id=${EXAMPLE_ID}`;
  for (const [bytes, message, hint] of [
    [`GET ${path} HTTP/1.1\r\n${keyed}\r\n`, /^the header Host is missing$/, /Host/],
    [
      `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n${keyed}\r\n`,
      /^the header Expect may only be 100-continue, got "foo"$/,
      /Leave the header out/,
    ],
    [
      `GET /v1/resolve?q=Żyrardów HTTP/1.1\r\nHost: x\r\n${keyed}\r\n`,
      /^the URL holds characters that must be percent-encoded, such as Polish letters$/,
      /curl -G --data-urlencode 'q=…'/,
    ],
  ] as const) {
    const [head = '', text = ''] = (await sendRaw(client.url, bytes)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const name of ['x-request-cost', 'x-credits-charged', 'x-credits-refunded', 'x-request-id'])
      assert.match(head, new RegExp(`\r\n${name}: `));
    const { error, billing } = JSON.parse(text);
    assert.deepEqual([error.code, billing.rule], ['invalid_input', 'free_invalid_input']);
    assert.match(error.message, message);
    assert.match(error.hint, hint);
  }
  for (const good of [
    `GET ${path} HTTP/1.0\r\n${keyed}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${keyed}\r\n`,
  ])
    assert.match(await sendRaw(client.url, good), /HTTP\/1\.1 200 OK\r\n/);
});
