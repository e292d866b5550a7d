// For the tests of this folder: a real HTTP server that answers as it is told, a clock that does not wait, a folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Network } from './transfer.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
}

/** Answers request by request; the last answer stays. */
export async function serve(t: TestContext, ...answers: Answer[]): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    (answers[Math.min(requests.length, answers.length) - 1] as Answer)(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export interface TestClock extends Network {
  /** What was slept, in milliseconds: pauses between requests and before another attempt. */
  readonly slept: number[];
  /** Lets every timeout that is waiting run out. */
  expire(): void;
}

export const START = Date.parse('2026-11-02T03:00:00Z');

/** Random is always one half. Time passes only by sleeping. */
export function testClock(): TestClock {
  const slept: number[] = [];
  const watches = new Set<() => void>();
  let now = START;
  return {
    fetch,
    now: () => now,
    random: () => 0.5,
    slept,
    expire: () => {
      for (const run of watches) run();
    },
    sleep: (ms, signal) => {
      if (signal) {
        return new Promise<void>((resolve, reject) => {
          watches.add(resolve);
          signal.addEventListener('abort', () => {
            watches.delete(resolve);
            reject(signal.reason);
          });
        });
      }
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-fetch-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
