// miedza serve by a single process.

import { once } from 'node:events';
import { openApp } from '../app.ts';
import { openBasemapFile } from '../basemap-file.ts';
import type { Config } from '../config.ts';
import { createMetricsServer } from '../http/keyless-pages.ts';
import { growHeapSlowly } from './serve-heap.ts';
import { logUnhandledRejections, openLog } from './serve-log.ts';
import { asListenError, banner, type ListenAddress } from './serve-words.ts';
import { firstSignal } from './stop-signal.ts';

export async function serveAlone(config: Config): Promise<number> {
  growHeapSlowly();
  const log = openLog(config.log_level);
  logUnhandledRejections(log);
  const basemap = config.basemap ?? (await openBasemapFile(config.data));
  const app = openApp({ ...config, basemap, log, metrics_apart: config.metrics !== null });
  const metrics = config.metrics && createMetricsServer(app.metrics);
  let where: ListenAddress = config;
  try {
    await app.server.listen({ host: config.host, port: config.port });
    if (metrics && config.metrics) {
      where = config.metrics;
      await once(metrics.listen(where.port, where.host), 'listening');
    }
  } catch (error) {
    await app.close();
    throw asListenError(error, where);
  }
  // Before the banner: whoever reads it may stop the server at once.
  const stopped = firstSignal();
  const address = app.server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const served = { example_id: await app.exampleId(), page_state: app.page_state };
  process.stderr.write(banner(`http://${config.host}:${port}`, config, served));
  const signal = await stopped;
  log.info({ signal }, 'stopping');
  metrics?.close();
  await app.close();
  process.stderr.write('Stopped.\n');
  return 0;
}
