// miedza serve by several processes, as the primary sees it: it starts them, and keeps what they have in common. Loads nothing that
// answers, for it answers nothing.

import { once } from 'node:events';
import { startWorkers, WorkerStartError } from '../cluster/primary.ts';
import { type Config, UsageError } from '../config.ts';
import { accountsIn } from '../data-folder.ts';
import { createMetricsServer } from '../http/keyless-pages.ts';
import { PostgisLedger } from '../store/postgis/ledger.ts';
import { Link } from '../store/postgis/link.ts';
import { openAccounts, requireWritable } from '../store/sqlite/accounts-file.ts';
import { UsageLedger } from '../store/sqlite/ledger.ts';
import { MOST_ADDRESSES, RateLimiter } from '../store/sqlite/rate-limiter.ts';
import { openLog } from './serve-log.ts';
import { asListenError, banner } from './serve-words.ts';
import { firstSignal } from './stop-signal.ts';

export async function serveByWorkers(config: Config): Promise<number> {
  const log = openLog(config.log_level);
  const accounts = openShared(config);
  const primary = startWorkers(config.workers, accounts, log);
  const stopped = firstSignal(() => {
    primary.kill();
    process.exit(1);
  });
  const metrics = config.metrics && createMetricsServer(primary.metrics);
  const close = async () => {
    metrics?.close();
    await primary.leave();
    await accounts.close();
  };
  try {
    if (metrics && config.metrics) await listenAt(metrics, config.metrics);
    const { port, ...served } = await primary.started;
    process.stderr.write(banner(`http://${config.host}:${port}`, config, served));
  } catch (error) {
    await close();
    if (!(error instanceof WorkerStartError) || error.exit_code !== 2) throw error;
    throw new UsageError(error.message);
  }
  const signal = await stopped;
  log.info({ signal }, 'stopping');
  await close();
  process.stderr.write('Stopped.\n');
  return 0;
}

/** On a database each worker leases limits and writes usage there for itself: only addresses are limited here. */
function openShared({ data, store }: Config) {
  const buckets = { keys: new RateLimiter(MOST_ADDRESSES), addresses: new RateLimiter(MOST_ADDRESSES) };
  if (store !== null) {
    // Connects when it is asked for the first time.
    const link = new Link(store);
    return { ...buckets, ledger: new PostgisLedger(link), probe: () => undefined, close: () => link.close() };
  }
  const file = openAccounts(accountsIn(data));
  const ledger = new UsageLedger(file);
  return {
    ...buckets,
    ledger,
    probe: () => requireWritable(file),
    async close() {
      await ledger.close();
      file.close();
    },
  };
}

async function listenAt(
  server: ReturnType<typeof createMetricsServer>,
  place: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await once(server.listen(place.port, place.host), 'listening');
  } catch (error) {
    throw asListenError(error, place);
  }
}
