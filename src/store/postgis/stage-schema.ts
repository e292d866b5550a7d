// The staged tables of one load: rows as they will be served, and what publishing will do with them. The large ones are not logged:
// they are thrown away whole after a crash. Staged rows are referred to by their order in the file.

import { ROW_KINDS, type RowKind } from '../../domain/publish/compare.ts';
import type { CellColumn } from './session.ts';

const BOX: readonly CellColumn[] = [
  ['minx', 'float8'],
  ['miny', 'float8'],
  ['maxx', 'float8'],
  ['maxy', 'float8'],
  ['geom', 'bytea'],
];
const texts = (...names: string[]): CellColumn[] => names.map((name) => [name, 'text']);
const REF: CellColumn = ['ref', 'bigint'];

interface StagedTable {
  readonly columns: readonly CellColumn[];
  readonly key: string;
}

export const STAGED = {
  parcels: {
    columns: [
      REF,
      ...texts('part', 'id'),
      ['area_official_m2', 'float8'],
      ['area_geometry_m2', 'float8'],
      ['lng', 'float8'],
      ['lat', 'float8'],
      ...texts('hash', 'obreb_id', 'number', 'land_use'),
      ...BOX,
    ],
    key: 'id',
  },
  boundaries: { columns: [REF, ...texts('code', 'level', 'name'), ...BOX], key: 'code' },
  terc: { columns: [REF, ...texts('code', 'name', 'kind')], key: 'code' },
  obreby: { columns: [REF, ...texts('id', 'name')], key: 'id' },
  plans: {
    columns: [
      REF,
      ...texts(
        'plan_id',
        'kind',
        'gmina6',
        'title',
        'process',
        'effective_from',
        'effective_to',
        'adopted_on',
      ),
      ...texts('resolution_url'),
      ['lacks_zones', 'integer'],
      ['lacks_ouz', 'integer'],
    ],
    key: 'plan_id',
  },
  evidence: {
    columns: [
      REF,
      ...texts('part', 'role', 'key'),
      ['piece', 'integer'],
      ...texts('place', 'version', 'hash', 'attributes'),
      ['is_numbered', 'boolean'],
      ...BOX,
    ],
    key: 'role, key, place, piece',
  },
  permits: {
    columns: [REF, ...texts('place', 'permit_id', 'parcel_id', 'kind', 'decision_date', 'object_category')],
    key: 'place, permit_id, parcel_id',
  },
  issues: { columns: [REF, ...texts('position', 'field', 'kind', 'value', 'message')], key: 'ref' },
  touched: { columns: texts('id', 'part'), key: 'id' },
  facts: { columns: texts('id', 'facts'), key: 'id' },
} as const satisfies Readonly<Record<string, StagedTable>>;

export type StagedName = keyof typeof STAGED;

/** The name of a staged table of a run: those of several loads stand side by side. */
export const tableOf = (run: number, name: StagedName | `${'fresh' | 'gone'}_${RowKind}`): string =>
  `stage_${run}_${name}`;

const collated = ([name, type]: CellColumn): string =>
  `${name} ${type === 'text' ? 'text COLLATE "C"' : type}`;

/** PostgreSQL flushes each file of an unlogged table when it is made: that pays for many rows only. */
const LARGE: ReadonlySet<StagedName> = new Set(['parcels', 'evidence', 'facts']);

export function createStage(run: number): string {
  const tables = (Object.keys(STAGED) as StagedName[]).map((name) => {
    const { columns, key } = STAGED[name];
    return `CREATE ${LARGE.has(name) ? 'UNLOGGED ' : ''}TABLE ${tableOf(run, name)} (${columns.map(collated).join(', ')}, PRIMARY KEY (${key}));`;
  });
  // Staged rows to bring, and served rows to take away; of parcels also those that a staged one replaces in place.
  const marks = ROW_KINDS.map(
    (kind) => `
    CREATE TABLE ${tableOf(run, `fresh_${kind}`)} (ref bigint PRIMARY KEY);
    CREATE TABLE ${tableOf(run, `gone_${kind}`)}
      (part text COLLATE "C", fid bigint PRIMARY KEY, is_kept boolean NOT NULL);`,
  );
  return [...tables, ...marks].join('\n');
}

/** When all is staged: what rows are found by, and what the planner has to know. */
export function indexStage(run: number): string {
  const byRef = ROW_KINDS.map((kind) => `CREATE UNIQUE INDEX ON ${tableOf(run, kind)} (ref);`);
  const known = ROW_KINDS.map((kind) => `ANALYZE ${tableOf(run, kind)};`);
  return [...byRef, ...known].join('\n');
}

/** Before anybody asks what lies where: that is dear to build, and most first loads never ask. */
export function indexStagedBounds(run: number, kind: 'parcels' | 'evidence'): string {
  const table = tableOf(run, kind);
  return `CREATE INDEX IF NOT EXISTS ${table}_bounds ON ${table} USING gist (ST_MakeEnvelope(minx, miny, maxx, maxy, 2180));`;
}

export function dropStage(run: number): string {
  const names = [
    ...(Object.keys(STAGED) as StagedName[]),
    ...ROW_KINDS.flatMap((kind) => [`fresh_${kind}`, `gone_${kind}`] as const),
  ];
  return `DROP TABLE IF EXISTS ${names.map((name) => tableOf(run, name)).join(', ')}`;
}
