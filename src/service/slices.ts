// Long work of one request, in slices: others are answered in between.

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
