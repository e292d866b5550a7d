import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CacheRegistry } from './cache.ts';

const options = { name: 'pages', max_entries: 3, max_bytes: 100, bytesOf: ({ length }: Buffer) => length };
const bytes = (length: number) => Buffer.alloc(length);

test('the least recently used entry is evicted, by count and by bytes', () => {
  const cache = new CacheRegistry().create<string, Buffer>(options);
  for (const key of ['a', 'b', 'c']) cache.set(key, bytes(10));
  cache.get('a');
  cache.set('d', bytes(10));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.has(key)),
    [true, false, true, true],
  );
  cache.set('e', bytes(85));
  assert.deepEqual(
    ['a', 'c', 'd', 'e'].map((key) => cache.has(key)),
    [false, false, true, true],
  );
  cache.set('f', bytes(101));
  assert.equal(cache.has('f'), false, 'larger than the whole cache');
  assert.deepEqual([cache.entries, cache.bytes], [2, 95]);
});

test('hits, misses, entries and bytes are counted by name', () => {
  const registry = new CacheRegistry();
  const cache = registry.create<string, Buffer>(options);
  cache.get('a');
  cache.set('a', bytes(7));
  for (const _ of [1, 2]) cache.get('a');
  registry.create<string, Buffer>({ ...options, name: 'others' });
  assert.deepEqual(registry.figures(), [
    { name: 'pages', hits: 2, misses: 1, entries: 1, bytes: 7 },
    { name: 'others', hits: 0, misses: 0, entries: 0, bytes: 0 },
  ]);
});

test('a new cache of the same name counts on, and its entries are its own', () => {
  const registry = new CacheRegistry();
  const old = registry.create<string, Buffer>(options);
  old.set('a', bytes(7));
  old.get('a');
  const next = registry.create<string, Buffer>(options);
  assert.equal(next.get('a'), undefined);
  assert.deepEqual(registry.figures(), [{ name: 'pages', hits: 1, misses: 1, entries: 0, bytes: 0 }]);
});

test('two registries share nothing', () => {
  const [one, other] = [new CacheRegistry(), new CacheRegistry()];
  one.create<string, Buffer>(options).get('a');
  other.create<string, Buffer>(options);
  assert.equal(other.figures()[0]?.misses, 0);
});

test('a cache of one of several processes has its share of entries and of bytes', () => {
  const cache = new CacheRegistry(1 / 2).create<string, Buffer>({ ...options, max_entries: 4 });
  for (const key of ['a', 'b', 'c']) cache.set(key, bytes(1));
  assert.equal(cache.entries, 2);
  cache.set('d', bytes(51));
  assert.equal(cache.has('d'), false, 'larger than its share');
});
