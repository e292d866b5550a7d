// Command lines one after another in one process that has the program loaded already (warm-child.ts): for tests of what
// they say, not of how a process starts and ends.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Finished, inheritedVariables } from './program.ts';

const CHILD = fileURLToPath(new URL('warm-child.ts', import.meta.url));

/** A command that goes on, such as a server, has no place here. */
const PATIENCE_MS = 300_000;

let program: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** As `run` of program.ts gives it; lines that are given at once wait for each other. */
export function runWarm(words: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const finished = last.then(() => ask(words, env));
  last = finished.catch(() => undefined);
  return finished;
}

async function ask(words: readonly string[], env: Record<string, string>): Promise<Finished> {
  program ??= startProgram();
  // Only a command that is under way keeps this process waiting; the other one ends with it.
  program.channel?.ref();
  program.send({ words, env });
  const [finished] = await once(program, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
  program.channel?.unref();
  return finished as Finished;
}

function startProgram(): ChildProcess {
  const child = fork(CHILD, { env: inheritedVariables() });
  child.unref();
  return child;
}
