// Routes of /docs, its reference and /llms.txt, without a key: made at the start, sent as bytes with a tag. Nothing inline is allowed but the one style element
// that the viewer writes, by its digest.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DOCS_FILES, guidePage, llmsText, referencePage } from './docs-page.ts';
import { PageFile } from './page-routes.ts';

export interface DocsParts {
  /** Where readers reach the server; null: as in the example of the README. */
  readonly public_url?: string | null;
  /** The file of RapiDoc; null where development packages are left out, and then there is no reference. */
  readonly viewer?: URL | null;
}

const LOCAL = 'http://127.0.0.1:8080';

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

export function addDocs(
  server: FastifyInstance,
  { public_url = null, viewer = null }: DocsParts,
  countStranger: (request: FastifyRequest) => Promise<void>,
): void {
  const origin = (public_url ?? LOCAL).replace(/\/$/, '');
  function add(path: string, type: string, bytes: string | Buffer, policy = policyOf("'self'")): void {
    const file = new PageFile(Buffer.from(bytes));
    server.get(path, { onRequest: countStranger }, (request, reply) => {
      reply.headers({ 'content-type': type, 'content-security-policy': policy });
      return file.send(request, reply);
    });
  }
  add('/docs', HTML, guidePage(origin));
  add('/llms.txt', 'text/plain; charset=utf-8', llmsText(origin));
  add('/docs/docs.css', 'text/css; charset=utf-8', readFileSync(DOCS_FILES['docs.css']));
  if (viewer === null) {
    server.get('/docs/reference', { onRequest: countStranger }, (_request, reply) => reply.redirect('/docs'));
    return;
  }
  add('/docs/reference', HTML, referencePage(), policyOf(`'self' ${VIEWER_STYLE}`));
  add('/docs/reference.js', SCRIPT, readFileSync(DOCS_FILES['reference.js']));
  add('/docs/rapidoc.js', SCRIPT, readFileSync(viewer));
}
