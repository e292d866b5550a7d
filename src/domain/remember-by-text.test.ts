import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberByText } from './remember-by-text.ts';

test('what follows from a text is worked out once, until too many are remembered; long texts are not', () => {
  const asked: string[] = [];
  const length = rememberByText((text) => {
    asked.push(text);
    return text.length;
  }, 2);
  for (const text of ['a', 'a', 'bb', 'a', 'bb']) assert.equal(length(text), text.length);
  assert.deepEqual(asked, ['a', 'bb']);
  // A third one begins anew.
  for (const text of ['ccc', 'a', 'ccc']) length(text);
  assert.deepEqual(asked, ['a', 'bb', 'ccc', 'a']);
  const long = 'x'.repeat(51);
  assert.equal(length(long) + length(long), 102);
  assert.equal(asked.length, 6);
});
