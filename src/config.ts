// Environment and flags → one frozen Config. The only reader of process.env; flags win over the environment.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

export interface Config {
  readonly data: string;
  /** A PostgreSQL database instead of the files of the data folder, and a replica to read facts from. */
  readonly store: string | null;
  readonly store_replica: string | null;
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
  /** Requests a second that an address may send without a valid key; null: any number. */
  readonly address_rate: number | null;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trusted_proxies: readonly string[];
  /** Networks of the operator's own that webhooks may reach, and without TLS. */
  readonly push_networks: readonly string[];
  /** How many processes serve. */
  readonly workers: number;
  /** Whether the page at / and its tiles are served. */
  readonly page: boolean;
  /** A map that the page shows underneath: addresses of raster tiles, and whose it is. */
  readonly basemap: { readonly tiles: string; readonly attribution: string; readonly origin: string } | null;
  /** Where metrics are served instead of at the server's own address. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
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
  readonly key?: string | undefined;
  readonly workers?: string | undefined;
  readonly 'no-page'?: boolean | undefined;
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
    ...storesOf(env),
    host: flags.host ?? env.HOST ?? '127.0.0.1',
    port: portOf(flags.port ?? env.PORT ?? '8080'),
    api_key: flags.key ?? env.MIEDZA_API_KEY ?? null,
    log_level,
    signup_url: env.MIEDZA_SIGNUP_URL ?? '/docs#keys',
    colour: !env.NO_COLOR && env.TERM !== 'dumb',
    source_urls: sourceUrlsOf(flags.url ?? [], env),
    public_url: urlOf('MIEDZA_PUBLIC_URL', env),
    mcp_origins: listOf(env.MIEDZA_MCP_ORIGINS),
    address_rate: addressRateOf(env.MIEDZA_ADDRESS_RATE),
    trusted_proxies: listOf(env.MIEDZA_TRUSTED_PROXIES),
    push_networks: networksOf('MIEDZA_PUSH_NETWORKS', env),
    workers: workersOf(flags.workers ?? env.MIEDZA_WORKERS),
    page: flags['no-page'] !== true,
    basemap: basemapOf(env),
    metrics: metricsOf(env.MIEDZA_METRICS),
    oauth: oauthOf(env),
  });
}

function storesOf(env: NodeJS.ProcessEnv): Pick<Config, 'store' | 'store_replica'> {
  const [store = null, store_replica = null] = ['MIEDZA_STORE', 'MIEDZA_STORE_REPLICA'].map((name) => {
    const text = env[name];
    return text === undefined || text === '' ? null : storeUrlOf(name, text);
  });
  if (store === null && store_replica !== null)
    throw new UsageError('MIEDZA_STORE_REPLICA is a replica of MIEDZA_STORE, which is not set');
  return { store, store_replica };
}

/** The message must not repeat the address: it may hold a password. */
export function storeUrlOf(name: string, text: string): string {
  // libpq leaves the host out before a folder of sockets, where a URL has none without a host.
  const socket = /^(postgres(?:ql)?:\/\/)([^/@?]+)@(\/[^?]*\?.*)$/.exec(text);
  const address = socket ? `${socket[1]}${socket[3]}&user=${socket[2]}` : text;
  if (!/^postgres(ql)?:/.test(address) || !URL.canParse(address))
    throw new UsageError(
      `${name} must be a PostgreSQL address such as postgres://user@host/database or postgres://user@/database?host=/run/postgresql`,
    );
  return address;
}

const listOf = (text = ''): string[] => text.split(',').flatMap((entry) => entry.trim() || []);

function networksOf(name: string, env: NodeJS.ProcessEnv): string[] {
  const networks = listOf(env[name]);
  const wrong = networks.find((network) => {
    const [address = '', bits, ...more] = network.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    return isIP(address) === 0 || !isLength || more.length > 0;
  });
  if (wrong !== undefined)
    throw new UsageError(
      `${name} must list networks such as 10.0.0.0/8, separated by commas; got "${wrong}"`,
    );
  return networks;
}

/** Who comes without a valid key may ask so often: enough to read /docs and to mistype a key. */
const DEFAULT_ADDRESS_RATE = 20;

/** More processes than this serve nobody: each has its own memory. */
const MOST_WORKERS = 256;

function workersOf(text: string | undefined): number {
  if (text === undefined || text === '') return availableParallelism();
  const workers = Number(text);
  if (!/^\d{1,3}$/.test(text) || workers < 1 || workers > MOST_WORKERS)
    throw new UsageError(
      `--workers (MIEDZA_WORKERS) must be a whole number from 1 to ${MOST_WORKERS}; got "${text}"`,
    );
  return workers;
}

function addressRateOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return DEFAULT_ADDRESS_RATE;
  const rate = Number(text);
  if (!/^\d{1,6}$/.test(text))
    throw new UsageError(
      `MIEDZA_ADDRESS_RATE must be a whole number of requests a second, 0 for no limit; got "${text}"`,
    );
  return rate === 0 ? null : rate;
}

function basemapOf(env: NodeJS.ProcessEnv): Config['basemap'] {
  const tiles = env.MIEDZA_BASEMAP;
  if (tiles === undefined || tiles === '') return null;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => tiles.includes(part));
  if (!/^https?:/.test(tiles) || !URL.canParse(tiles) || !isTemplate)
    throw new UsageError(
      `MIEDZA_BASEMAP must be an address of raster tiles such as https://maps.example/{z}/{x}/{y}.png, got "${tiles}"`,
    );
  const attribution = env.MIEDZA_BASEMAP_ATTRIBUTION ?? '';
  if (attribution.trim() === '')
    throw new UsageError('MIEDZA_BASEMAP needs MIEDZA_BASEMAP_ATTRIBUTION: whose map it is is shown on it');
  return { tiles, attribution, origin: new URL(tiles).origin };
}

function metricsOf(text: string | undefined): Config['metrics'] {
  if (text === undefined || text === '') return null;
  const [, host, port] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (host === undefined || port === undefined)
    throw new UsageError(`MIEDZA_METRICS must be an address such as 127.0.0.1:9464, got "${text}"`);
  return { host, port: portOf(port) };
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
