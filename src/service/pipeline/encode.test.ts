import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Billing, Envelope } from '../../contract/answers.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { bytesOfShared, shareAnswer } from '../snapshot/shared-answer.ts';
import { encodeBatch, encodeEnvelope, encodeInSteps, Written } from './encode.ts';

const source = { id: 'pog', title: 'Rejestr "Ą"', attribution: 'Źródło\n', as_of: null, fallback: false };
const answer = (value: unknown) => ({
  coverage: 'covered',
  note: 'a "note"',
  source,
  as_of: '2026-11-08',
  value,
});
const billing: Billing = { cost: 1, charged: 1, refunded: 0, rule: 'charged' };
const envelope = (layers: object) => ({
  status: 'ok',
  result: {
    id: '141803_2.0009.123/4',
    admin: { obreb_name: null },
    area: { official_m2: null, geometry_m2: 12.5, source },
    centroid: [20.9, 52],
    geometry: null,
    layers,
    record_hash: 'ab',
    record_as_of: null,
  },
  query: { input: { q: 'ż \u2028 "' }, resolved: null },
  billing,
});

test('what is written is what JSON.stringify writes', () => {
  const planning = {
    pog: answer(null),
    mpzp: answer({ status: 'none' }),
    wz: answer({ possible: null }),
    gmina: { sources: [source] },
    parts: [{ zone_symbol: 'SJ', share_pct: 100 }],
  };
  const record = (layers: object) => envelope(layers).result;
  const cases: [operation: Parameters<typeof encodeEnvelope>[0], result: unknown][] = [
    ['parcel', record({})],
    ['parcel', record({ flood: answer(null) })],
    ['parcel', record({ planning: answer(planning), flood: answer({ q10: false }), soil: undefined })],
    ['parcel', null],
    ['layer', { id: 'a "b"', layer: 'flood', answer: answer({ q10: false }) }],
    ['search', []],
    ['search', [{ id: 'Ż' }, { id: '2' }]],
    ['search', Array.from({ length: 251 }, (_, at) => ({ id: `Ż ${at}` }))],
    ['check', { verdict: 'pass', checks: [], record: record({}), disclaimer: '…' }],
    [
      'check',
      {
        verdict: 'fail',
        checks: [{ id: 'pog_zone', source }, { id: 'wz_possible' }],
        record: record({ flood: answer(null) }),
        disclaimer: '…',
      },
    ],
    ['resolve', { id: 'ż'.repeat(1 << 20) }],
    [
      'layer',
      {
        id: 'longer than the writer begins with',
        layer: 'soil',
        answer: answer({ text: 'ż'.repeat(40_000) }),
      },
    ],
    ['layer', { id: 'longer than it keeps', layer: 'soil', answer: answer({ text: 'ż'.repeat(1 << 20) }) }],
    ['layer', { id: 'short again', layer: 'soil', answer: answer({ classes: [] }) }],
  ];
  for (const [operation, result] of cases) {
    const expected = { ...envelope({}), result };
    const encoded = encodeEnvelope(operation, { ...envelope({}), result } as Envelope);
    assert.equal(encoded.body.toString(), JSON.stringify(expected));
    assert.equal(encoded.result.toString(), JSON.stringify(result));
    const steps = encodeInSteps(operation, { ...envelope({}), result } as Envelope);
    let step = steps.next();
    while (!step.done) step = steps.next();
    assert.deepEqual(step.value, encoded);
  }
});

test('the pieces of a batch are what JSON.stringify writes', () => {
  const written = (body: object, ref?: string) =>
    new Written({ ...encodeEnvelope('parcel', body as Envelope), status: 'ok', billing }, ref);
  const cases: [result: unknown[], written: Written[]][] = [
    [
      [envelope({ flood: answer(null) }), { ...envelope({}), ref: 'ą "1"' }],
      [written(envelope({ flood: answer(null) })), written(envelope({}), 'ą "1"')],
    ],
    [[], []],
  ];
  for (const [result, items] of cases) {
    const pieces = encodeBatch({ ...envelope({}), result: items } as Envelope<Written[]>);
    assert.equal(Buffer.concat(pieces).toString(), JSON.stringify({ ...envelope({}), result }));
  }
});

test('an envelope without a result is written whole', () => {
  const body = { ...envelope({}), status: 'error', result: null, error: { code: 'x' } };
  assert.equal(encodeEnvelope('parcel', body as Envelope).body.toString(), JSON.stringify(body));
});

test('a shared answer is written as it was when it was shared, any other as it is', () => {
  const flood = { ...answer({ depth: 1 }) };
  const textOf = (body: object) => encodeEnvelope('parcel', body as Envelope).body.toString();
  const open = envelope({ flood });
  textOf(open);
  flood.note = 'changed';
  assert.equal(textOf(open), JSON.stringify(open));
  const shared = shareAnswer(flood as LayerAnswer);
  assert.throws(() => {
    shared.note = 'changed again';
  }, TypeError);
  for (const _ of [1, 2]) assert.equal(textOf(envelope({ flood: shared })), JSON.stringify(open));
  assert.deepEqual(shared, flood, 'to others it is an answer like any other');
  const bytes = bytesOfShared(shared);
  assert.equal(bytes?.buffer.byteLength, bytes?.length, 'it keeps no more memory than it needs');
});

test('what could not be written whole leaves nothing to the next answer', () => {
  const layer = (value: unknown) =>
    ({ ...envelope({}), result: { id: '1', layer: 'soil', answer: answer(value) } }) as Envelope;
  assert.throws(() => encodeEnvelope('layer', layer({ none: 1n })), TypeError);
  const good = layer({ classes: [] });
  assert.equal(encodeEnvelope('layer', good).body.toString(), JSON.stringify(good));
});
