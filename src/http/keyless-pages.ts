// What is served beside the operations and needs no key: probes, metrics, /docs, and / where there is a page. Pages are made once and sent as bytes with a
// tag; metrics are worked out once a second at most, however often they are asked for.

import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import { addWebPage, type WebPageParts } from './page-routes.ts';
import { SECURITY_HEADERS } from './respond.ts';

export interface PageParts {
  readonly metrics: Metrics;
  /** Metrics are served at another address. */
  readonly metrics_apart?: boolean;
  /** Whether the server may be sent traffic: the dataset opens and nothing is shutting down. */
  readonly ready: () => Promise<boolean>;
  /** The page at /; without it / leads to /docs. */
  readonly page?: WebPageParts | null;
}

export function addPages(
  server: FastifyInstance,
  { metrics, metrics_apart = false, ready, page = null }: PageParts,
  countStranger: (request: FastifyRequest) => Promise<void>,
): void {
  // Probes are not counted: a balancer asks every second.
  const counted = { onRequest: countStranger };
  server.get('/healthz', (_request, reply) => reply.send('ok\n'));
  server.get('/readyz', async (_request, reply) =>
    (await ready()) ? reply.send('ready\n') : reply.code(503).send('not ready\n'),
  );
  if (!metrics_apart)
    server.get('/metrics', counted, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.recentText()),
    );
  const docs = pageOf(docsPage());
  server.get('/docs', counted, (request, reply) =>
    sendPage(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', docs.policy),
      docs,
    ),
  );
  if (page) addWebPage(server, page, countStranger);
  else server.get('/', counted, (_request, reply) => reply.redirect('/docs'));
}

interface Page {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly policy: string;
}

/** Its own styles are allowed by their digest, and nothing else. */
function pageOf(html: string): Page {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${digest(css)}'`,
  );
  return {
    bytes: Buffer.from(html),
    etag: `"${digest(html)}"`,
    policy: `default-src 'none'; style-src ${styles.join(' ')}; frame-ancestors 'none'`,
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Page): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'public, max-age=300');
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
}

/** For whoever keeps them from the network that the server itself is reached on. */
export function createMetricsServer(metrics: Pick<Metrics, 'contentType' | 'recentText'>): Server {
  return createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isAsked) {
      response.writeHead(404, SECURITY_HEADERS).end('only GET /metrics is served here\n');
      return;
    }
    metrics.recentText().then(
      (text) =>
        response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': metrics.contentType }).end(text),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
}
