// Rows of a load into its staged tables, many at a time. Of two rows with one key the first is kept, as in the file.

import { partitionOf } from '../../domain/places/parcel-id.ts';
import { evidencePieces, type StagedPiece } from '../../domain/publish/evidence-pieces.ts';
import type { IssueRow, StagedRow } from '../../domain/publish/staged-rows.ts';
import { hashParcel } from '../../domain/record.ts';
import { boundsAndBlob } from '../rows.ts';
import { partitionOfPlace } from './partition-ground.ts';
import type { Session, SqlCell } from './session.ts';
import { STAGED, type StagedName, tableOf } from './stage-schema.ts';

/** A row that is to be staged, without its reference. */
interface Wanted {
  /** Where it stood among the rows that were brought. */
  readonly at: number;
  readonly cells: readonly SqlCell[];
}

interface WantedPieces {
  readonly at: number;
  readonly pieces: readonly StagedPiece[];
}

export class StagingRows {
  readonly #session: Session;
  readonly #run: number;
  readonly #last = new Map<StagedName, number>();

  constructor(session: Session, run: number) {
    this.#session = session;
    this.#run = run;
  }

  async add(rows: readonly StagedRow[]): Promise<number[]> {
    const tables = new Map<StagedName, Wanted[]>();
    const want = (name: StagedName, at: number, cells: readonly SqlCell[]) => {
      const known = tables.get(name);
      if (known) known.push({ at, cells });
      else tables.set(name, [{ at, cells }]);
    };
    rows.forEach((staged, at) => {
      for (const [name, cells] of cellsOf(staged)) want(name, at, cells);
    });
    const repeated = new Set<number>();
    for (const [name, wanted] of tables) {
      const again = await this.#insert(name, wanted);
      // The same obręb name comes with every parcel of it, and a permit for every parcel and object: that is no fault.
      if (name !== 'obreby' && name !== 'permits') for (const at of again) repeated.add(at);
    }
    const drawn: WantedPieces[] = rows.flatMap((staged, at) => {
      const pieces = repeated.has(at) ? [] : evidencePieces(staged);
      return pieces.length > 0 ? [{ at, pieces }] : [];
    });
    for (const at of await this.#insertPieces(drawn)) repeated.add(at);
    return [...repeated].sort((a, b) => a - b);
  }

  async report(issues: readonly IssueRow[]): Promise<void> {
    const wanted = issues.map(({ position, field, kind, value, message }, at) => ({
      at,
      cells: [position, field, kind, value, message],
    }));
    await this.#insert('issues', wanted);
  }

  /** Where rows stood whose key was there. */
  async #insert(name: StagedName, wanted: readonly Wanted[]): Promise<number[]> {
    const first = this.#nextRefs(name, wanted.length);
    const numbered = wanted.map((row, at) => ({ ...row, ref: first + at }));
    return this.#insertNumbered(name, numbered);
  }

  /** References follow the order of the file. */
  #nextRefs(name: StagedName, count: number): number {
    const first = (this.#last.get(name) ?? 0) + 1;
    this.#last.set(name, first + count - 1);
    return first;
  }

  async #insertNumbered(name: StagedName, wanted: readonly (Wanted & { ref: number })[]): Promise<number[]> {
    const rows = wanted.map(({ ref, cells }) => [ref, ...cells]);
    const fresh = new Set(
      await this.#session.insertNew(tableOf(this.#run, name), STAGED[name].columns, rows),
    );
    return wanted.filter(({ ref }) => !fresh.has(ref)).map(({ at }) => at);
  }

  /** The first piece tells whether the object is new; only then the others are staged. */
  async #insertPieces(drawn: readonly WantedPieces[]): Promise<number[]> {
    const all = drawn.flatMap(({ at, pieces }) =>
      pieces.map((piece, number) => ({ at, isFirst: number === 0, cells: pieceCells(piece) })),
    );
    const first = this.#nextRefs('evidence', all.length);
    const numbered = all.map((piece, at) => ({ ...piece, ref: first + at }));
    const repeated = new Set(
      await this.#insertNumbered(
        'evidence',
        numbered.filter(({ isFirst }) => isFirst),
      ),
    );
    const others = numbered.filter(({ isFirst, at }) => !isFirst && !repeated.has(at));
    await this.#insertNumbered('evidence', others);
    return [...repeated];
  }
}

const pieceCells = (of: StagedPiece): SqlCell[] => [
  partitionOfPlace(of.place),
  of.role,
  of.key,
  of.piece,
  of.place,
  of.version,
  of.hash,
  of.attributes,
  of.is_numbered,
  ...of.box,
  of.geom,
];

/** What the row is beside what it draws (evidence-pieces.ts). */
function cellsOf(staged: StagedRow): [StagedName, SqlCell[]][] {
  switch (staged.kind) {
    case 'parcel': {
      const { row } = staged;
      const [box, geom] = boundsAndBlob({ type: 'MultiPolygon', coordinates: row.geometry });
      const areas = [row.area_official_m2, row.area_geometry_m2];
      const names = [hashParcel(row, geom), row.obreb_id, row.number, row.land_use];
      return [['parcels', [partitionOf(row.id), row.id, ...areas, ...row.centroid, ...names, ...box, geom]]];
    }
    case 'boundary': {
      const { code, level, name, geometry } = staged.row;
      const [box, geom] = boundsAndBlob({ type: 'MultiPolygon', coordinates: geometry });
      return [['boundaries', [code, level, name, ...box, geom]]];
    }
    case 'terc':
      return [['terc', [staged.row.code, staged.row.name, staged.row.kind]]];
    case 'obreb':
      return [['obreby', [staged.row.id, staged.row.name]]];
    case 'plan': {
      const { plan_id, kind, gmina6, title, process, ...row } = staged.row;
      const dates = [row.effective_from, row.effective_to, row.adopted_on];
      const more = [row.resolution_url, row.lacks_zones, row.lacks_ouz];
      return [['plans', [plan_id, kind, gmina6, title, process, ...dates, ...more]]];
    }
    case 'permit': {
      const { permit_id, place, parcels, kind, decision_date, object_category } = staged.row;
      return parcels.map((id): [StagedName, SqlCell[]] => [
        'permits',
        [place, permit_id, id, kind, decision_date, object_category],
      ]);
    }
    default:
      return [];
  }
}
