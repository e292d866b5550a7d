// The page at / and its files: read from a folder once, compressed when first asked for, and told apart by a tag. A strict policy:
// scripts, styles and requests of the own origin alone, nothing inline. The key that the page asks with is written into it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, chooseCoding, codedTag, plainTags } from './compress.ts';

/** A map underneath, off unless the operator names one. */
export interface Basemap {
  readonly tiles: string;
  readonly attribution: string;
  /** Another origin that the page may load pictures from; null for its own. */
  readonly origin: string | null;
  /** The closest zoom there is; further ones are enlarged. */
  readonly max_zoom?: number;
  /** Of a map in a file; null where it has no such tile. */
  readonly read?: (z: number, x: number, y: number) => Promise<BasemapTile | null>;
}

interface BasemapTile {
  readonly content_type: string;
  readonly bytes: Buffer;
}

export interface WebPageParts {
  /** What the page asks with; null where it was revoked, and then there is no page. */
  readonly key: string | null;
  /** Paths below / and the files behind them. */
  readonly files: ReadonlyMap<string, URL>;
  readonly basemap: Basemap | null;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The best takes seconds for the map library, and saves 5 %. */
const QUALITY = 9;
const PACKERS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: QUALITY }),
} satisfies Record<Coding, unknown>;

export const HOME = '/';

export function addWebPage(
  server: FastifyInstance,
  { key, files, basemap }: WebPageParts,
  countStranger: (request: FastifyRequest) => Promise<void>,
  countFile: (request: FastifyRequest) => Promise<void>,
): void {
  const policy = policyWith(basemap);
  for (const [path, url] of files) {
    const text = path === HOME ? fillIn(readFileSync(url, 'utf8'), key, basemap) : null;
    const file = new PageFile(text === null ? readFileSync(url) : Buffer.from(text));
    const type = TYPES[/\.(\w+)$/.exec(url.pathname)?.[1] ?? ''] ?? 'application/octet-stream';
    server.get(path, { onRequest: path === HOME ? countStranger : countFile }, async (request, reply) => {
      // A worker goes by the policy that its own script came with.
      reply.headers({ 'content-type': type, 'content-security-policy': policy });
      return file.send(request, reply);
    });
  }
  if (basemap?.read) addBasemap(server, basemap.read, countFile);
}

function addBasemap(
  server: FastifyInstance,
  read: NonNullable<Basemap['read']>,
  countFile: (request: FastifyRequest) => Promise<void>,
): void {
  server.get('/page/basemap/:z/:x/:y', { onRequest: countFile }, async (request, reply) => {
    const given = request.params as Record<'z' | 'x' | 'y', string>;
    const [z = Number.NaN, x = Number.NaN, y = Number.NaN] = [given.z, given.x, given.y].map((part) =>
      /^\d{1,8}$/.test(part) ? Number(part) : Number.NaN,
    );
    const tile = isTile(z, x, y) ? await read(z, x, y) : null;
    // Nothing there is no fault: a map of a corner of the country ends somewhere.
    if (!tile) return reply.code(204).send();
    return reply
      .headers({ 'content-type': tile.content_type, 'cache-control': 'public, max-age=86400' })
      .send(tile.bytes);
  });
}

/** Further ones no map has, and readers of files stumble over them. */
const DEEPEST_ZOOM = 24;

const isTile = (z: number, x: number, y: number): boolean => z <= DEEPEST_ZOOM && x < 2 ** z && y < 2 ** z;

/** Bytes that are made once, compressed when first asked for. */
export class PageFile {
  readonly #bytes: Buffer;
  readonly #etag: string;
  readonly #packed: Partial<Record<Coding, Promise<Buffer>>> = {};

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Asked for anew each time and mostly unchanged: after an upgrade no old script meets a new page.
    const coding = chooseCoding(request.headers['accept-encoding'], this.#bytes.length);
    const etag = coding ? codedTag(this.#etag, coding) : this.#etag;
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    if (plainTags(request.headers['if-none-match'] ?? '').includes(this.#etag)) return reply.code(304).send();
    if (coding === null) return reply.send(this.#bytes);
    this.#packed[coding] ??= PACKERS[coding](this.#bytes);
    return reply.header('content-encoding', coding).send(await this.#packed[coding]);
  }
}

function policyWith(basemap: Basemap | null): string {
  const own = `'self'${basemap?.origin ? ` ${basemap.origin}` : ''}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    `connect-src ${own}`,
    `img-src ${own} data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Settings stand in the page itself: nothing is asked for before the first question. */
function fillIn(html: string, key: string | null, basemap: Basemap | null): string {
  const shown = basemap && {
    tiles: basemap.tiles,
    attribution: basemap.attribution,
    max_zoom: basemap.max_zoom,
  };
  const settings = { key, basemap: shown };
  return html.replace('__SETTINGS__', () => escapeAttribute(JSON.stringify(settings)));
}
