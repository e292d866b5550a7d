import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layerColumns } from './plain-columns.ts';

test('what planning is put together from is not covered where planning is not', () => {
  const source = {
    ...{ id: 'pog', title: '', publisher: '', licence: '', attribution: '' },
    ...{ url: null, as_of: null, fallback: false },
  };
  const planning = { coverage: 'not_covered', value: null, source, as_of: null, note: '' } as const;
  const told = layerColumns(['planning']).map(({ name, of }) => [name, of({ layers: { planning } }) ?? null]);
  assert.deepEqual(
    told.filter(([, cell]) => cell !== null),
    ['pog', 'mpzp', 'wz'].map((key) => [`${key}_coverage`, 'not_covered']),
  );
});
