// Walks through thousands of parcels, page by page, while the real ingest publishes another edition of them: nothing is
// repeated, and nothing that both editions hold is skipped (contract §7).

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ParcelSummary } from '../../src/contract/answers.ts';
import { toWgs84 } from '../../src/domain/geometry/projection.ts';
import type { MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { type Client, startClient } from '../client.ts';
import { blobOf, editBulk } from '../ingest/bulk-file.ts';
import { loadOne } from '../ingest/load-file.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { runWarm } from './warm-program.ts';

/** A chequerboard of 1.1 km, in the midst of the sample's powiat 1418: the largest area a search may have holds it all. */
const SIDE = 60;
const CELL_M = 18;
const CORNER: Position = [630_600, 465_800];
const PAGE = 180;

interface Plot {
  readonly id: string;
  readonly shape: MultiPolygon;
}

const box = (minX: number, minY: number, maxX: number, maxY: number): MultiPolygon => [
  [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ],
  ],
];

/** Every 97th plot of the first edition is two in the second. */
const isDivided = (number: number) => number % 97 === 0;

function plotsOf(edition: 1 | 2): Plot[] {
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const number = at + 1;
    const [x, y] = [CORNER[0] + (at % SIDE) * CELL_M, CORNER[1] + Math.floor(at / SIDE) * CELL_M];
    const id = `141803_2.0009.${number}`;
    if (edition === 1 || !isDivided(number)) return [{ id, shape: box(x, y, x + CELL_M, y + CELL_M) }];
    const middle = x + CELL_M / 2;
    return [
      { id: `${id}/1`, shape: box(x, y, middle, y + CELL_M) },
      { id: `${id}/2`, shape: box(middle, y, x + CELL_M, y + CELL_M) },
    ];
  }).flat();
}

/** The bulk file of the sample with these plots instead of its parcels. */
async function fileOf(files: string, edition: 1 | 2): Promise<string> {
  const folder = join(temporaryFolder(), `edition-${edition}`);
  mkdirSync(folder);
  return editBulk(files, folder, '1418', (db) => {
    db.exec('DELETE FROM dzialki; DELETE FROM budynki');
    const add = db.prepare(
      `INSERT INTO dzialki (geom, id_dzialki, nazwa_obrebu, pole_ewidencyjne, czas_pozyskania)
       VALUES (?, ?, 'Wola Mrokowska', '0.0324', '2026-11-0${edition} 03:12:44')`,
    );
    for (const { id, shape } of plotsOf(edition)) add.run(blobOf(shape), id);
  });
}

let client: Client;
let data: string;
let second: string;
before(async () => {
  const sample = await buildSampleData(1_000, { only: /^(TERC_|\d{4}\.gpkg)/ });
  data = sample.data;
  second = await fileOf(sample.files, 2);
  const options = { allowLoss: true, compute: false };
  const loaded = await loadOne(await fileOf(sample.files, 1), data, options);
  assert.equal(loaded.outcome, 'published');
  client = await startClient(data);
});
after(() => client.close());

/** One walk; `step` fetches a page and tells whether there is another. */
class Walk {
  readonly ids: string[] = [];
  #cursor: string | null = null;
  readonly name: string;
  readonly #ask: (cursor: string | null) => ReturnType<Client['get']>;

  constructor(name: string, askPage: (cursor: string | null) => ReturnType<Client['get']>) {
    this.name = name;
    this.#ask = askPage;
  }

  async step(): Promise<boolean> {
    const { http, body } = await this.#ask(this.#cursor);
    assert.equal(http, 200, `${this.name}: ${body.error?.message}`);
    this.ids.push(...(body.result as ParcelSummary[]).map(({ id }) => id));
    this.#cursor = body.page?.next_cursor ?? null;
    return this.#cursor !== null;
  }
}

function walks(): Walk[] {
  const place = (x: number, y: number) => toWgs84(2180, [CORNER[0] + x, CORNER[1] + y]);
  const width = SIDE * CELL_M;
  // A little more than the board: meridians are not parallel to its sides.
  const corners = [
    place(-30, -30),
    place(width + 30, -30),
    place(width + 30, width + 30),
    place(-30, width + 30),
  ];
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)];
  const bbox = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
  const polygon = { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
  // On a plot near the middle that is divided by the second edition.
  const under =
    Array.from({ length: SIDE }, (_, column) => (SIDE / 2) * SIDE + column + 1).find(isDivided) ?? 0;
  const [lng, lat] = place(((under - 1) % SIDE) * CELL_M + 4, (SIDE / 2) * CELL_M + 4);
  const around = (query: string) => (cursor: string | null) =>
    client.get(`/v1/search?${query}&limit=${PAGE}${cursor ? `&cursor=${cursor}` : ''}`);
  return [
    new Walk('bbox', around(`bbox=${bbox.map((value) => value.toFixed(7))}`)),
    new Walk('polygon', (cursor) => client.post('/v1/search', { polygon, limit: PAGE, cursor })),
    new Walk('circle', around(`point=${lat},${lng}&radius_m=2000`)),
    new Walk('radius', around(`id=141803_2.0009.${(SIDE * SIDE) / 2}&radius_m=2000`)),
  ];
}

test(rule('C7-pages'), async () => {
  const all = walks();
  for (let page = 0; page < 4; page += 1) for (const walk of all) assert.ok(await walk.step(), walk.name);
  let published = false;
  const words = ['ingest', '--from', second, '--no-compute', '--allow-loss', '--data', data];
  const publishing = runWarm(words).then((finished) => {
    published = true;
    return finished;
  });
  // Half of each walk at most, so that a good part of it comes after the publish.
  for (let page = 4; page < 10 && !published; page += 1)
    for (const walk of all) assert.ok(await walk.step(), walk.name);
  const { code, stderr } = await publishing;
  assert.equal(code, 0, stderr);
  for (const walk of all) while (await walk.step());

  const first = new Set(plotsOf(1).map(({ id }) => id));
  const later = new Set(plotsOf(2).map(({ id }) => id));
  for (const { name, ids } of all) {
    const seen = new Set(ids);
    assert.equal(ids.length, seen.size, `${name}: a parcel was repeated`);
    assert.ok(seen.size >= SIDE * SIDE - Math.floor((SIDE * SIDE) / 97), `${name}: ${seen.size} parcels`);
    const skipped = [...first].filter((id) => later.has(id) && !seen.has(id));
    assert.deepEqual(skipped, [], `${name}: parcels were skipped`);
    const strange = ids.filter((id) => id.startsWith('1418') && !first.has(id) && !later.has(id));
    assert.deepEqual(strange, [], `${name}: parcels of neither edition`);
    assert.ok(
      ids.some((id) => !first.has(id)),
      `${name}: nothing of the second edition was met`,
    );
  }
});
