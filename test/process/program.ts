// The real program as a child process: run to its end, or started as a server and found by its banner.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/miedza.js', import.meta.url));
const OWN_VARIABLES = /^(MIEDZA_|PORT$|HOST$|NODE_TEST)/;

export interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** The exit code, or the name of the signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface Finished {
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningServer extends Started {
  readonly url: string;
  stop(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();
const endAll = () => {
  for (const child of running) child.kill('SIGKILL');
};
process.once('exit', endAll);
// A test that failed may have left its server running, which would keep this process waiting.
after(endAll);

/** Those of this process but for what configures the program. */
export const inheritedVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));

/** `program` is another copy of it, such as the packed one. */
export function start(
  words: readonly string[],
  env: Record<string, string> = {},
  program = PROGRAM,
): Started {
  const child = spawn(process.execPath, [program, ...words], {
    // Two cores for many tests: a server is one process where a test does not ask for more.
    env: { ...inheritedVariables(), MIEDZA_WORKERS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  return { child, output, ended };
}

export async function run(
  words: readonly string[],
  env: Record<string, string> = {},
  program = PROGRAM,
): Promise<Finished> {
  const { output, ended } = start(words, env, program);
  const code = await ended;
  return { code, ...output };
}

/** Resolves when the banner is printed; rejects with what was said instead. */
export async function startServer(
  words: readonly string[],
  env: Record<string, string> = {},
  program = PROGRAM,
): Promise<RunningServer> {
  const started = start(['serve', '--port', '0', ...words], env, program);
  const { child, output, ended } = started;
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const match = /Miedza serves (http:\S+)[\s\S]*Ctrl-C/.exec(output.stderr);
      if (match?.[1]) resolve(match[1]);
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output.stderr}`)));
  });
  return {
    ...started,
    url,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The processes of a server beside the first. */
export const workersOf = ({ child }: RunningServer): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

/** Only what never comes is waited for as long as this: a busy machine may take its time. */
const PATIENCE_MS = 180_000;

/** Looks every few milliseconds; gives up with the name of what was awaited. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
