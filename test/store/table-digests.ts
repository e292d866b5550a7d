// The rows of a whole store as one digest a table: two stores with the same digests hold the same.

import { MOVED_TABLES, TableDigest, type TableSource } from '../../src/store/store-tables.ts';

/** Closes the source. */
export async function digestsOf(source: TableSource): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of Object.keys(MOVED_TABLES)) {
    const digest = new TableDigest();
    for await (const page of source.pages(table)) digest.add(page);
    digests[table] = `${digest.rows} ${digest.hex}`;
  }
  await source.close();
  return digests;
}
