// Every parcel of a data folder with its polygon, read without any index: what searches are checked against.

import { datasetIn } from '../../src/data-folder.ts';
import { POLAND_BOX } from '../../src/domain/geometry/projection.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import { decodeMultiPolygon } from '../../src/domain/geometry/wkb.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';

export async function readAllParcels(data: string): Promise<ReadonlyMap<string, MultiPolygon>> {
  const store = openSqliteStore(datasetIn(data));
  try {
    const parcels = await store.read((reads) => reads.parcelsInBox(POLAND_BOX));
    return new Map(parcels.map(({ id, wkb }) => [id, decodeMultiPolygon(wkb)]));
  } finally {
    await store.close();
  }
}
