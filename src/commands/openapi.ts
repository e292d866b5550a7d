// miedza openapi: the contract document, as served.

import { writeFileSync } from 'node:fs';
import { UsageError } from '../config.ts';
import { openApiDocument } from '../contract/openapi-document.ts';
import { type Command, readFlags } from './command.ts';

export const openapi: Command = {
  summary: 'print the OpenAPI 3.1 document',
  help: `miedza openapi [--out FILE]

Prints the contract as OpenAPI 3.1 JSON, the same document that GET /v1/openapi.json serves.

  --out FILE   write it to a file instead`,
  async run(words) {
    const { values } = readFlags(words, { out: { type: 'string' } });
    const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    if (values.out === undefined) process.stdout.write(text);
    else writeOut(values.out, text);
    return 0;
  },
};

/** A folder that is not there, or not ours to write to, is a matter of what was typed. */
function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !UNWRITABLE.has(code)) throw error;
    throw new UsageError(`${path} cannot be written (${UNWRITABLE.get(code)}); name another with --out`);
  }
}

const UNWRITABLE: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['ENAMETOOLONG', 'the name is too long'],
]);
