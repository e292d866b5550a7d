// What the server says on the terminal: its banner, and why it could not listen.

import { type Config, UsageError } from '../config.ts';

export type ListenAddress = { readonly host: string; readonly port: number };

export function asListenError(error: unknown, config: ListenAddress): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `port ${config.port} is taken; choose another with --port or PORT, or stop what uses it`,
    );
  }
  if (code === 'EACCES')
    return new UsageError(`port ${config.port} needs more rights; choose one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UsageError(`host ${config.host} is not an address of this machine`);
  }
  return error;
}

/** What stands for the page where there is none. */
const NO_PAGE: Readonly<Record<string, string>> = {
  turned_off: 'turned off',
  not_built: 'not built: "npm ci && npm run build:page" builds it, then start anew',
  key_revoked: 'none: its key page:web was revoked',
};

export function banner(
  url: string,
  config: Config,
  { example_id, page_state }: { readonly example_id: string | null; readonly page_state: string },
): string {
  const key = config.api_key ?? 'YOUR_KEY';
  // Before parcels are loaded there is none to ask for.
  const first = example_id === null ? '/v1/sources' : `/v1/parcel?id=${urlText(example_id)}`;
  return `
Miedza serves ${url}

  API key   ${config.api_key === null ? 'make one: npx miedza keys create NAME' : key}
  Try       curl -s -H 'X-Api-Key: ${key}' '${url}${first}'
  Page      ${NO_PAGE[page_state] ?? `${url}/`}
  Docs      ${url}/docs   contract ${url}/v1/openapi.json
  MCP       ${url}/mcp

Ctrl-C stops it.
`;
}

/** A slash may stand in a query as it is (RFC 3986 §3.4), and is read more easily. */
const urlText = (id: string): string => encodeURIComponent(id).replaceAll('%2F', '/');
