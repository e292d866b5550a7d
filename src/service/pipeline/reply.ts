// Last step: the reply as it is sent, with the headers of the contract. Header names are the contract's; how they are written to
// a connection is the faces' business.

import { CONTENT_TYPES } from '../../contract/formats.ts';
import type { Billed } from './bill.ts';
import type { Reply } from './call.ts';
import type { Allowance } from './limit.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const SOURCE_LINKS =
  '</docs#sources>; rel="license"; type="text/html", </v1/sources>; rel="describedby"; type="application/json"';

export function encode({ key, limits, taken }: Allowance, { answer, month }: Billed): Reply {
  const { http, status, billing, language, etag, body } = answer;
  const headers: Record<string, string> = { 'content-language': language };
  if ('retry_after_s' in answer && answer.retry_after_s !== undefined)
    headers['retry-after'] = String(answer.retry_after_s);
  if (limits && taken) Object.assign(headers, rateLimitHeaders(limits, taken, month));
  if (etag !== undefined) headers.etag = etag;
  if (answer.format !== undefined && body !== null) headers['content-type'] = CONTENT_TYPES[answer.format];
  // A table has no place for the terms of what it holds (RFC 8288).
  if (answer.format === 'csv' && body !== null) headers.link = SOURCE_LINKS;
  headers['x-request-cost'] = String(billing.cost);
  headers['x-credits-charged'] = String(billing.charged);
  headers['x-credits-refunded'] = String(billing.refunded);
  const is_cached = 'snapshot_key' in answer || answer.is_lasting === true;
  const reply = { http, headers, status, billing, body, is_cached, key: key?.id ?? null };
  return 'fault' in answer ? { ...reply, fault: answer.fault } : reply;
}
