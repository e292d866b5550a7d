// How much disk a parcel takes with all layers, and what it goes into.

import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { datasetIn } from '../src/data-folder.ts';
import { dataOf } from './data.ts';
import { say } from './figures.ts';

const PARCELS = 200_000;
const MOST_BYTES = 2_500;
const SHOWN = 8;

export async function benchDisk(): Promise<void> {
  const file = datasetIn(await dataOf(PARCELS));
  const each = statSync(file).size / PARCELS;
  say('bytes a parcel, all layers', each.toFixed(0), {
    text: `≤ ${MOST_BYTES.toLocaleString('en')}`,
    met: each <= MOST_BYTES,
  });
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const parts = db.prepare(
      'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT ?',
    );
    for (const { name, bytes } of parts.all(SHOWN)) say(`  ${name}`, (Number(bytes) / PARCELS).toFixed(0));
  } finally {
    db.close();
  }
}
