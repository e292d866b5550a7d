import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';

const answer = (bytes: number, fill = 'x'): KeptAnswer => ({
  stamp: '1',
  query: { input: {}, resolved: null },
  http: 200,
  status: 'ok',
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
  etag: undefined,
  body: Buffer.alloc(bytes, fill),
});

test('an answer is kept from the second time on, with bytes of its own', () => {
  const kept = new KeptAnswers();
  const shared = answer(10, 'a');
  kept.offer('q', shared);
  assert.equal(kept.find('q'), undefined, 'asked once');
  kept.offer('q', shared);
  shared.body.fill('b');
  assert.equal(kept.find('q')?.body.toString(), 'aaaaaaaaaa');
  assert.equal(kept.find('other'), undefined);
});

test('a newer answer takes the place of an older one at once', () => {
  const kept = new KeptAnswers();
  for (const stamp of ['1', '1', '2']) kept.offer('q', { ...answer(10), stamp });
  assert.equal(kept.find('q')?.stamp, '2');
});

test('long answers are not kept', () => {
  const kept = new KeptAnswers();
  for (const _ of [1, 2, 3]) kept.offer('q', answer(70_000));
  assert.equal(kept.find('q'), undefined);
});

test('however much is asked, the kept bytes are bounded, and what is asked for all the time stays', () => {
  const kept = new KeptAnswers();
  const asked = Array.from({ length: 3_000 }, (_, at) => `q${at}`);
  for (const question of ['always', ...asked]) {
    for (const _ of [1, 2]) kept.offer(question, answer(50_000));
    assert.ok(kept.find('always'), question);
  }
  const held = asked.filter((question) => kept.find(question)).length;
  assert.ok(held > 400 && held * 50_000 < 26e6, `${held} kept`);
});
