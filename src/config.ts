// Environment and flags → one frozen Config. The only reader of process.env; flags win over the environment, and an empty
// variable is one that is not set. Every value is judged here, before anything starts: what is wrong is named with what arrived.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isHeaderText } from '../packages/client/src/wire.ts';

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

export function readConfig(flags: Flags = {}, environment: NodeJS.ProcessEnv = process.env): Config {
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  );
  return Object.freeze({
    data: resolve(flags.data ?? env.MIEDZA_DATA ?? 'data'),
    ...storesOf(env),
    host: hostOf(flags.host ?? env.HOST ?? '127.0.0.1'),
    port: portOf('--port (PORT)', flags.port ?? env.PORT ?? '8080'),
    api_key: keyOf(flags.key ?? env.MIEDZA_API_KEY),
    log_level: logLevelOf(env.MIEDZA_LOG_LEVEL),
    signup_url: signupUrlOf(env.MIEDZA_SIGNUP_URL),
    colour: !env.NO_COLOR && env.TERM !== 'dumb',
    source_urls: sourceUrlsOf(flags.url ?? [], env),
    public_url: urlOf('MIEDZA_PUBLIC_URL', env),
    mcp_origins: hostnamesOf('MIEDZA_MCP_ORIGINS', env),
    address_rate: addressRateOf(env.MIEDZA_ADDRESS_RATE),
    trusted_proxies: networksOf('MIEDZA_TRUSTED_PROXIES', env),
    push_networks: networksOf('MIEDZA_PUSH_NETWORKS', env),
    workers: workersOf(flags.workers ?? env.MIEDZA_WORKERS),
    page: flags['no-page'] !== true,
    basemap: basemapOf(env),
    metrics: metricsOf(env.MIEDZA_METRICS),
    oauth: oauthOf(env),
  });
}

const mustBe = (name: string, allowed: string, got: string) =>
  new UsageError(`${name} must be ${allowed}; got "${got}"`);

function logLevelOf(text = 'info'): string {
  if (!LOG_LEVELS.includes(text)) throw mustBe('MIEDZA_LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, text);
  return text;
}

/** One that no header can carry opens nothing, and would look like a server that does not answer. Never repeated. */
function keyOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isHeaderText(text))
    throw new UsageError('--key (MIEDZA_API_KEY) must be visible ASCII characters without spaces');
  return text;
}

function storesOf(env: NodeJS.ProcessEnv): Pick<Config, 'store' | 'store_replica'> {
  const [store = null, store_replica = null] = ['MIEDZA_STORE', 'MIEDZA_STORE_REPLICA'].map((name) => {
    const text = env[name];
    return text === undefined ? null : storeUrlOf(name, text);
  });
  if (store === null && store_replica !== null)
    throw new UsageError('MIEDZA_STORE_REPLICA is a replica of MIEDZA_STORE, which is not set');
  return { store, store_replica };
}

export function storeUrlOf(name: string, text: string): string {
  // libpq leaves the host out before a folder of sockets, where a URL has none without a host.
  const socket = /^(postgres(?:ql)?:\/\/)([^/@?]+)@(\/[^?]*\?.*)$/.exec(text);
  const address = socket ? `${socket[1]}${socket[3]}&user=${socket[2]}` : text;
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw mustBe(
      name,
      'a PostgreSQL address such as postgres://user@host/database or postgres://user@/database?host=/run/postgresql',
      withoutSecrets(text),
    );
  return address;
}

/** An address may hold a password: what stands before the last @ and after "password=" is left out. */
const withoutSecrets = (text: string): string =>
  text.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/(password\s*=\s*)('[^']*'?|[^&\s]*)/gi, '$1…');

/** An address, or what a name of a machine is made of: a URL here would be looked up as a name, in vain. */
function hostOf(text: string): string {
  const isName = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?$/i.test(text);
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) === 0 && !isName)
    throw mustBe('--host (HOST)', 'an address or a name of this machine, such as 127.0.0.1', text);
  return text;
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
    throw mustBe(name, 'addresses or networks such as 10.0.0.0/8, separated by commas', wrong);
  return networks;
}

/** In small letters, as browsers write them in Origin. */
function hostnamesOf(name: string, env: NodeJS.ProcessEnv): string[] {
  const hostnames = listOf(env[name]?.toLowerCase());
  const isHostname = (text: string) =>
    URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text;
  const wrong = hostnames.find((hostname) => !isHostname(hostname));
  if (wrong !== undefined)
    throw mustBe(name, 'hostnames such as app.example, without scheme and port, separated by commas', wrong);
  return hostnames;
}

/** Who comes without a valid key may ask so often: enough to read /docs and to mistype a key. */
const DEFAULT_ADDRESS_RATE = 20;

/** More processes than this serve nobody: each has its own memory. */
const MOST_WORKERS = 256;

function workersOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const workers = Number(text);
  if (!/^\d{1,3}$/.test(text) || workers < 1 || workers > MOST_WORKERS)
    throw mustBe('--workers (MIEDZA_WORKERS)', `a whole number from 1 to ${MOST_WORKERS}`, text);
  return workers;
}

function addressRateOf(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_ADDRESS_RATE;
  const rate = Number(text);
  if (!/^\d{1,6}$/.test(text))
    throw mustBe('MIEDZA_ADDRESS_RATE', 'a whole number of requests a second, 0 for no limit', text);
  return rate === 0 ? null : rate;
}

function basemapOf(env: NodeJS.ProcessEnv): Config['basemap'] {
  const tiles = env.MIEDZA_BASEMAP;
  if (tiles === undefined) return null;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => tiles.includes(part));
  if (!isUrl(tiles) || !isTemplate)
    throw mustBe(
      'MIEDZA_BASEMAP',
      'an address of raster tiles such as https://maps.example/{z}/{x}/{y}.png',
      tiles,
    );
  const attribution = env.MIEDZA_BASEMAP_ATTRIBUTION ?? '';
  if (attribution.trim() === '')
    throw new UsageError('MIEDZA_BASEMAP needs MIEDZA_BASEMAP_ATTRIBUTION: whose map it is is shown on it');
  return { tiles, attribution, origin: new URL(tiles).origin };
}

function metricsOf(text: string | undefined): Config['metrics'] {
  if (text === undefined) return null;
  const [, host, port] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (host === undefined || port === undefined)
    throw mustBe('MIEDZA_METRICS', 'an address such as 127.0.0.1:9464', text);
  return { host, port: portOf('the port of MIEDZA_METRICS', port) };
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

function urlOf(name: string, env: NodeJS.ProcessEnv): string | null {
  const text = env[name];
  if (text === undefined) return null;
  if (!isUrl(text)) throw mustBe(name, 'an http or https URL', text);
  return text;
}

/** Named in answers: a page of this server, or of another. */
function signupUrlOf(text = '/docs#keys'): string {
  if (!isUrl(text) && !/^\/(?!\/)\S*$/.test(text))
    throw mustBe(
      'MIEDZA_SIGNUP_URL',
      'an http or https URL, or a path of this server such as /docs#keys',
      text,
    );
  return text;
}

function oauthOf(env: NodeJS.ProcessEnv): Config['oauth'] {
  const issuer = urlOf('MIEDZA_OAUTH_ISSUER', env);
  const jwks_url = urlOf('MIEDZA_OAUTH_JWKS_URL', env);
  if (issuer === null) {
    const alone = ['MIEDZA_OAUTH_AUDIENCE', 'MIEDZA_OAUTH_JWKS_URL'].find((name) => env[name] !== undefined);
    if (alone === undefined) return null;
    throw new UsageError(`${alone} needs MIEDZA_OAUTH_ISSUER: whose tokens are accepted`);
  }
  const public_url = urlOf('MIEDZA_PUBLIC_URL', env);
  if (public_url === null)
    throw new UsageError('MIEDZA_OAUTH_ISSUER needs MIEDZA_PUBLIC_URL: tokens are made for an address');
  return { issuer, audience: env.MIEDZA_OAUTH_AUDIENCE ?? new URL('/mcp', public_url).href, jwks_url };
}

const SOURCE_URL = 'MIEDZA_SOURCE_URL_';

function sourceUrlsOf(flags: readonly string[], env: NodeJS.ProcessEnv): Record<string, string> {
  const fromEnv = Object.entries(env)
    .filter(([name]) => name.startsWith(SOURCE_URL))
    .map(([name, url = '']) => ({ name, source: name.slice(SOURCE_URL.length).toLowerCase(), url }));
  const fromFlags = flags.map((flag) => {
    const [source = '', ...rest] = flag.split('=');
    return { name: `--url ${source}`, source, url: rest.join('=') };
  });
  const urls = [...fromEnv, ...fromFlags];
  for (const { name, url } of urls) if (!isUrl(url)) throw mustBe(name, 'an http or https URL', url);
  return Object.fromEntries(urls.map(({ source, url }) => [source, url]));
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw mustBe(name, '0 to 65535', text);
  return port;
}
