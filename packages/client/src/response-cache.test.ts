import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseCache } from './response-cache.ts';

const kept = (text: string) => ({ etag: `"${text}"`, text });
const held = (answers: ResponseCache, urls: string) => [...urls].filter((url) => answers.find(url)).join('');

test('the one not used for longest goes first', () => {
  const answers = new ResponseCache(30);
  for (const url of 'abc') answers.keep(url, kept('0123456789'));
  assert.equal(held(answers, 'abc'), 'abc');
  answers.find('a');
  answers.keep('d', kept('0123456789'));
  assert.equal(held(answers, 'abcd'), 'acd');
});

test('a new answer takes the place of the old', () => {
  const answers = new ResponseCache(20);
  for (let round = 0; round < 10; round++) answers.keep('a', kept(`012345678${round}`));
  answers.keep('b', kept('0123456789'));
  assert.equal(answers.find('a')?.text, '0123456789');
  assert.equal(held(answers, 'ab'), 'ab');
});

test('what is too long for all of it is not kept, and neither is what it replaces', () => {
  const answers = new ResponseCache(10);
  answers.keep('a', kept('short'));
  answers.keep('a', kept('much too long'));
  assert.equal(answers.find('a'), undefined);
  answers.keep('b', kept('0123456789'));
  assert.equal(held(answers, 'ab'), 'b');
});

test('nothing is kept where nothing may be', () => {
  const answers = new ResponseCache(0);
  answers.keep('a', kept('x'));
  assert.equal(answers.find('a'), undefined);
});
