// The routes of MCP on the HTTP server. What answers them is loaded with the first request: the SDK and the schemas of the
// tools would take a fifth of the time in which the server starts.

import type { FastifyInstance } from 'fastify';
import { HTTP_LIMITS } from '../contract/limits.ts';
import type { SharedParts } from '../http/http-server.ts';
import type { Face, McpParts } from './endpoint.ts';

const METADATA = '/.well-known/oauth-protected-resource';

export function mountMcp(server: FastifyInstance, parts: McpParts, shared: SharedParts): void {
  let loading: Promise<Face> | null = null;
  const face = () => {
    loading ??= import('./endpoint.ts').then(({ createEndpoint }) => createEndpoint(parts, shared));
    return loading;
  };
  // No stream is ever open and no session is kept: GET and DELETE are not allowed, as the protocol wants it said.
  server.route({
    method: 'POST',
    url: '/mcp',
    config: { body_bytes: HTTP_LIMITS.batch_bytes },
    onRequest: async (request, reply) => (await face()).admit(request, reply),
    preValidation: shared.readWhole,
    handler: async (request, reply) => (await face()).answer(request, reply),
  });
  server.options(
    '/mcp',
    { onRequest: ({ raw }) => shared.strangers.countFile(raw) },
    async (request, reply) => (await face()).preflight(request, reply),
  );
  if (parts.oauth === null) return;
  for (const path of [METADATA, `${METADATA}/mcp`]) {
    server.get(path, async (request, reply) => {
      await shared.strangers.count(request.raw);
      return (await face()).describe(reply);
    });
  }
}
