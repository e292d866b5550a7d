// What a recipe is: one file a source. It says which files are its own and turns raw features into rows to stage,
// with whatever is wrong as issues. It must not know stores, runs or requests.

import type { SourceId } from '../domain/corpus/registers.ts';
import type { Geometry, MultiPolygon } from '../domain/geometry/types.ts';
import type { UnitGround } from '../domain/geometry/unit-ground.ts';
import type { IssueRow, StagedRow } from '../domain/publish/staged-rows.ts';

/** Where in the file something stands goes along, so that a later stage can still name it. */
export type ReadItem = { readonly row: StagedRow; readonly position: string } | { readonly issue: IssueRow };

/** What is known of a file once it is read to the end. */
export interface FileFacts {
  readonly as_of: string | null;
  /**
   * What the file describes whole, as prefixes of codes: the country (''), powiaty (1418), gminy (141803) or single
   * obręby (141803_2.0009). It replaces what was there. Of a register that is drawn by part, the parts (flood_q100/); the
   * place is settled once all is staged.
   */
  readonly scopes: readonly string[];
  /** What the file says to hold of its scopes beyond what can be seen in it (SourceState.publishes). */
  readonly claims?: readonly string[];
  /** What it must hold and does not, in words: nothing of it is published, for it would say that there is nothing. */
  readonly lacking?: string | null;
  /** What may be missed in it, in words, though it is published. */
  readonly remark?: string | null;
}

/** One powiat of a file that holds many: such a file is loaded powiat by powiat. */
export interface LoadPart {
  readonly powiat: string;
  /** Null where the boundaries of powiaty are not loaded. */
  readonly outline: MultiPolygon | null;
  /** Powiaty of which the file holds but a stray row: this load tells of them. */
  readonly strays: readonly string[];
}

export interface Recipe {
  readonly source: SourceId;
  /** Official file names, as they come from the publisher. */
  readonly claims: RegExp;
  /** The forms of those names and of the files in an archive, for people: {powiat}.gpkg.zip (file-names.ts). */
  readonly names: readonly string[];
  /** The files of an archive that are read; the others are told to be passed over. */
  readonly files: RegExp;
  /** A person's words for what it reads. */
  readonly reads: string;
  /**
   * Whether its files can hold what must never be kept: owners, land-register numbers, names of investors and designers,
   * addresses of prices. A fetched file of such a source is deleted as soon as it has been read.
   */
  readonly may_hold_forbidden: boolean;
  /** Whether a well-formed file without rows is a fact (a powiat of which the registry holds nothing), not a fault. */
  readonly may_be_empty: boolean;
  /**
   * The files of one load together: one file, or what an archive held (a registry answers acts, zones and documents
   * apart). `name` is what the load is called, which may say what it covers: pog-1418.zip. `served` are the voivodeships
   * that are served, by which a national file may be cut; none before anything is loaded. `places` are for readers that
   * must look at boundaries themselves. `part` is given for one powiat of a file for which `partsOf` is asked.
   */
  read(
    paths: readonly string[],
    name: string,
    served: readonly string[],
    places?: PlacesOfLoad,
    part?: LoadPart,
  ): AsyncGenerator<ReadItem, FileFacts>;
  /** The powiaty that a GeoParquet file holds, each a load of its own; null where the file itself does not tell. */
  partsOf?(paths: readonly string[]): Promise<PowiatyInFile | null>;
}

export interface PowiatyInFile {
  readonly powiaty: readonly string[];
  /** Those with a stray row alone. */
  readonly strays: readonly string[];
}

/** The ground of the unit that an id or code names: its gmina, else its powiat; null where no boundary is held. */
export type UnitLookup = (place: string) => Promise<UnitGround | null>;

/** Where things of a load may lie. */
export interface PlacesOfLoad {
  readonly unitOf: UnitLookup;
  /**
   * Why a shape cannot be of the place that its id names; null where it lies there, and where no boundary is held. Rows are
   * asked as they are staged: a recipe asks itself where it must know what is left out.
   */
  outside(kind: string, place: string, geometry: Geometry): Promise<string | null>;
}

/** For a load without boundaries. */
export const NO_PLACES: PlacesOfLoad = { unitOf: async () => null, outside: async () => null };

/** The kind of issue of a row that lies outside the unit that its id names. */
export const OUTSIDE_UNIT = 'outside_unit';

export function issueAt(
  position: string,
  kind: string,
  message: string,
  field?: string,
  value?: unknown,
): ReadItem {
  const shown = value === undefined || value === null ? null : String(value).slice(0, 200);
  return { issue: { position, field: field ?? null, kind, value: shown, message } };
}

const PASSED_OVER = 'passed_over';

/** What came with the load and is not read: told, so that nobody takes it for loaded. */
export function passedOver(position: string, what: string): { readonly issue: IssueRow } {
  return { issue: { position, field: null, kind: PASSED_OVER, value: null, message: what } };
}

export const isPassedOver = ({ kind }: IssueRow): boolean => kind === PASSED_OVER;
