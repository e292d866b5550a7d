// Every parcel of a data folder with its polygon, read without any index: what searches are checked against.

import { datasetIn } from '../../src/data-folder.ts';
import { POLAND_BOX } from '../../src/domain/geometry/projection.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { shapesInBox } from '../shapes-in-box.ts';

export async function readAllParcels(data: string): Promise<ReadonlyMap<string, MultiPolygon>> {
  const store = openSqliteStore(datasetIn(data));
  try {
    return await store.read((reads) => shapesInBox(reads, POLAND_BOX));
  } finally {
    await store.close();
  }
}
