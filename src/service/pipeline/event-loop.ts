// Turns of the event loop: what requests of one turn share, and how long work lets others in.

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

/** The longest that a request by id waits for another's work. */
const SLICE_MS = 10;

/** To be called between pieces of work: lets others in when the slice is used up. */
export function slices(stop?: AbortSignal): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS;
  return () => {
    stop?.throwIfAborted();
    if (performance.now() < until) return undefined;
    return new Promise((resume) => {
      setImmediate(() => {
        until = performance.now() + SLICE_MS;
        resume();
      });
    });
  };
}
