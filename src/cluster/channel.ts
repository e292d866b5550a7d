// Calls from a worker to the primary of its server, over the channel between the two processes. What is called in one turn of the
// event loop goes as one message, and so do the replies: a message costs more than what it carries. Knows no call by name.

import type { ChildProcess } from 'node:child_process';

/** What is asked, by name: arguments and results pass as JSON. */
export type CallTable = Readonly<Record<string, (...given: never[]) => unknown>>;
type Result<T extends CallTable, N extends keyof T> = Awaited<ReturnType<T[N]>>;

export type CallOther<T extends CallTable> = <N extends keyof T & string>(
  name: N,
  ...given: Parameters<T[N]>
) => Promise<Result<T, N>>;

type Sent = readonly [id: number, name: string, given: readonly unknown[]];
type Answered = readonly [id: number, value: unknown, fault?: string];
type End = Pick<NodeJS.Process | ChildProcess, 'on' | 'send'>;

/** The other side may have ended by now, and be asked or answered no more: without a listener that would be a fault of ours. */
function sendTo(end: End, message: object): void {
  end.send?.(message, undefined, undefined, () => undefined);
}

/** Hands over what gathers in a turn. */
function gathering<T>(send: (all: T[]) => void): (one: T) => void {
  let gathered: T[] = [];
  return (one) => {
    if (gathered.push(one) > 1) return;
    setImmediate(() => {
      const all = gathered;
      gathered = [];
      send(all);
    });
  };
}

/** The side that asks. */
export function createCaller<T extends CallTable>(end: End): CallOther<T> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const send = gathering<Sent>((calls) => sendTo(end, { calls }));
  end.on('message', (message: { readonly answers?: readonly Answered[] }) => {
    for (const [id, value, fault] of message.answers ?? []) {
      const call = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) call?.resolve(value);
      else call?.reject(new Error(fault));
    }
  });
  return (name, ...given) => {
    last += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(last, call);
    send([last, name, given]);
    return call.promise as Promise<Result<T, typeof name>>;
  };
}

/** The side that is asked. */
export function answerCalls<T extends CallTable>(end: End, table: T): void {
  const send = gathering<Answered>((answers) => sendTo(end, { answers }));
  end.on('message', (message: { readonly calls?: readonly Sent[] }) => {
    for (const [id, name, given] of message.calls ?? []) {
      const run = async () => table[name]?.(...(given as never[]));
      run().then(
        (value) => send([id, value ?? null]),
        (error: unknown) => send([id, null, error instanceof Error ? error.message : String(error)]),
      );
    }
  });
}
