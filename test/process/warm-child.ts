// The process of warm-program.ts: runs each command line that arrives as a message and answers what it wrote.

import { main } from '../../src/main.ts';
import type { Finished } from './program.ts';

interface CommandLine {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const STREAMS = ['stdout', 'stderr'] as const;

async function run({ words, env }: CommandLine): Promise<Finished> {
  const own = { ...process.env };
  const written = { stdout: '', stderr: '' };
  for (const name of STREAMS) {
    process[name].write = (text: string | Uint8Array) => {
      written[name] += Buffer.from(text).toString();
      return true;
    };
  }
  Object.assign(process.env, env);
  const code = await main(words);
  process.env = own;
  return { code, ...written };
}

process.on('message', async (line: CommandLine) => process.send?.(await run(line)));
