// dist/: the package as it is published. The compiler writes JavaScript and types; the types of the contract, which in a checkout are
// those of the server, are written out in full. Nothing in dist refers to anything outside of it.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractTypes } from './contract-types.ts';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(CLIENT, 'dist');
const compiler = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '..', 'bin', 'tsc');

const compiled = mkdtempSync(join(tmpdir(), 'miedza-client-'));
try {
  execFileSync(process.execPath, [compiler, '-p', CLIENT, '--outDir', compiled], { stdio: 'inherit' });
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  const files = join(compiled, 'packages', 'client', 'src');
  for (const file of globSync('*.{js,d.ts}', { cwd: files })) {
    // The compiler renames imports in JavaScript alone.
    const text = readFileSync(join(files, file), 'utf8').replaceAll(
      / from '(\.\/[\w-]+)\.ts'/g,
      " from '$1.js'",
    );
    if (file !== 'contract.js') writeFileSync(join(DIST, file), text);
  }
  writeFileSync(join(DIST, 'contract.d.ts'), contractTypes());
} finally {
  rmSync(compiled, { recursive: true, force: true });
}
