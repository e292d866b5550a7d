// Routes of /docs, its reference and /llms.txt, without a key: made at the start, sent as bytes with a tag. Nothing inline is allowed but the one style element
// that the viewer writes, by its digest.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DOCS_FILES, guidePage, llmsText, referencePage } from './docs-page.ts';
import { PageFile } from './page-routes.ts';

export interface DocsParts {
  /** Where readers reach the server; null: on this machine, at the port that was asked. */
  readonly public_url?: string | null;
  /** The file of RapiDoc; null where development packages are left out: then there is no reference, and no link to one. */
  readonly viewer?: URL | null;
}

/** Of the style element that RapiDoc 9.3.8 writes for the attributes in reference.html; a browser test sees another. */
const VIEWER_STYLE = "'sha256-838QP/eSHnQyuTobDnDVmZoy9ERNRb+VuwzF/BDcxbM='";

const policyOf = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Pages are for everybody; answers change, cost something, and are found by nobody who looks for words. */
const ROBOTS = [
  'User-agent: *',
  ...['/v1/', '/tiles/', '/ogc/', '/mcp'].map((path) => `Disallow: ${path}`),
  '',
];

export function addDocs(
  server: FastifyInstance,
  { public_url = null, viewer = null }: DocsParts,
  countStranger: (request: FastifyRequest) => Promise<void>,
): void {
  const add = (path: string, type: string, bytes: string | Buffer, policy?: string) => {
    const file = new PageFile(Buffer.from(bytes));
    addFile(path, type, () => file, policy);
  };
  function addFile(
    path: string,
    type: string,
    fileFor: (request: FastifyRequest) => PageFile,
    policy = policyOf("'self'"),
  ): void {
    server.get(path, { onRequest: countStranger }, (request, reply) => {
      reply.headers({ 'content-type': type, 'content-security-policy': policy });
      return fileFor(request).send(request, reply);
    });
  }
  addFile(
    '/docs',
    HTML,
    oncePerOrigin(public_url, (origin) => guidePage(origin, viewer !== null)),
  );
  addFile(
    '/llms.txt',
    TEXT,
    oncePerOrigin(public_url, (origin) => llmsText(origin, viewer !== null)),
  );
  add('/docs/docs.css', 'text/css; charset=utf-8', readFileSync(DOCS_FILES['docs.css']));
  add('/robots.txt', TEXT, ROBOTS.join('\n'));
  // Browsers ask for the second where no page names the first.
  for (const path of ['/favicon.svg', '/favicon.ico'])
    add(path, 'image/svg+xml', readFileSync(DOCS_FILES['favicon.svg']));
  if (viewer === null) {
    server.get('/docs/reference', { onRequest: countStranger }, (_request, reply) => reply.redirect('/docs'));
    return;
  }
  add('/docs/reference', HTML, referencePage(), policyOf(`'self' ${VIEWER_STYLE}`));
  add('/docs/reference.js', SCRIPT, readFileSync(DOCS_FILES['reference.js']));
  add('/docs/rapidoc.js', SCRIPT, readFileSync(viewer));
}

/** A text with addresses of the server in it. The port is that of the socket, not of what a client says in `Host`. */
function oncePerOrigin(
  public_url: string | null,
  textOf: (origin: string) => string,
): (request: FastifyRequest) => PageFile {
  const files = new Map<string, PageFile>();
  return ({ socket }) => {
    const origin = (public_url ?? `http://127.0.0.1:${socket.localPort}`).replace(/\/$/, '');
    const file = files.get(origin) ?? new PageFile(Buffer.from(textOf(origin)));
    files.set(origin, file);
    return file;
  };
}
