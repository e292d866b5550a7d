// npm run bless: writes the golden answers anew, on purpose. Read the diff before keeping it.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { ask } from './golden/answers.ts';

const FOLDER = new URL('golden/', import.meta.url);

const answers = await ask();
for (const name of readdirSync(FOLDER)) if (name.endsWith('.json')) rmSync(new URL(name, FOLDER));
for (const [name, text] of answers) writeFileSync(new URL(`${name}.json`, FOLDER), text);
process.stdout.write(`${answers.size} answers written to test/golden\n`);
