import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';

const answer = (bytes: number, fill = 'x'): CachedAnswer => ({
  stamp: '1',
  query: { input: {}, resolved: null },
  http: 200,
  status: 'ok',
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
  etag: undefined,
  body: Buffer.alloc(bytes, fill),
});

test('an answer is kept from the second time on, with bytes of its own', () => {
  const kept = new AnswerCache();
  const shared = answer(10, 'a');
  kept.offer('q', shared);
  assert.equal(kept.find('q'), undefined, 'asked once');
  kept.offer('q', shared);
  shared.body.fill('b');
  assert.equal(kept.find('q')?.body.toString(), 'aaaaaaaaaa');
  assert.equal(kept.find('other'), undefined);
});

test('a newer answer takes the place of an older one at once', () => {
  const kept = new AnswerCache();
  for (const stamp of ['1', '1', '2']) kept.offer('q', { ...answer(10), stamp });
  assert.equal(kept.find('q')?.stamp, '2');
});

test('long answers are not kept, nor those to long questions', () => {
  const kept = new AnswerCache();
  for (const _ of [1, 2, 3]) kept.offer('q', answer(70_000));
  assert.equal(kept.find('q'), undefined);
  const [most, more] = ['q'.repeat(1_000), 'q'.repeat(1_001)] as const;
  for (const question of [most, more]) for (const _ of [1, 2, 3]) kept.offer(question, answer(10));
  assert.ok(kept.find(most));
  assert.equal(kept.find(more), undefined);
});

test('what is true for one stamp is not found for another', () => {
  const kept = new AnswerCache();
  const { stamp: _stamp, ...told } = answer(10);
  for (const _ of [1, 2]) kept.of('1').offer('q', told);
  assert.ok(kept.of('1').find('q'));
  assert.equal(kept.of('2').find('q'), undefined);
});

test('however much is asked, the kept bytes are bounded, and what is asked for all the time stays', () => {
  const kept = new AnswerCache();
  const asked = Array.from({ length: 3_000 }, (_, at) => `q${at}`);
  for (const question of ['always', ...asked]) {
    for (const _ of [1, 2]) kept.offer(question, answer(50_000));
    assert.ok(kept.find('always'), question);
  }
  const held = asked.filter((question) => kept.find(question)).length;
  assert.ok(held > 400 && held * 50_000 < 26e6, `${held} kept`);
});
