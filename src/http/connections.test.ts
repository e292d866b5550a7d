// Answers that nobody reads are cut; work that takes long, and readers that are merely slow, are not. On real sockets.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connections, createConnections } from './connections.ts';

const UNREAD_MS = 1_000;
const LARGE = Buffer.alloc(16 << 20, 0x20);

let connections: Connections;
before(async () => {
  connections = createConnections(
    {},
    async (request, response) => {
      if (request.url === '/slow') await wait(3 * UNREAD_MS);
      response.end(request.url === '/large' ? LARGE : 'ok');
    },
    { refuse: (_request, response) => response.writeHead(503).end(), halfSent: () => '' },
    UNREAD_MS,
  );
  await once(connections.server.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  connections.server.close();
  connections.server.closeAllConnections();
});

async function ask(path: string): Promise<Socket> {
  const { port } = connections.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

describe('an answer', () => {
  it('that nobody reads is cut after some time, and its bytes are let go', async () => {
    const arrived = once(connections.server, 'connection');
    const socket = await ask('/large');
    socket.pause();
    const [ours] = (await arrived) as [Socket];
    await once(ours, 'close');
    assert.equal(ours.destroyed, true);
    // Whoever reads at last finds it cut.
    let bytes = 0;
    socket.on('data', (piece) => {
      bytes += piece.length;
    });
    socket.resume();
    await once(socket, 'close');
    assert.ok(bytes < LARGE.length, `${bytes} bytes`);
  });

  it('that is read slowly, but read, arrives whole', async () => {
    const socket = await ask('/large');
    let bytes = 0;
    socket.on('data', (piece) => {
      bytes += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    while (bytes < LARGE.length && !socket.destroyed) await wait(20);
    assert.ok(bytes > LARGE.length, `${bytes} bytes`);
    socket.destroy();
  });

  it('that takes long to work out is waited for', async () => {
    const socket = await ask('/slow');
    const [text] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    assert.match(text, /^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
