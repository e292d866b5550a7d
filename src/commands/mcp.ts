// miedza mcp: the tools over stdin and stdout, for assistants that start their servers themselves.

import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Logger, pino } from 'pino';
import { OWN_LIMITS, openService } from '../app.ts';
import { type Config, readConfig, UsageError } from '../config.ts';
import { upgradeDataset } from '../dataset.ts';
import { type Backend, createBackend } from '../mcp/backend.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { createRemoteBackend } from '../mcp/remote-backend.ts';
import { readLines } from '../mcp/stdio-lines.ts';
import { type Command, DATA_OPTION, KEY_OPTION, readFlags } from './command.ts';
import { requireServed } from './served-dataset.ts';

export const mcp: Command = {
  summary: 'serve the tools over stdio to an assistant (MCP)',
  help: `miedza mcp [--sample] [--data DIR]
miedza mcp --url URL [--key KEY]

Speaks the Model Context Protocol on stdin and stdout; the log goes to stderr. Without --url it answers from the dataset of
the data folder, and no key is needed: usage is counted under the name "stdio:local".

  --sample       build the sample world first if the folder has no dataset
  --data DIR     (MIEDZA_DATA) data folder (default ./data)
  --url URL      send calls on to a hosted server, such as https://miedza.example
  --key KEY      (MIEDZA_API_KEY) the key for that server

A server started with "miedza serve" offers the same over HTTP at /mcp.`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      sample: { type: 'boolean', default: false },
      url: { type: 'string' },
      ...KEY_OPTION,
    });
    const { url, sample, ...flags } = values;
    const config = readConfig({ ...flags, key: flags.key ?? flags['api-key'] });
    const log = pino({ level: config.log_level }, pino.destination(2));
    if (url !== undefined) {
      if (!/^https?:/.test(url) || !URL.canParse(url))
        throw new UsageError(`--url must be an http or https URL, got "${url}"`);
      await serve(createRemoteBackend(url, config.api_key), log);
      return 0;
    }
    await requireServed(config, sample);
    if (config.store === null) upgradeDataset(config.data);
    await serveLocally(config, log);
    return 0;
  },
};

/** A key record of its own: the keys of a server on the same folder stay as they are. */
async function serveLocally(config: Config, log: Logger): Promise<void> {
  const { handle, accounts, clock, close } = openService(config);
  try {
    const key = await accounts.book.admit('stdio:local', OWN_LIMITS, clock.now());
    if (!key)
      throw new UsageError('the key "stdio:local" was revoked, so calls from this machine are refused');
    const backend = createBackend(handle, { key }, (operation, answer, duration_ms) => {
      const line = { operation, status: answer.status, duration_ms };
      if ('fault' in answer) log.error({ ...line, err: answer.fault }, 'call failed');
      else log.debug(line, 'call');
    });
    await serve(backend, log);
  } finally {
    await close();
  }
}

/** Until the client closes our input or someone stops us. */
async function serve(backend: Backend, log: Logger): Promise<void> {
  const { rest, answers } = readLines(process.stdin, process.stdout, backend, (fault) =>
    log.error({ err: fault }, 'mcp'),
  );
  const serving = serveStdio(() => createMcpServer(backend), {
    transport: new StdioServerTransport(rest, answers),
    onerror: (fault) => log.warn({ err: fault }, 'mcp'),
  });
  await Promise.race([once(rest, 'close'), once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await serving.close();
}
