// miedza serve: from configuration to the processes that serve. What each of them needs is loaded there and nowhere else.

import cluster from 'node:cluster';
import { readConfig } from '../config.ts';
import { type Command, DATA_OPTION, KEY_OPTION, readFlags } from './command.ts';

const SAMPLE_KEY = 'demo';

export const serve: Command = {
  summary: 'serve the dataset over HTTP',
  help: `miedza serve [--sample] [--port 8080] [--host 127.0.0.1] [--key KEY] [--workers N] [--no-page] [--data DIR]

Serves the dataset of the data folder: the page at /, the interface under /v1, assistants at /mcp. Stop it with Ctrl-C.

  --sample       build the sample world first if the folder has no dataset, and accept the key "${SAMPLE_KEY}"
  --port N       (PORT) 0 picks a free one
  --host H       (HOST) 0.0.0.0 serves the network
  --key KEY      (MIEDZA_API_KEY) a key to accept beside those made with "miedza keys create"
  --workers N    (MIEDZA_WORKERS) processes that serve, one a core by default; 1 for a single one
  --no-page      serve neither the page at / nor map tiles
  --data DIR     (MIEDZA_DATA) data folder (default ./data)

MIEDZA_STORE=postgres://… serves a database that other servers may share instead of the data folder, MIEDZA_STORE_REPLICA
reads facts from a replica of it (docs/scale.md).

MIEDZA_LOG_LEVEL sets the log level (default info); MIEDZA_SIGNUP_URL is named in answers to a missing key.
MIEDZA_ADDRESS_RATE limits requests without a valid key from one address (default 20 a second, 0 for no limit);
MIEDZA_TRUSTED_PROXIES lists proxies whose X-Forwarded-For is believed; MIEDZA_METRICS serves /metrics at another address.
MIEDZA_BASEMAP and MIEDZA_BASEMAP_ATTRIBUTION, or basemap.pmtiles in the data folder, put a map under that of the page.
MIEDZA_PUBLIC_URL, MIEDZA_MCP_ORIGINS and MIEDZA_OAUTH_… are for MCP on the network: docs/mcp.md.`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      sample: { type: 'boolean', default: false },
      port: { type: 'string' },
      host: { type: 'string' },
      workers: { type: 'string' },
      'no-page': { type: 'boolean' },
      ...KEY_OPTION,
    });
    const given = readConfig({ ...values, key: values.key ?? values['api-key'] });
    const config = values.sample ? { ...given, api_key: given.api_key ?? SAMPLE_KEY } : given;
    if (cluster.isWorker) return (await import('./serve-worker.ts')).serveAsWorker(config);
    await (await import('./served-dataset.ts')).requireServed(config, values.sample);
    if (config.store === null) await (await import('../dataset.ts')).clearAfterKill(config.data);
    if (config.api_key === SAMPLE_KEY && !isLoopback(config.host))
      process.stderr.write(openKeyWarning(config.host));
    return config.workers > 1
      ? (await import('./serve-primary.ts')).serveByWorkers(config)
      : (await import('./serve-alone.ts')).serveAlone(config);
  },
};

/** Only this machine reaches it. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

const openKeyWarning = (host: string): string =>
  `Warning: ${host} can be reached by others, and anybody who guesses the key "${SAMPLE_KEY}" may ask. Choose another with --key KEY.\n`;
