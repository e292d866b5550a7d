// Which errors are those of the system: a disk that is full, broken or not writable, a file that may not be read. A matter for
// whoever runs the program, not a bug.

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

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENOTEMPTY: 'the folder is not empty',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'links lead in a circle',
  EBUSY: 'something else is using it',
  ETXTBSY: 'something else is using it',
};

/** What the system says of a file, in one line; null for any other error. */
export function describeFileFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const words = FILE_FAULTS[code];
  if (words === undefined || syscall === undefined) return null;
  return `${[path, dest].filter((name) => name !== undefined).join(' to ') || syscall}: ${words} (${code})`;
}
