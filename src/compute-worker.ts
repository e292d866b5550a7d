// One worker thread of the compute stage. Here, and not in ingest, because this is where the store's back end is chosen.

import { parentPort } from 'node:worker_threads';
import { FactCollector } from './ingest/collect-facts.ts';
import type { ComputeMessage } from './ingest/compute-pool.ts';
import { isPostgisAddress, openPostgisEvidence } from './store/postgis/evidence.ts';
import { openSqliteEvidence } from './store/sqlite/evidence.ts';

let collector: FactCollector | null = null;

parentPort?.on('message', async (message: ComputeMessage) => {
  if (message !== null && 'address' in message) {
    const open = isPostgisAddress(message.address) ? openPostgisEvidence : openSqliteEvidence;
    collector = new FactCollector(open(message.address), message.layers);
    parentPort?.postMessage([]);
  } else if (message === null) {
    await collector?.[Symbol.asyncDispose]();
    collector = null;
    parentPort?.postMessage([]);
  } else {
    parentPort?.postMessage(await collector?.collect(message));
  }
});
