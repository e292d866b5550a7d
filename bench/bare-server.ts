// The yardstick: the least a Node program can do to send these answers. One handler, one lookup by URL, the status,
// headers and bytes as recorded from the product. Run as a process of its own: node bare-server.ts RECORDING

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedAnswer {
  readonly path: string;
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Of a body that is no text. */
  readonly is_base64?: boolean;
}

if (import.meta.main) {
  const recorded: RecordedAnswer[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
  const answers = new Map(
    recorded.map(({ path, status, headers, body, is_base64 }) => [
      path,
      { status, headers: [...headers], body: Buffer.from(body, is_base64 ? 'base64' : 'utf8') },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) return response.writeHead(500).end();
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
