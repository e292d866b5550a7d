// Flood, landslides and protected areas through the whole chain: files in, facts and events out. Shares are checked one by
// one against exact geometry.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { datasetIn } from '../../src/data-folder.ts';
import { openDataset } from '../../src/dataset.ts';
import { Corpus } from '../../src/domain/corpus/corpus.ts';
import { GDOS_PARTS } from '../../src/domain/corpus/register-parts.ts';
import { areaOf } from '../../src/domain/geometry/rings.ts';
import { intersectionArea } from '../../src/domain/geometry/test-overlay.ts';
import type { MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { answersOf } from '../../src/domain/layers/answers-of.ts';
import type { FloodFact } from '../../src/domain/layers/flood.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import { type Subject, subjectOf } from '../../src/domain/layers/subject.ts';
import { planFiles } from '../../src/ingest/plan-files.ts';
import { ingestFile } from '../../src/ingest/run.ts';

const DAY = '2026-11-15';
const [X, Y] = [640_000, 480_000];

type Ring = Position[];
const box = (x: number, y: number, width: number, height: number): Ring => [
  [X + x, Y + y],
  [X + x, Y + y + height],
  [X + x + width, Y + y + height],
  [X + x + width, Y + y],
  [X + x, Y + y],
];
const posList = (ring: Ring) => ring.map(([x, y]) => `${y} ${x}`).join(' ');
const gml = (ring: Ring) =>
  `<gml:Polygon srsName="http://www.opengis.net/def/crs/EPSG/0/2180"><gml:exterior><gml:LinearRing><gml:posList>${posList(ring)}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
const collection = (members: string[]) =>
  `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g" timeStamp="2026-11-03T10:00:00Z">${members.map((member) => `<wfs:member>${member}</wfs:member>`).join('')}</wfs:FeatureCollection>`;

/** Twelve by twelve parcels of 50 by 40 m, side by side. */
const PARCELS = new Map(
  Array.from({ length: 144 }, (_, i): [string, Ring] => [
    `141803_2.0009.${i + 1}`,
    box(50 * (i % 12), 40 * Math.floor(i / 12), 50, 40),
  ]),
);

/** Beyond all parcels. */
const FAR = box(5_000, 5_000, 50, 50);

/** A meandering band of many vertices, so that it is kept in pieces. */
function river(width: number): Ring {
  const bank = (side: number): Ring =>
    Array.from({ length: 1_200 }, (_, i): Position => {
      const x = i / 2;
      return [X + x, Y + 240 + 90 * Math.sin(x / 60) + side * width + 2 * Math.sin(i / 3)];
    });
  const ring = [...bank(-1), ...bank(1).toReversed()];
  return [...ring, ...ring.slice(0, 1)];
}
const ZONES = { 10: river(20), 100: river(45), 500: river(70) };

const hazard = (years: keyof typeof ZONES, ring: Ring) =>
  `<nz:HazardArea><nz:inspireId><b:Identifier><b:localId>Q${years}</b:localId></b:Identifier></nz:inspireId>
   <nz:validityPeriod><gml:TimePeriod><gml:beginPosition>2022-09-07</gml:beginPosition></gml:TimePeriod></nz:validityPeriod>
   <nz:geometry>${gml(ring)}</nz:geometry><nz:likelihoodOfOccurrence><nz:LikelihoodOfOccurrence><nz:quantitativeLikelihood><nz:QuantitativeLikelihood>
   <nz:returnPeriod>${years}</nz:returnPeriod></nz:QuantitativeLikelihood></nz:quantitativeLikelihood></nz:LikelihoodOfOccurrence></nz:likelihoodOfOccurrence></nz:HazardArea>`;
const floodMap = (zones: Partial<Record<10 | 100 | 500, Ring>>) =>
  collection(
    ([10, 100, 500] as const).flatMap((years) => (zones[years] ? [hazard(years, zones[years])] : [])),
  );
const reach = (ring: Ring) =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2180' } },
    features: [
      {
        type: 'Feature',
        properties: { edycja: '2022-09-07' },
        geometry: { type: 'Polygon', coordinates: [ring] },
      },
    ],
  });
const spatialReference = { wkid: 2180 };
const landslides = (...rings: Ring[]) =>
  JSON.stringify({
    results: rings.map((ring, i) => ({
      layerId: 14,
      layerName: 'osuwisko',
      attributes: { NUMER_IDENTYFIKACYJNY: String(i + 1) },
      geometry: { rings: [ring], spatialReference },
    })),
  });
const mapped = (ring: Ring) =>
  JSON.stringify({
    spatialReference,
    features: [{ attributes: { TERYT: '141803' }, geometry: { rings: [ring] } }],
  });
const form = (layer: string, gid: number, name: string, shape: string) =>
  `<GDOS:${layer}><GDOS:gid>${gid}</GDOS:gid><GDOS:nazwa>${name}</GDOS:nazwa><GDOS:kodinspire>PL.${gid}</GDOS:kodinspire><GDOS:geom>${shape}</GDOS:geom></GDOS:${layer}>`;
const tree = (x: number, y: number) =>
  `<gml:Point srsName="urn:ogc:def:crs:EPSG::2180"><gml:pos>${Y + y} ${X + x}</gml:pos></gml:Point>`;
const avenue = (...points: [number, number][]) =>
  `<gml:LineString srsName="urn:ogc:def:crs:EPSG::2180"><gml:posList>${posList(points.map(([x, y]) => [X + x, Y + y]))}</gml:posList></gml:LineString>`;

describe('flood, landslides and protected areas, from file to answer', () => {
  const root = mkdtempSync(join(tmpdir(), 'miedza-hazards-'));
  const data = join(root, 'data');
  mkdirSync(data);
  after(() => rmSync(root, { recursive: true, force: true }));

  /** Loads one file and gives the events it told. */
  async function load(name: string, content: string, allowLoss = false): Promise<string[]> {
    const path = join(root, name);
    writeFileSync(path, content);
    await using dataset = openDataset(data);
    const [planned] = planFiles(path, undefined);
    assert.ok(planned, `no recipe for ${name}`);
    const known = eventsAfter(0).length;
    const outcome = await ingestFile(planned.recipe, path, dataset.options({ allowLoss }));
    assert.equal(outcome.outcome, 'published', JSON.stringify(outcome));
    // Whatever a thing is stored in, the load and the report of it count the same.
    const { run, created, changed, unchanged } = outcome.report;
    const told = (await dataset.writer.runs(1)).map((row) => [row.run, row.rows]);
    assert.deepEqual(told, [[run, created + changed + unchanged]]);
    assert.ok(unchanged >= 0, `${unchanged} rows unchanged`);
    return eventsAfter(known);
  }

  function eventsAfter(count: number): string[] {
    using db = new DatabaseSync(datasetIn(data));
    return db
      .prepare('SELECT event, subject, layer FROM events ORDER BY seq')
      .all()
      .slice(count)
      .map(({ event, subject, layer }) => [event, subject, layer].join(' '));
  }

  async function subjects(): Promise<{ corpus: Corpus; of: (number: number) => Subject }> {
    await using dataset = openDataset(data);
    const corpus = new Corpus(await dataset.writer.corpus());
    using db = new DatabaseSync(datasetIn(data));
    const rows = new Map(
      db
        .prepare('SELECT p.id, f.facts FROM parcels p LEFT JOIN parcel_facts f ON f.fid = p.fid')
        .all()
        .map(({ id, facts }) => [String(id), unpackFacts(facts as string | null)]),
    );
    return {
      corpus,
      of: (number) => {
        const id = `141803_2.0009.${number}`;
        return subjectOf(id, rows.get(id) ?? assert.fail(`no parcel ${id}`), corpus);
      },
    };
  }

  before(async () => {
    const members = [...PARCELS].map(
      ([id, ring]) =>
        `<ms:dzialki><ms:id_dzialki>${id}</ms:id_dzialki><ms:geom>${gml(ring)}</ms:geom></ms:dzialki>`,
    );
    await load('egib-141803_2.0009.gml', collection(members));
  });

  it('before anything is loaded nothing is known', async () => {
    const { corpus, of } = await subjects();
    for (const layer of ['flood', 'landslide', 'protected'] as const) {
      assert.equal(answersOf(of(1), corpus, DAY)(layer).coverage, 'not_covered');
    }
  });

  it('first loads tell no events, not even that of the reach after the areas', async () => {
    assert.deepEqual(await load('mzp-flood.gml', floodMap(ZONES)), []);
    assert.deepEqual(await load('mzp-zasieg.geojson', reach(box(0, 0, 600, 400))), []);
    assert.deepEqual(await load('sopo-obszary.json', landslides(box(10, 10, 60, 20))), []);
    const threatened = landslides(FAR).replace('"layerId":14,"layerName":"osuwisko"', '"layerId":12');
    assert.deepEqual(await load('sopo-tereny-zagrozone.json', threatened), []);
    assert.deepEqual(await load('sopo-stan.json', mapped(box(0, 0, 600, 200))), []);
    const forms = [
      ...GDOS_PARTS.map(({ part }, i) => form(part, 90 + i, 'Far away', gml(FAR))),
      form('Rezerwaty', 1, 'Łęgi', gml(box(25, 0, 50, 40))),
      form('Rezerwaty', 2, 'Łęgi - otulina', gml(box(0, 0, 200, 40))),
      form('PomnikiPrzyrodyPunktowe', 3, 'Dąb', tree(125, 20)),
      form('PomnikiPrzyrodyLiniowe', 4, 'Aleja', avenue([160, 20], [240, 20])),
    ];
    assert.deepEqual(await load('gdos.xml', collection(forms)), []);
  });

  it('every share of a zone is that of exact geometry', async () => {
    const { of } = await subjects();
    const polygons = (ring: Ring): MultiPolygon => [[ring]];
    let met = 0;
    for (const [i, ring] of [...PARCELS.values()].entries()) {
      const text = of(i + 1).facts.flood;
      const fact: FloodFact | null = text === null ? null : JSON.parse(text);
      for (const [years, zone] of Object.entries(ZONES)) {
        const exact = (intersectionArea(polygons(ring), polygons(zone)) / areaOf(polygons(ring))) * 100;
        const share = fact?.[`q${years}_pct` as 'q10_pct'] ?? 0;
        // The bends are kept in millimetres and in pieces.
        assert.ok(Math.abs(share - exact) <= 0.02, `parcel ${i + 1}, Q${years}: ${share} for ${exact}`);
        if (share > 0 && share < 100) met += 1;
      }
    }
    assert.ok(met > 60, `${met} partly covered parcels are a poor test`);
  });

  it('answers: in a zone, in the reach, beyond it', async () => {
    const { corpus, of } = await subjects();
    const coverages = Array.from(
      { length: 144 },
      (_, i) => answersOf(of(i + 1), corpus, DAY)('flood').coverage,
    );
    assert.deepEqual(new Set(coverages), new Set(['covered', 'covered_no_data', 'not_covered']));
    // The reach ends 400 m up: what lies above it and in no zone is unknown.
    const unknown = coverages.flatMap((coverage, i) =>
      coverage === 'not_covered' ? [Math.floor(i / 12)] : [],
    );
    assert.ok(unknown.every((row) => row >= 10));
    const empty = answersOf(of(1), corpus, DAY)('flood');
    assert.deepEqual(
      [empty.coverage, empty.value],
      [
        'covered_no_data',
        { q10: false, q100: false, q500: false, q100_share_pct: 0, map_edition: '2022-09-07' },
      ],
    );
  });

  it('answers: landslides where they are mapped', async () => {
    const { corpus, of } = await subjects();
    const landslide = (number: number) => answersOf(of(number), corpus, DAY)('landslide');
    assert.deepEqual(landslide(1).value, { present: true, kinds: ['landslide'], count: 1 });
    assert.deepEqual(landslide(2).value, { present: true, kinds: ['landslide'], count: 1 });
    assert.deepEqual(landslide(3).value, { present: false, kinds: [], count: 0 });
    assert.equal(landslide(144).coverage, 'not_covered');
  });

  it('answers: forms by area, a point, a line, a buffer zone', async () => {
    const { corpus, of } = await subjects();
    const forms = (number: number) => {
      const { value, note } = answersOf(of(number), corpus, DAY)('protected');
      return [value?.inside_any, value?.forms.map(({ name }) => name), /buffer zone/.test(note ?? '')];
    };
    assert.deepEqual(forms(1), [true, ['Łęgi'], true]);
    assert.deepEqual(forms(3), [true, ['Dąb'], true]);
    assert.deepEqual(forms(4), [true, ['Aleja'], true]);
    assert.deepEqual(forms(5), [true, ['Aleja'], false]);
    assert.deepEqual(forms(6), [false, [], false]);
  });

  it('a changed map tells of the parcels where it changed, and leaves what it does not hold', async () => {
    const moved = river(45).map(([x, y]): Position => [x, y + 10]);
    const events = await load('mzp-flood.gml', floodMap({ ...ZONES, 100: moved }));
    assert.ok(events.length > 20);
    assert.deepEqual(new Set(events.map((event) => event.split(' ')[0])), new Set(['flood_changed']));
    const { corpus, of } = await subjects();
    assert.equal(answersOf(of(1), corpus, DAY)('flood').coverage, 'covered_no_data');

    // Only Q10, whose name begins that of Q100: the others stay.
    await load('mzp-q10.gml', floodMap({ 10: river(10) }));
    const held = (await subjects()).corpus.statesOf('flood').map(({ scope }) => scope);
    assert.deepEqual(held, ['flood_q10/14', 'flood_q100/14', 'flood_q500/14', 'flood_reach/14']);
    using db = new DatabaseSync(datasetIn(data));
    const roles = db.prepare("SELECT DISTINCT role FROM evidence WHERE source = 'flood' ORDER BY role").all();
    assert.deepEqual(
      roles.map(({ role }) => role),
      ['flood_q10', 'flood_q100', 'flood_q500', 'flood_reach'],
    );
  });

  it('a landslide that moves leaves the mapped extent, and tells', async () => {
    const events = await load('sopo-obszary.json', landslides(box(60, 10, 60, 20)));
    assert.deepEqual(events, [
      'landslide_changed 141803_2.0009.1 landslide',
      'landslide_changed 141803_2.0009.3 landslide',
    ]);
  });

  it('a reserve that goes is told, and its neighbours stay', async () => {
    const events = await load(
      'gdos.xml',
      collection([form('Rezerwaty', 2, 'Łęgi - otulina', gml(box(0, 0, 200, 40)))]),
      true,
    );
    assert.deepEqual(events, [
      'protected_changed 141803_2.0009.1 protected',
      'protected_changed 141803_2.0009.2 protected',
    ]);
    const { corpus, of } = await subjects();
    assert.deepEqual(
      answersOf(of(3), corpus, DAY)('protected').value?.forms.map(({ name }) => name),
      ['Dąb'],
    );
  });
});
