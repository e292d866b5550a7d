// The MCP server of one caller, by the low-level handlers of the SDK: its high-level registration would answer bad
// arguments itself, in its own words, where the contract wants our envelope. The SDK negotiates, frames and keeps to the
// protocol; what is said comes from the tables beside.

import { type Implementation, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import about from '../../package.json' with { type: 'json' };
import { TOOLS } from '../contract/operations.ts';
import { type Backend, resultOf } from './backend.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { getPrompt, PROMPT_LIST } from './prompts.ts';
import { RESOURCE_LIST, readResource, TEMPLATE_LIST } from './resources.ts';
import { isTool, TOOL_LIST } from './tools.ts';

export const SERVER_INFO: Implementation = {
  name: 'miedza',
  title: 'Miedza: Polish land parcels',
  version: about.version,
};

/** Lists are the same until the next release. */
const FIXED_FOR = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export function createMcpServer(backend: Backend): Server {
  const server = new Server(SERVER_INFO, {
    // Some clients set a log level when they connect; it is accepted, though we send no log messages.
    capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
    instructions: INSTRUCTIONS,
    cacheHints: {
      'tools/list': FIXED_FOR,
      'resources/list': FIXED_FOR,
      'resources/templates/list': FIXED_FOR,
      'prompts/list': FIXED_FOR,
      'server/discover': FIXED_FOR,
    },
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...TOOL_LIST] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!isTool(params.name)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no tool "${params.name}"; tools are ${TOOLS.join(', ')}`,
      );
    }
    return resultOf(await backend.callTool(params.name, params.arguments));
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...RESOURCE_LIST] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATE_LIST] }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri, backend));
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPT_LIST] }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}));
  return server;
}
