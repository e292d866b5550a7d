// From starting the program to its first answer on a built dataset, and what the time goes into.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { dataOf, drawParcels, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { load } from './load.ts';
import { startMiedza } from './servers.ts';

const ROUNDS = 9;
const TARGET_MS = 1_000;
const PARTS = fileURLToPath(new URL('./start-parts.ts', import.meta.url));

export async function benchStart(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const asks = drawParcels(data, 1).map(({ id }) => ({ path: `/v1/parcel?id=${id}`, headers }));
  const whole: number[] = [];
  const ratios: number[] = [];
  const parts = new Map<string, number[]>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    process.stderr.write(`  start: round ${round} of ${ROUNDS}\n`);
    const empty_ms = await timeEmptyNode();
    const began = performance.now();
    const server = await startMiedza(data);
    await load({ port: server.port, asks, connections: 1, status: 200 });
    const whole_ms = performance.now() - began;
    await server.stop();
    whole.push(whole_ms);
    ratios.push(whole_ms / empty_ms);
    for (const [part, ms] of await timeParts(data)) parts.set(part, [...(parts.get(part) ?? []), ms]);
  }
  const figure = figureOf(whole);
  say('start to first answer, ms', showFigure(figure, 0), {
    text: `< ${TARGET_MS}`,
    met: figure.median < TARGET_MS,
  });
  say('times an empty Node program', showFigure(figureOf(ratios), 1));
  for (const [part, times] of parts) say(`  ${part}, ms`, showFigure(figureOf(times), 0));
}

async function timeEmptyNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}

/** The same start again in a process that times its own steps. */
async function timeParts(data: string): Promise<[string, number][]> {
  const child = spawn(process.execPath, [PARTS, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}
