// Roads and buildings from files to answers and events, through the real chain: what a change next door does.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { LayerAnswer } from '../src/contract/layers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { openDataset } from '../src/dataset.ts';
import { Corpus } from '../src/domain/corpus/corpus.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import { subjectOf } from '../src/domain/layers/subject.ts';
import { planFiles } from '../src/ingest/plan-files.ts';
import { ingestFile } from '../src/ingest/run.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';

const OBREB = '141803_2.0009';
const [EAST, NORTH] = [637_000, 476_000];
const DAY = '2026-06-01';

/** A rectangle in metres from the origin, northing first as MapServer writes it. */
function box(x0: number, y0: number, x1: number, y1: number): string {
  const at = (x: number, y: number) => `${NORTH + y} ${EAST + x}`;
  return `<ms:geom><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2180"><gml:exterior><gml:LinearRing><gml:posList>
    ${[at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1), at(x0, y0)].join(' ')}</gml:posList>
    </gml:LinearRing></gml:exterior></gml:Polygon></ms:geom>`;
}

const parcel = (number: number, land_use: string, shape: string) =>
  `<ms:dzialki><ms:ID_DZIALKI>${OBREB}.${number}</ms:ID_DZIALKI><ms:DATA>2026-05-01</ms:DATA>
   <ms:KLASOUZYTKI_EGIB>${land_use}</ms:KLASOUZYTKI_EGIB>${shape}</ms:dzialki>`;
const house = (name: string, shape: string) =>
  `<ms:budynki><ms:ID_BUDYNKU>${OBREB}.${name}_BUD</ms:ID_BUDYNKU><ms:RODZAJ>m</ms:RODZAJ>${shape}</ms:budynki>`;
const road = (key: string, category: string, x0: number, y0: number, x1: number, y1: number) =>
  `<ot:OT_SKJZ_L><ot:lokalnyId>${key}</ot:lokalnyId><ot:wersja>2026-04-01T00:00:00</ot:wersja>
   <ot:kategoriaIstnienia>eksploatowany</ot:kategoriaIstnienia><ot:kategoriaZarzadzania>${category}</ot:kategoriaZarzadzania>
   <ot:geometria><gml:Curve srsName="EPSG:2180"><gml:segments><gml:LineStringSegment><gml:posList>
   ${EAST + x0} ${NORTH + y0} ${EAST + x1} ${NORTH + y1}</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve>
   </ot:geometria></ot:OT_SKJZ_L>`;
const collection = (...members: string[]) =>
  `<gml:FeatureCollection xmlns:gml="g" xmlns:ms="m" xmlns:ot="o">${members
    .map((member) => `<gml:featureMember>${member}</gml:featureMember>`)
    .join('\n')}</gml:FeatureCollection>`;

/**
 * Four parcels of 100 × 100 m in a row from west to east, between a river in the north and a wood in the south; the third
 * is where a public road runs, 80 m from the first.
 */
const around = [
  parcel(90, 'Wp', box(-500, 100, 900, 200)),
  parcel(91, 'LsIV', box(-500, -100, 900, 0)),
  parcel(92, 'RV', box(-500, 0, 0, 100)),
  parcel(93, 'RV', box(400, 0, 900, 100)),
];
const row = (uses: readonly (string | null)[]) =>
  uses.flatMap((use, i) => (use === null ? [] : parcel(i + 1, use, box(i * 100, 0, i * 100 + 100, 100))));

const PUBLIC = road('A', 'gminna', 280, -1_000, 280, 1_000);
const INTERNAL = road('B', 'wewnętrzna', 10, -1_000, 10, 1_000);

describe('roads and buildings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'road-access-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  after(() => rmSync(folder, { recursive: true }));
  let step = 0;

  /** Loads one file; gives back the events it caused, as event and subject. */
  async function load(name: string, text: string): Promise<string[]> {
    const path = join(folder, name);
    writeFileSync(path, text);
    step += 1;
    await using dataset = openDataset(data);
    const [planned] = planFiles(path, undefined);
    assert.ok(planned, name);
    const outcome = await ingestFile(
      planned.recipe,
      path,
      dataset.options({
        allowLoss: true,
        now: () => new Date(`2026-06-01T10:00:${String(step).padStart(2, '0')}Z`),
      }),
    );
    assert.ok(outcome.outcome === 'published', JSON.stringify(outcome));
    const store = openSqliteStore(datasetIn(data));
    try {
      const ids = [1, 2, 3, 4].map((number) => `${OBREB}.${number}`);
      const filter = { subjects: ids, places: [], since: null, types: null, before_seq: null, limit: 1_000 };
      const events = await store.read((reads) => reads.events(filter));
      return events
        .filter((event) => event.detected_at.endsWith(`:${String(step).padStart(2, '0')}.000Z`))
        .map((event) => `${event.event} ${event.subject.split('.').at(-1)}`)
        .sort();
    } finally {
      await store.close();
    }
  }

  async function answer<K extends 'road_access' | 'buildings'>(
    layer: K,
    number: number,
  ): Promise<LayerAnswer<K>> {
    await using dataset = openDataset(data);
    const corpus = new Corpus(await dataset.writer.corpus());
    const store = openSqliteStore(datasetIn(data));
    try {
      const id = `${OBREB}.${number}`;
      const stored = (await store.read((reads) => reads.parcels([id]))).get(id);
      assert.ok(stored);
      return answersOf(subjectOf(id, stored.facts, corpus), corpus, DAY)(layer);
    } finally {
      await store.close();
    }
  }

  const access = async (number: number) => {
    const { value } = await answer('road_access', number);
    return value && [value.verdict, value.via, value.nearest_public_road_m];
  };

  it('no roads are held, no buildings either', async () => {
    assert.deepEqual(await load('dzialki.xml', collection(...around, ...row(['RV', 'RV', 'RV', 'RV']))), []);
    assert.equal((await answer('road_access', 1)).coverage, 'not_covered');
    assert.equal((await answer('buildings', 1)).coverage, 'not_covered');
  });

  it('the first load of roads tells no events', async () => {
    assert.deepEqual(await load('bdot10k_1418.xml', collection(PUBLIC, INTERNAL)), []);
    assert.deepEqual(await access(1), ['fail', null, 180]);
    assert.deepEqual(await access(2), ['fail', null, 80]);
    assert.deepEqual(await access(3), ['pass', 'bdot_road_within_30m', 0]);
    assert.deepEqual(await access(4), ['pass', 'bdot_road_within_30m', 20]);
  });

  it('the field under the road becomes road land: the parcels next door have access', async () => {
    const events = await load('dzialki.xml', collection(...around, ...row(['RV', 'RV', 'dr', 'RV'])));
    assert.deepEqual(
      events.filter((event) => event.startsWith('road_access_changed')),
      ['road_access_changed 2', 'road_access_changed 3', 'road_access_changed 4'],
    );
    assert.deepEqual(await access(1), ['fail', null, 180]);
    assert.deepEqual(await access(2), ['pass', 'adjacent_public_road_parcel', 80]);
    assert.deepEqual(await access(3), ['pass', null, 0]);
    assert.deepEqual(await access(4), ['pass', 'adjacent_public_road_parcel', 20]);
  });

  it('the road loses its category: whoever relied on it has none', async () => {
    const events = await load(
      'bdot10k_1418.xml',
      collection(PUBLIC.replace('gminna', 'wewnętrzna'), INTERNAL, road('C', 'powiatowa', 0, 600, 400, 600)),
    );
    assert.deepEqual(
      events.filter((event) => event.startsWith('road_access_changed')),
      ['road_access_changed 2', 'road_access_changed 3', 'road_access_changed 4'],
    );
    assert.deepEqual(await access(2), ['fail', null, 500]);
  });

  it('a neighbour vanishes: nothing can be said along the open boundary', async () => {
    const events = await load('dzialki.xml', collection(...around, ...row(['RV', null, 'dr', 'RV'])));
    assert.ok(events.includes('road_access_changed 1'));
    assert.ok(events.includes('parcel_removed 2'));
    assert.deepEqual(await access(1), ['unknown', null, 500]);
    assert.match((await answer('road_access', 1)).note, /Along 100 m of the boundary no parcel is held/);
  });

  const uses = ['RV', 'RV', 'dr', 'RV'];
  const building = (name: string, text: string) =>
    `<ot:OT_BUBD_A><ot:lokalnyId>${name}</ot:lokalnyId><ot:kategoriaIstnienia>eksploatowany</ot:kategoriaIstnienia>${text}</ot:OT_BUBD_A>`;
  const area = (x: number) =>
    `<ot:geometria><gml:Polygon srsName="EPSG:2180"><gml:exterior><gml:LinearRing><gml:posList>
     ${EAST + x} ${NORTH + 10} ${EAST + x + 10} ${NORTH + 10} ${EAST + x + 10} ${NORTH + 20} ${EAST + x} ${NORTH + 20}
     ${EAST + x} ${NORTH + 10}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ot:geometria>`;

  it('buildings of the topographic map, loaded alone, leave its roads', async () => {
    await load('dzialki.xml', collection(...around, ...row(uses)));
    await load('bdot10k_1418_buildings.xml', collection(building('X', area(20))));
    const found = await answer('buildings', 1);
    assert.deepEqual([found.source.id, found.value], ['bdot10k', { count: 1, footprint_m2_total: 100 }]);
    assert.equal((await answer('buildings', 2)).coverage, 'covered_no_data');
    assert.deepEqual(await access(2), ['fail', null, 500]);
  });

  it('the cadastre, once it has buildings, goes before the map', async () => {
    // One on the first parcel, one over the boundary of the first and the second, one a hand over it.
    const houses = [
      house('1.1', box(20, 40, 35, 50)),
      house('1.2', box(92, 40, 104, 50)),
      house('1.3', box(88, 60, 100.1, 70)),
    ];
    await load('dzialki.xml', collection(...around, ...row(uses), ...houses));
    const [first, second] = [await answer('buildings', 1), await answer('buildings', 2)];
    assert.deepEqual([first.source.id, first.value], ['egib', { count: 3, footprint_m2_total: 350 }]);
    assert.deepEqual(second.value, { count: 1, footprint_m2_total: 40 });
    assert.deepEqual((await answer('buildings', 4)).value, { count: 0, footprint_m2_total: 0 });
  });

  it('a house is pulled down', async () => {
    const houses = [house('1.1', box(20, 40, 35, 50)), house('1.3', box(88, 60, 100.1, 70))];
    const events = await load('dzialki.xml', collection(...around, ...row(uses), ...houses));
    assert.deepEqual(events, ['buildings_changed 1', 'buildings_changed 2']);
    assert.equal((await answer('buildings', 2)).coverage, 'covered_no_data');
  });

  it('an extract without buildings leaves those that are there', async () => {
    assert.deepEqual(
      await load('dzialki.xml', collection(...around, ...row(uses).map((text) => `${text}\n`))),
      [],
    );
    const { source, value } = await answer('buildings', 1);
    assert.deepEqual([source.id, value], ['egib', { count: 2, footprint_m2_total: 270 }]);
  });
});
