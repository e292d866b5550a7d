// dist/page: the page as browsers get it, bundled from src/web. Run by npm ci (prepare) and by npm run build. Where development
// packages are left out there is nothing to build with: then it says so, and the server works without the page.

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = join(ROOT, 'src', 'web');
const PAGE = join(ROOT, 'dist', 'page');
/** The viewer of the reference at /docs, as its package has it. */
const VIEWER = join(ROOT, 'node_modules', 'rapidoc', 'dist', 'rapidoc-min.js');

const esbuild = await import('esbuild-wasm').catch(() => null);
if (esbuild === null) {
  process.stderr.write('The page is not built: esbuild-wasm is not installed.\n');
} else {
  rmSync(PAGE, { recursive: true, force: true });
  mkdirSync(PAGE, { recursive: true });
  await esbuild.build({
    entryPoints: [join(WEB, 'page.tsx'), join(WEB, 'page.css')],
    outdir: PAGE,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    legalComments: 'eof',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    absWorkingDir: ROOT,
  });
  cpSync(join(WEB, 'index.html'), join(PAGE, 'index.html'));
  await esbuild.stop();
}
if (existsSync(VIEWER)) cpSync(VIEWER, join(ROOT, 'dist', 'docs', 'rapidoc.js'));
