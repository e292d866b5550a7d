// How far a load of many files has come, and how long it will still take: by the bytes of the files that had to be read.
// Pure: the time is an argument.

const LEAST_PACED = 0.01;

export class LoadProgress {
  readonly #total_bytes: number;
  readonly #files: number;
  #done_files = 0;
  #done_bytes = 0;
  /** Files that are known already cost nothing: they say nothing of the pace. */
  #paced_bytes = 0;
  #paced_ms = 0;

  constructor(bytes: readonly number[]) {
    this.#files = bytes.length;
    this.#total_bytes = bytes.reduce((sum, size) => sum + size, 0);
  }

  add(bytes: number, took_ms: number, wasRead: boolean): void {
    this.#done_files += 1;
    this.#done_bytes += bytes;
    if (!wasRead) return;
    this.#paced_bytes += bytes;
    this.#paced_ms += took_ms;
  }

  /** Null before the pace is known: small files tell nothing of large ones. */
  left_s(): number | null {
    if (this.#paced_bytes < LEAST_PACED * this.#total_bytes) return null;
    return Math.round(((this.#total_bytes - this.#done_bytes) * this.#paced_ms) / this.#paced_bytes / 1_000);
  }

  /** "12 of 190 files, 34 %, about 25 min left" */
  text(): string {
    const pct = Math.floor((100 * this.#done_bytes) / Math.max(1, this.#total_bytes));
    const left_s = this.left_s();
    const left = left_s === null ? '' : `, about ${durationOf(left_s)} left`;
    return `${this.#done_files} of ${this.#files} files, ${pct} %${left}`;
  }
}

/** 45 s, 12 min, 3 h 20 min. */
export function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
