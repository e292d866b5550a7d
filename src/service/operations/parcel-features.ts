// Parcels as features for GIS programs. A box that a map shows is read by an index of place, cell by cell; a larger one would take more
// looks into empty cells than there are parcels, so that all are looked through in the order of their ids.

import type { FeatureItem } from '../../contract/answers.ts';
import { boxesMeet, commonBox } from '../../domain/geometry/box.ts';
import { NOWHERE } from '../../domain/geometry/convex-area.ts';
import { CountryGrid } from '../../domain/geometry/country-grid.ts';
import type { DegreeBox } from '../../domain/geometry/degree-box.ts';
import type { Outline } from '../../domain/geometry/types.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { geoJsonOf, summarise } from '../../domain/record.ts';
import type { ListedParcel } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';
import type { FeatureCollection, WalkPlace, WalkStep } from './feature-walk.ts';

/** Some 2,000 parcels in a town, which are read in 2 ms. */
const GRID = new CountryGrid(1_000);
/** Boxes up to so many m² are walked cell by cell. */
const MOST_BY_CELLS_M2 = 2_500e6;
const READ_ROWS = 1_000;

export const PARCEL_FEATURES: FeatureCollection = {
  walk(context, { box }, behind) {
    if (!box) return walkIds(context, null, behind);
    const [minX, minY, maxX, maxY] = box.bounds;
    const isSmall = (maxX - minX) * (maxY - minY) <= MOST_BY_CELLS_M2;
    return isSmall ? walkCells(context, box, behind) : walkIds(context, box, behind);
  },

  async find(context, id) {
    const parcel = (await context.reads.parcels([id])).get(id);
    return parcel ? featureOf(context, parcel, parcel.wkb) : null;
  },
};

async function* walkIds(
  context: Context,
  box: DegreeBox | null,
  behind: WalkPlace,
): AsyncGenerator<WalkStep> {
  for (let after = behind.id; ; ) {
    const rows = await context.reads.parcelsFrom('', after, READ_ROWS);
    for (const parcel of rows) {
      const { id, wkb } = parcel;
      const isWanted = box === null || meetsBox(parcel, parcel, box);
      yield { cell: 0, id, toFeature: isWanted ? () => featureOf(context, parcel, wkb) : null };
      after = id;
    }
    if (rows.length < READ_ROWS) return;
  }
}

async function* walkCells(context: Context, box: DegreeBox, behind: WalkPlace): AsyncGenerator<WalkStep> {
  for (const cell of GRID.cellsIn(box.bounds, behind.cell)) {
    const cells = [{ box: commonBox(GRID.boxOf(cell), box.bounds), inner: NOWHERE }];
    let after: string | null = cell === behind.cell ? behind.id : '';
    while (after !== null) {
      let end: string | null = null;
      for await (const rows of context.reads.parcelsInCells(cells, after, READ_ROWS)) {
        for (const parcel of rows) {
          const { id, outline } = parcel;
          const isWanted =
            outline !== null &&
            GRID.cellOf(outline.box, box.bounds) === cell &&
            meetsBox(parcel, outline, box);
          yield { cell, id, toFeature: isWanted ? () => featureOf(context, parcel, outline.wkb) : null };
        }
        end = rows.length < READ_ROWS ? null : (rows.at(-1)?.id ?? null);
      }
      after = end;
    }
    // An empty cell is work as well.
    yield { cell: cell + 1, id: '', toFeature: null };
  }
}

/** A parcel with its centroid in the box needs no closer look. */
function meetsBox(
  { centroid }: Pick<ListedParcel, 'centroid'>,
  { box, wkb }: Outline,
  asked: DegreeBox,
): boolean {
  if (!boxesMeet(box, asked.bounds)) return false;
  return asked.holds(centroid) || asked.meets(geoJsonOf(decodeMultiPolygon(wkb)).coordinates);
}

function featureOf(
  { corpus }: Context,
  parcel: Pick<ListedParcel, 'id' | 'area_official_m2' | 'centroid'>,
  wkb: Uint8Array,
): FeatureItem {
  const {
    centroid: _centroid,
    distance_m: _distance,
    address: _address,
    ...properties
  } = summarise(parcel, corpus.admin, null);
  return { id: parcel.id, geometry: geoJsonOf(decodeMultiPolygon(wkb)), properties };
}
