import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope } from '../../contract/answers.ts';
import { encodeEnvelope, noteJson } from './encode.ts';

const source = { id: 'pog', title: 'Rejestr "Ą"', attribution: 'Źródło\n', as_of: null, fallback: false };
const answer = (value: unknown) => ({
  coverage: 'covered',
  note: 'a "note"',
  source,
  as_of: '2026-11-08',
  value,
});
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
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
});

test('what is written is what JSON.stringify writes', () => {
  const planning = {
    pog: answer(null),
    mpzp: answer({ status: 'none' }),
    wz: answer({ possible: null }),
    gmina: { sources: [source] },
  };
  const bodies = [
    envelope({}),
    envelope({ flood: answer(null) }),
    envelope({ planning: answer(planning), flood: answer({ q10: false }), soil: undefined }),
    { ...envelope({}), result: { id: 'a "b"', answer: answer({ q10: false }) } },
    { ...envelope({}), result: [] },
    { ...envelope({}), result: [{ id: 'Ż' }, { id: '2' }] },
    {
      ...envelope({}),
      result: { verdict: 'pass', checks: [], record: envelope({}).result, disclaimer: '…' },
    },
    {
      ...envelope({}),
      result: {
        verdict: 'fail',
        checks: [{ id: 'pog_zone', source }, { id: 'wz_possible' }],
        record: envelope({ flood: answer(null) }).result,
        disclaimer: '…',
      },
    },
    { ...envelope({}), result: [envelope({ flood: answer(null) }), envelope({})] },
    { ...envelope({}), result: [] },
    { ...envelope({}), result: null },
    { ...envelope({}), status: 'error', result: null, error: { code: 'x' } },
    { ...envelope({}), result: [{ id: 1 }] },
    // Longer than the memory that short ones share.
    { ...envelope({}), result: { id: 'ż'.repeat(1 << 20) } },
  ];
  const encoded = bodies.map((body) => encodeEnvelope(body as Envelope));
  for (const [at, body] of bodies.entries()) {
    assert.equal(encoded[at]?.body.toString(), JSON.stringify(body));
    assert.equal(encoded[at]?.result.toString(), JSON.stringify(body.result));
  }
});

test('what is shared is written the same each time, and only what is frozen counts as shared', () => {
  const flood = { ...answer({ depth: 1 }) };
  const first = envelope({ flood: Object.freeze({ ...flood }) });
  const textOf = (body: object) => encodeEnvelope(body as Envelope).body.toString();
  for (const _ of [1, 2]) assert.equal(textOf(first), JSON.stringify(first));
  const open = envelope({ flood });
  textOf(open);
  flood.note = 'changed';
  assert.equal(textOf(open), JSON.stringify(open));
});

test('where the JSON of a result lies ready, its pieces are copied', () => {
  const result = Array.from({ length: 9_000 }, (_, id) => ({ id, name: 'Żółć'.repeat(50) }));
  const pieces = result.map((one, at) => Buffer.from(`${at === 0 ? '[' : ','}${JSON.stringify(one)}`));
  noteJson(result, [...pieces, Buffer.from(']')]);
  const body = { ...envelope({}), result };
  assert.equal(encodeEnvelope(body as Envelope).body.toString(), JSON.stringify(body));
  noteJson(result, [Buffer.from('["copied"]')]);
  assert.equal(encodeEnvelope(body as Envelope).result.toString(), '["copied"]');
});
