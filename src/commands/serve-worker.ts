// miedza serve, one of several processes that answer: what they have in common is asked of the primary.

import { type App, openApp, type SharedAccounts } from '../app.ts';
import { openBasemapFile } from '../basemap-file.ts';
import { answerCalls, type CallOther, createCaller } from '../cluster/channel.ts';
import type { FromPrimary, FromWorker } from '../cluster/primary.ts';
import { ledgerOf, tokensOf } from '../cluster/shared-accounts.ts';
import { type Config, UsageError } from '../config.ts';
import { AccountsError } from '../store/accounts.ts';
import { StoreError } from '../store/reads.ts';
import { growHeapSlowly } from './serve-heap.ts';
import { logUnhandledRejections, openLog } from './serve-log.ts';
import { asListenError } from './serve-words.ts';
import { firstSignal } from './stop-signal.ts';

export async function serveAsWorker(config: Config): Promise<number> {
  growHeapSlowly();
  const ask = createCaller<FromWorker>(process);
  const left = Promise.withResolvers<string>();
  void firstSignal().then(left.resolve);
  let app: App;
  try {
    app = await listen(config, sharedWith(ask, config.workers));
  } catch (error) {
    const isMistake = [UsageError, StoreError, AccountsError].some((kind) => error instanceof kind);
    const message = error instanceof Error ? (isMistake ? error.message : error.stack) : String(error);
    await ask('failed', { message: message ?? '', exit_code: isMistake ? 2 : 1 });
    process.disconnect?.();
    return 1;
  }
  answerCalls<FromPrimary>(process, { metrics: app.metrics.json, leave: () => left.resolve('leave') });
  const address = app.server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  await ask('listening', { port, example_id: await app.exampleId(), page_state: app.page_state });
  await left.promise;
  await app.close();
  process.disconnect?.();
  return 0;
}

async function listen(config: Config, shared: SharedAccounts): Promise<App> {
  const log = openLog(config.log_level);
  logUnhandledRejections(log);
  const basemap = config.basemap ?? (await openBasemapFile(config.data));
  const app = openApp({ ...config, basemap, log, shared, metrics_apart: config.metrics !== null });
  try {
    await app.server.listen({ host: config.host, port: config.port });
    return app;
  } catch (error) {
    await app.close();
    throw asListenError(error, config);
  }
}

const sharedWith = (ask: CallOther<FromWorker>, processes: number): SharedAccounts => ({
  processes,
  keys: tokensOf(ask, 'keys'),
  addresses: tokensOf(ask, 'addresses'),
  ledger: (own) => ledgerOf(ask, own),
  probe: () => ask('probe'),
  metricsText: () => ask('metrics'),
});
