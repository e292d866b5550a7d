// The signals that stop a server: the first is a request to leave, another one an order to be gone.

/** npm passes on a signal that the terminal has sent to the server too: one so soon after another is the same. */
const SAME_SIGNAL_MS = 1_000;

/** The signal to leave; one more, sent by somebody who does not want to wait, ends the process at once. */
export function firstSignal(endAtOnce: () => void = () => process.exit(1)): Promise<string> {
  return new Promise((stop) => {
    let since_ms: number | null = null;
    const onSignal = (name: string) => {
      if (since_ms !== null && performance.now() - since_ms > SAME_SIGNAL_MS) endAtOnce();
      since_ms ??= performance.now();
      stop(name);
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  });
}
