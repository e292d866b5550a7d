// OGC API Features Part 1 (17-069r4), core and GeoJSON: the pages that describe the collections, and the links of their items. The
// features come from the pipeline. Under /ogc a key may be the parameter `key` of the URL: many GIS programs add a layer by an address alone.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FAULTS } from '../contract/fault-sentences.ts';
import { CONTENT_TYPES } from '../contract/formats.ts';
import { FEATURE_COLLECTIONS, type FeatureCollectionName } from '../contract/inputs.ts';
import { phraseOf } from '../contract/language.ts';
import type { ResultOf } from '../contract/operations.ts';
import { FEATURE_FAULTS, FEATURE_HINTS } from '../contract/watch-sentences.ts';
import type { Reply } from '../service/pipeline/call.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { type AnswerBody, wholeBody } from '../service/snapshot/answer-body.ts';
import { describeFeatures } from './feature-description.ts';
import { ownOrigin } from './own-origin.ts';
import { NO_BILLING, send } from './respond.ts';
import type { Strangers } from './strangers.ts';

const CONFORMANCE = ['core', 'geojson'].map(
  (part) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${part}`,
);
const TITLE = 'Miedza: Polish land parcels';
const GEOJSON = 'application/geo+json';
/** Programs look for this very type. */
const OPENAPI_3_0 = 'application/vnd.oai.openapi+json;version=3.0';
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
/** Poland, within the limits of lat and lng: where nothing is held yet. */
const COUNTRY = [14, 49, 24.5, 55];

const COLLECTIONS: Readonly<Record<FeatureCollectionName, { title: string; description: string }>> = {
  parcels: {
    title: 'Parcels',
    description: 'Land parcels with their outlines (EGiB): id, place, number and recorded area.',
  },
  zones: {
    title: 'Zones of general plans',
    description:
      'Zones of general plans (plany ogólne): symbol, name, plan, its status and days. A large zone may come in pieces.',
  },
};

export interface FeaturePageParts {
  readonly isKnown: (secret: string) => boolean | Promise<boolean>;
  readonly secretOf: (request: FastifyRequest) => string | undefined;
  readonly strangers: Strangers;
  readonly public_url: string | null;
  /** West, south, east and north of what is held; null where nothing is. */
  readonly extent: () => Promise<readonly number[] | null>;
  readonly terms: (collection: FeatureCollectionName) => Promise<CollectionTerms>;
}

/** Whose data a collection is, and under which terms. */
export interface CollectionTerms {
  /** '' where nothing is loaded. */
  readonly attribution: string;
  readonly licence: string;
}

/** Under /ogc alone: elsewhere a key in a URL would end in the logs of others. */
export function keyInUrl({ url, query }: FastifyRequest): string | undefined {
  const { key } = query as { key?: unknown };
  return typeof key === 'string' && /^\/ogc(?:[/?]|$)/.test(url) ? key : undefined;
}

export function addFeaturePages(server: FastifyInstance, parts: FeaturePageParts): void {
  const admit = async (request: FastifyRequest): Promise<void> => {
    const secret = parts.secretOf(request);
    if (secret !== undefined && (await parts.isKnown(secret))) return;
    await parts.strangers.count(request.raw, secret);
    const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
    throw new ServiceError('unauthorized', why, {
      hint: FEATURE_HINTS.key,
    });
  };
  const page = (
    path: string,
    make: (links: Links, request: FastifyRequest) => object | Promise<object>,
    type: string = CONTENT_TYPES.json,
  ) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.from(JSON.stringify(await make(linksOf(request, parts.public_url), request)));
      const caching = { 'cache-control': 'private, max-age=0, must-revalidate' };
      // The framework would write the type in other words, which programs do not recognise.
      reply.hijack();
      send(reply.raw, request.id, 200, { ...NO_BILLING, ...caching, 'content-type': type }, body);
    };
    // People paste an address with a slash at its end.
    for (const one of [path, `${path}/`]) server.get(one, { onRequest: admit }, answer);
  };
  const describe = async (id: FeatureCollectionName, links: Links) => {
    const { attribution, licence } = await parts.terms(id);
    return {
      id,
      ...COLLECTIONS[id],
      ...(attribution === '' ? {} : { attribution }),
      extent: { spatial: { bbox: [(await parts.extent()) ?? COUNTRY], crs: CRS84 } },
      itemType: 'feature',
      crs: [CRS84],
      links: [
        links.to('self', `/ogc/collections/${id}`),
        links.to('items', `/ogc/collections/${id}/items`, {}, GEOJSON),
        { ...licenceLink(links.origin), title: licence },
      ],
    };
  };
  page('/ogc', (links) => ({
    title: TITLE,
    description: 'Parcels and zones of general plans as features. Informational, not legal advice.',
    links: [
      links.to('self', '/ogc'),
      links.to('service-desc', '/ogc/api', {}, OPENAPI_3_0),
      links.to('conformance', '/ogc/conformance'),
      links.to('data', '/ogc/collections'),
    ],
  }));
  page('/ogc/api', (links) => describeFeatures(TITLE, links.origin), OPENAPI_3_0);
  page('/ogc/conformance', () => ({ conformsTo: CONFORMANCE }));
  page('/ogc/collections', async (links) => ({
    links: [links.to('self', '/ogc/collections')],
    collections: await Promise.all(FEATURE_COLLECTIONS.map((id) => describe(id, links))),
  }));
  page('/ogc/collections/:collection', (links, { params }) =>
    describe(requireCollection((params as { collection: string }).collection), links),
  );
}

/** By the standard a collection that is not there is a path that is not there. */
export function requireCollection(name: string): FeatureCollectionName {
  const id = FEATURE_COLLECTIONS.find((one) => one === name);
  if (id) return id;
  throw new ServiceError('not_found', phraseOf(FEATURE_FAULTS.collection, name.slice(0, 60)), {
    hint: phraseOf(FEATURE_HINTS.collections, FEATURE_COLLECTIONS),
  });
}

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
}

interface Links {
  /** '' where links are relative to the server. */
  readonly origin: string;
  to(rel: string, path: string, query?: Readonly<Record<string, string>>, type?: string): Link;
}

/** Absolute where that is safe, since programs follow them as they are; the key goes along where the URL brought the one that counts. */
function linksOf(request: FastifyRequest, public_url: string | null): Links {
  const origin = ownOrigin(request, public_url);
  const key = request.headers['x-api-key'] === undefined ? keyInUrl(request) : undefined;
  return {
    origin,
    to(rel, path, query = {}, type = 'application/json') {
      const sent = new URLSearchParams({ ...query, ...(key === undefined ? {} : { key }) });
      return { href: `${origin}${path}${sent.size > 0 ? `?${sent}` : ''}`, rel, type };
    },
  };
}

/** Of all registers, with what each asks for; needs no key. */
const licenceLink = (origin: string): Link => ({
  href: `${origin}/docs#sources`,
  rel: 'license',
  type: 'text/html',
});

/** The features as a document of OGC API Features; what is no answer stays as it is. */
export function withLinks(
  name: 'ogc_items' | 'ogc_feature',
  reply: Reply,
  request: FastifyRequest,
  public_url: string | null,
): AnswerBody | null {
  if (reply.body === null || reply.headers['content-type'] !== CONTENT_TYPES.geojson) return reply.body;
  const result = JSON.parse(wholeBody(reply.body).toString());
  const links = linksOf(request, public_url);
  const { collection } = request.params as { collection: string };
  const path = request.url.split('?')[0] ?? '';
  const { key: _key, ...asked } = { ...(request.query as Record<string, string>) };
  const { cursor: _cursor, ...query } = asked;
  const self = links.to('self', path, asked, GEOJSON);
  const above = links.to('collection', `/ogc/collections/${collection}`);
  const licence = licenceLink(links.origin);
  if (name === 'ogc_feature')
    return Buffer.from(JSON.stringify({ type: 'Feature', ...result, links: [self, above, licence] }));
  const { features, next_cursor, number_matched } = result as ResultOf<'ogc_items'>;
  const next =
    next_cursor === null ? [] : [links.to('next', path, { ...query, cursor: next_cursor }, GEOJSON)];
  return Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      ...(number_matched === null ? {} : { numberMatched: number_matched }),
      numberReturned: features.length,
      timeStamp: new Date().toISOString(),
      links: [self, above, licence, ...next],
      features: features.map((feature) => ({ type: 'Feature', ...feature })),
    }),
  );
}
