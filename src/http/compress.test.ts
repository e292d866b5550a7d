import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CacheRegistry } from '../service/snapshot/cache.ts';
import { chooseCoding, createCompressor, heldTag, plainTags } from './compress.ts';

test('the coding with the greatest weight is taken', () => {
  for (const [accepted, coding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.8 , gzip; q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity, gzip;q=0.5', null],
    ['identity', null],
    ['deflate', null],
    ['gzip;q=0, br;q=0', null],
    ['*;q=0', null],
    ['identity;q=0', null],
    ['gzip;q=much', null],
    ['', null],
    [',;=,', null],
  ] as const) {
    assert.equal(chooseCoding(accepted, 5_000), coding, accepted);
    assert.equal(chooseCoding(accepted, 1_399), null, 'too small to gain anything');
  }
});

test('our codings are taken from tags, and nothing else is', () => {
  for (const [header, plain] of [
    ['"a"', '"a"'],
    ['"a.br"', '"a"'],
    ['W/"a.gzip", "b", "c.br"', 'W/"a", "b", "c"'],
    ['"a.zip", "br", "a.br.x"', '"a.zip", "br", "a.br.x"'],
    ['*', '*'],
  ] as const) {
    assert.equal(plainTags(header), plain);
  }
});

test('a 304 names the tag that the client holds', () => {
  for (const [header, tag] of [
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"x", "a.br"', '"a.br"'],
    ['W/"a.gzip"', '"a.gzip"'],
    ['"a.gzip", "a"', '"a"'],
    ['*', '"a"'],
  ] as const) {
    assert.equal(heldTag(header, '"a"'), tag, header);
  }
});

test('a cached body is coded once for each coding, any other each time', async () => {
  const caches = new CacheRegistry();
  const compress = createCompressor(caches);
  const body = Buffer.from('żółć '.repeat(1_000));
  const [br, again, gzip] = [
    await compress(body, 'br', true),
    await compress(body, 'br', true),
    await compress(body, 'gzip', true),
  ];
  assert.equal(again, br);
  assert.equal(await compress(body, 'br', true), br, 'both codings are held');
  assert.deepEqual([brotliDecompressSync(br), gunzipSync(gzip)], [body, body]);
  const other = await compress(Buffer.from(body), 'br', true);
  assert.notEqual(other, br, 'equal bytes elsewhere are another body');
  for (const _ of [1, 2]) {
    const coded = await compress(body, 'gzip', false);
    assert.notEqual(coded, gzip);
    assert.deepEqual(gunzipSync(coded), body);
  }
  assert.equal(caches.figures()[0]?.entries, 2);
});
