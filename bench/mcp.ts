// What MCP costs: a check as a tool call over streamable HTTP against the same check over /v1, on the same server; and
// many clients at once, who must get no error and leave no memory behind.

import { setTimeout as wait } from 'node:timers/promises';
import { dataOf, drawParcels, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const WARM_UP_MS = 5_000;
const PARCELS = 500;
const TARGET = 0.4;

const CLIENTS = 200;
const CLIENTS_MS = 20_000;
/** With the first wave V8 takes the heap it works in and keeps it; a leak would grow with every wave after it. */
const WAVES = 4;
const GROWTH_LIMIT = 1.1;

/** A client of the current revision and one of those before it. */
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export async function benchMcp(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const ids = drawParcels(data, PARCELS).map(({ id }) => id);
  const byHttp = ids.map((id) => ({ path: `/v1/check?id=${id}`, headers }));
  const byTool = ids.map((id) => toolCall(id, headers));
  const server = await startMiedza(data);
  try {
    await compare(server, byHttp, byTool);
    await crowd(server, byTool);
  } finally {
    await server.stop();
  }
}

export function toolCall(id: string, headers: Readonly<Record<string, string>>): Ask {
  const params = { name: 'check', arguments: { id }, _meta: META };
  return {
    path: '/mcp',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'check',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

async function compare(server: RunningServer, byHttp: readonly Ask[], byTool: readonly Ask[]): Promise<void> {
  const run = (asks: readonly Ask[], duration_ms: number) =>
    load({ port: server.port, asks, connections: CONNECTIONS, status: 200, duration_ms });
  for (const asks of [byHttp, byTool]) await run(asks, WARM_UP_MS);
  const rounds: { tool: number; http: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    process.stderr.write(`  mcp: round ${round} of ${ROUNDS}\n`);
    const http = (await run(byHttp, ROUND_MS)).per_s;
    rounds.push({ http, tool: (await run(byTool, ROUND_MS)).per_s });
  }
  const ratio = figureOf(rounds.map(({ tool, http }) => tool / http));
  say('throughput of check, MCP / HTTP', showFigure(ratio, 3), {
    text: `≥ ${TARGET}`,
    met: ratio.median >= TARGET,
  });
  say('MCP, calls per second', showFigure(figureOf(rounds.map(({ tool }) => tool)), 0));
  say('HTTP, requests per second', showFigure(figureOf(rounds.map(({ http }) => http)), 0));
}

/** The load fails on the first answer that is not 200. */
async function crowd(server: RunningServer, asks: readonly Ask[]): Promise<void> {
  const left_mb: number[] = [];
  let calls = 0;
  for (let wave = 1; wave <= WAVES; wave += 1) {
    process.stderr.write(`  mcp: ${CLIENTS} clients, wave ${wave} of ${WAVES}\n`);
    const { requests } = await load({
      port: server.port,
      asks,
      connections: CLIENTS,
      status: 200,
      duration_ms: CLIENTS_MS,
    });
    calls += requests;
    await wait(2_000);
    left_mb.push(server.memory().now_mb);
  }
  const [, second = Number.NaN] = left_mb;
  const growth = (left_mb.at(-1) ?? Number.NaN) / second;
  say(`${CLIENTS} clients, calls without an error`, calls.toLocaleString('en'));
  say('memory after each wave left, MB', left_mb.map((mb) => mb.toFixed(0)).join(', '));
  say('memory after the last wave / after the second', growth.toFixed(2), {
    text: `≤ ${GROWTH_LIMIT}`,
    met: growth <= GROWTH_LIMIT,
  });
}
