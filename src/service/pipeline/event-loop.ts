// Turns of the event loop: what requests of one turn share, and how long work is shared out among turns. Short reads run as
// they come; all long work together (searches of areas, batches, texts, the index of names) takes one slice a turn.

import type { Pause } from '../../store/reads.ts';

/** Made once a turn, for all who ask in it. */
export function perTurn<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    if (made) return made;
    setImmediate(() => {
      made = null;
    });
    made = make();
    return made;
  };
}

/** No piece begins later in a slice: with the last one it takes up to 2 ms. */
const SLICE_MS = 1;

/** Whose turn comes, first come first served. Work whose slice is used up stands at the end again. */
const waiting: (() => void)[] = [];
let sliceEnds_ms = 0;
let isArmed = false;
/** Turns that long work owes to the others: a piece that cannot be divided has overrun its slice. */
let owed = 0;
const MOST_OWED = 25;

/** One slice each turn, as long as anyone waits. */
function arm(): void {
  if (isArmed || waiting.length === 0) return;
  isArmed = true;
  takeTurn();
}

/** Both run in one turn, and between them nothing but what the slice was granted to. */
function takeTurn(): void {
  setImmediate(beginSlice);
  setImmediate(giveWay);
}

function beginSlice(): void {
  if (owed >= 1) return;
  isArmed = false;
  sliceEnds_ms = performance.now() + SLICE_MS;
  grant();
}

/**
 * A turn for each millisecond over: a turn takes in one new connection, and whoever comes then must not wait for as many such
 * pieces as there are connections before it.
 */
function giveWay(): void {
  if (owed < 1) owed = Math.min(MOST_OWED, performance.now() - sliceEnds_ms - SLICE_MS);
  else {
    owed -= 1;
    takeTurn();
  }
}

/** Lets the next work go on with what is left of the slice. Whoever waits for something else meanwhile stops nobody. */
function grant(): void {
  if (performance.now() < sliceEnds_ms) waiting.shift()?.();
  arm();
}

/** Adds up what work takes of its slices. What it takes before its first one is less than that. */
export interface Meter {
  spent_ms: number;
}

/** What may end work before it is done. */
export type Stop = Pick<AbortSignal, 'throwIfAborted'>;

/** Runs work in slices that it shares with all other long work; it begins with the first slice that it is given. */
export async function inSlices<T>(
  work: (pause: Pause) => Promise<T>,
  stop?: Stop,
  meter?: Meter,
): Promise<T> {
  return shareSlices(work, stop, meter, false);
}

/** The same for work that is mostly short: it begins at once, and waits for slices only when it has taken as long as one. */
export async function inSlicesWhenLong<T>(
  work: (pause: Pause) => Promise<T>,
  stop?: Stop,
  meter?: Meter,
): Promise<T> {
  return shareSlices(work, stop, meter, true);
}

async function shareSlices<T>(
  work: (pause: Pause) => Promise<T>,
  stop: Stop | undefined,
  meter: Meter | undefined,
  beginsAtOnce: boolean,
): Promise<T> {
  let ownSlice_ms = beginsAtOnce ? performance.now() + SLICE_MS : 0;
  let began_ms: number | null = null;
  const begin = () =>
    new Promise<void>((resume) => {
      waiting.push(() => {
        ownSlice_ms = sliceEnds_ms;
        began_ms = performance.now();
        resume();
      });
      arm();
    });
  const count = () => {
    if (meter && began_ms !== null) meter.spent_ms += performance.now() - began_ms;
    began_ms = null;
  };
  const pause: Pause = () => {
    stop?.throwIfAborted();
    if (performance.now() < ownSlice_ms) return undefined;
    count();
    const resumed = begin();
    grant();
    return resumed.then(() => stop?.throwIfAborted());
  };
  if (!beginsAtOnce) await begin();
  try {
    stop?.throwIfAborted();
    return await work(pause);
  } finally {
    count();
    grant();
  }
}

/** Runs the steps of pure work, and lets others in between. */
export async function inSteps<T>(steps: Iterator<void, T>, pause: Pause | undefined): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const paused = pause?.();
    if (paused) await paused;
  }
}

/** Of a kind of work so many at once; the others begin as these end, first come first served. For work that holds much memory. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await work();
    } finally {
      const begin = queue.shift();
      if (begin) begin();
      else running -= 1;
    }
  };
}
