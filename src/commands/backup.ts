// miedza backup: a consistent copy of the data folder while it is served and loaded.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig, UsageError } from '../config.ts';
import { accountsIn, datasetIn } from '../data-folder.ts';
import { requireDataset } from '../dataset.ts';
import { backUpFile } from '../store/sqlite/file-backup.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';

export const backup: Command = {
  summary: 'copy the data folder while it is in use',
  help: `miedza backup --to DIR [--data DIR]

Copies dataset and accounts into an empty folder, each as it is at one moment; servers and ingests go on meanwhile. The copy is a data
folder: "miedza serve --data DIR" serves it. A database (MIEDZA_STORE) is backed up with pg_dump: docs/scale.md.`,
  async run(words) {
    const { values } = readFlags(words, { ...DATA_OPTION, to: { type: 'string' } });
    const { data, store } = readConfig(values);
    if (store !== null)
      throw new UsageError('a PostgreSQL database is backed up with pg_dump; see docs/scale.md');
    if (values.to === undefined) throw new UsageError('say where to: --to DIR');
    requireDataset(data, null);
    const to = resolve(values.to);
    // Accounts hold the secrets of webhooks: for their owner alone, whatever the mode of the folder around.
    const umask = process.umask(0o077);
    try {
      mkdirSync(to, { recursive: true });
      requireEmpty(to);
      // Usage first: a charge that is in the copy has its answer from data no older than those in it.
      for (const fileIn of [accountsIn, datasetIn])
        if (existsSync(fileIn(data))) await backUpFile(fileIn(data), fileIn(to));
    } finally {
      process.umask(umask);
    }
    process.stdout.write(`${data} is copied to ${to}\n`);
    return 0;
  },
};

/** Among other files a copy is no data folder, and may be taken for one that is older or newer. */
function requireEmpty(folder: string): void {
  const [first, ...more] = readdirSync(folder);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` with ${more.length} more`;
  throw new UsageError(`${folder} is not empty: ${first}${others} is there already; choose another folder`);
}
