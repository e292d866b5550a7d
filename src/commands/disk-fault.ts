// Which errors are the disk's: full, broken or not writable. A matter for whoever runs the program, not a bug.

/** SQLITE_IOERR and SQLITE_FULL, in the low byte of SQLite's codes (sqlite.org/rescode.html). */
const SQLITE_DISK_CODES = [10, 13];
const SYSTEM_DISK_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

export function isDiskFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  return errcode === undefined
    ? SYSTEM_DISK_CODES.includes(code ?? '')
    : SQLITE_DISK_CODES.includes(errcode & 0xff);
}
