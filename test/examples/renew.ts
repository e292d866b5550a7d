// npm run examples: asks for the examples of the contract anew, and writes openapi.json with them. Read the diff before keeping it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { askExamples } from './ask.ts';

const KEPT = new URL('../../src/contract/examples.json', import.meta.url);

const examples = await askExamples();
writeFileSync(KEPT, `${JSON.stringify(examples, null, 1)}\n`);
const root = fileURLToPath(new URL('../..', import.meta.url));
execFileSync(process.execPath, ['bin/miedza.js', 'openapi', '--out', 'openapi.json'], {
  cwd: root,
  stdio: 'inherit',
});
const count = Object.values(examples).flatMap((each) => Object.keys(each)).length;
process.stdout.write(`${count} answers written to src/contract/examples.json\n`);
