// A call as it goes over the wire, and what came back as JSON. Decides what is an answer and what is a failure.

import { CALLS } from './calls.ts';
import type { Envelope, LayerKey, OperationName } from './contract.ts';
import { MiedzaError } from './miedza-error.ts';

export interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  /** Of the body; JSON where absent. */
  readonly type?: string;
}

/** What is asked of the parcels of a table. */
export interface TableInput {
  readonly layers?: readonly LayerKey[];
  readonly geometry?: 'none' | 'centroid';
}

/** Paths are added to its end. With /v1 there already, every call would look like a parcel that is not found. */
export function isBaseUrl(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return !/\/v1\/*$/.test(pathname) && search === '' && hash === '';
}

/** What a header can carry. Anything else fetch refuses as it refuses an address without a server. */
export const isHeaderText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Parameters in the order of their names: the same question is the same URL, however it was written. */
export function requestOf(name: OperationName, input: object): Sent {
  const [method, path] = CALLS[name];
  if (method === 'POST') return { method, path, body: JSON.stringify(input) };
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const rest = new Map(given.sort(([a], [b]) => (a < b ? -1 : 1)));
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = String(rest.get(part) ?? '');
    rest.delete(part);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...rest].map(([parameter, value]) => [parameter, String(value)]));
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled };
}

export function tableRequestOf(text: string, { layers, geometry }: TableInput): Sent {
  const [method, path] = CALLS.parcel_batch;
  const query = new URLSearchParams({ format: 'csv' });
  if (layers) query.set('layers', layers.join(','));
  if (geometry) query.set('geometry', geometry);
  return { method, path: `${path}?${query}`, body: text, type: 'text/csv; charset=utf-8' };
}

export async function readBody(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw signal?.aborted ? signal.reason : unreachable(response.url, cause);
  }
}

/** With its byte order mark, which text() would leave out: without it a spreadsheet does not know the encoding. */
export async function readTable(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  } catch (cause) {
    throw signal?.aborted ? signal.reason : unreachable(response.url, cause);
  }
}

/** The JSON of an answer; throws what is a failure. */
export function parseAnswer(name: OperationName, text: string, response: Response): object {
  const body = parseObject(text);
  const request_id = response.headers.get('x-request-id');
  // The contract is the one answer without an envelope; its refusals have one.
  const isOurs = body !== null && (isEnvelope(body) || (name === 'openapi' && response.ok));
  if (!isOurs) {
    throw new MiedzaError({
      code: 'unreadable',
      message: `HTTP ${response.status} without an answer of ours from ${response.url}`,
      hint: 'Check the address: something else may answer there.',
      http: response.status,
      request_id,
      envelope: null,
    });
  }
  if (isEnvelope(body) && body.status === 'error') {
    const { code, message, hint } = body.error ?? { code: 'internal', message: 'no reason given', hint: '' };
    throw new MiedzaError({ code, message, hint, http: response.status, request_id, envelope: body });
  }
  return body;
}

function parseObject(text: string): object | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

const isEnvelope = (body: object): body is Envelope => 'status' in body && 'billing' in body;

export function unreachable(url: string, cause: unknown): MiedzaError {
  return new MiedzaError(
    {
      code: 'unreachable',
      message: `no answer from ${url}`,
      hint: 'Check the address and that the server runs.',
      http: null,
      request_id: null,
      envelope: null,
    },
    { cause },
  );
}
