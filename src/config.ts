// Environment and flags → one frozen Config. The only reader of process.env; flags win over the environment.

import { resolve } from 'node:path';

export interface Config {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** A key to accept beside those in the accounts file. */
  readonly api_key: string | null;
  readonly log_level: string;
  readonly signup_url: string;
  /** Whether a terminal may be written to in colour (https://no-color.org). */
  readonly colour: boolean;
  /** Where to fetch a source instead of at its publisher: a mirror, or an address nobody publishes. By source. */
  readonly source_urls: Readonly<Record<string, string>>;
  /** Where the server is reached from outside. */
  readonly public_url: string | null;
  /** Hostnames of sites whose pages may call /mcp. */
  readonly mcp_origins: readonly string[];
  /** The issuer whose access tokens are accepted at /mcp. */
  readonly oauth: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwks_url: string | null;
  } | null;
}

export interface Flags {
  readonly data?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly 'api-key'?: string | undefined;
  /** SOURCE=URL, any number of them. */
  readonly url?: readonly string[] | undefined;
}

/** A mistake of the person at the keyboard: shown as one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export function readConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  const log_level = env.MIEDZA_LOG_LEVEL ?? 'info';
  if (!LOG_LEVELS.includes(log_level)) {
    throw new UsageError(`MIEDZA_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; got "${log_level}"`);
  }
  return Object.freeze({
    data: resolve(flags.data ?? env.MIEDZA_DATA ?? 'data'),
    host: flags.host ?? env.HOST ?? '127.0.0.1',
    port: portOf(flags.port ?? env.PORT ?? '8080'),
    api_key: flags['api-key'] ?? env.MIEDZA_API_KEY ?? null,
    log_level,
    signup_url: env.MIEDZA_SIGNUP_URL ?? '/docs#keys',
    colour: !env.NO_COLOR && env.TERM !== 'dumb',
    source_urls: sourceUrlsOf(flags.url ?? [], env),
    public_url: urlOf('MIEDZA_PUBLIC_URL', env),
    mcp_origins: (env.MIEDZA_MCP_ORIGINS ?? '').split(',').flatMap((name) => name.trim() || []),
    oauth: oauthOf(env),
  });
}

function urlOf(name: string, env: NodeJS.ProcessEnv): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new UsageError(`${name} must be an http or https URL, got "${text}"`);
  return text;
}

function oauthOf(env: NodeJS.ProcessEnv): Config['oauth'] {
  const issuer = urlOf('MIEDZA_OAUTH_ISSUER', env);
  if (issuer === null) return null;
  const public_url = urlOf('MIEDZA_PUBLIC_URL', env);
  if (public_url === null)
    throw new UsageError('MIEDZA_OAUTH_ISSUER needs MIEDZA_PUBLIC_URL: tokens are made for an address');
  return {
    issuer,
    audience: env.MIEDZA_OAUTH_AUDIENCE ?? new URL('/mcp', public_url).href,
    jwks_url: urlOf('MIEDZA_OAUTH_JWKS_URL', env),
  };
}

const SOURCE_URL = 'MIEDZA_SOURCE_URL_';

function sourceUrlsOf(flags: readonly string[], env: NodeJS.ProcessEnv): Record<string, string> {
  const fromEnv = Object.entries(env)
    .filter(([name]) => name.startsWith(SOURCE_URL))
    .map(([name, url = '']): [string, string] => [name.slice(SOURCE_URL.length).toLowerCase(), url]);
  const fromFlags = flags.map((flag): [string, string] => {
    const [source = '', ...rest] = flag.split('=');
    return [source, rest.join('=')];
  });
  const urls = [...fromEnv, ...fromFlags];
  for (const [source, url] of urls) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      throw new UsageError(`the address of "${source}" must be an http or https URL, got "${url}"`);
    }
  }
  return Object.fromEntries(urls);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`the port must be 0 to 65535, got "${text}"`);
  return port;
}
