// The servers under measurement, each in its own process: the product as `npm start` starts it, with its log going
// to a file, and the bare node:http server it is compared with.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningServer {
  readonly port: number;
  /** Resident memory in MB, now and at its highest (Linux). */
  memory(): { now_mb: number; peak_mb: number };
  /** Seconds of processor time used so far (Linux). */
  cpu_s(): number;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../bin/miedza.js', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** One process, as benches compare it, or more. */
export async function startMiedza(data: string, workers = 1): Promise<RunningServer> {
  const log = openSync(join(data, 'bench.log'), 'w');
  try {
    return await start(
      [
        '--max-semi-space-size=16',
        PROGRAM,
        'serve',
        '--data',
        data,
        '--port',
        '0',
        '--workers',
        String(workers),
      ],
      log,
    );
  } finally {
    closeSync(log);
  }
}

/** `recording`: the file of answers it gives, see bare-server.ts. */
export async function startBare(recording: string): Promise<RunningServer> {
  return start([BARE, recording], 'ignore');
}

async function start(words: string[], stdout: number | 'ignore'): Promise<RunningServer> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', stdout, 'pipe'] });
  const port = await portOf(child);
  const pid = child.pid ?? 0;
  return {
    port,
    memory: () => {
      const all = processesOf(pid).map((one) => readFileSync(`/proc/${one}/status`, 'utf8'));
      const mb = (field: string) =>
        all.reduce(
          (sum, status) => sum + Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024,
          0,
        );
      return { now_mb: mb('VmRSS'), peak_mb: mb('VmHWM') };
    },
    cpu_s: () => processesOf(pid).reduce((sum, one) => sum + threadSeconds(one), 0),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A process and its children (Linux). */
export const processesOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
};

/** Of all threads of a process, to the nanosecond (Linux). */
function threadSeconds(pid: number): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e9,
    0,
  );
}

/** Of a process and of its children that have ended (Linux). */
export function processorSeconds(pid: number): number {
  // Fields 14 to 17 of /proc/PID/stat, counted after the name in parentheses; a tick is a hundredth of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

/** Both servers say their address on stderr when they listen. */
function portOf(child: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the server stopped with ${code}: ${said}`)));
  });
}
