import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache, answerKey, type EncodedAnswer } from './answer-cache.ts';
import { CacheRegistry } from './cache.ts';

const answer = (bytes: number, fill = 'x'): EncodedAnswer => ({
  query: { input: {}, resolved: null },
  http: 200,
  status: 'ok',
  language: 'en',
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
  etag: undefined,
  body: Buffer.from(fill.repeat(bytes)),
});
const Q = answerKey('url', 'q');

test('an answer is cached from the second time on', () => {
  const cache = new AnswerCache(new CacheRegistry());
  cache.offer(Q, '1', answer(5, 'ą'));
  assert.equal(cache.find(Q), undefined, 'asked once');
  cache.offer(Q, '1', answer(5, 'ą'));
  const body = cache.find(Q)?.body;
  assert.equal(body?.toString(), 'ąąąąą');
  assert.equal(body?.buffer.byteLength, body?.length, 'it keeps no more memory than it needs');
  assert.equal(cache.find(answerKey('url', 'other')), undefined);
});

test('the same words asked as a URL, a tool call and a batch item have answers of their own', () => {
  const cache = new AnswerCache(new CacheRegistry());
  const kinds = ['url', 'tool', 'batch_item'] as const;
  for (const words of ['parcel {"id":"1"}', 'url q', 'tool q', '']) {
    for (const kind of kinds) {
      for (const _ of [1, 2]) cache.offer(answerKey(kind, words), '1', answer(1, `${kind} ${words}!`));
    }
    for (const kind of kinds)
      assert.equal(cache.find(answerKey(kind, words))?.body.toString(), `${kind} ${words}!`);
  }
});

test('a newer answer takes the place of an older one at once', () => {
  const cache = new AnswerCache(new CacheRegistry());
  for (const snapshot of ['1', '1', '2']) cache.offer(Q, snapshot, answer(10));
  assert.equal(cache.find(Q)?.snapshot_key, '2');
});

test('long answers are not cached, nor those to long questions', () => {
  const cache = new AnswerCache(new CacheRegistry());
  for (const _ of [1, 2, 3]) cache.offer(Q, '1', answer(70_000));
  assert.equal(cache.find(Q), undefined);
  const [most, more] = [answerKey('url', 'q'.repeat(996)), answerKey('url', 'q'.repeat(997))] as const;
  for (const key of [most, more]) for (const _ of [1, 2, 3]) cache.offer(key, '1', answer(10));
  assert.ok(cache.find(most));
  assert.equal(cache.find(more), undefined);
});

test('what is true for one snapshot is not found for another', () => {
  const cache = new AnswerCache(new CacheRegistry());
  for (const _ of [1, 2]) cache.of('1').offer(Q, answer(10));
  assert.ok(cache.of('1').find(Q));
  assert.equal(cache.of('2').find(Q), undefined);
});

test('however much is asked, the cached bytes are bounded, and what is asked for all the time stays', () => {
  const cache = new AnswerCache(new CacheRegistry());
  const always = answerKey('url', 'always');
  const asked = Array.from({ length: 3_000 }, (_, at) => answerKey('url', `q${at}`));
  for (const key of [always, ...asked]) {
    for (const _ of [1, 2]) cache.offer(key, '1', answer(50_000));
    assert.ok(cache.find(always), key);
  }
  const held = asked.filter((key) => cache.find(key)).length;
  assert.ok(held > 400 && held * 50_000 < 26e6, `${held} cached`);
});
