import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CHANGE_FEED, REMOVAL } from './change-feed-sentences.ts';
import { withReasonIn } from './stored-reasons.ts';

const O = '141803_2.0009';
const removed = (...numbers: string[]) =>
  REMOVAL.en({ id: `${O}.123`, date: '2026-11-08', successors: numbers.map((one) => `${O}.${one}`) });

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
  assert.match(REMOVAL.en({ id: `${O}.123`, date: '2026-11-08', successors }), /by 141803_2\.0010\.5 on/);
});

it('lists a few to ask for', () => {
  assert.equal(CHANGE_FEED.askSuccessors.en(['a', 'b']), 'Ask for what is there now: a, b.');
  assert.match(
    CHANGE_FEED.askSuccessors.en(['a', 'b', 'c', 'd', 'e', 'f', 'g']),
    /: a, b, c, d, e and 2 more\.$/,
  );
});

it('says it in Polish', () => {
  const of = (...numbers: string[]) =>
    REMOVAL.pl({ id: `${O}.123`, date: '2026-11-08', successors: numbers.map((one) => `${O}.${one}`) });
  assert.equal(of('123/10', '123/2'), 'Działkę 123 podzielono na działki 123/2 i 123/10 dnia 2026-11-08.');
  assert.equal(of('7'), 'Działkę 123 zastąpiono działką 7 dnia 2026-11-08.');
  assert.equal(of(), 'Działkę 123 usunięto 2026-11-08; nie wiadomo, które działki ją zastąpiły.');
});

it('tells a stored reason by its code in each language, also one that was stored as a sentence', () => {
  const stored = { possible: false, reason_code: 'outside_ouz' };
  const old = {
    possible: false,
    reason:
      'For the 40 % of the parcel outside the local plan: the general plan is in force since 2026-08-01 and that ground lies outside its infill-development areas (OUZ).',
  };
  for (const value of [stored, old]) {
    assert.deepEqual(withReasonIn('en', value), {
      possible: false,
      reason: 'The ground lies outside the infill areas (OUZ).',
      reason_code: 'outside_ouz',
    });
    assert.deepEqual(withReasonIn('pl', value), {
      possible: false,
      reason: 'Teren leży poza obszarem uzupełnienia zabudowy (OUZ).',
      reason_code: 'outside_ouz',
    });
  }
  assert.deepEqual(withReasonIn('pl', { possible: true, reason: 'said otherwise' }), { possible: true });
  for (const other of [null, ['x'], { verdict: 'fail' }]) assert.deepEqual(withReasonIn('pl', other), other);
});

it('names registers by what they hold, those of one day together', () => {
  const watched = [
    { id: 'pog', since: '2026-09-01T06:00:00.000Z' },
    { id: 'egib', since: '2026-08-31T06:00:00.000Z' },
    { id: 'mpzp', since: '2026-09-01T06:00:01.000Z' },
  ] as const;
  assert.equal(
    CHANGE_FEED.watchedEarlier.en(watched, '2026-11-16'),
    'Some registers earlier: cadastre since 2026-08-31; general plans, local plans since 2026-09-01.',
  );
  // Of the day itself the time tells them apart.
  assert.equal(
    CHANGE_FEED.watchedEarlier.pl(watched, '2026-09-01'),
    'Niektóre rejestry wcześniej: ewidencja gruntów i budynków od 2026-08-31; plany ogólne od 2026-09-01 06:00:00 UTC; plany miejscowe od 2026-09-01 06:00:01 UTC.',
  );
  assert.equal(CHANGE_FEED.notLoaded.pl(['sopo']), 'Nie wczytano tu, więc się nie śledzi: osuwiska.');
});
