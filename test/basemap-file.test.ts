// A map in a file under that of the page: a PMTiles archive written by hand, byte for byte as its specification (version 3) says.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openBasemapFile } from '../src/basemap-file.ts';
import { basemapIn } from '../src/data-folder.ts';
import { startClient } from './client.ts';
import { buildSampleData, LAND, temporaryFolder } from './sample.ts';

const HEADER_BYTES = 127;
const PICTURE = Buffer.from('\x89PNG a picture', 'latin1');
const [PNG, MVT] = [2, 1];

/** One tile, that of zoom 0. */
function archive(type: number, metadata: object): Buffer {
  const directory = Buffer.from([1, 0, 1, PICTURE.length, 1]);
  const json = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const places = [
    [HEADER_BYTES, directory.length],
    [HEADER_BYTES + directory.length, json.length],
    [0, 0],
    [HEADER_BYTES + directory.length + json.length, PICTURE.length],
  ];
  for (const [at, number] of places.flat().entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * at);
  for (let at = 0; at < 3; at += 1) header.writeBigUInt64LE(1n, 72 + 8 * at);
  header.writeUInt8(1, 96);
  header.writeUInt8(1, 97);
  header.writeUInt8(1, 98);
  header.writeUInt8(type, 99);
  return Buffer.concat([header, directory, json, PICTURE]);
}

test('its tiles are served to the page, and its attribution is told', async () => {
  const { data } = await buildSampleData(1_000, { only: LAND });
  assert.equal(await openBasemapFile(data), null, 'none is needed');
  writeFileSync(basemapIn(data), archive(PNG, { attribution: 'Our own map' }));
  const basemap = await openBasemapFile(data);
  const client = await startClient(data, { page: true, basemap });
  try {
    const page = await (await fetch(client.url)).text();
    assert.match(page, /&quot;attribution&quot;:&quot;Our own map&quot;/);
    const tile = await fetch(`${client.url}/page/basemap/0/0/0`);
    assert.deepEqual([tile.status, tile.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await tile.arrayBuffer()), PICTURE);
    for (const path of ['1/0/0', 'a/b/c', '30/0/0', '99999999/1/1', '1/2/0'])
      assert.equal((await fetch(`${client.url}/page/basemap/${path}`)).status, 204);
  } finally {
    await client.close();
  }
});

test('a file that is no map, holds vectors or names nobody is refused with the reason', async () => {
  for (const [bytes, why] of [
    [Buffer.from('nonsense'.repeat(50)), /cannot be read as PMTiles/],
    [archive(MVT, { attribution: 'x' }), /must hold raster tiles/],
    [archive(PNG, {}), /whose map it is/],
  ] as const) {
    const data = temporaryFolder();
    writeFileSync(basemapIn(data), bytes);
    await assert.rejects(openBasemapFile(data), why);
  }
});
