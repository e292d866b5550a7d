#!/usr/bin/env node
// Plain JavaScript on purpose: it must start on any Node, however old, to find a new enough one or to say
// clearly that there is none. Everything else is TypeScript, which Node 24 and later run as it is.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
const running = Number(process.versions.node.split('.')[0]);

if (running >= OLDEST) {
  const { main } = await import('../src/main.ts');
  process.exitCode = await main(process.argv.slice(2));
} else {
  const local = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (existsSync(local)) {
    const self = fileURLToPath(import.meta.url);
    const child = spawnSync(local, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
    process.exitCode = child.status ?? 1;
  } else {
    console.error(
      `miedza needs Node ${OLDEST} or newer; this is ${process.versions.node}. Run "npm ci" in the project: it brings one.`,
    );
    process.exitCode = 1;
  }
}
