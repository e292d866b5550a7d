// The one error of the format readers: the bytes are not what the format promises. Knows no format itself.
// Missing files and full disks are not format errors; the system's own error passes through.

export interface FormatProblem {
  /** Null where only a piece of a file is in hand, as when one geometry is read: the caller knows the file. */
  readonly file: string | null;
  /** Such as "line 12", "byte 4096", "row 7" or "entry a.gml". */
  readonly position: string | null;
  readonly found: string;
  readonly expected: string;
}

export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly problem: FormatProblem;

  constructor(problem: FormatProblem, options?: ErrorOptions) {
    const where = [problem.file, problem.position].filter((part) => part !== null).join(', ');
    super(`${where === '' ? '' : `${where}: `}found ${problem.found}; expected ${problem.expected}`, options);
    this.problem = problem;
  }
}
