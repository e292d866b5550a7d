// What every store must do, written against the port alone: a second back end runs the same suite.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_NAMES } from '../../src/contract/change-events.ts';
import { grownBox } from '../../src/domain/geometry/box.ts';
import { PreparedArea } from '../../src/domain/geometry/polygons.ts';
import type { Box, MultiPolygon, Position } from '../../src/domain/geometry/types.ts';
import { boundsOf, decodeMultiPolygon } from '../../src/domain/geometry/wkb.ts';
import { FACT_LAYERS, NO_FACTS } from '../../src/domain/layers/layer-table.ts';
import { permitSubject } from '../../src/domain/publish/event-rows.ts';
import type { BoundaryLevel, StagedRow } from '../../src/domain/publish/staged-rows.ts';
import { tellNothing } from '../../src/domain/publish/tell-events.ts';
import { leftForLater } from '../../src/domain/publish/touched.ts';
import type { CompletionKey } from '../../src/domain/text/completions.ts';
import type { PublishReport } from '../../src/ingest/publish-load.ts';
import { publishLoad } from '../../src/ingest/publish-load.ts';
import { revisit } from '../../src/ingest/revisit.ts';
import type { EventFilter, Store, StoreReads } from '../../src/store/reads.ts';
import { StoreError } from '../../src/store/reads.ts';
import type { DatasetWriter, RunStart } from '../../src/store/writer.ts';
import { randomFor } from '../../world/random.ts';
import { shapesInBox } from '../shapes-in-box.ts';
import { compareStage, countStage, publishStage } from './load-rows.ts';
import { boundaryRow, obrebRow, parcelRow, rectangle, runOf, tercRow } from './rows.ts';

export interface Load {
  readonly run: RunStart;
  readonly rows: readonly StagedRow[];
  readonly scopes: readonly string[];
  readonly as_of: string | null;
  readonly at: string;
}

/** A fresh, empty dataset. Readers and writers are opened by different processes in life; a store may rely on that. */
export interface StoreUnderTest {
  openWriter(): Promise<DatasetWriter>;
  openStore(): Promise<Store>;
  /** Publishes in another thread or process. */
  publishElsewhere(load: Load): Promise<void>;
  dispose(): Promise<void>;
}

async function listOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(pages)).flat();
}

async function geometriesIn(now: StoreReads, ids: readonly string[]): Promise<Map<string, MultiPolygon>> {
  return new Map([...(await now.parcels(ids))].map(([id, { wkb }]) => [id, decodeMultiPolygon(wkb)]));
}

const idsInBox = async (now: StoreReads, box: Box): Promise<string[]> => [
  ...(await shapesInBox(now, box)).keys(),
];

const O = '141803_2.0009';
const SHEETED = '143801_1.0003';
const [EAST, NORTH] = [637_000, 470_000];
const at = (column: number, row = 0, size = 10): Box => [
  EAST + column * 20,
  NORTH + row * 20,
  EAST + column * 20 + size,
  NORTH + row * 20 + size,
];
const plot = (number: string, column: number, row = 0) =>
  parcelRow(`${O}.${number}`, { geometry: rectangle(at(column, row)), area_official_m2: 101.5 });

/** Counts of a load that replaces parcels alone. */
const replaced = (live: number, missing: number) => ({ live, missing, parcels: { live, missing } });

const loadOf = (sha256: string, rows: readonly StagedRow[], more: Partial<Load> = {}): Load => ({
  run: runOf(sha256),
  rows,
  scopes: ['1418'],
  as_of: '2026-11-08',
  at: '2026-11-10T08:00:01.000Z',
  ...more,
});

export async function publish(writer: DatasetWriter, load: Load): Promise<PublishReport> {
  const stage = await writer.stage(load.run);
  await stage.add(load.rows);
  return publishStage(stage, { ...load, computed: true });
}

export function storeSuite(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store ${name}`, () => {
    let under: StoreUnderTest;
    let store: Store | undefined;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(async () => {
      await store?.close();
      store = undefined;
      await under.dispose();
    });

    async function published(...loads: readonly Load[]): Promise<PublishReport[]> {
      const writer = await under.openWriter();
      try {
        const reports: PublishReport[] = [];
        for (const load of loads) reports.push(await publish(writer, load));
        return reports;
      } finally {
        await writer.close();
      }
    }

    async function reading(): Promise<Store> {
      store ??= await under.openStore();
      return store;
    }

    const ids = (found: readonly string[]) => [...found].sort();

    describe('reads', () => {
      const holed: MultiPolygon = [
        [
          ...(rectangle(at(5, 0, 15))[0] ?? []),
          ...(rectangle([EAST + 102, NORTH + 2, EAST + 104, NORTH + 4])[0] ?? []),
        ],
        ...rectangle(at(7)),
      ];
      const rows = [
        plot('1', 0),
        plot('2/3', 1),
        parcelRow(`${O}.7/a`, { geometry: holed, land_use: 'RIIIa 0.1200' }),
        parcelRow(`${SHEETED}.AR_2.17/1`, { geometry: rectangle(at(20)) }),
        parcelRow(`${SHEETED}.AR_11.17/1`, { geometry: rectangle(at(21)) }),
        parcelRow(`${SHEETED}.AR_2.18`, { geometry: rectangle(at(22)) }),
        parcelRow(`${O}.17/1`, { geometry: rectangle(at(23)) }),
      ];

      it('gives parcels in the order of ids, page after page, through powiaty', async () => {
        await (await reading()).read(async (now) => {
          const all = rows.flatMap((row) => (row.kind === 'parcel' ? [row.row.id] : [])).sort();
          const paged: string[] = [];
          for (;;) {
            const page = await now.parcelsFrom('', paged.at(-1) ?? '', 2);
            paged.push(...page.map(({ id }) => id));
            if (page.length < 2) break;
          }
          assert.deepEqual(paged, all);
          const from = async (prefix: string, after = '') =>
            (await now.parcelsFrom(prefix, after, 9)).map(({ id }) => id);
          assert.deepEqual(
            await from('1438'),
            all.filter((id) => id.startsWith('1438')),
          );
          assert.deepEqual(await from('1418', `${O}.2/3`), [`${O}.7/a`]);
          assert.deepEqual(await from('9999'), []);
          const counted = ['', '1438', '1418', `${O}.`, '9999'];
          assert.deepEqual(
            await Promise.all(counted.map((prefix) => now.countParcels(prefix))),
            counted.map((prefix) => all.filter((id) => id.startsWith(prefix)).length),
          );
        });
      });

      it('completes numbers of an obręb by their beginnings, on map sheets too, and places it by a parcel', async () => {
        await (await reading()).read(async (now) => {
          const completed = async (obreb_id: string, prefix: string, limit = 9) =>
            (await now.complete([{ kind: 'parcels', obreb_id, prefix }], limit)).flatMap(({ parcels }) =>
              parcels.map(({ id }) => id),
            );
          assert.deepEqual(await completed(O, '1'), [`${O}.1`, `${O}.17/1`]);
          assert.deepEqual(await completed(O, '1', 1), [`${O}.1`]);
          assert.deepEqual(ids(await completed(SHEETED, '17/')), [
            `${SHEETED}.AR_11.17/1`,
            `${SHEETED}.AR_2.17/1`,
          ]);
          assert.deepEqual(await completed(SHEETED, 'AR_2.'), [`${SHEETED}.AR_2.17/1`, `${SHEETED}.AR_2.18`]);
          assert.deepEqual(await completed(O, '99'), []);
          const [here, nowhere] = await now.positions([O, '141803_2.0001']);
          assert.ok(here && here[0] > 14 && here[0] < 25);
          assert.equal(nowhere, null);
        });
      });

      beforeEach(async () => {
        await published(
          loadOf('parcels', rows, { scopes: ['1418', '1438'] }),
          loadOf(
            'units',
            [
              tercRow('14', 'MAZOWIECKIE', 'województwo'),
              tercRow('1418032', 'Lesznowola', 'gmina wiejska'),
              tercRow('1418', 'piaseczyński', 'powiat'),
            ],
            { run: { ...runOf('units'), source: 'terc' }, scopes: [''], as_of: null },
          ),
          loadOf(
            'bounds',
            [
              boundaryRow('obreb', O, at(0, 0, 100)),
              boundaryRow('obreb', '141803_2.0010', at(3, 0, 100)),
              boundaryRow('gmina', '1418032', at(0, 0, 1000)),
            ],
            { run: { ...runOf('bounds'), source: 'prg' }, scopes: ['obreb', 'gmina'] },
          ),
        );
      });

      it('parcels, by any number of ids, in which missing ones are simply not there', async () => {
        const reads = await reading();
        await reads.read(async (now) => {
          assert.deepEqual(await now.parcels([]), new Map());
          assert.deepEqual(await now.parcels([`${O}.99`, 'nonsense', '']), new Map());
          const found = await now.parcels([`${O}.2/3`, `${O}.99`, `${O}.7/a`]);
          assert.deepEqual([...found.keys()].sort(), [`${O}.2/3`, `${O}.7/a`]);
          const parcel = found.get(`${O}.2/3`);
          assert.ok(parcel);
          const { record_hash, wkb, ...facts } = parcel;
          assert.deepEqual(decodeMultiPolygon(wkb), (await geometriesIn(now, [parcel.id])).get(parcel.id));
          assert.deepEqual(facts, {
            id: `${O}.2/3`,
            area_official_m2: 101.5,
            area_geometry_m2: 100,
            centroid: [20.9812345, 52.0612345],
            box: [637_020, 470_000, 637_030, 470_010],
            facts: NO_FACTS,
          });
          assert.match(record_hash, /^[0-9a-f]{32}$/);
          assert.equal(found.get(`${O}.7/a`)?.area_official_m2, null);
          const many = Array.from({ length: 1_000 }, (_, n) => `${O}.${n + 1}`);
          assert.deepEqual([...(await now.parcels(many)).keys()], [`${O}.1`]);
        });
      });

      it('geometries, exactly as they were staged, holes and parts too', async () => {
        await (await reading()).read(async (now) => {
          assert.deepEqual(await geometriesIn(now, []), new Map());
          const found = await geometriesIn(now, [`${O}.7/a`, `${O}.99`, `${O}.1`]);
          assert.deepEqual(
            found,
            new Map([
              [`${O}.7/a`, holed],
              [`${O}.1`, rectangle(at(0))],
            ]),
          );
          const many = Array.from({ length: 1_000 }, (_, n) => `${O}.${n + 1}`);
          assert.deepEqual([...(await geometriesIn(now, many)).keys()], [`${O}.1`]);
        });
      });

      it('parcels by number, on any map sheet', async () => {
        await (await reading()).read(async (now) => {
          const NUMBERS: [string[], string, string[]][] = [
            [[], '1', []],
            [[O], '1', [`${O}.1`]],
            [[O], '2', []],
            [[O], '7/a', [`${O}.7/a`]],
            [[SHEETED], '17/1', [`${SHEETED}.AR_11.17/1`, `${SHEETED}.AR_2.17/1`]],
            [[SHEETED, O], '17/1', [`${O}.17/1`, `${SHEETED}.AR_11.17/1`, `${SHEETED}.AR_2.17/1`]],
            [[SHEETED], '18', [`${SHEETED}.AR_2.18`]],
            [[SHEETED], '%', []],
            [['141803_2.0001'], '1', []],
          ];
          for (const [obreby, number, expected] of NUMBERS) {
            const key = { obreb_ids: obreby, number };
            const found = (await now.lookup({ numbers: [key] })).numbers.get(key) ?? [];
            assert.deepEqual(ids(found.map(({ id }) => id)), expected, `${obreby} ${number}`);
            const whole = await now.parcels(expected);
            for (const { id, centroid } of found) assert.deepEqual(centroid, whole.get(id)?.centroid);
          }
        });
      });

      it('boundaries of one level around a position', async () => {
        await (await reading()).read(async (now) => {
          const boundariesAt = async (position: Position, level: BoundaryLevel) => {
            const key = { position, level };
            return (await now.lookup({ boundaries: [key] })).boundaries.get(key) ?? [];
          };
          const codes = async (x: number, y: number, level: BoundaryLevel) =>
            (await boundariesAt([x, y], level)).map(({ code }) => code).sort();
          assert.deepEqual(await codes(EAST + 30, NORTH + 50, 'obreb'), [O]);
          assert.deepEqual(await codes(EAST + 80, NORTH + 50, 'obreb'), [O, '141803_2.0010']);
          assert.deepEqual(await codes(EAST + 80, NORTH + 50, 'gmina'), ['1418032']);
          assert.deepEqual(await codes(EAST + 80, NORTH + 50, 'powiat'), []);
          assert.deepEqual(await codes(EAST - 80, NORTH + 50, 'gmina'), []);
          assert.deepEqual(await boundariesAt([EAST + 30, NORTH + 50], 'obreb'), [
            { code: O, level: 'obreb', name: `obreb ${O}`, geometry: rectangle(at(0, 0, 100)) },
          ]);
        });
      });

      it('boundaries that meet a box, with their outlines', async () => {
        await (await reading()).read(async (now) => {
          const codes = async (box: Box, level: BoundaryLevel) =>
            (await now.boundariesIn(box, level)).map(({ code }) => code);
          assert.deepEqual(await codes(at(0), 'obreb'), [O]);
          assert.deepEqual(await codes(at(4), 'obreb'), [O, '141803_2.0010']);
          assert.deepEqual(await codes(at(4), 'powiat'), []);
          assert.deepEqual(await codes(at(-20), 'gmina'), []);
          const [gmina] = await now.boundariesIn(at(4), 'gmina');
          assert.deepEqual(gmina && decodeMultiPolygon(gmina.wkb), rectangle(at(0, 0, 1000)));
          assert.deepEqual(gmina?.box, at(0, 0, 1000));
        });
      });

      it('evidence that meets a box, by role, piece by piece, with its attributes', async () => {
        const wave = Array.from({ length: 600 }, (_, n): Position => [EAST + n, NORTH + 40 + (n % 2)]);
        const large: MultiPolygon = [[[...wave, [EAST + 600, NORTH], [EAST, NORTH], wave[0] as Position]]];
        const evidence = (
          key: string,
          role: 'flood_q100' | 'landslide',
          geometry: MultiPolygon,
        ): StagedRow => ({
          kind: 'evidence',
          row: {
            role,
            key,
            place: '14',
            attributes: { edition: key },
            geometry: { type: 'MultiPolygon', coordinates: geometry },
          },
        });
        await published(
          loadOf(
            'evidence',
            [
              evidence('b', 'flood_q100', rectangle(at(0))),
              evidence('a', 'flood_q100', large),
              evidence('c', 'landslide', rectangle([EAST + 0.01, NORTH, EAST + 10, NORTH + 10])),
            ],
            { run: { ...runOf('evidence'), source: 'flood' }, scopes: ['14'] },
          ),
        );
        await (await reading()).read(async (now) => {
          const found = await now.evidenceIn(at(0), ['flood_q100']);
          assert.deepEqual(ids([...new Set(found.map(({ key }) => key))]), ['a', 'b']);
          assert.ok(found.every(({ role, source }) => role === 'flood_q100' && source === 'flood'));
          const small = found.find(({ key }) => key === 'b');
          assert.deepEqual(small && [small.attributes, small.piece, small.box], [{ edition: 'b' }, 0, at(0)]);
          assert.deepEqual(small && decodeMultiPolygon(small.wkb), rectangle(at(0)));
          const all = await now.evidenceIn(
            [EAST, NORTH, EAST + 1000, NORTH + 100],
            ['flood_q100', 'landslide'],
          );
          const pieces = all.filter(({ key }) => key === 'a').map(({ piece }) => piece);
          assert.deepEqual(
            pieces.toSorted((one, other) => one - other),
            pieces.map((_, index) => index),
          );
          assert.ok(pieces.length > 1);
          assert.deepEqual(ids([...new Set(all.map(({ key }) => key))]), ['a', 'b', 'c']);
          assert.deepEqual(await now.evidenceIn(at(0), []), []);
          assert.deepEqual(await now.evidenceIn(at(-9), ['flood_q100']), []);
          // Indexes know bounds to some centimetres.
          const nearly: Box = [EAST - 10, NORTH, EAST + 0.009, NORTH + 10];
          assert.deepEqual(await now.evidenceIn(nearly, ['landslide']), []);
        });
      });

      it('units, obręby and the state of the sources, in order', async () => {
        await (await reading()).read(async (now) => {
          assert.deepEqual(
            (await now.terc()).map(({ code, name }) => [code, name]),
            [
              ['14', 'MAZOWIECKIE'],
              ['1418', 'piaseczyński'],
              ['1418032', 'Lesznowola'],
            ],
          );
          assert.deepEqual(
            (await now.obreby()).map(({ id, name }) => [id, name]),
            [
              [O, `obreb ${O}`],
              ['141803_2.0010', 'obreb 141803_2.0010'],
            ],
          );
          const states = await now.sourceStates();
          assert.deepEqual(
            states.map(({ source, scope, as_of, synthetic }) => [source, scope, as_of, synthetic]),
            [
              ['egib', '1418', '2026-11-08', false],
              ['egib', '1438', '2026-11-08', false],
              ['prg', 'gmina', '2026-11-08', false],
              ['prg', 'obreb', '2026-11-08', false],
              ['terc', '', null, false],
            ],
          );
          assert.ok(states.every(({ last_success_at }) => last_success_at === '2026-11-10T08:00:01.000Z'));
        });
      });

      it("a fault in the work is the caller's, and the store goes on", async () => {
        const reads = await reading();
        const fault = new Error('not ours');
        await assert.rejects(
          reads.read(() => Promise.reject(fault)),
          fault,
        );
        assert.equal((await reads.read((now) => now.parcels([`${O}.1`]))).size, 1);
      });

      it('many at once', async () => {
        const reads = await reading();
        const sizes = await Promise.all(
          Array.from({ length: 50 }, () =>
            reads.read(async (now) => {
              await sleep(1);
              return (await now.parcels([`${O}.1`, `${O}.2/3`])).size;
            }),
          ),
        );
        assert.deepEqual(new Set(sizes), new Set([2]));
      });
    });

    it('finds by box what a look at every geometry finds', async () => {
      const random = randomFor(7, 'boxes');
      const spread = (metres: number) => Math.round(random() * metres * 1000) / 1000;
      const shapes = Array.from({ length: 1_500 }, (_, n): [string, Box] => {
        const [x, y] = [EAST + spread(3_000), NORTH + spread(3_000)];
        return [`${O}.${n + 1}`, [x, y, x + 0.01 + spread(80), y + 0.01 + spread(80)]];
      });
      await published(
        loadOf(
          'boxes',
          shapes.map(([id, box]) => parcelRow(id, { geometry: rectangle(box) })),
        ),
      );
      await (await reading()).read(async (now) => {
        const geometries = await geometriesIn(
          now,
          shapes.map(([id]) => id),
        );
        const boxes = [...geometries].map(
          ([id, coordinates]) => [id, boundsOf({ type: 'MultiPolygon', coordinates })] as const,
        );
        const meeting = ([minX, minY, maxX, maxY]: Box, slack_m: number) =>
          boxes
            .filter(
              ([, box]) =>
                box[0] <= maxX + slack_m &&
                box[2] >= minX - slack_m &&
                box[1] <= maxY + slack_m &&
                box[3] >= minY - slack_m,
            )
            .map(([id]) => id);
        const EMPTY_BOX: Box = [0, 0, 1, 1];
        let [found, without] = [0, 0];
        for (let n = 0; n < 200; n += 1) {
          const [x, y] = [EAST - 100 + spread(3_200), NORTH - 100 + spread(3_200)];
          const size = n % 4 === 0 ? 0 : spread(400);
          const box: Box = [x, y, x + size, y + size];
          const hits = new Set(await idsInBox(now, box));
          found += hits.size;
          const inner: Box = [x + size / 4, y + size / 4, x + size / 2, y + size / 2];
          const [placed = []] = await Array.fromAsync(now.parcelsInCells([{ box, inner }], '', 10_000));
          assert.deepEqual(
            placed.map(({ id }) => id),
            [...hits].sort(),
            'in the order of ids',
          );
          const whole = await now.parcels(placed.map(({ id }) => id));
          using ground = new PreparedArea(rectangle(inner));
          for (const { outline, ...one } of placed) {
            const parcel = whole.get(one.id);
            assert.ok(parcel);
            assert.deepEqual({ ...parcel, ...one, ...outline }, parcel, one.id);
            // Judged by the index, whose boxes are rounded outwards: never an outline too few.
            assert.ok(
              outline || ground.overlapsStored(parcel.box, parcel.wkb),
              `${one.id} without an outline`,
            );
            const [minX, minY, maxX, maxY] = grownBox(parcel.box, 0.5);
            const isClear = minX > inner[0] && minY > inner[1] && maxX < inner[2] && maxY < inner[3];
            assert.ok(!isClear || !outline, `${one.id} with an outline`);
            without += outline ? 0 : 1;
          }
          // Page by page, and several cells at once: each has its own page.
          const [middle = ''] = placed.slice(placed.length / 2).map(({ id }) => id);
          const after = placed.filter(({ id }) => id > middle).slice(0, 3);
          const cells = [
            { box, inner },
            { box: EMPTY_BOX, inner: EMPTY_BOX },
            { box, inner },
          ];
          assert.deepEqual(await Array.fromAsync(now.parcelsInCells(cells, middle, 3)), [after, [], after]);
          // Up to an id, which counts.
          const upTo = placed.filter(({ id }) => id <= middle);
          assert.deepEqual(
            await Array.fromAsync(now.parcelsInCells([{ box, inner, up_to: middle }], '', 1e9)),
            [upTo],
          );
          // Indexes keep boxes in single precision, rounded outwards (6 cm here): never one too few, hardly one too many.
          for (const id of meeting(box, 0)) assert.ok(hits.has(id), `${id} is missing in ${box}`);
          const near = new Set(meeting(box, 0.2));
          for (const id of hits) assert.ok(near.has(id), `${id} is not near ${box}`);
        }
        assert.ok(found > 1_000);
        assert.ok(without > 10, `${without} without an outline`);
        assert.deepEqual(await idsInBox(now, EMPTY_BOX), []);
      });
    });

    describe('loads', () => {
      const first = loadOf('first', [
        plot('1', 0),
        plot('2', 1),
        plot('3', 2),
        obrebRow(O, 'Wola Mrokowska'),
      ]);
      const second = loadOf('second', [plot('1', 0), plot('2', 5), plot('4', 3)], {
        run: runOf('second', '2026-11-11T08:00:00.000Z'),
        at: '2026-11-11T08:00:01.000Z',
      });

      it('are not seen before they are published, and leave nothing when they fail', async () => {
        await published(first);
        const reads = await reading();
        const look = () =>
          reads.read(async (now) => [now.version, [...(await now.parcels([`${O}.1`, `${O}.4`])).keys()]]);
        const earlier = await look();
        const writer = await under.openWriter();
        const stage = await writer.stage(second.run);
        await stage.add(second.rows);
        await stage.report([
          { position: 'row 7', field: 'id', kind: 'bad_id', value: 'x', message: 'no id' },
        ]);
        assert.deepEqual(await look(), earlier);
        await stage.fail('it is broken', second.at);
        assert.deepEqual(await look(), earlier);
        const [run] = await writer.runs(1);
        assert.deepEqual(
          [run?.outcome, run?.reason, run?.finished_at, run?.rows, run?.issues],
          ['failed', 'it is broken', second.at, 0, 1],
        );
        const [kind, ...more] = await writer.issueKinds(run?.run ?? 0);
        assert.deepEqual(
          [kind?.kind, kind?.count, kind?.example, more.length],
          ['bad_id', 1, 'row 7: no id', 0],
        );
        assert.equal(await writer.isPublished('egib', 'second'), false);
        await writer.close();
      });

      it('name the rows whose key was staged before', async () => {
        const writer = await under.openWriter();
        const stage = await writer.stage(first.run);
        assert.deepEqual(await stage.add([plot('1', 0), plot('2', 1), plot('1', 2)]), [2]);
        assert.deepEqual(
          await stage.add([plot('2', 9), plot('3', 2), obrebRow(O, 'a'), obrebRow(O, 'a')]),
          [0],
        );
        assert.deepEqual(await countStage(stage, ['1418']), { staged: 3, issues: 0, ...replaced(0, 0) });
        await publishStage(stage, { ...first, computed: true });
        await writer.close();
        const shape = await (await reading()).read((now) => geometriesIn(now, [`${O}.1`, `${O}.2`]));
        assert.deepEqual(
          shape,
          new Map([
            [`${O}.1`, rectangle(at(0))],
            [`${O}.2`, rectangle(at(1))],
          ]),
        );
      });

      it('count what would be lost', async () => {
        await published(first);
        const writer = await under.openWriter();
        const stage = await writer.stage(second.run);
        await stage.add(second.rows);
        assert.deepEqual(await countStage(stage, ['1418']), { staged: 3, issues: 0, ...replaced(3, 1) });
        assert.deepEqual(await countStage(stage, ['1438']), { staged: 3, issues: 0, ...replaced(0, 0) });
        assert.deepEqual(await countStage(stage, [O]), { staged: 3, issues: 0, ...replaced(3, 1) });
        await stage.fail('only counted', second.at);
        await writer.close();
      });

      it('report what they did; equal rows keep their hash', async () => {
        const [one, two] = await published(first, second);
        assert.deepEqual(
          [one?.created, one?.changed, one?.removed, one?.unchanged, one?.events],
          [3, 0, 0, 0, 0],
        );
        assert.deepEqual(
          [two?.created, two?.changed, two?.removed, two?.unchanged, two?.events],
          [1, 1, 1, 1, 3],
        );
        assert.ok(Number(two?.version) > Number(one?.version));
        const reads = await reading();
        assert.equal(await reads.read(async (now) => now.version), two?.version);
      });

      it('of one scope leave the others alone', async () => {
        const other = parcelRow('143805_5.0001.1', { geometry: rectangle(at(50)) });
        const neighbour = parcelRow('141803_2.0010.1', { geometry: rectangle(at(51)) });
        await published(
          loadOf('a', [...first.rows, neighbour]),
          loadOf('b', [other], { scopes: ['1438'] }),
          loadOf('c', [plot('1', 0)], { scopes: [O] }),
        );
        const everything: Box = [EAST, NORTH, EAST + 5_000, NORTH + 5_000];
        const left = await (await reading()).read((now) => idsInBox(now, everything));
        assert.deepEqual(ids(left), [`${O}.1`, '141803_2.0010.1', '143805_5.0001.1']);
      });

      it('are recognised by the hash of their file, and a touch moves only the time', async () => {
        await published(first);
        const writer = await under.openWriter();
        assert.equal(await writer.isPublished('egib', 'first'), true);
        assert.equal(await writer.isPublished('prg', 'first'), false);
        await writer.touch(runOf('first', '2026-11-12T08:00:00.000Z'));
        const [state] = await writer.states();
        assert.deepEqual([state?.last_success_at, state?.as_of], ['2026-11-12T08:00:00.000Z', '2026-11-08']);
        assert.equal((await writer.runs(1))[0]?.outcome, 'unchanged');
        await writer.close();
      });

      it('that were given up are told as aborted by whoever opens the dataset next', async () => {
        await published(first);
        const stopped = await under.openWriter();
        await (await stopped.stage(second.run)).add(second.rows);
        await stopped.close();
        const writer = await under.openWriter();
        const outcomes = async () => (await writer.runs(2)).map(({ outcome, reason }) => [outcome, reason]);
        assert.deepEqual((await outcomes())[0], ['aborted', 'the process was stopped']);
        assert.equal((await publish(writer, second)).created, 1);
        assert.deepEqual(await outcomes(), [
          ['published', null],
          ['aborted', 'the process was stopped'],
        ]);
        await writer.close();
      });

      it('are written by one writer at a time; the second may look, and is told so when it writes', async () => {
        await published(first);
        const writer = await under.openWriter();
        const stage = await writer.stage(second.run);
        const other = await under.openWriter();
        assert.equal((await other.states()).length, 1);
        assert.deepEqual(
          (await other.runs(2)).map(({ outcome }) => outcome),
          ['running', 'published'],
        );
        for (const write of [
          () => other.stage(second.run),
          () => other.touch(first.run),
          () => revisit(other, { source: 'egib', places: ['1418'], at: second.at }),
        ]) {
          await assert.rejects(write, (error) => {
            assert.ok(error instanceof StoreError);
            assert.match(error.message, /another ingest is writing this dataset/);
            return true;
          });
        }
        await other.close();
        await stage.add(second.rows);
        await publishStage(stage, { ...second, computed: true });
        await writer.close();
        const next = await under.openWriter();
        await publish(next, loadOf('third', first.rows));
        await next.close();
      });

      it('do not reach a reader in the middle of its work: it sees one version to the end', async () => {
        await published(first);
        const reads = await reading();
        const everything: Box = [EAST, NORTH, EAST + 5_000, NORTH + 5_000];
        let publishing: Promise<void> | undefined;
        await reads.read(async (now) => {
          const look = async () => ({
            version: now.version,
            parcels: await now.parcels([`${O}.1`, `${O}.2`, `${O}.4`]),
            shapes: await geometriesIn(now, [`${O}.2`]),
            ids: ids(await idsInBox(now, everything)),
            states: await now.sourceStates(),
          });
          const earlier = await look();
          publishing = under.publishElsewhere(second);
          while ((await reads.read(async (later) => later.version)) === earlier.version) await sleep(10);
          assert.deepEqual(await look(), earlier);
          assert.deepEqual(earlier.ids, [`${O}.1`, `${O}.2`, `${O}.3`]);
        });
        await publishing;
        const later = await reads.read((now) => idsInBox(now, everything));
        assert.deepEqual(ids(later), [`${O}.1`, `${O}.2`, `${O}.4`]);
      });
    });

    describe('addresses', () => {
      const address = (id: string, street: string | null, house_number: string): StagedRow => ({
        kind: 'address',
        row: {
          address_id: id,
          gmina: '1418032',
          locality: 'Łazy',
          simc: null,
          street,
          ulic: null,
          house_number,
          postcode: '05-506',
          position: [EAST, NORTH],
        },
      });
      const publishAddresses = async (sha256: string, rows: readonly StagedRow[]) => {
        const writer = await under.openWriter();
        const stage = await writer.stage({ ...runOf(sha256), source: 'prg_addresses' });
        await stage.add(rows);
        const load = { as_of: null, at: '2026-11-10T08:00:01.000Z', computed: false };
        await publishStage(stage, { ...load, scopes: ['1418'] });
        await writer.close();
      };
      const key = { gmina: '1418032', locality: 'lazy', street: 'zeromskiego', number: '12a' };
      const placesOf = async (now: StoreReads) =>
        (await listOf(now.addressedPlaces())).map(({ gmina, locality, street }) =>
          `${gmina} ${locality} ${street ?? ''}`.trim(),
        );

      it('are found by folded names, with any part left open, and their names are listed once', async () => {
        await publishAddresses('a', [
          address('a', 'Żeromskiego', '12 A'),
          address('b', 'Żeromskiego', '14'),
          address('c', null, '3'),
        ]);
        await (await reading()).read(async (now) => {
          const anywhere = { ...key, gmina: null, locality: null };
          const village = { ...key, street: '', number: '3' };
          const keys = [key, anywhere, village, { ...key, number: '99' }];
          const { addresses } = await now.lookup({ addresses: keys });
          assert.deepEqual(
            [...addresses].flatMap(([asked, found]) =>
              found.map((one) => [asked, one.street, one.house_number, one.position]),
            ),
            [
              [key, 'Żeromskiego', '12 A', [EAST, NORTH]],
              [anywhere, 'Żeromskiego', '12 A', [EAST, NORTH]],
              [village, null, '3', [EAST, NORTH]],
            ],
          );
          assert.deepEqual(await placesOf(now), ['1418032 Łazy', '1418032 Łazy Żeromskiego']);
          for (const { position } of await listOf(now.addressedPlaces()))
            assert.deepEqual(position, [EAST, NORTH]);
        });
      });

      it('are completed by the beginnings of their numbers, streets and localities, no further than asked for', async () => {
        const elsewhere = address('d', 'Żeromskiego', '1');
        if (elsewhere.kind !== 'address') throw new Error('no address');
        await publishAddresses('a', [
          address('a', 'Żeromskiego', '12 A'),
          address('b', 'Żeromskiego', '14'),
          address('c', 'Polna', '1'),
          address('e', null, '3'),
          { ...elsewhere, row: { ...elsewhere.row, locality: 'Mroków' } },
        ]);
        const lazy = { gmina: '1418032', locality: 'lazy' };
        const street = 'zeromskiego';
        await (await reading()).read(async (now) => {
          const completed = async (wanted: CompletionKey, limit = 9) =>
            (await now.complete([wanted], limit)).flatMap(({ addresses }) =>
              addresses.map((one) => `${one.locality} ${one.street ?? ''} ${one.house_number}`),
            );
          const houses = { kind: 'houses', ...lazy, street, prefix: '1' } as const;
          assert.deepEqual(await completed(houses), ['Łazy Żeromskiego 12 A', 'Łazy Żeromskiego 14']);
          assert.deepEqual(await completed(houses, 1), ['Łazy Żeromskiego 12 A']);
          assert.equal((await completed({ ...houses, gmina: null, locality: null })).length, 3);
          assert.deepEqual(await completed({ ...houses, street: '', prefix: '' }), ['Łazy  3']);
          const streets = await completed({ kind: 'streets', ...lazy, prefix: 'po' });
          assert.deepEqual(streets, ['Łazy Polna 1']);
          assert.deepEqual(await placesOf(now), [
            '1418032 Łazy',
            '1418032 Łazy Polna',
            '1418032 Łazy Żeromskiego',
            '1418032 Mroków Żeromskiego',
          ]);
        });
      });

      it('are completed in the order of counting, with their letters and parts', async () => {
        const numbers = ['1', '1A', '1/2', '2', '10', '11', '100', '101B', '12/3'];
        await publishAddresses(
          'a',
          numbers.map((number) => address(number, 'Polna', number)),
        );
        const polna = { kind: 'houses', gmina: '1418032', locality: 'lazy', street: 'polna' } as const;
        await (await reading()).read(async (now) => {
          const completed = async (prefix: string, limit: number) =>
            (await now.complete([{ ...polna, prefix }], limit)).flatMap(({ addresses }) =>
              addresses.map(({ house_number }) => house_number),
            );
          const counted = ['1', '1/2', '1A', '10', '11', '12/3', '100', '101B'];
          assert.deepEqual(await completed('1', 9), counted);
          assert.deepEqual(await completed('1', 4), counted.slice(0, 4));
          assert.deepEqual(await completed('10', 9), ['10', '100', '101B']);
          assert.deepEqual(await completed('', 2), ['1', '1/2']);
        });
      });

      it('are gone when a later file has them no more', async () => {
        await publishAddresses('a', [address('a', 'Żeromskiego', '12A'), address('b', 'Polna', '1')]);
        await publishAddresses('b', [address('b', 'Polna', '1')]);
        await (await reading()).read(async (now) => {
          assert.deepEqual((await now.lookup({ addresses: [key] })).addresses.get(key), []);
          assert.deepEqual(await placesOf(now), ['1418032 Łazy Polna']);
        });
      });
    });

    describe('evidence and facts', () => {
      const PLAN = '141803-POG/1POG';
      const zone = (key: string, column: number, symbol: string): StagedRow => ({
        kind: 'plan_area',
        row: {
          area_id: key,
          plan_id: PLAN,
          gmina6: '141803',
          role: 'zone',
          symbol,
          name: null,
          parameters: null,
          geometry: rectangle(at(column, 0, 15)),
        },
      });
      const act = (process: 'elaboration' | 'legalForce'): StagedRow => ({
        kind: 'plan',
        row: {
          plan_id: PLAN,
          kind: 'pog',
          gmina6: '141803',
          title: 'Plan',
          process,
          effective_from: '2026-08-01',
          effective_to: null,
          adopted_on: null,
          resolution_url: null,
          lacks_zones: null,
          lacks_ouz: null,
          geometry: null,
        },
      });
      const ofPlans = (sha256: string): RunStart => ({ ...runOf(sha256), source: 'pog' });
      const PARCELS = loadOf('parcels', [plot('1', 0), plot('2', 1), plot('3', 2), plot('4', 30)]);
      const LAYERS = ['pog'] as const;

      /** Stages a load of plans, works out a text for each touched parcel, publishes; what was touched and told. */
      async function plans(sha256: string, rows: readonly StagedRow[], fact: string, computed = true) {
        const writer = await under.openWriter();
        try {
          const stage = await writer.stage(ofPlans(sha256));
          await stage.add(rows);
          const compared = await compareStage(stage, ['1418'], LAYERS);
          const ids = await stage.touchedIds('', 100);
          assert.equal(ids.length, compared.touched);
          if (computed)
            await stage.addFacts(ids.map((id) => ({ id, facts: { pog: `${fact} ${id.slice(-1)}` } })));
          const touched: [string, string | null, string | null][] = [];
          const report = await compared.publish(
            { as_of: '2026-11-08', at: '2026-11-12T08:00:00.000Z', computed },
            () => ({
              ofParcels: (page) => {
                for (const { id, before, after } of page)
                  touched.push([id.slice(O.length + 1), before.pog, after.pog]);
                return [];
              },
              ofGminy: () => [],
            }),
          );
          const left = leftForLater(await writer.corpus());
          return { touched, report, left: left.filter(({ layer }) => layer === 'pog') };
        } finally {
          await writer.close();
        }
      }

      const factsOf = async () =>
        (await reading()).read(async (now) => {
          const found = await now.parcels(['1', '2', '3', '4'].map((number) => `${O}.${number}`));
          return [...found.values()]
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .map(({ facts, record_hash }) => ({ pog: facts.pog, record_hash }));
        });

      const worked = async () => {
        const writer = await under.openWriter();
        const stage = await writer.stage(runOf('parcels'));
        await stage.add(PARCELS.rows);
        await (await compareStage(stage, ['1418'], FACT_LAYERS)).publish({ ...PARCELS, computed: true });
        await writer.close();
      };

      it('touch the parcels they lie on, and give them what was worked out', async () => {
        await worked();
        const before = await factsOf();
        const { touched, report, left } = await plans(
          'a',
          [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')],
          'x',
        );
        assert.deepEqual(touched, [
          ['1', null, 'x 1'],
          ['2', null, 'x 2'],
        ]);
        assert.deepEqual([report.created, report.removed, left], [3, 0, []]);
        const after = await factsOf();
        assert.deepEqual(
          after.map(({ pog }) => pog),
          ['x 1', 'x 2', null, null],
        );
        assert.deepEqual(
          after.map(({ record_hash }, n) => record_hash === before[n]?.record_hash),
          [false, false, true, true],
        );
        assert.deepEqual(await (await reading()).read((now) => now.plans()), [
          {
            plan_id: PLAN,
            source: 'pog',
            kind: 'pog',
            gmina6: '141803',
            title: 'Plan',
            process: 'legalForce',
            effective_from: '2026-08-01',
            effective_to: null,
            adopted_on: null,
            resolution_url: null,
            lacks_zones: null,
            lacks_ouz: null,
          },
        ]);
      });

      it('touch only where something came, went or changed; equal facts keep the hash', async () => {
        await worked();
        await plans('a', [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')], 'x');
        const before = await factsOf();
        const again = await plans('b', [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')], 'y');
        assert.deepEqual([again.touched, again.report.created, again.report.removed], [[], 0, 0]);
        const moved = await plans('c', [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 2, 'SO')], 'x');
        assert.deepEqual(
          moved.touched.map(([id]) => id),
          ['2', '3'],
          'where it lay and where it lies',
        );
        const after = await factsOf();
        assert.equal(after[0]?.record_hash, before[0]?.record_hash);
        assert.equal(after[1]?.record_hash, before[1]?.record_hash, 'worked out anew, the same came of it');
        assert.notEqual(after[2]?.record_hash, before[2]?.record_hash);
      });

      it('touch the ground of a plan whose status changed, though nothing moved', async () => {
        await worked();
        await plans('a', [act('elaboration'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')], 'x');
        const { touched, report } = await plans(
          'b',
          [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')],
          'x',
        );
        assert.deepEqual(
          touched.map(([id]) => id),
          ['1', '2'],
        );
        assert.deepEqual([report.created, report.changed, report.removed], [0, 0, 0]);
      });

      it('left for later are told as such, and the next load works out all of the powiat', async () => {
        await worked();
        const rows = [act('legalForce'), zone('A', 0, 'SJ'), zone('B', 1, 'SO')];
        const first = await plans('a', rows, 'x', false);
        assert.deepEqual(first.left, [{ layer: 'pog', powiat: '1418' }]);
        const computed = await (await reading()).read((now) => now.computed());
        assert.ok(!computed.some(({ layer }) => layer === 'pog'));
        assert.ok(computed.some(({ layer }) => layer === 'soil'));
        const second = await plans('b', rows, 'x');
        assert.deepEqual(
          second.touched.map(([id]) => id),
          ['1', '2', '3', '4'],
        );
        assert.deepEqual(second.left, []);
      });

      it('are revisited without a file, place by place', async () => {
        await worked();
        await plans('a', [act('legalForce'), zone('A', 0, 'SJ')], 'x', false);
        const writer = await under.openWriter();
        const at = '2026-11-13T08:00:00Z';
        const { stage, comparison } = await revisit(writer, { source: 'egib', places: [O], at });
        const ids = await stage.touchedIds('', 100);
        assert.equal(ids.length, 4);
        assert.deepEqual(await stage.touchedIds(`${O}.2`, 1), [`${O}.3`]);
        await stage.addFacts(ids.map((id) => ({ id, facts: { pog: 'z' } })));
        const load = { as_of: null, at, layers: LAYERS, computed: true, calendar_day: '2026-11-13' };
        await publishLoad(stage, comparison, load, tellNothing);
        assert.deepEqual(leftForLater(await writer.corpus()), []);
        assert.equal(await writer.calendarDay(), '2026-11-13');
        assert.equal((await writer.corpus()).plans.length, 1, 'plans stay');
        await writer.close();
        assert.deepEqual(new Set((await factsOf()).map(({ pog }) => pog)), new Set(['z']));
      });

      it('write the events that are told of them, in the same publish', async () => {
        await worked();
        const writer = await under.openWriter();
        const stage = await writer.stage(ofPlans('a'));
        await stage.add([act('legalForce'), zone('A', 0, 'SJ')]);
        const compared = await compareStage(stage, ['1418'], LAYERS);
        const report = await compared.publish({ ...PARCELS, computed: true }, (before, after) => ({
          ofParcels: () => [],
          ofGminy: () => [
            {
              event: 'pog_status_changed',
              subject: '1418032',
              layer: 'pog',
              before: { plans: before.plans.length },
              after: { plans: after.plans.length },
            },
          ],
        }));
        await writer.close();
        assert.equal(report.events, 1);
        const filter = {
          subjects: ['1418032'],
          places: [],
          since: null,
          types: null,
          before_seq: null,
          limit: 5,
        };
        const [event] = await (await reading()).read((now) => now.events(filter));
        assert.deepEqual([event?.before, event?.after, event?.source], [{ plans: 0 }, { plans: 1 }, 'pog']);
      });
    });

    describe('permits', () => {
      const permit = (number: number): StagedRow => ({
        kind: 'permit',
        row: {
          permit_id: `permit ${number}`,
          place: '14',
          parcels: [`${O}.1`],
          kind: 'budowa',
          decision_date: '2026-10-01',
          object_category: 'I',
        },
      });
      const permits = (sha256: string, first: number, last: number): Load => ({
        ...loadOf(
          sha256,
          Array.from({ length: last - first + 1 }, (_, i) => permit(first + i)),
        ),
        run: { ...runOf(sha256), source: 'rwdz' },
        scopes: ['14'],
      });
      const told = async (number: number) =>
        (await reading()).read((now) =>
          now.events({
            subjects: [permitSubject(`permit ${number}`)],
            places: [],
            since: null,
            types: null,
            before_seq: null,
            limit: 10,
          }),
        );

      it('that are new are told, while no more than a fifth of the register is gone', async () => {
        const [, report] = await published(permits('a', 1, 100), permits('b', 21, 101));
        assert.deepEqual([report?.created, report?.removed, report?.events], [1, 20, 1]);
        assert.deepEqual(
          (await told(101)).map(({ event }) => event),
          ['permit_added'],
        );
      });

      it('are not told where more is gone: the register was numbered anew', async () => {
        const [, report] = await published(permits('a', 1, 100), permits('b', 22, 101));
        assert.deepEqual([report?.created, report?.removed, report?.events], [1, 21, 0]);
        assert.deepEqual(await told(101), []);
      });
    });

    describe('land that goes from parcel to parcel', () => {
      const box = (number: string, east: number, north: number, width: number, height: number) =>
        parcelRow(`${O}.${number}`, {
          geometry: rectangle([EAST + east, NORTH + north, EAST + east + width, NORTH + north + height]),
        });
      const whole = (number: string) => box(number, 0, 0, 10, 10);
      const [west, east] = [box('2', 0, 0, 5, 10), box('3', 5, 0, 5, 10)];
      const far = box('9', 500, 0, 10, 10);
      const kin = (value: unknown, member: string) =>
        (value as Record<string, string[]> | null)?.[member]?.map((id) => id.slice(O.length + 1));

      const TABLE: [string, StagedRow[], StagedRow[], string[]][] = [
        ['a split', [whole('1')], [west, east], ['1 → 2, 3', '2 ← 1', '3 ← 1']],
        ['a merge', [west, east], [whole('1')], ['2 → 1', '3 → 1', '1 ← 2, 3']],
        ['another number', [whole('1')], [whole('1/7')], ['1 → 1/7', '1/7 ← 1']],
        [
          'a part cut off, the rest under the old number',
          [whole('1')],
          [box('1', 0, 0, 5, 10), east],
          ['1 → 3', '3 ← 1'],
        ],
        ['a parcel that takes in another', [west, east], [box('2', 0, 0, 10, 10)], ['3 → 2', '2 ← 3']],
        [
          'a boundary surveyed a little to the side is no kin',
          [west, east],
          [box('2', 0, 0, 5.1, 10), box('4', 5.1, 0, 4.9, 10)],
          ['3 → 4', '4 ← 3'],
        ],
        ['parcels that only touch', [west], [east], ['2 → ', '3 ← ']],
      ];
      for (const [name, old, fresh, expected] of TABLE) {
        it(name, async () => {
          const writer = await under.openWriter();
          for (const [sha256, rows] of [
            ['old', old],
            ['fresh', fresh],
          ] as const) {
            const stage = await writer.stage(runOf(sha256));
            await stage.add([...rows, far]);
            await publishStage(stage, { ...loadOf(sha256, []), computed: true });
          }
          await writer.close();
          const filter = {
            subjects: [],
            places: [O.slice(0, 6)],
            since: null,
            types: null,
            before_seq: null,
          };
          const events = await (await reading()).read((now) => now.events({ ...filter, limit: 20 }));
          const told = events.reverse().flatMap(({ subject, before, after }) => {
            const number = subject.slice(O.length + 1);
            const [went, came] = [kin(before, 'successors'), kin(after, 'predecessors')];
            return [
              ...(went ? [`${number} → ${went.join(', ')}`] : []),
              ...(came ? [`${number} ← ${came.join(', ')}`] : []),
            ];
          });
          assert.deepEqual(told, expected);
        });
      }
    });

    describe('events', () => {
      const days = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14'];
      /** Parcel 1 moves every day, parcel 2 comes and goes. */
      beforeEach(async () => {
        await published(
          loadOf('day 0', [plot('1', 0), plot('9', 9)]),
          ...days.map((day, n) =>
            loadOf(day, [plot('1', n + 1), plot('9', 9), ...(n % 2 === 0 ? [plot('2', 20)] : [])], {
              run: runOf(day, `${day}T08:00:00.000Z`),
              at: `${day}T08:00:01.000Z`,
            }),
          ),
        );
      });

      const all: EventFilter = {
        subjects: [`${O}.1`, `${O}.2`],
        places: [],
        since: null,
        types: null,
        before_seq: null,
        limit: 100,
      };
      const told = async (filter: Partial<EventFilter>) =>
        (await reading()).read((now) => now.events({ ...all, ...filter }));

      it('come newest first, of the subjects asked for', async () => {
        const events = await told({});
        assert.equal(events.length, 8);
        assert.deepEqual(
          events.map(({ seq }) => seq),
          events.map(({ seq }) => seq).sort((a, b) => b - a),
        );
        assert.deepEqual(
          events.filter(({ subject }) => subject === `${O}.2`).map(({ event }) => event),
          ['parcel_removed', 'parcel_created', 'parcel_removed', 'parcel_created'],
        );
        assert.equal((await told({ subjects: [`${O}.1`] })).length, 4);
        assert.equal((await told({ subjects: [`${O}.9`] })).length, 0);
        assert.equal((await told({ subjects: [] })).length, 0);
      });

      it('carry what was and what is', async () => {
        const [event] = await told({ subjects: [`${O}.2`], limit: 1 });
        assert.ok(event);
        const { seq: _seq, ...facts } = event;
        assert.deepEqual(facts, {
          event: 'parcel_removed',
          subject: `${O}.2`,
          layer: null,
          before: { id: `${O}.2`, area_official_m2: 101.5, geometry_m2: 100, successors: [] },
          after: null,
          as_of: '2026-11-08',
          detected_at: '2026-11-14T08:00:01.000Z',
          source: 'egib',
          scope: '1418',
        });
      });

      it('are narrowed by time and type', async () => {
        assert.equal((await told({ since: '2026-11-13T08:00:01.000Z' })).length, 4);
        assert.equal((await told({ since: '2026-11-15' })).length, 0);
        assert.equal((await told({ types: ['parcel_created', 'parcel_removed'] })).length, 4);
        assert.equal((await told({ types: [] })).length, 0);
        assert.equal((await told({ types: [...EVENT_NAMES] })).length, 8);
      });

      it('come in pages that together are all of them', async () => {
        const events = await told({});
        for (const limit of [1, 2, 3, 5, 8]) {
          const paged: typeof events = [];
          for (;;) {
            const page = await told({ limit, before_seq: paged.at(-1)?.seq ?? null });
            paged.push(...page);
            if (page.length < limit) break;
          }
          assert.deepEqual(paged, events, `pages of ${limit}`);
        }
      });

      it('are found by the unit they happened in, in pages too', async () => {
        const place = O.slice(0, 6);
        const whole = await told({ subjects: [], places: [place] });
        assert.deepEqual(whole, await told({}));
        assert.deepEqual(await told({ places: [place] }), whole, 'each once');
        assert.deepEqual(await told({ subjects: [], places: ['999999', place] }), whole);
        assert.deepEqual(await told({ subjects: [], places: ['999999'] }), []);
        const created = whole.filter(({ event }) => event === 'parcel_created');
        assert.deepEqual(await told({ subjects: [], places: [place], types: ['parcel_created'] }), created);
        const [first, second, ...rest] = whole;
        assert.deepEqual(await told({ subjects: [], places: [place], limit: 2 }), [first, second]);
        const next = { subjects: [], places: [place], before_seq: second?.seq ?? null };
        assert.deepEqual(await told(next), rest);
      });
    });
  });
}
