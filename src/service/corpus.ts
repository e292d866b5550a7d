// What is loaded, in memory: the administrative directory, names, source states. Read once per dataset version and
// shared by all requests until a publish moves the version.

import type { CorpusCoverage } from '../contract/answers.ts';
import type { SourceRef } from '../contract/sources.ts';
import { AdminDirectory, COVERED_VOIVODESHIP } from '../domain/admin.ts';
import { partitionOf } from '../domain/parcel-id.ts';
import { type SourceId, type SourceState, sourceRef } from '../domain/sources.ts';
import { NameIndex } from '../domain/text/name-index.ts';
import type { StoreReads } from '../store/store.ts';

export class Corpus {
  readonly version: number;
  readonly admin: AdminDirectory;
  readonly names: NameIndex;
  readonly states: readonly SourceState[];
  readonly coverage: CorpusCoverage;
  readonly #state = new Map<string, SourceState>();
  readonly #refs = new Map<string, SourceRef>();

  constructor(version: number, admin: AdminDirectory, states: readonly SourceState[]) {
    this.version = version;
    this.admin = admin;
    this.names = new NameIndex(admin);
    this.states = states;
    for (const state of states) this.#state.set(`${state.source}:${state.scope}`, state);
    this.coverage = coverageOf(admin, states);
  }

  /** Whether the parcels of an obręb are loaded, by their powiat or by an extract of just that obręb. */
  holds(obreb_id: string): boolean {
    return this.#state.has(`egib:${partitionOf(obreb_id)}`) || this.#state.has(`egib:${obreb_id}`);
  }

  holdsPartition(powiat: string): boolean {
    return this.#state.has(`egib:${powiat}`);
  }

  stateAt(source: SourceId, obreb_id: string): SourceState | undefined {
    return (
      this.#state.get(`${source}:${partitionOf(obreb_id)}`) ??
      this.#state.get(`${source}:${obreb_id}`) ??
      this.#state.get(`${source}:`)
    );
  }

  /** The source as it stands for a place; the same object for the same load. */
  sourceAt(source: SourceId, obreb_id: string): SourceRef {
    const state = this.stateAt(source, obreb_id);
    const key = `${source}:${state?.scope ?? '-'}`;
    const known = this.#refs.get(key);
    if (known) return known;
    const ref = sourceRef(source, state);
    this.#refs.set(key, ref);
    return ref;
  }

  statesOf(source: SourceId): SourceState[] {
    return this.states.filter((state) => state.source === source);
  }
}

function coverageOf(admin: AdminDirectory, states: readonly SourceState[]): CorpusCoverage {
  const loaded = states.filter((state) => state.source === 'egib' && /^\d{4}$/.test(state.scope));
  const named = loaded.map((state) => `${admin.powiaty.get(state.scope) ?? '?'} (${state.scope})`);
  const total = admin.partitionsTotal();
  return {
    voivodeships: [COVERED_VOIVODESHIP],
    partitions_loaded: loaded.length,
    partitions_total: total,
    as_of:
      loaded
        .flatMap((state) => state.as_of ?? [])
        .sort()
        .at(-1) ?? null,
    note:
      loaded.length === 0
        ? 'No powiat is loaded.'
        : `Loaded: ${loaded.length} of ${total} powiaty of mazowieckie${loaded.length <= 10 ? `: ${named.join(', ')}` : ''}. Elsewhere candidates have held: false.`,
  };
}

export function createCorpusCache(): (reads: StoreReads) => Promise<Corpus> {
  let current: Corpus | null = null;
  return async (reads) => {
    if (current?.version === reads.version) return current;
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    current = new Corpus(reads.version, admin, await reads.sourceStates());
    return current;
  };
}
