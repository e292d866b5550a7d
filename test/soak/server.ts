// The real server as a process of its own, with its memory in view: what the system has given it, and what is left of
// its heap when the garbage is collected on demand (through the inspector of Node).

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/miedza.js', import.meta.url));

export interface Memory {
  readonly heap_mb: number;
  /** Null where the system does not tell (it does on Linux). */
  readonly resident_mb: number | null;
}

export interface WatchedServer {
  readonly url: string;
  /** After a full collection of garbage. */
  memory(): Promise<Memory>;
  /** The exit code. */
  stop(): Promise<number | null>;
}

export async function startWatched(data: string): Promise<WatchedServer> {
  const words = ['--inspect=127.0.0.1:0', PROGRAM, 'serve', '--port', '0', '--workers', '1', '--data', data];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  const [inspector, url] = await new Promise<[string, string]>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, at] = /Debugger listening on (ws:\S+)/.exec(said) ?? [];
      const [, served] = /Miedza serves (http:\S+)[\s\S]*Ctrl-C/.exec(said) ?? [];
      if (at && served) resolve([at, served]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    url,
    async memory() {
      const heap_mb = await heapAfterCollection(inspector);
      return { heap_mb, resident_mb: residentOf(child.pid ?? 0) };
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await exited;
      process.off('exit', end);
      return code as number | null;
    },
  };
}

async function heapAfterCollection(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  try {
    await call(socket, 1, 'HeapProfiler.collectGarbage');
    const usage = await call(socket, 2, 'Runtime.getHeapUsage');
    return Number(usage.usedSize) / 1024 ** 2;
  } finally {
    socket.close();
  }
}

async function call(socket: WebSocket, id: number, method: string): Promise<Record<string, unknown>> {
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [event] = (await once(socket, 'message')) as [MessageEvent];
    const message = JSON.parse(String(event.data));
    if (message.id !== id) continue;
    if (message.error) throw new Error(`${method}: ${message.error.message}`);
    return message.result;
  }
}

function residentOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return null;
  }
}
