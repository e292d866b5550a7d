// What the planner makes of the statements of requests where all 380 powiaty have partitions: each reads the few that it names, and
// every table that grows with the country by its indexes.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import pg from 'pg';
import { watchStatements } from '../../bench/statements.ts';
import { encodeGeoPackageGeometry } from '../../src/domain/geometry/wkb.ts';
import { SQUARE_M } from '../../src/store/postgis/partition-ground.ts';
import { openPostgisStore } from '../../src/store/postgis/read-pool.ts';
import { PostgisReads } from '../../src/store/postgis/reads.ts';
import type { StoreReads } from '../../src/store/reads.ts';
import { rectangle } from '../store/rows.ts';
import { freshDataset } from './database.ts';

const POWIATY = 380;
/** Enough that a sequential scan is dearer than an index. */
const PARCELS = 2_000;
const SHAPES = 600;
const OTHERS = 60_000;
const COLUMNS = 20;
const MOST_NAMED = 8;
/** What grows with the country. Units, sources and plans are read whole, once a version. */
const LARGE = /^(parcels|evidence|addresses|permits|events|boundaries)\b|^(parcels|evidence)_/;
/** What is drawn does not matter here. */
const hexOf = (geometry: Parameters<typeof encodeGeoPackageGeometry>[0]) =>
  Buffer.from(encodeGeoPackageGeometry(geometry, 2180)).toString('hex');
const OUTLINE = hexOf({ type: 'MultiPolygon', coordinates: rectangle([0, 0, 10, 10]) });
/** Of what is held against a box once more when it is read: it meets any. */
const EVERYWHERE = hexOf({ type: 'MultiPolygon', coordinates: rectangle([0, 0, 1_000_000, 1_000_000]) });
const POINT = hexOf({ type: 'Point', coordinates: [637_000, 470_000] });

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** One square of the ground a powiat, in rows of 20; parcels stand in a grid of 150 m in it, evidence in one of 300 m. */
const FILL = `DO $$ DECLARE p text; x float8; y float8; BEGIN
  FOR n IN 0..${POWIATY - 1} LOOP
    p := lpad((1001 + n)::text, 4, '0'); x := ${SQUARE_M} * (30 + n % ${COLUMNS}); y := ${SQUARE_M} * (30 + n / ${COLUMNS});
    EXECUTE format('CREATE TABLE parcels_%s (LIKE parcels INCLUDING DEFAULTS)', p);
    EXECUTE format($q$INSERT INTO parcels_%s (part, fid, id, area_geometry_m2, lng, lat, record_hash, hash, obreb_id, number,
        minx, miny, maxx, maxy, geom)
      SELECT %L, %s + i, %L || '01_1.0001' || CASE WHEN i %% 10 = 0 THEN '.AR_1.' ELSE '.' END || i, 1, 20, 52, 'h', 'h', %L || '01_1.0001', i::text, %s + 150 * (i %% 50),
        %s + 150 * (i / 50), %s + 150 * (i %% 50) + 140, %s + 150 * (i / 50) + 140, decode('${OUTLINE}', 'hex')
      FROM generate_series(0, ${PARCELS - 1}) i$q$, p, p, n * ${PARCELS}, p, p, x, y, x, y);
    EXECUTE format('ALTER TABLE parcels ATTACH PARTITION parcels_%s FOR VALUES IN (%L)', p, p);
    EXECUTE format('CREATE TABLE evidence_%s (LIKE evidence INCLUDING DEFAULTS)', p);
    EXECUTE format($q$INSERT INTO evidence_%s (part, fid, source, role, key, piece, place, version, hash, attributes,
        minx, miny, maxx, maxy, geom)
      SELECT %L, %s + i, 'bdot10k', 'building', 'b' || i, 0, %L, '', 'h', '{}', %s + 300 * (i %% 25), %s + 300 * (i / 25),
        %s + 300 * (i %% 25) + 20, %s + 300 * (i / 25) + 20, decode('${EVERYWHERE}', 'hex')
      FROM generate_series(0, ${SHAPES - 1}) i$q$, p, p, n * ${SHAPES}, p, x, y, x, y);
    EXECUTE format('ALTER TABLE evidence ATTACH PARTITION evidence_%s FOR VALUES IN (%L)', p, p);
    INSERT INTO partitions VALUES ('parcels', p), ('evidence', p);
    INSERT INTO ground VALUES ('parcels', p, 30 + n % ${COLUMNS}, 30 + n / ${COLUMNS}),
      ('building', p, 30 + n % ${COLUMNS}, 30 + n / ${COLUMNS});
  END LOOP; END $$;
  INSERT INTO addresses SELECT i, lpad((1001011 + i / 20)::text, 7, '0'), 'wies ' || i / 20 % 7, 'ulica ' || i / 5,
    i::text, '{"locality":"Wieś","street":"Ulica"}', decode('${POINT}', 'hex') FROM generate_series(1, ${OTHERS}) i;
  INSERT INTO permits SELECT i, '10', 'p' || i, '110601_1.0001.' || i, 'budowa', NULL, NULL, ${SQUARE_M} * 30 + 40 * (i % 3000),
    ${SQUARE_M} * 30 + 3000 * (i / 3000) FROM generate_series(1, ${OTHERS}) i;
  INSERT INTO events SELECT i, 'parcel_removed', '110601_1.0001.' || i, lpad((100101 + i / 20)::text, 6, '0'), NULL, '{}', NULL,
    NULL, '2026-11-15', 'egib', '1106' FROM generate_series(1, ${OTHERS}) i;
  INSERT INTO boundaries SELECT i, i::text, CASE WHEN i % 20 = 0 THEN 'powiat' ELSE 'gmina' END, 'Gmina', x, y, x + 2000, y + 2000, decode('${EVERYWHERE}', 'hex')
    FROM (SELECT i, ${SQUARE_M} * 30 + 2000 * (i % 200) x, ${SQUARE_M} * 30 + 2000 * (i / 200) y FROM generate_series(1, 8000) i) b`;

const [X, Y] = [SQUARE_M * 35 + 1_000, SQUARE_M * 35 + 1_000];
const BOX = [X, Y, X + 4_000, Y + 4_000] as const;
const ID = '110601_1.0001.7';
const OBREB = '110601_1.0001';
const SELECTED = { subjects: [ID], places: ['100102', '100103'], since: null, types: null };

/** Each read of the port, with what a request would ask. */
const READS: Readonly<Record<string, (reads: StoreReads) => Promise<unknown>>> = {
  parcels: (reads) => reads.parcels([ID, '110701_1.0001.8']),
  parcelsFrom: (reads) => reads.parcelsFrom('1106', ID, 50),
  countParcels: (reads) => reads.countParcels(`${OBREB}.12`),
  firstParcel: (reads) => reads.firstParcel(),
  lookup: (reads) =>
    reads.lookup({
      ids: [ID],
      points: [[X, Y]],
      around: [[X, Y]],
      numbers: [{ obreb_ids: [OBREB], number: '7' }],
      addresses: [
        { gmina: null, locality: null, street: 'ulica 77', number: '387' },
        { gmina: '1001030', locality: 'wies 5', street: 'ulica 77', number: '387' },
      ],
      boundaries: [{ position: [X, Y], level: 'gmina' }],
      gone: ['110601_1.0001.x'],
    }),
  parcelsInCells: async (reads) => {
    for await (const page of reads.parcelsInCells([{ box: BOX, inner: BOX }], '', 1_000))
      assert.ok(page.length > 100);
  },
  evidenceIn: async (reads) => assert.ok((await reads.evidenceIn(BOX, ['building'])).length > 100),
  boundariesIn: async (reads) => assert.ok((await reads.boundariesIn(BOX, 'gmina')).length > 1),
  permitsIn: async (reads) => assert.ok((await reads.permitsIn([BOX, [0, 0, 1, 1]]))[0]?.length),
  complete: (reads) =>
    reads.complete(
      [
        { kind: 'parcels', obreb_id: OBREB, prefix: '1' },
        { kind: 'houses', gmina: null, locality: null, street: 'ulica 77', prefix: '3' },
        { kind: 'houses', gmina: '1001030', locality: 'wies 5', street: 'ulica 77', prefix: '3' },
        { kind: 'streets', gmina: '1001030', locality: 'wies 5', prefix: 'ul' },
      ],
      10,
    ),
  positions: (reads) => reads.positions([OBREB]),
  addressedPlaces: async (reads) => reads.addressedPlaces()[Symbol.asyncIterator]().next(),
  terc: (reads) => reads.terc(),
  obreby: (reads) => reads.obreby(),
  sourceStates: (reads) => reads.sourceStates(),
  plans: (reads) => reads.plans(),
  mpzpCover: (reads) => reads.mpzpCover(),
  computed: (reads) => reads.computed(),
  events: (reads) => reads.events({ ...SELECTED, before_seq: 50_000, limit: 20 }),
  eventsAfter: (reads) => reads.eventsAfter(SELECTED, 10, 20),
  newestEvent: (reads) => reads.newestEvent(),
  countEvents: (reads) => reads.countEvents(SELECTED),
};

describe('with 380 partitions a read names a handful of them, and scans no table that grows with the country', () => {
  let url: string;
  let admin: pg.Client;
  before(async () => {
    url = await freshDataset();
    admin = new pg.Client({ connectionString: url, statement_timeout: 120_000 });
    await admin.connect();
    await admin.query(FILL);
    await admin.query('ANALYZE');
    await admin.query('SET plan_cache_mode = force_custom_plan');
  });

  it('every read of the port is here', () => {
    const names = Object.getOwnPropertyNames(PostgisReads.prototype).filter((name) => name !== 'constructor');
    assert.deepEqual(Object.keys(READS).sort(), names.sort());
  });

  for (const [name, read] of Object.entries(READS))
    it(name, async () => {
      const store = openPostgisStore(url);
      const watch = watchStatements();
      await store.read(read);
      watch.stop();
      await store.close();
      assert.ok(watch.statements.length > 1);
      for (const { text, values } of watch.statements) {
        const { rows } = await admin.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] });
        const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
        const scanned = nodes.filter((node) => LARGE.test(node['Relation Name'] ?? ''));
        const said = `${text}\n${JSON.stringify(nodes.map((node) => [node['Node Type'], node['Relation Name']]))}`;
        assert.ok(new Set(scanned.map((node) => node['Relation Name'])).size <= MOST_NAMED, said);
        assert.ok(!scanned.some((node) => node['Node Type'] === 'Seq Scan'), said);
      }
    });

  it('what it would be without the partition: the reason for all of this', async () => {
    const { rows } = await admin.query(`EXPLAIN (FORMAT JSON) SELECT * FROM parcels WHERE id = '${ID}'`);
    assert.ok(nodesOf(rows[0]['QUERY PLAN'][0].Plan).length > POWIATY);
    await admin.end();
  });
});
