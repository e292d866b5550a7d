import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CacheRegistry } from '../service/snapshot/cache.ts';
import { createMetrics } from './metrics.ts';

test('each cache is shown by its name, as it is when it is scraped', async () => {
  const caches = new CacheRegistry();
  const metrics = createMetrics(caches);
  const bytesOf = ({ length }: Buffer) => length;
  const cache = caches.create<string, Buffer>({ name: 'pages', max_entries: 9, max_bytes: 99, bytesOf });
  cache.get('a');
  cache.set('a', Buffer.alloc(7));
  for (const hits of [2, 4]) {
    for (const _ of [1, 2]) cache.get('a');
    const text = await metrics.text();
    for (const line of [
      `miedza_cache_hits_total{cache="pages"} ${hits}`,
      'miedza_cache_misses_total{cache="pages"} 1',
      'miedza_cache_entries{cache="pages"} 1',
      'miedza_cache_bytes{cache="pages"} 7',
    ])
      assert.ok(text.split('\n').includes(line), line);
  }
});
