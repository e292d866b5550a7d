// What the sample world knows of itself, asked of its generator and not of any file: the truth that a load must meet.

import { type Building, buildingsOf } from '../../world/buildings.ts';
import { type EgibRow, rowsOf } from '../../world/egib-row.ts';
import { layLand, obrebyOf } from '../../world/land.ts';
import { type Parcel, parcelsOf } from '../../world/parcels.ts';

export interface TrueRow {
  readonly powiat: string;
  /** Its place in the file of the powiat, from 1: the fid. */
  readonly fid: number;
  readonly parcel: Parcel;
  readonly row: EgibRow;
}

/** Every row of the parcel files, in their order. */
export function trueRows(parcels: number, seed = 1): TrueRow[] {
  const land = layLand(seed, parcels);
  return ['1418', '1438'].flatMap((powiat) =>
    obrebyOf(land, powiat)
      .flatMap((obreb) =>
        parcelsOf(land, obreb).flatMap((parcel, index) =>
          rowsOf(land, parcel, index).map((row) => ({ parcel, row })),
        ),
      )
      .map((item, index) => ({ ...item, powiat, fid: index + 1 })),
  );
}

/** Every row of the layer of buildings, which powiat 1418 alone publishes, in their order. */
export function trueBuildings(parcels: number, seed = 1): (Building & { readonly fid: number })[] {
  const land = layLand(seed, parcels);
  return obrebyOf(land, '1418')
    .flatMap((obreb) => buildingsOf(land, obreb, parcelsOf(land, obreb)))
    .map((building, index) => ({ ...building, fid: index + 1 }));
}

export const trueObreby = (parcels: number, seed = 1) => layLand(seed, parcels).obreby;
