// Publishes one load from a thread of its own, as an ingest beside a running server does.

import { workerData } from 'node:worker_threads';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import { type Load, publish } from './store-suite.ts';

const { path, load } = workerData as { path: string; load: Load };
const writer = openSqliteWriter(path);
await publish(writer, load);
await writer.close();
