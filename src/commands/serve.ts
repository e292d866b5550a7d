// miedza serve: the server, from configuration to a clean stop.

import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { type DestinationStream, pino } from 'pino';
import { openApp } from '../app.ts';
import { type Config, readConfig, UsageError } from '../config.ts';
import { clearAfterKill } from '../dataset.ts';
import { createMetricsServer } from '../http/keyless-pages.ts';
import { type Command, DATA_OPTION, KEY_OPTION, readFlags } from './command.ts';
import { requireServed } from './served-dataset.ts';

const SAMPLE_KEY = 'demo';

export const serve: Command = {
  summary: 'serve the dataset over HTTP',
  help: `miedza serve [--sample] [--port 8080] [--host 127.0.0.1] [--key KEY] [--no-page] [--data DIR]

Serves the dataset of the data folder: the page at /, the interface under /v1, assistants at /mcp. Stop it with Ctrl-C.

  --sample       build the sample world first if the folder has no dataset, and accept the key "${SAMPLE_KEY}"
  --port N       (PORT) 0 picks a free one
  --host H       (HOST) 0.0.0.0 serves the network
  --key KEY      (MIEDZA_API_KEY) a key to accept beside those made with "miedza keys create"
  --no-page      serve neither the page at / nor map tiles
  --data DIR     (MIEDZA_DATA) data folder (default ./data)

MIEDZA_STORE=postgres://… serves a database that other servers may share instead of the data folder, MIEDZA_STORE_REPLICA
reads facts from a replica of it (docs/scale.md).

MIEDZA_LOG_LEVEL sets the log level (default info); MIEDZA_SIGNUP_URL is named in answers to a missing key.
MIEDZA_ADDRESS_RATE limits requests without a valid key from one address (default 20 a second, 0 for no limit);
MIEDZA_TRUSTED_PROXIES lists proxies whose X-Forwarded-For is believed; MIEDZA_METRICS serves /metrics at another address.
MIEDZA_BASEMAP and MIEDZA_BASEMAP_ATTRIBUTION put a map of others under that of the page: docs/operations.md.
MIEDZA_PUBLIC_URL, MIEDZA_MCP_ORIGINS and MIEDZA_OAUTH_… are for MCP on the network: docs/mcp.md.`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      sample: { type: 'boolean', default: false },
      port: { type: 'string' },
      host: { type: 'string' },
      'no-page': { type: 'boolean' },
      ...KEY_OPTION,
    });
    const given = readConfig({ ...values, key: values.key ?? values['api-key'] });
    const config = values.sample ? { ...given, api_key: given.api_key ?? SAMPLE_KEY } : given;
    await requireServed(config, values.sample);
    if (config.store === null) await clearAfterKill(config.data);
    if (config.api_key === SAMPLE_KEY && !isLoopback(config.host))
      process.stderr.write(openKeyWarning(config.host));
    return listen(config);
  },
};

/** Only this machine reaches it. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

const openKeyWarning = (host: string): string =>
  `Warning: ${host} can be reached by others, and anybody who guesses the key "${SAMPLE_KEY}" may ask. Choose another with --key KEY.\n`;

/**
 * In percent of what lives: V8 would let garbage pile up to several times of that before it collects, since the machine has
 * room. A limit of the heap would do the same, and stop the server with a dataset that needs more (docs/decisions/0019).
 */
const HEAP_GROWTH_PCT = 50;

async function listen(config: Config): Promise<number> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PCT}`);
  const log = pino({ level: config.log_level }, gathered(pino.destination({ sync: false })));
  const app = openApp({ ...config, log, metrics_apart: config.metrics !== null });
  const metrics = config.metrics && createMetricsServer(app.metrics);
  let where: Place = config;
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
  process.stderr.write(banner(`http://${config.host}:${port}`, config, await app.exampleId()));
  const signal = await stopped;
  log.info({ signal }, 'stopping');
  metrics?.close();
  await app.close();
  process.stderr.write('Stopped.\n');
  return 0;
}

/** npm passes on a signal that the terminal has sent to the server too: one so soon after another is the same. */
const SAME_SIGNAL_MS = 1_000;

/** The signal to leave; one more, sent by somebody who does not want to wait, ends the process at once. */
function firstSignal(): Promise<string> {
  return new Promise((stop) => {
    let since_ms: number | null = null;
    const onSignal = (name: string) => {
      if (since_ms !== null && performance.now() - since_ms > SAME_SIGNAL_MS) process.exit(1);
      since_ms ??= performance.now();
      stop(name);
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  });
}

/** How long a line of the log may wait for others. */
const LOG_WAIT_MS = 10;

/** To hand over a line costs more than to make it: those of some milliseconds go together. */
function gathered(out: ReturnType<typeof pino.destination>): DestinationStream {
  let lines = '';
  const handOver = () => {
    out.write(lines);
    lines = '';
  };
  // After an error that nobody caught no timer comes any more.
  process.once('exit', () => {
    if (lines === '') return;
    handOver();
    out.flushSync();
  });
  return {
    write(line) {
      if (lines === '') setTimeout(handOver, LOG_WAIT_MS);
      lines += line;
    },
  };
}

type Place = { readonly host: string; readonly port: number };

function asListenError(error: unknown, config: Place): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `port ${config.port} is taken; choose another with --port or PORT, or stop what uses it`,
    );
  }
  if (code === 'EACCES')
    return new UsageError(`port ${config.port} needs more rights; choose one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`host ${config.host} is not an address of this machine`);
  }
  return error;
}

function banner(url: string, config: Config, example_id: string | null): string {
  const key = config.api_key ?? 'YOUR_KEY';
  // Before parcels are loaded there is none to ask for.
  const first = example_id === null ? '/v1/sources' : `/v1/parcel?id=${encodeURIComponent(example_id)}`;
  return `
Miedza serves ${url}

  API key   ${config.api_key === null ? 'make one: npx miedza keys create NAME' : key}
  Try       curl -s -H 'X-Api-Key: ${key}' '${url}${first}'
  Page      ${config.page ? `${url}/` : 'turned off'}
  Docs      ${url}/docs   contract ${url}/v1/openapi.json
  MCP       ${url}/mcp

Ctrl-C stops it.
`;
}
