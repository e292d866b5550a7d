// The log of a server: JSON lines on standard output, handed over some at a time. Several processes may write to the same pipe.

import { type DestinationStream, type Logger, pino } from 'pino';

/** What a pipe takes in one piece (PIPE_BUF of Linux): lines of two processes never mix within it. */
const PIECE_BYTES = 4_096;

export const openLog = (level: string): Logger =>
  pino({ level }, gathered(pino.destination({ sync: false, maxWrite: PIECE_BYTES })));

/** A promise that is rejected while nobody waits for it is a bug of ours; to end the process would take everybody else's answers along. */
export function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection that nobody handled'));
}

/** How long a line of the log may wait for others. */
const LOG_WAIT_MS = 10;

/** To hand over a line costs more than to make it: those of some milliseconds go together. */
function gathered(out: ReturnType<typeof pino.destination>): DestinationStream {
  let lines = '';
  const handOver = () => {
    out.write(lines);
    lines = '';
  };
  // After an error that nobody caught no timer comes any more.
  process.once('exit', () => {
    if (lines === '') return;
    handOver();
    out.flushSync();
  });
  return {
    write(line) {
      if (lines === '') setTimeout(handOver, LOG_WAIT_MS);
      // Characters beyond ASCII are rare here, and one line is never cut.
      else if (lines.length + line.length > PIECE_BYTES) {
        out.write(lines);
        lines = '';
      }
      lines += line;
    },
  };
}
