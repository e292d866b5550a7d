// miedza openapi: the contract document, as served.

import { writeFileSync } from 'node:fs';
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
    else writeFileSync(values.out, text);
    return 0;
  },
};
