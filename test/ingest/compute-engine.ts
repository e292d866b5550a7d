// The compute stage of loads in tests: worker threads that are kept from load to load. Starting them for each costs more than the
// small loads of tests take.

import type { ComputeEngine } from '../../src/ingest/compute.ts';
import { ComputePool } from '../../src/ingest/compute-pool.ts';
import { openSqliteEvidence } from '../../src/store/sqlite/evidence.ts';

const pool = new ComputePool(new URL('../../src/compute-worker.ts', import.meta.url));

/** For datasets in files. */
export const ENGINE: ComputeEngine = { open: openSqliteEvidence, pool };
