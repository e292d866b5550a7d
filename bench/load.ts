// The load generator: keep-alive connections over raw sockets, one request at a time on each. A full HTTP client costs
// about as much as the bare server it asks, and would then be what is measured; this one reads no more than the
// status, the length and the end of an answer. It runs in the bench's own process and says how busy it was.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST; without it the request is a GET. */
  readonly body?: string;
}

export interface LoadPlan {
  readonly port: number;
  readonly asks: readonly Ask[];
  readonly connections: number;
  /** The status every answer must have. */
  readonly status: number;
  /** Ends after this time, or else after each request was sent once. */
  readonly duration_ms?: number;
  /** Sends at this rate instead of as fast as answers come. */
  readonly pace?: Pace;
  readonly onProgress?: (done: number) => void;
}

export interface Pace {
  readonly per_s: number;
  readonly duration_ms: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly per_s: number;
  /** Milliseconds of each answer, in rising order. */
  readonly latencies_ms: Float64Array;
  /** Share of the time in which the generator itself was at work: near 1 it is the bottleneck. */
  readonly busy: number;
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  const { port, status, onProgress } = plan;
  const wires = plan.asks.map((ask) => wireOf(ask, port));
  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => open(port)));
  const latencies: number[] = [];
  const started = performance.now();
  const idle = performance.eventLoopUtilization();
  const next = plan.pace === undefined ? inTurn(wires, plan.duration_ms) : paced(wires, plan.pace);
  await Promise.all(
    sockets.map((socket) =>
      converse(socket, next, status, (ms) => {
        latencies.push(ms);
        onProgress?.(latencies.length);
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const busy = performance.eventLoopUtilization(idle).utilization;
  for (const socket of sockets) socket.destroy();
  return {
    requests: latencies.length,
    per_s: latencies.length / seconds,
    latencies_ms: Float64Array.from(latencies).sort(),
    busy,
  };
}

/** The next request for a connection that is free, and since when it waits for an answer. */
interface Turn {
  readonly wire: Buffer;
  readonly since_ms: number;
}

/** 'later': there is none now, and the connection is woken when there is. */
type Next = (wake: () => void) => Turn | 'later' | 'end';

/** As fast as answers come. */
function inTurn(wires: readonly Buffer[], duration_ms: number | undefined): Next {
  let sent = 0;
  const end_ms = performance.now() + (duration_ms ?? Number.POSITIVE_INFINITY);
  return () => {
    const since_ms = performance.now();
    if (duration_ms === undefined ? sent >= wires.length : since_ms >= end_ms) return 'end';
    sent += 1;
    return { wire: wires[(sent - 1) % wires.length] as Buffer, since_ms };
  };
}

/**
 * At a steady rate, whether answers come or not: a request that finds no connection free waits for one, and its wait
 * counts. Timers go by the millisecond, so those due within one leave together; that a timer is late is our own fault
 * and does not count.
 */
function paced(wires: readonly Buffer[], { per_s, duration_ms }: Pace): Next {
  const started = performance.now();
  const total = Math.max(1, Math.floor((per_s * duration_ms) / 1000));
  const due: Turn[] = [];
  const free: (() => void)[] = [];
  let sent = 0;
  const timer = setInterval(() => {
    const since_ms = performance.now();
    const wanted = Math.min(total, Math.floor(((since_ms - started) * per_s) / 1000));
    for (; sent < wanted; sent += 1) due.push({ wire: wires[sent % wires.length] as Buffer, since_ms });
    if (sent >= total) clearInterval(timer);
    const woken = free.splice(0, sent >= total ? free.length : due.length);
    for (const wake of woken) wake();
  }, 1);
  return (wake) => {
    const turn = due.shift();
    if (turn) return turn;
    if (sent >= total) return 'end';
    free.push(wake);
    return 'later';
  };
}

function wireOf({ path, headers = {}, body }: Ask, port: number): Buffer {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const method = body === undefined ? 'GET' : 'POST';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends what `next` gives, each after the answer before it; resolves when that is the end. */
function converse(socket: Socket, next: Next, status: number, onAnswer: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let since_ms = 0;
    let pending: Buffer | null = null;
    let missing = 0;
    const send = () => {
      const turn = next(send);
      if (turn === 'end') return resolve();
      if (turn === 'later') return;
      since_ms = turn.since_ms;
      socket.write(turn.wire);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const head = pending ? Buffer.concat([pending, chunk]) : chunk;
        const end = head.indexOf(HEAD_END);
        if (end < 0) {
          pending = head;
          return;
        }
        pending = null;
        const text = head.toString('latin1', 0, end);
        if (Number(text.slice(9, 12)) !== status) {
          reject(new Error(`expected ${status}, got: ${head.toString('utf8').slice(0, 2000)}`));
          return;
        }
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
        missing = end + HEAD_END.length + length - head.length;
      } else missing -= chunk.length;
      if (missing > 0) return;
      onAnswer(performance.now() - since_ms);
      send();
    });
    send();
  });
}
