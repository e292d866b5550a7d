// dist/: what is packed. Node runs TypeScript as it is, except under node_modules: there it must be JavaScript. The compiler
// writes that and the types; what is no TypeScript (SQL, pages, the glossary) is copied beside it. A checkout never runs dist.

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
execFileSync(process.execPath, [join(compiler, '..', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const file of globSync(['{src,world}/**/*.*', 'docs/glossary.md', 'CHANGELOG.md'], {
  cwd: ROOT,
  exclude: ['src/web/**'],
})) {
  if (!file.endsWith('.ts')) cpSync(join(ROOT, file), join(ROOT, 'dist', file));
}
