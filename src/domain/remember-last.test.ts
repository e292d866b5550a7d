import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberLast } from './remember-last.ts';

test('a function is called again when an argument is another, and not before', () => {
  const calls: (readonly unknown[])[] = [];
  const told = rememberLast((...given: unknown[]) => {
    calls.push(given);
    return given.join();
  });
  const one = {};
  assert.equal(told('a', one), told('a', one));
  assert.equal(calls.length, 1);
  told('a', {});
  told('b', one);
  told('b');
  told('b', undefined);
  told('b', undefined);
  assert.equal(calls.length, 5);
  assert.equal(told('a', one), 'a,[object Object]');
  assert.equal(calls.length, 6, 'only the last is remembered');
});

test('what is thrown is not remembered', () => {
  let calls = 0;
  const failing = rememberLast((text: string) => {
    calls += 1;
    return JSON.parse(text);
  });
  assert.deepEqual(failing('[]'), []);
  for (const _ of [1, 2]) assert.throws(() => failing('['), SyntaxError);
  assert.equal(calls, 3);
});
