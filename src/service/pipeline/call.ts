// What comes into the pipeline and what leaves it, for HTTP and MCP alike. It knows neither sockets nor frames.

import type { Billing, Envelope, Query } from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import type { Language } from '../../contract/language.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { KeyRecord } from '../../store/accounts.ts';
import type { AnswerBody } from '../snapshot/answer-body.ts';
import type { AnswerKey } from '../snapshot/answer-cache.ts';
import type { Meter } from './event-loop.ts';

export interface Call {
  readonly operation: OperationName;
  /** Decodes what arrived; called at the parse step, so that a bad body cannot be probed without a key. */
  readonly input: () => unknown;
  /** As the face reads it off the request; the input may name another. */
  readonly language: Language;
  /** The cache key of the operation and its input, where they are at hand as one text. */
  readonly cache_key?: AnswerKey | undefined;
  /** In which format the answer is wanted where the input names none; without it there is only JSON, and no such input. */
  readonly format?: Format | undefined;
  readonly secret: string | undefined;
  /** Whoever was recognised before the call by something else than a secret, such as an access token. */
  readonly key?: KeyRecord | undefined;
  readonly if_none_match: string | undefined;
  /** The address that the call comes from; asked of keys that everybody has. */
  readonly clientAddress?: (() => string) | undefined;
  /** Whether nobody waits for the answer any more: work that has not begun then never does. */
  readonly isGone?: (() => boolean) | undefined;
  /** The input takes long to decode and to judge: it may have megabytes. */
  readonly is_long?: boolean;
  /** What the face has spent on the request before. */
  readonly meter?: Meter | undefined;
  /** The longest answer the caller can take; what does not fit is left for a next page. */
  readonly max_characters?: number;
}

export interface Reply {
  readonly http: number;
  readonly headers: Record<string, string>;
  /** The envelope, or the contract document as it is, as JSON unless a header says otherwise. Null for 304. */
  readonly body: AnswerBody | null;
  /** The body is the answer cache's own: what is made of it may be cached too. */
  readonly is_cached: boolean;
  readonly status: Envelope['status'];
  readonly billing: Billing;
  readonly key: string | null;
  /** Set when the failure is ours: logged whole. */
  readonly fault?: unknown;
}

export type HandleCall = (call: Call) => Promise<Reply>;

export const NO_QUERY: Query = { input: {}, resolved: null };
