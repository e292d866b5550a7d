#!/usr/bin/env node
// Plain JavaScript on purpose: it must start on any Node, however old, to find a new enough one or to say
// clearly that there is none. Everything else is TypeScript, which Node 24 and later run as it is in a checkout; the
// package holds it compiled, because Node does not do so under node_modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
const running = Number(process.versions.node.split('.')[0]);
const source = new URL('../src/main.ts', import.meta.url);
const program = existsSync(source) ? source : new URL('../dist/src/main.js', import.meta.url);
const local = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

if (running >= OLDEST) {
  // Compiled code is kept between starts: the second one is about twice as fast.
  modules.enableCompileCache?.();
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv.slice(2));
} else if (existsSync(local)) {
  const self = fileURLToPath(import.meta.url);
  const child = spawn(local, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  console.error(
    `miedza needs Node ${OLDEST} or newer; this is ${process.versions.node}. In a checkout, "npm ci" brings one.`,
  );
  process.exitCode = 1;
}
