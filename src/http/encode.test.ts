import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteJson } from '../service/written.ts';
import { encodeBody } from './encode.ts';

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
    { ...envelope({}), result: [Object.freeze({ id: 'Ż' })] },
    { ...envelope({}), result: [Object.freeze({ id: 'Ż' }), { id: '2' }, Object.freeze({ id: '3' })] },
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
    { status: 'error', result: null, error: { code: 'x' } },
    { status: 'ok', result: [{ id: 1 }] },
    { openapi: '3.1.0' },
  ];
  for (const body of bodies) assert.equal(encodeBody(body).toString(), JSON.stringify(body));
});

test('what is shared is written the same each time, and only what is frozen counts as shared', () => {
  const flood = { ...answer({ depth: 1 }) };
  const first = envelope({ flood: Object.freeze({ ...flood }) });
  Object.freeze(first.result);
  for (const _ of [1, 2]) assert.equal(encodeBody(first).toString(), JSON.stringify(first));
  const open = envelope({ flood });
  encodeBody(open);
  flood.note = 'changed';
  assert.equal(encodeBody(open).toString(), JSON.stringify(open));
});

test('where the JSON of a result lies ready, its pieces are copied', () => {
  const result = [{ id: 'Ż' }, { id: 'b' }];
  noteJson(
    result,
    ['[{"id":"Ż"}', ',{"id":"b"}]'].map((text) => Buffer.from(text)),
  );
  const body = { ...envelope({}), result };
  assert.equal(encodeBody(body).toString(), JSON.stringify(body));
  noteJson(result, [Buffer.from('["copied"]')]);
  assert.equal(encodeBody(body).toString(), JSON.stringify({ ...body, result: ['copied'] }));
});
