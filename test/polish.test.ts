// Answers in Polish: over every parcel of the sample world no sentence is left in English, and over HTTP and MCP the language is
// chosen by lang, by the body of a batch or by Accept-Language.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MiedzaClient, type MiedzaError } from '../packages/client/src/client.ts';
import {
  BUILDING_USES,
  type CheckResult,
  type Envelope,
  type ParcelRecord,
} from '../src/contract/answers.ts';
import { HINTS } from '../src/contract/fault-hints.ts';
import { FAULTS } from '../src/contract/fault-sentences.ts';
import { datasetIn } from '../src/data-folder.ts';
import { assessAnswers } from '../src/domain/assess/assessment.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import { chooseLanguage } from '../src/http/choose-language.ts';
import { subjectIn } from '../src/service/operations/load-record.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { type Client, startClient, TEST_KEY } from './client.ts';
import { call, connect } from './mcp/assistant.ts';
import { buildSampleData } from './sample.ts';
import { shapesInBox } from './shapes-in-box.ts';

let data: string;
let client: Client;
before(async () => {
  ({ data } = await buildSampleData());
  client = await startClient(data);
});
after(() => client.close());

const EXAMPLE = '141803_2.0009.123/4';
const LAYERS = [
  'pog',
  'mpzp',
  'wz',
  'soil',
  'address',
  'flood',
  'landslide',
  'protected',
  'buildings',
  'road_access',
  'prices',
] as const;

/** Words that every other English sentence has, and no Polish one. */
const ENGLISH =
  /(?<!\p{L})(?:the|must|be|as|is|are|of|and|for|not|with|which|here|this|on|from|within|parcel|lies)(?!\p{L})/u;
/** What is the same in both languages: addresses and members that are named. */
const NAMES = /https?:\S+|possible = false|held: false|Natura 2000|id: |lat\b|lng\b/g;

function assertPolish(text: string, about: string): void {
  assert.doesNotMatch(text.replace(NAMES, ''), ENGLISH, about);
  assert.doesNotMatch(text, /undefined|null|\.\.|\d\.\d+ ?%/, about);
}

test('no sentence about a parcel of the sample world is left in English', async () => {
  const store = openSqliteStore(datasetIn(data));
  try {
    await store.read(async (reads) => {
      const snapshot = (await createSnapshotCache()(reads)).inLanguage('pl');
      const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
      const seen = new Set<string>();
      const assertOnce = (text: string, about: string) => {
        if (!seen.has(text)) assertPolish(text, `${about}: ${text}`);
        seen.add(text);
      };
      for (const stored of (await reads.parcels(ids)).values()) {
        for (const day of ['2026-08-31', '2026-11-15']) {
          const context = { reads, ...snapshot, now: new Date(`${day}T12:00:00Z`), day };
          const subject = subjectIn(context, stored);
          const answerOf = answersOf(subject, context.corpus, day);
          for (const layer of LAYERS) assertOnce(answerOf(layer).note, `${layer} of ${stored.id}`);
          for (const use of day === '2026-11-15' ? BUILDING_USES : (['any'] as const)) {
            const told = assessAnswers(answerOf, subject, context.corpus, day, use);
            assertOnce(told.summary, `summary of ${stored.id} for ${use}`);
            assertOnce(told.disclaimer, 'disclaimer');
            for (const { id, detail, basis } of told.checks) {
              assertOnce(detail ?? '', `${id} of ${stored.id} for ${use}`);
              assertOnce(basis ?? '', `basis of ${id}`);
            }
          }
        }
      }
      assert.ok(seen.size > 500, `${seen.size} sentences`);
    });
  } finally {
    await store.close();
  }
});

test('verdict, results and values are the same in both languages', async () => {
  const path = `/v1/check?id=${EXAMPLE}`;
  const [en, pl] = [await client.get<CheckResult>(path), await client.get<CheckResult>(`${path}&lang=pl`)];
  const bare = ({ body }: typeof en) => ({
    verdict: body.result?.verdict,
    checks: body.result?.checks.map(({ id, result }) => [id, result]),
    hash: body.result?.record.record_hash,
  });
  assert.deepEqual(bare(pl), bare(en));
  assert.match(
    pl.body.result?.summary ?? '',
    /^O warunki zabudowy można wystąpić dla całej działki \(SJ w OUZ\)/,
  );
  assert.notEqual(pl.headers.get('etag'), en.headers.get('etag'));
  assert.equal(en.headers.get('content-language'), 'en');
  assert.equal(pl.headers.get('content-language'), 'pl');
  assert.match(pl.headers.get('vary') ?? '', /Accept-Encoding, Accept-Language/);
  const same = { 'If-None-Match': pl.headers.get('etag') ?? '' };
  assert.equal((await client.get(`${path}&lang=pl`, same)).http, 304);
  assert.equal((await client.get(path, same)).http, 200);
});

test('Accept-Language chooses, lang decides, and answers of two languages never meet in the cache', async () => {
  const path = `/v1/layer/flood?id=${EXAMPLE}`;
  const note = async (headers: Record<string, string>, more = '') => {
    const { body } = await client.get<{ answer: { note: string } }>(path + more, headers);
    return body.result?.answer.note;
  };
  for (let again = 0; again < 3; again += 1) {
    assert.match((await note({})) ?? '', /^No mapped river/);
    assert.match((await note({ 'Accept-Language': 'pl-PL,pl;q=0.9,en;q=0.8' })) ?? '', /^Nie ma tu rzeki/);
    assert.match((await note({ 'Accept-Language': 'pl' }, '&lang=en')) ?? '', /^No mapped river/);
  }
});

test('the header is read by weights', () => {
  const table: [accepted: string | undefined, asked: unknown, language: string][] = [
    [undefined, undefined, 'en'],
    ['*', undefined, 'en'],
    ['pl', undefined, 'pl'],
    ['PL-pl', undefined, 'pl'],
    ['de, pl;q=0.5', undefined, 'pl'],
    ['en, pl', undefined, 'en'],
    ['en;q=0.3, pl;q=0.4', undefined, 'pl'],
    ['pl;q=0', undefined, 'en'],
    ['simple', undefined, 'en'],
    ['pl', 'en', 'en'],
    [undefined, 'pl', 'pl'],
    ['pl', 'xx', 'pl'],
  ];
  for (const [accepted, asked, language] of table)
    assert.equal(chooseLanguage(accepted, asked), language, `${accepted} ${asked}`);
});

test('a batch names its language in the body, and each item follows', async () => {
  const items = [{ id: EXAMPLE }, { q: 'Lesznowola' }, { id: 'x' }];
  const body = { items, layers: ['flood'], geometry: 'none', lang: 'pl' };
  const answer = await client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', body);
  assert.equal(answer.headers.get('content-language'), 'pl');
  const [record, ambiguous, failed] = answer.body.result ?? [];
  assertPolish(record?.result?.layers.flood?.note ?? '', 'note');
  assertPolish(ambiguous?.query.resolved?.note ?? '', 'ambiguous');
  assertPolish(`${failed?.error?.message} ${failed?.error?.hint}`, 'failure');
});

test('errors, hints and reasons of candidates are told in Polish', async () => {
  for (const [path, headers] of [
    ['/v1/parcel?lang=pl', {}],
    ['/v1/parcel?lang=pl&foo=1', {}],
    ['/v1/parcel?lang=pl&id=141803_2.0009.9999', {}],
    ['/v1/parcel?lang=pl&id=991803_2.0009.1', {}],
    ['/v1/layer/floodx?lang=pl&id=x', {}],
    ['/v1/search?lang=pl&bbox=1,2', {}],
    ['/v1/resolve?lang=pl&q=', {}],
    ['/v1/parcel?lang=pl&id=x', { 'X-Api-Key': 'wrong' }],
    ['/v1/nowhere?lang=pl', {}],
    ['/v1/usage?lang=pl&month=2026-13', {}],
    ['/v1/subscriptions?lang=pl&foo=1', {}],
    ['/v1/gminy/9999999/planning?lang=pl', {}],
    ['/ogc/collections/parcels/items?lang=pl&bbox=1,2', {}],
    ['/ogc/collections/parcels/items/x?lang=pl', {}],
  ] as const) {
    const { body, headers: told } = await client.get(path, headers);
    assert.equal(told.get('content-language'), 'pl', path);
    assertPolish(`${body.error?.message} ${body.error?.hint}`.replace(/"[^"]*"/g, ''), path);
  }
  for (const q of [
    'dz. 123/4 Wola Mrokowska',
    '1 Kamionka',
    'Sosnowa 4 Wola Mrokowska',
    'Lesznowola',
    'Kraków 12',
  ]) {
    const { body } = await client.get(`/v1/resolve?lang=pl&q=${encodeURIComponent(q)}`);
    for (const { match_reason } of body.candidates ?? []) assertPolish(match_reason, `${q}: ${match_reason}`);
    assertPolish(body.query.resolved?.note ?? '', `${q}: ${body.query.resolved?.note}`);
    assertPolish(body.corpus_coverage?.note ?? '', q);
  }
  for (const [sent, message] of [
    ['"x"', /^zapytanie musi być obiektem/],
    ['{x', /^treść nie jest poprawnym JSON \(pozycja 1\), otrzymano: "\{x"$/],
    ['x', /^treść nie jest poprawnym JSON, otrzymano: "x"$/],
  ] as const) {
    const { body } = await client.post('/v1/parcel/batch', sent, { 'Accept-Language': 'pl' });
    assert.match(body.error?.message ?? '', message);
  }
  const items = { lang: 'pl', items: ['x'] };
  const { text } = await client.post('/v1/parcel/batch', items);
  assert.match(text, /pozycja musi być obiektem/);
  const wrong = await client.get('/v1/parcel?lang=xx&id=x', { 'Accept-Language': 'pl' });
  assert.match(wrong.body.error?.message ?? '', /^lang musi być jednym z: en, pl/);
});

test('subscriptions are refused in the language that the body names', async () => {
  const wish = { url: 'http://127.0.0.1/hook', parcel: EXAMPLE, lang: 'pl' };
  const { body, headers } = await client.post('/v1/subscriptions', wish);
  assert.equal(body.status, 'error');
  assert.equal(headers.get('content-language'), 'pl');
  assertPolish(`${body.error?.message} ${body.error?.hint}`.replace(/"[^"]*"/g, ''), 'refusal');
});

test('a tool takes lang, and answers as HTTP does', async () => {
  const assistant = await connect(client.url, 'auto');
  try {
    for (const [tool, path, given] of [
      ['check', `/v1/check?id=${EXAMPLE}`, { id: EXAMPLE }],
      ['events', `/v1/events?id=${EXAMPLE}&limit=20`, { id: EXAMPLE }],
      ['parcel', '/v1/parcel?id=141803_2.0009.9999', { id: '141803_2.0009.9999' }],
    ] as const) {
      const { envelope } = await call(assistant, tool, { ...given, lang: 'pl' });
      assert.deepEqual(envelope, (await client.get(`${path}&lang=pl`)).body, tool);
      assert.notDeepEqual(envelope, (await client.get(path)).body, tool);
    }
  } finally {
    await assistant.close();
  }
});

test('the option lang of the client holds unless a call says otherwise', async () => {
  const polish = new MiedzaClient({ url: client.url, key: TEST_KEY, lang: 'pl' });
  const summaryOf = async (input: { id: string; lang?: 'en' | 'pl' }) =>
    (await polish.check(input)).result?.summary ?? assert.fail('no summary');
  assertPolish(await summaryOf({ id: EXAMPLE }), 'option');
  assert.match(await summaryOf({ id: EXAMPLE, lang: 'en' }), ENGLISH);
  await assert.rejects(polish.parcel({ id: 'x' }), ({ message, hint }: MiedzaError) => {
    assertPolish(`${message} ${hint}`.replace(/"[^"]*"/g, ''), 'refusal');
    return true;
  });
});

test('every message and hint of the tables renders in both languages', () => {
  for (const table of [FAULTS, HINTS])
    for (const [name, entry] of Object.entries(table))
      assert.deepEqual(Object.keys(entry).sort(), ['en', 'pl'], name);
});
