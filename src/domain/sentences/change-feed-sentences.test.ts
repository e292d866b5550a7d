import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askSuccessorsHint, removalSentence } from './change-feed-sentences.ts';

const O = '141803_2.0009';
const removed = (...numbers: string[]) =>
  removalSentence({ id: `${O}.123`, date: '2026-11-08', successors: numbers.map((one) => `${O}.${one}`) });

it('says what became of a parcel, by numbers in their order', () => {
  assert.equal(removed('123/10', '123/2'), '123 was divided into 123/2 and 123/10 on 2026-11-08.');
  assert.equal(
    removed('123/1', '123/2', '123/3', '123/4', '123/5'),
    '123 was divided into 123/1, 123/2, 123/3, 123/4 and 123/5 on 2026-11-08.',
  );
  assert.equal(
    removed(...Array.from({ length: 12 }, (_, at) => `123/${at + 1}`)),
    '123 was divided into 123/1 … 123/12 (12 parcels) on 2026-11-08.',
  );
  assert.equal(removed('7'), '123 was replaced by 7 on 2026-11-08.');
  assert.equal(removed(), '123 was removed on 2026-11-08; which parcels replaced it is not known.');
});

it('names a parcel of another obręb by its whole id', () => {
  const successors = ['141803_2.0010.5'];
  assert.match(
    removalSentence({ id: `${O}.123`, date: '2026-11-08', successors }),
    /by 141803_2\.0010\.5 on/,
  );
});

it('lists a few to ask for', () => {
  assert.equal(askSuccessorsHint(['a', 'b']), 'Ask for what is there now: a, b.');
  assert.match(askSuccessorsHint(['a', 'b', 'c', 'd', 'e', 'f', 'g']), /: a, b, c, d, e and 2 more\.$/);
});
