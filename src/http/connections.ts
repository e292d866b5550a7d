// The connections of the server: how many requests one may have under way, answers that nobody takes, and how all of them end
// when the server leaves. Knows requests by their beginning and end alone, not what they ask.

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A client that waits for nobody may send so many at once; the others stay in its socket. */
const MOST_UNDER_WAY = 16;
/** Nothing was taken of an answer for so long, or for half of it: nobody reads it. */
export const UNREAD_TIMEOUT_MS = 30_000;
/** For what is half sent when the server leaves. */
const HALF_SENT_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** How long a client may take to hang up after a last answer. */
const LINGER_MS = 1_000;

interface Connection {
  under_way: number;
  /** The response to the last request that was handed on. */
  last: ServerResponse | null;
  readonly waiting: [IncomingMessage, ServerResponse][];
  /** Read when the last request was answered: more than that is the beginning of another. */
  read_bytes: number;
  /** Sent when all that is under way is answered; then the connection goes. */
  last_answer: string | null;
}

/** What is said to those who come too late. */
export interface LeavingAnswers {
  /** Answers a request that arrives when the server is leaving. */
  readonly refuse: Handler;
  /** A whole answer, as bytes of the connection, to a request that has not arrived whole. */
  readonly halfSent: () => string;
}

export interface Connections {
  readonly server: Server;
  /** Sends a whole answer behind those under way, never before or into them, and closes the connection. */
  end(socket: Socket, answer: string): void;
  /** No further requests; the server must be told to close by its owner. */
  leave(): void;
}

export function createConnections(
  options: ServerOptions,
  handle: Handler,
  leaving: LeavingAnswers,
  unread_ms = UNREAD_TIMEOUT_MS,
): Connections {
  const open = new Map<Socket, Connection>();
  let isLeaving = false;
  const server = createServer(options, pass);
  server.on('connection', (socket: Socket) => {
    open.set(socket, { under_way: 0, last: null, waiting: [], read_bytes: 0, last_answer: null });
    // Each request under way may listen for its end.
    socket.setMaxListeners(0);
    // What waits is dropped with it.
    socket.once('close', () => open.delete(socket));
  });
  // Node lets a second period pass when anything was sent in the first.
  const period_ms = unread_ms / 2;
  server.setTimeout(period_ms, (socket: Socket) => {
    const isWorkedOn = (open.get(socket)?.under_way ?? 0) > 0 && socket.writableLength === 0;
    if (isWorkedOn) socket.setTimeout(period_ms);
    else socket.destroy();
  });
  // Node's own would cut answers that are made but not yet sent.
  server.closeIdleConnections = () => {
    for (const [socket, connection] of open) if (isIdle(socket, connection)) socket.destroySoon();
  };

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = open.get(socket);
    if (!connection || isClosing(connection)) return;
    if (connection.under_way < MOST_UNDER_WAY) begin(connection, request, response);
    else {
      connection.waiting.push([request, response]);
      socket.pause();
    }
  }

  function begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.under_way += 1;
    connection.last = response;
    response.on('close', answered);
    if (isLeaving) leaving.refuse(request, response);
    else handle(request, response);
  }

  function answered(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = open.get(socket);
    if (!connection) return;
    connection.under_way -= 1;
    connection.read_bytes = socket.bytesRead;
    const next = isClosing(connection) ? undefined : connection.waiting.shift();
    if (next) begin(connection, ...next);
    else if (socket.isPaused()) socket.resume();
    sendLast(socket, connection);
  }

  function end(socket: Socket, answer: string): void {
    const connection = open.get(socket);
    if (!connection) return;
    connection.last_answer = answer;
    sendLast(socket, connection);
  }

  return {
    server,
    end,
    leave() {
      isLeaving = true;
      // A server that could not listen has no connections, and never tells that it is closed.
      if (!server.listening) return;
      const since_ms = performance.now();
      const looking = setInterval(() => {
        server.closeIdleConnections();
        if (performance.now() - since_ms < HALF_SENT_MS) return;
        for (const [socket, connection] of open)
          if (isHalfSent(socket, connection)) end(socket, leaving.halfSent());
      }, LOOK_EVERY_MS);
      server.once('close', () => clearInterval(looking));
    },
  };
}

/** The last answer says so: what was sent behind its request is not looked at. */
const isClosing = ({ last }: Connection): boolean => last?.headersSent === true && !last.shouldKeepAlive;

const isIdle = (socket: Socket, connection: Connection): boolean =>
  connection.under_way === 0 && socket.writableLength === 0 && !isHalfSent(socket, connection);

const isHalfSent = (socket: Socket, { under_way, last, read_bytes }: Connection): boolean =>
  under_way > 0 ? last?.req.complete === false : socket.bytesRead > read_bytes;

/** In its turn: nothing is under way, or only the request that it answers, whose body never came. */
function sendLast(socket: Socket, connection: Connection): void {
  const { under_way, last, last_answer } = connection;
  const isOnlyHalf = under_way === 1 && last?.req.complete === false && !last.headersSent;
  if (last_answer === null || !(under_way === 0 || isOnlyHalf)) return;
  connection.last_answer = null;
  if (!socket.writable) return;
  socket.end(last_answer);
  // Closed at once on bytes that are still coming, it would take the answer along.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}
