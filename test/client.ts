// A running app on the sample world and a client that judges every answer by the published contract: no test can
// receive an answer that is not what /v1/openapi.json promises.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { pino } from 'pino';
import { type AppSettings, openApp } from '../src/app.ts';
import type { Envelope } from '../src/contract/answers.ts';
import { CONTENT_TYPES } from '../src/contract/formats.ts';
import { GEOJSON_SCHEMAS } from '../src/contract/geojson-answers.ts';
import { openApiDocument } from '../src/contract/openapi-document.ts';
import {
  type GeoJsonOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../src/contract/operations.ts';
import { createClock } from '../src/service/pipeline/clock.ts';
import { CANARIES } from '../world/canaries.ts';
import { ASKED_AT } from './sample.ts';

export const TEST_KEY = 'test-key';

export interface Received<R = unknown> {
  readonly http: number;
  readonly headers: Headers;
  readonly body: Envelope<R>;
  readonly text: string;
}

export interface Client {
  readonly url: string;
  /** Sends with the test key unless headers say otherwise; validates what comes back. */
  get<R = unknown>(path: string, headers?: Record<string, string>): Promise<Received<R>>;
  post<R = unknown>(path: string, body: unknown, headers?: Record<string, string>): Promise<Received<R>>;
  send<R = unknown>(method: string, path: string, init?: RequestInit): Promise<Received<R>>;
  close(): Promise<void>;
}

export async function startClient(data: string, settings: Partial<AppSettings> = {}): Promise<Client> {
  const app = openApp({
    data,
    api_key: TEST_KEY,
    signup_url: '/docs#keys',
    log: pino({ level: 'silent' }),
    clock: createClock(() => ASKED_AT.getTime()),
    // All tests come from one address.
    address_rate: null,
    ...settings,
  });
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return { ...clientOf(url), close: () => app.close() };
}

export function clientOf(url: string): Omit<Client, 'close'> {
  async function send<R>(method: string, path: string, init: RequestInit = {}): Promise<Received<R>> {
    // Nothing is learnt from packing each answer and unpacking it again; tests of that ask for it.
    const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)) };
    const response = await fetch(url + path, { ...init, headers, method });
    const text = await response.text();
    const isText = response.headers.get('content-type')?.startsWith('text/') ?? false;
    const body = isText ? parse<R>('') : parse<R>(text);
    const received = { http: response.status, headers: response.headers, text, body };
    if (path.startsWith('/v1/')) judge(method, path, received);
    return received;
  }
  return {
    url,
    send,
    get: (path, headers) => send('GET', path, { headers: { 'X-Api-Key': TEST_KEY, ...headers } }),
    post: (path, body, headers) =>
      send('POST', path, {
        headers: { 'X-Api-Key': TEST_KEY, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

const parse = <R>(text: string): Envelope<R> => JSON.parse(text === '' ? 'null' : text);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
const DOCUMENT = openApiDocument();
ajv.addSchema({ $id: 'openapi', ...DOCUMENT });

const ROUTES = OPERATION_NAMES.flatMap((name) => {
  const { method, path, also }: Operation = OPERATIONS[name];
  return [path, also]
    .filter((one) => one !== undefined)
    .map((one) => ({
      name,
      method,
      pattern: new RegExp(`^${one.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      statuses: statusesOf(one, method),
    }));
});

/** The HTTP statuses the contract lists for an operation. */
function statusesOf(path: string, method: string): string[] {
  const paths = DOCUMENT.paths as Record<string, Record<string, { responses: object }>>;
  return Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {});
}

/** What holds for every answer under /v1, whatever was asked (spec §2.2, §4.13; contract §11). */
function judge(method: string, path: string, { http, headers, body, text }: Received): void {
  const where = `${method} ${path} → ${http}`;
  const pathname = path.split('?')[0] ?? '';
  const asked = method === 'HEAD' ? 'GET' : method;
  if (method === 'OPTIONS') return;
  for (const name of ['x-request-cost', 'x-credits-charged', 'x-credits-refunded', 'x-request-id']) {
    assert.ok(headers.has(name), `${where}: header ${name} is missing`);
  }
  const operation = ROUTES.find((route) => route.method === asked && route.pattern.test(pathname));
  if (operation) assert.ok(operation.statuses.includes(String(http)), `${where}: not in the contract`);
  if (http === 304 || method === 'HEAD') {
    assert.equal(text, '', where);
    return;
  }
  for (const canary of CANARIES) assert.ok(!text.includes(canary), `${where}: serves ${canary}`);
  if (headers.get('content-type') === CONTENT_TYPES.csv) {
    assert.equal(operation?.name, 'parcel_batch', where);
    return;
  }
  const isGeoJson = headers.get('content-type') === CONTENT_TYPES.geojson;
  if (!isGeoJson) assert.equal(headers.get('content-type'), CONTENT_TYPES.json, where);
  if (operation?.name === 'openapi') return;
  const pascal = (operation?.name ?? '').replace(/(^|_)(\w)/g, (_, __, letter: string) =>
    letter.toUpperCase(),
  );
  const asJson = http === 200 ? `${pascal}Envelope` : 'ErrorEnvelope';
  const schema = isGeoJson ? GEOJSON_SCHEMAS[operation?.name as GeoJsonOperation] : asJson;
  const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`);
  assert.ok(validate, `${where}: the contract has no schema ${schema}`);
  assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 2000)}`);
  const { cost, charged, refunded } = body.billing;
  assert.deepEqual(
    ['x-request-cost', 'x-credits-charged', 'x-credits-refunded'].map((name) => Number(headers.get(name))),
    [cost, charged, refunded],
    where,
  );
  const isBatch = operation?.name === 'parcel_batch';
  if (!isBatch)
    assert.ok(
      charged + refunded === cost || charged + refunded === 0,
      `${where}: ${JSON.stringify(body.billing)}`,
    );
  if (isGeoJson) assert.equal(body.status, 'ok', `${where}: a feature of what is no answer`);
  else
    assert.ok(
      body.status === 'ok' || body.result === null,
      `${where}: a result beside status ${body.status}`,
    );
}

/** What comes back for bytes that no HTTP client would send, up to the end of the connection. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}
