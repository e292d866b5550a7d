// Turns and slices on a clock of our own: a slice is over when the work has taken its time, however busy the machine is.

import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Pause } from '../../store/reads.ts';
import { atMost, inSlices, inSlicesWhenLong, perTurn } from './event-loop.ts';

let now_ms = performance.now();
before(() => {
  mock.method(performance, 'now', () => now_ms);
});
after(() => mock.restoreAll());

test('what is made once a turn is made anew in the next', async () => {
  let made = 0;
  const number = perTurn(() => {
    made += 1;
    return { made };
  });
  const first = number();
  await Promise.resolve();
  assert.equal(number(), first, 'the turn is not over');
  await setImmediate();
  assert.deepEqual([number().made, number().made], [2, 2]);
});

/** Those of the event loop, until it is stopped. */
function countTurns() {
  let isDone = false;
  const loop = {
    turns: 0,
    async stop() {
      isDone = true;
      await counting;
    },
  };
  const counting = (async () => {
    while (!isDone) {
      await setImmediate();
      loop.turns += 1;
    }
  })();
  return loop;
}

function takeLong(): void {
  now_ms += 3;
}

test('long work lets others in, short work goes on, and whoever stops it is heard', async () => {
  const stopping = new AbortController();
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
  })();
  const work = inSlices(async (pause) => {
    assert.equal(pause(), undefined, 'the slice has begun');
    for (let piece = 0; piece < 5; piece += 1) {
      takeLong();
      const before = turns;
      await pause();
      assert.ok(turns > before, 'others were let in');
    }
    stopping.abort();
    assert.throws(pause, { name: 'AbortError' });
    return 'result';
  }, stopping.signal);
  assert.equal(await work, 'result');
  isDone = true;
  await others;
  await assert.rejects(
    inSlices(async () => assert.fail('begun'), stopping.signal),
    { name: 'AbortError' },
  );
});

test('all long work together has one slice a turn, each in its turn', async () => {
  const loop = countTurns();
  const pieces: { name: string; turn: number }[] = [];
  const worker = (name: string) =>
    inSlices(async (pause) => {
      for (let piece = 0; piece < 4; piece += 1) {
        pieces.push({ name, turn: loop.turns });
        takeLong();
        await pause();
      }
    });
  await Promise.all(['a', 'b', 'c'].map(worker));
  await loop.stop();
  assert.equal(pieces.map(({ name }) => name).join(''), 'abcabcabcabc');
  assert.equal(new Set(pieces.map((piece) => piece.turn)).size, pieces.length, 'no turn has two of them');
});

test('a piece that overruns its slice gives way for as many turns as it took milliseconds too long', async () => {
  const loop = countTurns();
  const turns: number[] = [];
  const long = inSlices(async (pause) => {
    for (const piece_ms of [12, 12, 1_000, 0.5, 0.5]) {
      turns.push(loop.turns);
      now_ms += piece_ms;
      await pause();
    }
    turns.push(loop.turns);
  });
  await long;
  await loop.stop();
  const rests = turns.slice(1).map((at, index) => at - (turns[index] ?? 0));
  assert.deepEqual(
    rests.map((rest) => (rest > 20 ? 'bounded' : rest > 8 ? 'ten' : 'next')),
    ['ten', 'ten', 'bounded', 'next', 'next'],
    rests.join(' '),
  );
});

test('short pieces of several share a slice', async () => {
  const loop = countTurns();
  await Promise.all(Array.from({ length: 2_000 }, () => inSlices(async () => undefined)));
  await loop.stop();
  assert.ok(loop.turns < 1_500, `${loop.turns} turns for 2,000 pieces`);
});

test('what waits for something else, or fails, stops nobody', async () => {
  const { promise: elsewhere, resolve: arrive } = Promise.withResolvers<void>();
  const slow = inSlices(async (pause: Pause) => {
    await elsewhere;
    await pause();
    return 'slow';
  });
  await assert.rejects(
    inSlices(async () => {
      throw new Error('fault');
    }),
    /fault/,
  );
  assert.equal(await inSlices(async () => 'quick'), 'quick');
  arrive();
  assert.equal(await slow, 'slow');
});

test('so many at once, in the order in which they came, whether they fail or not', async () => {
  const few = atMost(2);
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const works = ends.map(({ promise }, at) =>
    few(async () => {
      begun.push(at);
      await promise;
    }),
  );
  await setImmediate();
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.reject(new Error('fault'));
  await assert.rejects(works[1] ?? Promise.resolve(), /fault/);
  await setImmediate();
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.allSettled(works);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

test('work that is mostly short begins at once, and shares slices when it is long', async () => {
  let turns = 0;
  const short = inSlicesWhenLong(async (pause) => {
    assert.equal(pause(), undefined, 'nobody is waited for at first');
    return 'short';
  });
  assert.equal(await short, 'short');
  await inSlicesWhenLong(async (pause) => {
    for (let piece = 0; piece < 20; piece += 1) {
      now_ms += 0.5;
      const paused = pause();
      if (paused) turns += 1;
      await paused;
    }
  });
  assert.ok(turns >= 3, `${turns} pauses in 10 ms`);
});
