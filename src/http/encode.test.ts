import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    { status: 'error', result: null, error: { code: 'x' } },
    { status: 'ok', result: [{ id: 1 }] },
    { openapi: '3.1.0' },
  ];
  for (const body of bodies) assert.equal(encodeBody(body), JSON.stringify(body));
});
