// What the planner makes of the statements of requests where all 380 powiaty have a partition: each reads the few that it names,
// by their indexes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { encodeGeoPackageGeometry } from '../../src/domain/geometry/wkb.ts';
import { SQUARE_M } from '../../src/store/postgis/partition-ground.ts';
import { openPostgisStore } from '../../src/store/postgis/read-pool.ts';
import { rectangle } from '../store/rows.ts';
import { freshDataset } from './database.ts';

const POWIATY = 380;
/** Enough that a sequential scan is dearer than an index. */
const PARCELS = 2_000;
const COLUMNS = 20;
const MOST_NAMED = 8;
/** What is drawn does not matter here. */
const OUTLINE = Buffer.from(
  encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates: rectangle([0, 0, 10, 10]) }, 2180),
).toString('hex');

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('with 380 partitions no statement of a request reads more than a handful, and none scans a table', async () => {
  const url = await freshDataset();
  const admin = new pg.Client({ connectionString: url, statement_timeout: 120_000 });
  await admin.connect();
  // One square of the ground a powiat, in rows of 20; parcels stand in a grid of 150 m in it.
  await admin.query(`DO $$ DECLARE p text; x float8; y float8; BEGIN
    FOR n IN 0..${POWIATY - 1} LOOP
      p := lpad((1001 + n)::text, 4, '0'); x := ${SQUARE_M} * (30 + n % ${COLUMNS}); y := ${SQUARE_M} * (30 + n / ${COLUMNS});
      EXECUTE format('CREATE TABLE parcels_%s (LIKE parcels INCLUDING DEFAULTS)', p);
      EXECUTE format($q$INSERT INTO parcels_%s (part, fid, id, area_geometry_m2, lng, lat, record_hash, hash, obreb_id, number,
          minx, miny, maxx, maxy, geom)
        SELECT %L, %s + i, %L || '01_1.0001.' || i, 1, 20, 52, 'h', 'h', %L || '01_1.0001', i::text, %s + 150 * (i %% 50),
          %s + 150 * (i / 50), %s + 150 * (i %% 50) + 140, %s + 150 * (i / 50) + 140, decode('${OUTLINE}', 'hex')
        FROM generate_series(0, ${PARCELS - 1}) i$q$, p, p, n * ${PARCELS}, p, p, x, y, x, y);
      EXECUTE format('ALTER TABLE parcels ATTACH PARTITION parcels_%s FOR VALUES IN (%L)', p, p);
      INSERT INTO partitions VALUES ('parcels', p);
      INSERT INTO ground VALUES ('parcels', p, 30 + n % ${COLUMNS}, 30 + n / ${COLUMNS});
    END LOOP; END $$`);
  await admin.query('ANALYZE');
  const told = watchStatements();
  const store = openPostgisStore(url);
  const [x, y] = [SQUARE_M * 35 + 1_000, SQUARE_M * 35 + 1_000];
  const box = [x, y, x + 4_000, y + 4_000] as const;
  await store.read(async (reads) => {
    await reads.parcels(['110601_1.0001.7', '110701_1.0001.8']);
    await reads.lookup({
      ids: ['110601_1.0001.7'],
      points: [[x, y]],
      around: [[x, y]],
      numbers: [{ obreb_ids: ['110601_1.0001'], number: '7' }],
      gone: ['110601_1.0001.x'],
    });
    for await (const page of reads.parcelsInCells([{ box, inner: box }], '', 1_000))
      assert.ok(page.length > 100);
    await reads.complete([{ kind: 'parcels', obreb_id: '110601_1.0001', prefix: '1' }], 10);
    await reads.positions(['110601_1.0001']);
    await reads.firstParcel();
  });
  await store.close();
  told.stop();
  const plans: string[] = [];
  await admin.query('SET plan_cache_mode = force_custom_plan');
  for (const { text, values } of told.statements.values()) {
    if (!/\bFROM parcels\b/.test(text)) continue;
    const { rows } = await admin.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    const scanned = nodes.filter((node) => node['Relation Name']?.startsWith('parcels'));
    const said = `${text}\n${JSON.stringify(nodes.map((node) => [node['Node Type'], node['Relation Name']]))}`;
    assert.ok(new Set(scanned.map((node) => node['Relation Name'])).size <= MOST_NAMED, said);
    assert.ok(!scanned.some((node) => node['Node Type'] === 'Seq Scan'), said);
    plans.push(text);
  }
  assert.ok(plans.length >= 7, `${plans.length} statements were looked at`);
  // What it would be without the partition: the reason for all of this.
  const { rows } = await admin.query(
    "EXPLAIN (FORMAT JSON) SELECT * FROM parcels WHERE id = '110601_1.0001.7'",
  );
  assert.ok(nodesOf(rows[0]['QUERY PLAN'][0].Plan).length > POWIATY);
  await admin.end();
});

/** The statements that clients send from now on, each once. */
function watchStatements() {
  const statements = new Map<string, { readonly text: string; readonly values: unknown[] }>();
  const { query } = pg.Client.prototype;
  function watched(this: pg.Client, ...words: unknown[]): unknown {
    const [first] = words;
    if (typeof first === 'object' && first !== null && 'text' in first && 'values' in first)
      statements.set(String(first.text), { text: String(first.text), values: first.values as unknown[] });
    return Reflect.apply(query, this, words);
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: watched, configurable: true, writable: true });
  return {
    statements,
    stop: () =>
      Object.defineProperty(pg.Client.prototype, 'query', {
        value: query,
        configurable: true,
        writable: true,
      }),
  };
}
