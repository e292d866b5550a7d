// Where links of answers lead. The configured address alone is certain: a Host header is whatever the caller writes, and a link made
// of it would be somebody else's where a cache keeps the answer. Without one, links begin at the path.

import type { FastifyRequest } from 'fastify';

/** Names of a machine for itself: nobody else can be reached by them. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Scheme, host and port, or '' where links are to be relative to the server. */
export function ownOrigin({ headers }: FastifyRequest, public_url: string | null): string {
  if (public_url !== null) return new URL(public_url).origin;
  const asked = `http://${headers.host}`;
  if (!URL.canParse(asked)) return '';
  const { hostname, origin } = new URL(asked);
  return LOOPBACK.has(hostname) ? origin : '';
}
