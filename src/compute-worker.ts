// One worker thread of the compute stage: parcel ids in, facts out, until it is ended. Here, and not in ingest, because
// this is where the store's back end is chosen.

import { parentPort, workerData } from 'node:worker_threads';
import type { FactLayer } from './domain/layers/facts.ts';
import { FactCollector } from './ingest/collect-facts.ts';
import { openSqliteEvidence } from './store/sqlite/evidence.ts';
import type { EvidenceAddress } from './store/store.ts';

const { address, layers } = workerData as { address: EvidenceAddress; layers: readonly FactLayer[] };
const collector = new FactCollector(openSqliteEvidence(address), layers);

parentPort?.on('message', (ids: readonly string[]) => parentPort?.postMessage(collector.collect(ids)));
