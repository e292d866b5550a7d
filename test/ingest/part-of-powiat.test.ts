// A powiat of which only an extract is loaded (EGiB GML of one obręb): its ground counts as loaded, and what lies beside it
// is not loaded, never absent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import type { GminaPlanning } from '../../src/contract/layers.ts';
import type { Source } from '../../src/contract/sources.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData } from '../sample.ts';
import { query } from './load-file.ts';

const OBREB = '143801_1.0002';
let client: Client;
let parcel: { id: string; number: string };
let obreby: number;

before(async () => {
  const { data } = await buildSampleData(1_000, { only: /^(TERC_|PRG_|egib-|pog-1438)/ });
  const [row] = query(data, 'SELECT id, number FROM parcels ORDER BY fid LIMIT 1');
  parcel = { id: String(row?.id), number: String(row?.number) };
  obreby = Number(query(data, "SELECT count(*) AS n FROM obreby WHERE id LIKE '1438%'")[0]?.n);
  client = await startClient(data);
});
after(() => client.close());

const at = (path: string, question: string) => `${path}?q=${encodeURIComponent(question)}`;

test('counts in corpus_coverage, which says how much of the powiat it is', async () => {
  const { body } = await client.get(at('/v1/resolve', parcel.id));
  assert.equal(body.corpus_coverage?.partitions_loaded, 1);
  assert.match(body.corpus_coverage?.note ?? '', /żyrardowski \(1438\) in part, 1 obręb\./);
  assert.deepEqual(body.corpus_coverage?.voivodeships, ['14']);
});

test('counts in the coverage of the cadastre by its share of obręby', async () => {
  const { body } = await client.get<Source[]>('/v1/sources');
  const pct = body.result?.find(({ id }) => id === 'egib')?.coverage_pct ?? 0;
  assert.ok(obreby > 1);
  // Less than one of the 42 powiaty.
  assert.ok(pct > 0 && pct < 100 / 42, `${pct} %`);
  const here = await client.get<Source[]>(at('/v1/sources', 'gmina Żyrardów'));
  assert.equal(here.body.result?.find(({ id }) => id === 'egib')?.coverage_here, 'covered');
});

test('has the planning of its gmina; of the gmina next door nothing is loaded', async () => {
  const own = await client.get<GminaPlanning>('/v1/gminy/1438011/planning');
  assert.deepEqual([own.http, own.body.status, own.body.result?.pog_status], [200, 'ok', 'none']);
  const next = await client.get<GminaPlanning>('/v1/gminy/1438053/planning');
  assert.deepEqual([next.body.status, next.body.result], ['not_covered', null]);
  assert.match(next.body.query.resolved?.note ?? '', /No parcel of gmina Wiskitki is loaded\./);
});

test('an id of another obręb is not covered, and so is a point there', async () => {
  const { body } = await client.get<ParcelRecord>('/v1/parcel?id=143801_1.0001.1');
  assert.equal(body.status, 'not_covered');
  assert.match(body.query.resolved?.note ?? '', /Obręb 143801_1\.0001 is not loaded\./);
  const absent = await client.get<ParcelRecord>(`/v1/parcel?id=${OBREB}.99999`);
  assert.equal(absent.body.status, 'not_found', 'in the obręb that is loaded');
});

test('a number of the gmina is not the only one where other obręby are not loaded', async () => {
  const { body } = await client.get(at('/v1/resolve', `dz. ${parcel.number} Żyrardów`));
  const [first, ...more] = body.candidates ?? [];
  assert.equal(body.status, 'ambiguous');
  const found = [first, ...more].find((candidate) => candidate?.id === parcel.id);
  assert.ok(found?.held);
  assert.doesNotMatch(found.match_reason, /only parcel/);
  const rest = [first, ...more].find((candidate) => candidate?.held === false);
  assert.match(rest?.match_reason ?? '', /somewhere in the rest of gmina Żyrardów/);
  const exact = await client.get(at('/v1/resolve', `dz. ${parcel.number} obręb 0002 Żyrardów`));
  assert.equal(exact.body.candidates?.[0]?.id, parcel.id);
  assert.equal(exact.body.status, 'ok', 'with its obręb there is no doubt');
});
