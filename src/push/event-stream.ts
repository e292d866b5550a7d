// GET /v1/events/stream: events as server-sent events, for those who cannot receive webhooks (contract §13). What is sent is what a
// subscription would be sent, at the same price; who comes back names the last event they have seen.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_NAMES } from '../contract/change-events.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { SUBSCRIPTION_LIMITS } from '../contract/subscriptions.ts';
import { STREAM_FAULTS, STREAM_HINTS, WATCH_FAULTS } from '../contract/watch-sentences.ts';
import { type SharedParts, secretOf } from '../http/http-server.ts';
import { SECURITY_HEADERS, sendFailure } from '../http/respond.ts';
import { heldPlace } from '../service/operations/subscribe.ts';
import type { Watch } from '../service/operations/watched-events.ts';
import { isPageKey } from '../service/pipeline/authenticate.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import { tooFast } from '../service/pipeline/limit.ts';
import { invalidInput, type NoAnswer, ServiceError } from '../service/pipeline/outcome.ts';
import { parseList } from '../service/pipeline/parse.ts';
import type { Accounts, KeyRecord } from '../store/accounts.ts';
import type { EventReader } from './event-reader.ts';

export interface StreamParts {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly reader: EventReader;
  readonly signup_url: string;
  readonly onFault: (fault: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
/** A comment, so that nothing in between takes the connection for dead. */
const SIGN_OF_LIFE_MS = 15_000;
const PAGE = 100;
const HEADERS = {
  ...SECURITY_HEADERS,
  'access-control-allow-origin': '*',
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies would wait for the end of the answer.
  'x-accel-buffering': 'no',
};

export function mountEventStream(
  server: FastifyInstance,
  parts: StreamParts,
  { strangers }: SharedParts,
): void {
  const { accounts, clock, reader, signup_url, onFault } = parts;
  const leaving = new AbortController();
  const open = new Map<string, number>();
  server.addHook('preClose', async () => leaving.abort());

  async function admit(request: FastifyRequest): Promise<KeyRecord> {
    const secret = secretOf(request);
    const key = secret === undefined ? undefined : await accounts.keys.find(secret);
    if (!key || isPageKey(key)) {
      strangers.count(request.raw, secret);
      const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
      throw new ServiceError('unauthorized', why, { signup_url });
    }
    const taken = await accounts.limiter.take(key, 1, clock.monotonic_ms());
    if (!taken.allowed) throw tooFast(key, taken);
    if ((open.get(key.id) ?? 0) >= SUBSCRIPTION_LIMITS.streams)
      throw new ServiceError('rate_limited', phraseOf(STREAM_FAULTS.tooMany, SUBSCRIPTION_LIMITS.streams), {
        hint: STREAM_HINTS.closeOne,
      });
    return key;
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let key: KeyRecord;
    let watch: Watch;
    let after: number;
    try {
      key = await admit(request);
      const asked = readQuery(request.query as Record<string, unknown>);
      const target = await reader.inDataset((context) => heldPlace(context, asked.parcel, asked.gmina));
      if ('status' in target) throw noStreamOf(target, asked.parcel ?? '');
      watch = { target, types: asked.types, held_parcels: [] };
      after = seenIn(request.headers['last-event-id']) ?? (await reader.newest());
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reply.hijack();
      sendFailure(reply.raw, request.id, error);
      return;
    }
    reply.hijack();
    open.set(key.id, (open.get(key.id) ?? 0) + 1);
    try {
      reply.raw.writeHead(200, { ...HEADERS, 'x-request-id': request.id });
      await tell(reply.raw, key, watch, after, () => accounts.keys.find(secretOf(request) ?? ''));
    } finally {
      const rest = (open.get(key.id) ?? 1) - 1;
      if (rest > 0) open.set(key.id, rest);
      else open.delete(key.id);
      reply.raw.end();
    }
  }

  async function tell(
    response: FastifyReply['raw'],
    key: KeyRecord,
    watch: Watch,
    from: number,
    stillValid: () => ReturnType<Accounts['keys']['find']>,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, leaving.signal]);
    let after = from;
    let told: string | null = null;
    let last_ms = Number.NEGATIVE_INFINITY;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      if (performance.now() - last_ms >= SIGN_OF_LIFE_MS) {
        response.write(': \n\n');
        last_ms = performance.now();
      }
      const version = await reader.version();
      // A caller that does not read is not told more; the connection ends it (http/connections.ts).
      if (version !== told && response.writableLength === 0) {
        const { events, newest_seq } = await reader.read({ ...watch, sent_seq: after }, PAGE);
        for (const event of events) {
          const reserved = await reader.reserve({ key_id: key.id, monthly_quota: key.monthly_quota });
          if (!reserved) {
            response.write('event: end\ndata: {"reason":"the monthly quota of the key is used up"}\n\n');
            return;
          }
          const isSent = !isOver();
          if (isSent)
            response.write(
              `id: ev_${event.seq}\nevent: ${event.event}\ndata: ${reader.payloadOf(event)}\n\n`,
            );
          await reserved.settle(isSent);
          if (!isSent) return;
          after = event.seq;
          last_ms = performance.now();
        }
        if (events.length < PAGE) {
          told = version;
          after = newest_seq;
        }
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      // Revoked meanwhile.
      if (!(await stillValid())) return;
    }
  }

  server.get('/v1/events/stream', (request, reply) => {
    serve(request, reply).catch((fault) => {
      onFault(fault);
      reply.raw.destroy();
    });
  });
}

/** An answer without an end has no envelope: why there is none is told as a failure. */
function noStreamOf(found: NoAnswer, parcel: string): ServiceError {
  if (found.status !== 'not_found')
    return new ServiceError('not_found', phraseOf(WATCH_FAULTS.noParcel, parcel.slice(0, 60)));
  const { message, hint } = found;
  return new ServiceError('not_found', message, hint === undefined ? {} : { hint });
}

const PARAMETERS = ['parcel', 'gmina', 'types'];

function readQuery(query: Readonly<Record<string, unknown>>) {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw invalidInput(phraseOf(STREAM_FAULTS.unknownParameter, unknown.slice(0, 60), PARAMETERS));
  const twice = Object.keys(query).find((name) => typeof query[name] !== 'string');
  if (twice !== undefined) throw invalidInput(phraseOf(STREAM_FAULTS.twice, twice));
  const { parcel, gmina, types } = query as Record<string, string | undefined>;
  if ((parcel === undefined) === (gmina === undefined))
    throw invalidInput(parcel === undefined ? STREAM_FAULTS.neither : STREAM_FAULTS.both, STREAM_HINTS.oneOf);
  return { parcel, gmina, types: types === undefined ? null : parseList('types', types, EVENT_NAMES) };
}

function seenIn(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const seq = /^ev_(\d{1,15})$/.exec(String(header))?.[1];
  if (seq === undefined)
    throw invalidInput(phraseOf(STREAM_FAULTS.lastId, String(header).slice(0, 60)), STREAM_HINTS.lastId);
  return Number(seq);
}
