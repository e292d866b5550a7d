// What a first look at the page costs: everything its first view loads, besides the map library, as it is sent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, startClient } from './client.ts';
import { buildSampleData, LAND } from './sample.ts';

const MOST_BYTES = 60_000;

let client: Client;
before(async () => {
  const { data } = await buildSampleData(1_000, { only: LAND });
  client = await startClient(data, { page: true });
});
after(() => client.close());

/** As it is sent: fetch unpacks it, so what counts is the header. */
async function sizeOf(path: string): Promise<{ bytes: number; text: string }> {
  const response = await fetch(client.url + path, { headers: { 'accept-encoding': 'br' } });
  assert.equal(response.status, 200, path);
  const text = await response.text();
  return { bytes: Number(response.headers.get('content-length') ?? text.length), text };
}

test(`the first view is less than ${MOST_BYTES} bytes, brotli, besides the map library`, async () => {
  const seen = new Map<string, number>();
  const walk = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.set(path, 0);
    const { bytes, text } = await sizeOf(path);
    seen.set(path, bytes);
    const linked = path === '/' ? [...text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)] : [];
    const imported = path.endsWith('.js') ? [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)] : [];
    // The map is part of the first view, the library that draws it is not counted.
    const lazy = path.endsWith('.js') ? [...text.matchAll(/import\("\.\/(shown-map[\w.-]*\.js)"\)/g)] : [];
    for (const [, next = ''] of linked) await walk(next);
    for (const [, next = ''] of [...imported, ...lazy]) await walk(`/page/${next}`);
  };
  await walk('/');
  for (const path of ['/style.json', '/tiles.json']) await walk(path);
  const total = [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(seen.size > 8, [...seen.keys()].join(' '));
  assert.ok([...seen.keys()].some((path) => path.includes('shown-map')));
  assert.ok(total < MOST_BYTES, `${total} bytes: ${JSON.stringify([...seen])}`);
});
