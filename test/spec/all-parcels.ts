// Every parcel of a data folder with its polygon, read without any index: what searches are checked against.

import { datasetIn } from '../../src/data-folder.ts';
import { POLAND_BOX } from '../../src/domain/geometry/projection.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import { decodeMultiPolygon } from '../../src/domain/geometry/wkb.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { outlinesInBox } from '../parcels-in-box.ts';

export async function readAllParcels(data: string): Promise<ReadonlyMap<string, MultiPolygon>> {
  const store = openSqliteStore(datasetIn(data));
  try {
    const outlines = await store.read((reads) => outlinesInBox(reads, POLAND_BOX));
    return new Map([...outlines].map(([id, { wkb }]) => [id, decodeMultiPolygon(wkb)]));
  } finally {
    await store.close();
  }
}
