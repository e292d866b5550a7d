import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BodyWriter, sent } from './body-memory.ts';

function write(text: string): Buffer {
  const writer = new BodyWriter();
  writer.text(text.slice(0, text.length / 2));
  writer.bytes(Buffer.from(text.slice(text.length / 2)));
  assert.equal(writer.length(), Buffer.byteLength(text));
  return writer.end();
}

test('a body stays what it is until it is sent, whatever is written and sent meanwhile', () => {
  const step = fc.record({
    length: fc.nat(700_000),
    letter: fc.constantFrom('a', 'ż', '€'),
    sends: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, choices) => {
      const unsent: { body: Buffer; text: string }[] = [];
      const check = () => {
        for (const { body, text } of unsent) assert.ok(body.equals(Buffer.from(text)));
      };
      for (const { length, letter, sends } of steps) {
        const text = letter.repeat(length);
        unsent.push({ body: write(text), text });
        check();
        for (let n = 0; n < sends && unsent.length > 0; n += 1) {
          const [gone] = unsent.splice((choices.next().value ?? 0) % unsent.length, 1);
          if (gone) sent(gone.body);
        }
        check();
      }
      for (const { body } of unsent) sent(body);
    }),
    { numRuns: 60 },
  );
});

test('what was sent is written over', () => {
  const first = write('a'.repeat(1_000));
  sent(first);
  const second = write('b'.repeat(1_000));
  assert.equal(second.buffer, first.buffer);
  assert.equal(first.toString(), second.toString(), 'it lies at the same place');
  sent(second);
});

test('a list is put together from bodies that are given back while it is written, however long it is', () => {
  for (const length of [10, 300_000, 300_000, 40_000, 300_000]) {
    const parts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => write(letter.repeat(length)));
    const text = parts.map(String).join('');
    const list = new BodyWriter();
    list.expect(text.length);
    for (const part of parts) {
      list.bytes(part);
      sent(part);
    }
    const body = list.end();
    const next = write('g'.repeat(1_000));
    assert.ok(body.equals(Buffer.from(text)), `parts of ${length}`);
    for (const one of [body, next]) sent(one);
  }
});

test('a body that is never given back keeps its place, and bytes from elsewhere may be given back', () => {
  const forgotten = write('a'.repeat(1_000));
  sent(Buffer.from('not written here'));
  for (let n = 0; n < 5_000; n += 1) sent(write('b'.repeat(1_000)));
  assert.equal(forgotten.toString(), 'a'.repeat(1_000));
});
