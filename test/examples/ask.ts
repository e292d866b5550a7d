// Asks a running server for the examples: on the sample world, loaded and read at fixed moments. What a server makes up at random (ids and
// secrets of subscriptions) and the port of the receiver are written as in the examples of the contract.

import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EXAMPLE_ID, OPERATIONS } from '../../src/contract/operations.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { publishEdited } from '../spec/publish-edited.ts';
import { EXAMPLE_REQUESTS, type ExampleRequest } from './requests.ts';

export interface Example {
  readonly request: ExampleRequest;
  readonly http: number;
  /** An envelope or GeoJSON; the text of a table. */
  readonly answer: unknown;
}
export type Examples = Record<string, Record<string, Example>>;

const CHANGED_AT = new Date('2026-11-12T08:00:00Z');

export async function askExamples(): Promise<Examples> {
  const sample = await buildSampleData();
  // A corrected area, so that there is an event to tell.
  await publishEdited(
    sample,
    '1418',
    "UPDATE dzialki SET pole_ewidencyjne = 0.129 WHERE id_dzialki = '141803_2.0009.123/4'",
    CHANGED_AT,
  );
  const receiver = createServer((_request, response) => void response.writeHead(204).end());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  try {
    return await collect(sample.data, `http://127.0.0.1:${port}/hooks/miedza`);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function collect(data: string, receiver: string): Promise<Examples> {
  const { errors = {}, ...operations } = EXAMPLE_REQUESTS;
  const examples: Examples = {};
  await using asked = await serve(data, {
    push_networks: ['127.0.0.0/8'],
    public_url: 'https://miedza.example',
  });
  const ids = { made: OPERATIONS.subscription_test.example.subscription, ours: '' };
  for (const [group, requests] of Object.entries(operations)) {
    examples[group] = {};
    for (const [name, request] of Object.entries(requests)) {
      const written = JSON.stringify(request);
      const real = written
        .replaceAll(OPERATIONS.subscription_create.example.url, receiver)
        .replaceAll(ids.made, ids.ours || ids.made);
      const { http, text, answer } = await send(asked.client, JSON.parse(real));
      ids.ours ||= /sub_[0-9a-f]{16}/.exec(text)?.[0] ?? '';
      const shown = JSON.stringify(answer)
        .replaceAll(receiver, OPERATIONS.subscription_create.example.url)
        .replaceAll(/sub_[0-9a-f]{16}/g, ids.made)
        .replaceAll(/"timeStamp":"[^"]*"/g, '"timeStamp":"2026-11-15T12:00:00.000Z"')
        .replaceAll(/whsec_[A-Za-z0-9+/]{32}/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
      examples[group][name] = { request, http, answer: JSON.parse(shown) };
    }
  }
  examples.event_stream = { ok: await readFirstEvent(asked.client) };
  examples.errors = {};
  for (const [code, request] of Object.entries(errors)) {
    await using failing = await serveFailing(data, code);
    const { http, answer } = await send(failing.client, request);
    examples.errors[code] = { request, http, answer };
  }
  return examples;
}

type Settings = Parameters<typeof startClient>[1];
async function serve(data: string, settings: Settings) {
  const client = await startClient(data, settings);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** A server in a state that brings a failure about. */
async function serveFailing(data: string, code: string) {
  if (code === 'rate_limited') {
    const served = await serve(data, { static_limits: { rate_per_s: 0.01, burst: 1, monthly_quota: null } });
    await served.client.get('/v1/sources');
    return served;
  }
  if (code !== 'internal' && code !== 'source_unavailable') return serve(data, {});
  const damaged = join(temporaryFolder(), 'data');
  cpSync(data, damaged, { recursive: true });
  if (code === 'source_unavailable') {
    const served = await serve(damaged, {});
    rmSync(datasetIn(damaged));
    return served;
  }
  const db = new DatabaseSync(datasetIn(damaged));
  db.exec("UPDATE parcels SET geom = x'00' WHERE id = '141803_2.0010.501'");
  db.close();
  return serve(damaged, {});
}

async function send(client: Client, { method, path, body, headers }: ExampleRequest) {
  const sent = {
    'X-Api-Key': TEST_KEY,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const received = await client.send(method, path, {
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isText = received.headers.get('content-type')?.startsWith('text/') ?? false;
  return { ...received, answer: isText ? received.text : received.body };
}

/** A stream has no end: its first event is the example. */
async function readFirstEvent({ url }: Client): Promise<Example> {
  const request = {
    method: 'GET',
    path: `/v1/events/stream?parcel=${EXAMPLE_ID}`,
    headers: { 'Last-Event-ID': 'ev_1' },
  };
  const response = await fetch(url + request.path, {
    headers: { 'X-Api-Key': TEST_KEY, ...request.headers },
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data:.*\n\n/m.test(text)) break;
  }
  return {
    request,
    http: response.status,
    answer: text.slice(text.indexOf('id:'), text.indexOf('\n\n', text.indexOf('data:')) + 2),
  };
}
