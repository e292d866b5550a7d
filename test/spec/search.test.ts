// GET and POST /v1/search (spec §4.4, §4.5; contract §7, §8). What the index finds is checked against every parcel
// of the dataset, one by one, with the exact geometry of the domain.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParcelRecord, ParcelSummary } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { distanceBetween } from '../../src/domain/geometry/polygons.ts';
import { fromWgs84, toWgs84 } from '../../src/domain/geometry/projection.ts';
import { sharedBoundaryLength } from '../../src/domain/geometry/shared-boundary.ts';
import { intersectionArea } from '../../src/domain/geometry/test-overlay.ts';
import type { Geometry, MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { readAllParcels } from './all-parcels.ts';

let client: Client;
let all: ReadonlyMap<string, MultiPolygon>;
let centre: readonly [lng: number, lat: number];
before(async () => {
  const { data } = await buildSampleData();
  client = await startClient(data);
  all = await readAllParcels(data);
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  centre = body.result?.centroid ?? [0, 0];
});
after(() => client.close());

type Box = readonly [number, number, number, number];
const boxAround = (width: number, height: number): Box => [
  centre[0] - width / 2,
  centre[1] - height / 2,
  centre[0] + width / 2,
  centre[1] + height / 2,
];
const ringOf = ([w, s, e, n]: Box): [number, number][] => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];
const polygonOf = (box: Box) => ({ type: 'Polygon', coordinates: [ringOf(box)] });

async function search(query: string): Promise<ParcelSummary[]> {
  const { http, body } = await client.get<ParcelSummary[]>(`/v1/search?limit=1000&${query}`);
  assert.equal(http, 200, `${query}: ${body.error?.message}`);
  assert.equal(body.page?.has_more, false, query);
  return body.result ?? [];
}
const post = (polygon: unknown, more = {}) =>
  client.post<ParcelSummary[]>('/v1/search', { polygon, ...more });
const idsOf = (list: readonly { id: string }[] | null | undefined) => list?.map(({ id }) => id) ?? [];

/** Distances from the origin to every parcel of the dataset, nearest first. */
function distancesFrom(origin: Geometry, own: string, radius_m: number): [string, number][] {
  return [...all]
    .map(([id, coordinates]): [string, number] => [
      id,
      id === own ? -1 : distanceBetween(origin, { type: 'MultiPolygon', coordinates }),
    ])
    .filter(([, distance]) => distance <= radius_m)
    .sort(([a, d], [b, e]) => d - e || (a < b ? -1 : 1))
    .map(([id, distance]) => [id, Math.round(Math.max(0, distance) * 100) / 100]);
}

test(rule('4.4-radius', 'C8-order', 'C8-distance'), async () => {
  const own = all.get(EXAMPLE_ID) ?? [];
  const point: Position = [centre[1] + 0.0004, centre[0] - 0.0003];
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?point=${point.join(',')}`);
  const degrees = `${point[0]}, ${point[1]}`;
  const [x, y] = fromWgs84(2180, [point[1], point[0]]).map((metres) => Math.round(metres)) as [
    number,
    number,
  ];
  for (const radius_m of [1, 40, 333]) {
    for (const [query, origin, id] of [
      [`id=${EXAMPLE_ID}`, { type: 'MultiPolygon', coordinates: own }, EXAMPLE_ID],
      ['q=123/4%20Wola%20Mrokowska', { type: 'MultiPolygon', coordinates: own }, EXAMPLE_ID],
      [
        `point=${point.join(',')}`,
        { type: 'Point', coordinates: fromWgs84(2180, [point[1], point[0]]) },
        body.result?.id ?? '',
      ],
      [
        `q=${encodeURIComponent(degrees)}`,
        { type: 'Point', coordinates: fromWgs84(2180, [point[1], point[0]]) },
        body.result?.id ?? '',
      ],
      [
        // Fullwidth digits and signs are plain ones.
        `q=${encodeURIComponent(degrees.replace(/[\d.,]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)))}`,
        { type: 'Point', coordinates: fromWgs84(2180, [point[1], point[0]]) },
        body.result?.id ?? '',
      ],
      [`q=${x}%20${y}`, { type: 'Point', coordinates: [x, y] }, body.result?.id ?? ''],
      [`q=${y}%20${x}`, { type: 'Point', coordinates: [x, y] }, body.result?.id ?? ''],
    ] as const) {
      const found = await search(`${query}&radius_m=${radius_m}`);
      assert.equal(found[0]?.id, id);
      assert.equal(found[0].distance_m, 0);
      assert.deepEqual(
        found.map((parcel) => [parcel.id, parcel.distance_m]),
        distancesFrom(origin, id, radius_m),
        `${query} within ${radius_m} m`,
      );
    }
  }
});

/** What touches a parcel, and what of it shares a stretch of boundary. */
function around(id: string): { touching: string[]; neighbours: string[] } {
  const own = all.get(id) ?? [];
  const touching = distancesFrom({ type: 'MultiPolygon', coordinates: own }, id, 0.05).map(
    ([other]) => other,
  );
  const neighbours = touching.filter(
    (other) => other !== id && sharedBoundaryLength(own, all.get(other) ?? [], 0.05) > 1,
  );
  return { touching, neighbours: neighbours.sort() };
}

test(rule('4.4-radius-zero', 'C8-neighbours'), async () => {
  const plots = [...all.keys()].filter((id) => id.startsWith('141803_2.0009.'));
  const withCorner = plots.find((id) => {
    const { touching, neighbours } = around(id);
    return touching.length > neighbours.length + 1;
  });
  assert.ok(withCorner, 'there is a parcel that meets another in a corner alone');
  for (const id of [EXAMPLE_ID, withCorner]) {
    const { neighbours } = around(id);
    assert.ok(neighbours.length >= 2, `${id} has neighbours`);
    for (const query of [`id=${id}`, `id=${id}&radius_m=0`]) {
      assert.deepEqual(idsOf(await search(query)), [id, ...neighbours], query);
    }
  }
  assert.deepEqual(idsOf(await search(`point=${centre[1]},${centre[0]}`)), [
    EXAMPLE_ID,
    ...around(EXAMPLE_ID).neighbours,
  ]);
});

test('an enclave has one neighbour, the parcel around it', async () => {
  assert.deepEqual(idsOf(await search('id=141803_2.0010.502')), ['141803_2.0010.502', '141803_2.0010.501']);
});

test(rule('4.4-q-parcel', '2.5-summary'), async () => {
  const found = await search('q=dz.%20123/4%20Wola%20Mrokowska');
  assert.deepEqual(idsOf(found), [EXAMPLE_ID]);
  assert.deepEqual(Object.keys(found[0] ?? {}).sort(), [
    'address',
    'area_official_m2',
    'centroid',
    'distance_m',
    'gmina_name',
    'gmina_teryt',
    'id',
    'number',
    'obreb_id',
    'obreb_name',
    'powiat_name',
    'voivodeship',
  ]);
});

test(rule('4.4-bbox', 'C8-overlap', '4.5-polygon'), async () => {
  for (const box of [
    boxAround(0.004, 0.002),
    boxAround(0.0001, 0.0001),
    boxAround(0.000001, 0.000001),
    boxAround(0.02, 0.002),
  ]) {
    const drawn: MultiPolygon = [[ringOf(box).map((position) => fromWgs84(2180, position))]];
    const expected = [...all]
      .filter(([, shape]) => intersectionArea(shape, drawn) > 0)
      .map(([id]) => id)
      .sort();
    assert.ok(expected.length > 0);
    const found = await search(`bbox=${box.join(',')}`);
    assert.deepEqual(idsOf(found), expected, `bbox ${box}`);
    assert.ok(found.every(({ distance_m }) => distance_m === null));
    const drawnByHand = await post(polygonOf(box), { limit: 1000 });
    assert.deepEqual(idsOf(drawnByHand.body.result), expected, `polygon ${box}`);
    assert.deepEqual(drawnByHand.body.query, { input: { polygon: polygonOf(box) }, resolved: null });
    const asMulti = {
      type: 'MultiPolygon',
      coordinates: [[ringOf(box)], [ringOf(boxAround(0.0001, 0.0001))]],
    };
    assert.deepEqual(idsOf((await post(asMulti, { limit: 1000 })).body.result), expected, `multi ${box}`);
  }
});

test('an area in pieces far apart finds what each of them holds', async () => {
  const pieces = [boxAround(0.003, 0.002), ...[...all.keys()].filter((_, at) => at % 1_500 === 0).map(boxAt)];
  const asMulti = { type: 'MultiPolygon', coordinates: pieces.map((box) => [ringOf(box)]) };
  const drawn: MultiPolygon[] = pieces.map((box) => [[ringOf(box).map((at) => fromWgs84(2180, at))]]);
  const expected = [...all]
    .filter(([, shape]) => drawn.some((piece) => intersectionArea(shape, piece) > 0))
    .map(([id]) => id)
    .sort();
  assert.deepEqual(idsOf((await post(asMulti, { limit: 1000 })).body.result), expected);
});

/** A few metres around the first corner of a parcel. */
function boxAt(id: string): Box {
  const [lng, lat] = toWgs84(2180, all.get(id)?.[0]?.[0]?.[0] ?? [0, 0]);
  return [lng - 0.00005, lat - 0.00005, lng + 0.00005, lat + 0.00005];
}

test('a hole in the polygon leaves out what lies inside it', async () => {
  const [outer, inner] = [boxAround(0.004, 0.002), boxAround(0.002, 0.001)];
  const { body } = await post(
    { type: 'Polygon', coordinates: [ringOf(outer), ringOf(inner)] },
    { limit: 1000 },
  );
  const ids = new Set(idsOf(body.result));
  assert.ok(ids.size > 0);
  assert.ok(!ids.has(EXAMPLE_ID));
});

test(rule('4.4-bbox-alone'), async () => {
  const bbox = boxAround(0.001, 0.001).join(',');
  for (const [more, named] of [
    [`id=${EXAMPLE_ID}`, 'id'],
    ['q=Lesznowola', 'q'],
    ['point=52,20', 'point'],
    ['lat=52&lng=20', 'lat+lng'],
  ] as const) {
    const { http, body } = await client.get(`/v1/search?bbox=${bbox}&${more}`);
    assert.deepEqual([http, body.error?.message], [400, `got bbox and ${named} together`]);
  }
  for (const radius_m of [0, 100]) {
    const { http, body } = await client.get(`/v1/search?bbox=${bbox}&radius_m=${radius_m}`);
    assert.equal(http, 400);
    assert.equal(body.error?.message, `got bbox together with radius_m ${radius_m}`);
    assert.match(body.error.hint, /bbox goes with limit and cursor only/);
  }
});

/** The area of a box on the GRS80 ellipsoid, summed up in thin strips of latitude. */
function ellipsoidArea([w, s, e, n]: Box): number {
  const radians = Math.PI / 180;
  const [a, e2] = [6_378_137, 0.006_694_380_022_9];
  const strips = 100;
  let sum = 0;
  for (let strip = 0; strip < strips; strip++) {
    const latitude = (s + ((strip + 0.5) / strips) * (n - s)) * radians;
    const w2 = 1 - e2 * Math.sin(latitude) ** 2;
    sum += ((a ** 2 * (1 - e2)) / w2 ** 2) * Math.cos(latitude) * (((n - s) * radians) / strips);
  }
  return sum * (e - w) * radians;
}

test(rule('4.4-area', 'C8-over'), async () => {
  const km2 = (width: number) => ellipsoidArea(boxAround(width, 0.018)) / 1e6;
  const exact = 4 / km2(1);
  for (const [width, http] of [
    [exact * 0.9995, 200],
    [exact * 1.0005, 400],
    [exact * 2.5, 400],
  ] as const) {
    const box = boxAround(width, 0.018);
    const answers = [await client.get(`/v1/search?bbox=${box.join(',')}`), await post(polygonOf(box))];
    for (const answer of answers) {
      assert.equal(answer.http, http, `${km2(width)} km²: ${answer.body.error?.message}`);
      if (http === 200) continue;
      const [, area, over] =
        /the area is ([\d.]+) km², ([\d.]+) km² over the limit of 4\.000 km²/.exec(
          answer.body.error?.message ?? '',
        ) ?? [];
      assert.ok(Math.abs(Number(area) / km2(width) - 1) < 0.0003, `${area} of ${km2(width)} km²`);
      assert.ok(Math.abs(Number(area) - Number(over) - 4) < 0.0015);
    }
  }
});

async function pagesOf(path: string, limit: number): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor = '';
  for (let pages = 1; ; pages++) {
    const { http, body } = await client.get<ParcelSummary[]>(`${path}&limit=${limit}${cursor}`);
    assert.equal(http, 200);
    assert.equal(body.page?.limit, limit);
    assert.equal(body.page.returned, body.result?.length);
    assert.equal(body.page.has_more, body.page.next_cursor !== null);
    ids.push(...idsOf(body.result));
    if (body.page.next_cursor === null) return { ids, pages };
    assert.equal(body.page.returned, limit, 'a page before the last is full');
    assert.match(body.page.next_cursor, /^[\w-]+$/, 'URL-safe');
    cursor = `&cursor=${body.page.next_cursor}`;
  }
}

test(rule('C7-pages'), async () => {
  const box = boxAround(0.008, 0.004).join(',');
  for (const path of [
    `/v1/search?bbox=${box}`,
    `/v1/search?id=${EXAMPLE_ID}&radius_m=150`,
    `/v1/search?id=${EXAMPLE_ID}`,
    `/v1/search?point=${centre[1]},${centre[0]}&radius_m=150`,
  ]) {
    const whole = await pagesOf(path, 1000);
    assert.equal(whole.pages, 1);
    for (const limit of [1, 3, whole.ids.length - 1, whole.ids.length]) {
      const { ids, pages } = await pagesOf(path, limit);
      assert.deepEqual(ids, whole.ids, `${path} by ${limit}`);
      assert.equal(pages, Math.ceil(whole.ids.length / limit));
    }
  }
});

test('pages of a wide circle, each of which looks only as far as it must, make up all of it', async () => {
  const own = all.get(EXAMPLE_ID) ?? [];
  const point: Position = [centre[0] + 0.0004, centre[1] - 0.0003];
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?point=${point[1]},${point[0]}`);
  const under = body.result?.id ?? '';
  for (const [query, origin, id] of [
    [`id=${EXAMPLE_ID}`, { type: 'MultiPolygon', coordinates: own }, EXAMPLE_ID],
    [`point=${point[1]},${point[0]}`, { type: 'Point', coordinates: fromWgs84(2180, point) }, under],
  ] as const) {
    const expected = distancesFrom(origin, id, 1_200).map(([other]) => other);
    assert.ok(expected.length > 300, `${expected.length} parcels`);
    assert.deepEqual((await pagesOf(`/v1/search?${query}&radius_m=1200`, 50)).ids, expected);
  }
});

test(rule('4.5-cursor-null'), async () => {
  const polygon = polygonOf(boxAround(0.004, 0.002));
  const whole = idsOf((await post(polygon, { cursor: null })).body.result);
  const first = await post(polygon, { limit: 2 });
  const rest = await post(polygon, { cursor: first.body.page?.next_cursor });
  assert.deepEqual([...idsOf(first.body.result), ...idsOf(rest.body.result)], whole);
});

test(rule('C7-filters'), async () => {
  const [box, other] = [boxAround(0.004, 0.002).join(','), boxAround(0.004, 0.0021).join(',')];
  const around = `/v1/search?id=${EXAMPLE_ID}`;
  const cursorOf = async (path: string) =>
    (await client.get(`${path}&limit=2`)).body.page?.next_cursor ?? assert.fail(path);
  for (const [from, to] of [
    [`${around}&radius_m=50`, `${around}&radius_m=51`],
    [`${around}&radius_m=50`, '/v1/search?id=141803_2.0009.123/3&radius_m=50'],
    [`${around}&radius_m=50`, `/v1/search?point=${centre[1]},${centre[0]}&radius_m=50`],
    [`${around}&radius_m=50`, `/v1/search?bbox=${box}`],
    [`/v1/search?bbox=${box}`, `/v1/search?bbox=${other}`],
    [`/v1/search?bbox=${box}`, `${around}&radius_m=50`],
  ] as const) {
    const cursor = await cursorOf(from);
    assert.equal((await client.get(`${from}&limit=9&cursor=${cursor}`)).http, 200, 'another limit is fine');
    const { http, body } = await client.get(`${to}&cursor=${cursor}`);
    assert.equal(http, 400, `${from} → ${to}`);
    assert.match(body.error?.message ?? '', /cursor does not belong to this query/);
  }
  const good = await cursorOf(around);
  for (const bad of [
    good.slice(1),
    `${good}AAAA`,
    good.toUpperCase(),
    'null',
    'W10',
    '%F0%9F%8C%BE',
    'x'.repeat(500),
  ]) {
    assert.equal((await client.get(`${around}&cursor=${bad}`)).http, 400, bad);
  }
});

test(rule('C8-hostile'), async () => {
  const [w, s, e, n] = boxAround(0.004, 0.002);
  const ring = ringOf([w, s, e, n]);
  const crossed = <T>([first, second, ...others]: T[]) => [second, first, ...others];
  const circle = (count: number, radius: number) =>
    Array.from({ length: count }, (_, at): [number, number] => [
      centre[0] + radius * Math.cos((2 * Math.PI * at) / count),
      centre[1] + radius * Math.sin((2 * Math.PI * at) / count),
    ]);
  const star = (points: number) =>
    circle(points, 0.005).map((_, at, all) => all[(at * ((points - 1) / 2)) % points]);
  const plain = idsOf((await post(polygonOf([w, s, e, n]))).body.result);
  const same: [string, unknown][] = [
    ['reversed', [[...ring].reverse()]],
    ['open', [ring.slice(0, -1)]],
    ['three-dimensional', [ring.map(([x, y]) => [x, y, 100])]],
    ['with a measure', [ring.map(([x, y]) => [x, y, 100, 7])]],
    ['repeated vertices', [ring.flatMap((position) => [position, position])]],
    ['with an empty hole', [ring, []]],
    ['with a hole of one point', [ring, [ring[0], ring[0], ring[0], ring[0]]]],
  ];
  for (const [what, coordinates] of same) {
    const { http, body } = await post({ type: 'Polygon', coordinates });
    assert.equal(http, 200, `${what}: ${body.error?.message}`);
    assert.deepEqual(idsOf(body.result), plain, what);
  }
  const table: [string, number, unknown][] = [
    [
      'a bow tie',
      200,
      [
        [
          [w, s],
          [e, n],
          [e, s],
          [w, n],
          [w, s],
        ],
      ],
    ],
    ['5,000 vertices', 200, [circle(5_000, 0.005)]],
    ['5,001 vertices', 400, [circle(5_001, 0.005)]],
    ['10,001 vertices', 400, [circle(10_001, 0.005)]],
    ['1,000 vertices with a crossing', 200, [crossed(circle(1_000, 0.005))]],
    ['1,001 vertices with a crossing', 400, [crossed(circle(1_001, 0.005))]],
    ['a five-pointed star', 200, [star(5)]],
    ['a star of 5,000 points', 400, [star(4_999)]],
    [
      'a strip of 140 km',
      400,
      [
        [
          [20, 52],
          [22, 52.1],
          [22, 52.1001],
          [21, 52.0501],
          [20, 52.0001],
        ],
      ],
    ],
    [
      'back and forth on one line',
      400,
      [[...Array.from({ length: 9_000 }, (_, at) => ring[at % 2]), [e, n]]],
    ],
    [
      '2,000 rings in each other',
      400,
      Array.from({ length: 2_000 }, (_, at) => circle(5, 0.005 - at * 2e-6)),
    ],
    ['no ring', 400, []],
    ['an empty ring', 400, [[]]],
    ['two points', 400, [[ring[0], ring[1], ring[0]]]],
    [
      'a line',
      400,
      [
        [
          [w, s],
          [e, s],
          [w, s],
          [w, s],
        ],
      ],
    ],
    [
      'across the antimeridian',
      400,
      [
        [
          [179, s],
          [-179, s],
          [-179, n],
          [179, n],
          [179, s],
        ],
      ],
    ],
    ['lat and lng swapped', 400, [ring.map(([x, y]) => [y, x])]],
    ['the whole world', 400, [ringOf([-180, -90, 180, 90])]],
    [
      'beyond every number',
      400,
      [
        [
          [1e308, 1e308],
          [-1e308, 1e308],
          [0, 0],
          [1e308, 1e308],
        ],
      ],
    ],
    [
      'text',
      400,
      [
        [
          ['a', 'b'],
          [1, 2],
        ],
      ],
    ],
    ['null', 400, [[null, null]]],
    ['one number', 400, [[[20.9], [20.9], [20.9]]]],
    ['five numbers', 400, [[[1, 2, 3, 4, 5]]]],
    ['not nested enough', 400, ring],
    ['nested too much', 400, [[ring]]],
  ];
  for (const [what, http, coordinates] of table) {
    const answer = await post({ type: 'Polygon', coordinates });
    assert.equal(answer.http, http, `${what}: ${answer.body.error?.message}`);
  }
  for (const polygon of [
    null,
    7,
    'POLYGON',
    [],
    {},
    { type: 'Polygon' },
    { type: 'Circle', coordinates: [] },
  ]) {
    const answer = await post(polygon);
    assert.equal(answer.http, 400, JSON.stringify(polygon));
    assert.match(answer.body.error?.message ?? '', /^polygon/);
  }
});

test('a list names the sources of its parcels, each once', async () => {
  const sourcesOf = async (query: string) => (await client.get(`/v1/search?${query}`)).body;
  const near = await sourcesOf(`id=${EXAMPLE_ID}&radius_m=200`);
  assert.deepEqual(
    near.sources?.map(({ id }) => id),
    ['egib'],
  );
  assert.match(near.sources?.[0]?.attribution ?? '', /^Synthetic /);
  assert.deepEqual(Object.keys(near.sources?.[0] ?? {}), [
    ...['id', 'title', 'publisher', 'licence', 'attribution', 'url', 'as_of', 'fallback'],
  ]);
  const geojson = await client.get(`/v1/search?id=${EXAMPLE_ID}&format=geojson`);
  assert.deepEqual(JSON.parse(geojson.text).sources, near.sources);
  const address = await sourcesOf('q=Sosnowa 4, Wola Mrokowska');
  assert.deepEqual(
    address.sources?.map(({ id }) => id),
    ['egib', 'prg_addresses'],
  );
});
