// The routes of the map: /tiles/{version}/{z}/{x}/{y}.mvt with a key, /tiles.json and /style.json without. Tiles cost nothing and
// have a limit of their own. Refusals are envelopes as elsewhere.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FAULTS } from '../contract/fault-sentences.ts';
import { isLanguage, LANGUAGES, phraseOf } from '../contract/language.ts';
import { STREAM_FAULTS, TILE_FAULTS, TILE_HINTS } from '../contract/watch-sentences.ts';
import { matchesEtag, tagOf } from '../domain/etag.ts';
import { chooseLanguage } from '../http/choose-language.ts';
import { chooseCoding, codedTag, compressOnce, plainTags } from '../http/compress.ts';
import { type SharedParts, secretOf } from '../http/http-server.ts';
import type { Metrics } from '../http/metrics.ts';
import { ownOrigin } from '../http/own-origin.ts';
import { sendBytes, sendFailure } from '../http/respond.ts';
import { isPageKey } from '../service/pipeline/authenticate.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import { ofClient, ofTiles, tooFast } from '../service/pipeline/limit.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import { notOneOf, unknownParameters } from '../service/pipeline/parse.ts';
import type { Accounts } from '../store/accounts.ts';
import { isTheme } from './map-style.ts';
import { styleDocument } from './style-document.ts';
import { type TileAddress, ZOOMS } from './tile-grid.ts';
import { tileJson } from './tile-json.ts';
import { type Tileset, unpackTile } from './tileset.ts';

export interface TileParts {
  readonly tileset: Tileset;
  readonly accounts: Pick<Accounts, 'keys' | 'limiter'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly signup_url: string;
  /** Where the server is reached from outside, if it is known. */
  readonly public_url: string | null;
}

const FREE = { cost: 0, charged: 0, refunded: 0, rule: 'free_operation' } as const;
const TILE_HEADERS = [
  'cache-control',
  'private, max-age=31536000, immutable',
  'content-type',
  'application/vnd.mapbox-vector-tile',
];
/** Tiles are kept as gzip: to unpack a small one saves nobody anything. */
const ANY_LENGTH = Number.POSITIVE_INFINITY;
const GZIP_HEADERS = [...TILE_HEADERS, 'content-encoding', 'gzip'];

export function mountTiles(server: FastifyInstance, parts: TileParts, { strangers }: SharedParts): void {
  const { tileset, accounts, clock, metrics, signup_url } = parts;

  async function admit(request: FastifyRequest): Promise<void> {
    const secret = secretOf(request);
    const key = secret === undefined ? undefined : await accounts.keys.find(secret);
    if (!key) {
      await strangers.count(request.raw, secret);
      const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
      throw new ServiceError('unauthorized', why, { signup_url });
    }
    const clientAddress = isPageKey(key) ? () => strangers.addressOf(request.raw) : undefined;
    const limits = ofTiles(ofClient(key, clientAddress));
    const taken = await accounts.limiter.take(limits, 1, clock.monotonic_ms());
    if (!taken.allowed) throw tooFast(limits, taken);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const started = performance.now();
    let http = 200;
    try {
      await admit(request);
      const { version = '', z = '', x = '', y = '' } = request.params as Record<string, string>;
      const { socket } = request.raw;
      const stop = { throwIfAborted: () => refuseGone(socket.destroyed) };
      const tile = await tileset.tile(version, readAddress(z, x, y), stop);
      if (tile === null) throw superseded(version);
      const takesGzip = chooseCoding(request.headers['accept-encoding'], ANY_LENGTH, ['gzip']) !== null;
      const body = takesGzip ? tile : await unpackTile(tile);
      reply.hijack();
      sendBytes(reply.raw, request.id, takesGzip ? GZIP_HEADERS : TILE_HEADERS, body);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reply.hijack();
      sendFailure(reply.raw, request.id, error);
      http = reply.raw.statusCode;
    }
    metrics.observe('tile', http, FREE, (performance.now() - started) / 1_000);
  }

  server.get('/tiles/:version/:z/:x/:y', (request, reply) => {
    answer(request, reply).catch((error) => reply.send(error));
  });

  // What names a version is asked for anew each time; what names the Host of its request is for that caller alone.
  const described = {
    'cache-control': `${parts.public_url === null ? 'private' : 'public'}, max-age=0, must-revalidate`,
    'access-control-allow-origin': '*',
  };
  const counted = { onRequest: async ({ raw }: FastifyRequest) => strangers.count(raw) };
  server.get('/tiles.json', counted, async (request, reply) => {
    const lang = readParameter(request, 'lang');
    if (lang !== undefined && !isLanguage(lang)) throw notOneOf('lang', lang, LANGUAGES);
    const language = chooseLanguage(request.headers['accept-language'], lang);
    reply.headers({ ...described, 'content-language': language });
    const served = await tileset.served();
    return sendDocument(request, reply, tileJson(ownOrigin(request, parts.public_url), served, language));
  });
  server.get('/style.json', counted, async (request, reply) => {
    const theme = readParameter(request, 'theme') ?? 'light';
    if (!isTheme(theme))
      throw invalidInput(phraseOf(TILE_FAULTS.theme, JSON.stringify(theme).slice(0, 60)), TILE_HINTS.theme);
    const url = `${ownOrigin(request, parts.public_url)}/tiles.json`;
    return sendDocument(request, reply.headers(described), styleDocument(url, theme));
  });
}

/** The one parameter that a document takes; others are refused, as everywhere. */
function readParameter({ query }: FastifyRequest, name: string): string | undefined {
  const given = query as Readonly<Record<string, string | string[] | undefined>>;
  const others = Object.keys(given).filter((one) => one !== name);
  if (others.length > 0) throw unknownParameters(others, null, [name], TILE_HINTS.parameters);
  const value = given[name];
  if (Array.isArray(value)) throw invalidInput(phraseOf(STREAM_FAULTS.twice, name), TILE_HINTS.parameters);
  return value;
}

/** As JSON, compressed and tagged like answers are. */
async function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  document: object,
): Promise<FastifyReply> {
  const bytes = Buffer.from(JSON.stringify(document));
  const coding = chooseCoding(headers['accept-encoding'], bytes.length);
  const etag = tagOf('', bytes);
  reply.headers({
    etag: coding ? codedTag(etag, coding) : etag,
    'content-type': 'application/json; charset=utf-8',
    vary: 'Accept-Encoding, Accept-Language',
  });
  if (matchesEtag(plainTags(headers['if-none-match'] ?? ''), etag)) return reply.code(304).send();
  return coding
    ? reply.header('content-encoding', coding).send(await compressOnce(bytes, coding))
    : reply.send(bytes);
}

function refuseGone(isGone: boolean): void {
  if (isGone) throw new ServiceError('source_unavailable', FAULTS.hungUp);
}

function superseded(version: string): ServiceError {
  return new ServiceError('not_found', phraseOf(TILE_FAULTS.superseded, version.slice(0, 40)), {
    hint: TILE_HINTS.version,
  });
}

const WHOLE = /^\d{1,7}$/;

function readAddress(z: string, x: string, y: string): TileAddress {
  const row = /^(.*)\.mvt$/.exec(y)?.[1] ?? '';
  if (![z, x, row].every((part) => WHOLE.test(part)))
    throw invalidInput(TILE_FAULTS.notNumbers, TILE_HINTS.addresses);
  const address = { z: Number(z), x: Number(x), y: Number(row) };
  const side = 2 ** address.z;
  if (address.z < ZOOMS.min || address.z > ZOOMS.max || address.x >= side || address.y >= side)
    throw new ServiceError(
      'not_found',
      phraseOf(TILE_FAULTS.zoom, ZOOMS.min, ZOOMS.max, `${z}/${x}/${row}`),
      {
        hint: TILE_HINTS.enlarge,
      },
    );
  return address;
}
