// Run by npm publish (prepublishOnly), in the folder of the package: what is named after nobody is not published.

import { existsSync, readFileSync } from 'node:fs';

const PLACEHOLDER = 'your-organisation';

const files = ['package.json', 'README.md', 'server.json'].filter((file) => existsSync(file));
const unset = files.filter((file) => readFileSync(file, 'utf8').includes(`${PLACEHOLDER}/`));
if (unset.length > 0) {
  process.stderr.write(
    `Not published: ${unset.join(' and ')} still say ${PLACEHOLDER}. Put the account that owns your repository there (README.md, "Publishing").\n`,
  );
  process.exitCode = 1;
}
