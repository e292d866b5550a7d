import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParcelRecord } from '../src/contract/answers.ts';
import { EXAMPLE_ID } from '../src/contract/operations.ts';
import { type Client, startClient } from './client.ts';
import { buildSampleData } from './sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

test('a parcel by id', async () => {
  const { http, body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  assert.equal(http, 200);
  assert.equal(body.result?.id, EXAMPLE_ID);
});
