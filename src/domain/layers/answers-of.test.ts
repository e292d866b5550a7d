import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersOf, onceEach } from './answers-of.ts';
import type { StoredLayerKey } from './layer-definition.ts';
import { answerLayer } from './layer-table.ts';
import { corpusOf, DAY, parcelWith, plan, state } from './test-planning-corpus.ts';

const corpus = corpusOf({
  states: [state('egib'), state('pog'), state('mpzp')],
  plans: [plan('A'), plan('L', { source: 'mpzp', kind: 'mpzp' })],
});
const subject = parcelWith({}, corpus);

test('an answer is made once, whoever asks for it and in whichever order', () => {
  const orders: StoredLayerKey[][] = [
    ['planning', 'wz', 'pog', 'mpzp', 'soil', 'protected'],
    ['protected', 'soil', 'mpzp', 'pog', 'wz', 'planning'],
  ];
  for (const order of orders) {
    const made: StoredLayerKey[] = [];
    const answerOf = onceEach((key, others) => {
      made.push(key);
      return answerLayer(key, subject, corpus, DAY, others);
    });
    const answers = order.map((key) => answerOf(key));
    assert.deepEqual([...made].sort(), [...order].sort());
    assert.deepEqual(
      answers,
      order.map((key) => answersOf(subject, corpus, DAY)(key)),
    );
    assert.equal(answerOf('planning').value?.wz, answerOf('wz'));
  }
});

test('what an answer does not need is not made', () => {
  const made: StoredLayerKey[] = [];
  const answerOf = onceEach((key, others) => {
    made.push(key);
    return answerLayer(key, subject, corpus, DAY, others);
  });
  answerOf('flood');
  assert.deepEqual(made, ['flood']);
});
