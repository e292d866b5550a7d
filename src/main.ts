// The command line: finds the command, runs it, turns mistakes into one clear line. Wiring is done in commands.

import about from '../package.json' with { type: 'json' };
import type { Command } from './commands/command.ts';
import { describeFileFault, isDiskFault } from './commands/disk-fault.ts';
import { UsageError } from './config.ts';
import { AccountsError } from './store/accounts.ts';
import { StoreError } from './store/reads.ts';

/** Loaded when asked for: `keys` need not wait for the geometry engine. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  ingest: async () => (await import('./commands/ingest.ts')).ingest,
  sample: async () => (await import('./commands/sample.ts')).sample,
  keys: async () => (await import('./commands/keys.ts')).keys,
  store: async () => (await import('./commands/store.ts')).store,
  worker: async () => (await import('./commands/worker.ts')).worker,
  jobs: async () => (await import('./commands/jobs.ts')).jobs,
  backup: async () => (await import('./commands/backup.ts')).backup,
  get: async () => (await import('./commands/get.ts')).get,
  subscriptions: async () => (await import('./commands/manage-subscriptions.ts')).subscriptions,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  suggest: async () => (await import('./commands/suggest.ts')).suggest,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  explain: async () => (await import('./commands/explain.ts')).explain,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
};

export async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  endQuietly();
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      process.stdout.write(await overview());
      return 0;
    }
    if (name === '--version') {
      process.stdout.write(`${about.version}\n`);
      return 0;
    }
    const load = COMMANDS[name];
    if (!load)
      throw new UsageError(`there is no command "${name}"; commands are ${Object.keys(COMMANDS).join(', ')}`);
    const command = await load();
    if (rest.includes('--help') || rest.includes('-h')) {
      process.stdout.write(`${command.help}\n`);
      return 0;
    }
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError || error instanceof StoreError || error instanceof AccountsError) {
      process.stderr.write(`miedza: ${error.message}\n`);
      return 2;
    }
    if (isDiskFault(error)) {
      process.stderr.write(
        `miedza: the disk cannot be read or written (${error.message}); make room or mend it, then try again. What was not published before is not published now.\n`,
      );
      return 2;
    }
    const fileFault = describeFileFault(error);
    if (fileFault !== null) {
      process.stderr.write(`miedza: ${fileFault}\n`);
      return 2;
    }
    process.stderr.write(
      `miedza: unexpected fault\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 1;
  }
}

let isWatched = false;

/**
 * Whoever reads our output may have had enough ("| head"): what is left of it goes nowhere, and the work is done to its
 * end. Output that cannot be written for another reason, as on a full disk, is said.
 */
function endQuietly(): void {
  if (isWatched) return;
  isWatched = true;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`miedza: the output cannot be written (${error.message})\n`);
    process.exit(2);
  });
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(9)} ${(await load()).summary}`),
  );
  return `miedza: Polish land parcels, sourced

${lines.join('\n')}

miedza COMMAND --help says more, miedza --version which one this is. First steps: miedza serve --sample
`;
}
