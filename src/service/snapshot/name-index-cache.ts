// The index of names of one dataset version: built once, by whoever needs it first or by the warmer before that, in slices
// between which other requests are answered. Half a million names take seconds.

import type { Corpus } from '../../domain/corpus/corpus.ts';
import { toWgs84 } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import { AddressPlaces } from '../../domain/text/address-places.ts';
import { NameIndex } from '../../domain/text/name-index.ts';
import type { NamesRead } from '../../domain/text/named-span.ts';
import { SuggestIndex } from '../../domain/text/suggest-index.ts';
import type { StoreReads } from '../../store/reads.ts';
import { inSlices, inSteps } from '../pipeline/event-loop.ts';
import type { CacheRegistry } from './cache.ts';

type NameReads = Pick<StoreReads, 'addressedPlaces'>;
type SuggestReads = NameReads & Pick<StoreReads, 'positions'>;

/** The names, and where what bears them lies. */
interface Built {
  readonly names: NameIndex;
  readonly addresses: AddressPlaces;
}

export class NameIndexCache {
  readonly #admin: AdminDirectory;
  readonly #caches: CacheRegistry;
  #built: Promise<Built> | null = null;
  #names: Promise<NameIndex> | null = null;
  #suggestions: Promise<SuggestIndex> | null = null;

  constructor(admin: AdminDirectory, caches: CacheRegistry) {
    this.#admin = admin;
    this.#caches = caches;
  }

  /** `reads` are of the same version; what fails is tried anew by the next. */
  index(reads: NameReads, stop?: AbortSignal): Promise<NameIndex> {
    this.#names ??= this.#build(reads, stop).then(({ names }) => names);
    return this.#names;
  }

  /** What is completed while it is typed; made of the index of names. `corpus` is of the same version. */
  suggestions(reads: SuggestReads, corpus: Corpus, stop?: AbortSignal): Promise<SuggestIndex> {
    this.#suggestions ??= this.#build(reads, stop)
      .then((built) => buildSuggestions(built, reads, corpus, stop))
      .catch((error: unknown) => {
        this.#suggestions = null;
        throw error;
      });
    return this.#suggestions;
  }

  #build(reads: NameReads, stop?: AbortSignal): Promise<Built> {
    this.#built ??= build(this.#admin, this.#caches, reads, stop).catch((error: unknown) => {
      this.#built = null;
      this.#names = null;
      throw error;
    });
    return this.#built;
  }
}

/** Texts whose names are remembered, by their words; a few short names each. */
const REMEMBERED_TEXTS = 2_000;
const SPAN_BYTES = 500;

function build(
  admin: AdminDirectory,
  caches: CacheRegistry,
  reads: NameReads,
  stop?: AbortSignal,
): Promise<Built> {
  return inSlices(async (pause) => {
    const memory = caches.create<string, NamesRead>({
      name: 'text_names',
      max_entries: REMEMBERED_TEXTS,
      max_bytes: REMEMBERED_TEXTS * 4 * SPAN_BYTES,
      bytesOf: ({ spans, strays }, key) => 2 * key.length + (spans.length + strays.length) * SPAN_BYTES,
    });
    const addresses = new AddressPlaces();
    const names = new NameIndex(admin, memory, addresses);
    for await (const page of reads.addressedPlaces()) {
      await pause();
      for (const { gmina, locality: name, street, postcode, position } of page) {
        await pause();
        names.postal.add(gmina, postcode);
        const locality = names.addLocality({ gmina, name });
        const centroid = toWgs84(2180, position);
        if (locality) addresses.addLocality(locality, centroid);
        if (street === null) continue;
        const place = names.addStreet(street);
        if (locality) addresses.addStreet(place, locality, centroid);
      }
    }
    await inSteps(names.prepare(), pause);
    await inSteps(addresses.prepare(), pause);
    return { names, addresses };
  }, stop);
}

/** Obręby whose positions are read at once. */
const OBREBY_A_STEP = 20;

function buildSuggestions(
  built: Built,
  reads: SuggestReads,
  corpus: Corpus,
  stop?: AbortSignal,
): Promise<SuggestIndex> {
  return inSlices(async (pause) => {
    const held = [...corpus.admin.obreby.keys()].filter((id) => corpus.holds(id));
    const obrebPositions = new Map<string, Position>();
    for (let from = 0; from < held.length; from += OBREBY_A_STEP) {
      const ids = held.slice(from, from + OBREBY_A_STEP);
      const positions = await reads.positions(ids);
      for (const [at, id] of ids.entries()) {
        const position = positions[at];
        if (position) obrebPositions.set(id, position);
      }
      await pause();
    }
    return inSteps(SuggestIndex.of({ ...built, corpus, obrebPositions }), pause);
  }, stop);
}
