// A second publish of the sample: its parcel file unpacked, edited with SQL and loaded by the real ingest, as a
// publisher's next edition would be.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { LOADED_AT, loadFolder, type Sample, temporaryFolder } from '../sample.ts';

let edition = 0;

/** The table is `dzialki`, its key `id_dzialki`. Edits do not add up: each starts from the sample's own file. */
export async function publishEdited(
  sample: Sample,
  powiat: string,
  sql: string,
  at = LOADED_AT,
  store: string | null = null,
): Promise<void> {
  const folder = temporaryFolder();
  const [file = ''] = await unpackZip(join(sample.files, `${powiat}.gpkg.zip`), folder);
  const db = new DatabaseSync(file);
  // Another edition is another file: a mark that no reader looks at changes its bytes.
  edition += 1;
  db.exec(`UPDATE gpkg_contents SET description = 'edition ${edition}'; ${sql}`);
  db.close();
  copyFileSync(join(sample.files, 'synthetic.json'), join(folder, 'synthetic.json'));
  await loadFolder(folder, sample.data, { at, store });
}
