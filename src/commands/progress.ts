// Progress of long work: one line rewritten on a terminal, plain lines otherwise. Written to stderr.

export interface Progress {
  /** `overall` says how far all of the work is; it may change from one update to the next. */
  update(what: string, done: number, total?: number, overall?: string): void;
  end(line: string): void;
}

const PLAIN_EVERY_MS = 5_000;
const TERMINAL_EVERY_MS = 100;

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let started = performance.now();
  let task = '';
  let shown = 0;
  const clear = () => (out.isTTY ? '\r\x1b[K' : '');
  return {
    update(what, done, total, overall = '') {
      const now = performance.now();
      if (what !== task) {
        task = what;
        started = now;
        shown = 0;
      }
      if (now - shown < (out.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
      const isFirst = shown === 0;
      shown = now;
      if (isFirst && !out.isTTY) return;
      const seconds = (now - started) / 1000;
      const rate = seconds > 0.2 ? ` ${Math.round(done / seconds).toLocaleString('en')}/s` : '';
      const left = total && done > 0 ? `, ${Math.ceil((seconds * (total - done)) / done)} s left` : '';
      const of = total ? ` of ${total.toLocaleString('en')}` : '';
      out.write(
        `${clear()}  ${overall}${what}: ${done.toLocaleString('en')}${of}${rate}${left}${out.isTTY ? '' : '\n'}`,
      );
    },
    end(line) {
      out.write(`${clear()}${line}\n`);
    },
  };
}
