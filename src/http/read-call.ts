// A request of an operation as a call of the pipeline: its input, decoded when the pipeline asks for it, and the format it wants. A table
// needs a last touch when it is answered: its own columns. Decides nothing about either.

import type { FastifyRequest } from 'fastify';
import { CONTENT_TYPES, MEDIA_TYPES } from '../contract/formats.ts';
import { formatsOf, type OperationName } from '../contract/operations.ts';
import { type BatchTable, tableOfItems, writeTable } from '../service/pipeline/batch-table.ts';
import type { Call, Reply } from '../service/pipeline/call.ts';
import type { AnswerBody } from '../service/snapshot/answer-body.ts';
import { answerKey } from '../service/snapshot/answer-cache.ts';
import { chooseLanguage } from './choose-language.ts';
import { decodeBody, decodeQuery, decodeTable, mediaTypeOf } from './decode.ts';
import { requireCollection, withLinks } from './feature-pages.ts';
import { preferredFormat } from './negotiate.ts';

export interface ReadCall extends Pick<Call, 'input' | 'language' | 'format' | 'cache_key'> {
  /** The body as it is sent. */
  finish(reply: Reply): AnswerBody | null;
}

const CSV = MEDIA_TYPES.csv;
const TABS = 'text/tab-separated-values';

export const isTable = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  [CSV, TABS].includes(mediaTypeOf(headers['content-type']) ?? '');

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export function readCall(name: OperationName, request: FastifyRequest, public_url: string | null): ReadCall {
  const { headers, body, method } = request;
  const formats = formatsOf(name);
  const [query, path] = [request.query as object, request.params as Record<string, unknown>];
  const language = chooseLanguage(headers['accept-language'], 'lang' in query ? query.lang : undefined);
  const finishPlain = ({ body: plain }: Reply) => plain;
  if (name === 'ogc_items' || name === 'ogc_feature') {
    const { key: _key, ...asked } = { ...query } as Record<string, unknown>;
    return {
      input() {
        requireCollection(String(path.collection));
        return decodeQuery(name, asked, path);
      },
      language,
      format: 'json',
      finish: (reply) => withLinks(name, reply, request, public_url),
    };
  }
  if (method !== 'POST') {
    const format = preferredFormat(headers.accept, formats);
    const cache_key = answerKey('url', `${request.url} ${format} ${language}`);
    const input = () => decodeQuery(name, { ...query }, path);
    return { input, language, format, cache_key, finish: finishPlain };
  }
  if (Object.keys(path).length > 0) {
    // The path says it all: a body may be left out.
    const isEmpty = !Buffer.isBuffer(body) || body.length === 0;
    const input = () => {
      const sent = isEmpty ? {} : decodeBody(name, body, headers['content-type'], {});
      return isObject(sent) ? { ...sent, ...decodeQuery(name, { ...query }, path) } : sent;
    };
    return { input, language, format: 'json', finish: finishPlain };
  }
  if (!formats.includes('csv')) {
    const input = () => decodeBody(name, body, headers['content-type'], query);
    const format = preferredFormat(headers.accept, formats);
    return { input, language, format, finish: finishPlain };
  }
  const theirs = isTable(request);
  let table: BatchTable | null = null;
  return {
    language,
    format: preferredFormat(headers.accept, formats, theirs ? 'csv' : 'json'),
    input() {
      if (!theirs) {
        const input = decodeBody(name, body, headers['content-type'], query);
        const items = input !== null && typeof input === 'object' && 'items' in input ? input.items : null;
        if (Array.isArray(items)) table = tableOfItems(items);
        return input;
      }
      const isTabs = mediaTypeOf(headers['content-type']) === TABS;
      const { table: sent, input } = decodeTable(name, body, query, isTabs ? '\t' : undefined);
      table = sent;
      return input;
    },
    finish(reply) {
      const isCsv = reply.headers['content-type'] === CONTENT_TYPES.csv;
      return isCsv && table && reply.body ? writeTable(table, reply.body, theirs) : reply.body;
    },
  };
}
