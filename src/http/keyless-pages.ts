// What is served beside the operations and needs no key: probes, metrics, /docs, and / where there is a page. Metrics are worked out once a second at most, however often they are asked for.

import { createServer, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addDocs, type DocsParts } from './docs-routes.ts';
import type { Metrics } from './metrics.ts';
import { addWebPage, type WebPageParts } from './page-routes.ts';
import { requestIdOf, SECURITY_HEADERS } from './respond.ts';

export interface PageParts extends DocsParts {
  readonly metrics: Metrics;
  /** Metrics are served at another address. */
  readonly metrics_apart?: boolean;
  /** Whether the server may be sent traffic: the dataset opens and nothing is shutting down. */
  readonly ready: () => Promise<boolean>;
  /** The page at /; without it / leads to /docs, or says that its files are not built where it is wanted. */
  readonly page?: WebPageParts | null;
  readonly page_not_built?: boolean;
}

export function addPages(
  server: FastifyInstance,
  { metrics, metrics_apart = false, ready, page = null, page_not_built = false, ...docs }: PageParts,
  countStranger: (request: FastifyRequest) => Promise<void>,
  countFile: (request: FastifyRequest) => Promise<void>,
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
  addDocs(server, docs, countStranger);
  if (page) addWebPage(server, page, countStranger, countFile);
  else if (page_not_built)
    server.get('/', counted, (_request, reply) => reply.code(404).type('text/plain').send(NOT_BUILT));
  else server.get('/', counted, (_request, reply) => reply.redirect('/docs'));
}

const NOT_BUILT = `The page is not built here: "npm ci && npm run build:page" builds it, then start the server anew.
Documentation is at /docs.
`;

/** For whoever keeps them from the network that the server itself is reached on. */
export function createMetricsServer(metrics: Pick<Metrics, 'contentType' | 'recentText'>): Server {
  return createServer((request, response) => {
    const told = { ...SECURITY_HEADERS, 'x-request-id': requestIdOf(request) };
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isAsked) {
      response.writeHead(404, told).end('only GET /metrics is served here\n');
      return;
    }
    metrics.recentText().then(
      (text) => response.writeHead(200, { ...told, 'content-type': metrics.contentType }).end(text),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
}
