// The failures a caller can meet (spec §7): code → HTTP status, what it costs, what to do about it.

import type { BillingRule, ErrorCode, Status } from './answers.ts';
import { TARGET_RULE } from './inputs.ts';
import { type Bilingual, bilingual } from './language.ts';

interface ErrorRow {
  readonly http: number;
  readonly status: Status;
  readonly rule: BillingRule;
  readonly hint: Bilingual;
  readonly meaning: string;
}

export const ERRORS: { readonly [C in ErrorCode]: ErrorRow } = {
  invalid_input: {
    http: 400,
    status: 'error',
    rule: 'free_invalid_input',
    hint: TARGET_RULE,
    meaning: 'The request cannot be read. The message names the parameter, what arrived and what is allowed.',
  },
  unauthorized: {
    http: 401,
    status: 'error',
    rule: 'free_unauthorized',
    hint: bilingual(
      'Send your API key in the header X-Api-Key.',
      'Klucz API należy przesłać w nagłówku X-Api-Key.',
    ),
    meaning: 'The key is missing, wrong or revoked.',
  },
  not_found: {
    http: 404,
    status: 'not_found',
    rule: 'refunded_not_found',
    hint: bilingual(
      'Check the spelling, or ask resolve for candidates.',
      'Warto sprawdzić pisownię albo zapytać resolve o kandydatów.',
    ),
    meaning: 'The place is loaded and holds nothing of that name or number.',
  },
  rate_limited: {
    http: 429,
    status: 'error',
    rule: 'refunded_rate_limited',
    hint: bilingual(
      'Wait as many seconds as Retry-After says.',
      'Należy poczekać tyle sekund, ile podaje Retry-After.',
    ),
    meaning: 'The rate limit or the monthly quota of the key is used up.',
  },
  internal: {
    http: 500,
    status: 'error',
    rule: 'refunded_error',
    hint: bilingual(
      'Try again; if it stays, report the X-Request-Id of this answer.',
      'Należy spróbować ponownie; jeśli błąd trwa, zgłosić X-Request-Id tej odpowiedzi.',
    ),
    meaning: 'A fault on our side. It is logged whole.',
  },
  source_unavailable: {
    http: 503,
    status: 'error',
    rule: 'refunded_error',
    hint: bilingual('Try again in a moment.', 'Należy spróbować za chwilę.'),
    meaning: 'The data cannot be read right now.',
  },
};
