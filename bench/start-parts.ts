// One start of the app, step by step, with the time each step took, as JSON on stdout: node start-parts.ts DATA

const marks: [string, number][] = [];
let last = 0;
/** Time since the step before; the first is since the process began. */
function mark(part: string): void {
  const now = performance.now();
  marks.push([part, now - last]);
  last = now;
}

mark('Node itself');
const { pino } = await import('pino');
const { openApp } = await import('../src/app.ts');
mark('loading modules');
const app = openApp({
  data: process.argv[2] ?? '',
  api_key: null,
  signup_url: '',
  log: pino({ level: 'silent' }),
});
mark('opening dataset and accounts');
const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
mark('listening');
await (await fetch(`${url}/readyz`)).text();
mark('first answer');
await app.close();
process.stdout.write(JSON.stringify(marks));
