// miedza export: parcels, checks or zones of a powiat or of all that is loaded, as a file for GIS and data programs.

import { readConfig, UsageError } from '../config.ts';
import { CHECK_IDS } from '../contract/answers.ts';
import { INPUTS } from '../contract/inputs.ts';
import { RECORD_LAYERS } from '../contract/layers.ts';
import { assessAnswers } from '../domain/assess/assessment.ts';
import type { Corpus } from '../domain/corpus/corpus.ts';
import { SOURCE_IDS, type SourceId } from '../domain/corpus/registers.ts';
import { decodeMultiPolygon } from '../domain/geometry/wkb.ts';
import { measuredParts } from '../domain/law/judged-parts.ts';
import { NO_PERMITS } from '../domain/layers/permits.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import { type Cell, layerColumns, openArea, PLACE_COLUMNS } from '../domain/plain-columns.ts';
import { geoJsonOf } from '../domain/record.ts';
import { openFacts } from '../open-store.ts';
import { runOgcItems } from '../service/operations/feature-items.ts';
import { sourcesHeldIn } from '../service/operations/list-sources.ts';
import { recordOf, subjectIn } from '../service/operations/load-record.ts';
import { createClock } from '../service/pipeline/clock.ts';
import type { Context } from '../service/snapshot/context.ts';
import { createSnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import type { StoredParcel } from '../store/reads.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { EXPORT_FORMATS, type ExportColumn, type ExportRow, writeExport } from './export-files.ts';

const WHAT = ['parcels', 'checks', 'zones'] as const;
type What = (typeof WHAT)[number];

/** Permits around a parcel are searched for when it is asked for: of all parcels that would take hours. */
const LAYERS = RECORD_LAYERS.filter((key) => key !== 'permits');
const PAGE_ROWS = 1_000;

export const exportCommand: Command = {
  summary: 'write parcels, checks or zones to a file: GeoParquet, GeoPackage, CSV, GeoJSON',
  help: `miedza export --what ${WHAT.join('|')} --format ${EXPORT_FORMATS.join('|')} --out FILE [--partition 1418] [--data DIR]

Writes all that is loaded, or one powiat, with plain columns (zone symbol, flood flags, verdict …) and outlines in WGS84. Sources and
licences are inside: a table "sources" of a GeoPackage, metadata "sources" of GeoParquet, a member of GeoJSON, FILE.sources.json beside
a CSV (which has centroids, not outlines). The file appears when it is whole. Days are dates where the format has them. What is not
there is empty (null): the column …_coverage says whether the register has nothing (covered_no_data) or is not loaded (not_covered).

  --what parcels   the record of each parcel, all layers but permits
  --what checks    the verdict of each parcel and the result of every check, for today
  --what zones     zones of general plans, with their gmina, status and limits
  --partition N    4-digit code of a powiat
  --data DIR       data folder (default: MIEDZA_DATA or ./data); MIEDZA_STORE reads a database instead`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      what: { type: 'string', default: 'parcels' },
      format: { type: 'string', default: 'geoparquet' },
      partition: { type: 'string', default: '' },
      out: { type: 'string' },
    });
    const what = oneOf('what', values.what, WHAT);
    const format = oneOf('format', values.format, EXPORT_FORMATS);
    const { out, partition } = values;
    if (out === undefined) throw new UsageError('name the file with --out FILE');
    if (out === '-')
      throw new UsageError(
        '--out must be a file: an export appears when it is whole, with its sources; write one and print it',
      );
    if (partition !== '' && !/^\d{4}$/.test(partition))
      throw new UsageError(`--partition must be the 4-digit code of a powiat, got "${partition}"`);
    const store = await openFacts(readConfig({ data: values.data }));
    try {
      const count = await store.read(async (reads) => {
        const clock = createClock();
        const snapshot = await createSnapshotCache()(reads);
        requireHeld(what, partition, snapshot.corpus);
        const context: Context = { reads, ...snapshot, now: clock.now(), day: clock.day() };
        const registers = what === 'zones' ? await zoneSources(context, partition) : SOURCE_IDS;
        const sources = sourcesHeldIn(context, registers, partition);
        const { columns, pages } = planOf(what, context, partition);
        return writeExport(out, format, { name: what, columns, sources }, pages);
      });
      process.stdout.write(`${count} ${what} written to ${out}\n`);
      return 0;
    } finally {
      await store.close();
    }
  },
};

const ZONE_SOURCES: readonly SourceId[] = ['pog', 'pog_fallback'];

/** An export without a row would look like a powiat that has none. */
function requireHeld(what: What, partition: string, corpus: Corpus): void {
  if (partition === '') return;
  const sources: readonly SourceId[] = what === 'zones' ? ZONE_SOURCES : ['egib'];
  const scopes = sources.flatMap((source) => corpus.statesOf(source)).map(({ scope }) => scope);
  if (scopes.some((scope) => scope.startsWith(partition) || partition.startsWith(scope))) return;
  const held = [...new Set(scopes.map(partitionOf))].sort().join(', ') || 'none';
  const things = what === 'zones' ? 'general plan' : 'parcel';
  throw new UsageError(
    `no ${things} of powiat ${partition} is loaded; loaded are powiaty ${held} ("miedza ingest status" tells more)`,
  );
}

function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined)
    throw new UsageError(`--${name} must be one of ${allowed.join(', ')}; got "${text}"`);
  return found;
}

interface Rows {
  readonly columns: readonly ExportColumn[];
  readonly pages: AsyncIterable<readonly ExportRow[]>;
}

function planOf(what: What, context: Context, partition: string): Rows {
  if (what === 'zones') return { columns: ZONE_COLUMNS, pages: zonePages(context, partition) };
  const id = { name: 'id', type: 'text' } as const;
  const ofRecord = what === 'parcels' ? [...PLACE_COLUMNS, ...layerColumns(LAYERS)] : [...PLACE_COLUMNS];
  const cellsOf = (parcel: StoredParcel): Cell[] => {
    const record = recordOf(context, parcel, NO_PERMITS, what === 'parcels' ? LAYERS : [], 'centroid');
    const cells = [parcel.id, ...ofRecord.map(({ of }) => of(record) ?? null)];
    return what === 'parcels' ? cells : [...cells, ...checkCells(context, parcel)];
  };
  const columns = [id, ...ofRecord, ...(what === 'checks' ? CHECK_COLUMNS : [])];
  return { columns, pages: parcelPages(context, partition, cellsOf) };
}

const CHECK_COLUMNS: readonly ExportColumn[] = [
  { name: 'verdict', type: 'text' },
  { name: 'assessed_on', type: 'date' },
  { name: 'summary', type: 'text' },
  { name: 'open_m2', type: 'number' },
  ...CHECK_IDS.map((name) => ({ name, type: 'text' }) as const),
];

function checkCells(context: Context, parcel: StoredParcel): Cell[] {
  const { answers, corpus, day } = context;
  const subject = subjectIn(context, parcel);
  const found = assessAnswers(answers.answersOf(subject, day), subject, corpus, day);
  const results = new Map(found.checks.map(({ id, result }) => [id, result]));
  const open_m2 = openArea(measuredParts(found.parts, parcel.area_geometry_m2));
  return [
    found.verdict,
    found.assessed_on,
    found.summary,
    open_m2,
    ...CHECK_IDS.map((id) => results.get(id) ?? null),
  ];
}

async function* parcelPages(
  { reads }: Context,
  partition: string,
  cellsOf: (parcel: StoredParcel) => Cell[],
): AsyncGenerator<ExportRow[]> {
  for (let after = ''; ; ) {
    const parcels = await reads.parcelsFrom(partition, after, PAGE_ROWS);
    yield parcels.map((parcel) => ({
      cells: cellsOf(parcel),
      outline: geoJsonOf(decodeMultiPolygon(parcel.wkb)).coordinates,
    }));
    const last = parcels.at(-1);
    if (!last || parcels.length < PAGE_ROWS) return;
    after = last.id;
  }
}

const ofType = (type: ExportColumn['type'], ...names: readonly string[]): ExportColumn[] =>
  names.map((name) => ({ name, type }));

const ZONE_COLUMNS: readonly ExportColumn[] = [
  ...ofType('text', 'id', 'symbol', 'name', 'gmina_teryt', 'gmina_name', 'source', 'plan_id', 'status'),
  ...ofType('date', 'effective_from', 'effective_to'),
  ...ofType('number', 'max_height_m', 'max_coverage_pct', 'min_biologically_active_pct', 'max_intensity'),
];

/** A register may be held of a powiat, and another one answer: those of the rows. Files name them before the first row. */
async function zoneSources(context: Context, partition: string): Promise<SourceId[]> {
  const at = ZONE_COLUMNS.findIndex(({ name }) => name === 'source');
  const found = new Set<Cell | undefined>();
  for await (const rows of zonePages(context, partition)) for (const { cells } of rows) found.add(cells[at]);
  return ZONE_SOURCES.filter((id) => found.has(id));
}

async function* zonePages(context: Context, partition: string): AsyncGenerator<ExportRow[]> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { collection: 'zones', limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
    const page = await runOgcItems(context, INPUTS.ogc_items.parse(asked));
    if (page.status !== 'ok' || !page.result) return;
    // The third part of the id is the place of the load.
    const features = page.result.features.filter(({ id }) => id.split(':')[2]?.startsWith(partition));
    yield features.map(({ id, geometry, properties }) => ({
      cells: ZONE_COLUMNS.map(({ name }) => (name === 'id' ? id : ((properties[name] ?? null) as Cell))),
      outline: geometry.coordinates,
    }));
    cursor = page.result.next_cursor;
  }
}
