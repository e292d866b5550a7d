import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Doorkeeper, hashFnv1a } from './doorkeeper.ts';

test('a text is admitted from the second time on', () => {
  const doorkeeper = new Doorkeeper(1_024);
  for (const text of ['', 'pog 141803_2 [{"plan":"ż"}]', 'x'.repeat(5_000)]) {
    assert.equal(doorkeeper.admits(hashFnv1a(text)), false, text);
    assert.equal(doorkeeper.admits(hashFnv1a(text)), true, text);
    assert.equal(doorkeeper.admits(hashFnv1a(text)), true, text);
  }
});

test('of many that come once nearly none is admitted, and one that comes all the time stays', () => {
  const doorkeeper = new Doorkeeper(1_024);
  doorkeeper.admits(hashFnv1a('always'));
  let [early, stayed] = [0, 0];
  for (let at = 0; at < 20_000; at += 1) {
    if (doorkeeper.admits(hashFnv1a(`buildings 141803_2 [${at},12.5]`))) early += 1;
    if (doorkeeper.admits(hashFnv1a('always'))) stayed += 1;
  }
  assert.ok(early < 5, `${early} admitted`);
  assert.ok(stayed > 19_900, `${stayed} times`);
});

test('texts that differ little have slots of their own', () => {
  const doorkeeper = new Doorkeeper(65_536);
  const texts = Array.from({ length: 5_000 }, (_, at) => `road_access 141803_2 {"nearest_m":${at / 100}}`);
  for (const text of texts) doorkeeper.admits(hashFnv1a(text));
  const remembered = texts.filter((text) => doorkeeper.admits(hashFnv1a(text))).length;
  assert.ok(remembered > 4_500, `${remembered} of ${texts.length}`);
});
