// When rows that do not belong in a file speak against the file: one stray is a slip of the pen, many are another file.

const MANY = 0.01;

/** More than one in a hundred. One alone never stands for the file, unless the file is hardly more than that. */
export const areMany = (strays: number, all: number): boolean =>
  strays > all * MANY && (strays > 1 || strays * 2 >= all);
