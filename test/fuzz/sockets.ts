// What no HTTP client would send: headers and bodies that come byte by byte or stop, connections that are half open or reset, pipelines
// that are cut anywhere. Whatever comes back must be whole HTTP without a 5xx, and others must be served meanwhile.

import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { pick, type Random, randomFor } from '../../world/random.ts';
import { startClient, TEST_KEY } from '../client.ts';

export interface SocketReport {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
}

const BODY = JSON.stringify({ items: [{ id: EXAMPLE_ID }, { q: 'dz. 123/4 Wola Mrokowska' }] });
const KEYS = ['', `X-Api-Key: ${TEST_KEY}\r\n`, 'X-Api-Key: wrong\r\n'] as const;

function requestOf(random: Random): string {
  const key = pick(random, KEYS);
  return pick(random, [
    `GET /v1/parcel?id=${EXAMPLE_ID} HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    `GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    `POST /v1/parcel/batch HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
    `POST /v1/parcel/batch HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${key}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`,
    `FROB / HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]);
}

/** How the bytes are sent; each gives back when it has done with the connection. */
const KINDS: Readonly<Record<string, (socket: Socket, random: Random) => Promise<void>>> = {
  async 'byte by byte'(socket, random) {
    for (const byte of Buffer.from(requestOf(random))) {
      socket.write(Buffer.of(byte));
      if (random() < 0.05) await wait(1);
    }
    await wait(20);
  },
  async 'stops in the middle'(socket, random) {
    const bytes = requestOf(random);
    socket.write(bytes.slice(0, Math.floor(random() * bytes.length)));
    await wait(20);
  },
  async 'half open'(socket, random) {
    socket.end(requestOf(random));
    await wait(20);
  },
  async 'pipeline, cut'(socket, random) {
    const bytes = Array.from({ length: 1 + Math.floor(random() * 60) }, () => requestOf(random)).join('');
    socket.write(bytes.slice(0, Math.floor(random() * bytes.length)));
    await wait(random() * 20);
    socket.resetAndDestroy();
  },
  async 'never reads'(socket, random) {
    socket.pause();
    socket.write(Array.from({ length: 40 }, () => requestOf(random)).join(''));
    await wait(20);
  },
};

export async function fuzzSockets(data: string, seed: number, rounds: number): Promise<SocketReport> {
  const client = await startClient(data, {
    static_limits: { rate_per_s: 100_000, burst: 1_000_000, monthly_quota: null },
  });
  const port = Number(new URL(client.url).port);
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const kinds = Object.keys(KINDS);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        Array.from({ length: 16 }, async (_, at) => {
          const random = randomFor(seed, `socket ${round} ${at}`);
          const kind = kinds[Math.floor(random() * kinds.length)] ?? '';
          const text = await converse(port, (socket) => KINDS[kind]?.(socket, random));
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          const wrong = /^HTTP\/1\.1 5\d\d .*/m.exec(text)?.[0];
          if (wrong) failures.push(`round ${round}, ${kind}: ${wrong}`);
        }),
      );
      const { http } = await client.get(`/v1/parcel?id=${EXAMPLE_ID}`);
      if (http !== 200) failures.push(`round ${round}: others are answered ${http}`);
    }
  } finally {
    await client.close();
  }
  return { counts, failures };
}

async function converse(port: number, send: (socket: Socket) => Promise<void> | undefined): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket
    .on('error', () => {})
    .setEncoding('latin1')
    .on('data', (piece) => {
      text += piece;
    });
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
  await send(socket);
  socket.destroy();
  return text;
}
