// GET /v1/events/stream: events as server-sent events, for those who cannot receive webhooks (contract §13). What is sent is what a
// subscription would be sent, at the same price; who comes back names the last event they have seen.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_NAMES } from '../contract/change-events.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import type { SearchPolygon } from '../contract/inputs.ts';
import { isLanguage, LANGUAGES, type Language, phraseOf } from '../contract/language.ts';
import { PARAMETER_HINTS } from '../contract/parameter-hints.ts';
import { STREAM_AREA, SUBSCRIPTION_LIMITS } from '../contract/subscriptions.ts';
import {
  STREAM_ENDS,
  STREAM_FAULTS,
  STREAM_HINTS,
  type StreamEnd,
  WATCH_FAULTS,
} from '../contract/watch-sentences.ts';
import { chooseLanguage } from '../http/choose-language.ts';
import { type SharedParts, secretOf } from '../http/http-server.ts';
import { SECURITY_HEADERS, sendFailure } from '../http/respond.ts';
import { watchTargetOf } from '../service/operations/subscribe.ts';
import type { Watch } from '../service/operations/watched-events.ts';
import { isPageKey } from '../service/pipeline/authenticate.ts';
import { parseBbox } from '../service/pipeline/bbox.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import { overQuota, tooFast } from '../service/pipeline/limit.ts';
import { invalidInput, type NoAnswer, ServiceError } from '../service/pipeline/outcome.ts';
import { notOneOf, parseInput, parseList } from '../service/pipeline/parse.ts';
import type { Accounts, KeyRecord } from '../store/accounts.ts';
import type { StoredEvent } from '../store/reads.ts';
import type { StreamSeat, StreamSeats } from '../store/watches.ts';
import { EVENT_COST, type EventReader } from './event-reader.ts';

export interface StreamParts {
  readonly accounts: Accounts & { readonly streams: StreamSeats };
  readonly clock: Clock;
  readonly reader: EventReader;
  readonly signup_url: string;
  readonly onFault: (fault: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
/** A comment, so that nothing in between takes the connection for dead. */
const SIGN_OF_LIFE_MS = 15_000;
/** A seat is held so long, and renewed long before. */
const SEAT_MS = 30_000;
const RENEW_SEAT_MS = 10_000;
/** A server whose copy of the data lags may not know yet what another one has told: it looks so often. */
const LOOKS_FOR_LAST_ID = 3;
const PAGE = 250;
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
  const { streams, ledger } = accounts;
  const leaving = new AbortController();
  server.addHook('preClose', async () => leaving.abort());
  const seatUntil = () => new Date(clock.now().getTime() + SEAT_MS).toISOString();

  async function admit(request: FastifyRequest): Promise<KeyRecord> {
    const secret = secretOf(request);
    const key = secret === undefined ? undefined : await accounts.keys.find(secret);
    if (!key || isPageKey(key)) {
      await strangers.count(request.raw, secret);
      const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
      throw new ServiceError('unauthorized', why, { signup_url });
    }
    const taken = await accounts.limiter.take(key, 1, clock.monotonic_ms());
    if (!taken.allowed) throw tooFast(key, taken);
    await requireQuota(key);
    return key;
  }

  /** A stream that could tell nothing is not opened. */
  async function requireQuota({ id, monthly_quota }: KeyRecord): Promise<void> {
    if (monthly_quota === null) return;
    const { month, reset_s } = clock.month();
    const { granted, left } = await ledger.reserve(id, month, EVENT_COST, monthly_quota);
    if (!granted) throw overQuota(monthly_quota, left, EVENT_COST, reset_s);
    await ledger.release(id, EVENT_COST);
  }

  async function takeSeat({ id }: KeyRecord): Promise<StreamSeat> {
    const most = SUBSCRIPTION_LIMITS.streams;
    const now = clock.now().toISOString();
    const seat = await streams.take(id, randomUUID(), most, now, seatUntil());
    if (seat) return seat;
    throw new ServiceError('rate_limited', phraseOf(STREAM_FAULTS.tooMany, most), {
      hint: STREAM_HINTS.closeOne,
    });
  }

  /** The number behind which it begins. */
  async function startAfter(header: string | string[] | undefined): Promise<number> {
    const seen = seenIn(header);
    for (let looks = 1; ; looks += 1) {
      const newest = await reader.newest();
      if (seen === null || seen <= newest) return seen ?? newest;
      if (looks === LOOKS_FOR_LAST_ID)
        throw invalidInput(
          phraseOf(STREAM_FAULTS.neverGiven, `ev_${seen}`, `ev_${newest}`),
          STREAM_HINTS.otherData,
        );
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let key: KeyRecord;
    let watch: Watch;
    let language: Language;
    let after: number;
    let seat: StreamSeat;
    try {
      key = await admit(request);
      const { types, lang, ...asked } = readQuery(request.query as Record<string, unknown>);
      language = chooseLanguage(request.headers['accept-language'], lang);
      const found = await reader.inDataset((context) => watchTargetOf(context, asked));
      if ('status' in found) throw noStreamOf(found, asked.parcel ?? '');
      watch = { ...found, types };
      after = await startAfter(request.headers['last-event-id']);
      seat = await takeSeat(key);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reply.hijack();
      sendFailure(reply.raw, request.id, error);
      return;
    }
    reply.hijack();
    let end: StreamEnd | null = 'fault';
    try {
      reply.raw.writeHead(200, { ...HEADERS, 'x-request-id': request.id });
      const isValid = async () => (await accounts.keys.find(secretOf(request) ?? '')) !== undefined;
      end = await tell(reply.raw, key, seat, watch, after, isValid);
    } catch (fault) {
      onFault(fault);
    } finally {
      reply.raw.end(end === null ? '' : endLine(end, language));
      await streams.leave(seat);
    }
  }

  /** Why it ended; null where nobody is there to be told. */
  async function tell(
    response: FastifyReply['raw'],
    key: KeyRecord,
    seat: StreamSeat,
    asked: Watch,
    from: number,
    isValid: () => Promise<boolean>,
  ): Promise<StreamEnd | null> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, leaving.signal]);
    const isOver = () => signal.aborted;
    const seatDue = every(RENEW_SEAT_MS, performance.now());
    const signDue = every(SIGN_OF_LIFE_MS);
    let watch = asked;
    let after = from;
    let told: string | null = null;
    while (!isOver()) {
      if (signDue()) response.write(': \n\n');
      if (seatDue() && !(await streams.renew(seat, seatUntil()))) return 'displaced';
      const version = await reader.version();
      // A caller that does not read is not told more; the connection ends it (http/connections.ts).
      if (version !== told && response.writableLength === 0) {
        const { events, newest_seq, held_parcels } = await reader.read({ ...watch, sent_seq: after }, PAGE);
        const sent = await sendPage(response, key, events, isOver);
        if (sent < events.length) {
          if (isOver()) break;
          return 'quota';
        }
        after = events.at(-1)?.seq ?? after;
        if (events.length < PAGE) {
          told = version;
          after = newest_seq;
          watch = { ...watch, held_parcels };
        } else {
          // There is more: it follows as soon as this has left.
          if (response.writableNeedDrain) await once(response, 'drain', { signal }).catch(() => undefined);
          continue;
        }
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (!isOver() && !(await isValid())) return 'revoked';
    }
    return gone.signal.aborted ? null : 'stopping';
  }

  /** How many were sent and charged: fewer where the quota ends, or nobody is there any more. */
  async function sendPage(
    response: FastifyReply['raw'],
    { id: key_id, monthly_quota }: KeyRecord,
    events: readonly StoredEvent[],
    isOver: () => boolean,
  ): Promise<number> {
    let sent = 0;
    while (sent < events.length && !isOver()) {
      const payer = { key_id, monthly_quota, operation: 'stream_event' } as const;
      const reserved = await reader.reserve(payer, events.length - sent);
      if (!reserved) return sent;
      const page = isOver() ? [] : events.slice(sent, sent + reserved.events);
      response.write(page.map((event) => lineOf(event, reader.payloadOf(event))).join(''));
      await reserved.settle(page.length);
      sent += page.length;
    }
    return sent;
  }

  // Of an answer without an end there is no HEAD.
  server.get('/v1/events/stream', { exposeHeadRoute: false }, (request, reply) => {
    serve(request, reply).catch((fault) => {
      onFault(fault);
      reply.raw.destroy();
    });
  });
}

const endLine = (code: StreamEnd, language: Language): string =>
  `event: end\ndata: ${JSON.stringify({ code, reason: STREAM_ENDS[code][language] })}\n\n`;

const lineOf = ({ seq, event }: StoredEvent, data: string): string =>
  `id: ev_${seq}\nevent: ${event}\ndata: ${data}\n\n`;

/** Whether so much time has passed since it last said so. */
function every(period_ms: number, last = Number.NEGATIVE_INFINITY): () => boolean {
  let last_ms = last;
  return () => {
    const now_ms = performance.now();
    if (now_ms - last_ms < period_ms) return false;
    last_ms = now_ms;
    return true;
  };
}

/** An answer without an end has no envelope: why there is none is told as a failure. */
function noStreamOf(found: NoAnswer, parcel: string): ServiceError {
  if (found.status !== 'not_found')
    return new ServiceError('not_found', phraseOf(WATCH_FAULTS.noParcel, parcel.slice(0, 60)));
  const { message, hint } = found;
  return new ServiceError('not_found', message, hint === undefined ? {} : { hint });
}

const WAYS = ['parcel', 'gmina', 'bbox', 'polygon'] as const;
const PARAMETERS = [...WAYS, 'types', 'lang'];

function readQuery(query: Readonly<Record<string, unknown>>) {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw invalidInput(
      phraseOf(STREAM_FAULTS.unknownParameter, unknown.slice(0, 60), PARAMETERS),
      STREAM_HINTS.oneOf,
    );
  const twice = Object.keys(query).find((name) => typeof query[name] !== 'string');
  if (twice !== undefined) throw invalidInput(phraseOf(STREAM_FAULTS.twice, twice), STREAM_HINTS.oneOf);
  const { parcel, gmina, bbox, polygon, types, lang } = query as Record<string, string | undefined>;
  if (lang !== undefined && !isLanguage(lang)) throw notOneOf('lang', lang, LANGUAGES);
  const given = WAYS.filter((name) => query[name] !== undefined);
  if (given.length !== 1) throw invalidInput(phraseOf(STREAM_FAULTS.notOne, given, WAYS), STREAM_HINTS.oneOf);
  return {
    lang,
    parcel,
    gmina,
    polygon: bbox !== undefined ? polygonAround(parseBbox(bbox)) : readPolygon(polygon),
    types: types === undefined ? null : parseList('types', types, EVENT_NAMES),
  };
}

const polygonAround = ([west, south, east, north]: readonly [number, number, number, number]) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** A URL holds text alone: the GeoJSON of a subscription, as JSON. */
function readPolygon(text: string | undefined): SearchPolygon | undefined {
  if (text === undefined) return undefined;
  let polygon: unknown;
  try {
    polygon = JSON.parse(text);
  } catch {
    throw invalidInput(STREAM_FAULTS.notJson, PARAMETER_HINTS.polygon);
  }
  return parseInput(STREAM_AREA, { polygon }).polygon;
}

function seenIn(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const seq = /^ev_(\d{1,15})$/.exec(String(header))?.[1];
  if (seq === undefined)
    throw invalidInput(phraseOf(STREAM_FAULTS.lastId, String(header).slice(0, 60)), STREAM_HINTS.lastId);
  return Number(seq);
}
