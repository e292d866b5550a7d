// Questions that this server can answer, in three forms, of a parcel that it names itself. None before it has, and none where
// nothing is loaded.

import { signal } from '@preact/signals';
import { api } from './api.ts';
import { ownTiles } from './own-tiles.ts';

export const examples = signal<readonly string[]>([]);

export async function readExamples(): Promise<void> {
  if (examples.peek().length > 0) return;
  const { example_id } = await ownTiles();
  if (example_id === null) return;
  const answer = await api.parcel({ id: example_id, layers: 'address' });
  if (answer.status !== 'ok') return;
  const { admin, centroid } = answer.result;
  const place = admin.obreb_name ?? admin.gmina_name;
  const point = centroid ? [`${centroid[1].toFixed(4)}, ${centroid[0].toFixed(4)}`] : [];
  examples.value = [`dz. ${admin.number} ${place}`, example_id, ...point];
}
