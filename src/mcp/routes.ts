// The routes of MCP on the HTTP server. What answers them is loaded with the first request: the SDK and the schemas of the
// tools would take a fifth of the time in which the server starts.

import type { FastifyInstance } from 'fastify';
import type { Report } from '../http/http-server.ts';
import type { Face, McpParts } from './endpoint.ts';

const METADATA = '/.well-known/oauth-protected-resource';

export function mountMcp(server: FastifyInstance, parts: McpParts, report: Report): void {
  let loading: Promise<Face> | null = null;
  const face = () => {
    loading ??= import('./endpoint.ts').then(({ createEndpoint }) => createEndpoint(parts, report));
    return loading;
  };
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => (await face()).answer(request, reply),
  });
  server.options('/mcp', async (request, reply) => (await face()).preflight(request, reply));
  if (parts.oauth === null) return;
  for (const path of [METADATA, `${METADATA}/mcp`]) {
    server.get(path, async (_request, reply) => (await face()).describe(reply));
  }
}
