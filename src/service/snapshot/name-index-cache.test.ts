import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AdminDirectory } from '../../domain/places/admin-units.ts';
import type { AddressedPlace } from '../../domain/text/place.ts';
import { tokenise } from '../../domain/text/tokens.ts';
import { CacheRegistry } from './cache.ts';
import { NameIndexCache } from './name-index-cache.ts';

const GMINA = '1418032';
const admin = new AdminDirectory([{ code: GMINA, name: 'Lesznowola', kind: 'gmina wiejska' }], []);

/** A register of made-up names, and how often it was read. */
function register(pages: number, names_a_page = 1_000) {
  const read = { times: 0, pages: 0 };
  return {
    read,
    async *addressedPlaces(): AsyncGenerator<AddressedPlace[]> {
      read.times += 1;
      for (let page = 0; page < pages; page++) {
        read.pages += 1;
        const base = page * names_a_page;
        yield Array.from({ length: names_a_page }, (_, at) => placed(letters(base + at), null));
      }
      yield [placed('Wieś', 'Polna')];
    },
  };
}

const placed = (locality: string, street: string | null): AddressedPlace => ({
  gmina: GMINA,
  locality,
  street,
  postcode: null,
  position: [630_000, 470_000],
});

/** Another word for every number: 0 → "wieaaaa". */
const letters = (number: number) =>
  `wie${[...number.toString(26).padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`;

const namesIn = async (names: NameIndexCache, reads: ReturnType<typeof register>, text: string) =>
  (await names.index(reads)).find(tokenise(text)).flatMap(({ hits }) => hits.map(({ key }) => key));

test('the index holds units, localities and streets, and is built once however many ask', async () => {
  const names = new NameIndexCache(admin, new CacheRegistry());
  const reads = register(1, 3);
  const indexes = await Promise.all(Array.from({ length: 5 }, () => names.index(reads)));
  assert.equal(new Set(indexes).size, 1);
  assert.equal(reads.read.times, 1);
  assert.deepEqual(await namesIn(names, reads, 'Polna 1, wieaaab, gm. Lesznowla'), [
    'polna',
    'wieaaab',
    'lesznowola',
  ]);
});

test('others get in while it is built', async () => {
  const building = new NameIndexCache(admin, new CacheRegistry()).index(register(30));
  let isBuilt = false;
  void building.then(() => {
    isBuilt = true;
  });
  let turns = 0;
  while (!isBuilt) {
    await nextTurn();
    turns += 1;
  }
  assert.ok(turns > 2, `${turns} turns`);
});

test('what failed is built anew by the next who asks', async () => {
  const names = new NameIndexCache(admin, new CacheRegistry());
  const broken = {
    ...register(1, 3),
    // biome-ignore lint/correctness/useYield: it fails before the first page
    async *addressedPlaces(): AsyncGenerator<AddressedPlace[]> {
      throw new Error('damaged');
    },
  };
  await assert.rejects(names.index(broken), /damaged/);
  assert.deepEqual(await namesIn(names, register(1, 3), 'wieaaab'), ['wieaaab']);
});

test('a stop ends the building', async () => {
  const stop = new AbortController();
  const reads = register(1_000_000);
  const building = new NameIndexCache(admin, new CacheRegistry()).index(reads, stop.signal);
  await nextTurn();
  stop.abort();
  await assert.rejects(building, { name: 'AbortError' });
  assert.ok(reads.read.pages < 1_000_000);
});
