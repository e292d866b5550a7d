// Who may knock at /mcp. A page in a browser must not reach a server on its user's machine under a name of its own (DNS
// rebinding): the Host must be a name we go by, the Origin a site we trust. An address made of numbers is no name that
// someone else could point here. The checks are the SDK's.

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

export interface DoorSettings {
  /** Where the server is reached from outside, when it is. */
  readonly public_url: string | null;
  /** Hostnames of sites whose pages may call. */
  readonly origins: readonly string[];
}

/** What is wrong with the headers, or null. */
export type Door = (headers: IncomingHttpHeaders) => string | null;

export function createDoor({ public_url, origins }: DoorSettings): Door {
  const own = public_url === null ? [] : [new URL(public_url).hostname];
  const hostnames = [...localhostAllowedHostnames(), ...own];
  const sites = [...localhostAllowedOrigins(), ...own, ...origins];
  return ({ host, origin }) => {
    const named = validateHostHeader(host, hostnames);
    if (!named.ok && !isIP(named.hostname?.replace(/^\[|\]$/g, '') ?? '')) {
      return `${named.message}. Set MIEDZA_PUBLIC_URL to the address this server is reached at.`;
    }
    const from = validateOriginHeader(origin, sites);
    return from.ok ? null : `${from.message}. MIEDZA_MCP_ORIGINS lists the sites that may call.`;
  };
}
