// A Node of those that the client promises and the program does not: the machine's own may be one.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The path of a Node from 20 to 23; null where there is none. */
export async function olderNode(): Promise<string | null> {
  for (const path of (process.env.PATH ?? '').split(':')) {
    const node = join(path, 'node');
    const major = await execute(node, ['-p', 'process.versions.node']).then(
      ({ stdout }) => Number.parseInt(stdout, 10),
      () => 0,
    );
    if (major >= 20 && major < 24) return node;
  }
  return null;
}
