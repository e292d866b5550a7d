import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { send } from './respond.ts';

/** Some megabytes in pieces of all sizes, the largest more than leaves in a turn. */
const PIECES = Array.from({ length: 600 }, (_, at) =>
  Buffer.alloc(at === 100 ? 1 << 20 : 1 + ((at * 7_919) % 40_000), at),
);

async function serving(work: (port: number, answered: ServerResponse[]) => Promise<void>): Promise<void> {
  const answered: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    answered.push(response);
    send(response, 'id', 200, {}, PIECES);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await work((server.address() as AddressInfo).port, answered);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

async function ask(port: number): Promise<IncomingMessage> {
  const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
  return response;
}

test('an answer in pieces arrives whole and in order, also where the client stops reading for a while', () =>
  serving(async (port) => {
    const whole = Buffer.concat(PIECES);
    const response = await ask(port);
    assert.equal(Number(response.headers['content-length']), whole.length);
    for (const _ of [1, 2, 3]) await new Promise((turn) => setImmediate(turn));
    assert.ok(whole.equals(await buffer(response)));
  }));

test('a client that leaves in the middle of it disturbs nobody', () =>
  serving(async (port) => {
    const response = await ask(port);
    response.destroy();
    await once(response, 'close');
    assert.equal((await buffer(await ask(port))).length, Buffer.concat(PIECES).length);
  }));

test('no more than a part of it is handed to the connection at once', () =>
  serving(async (port, answered) => {
    const response = await ask(port);
    assert.equal(answered[0]?.writableEnded, false, 'the client does not read, so the rest must wait');
    response.destroy();
    await once(answered[0] as ServerResponse, 'close');
    assert.equal(answered[0]?.writableEnded, false);
  }));
