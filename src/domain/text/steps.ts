// Long pure work as a generator: between its steps others may be let in (service/pipeline/event-loop.ts), or nobody.

export type Steps<T> = Generator<void, T>;

/** All steps at once. */
export function finish<T>(steps: Iterator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
