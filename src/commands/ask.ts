// One question, asked of the store or of a server: the same envelope either way. Asked of the store it goes through
// the same pipeline as over HTTP, with a key that ends with the process: nothing is written or counted.

import { type Input, MiedzaClient, MiedzaError } from '../../packages/client/src/client.ts';
import type { Envelope, ErrorBody } from '../contract/answers.ts';
import { ERRORS } from '../contract/errors.ts';
import { HINTS } from '../contract/fault-hints.ts';
import type { Language } from '../contract/language.ts';
import type { OperationName } from '../contract/operations.ts';
import { openFacts, type StorePlace } from '../open-store.ts';
import { createHandle } from '../service/handle.ts';
import type { Reply } from '../service/pipeline/call.ts';
import { createClock } from '../service/pipeline/clock.ts';
import { wholeBody } from '../service/snapshot/answer-body.ts';
import { openSqliteAccounts } from '../store/sqlite/accounts.ts';
import { IN_MEMORY } from '../store/sqlite/accounts-file.ts';
import { LABELS } from './answer-labels.ts';

/** The operations that the command line asks: the families of the contract. */
export type Asked =
  | 'check'
  | 'parcel'
  | 'layer'
  | 'resolve'
  | 'search'
  | 'events'
  | 'sources'
  | 'gmina_planning'
  | 'gmina_planning_by_code'
  | 'usage';

/** With what has a command of its own. */
type AskedOnce = Asked | 'suggest';

const OWN_KEY = 'own';
/** Of the process's own questions there is no limit. */
const NO_LIMITS = { rate_per_s: 1_000_000, burst: 1_000_000, monthly_quota: null };

/** The pipeline over a data folder or a database, for as long as the work takes. */
export async function withStore<T>(
  place: StorePlace,
  work: (ask: (operation: OperationName, input: object) => Promise<Reply>) => Promise<T>,
): Promise<T> {
  const clock = createClock();
  const store = await openFacts(place);
  const configured = { secret: OWN_KEY, limits: NO_LIMITS };
  const accounts = openSqliteAccounts(IN_MEMORY, configured, clock.now);
  try {
    const handle = createHandle({ store, accounts, clock, signup_url: '' });
    return await work((operation, input) =>
      handle({
        operation,
        input: () => input,
        language: 'en',
        format: 'json',
        secret: OWN_KEY,
        if_none_match: undefined,
      }),
    );
  } finally {
    await accounts.close();
    await store.close();
  }
}

/** Throws MiedzaError, as asking a server does. */
export const askStore = (place: StorePlace, operation: AskedOnce, input: object): Promise<Envelope> =>
  withStore(place, async (ask) => replyEnvelope(await ask(operation, input)));

/** The envelope of a reply; throws what is a failure. */
export function replyEnvelope({ body, http, fault }: Reply): Envelope {
  if (fault !== undefined || body === null) throw fault;
  const envelope: Envelope = JSON.parse(wholeBody(body).toString());
  if (envelope.error && envelope.status === 'error')
    throw new MiedzaError({ ...envelope.error, http, request_id: null, envelope });
  return envelope;
}

/** Throws MiedzaError. What was typed is judged by the server, which says what is wrong with it. */
export function askServer(
  url: string,
  key: string | null,
  operation: AskedOnce,
  input: object,
): Promise<Envelope> {
  const client = new MiedzaClient({ url, ...(key === null ? {} : { key }), kept_characters: 0 });
  return client.ask(operation, input as Input<AskedOnce>);
}

/** What to do about a failure, at the command line: hints of the service name its own paths and headers. */
export function adviceOn(
  operation: Asked,
  { code, hint, successors }: Pick<MiedzaError | ErrorBody, 'code' | 'hint'> & Pick<ErrorBody, 'successors'>,
  language: Language = 'en',
): string {
  if (code === 'unauthorized') return HINTS.giveKey[language];
  // The usual hint names a path; what is said of this very place is worth more.
  const isUsual = hint === ERRORS.not_found.hint[language];
  if (isUsual && operation !== 'resolve' && !successors) return LABELS.askCandidates[language];
  return inFlags(hint.replace(HINTS.parameters[language], LABELS.seeHelp[language]));
}

/** What the service calls parameters are flags here: where a message begins with one, and where a hint says to pass it. */
export function inFlags(text: string): string {
  return text
    .replace(/^(\w+)(?=[ :,])/, (name) => flagOf(name) ?? name)
    .replace(/(\bPass |\bpass |\bParametr |\bpodać )(\w+)(?![\w=])/g, (all, before, name) =>
      flagOf(name) ? `${before}${flagOf(name)}` : all,
    )
    .replace(/\b(\w+)=(?=[\w.-])/g, (all, name) => (flagOf(name) ? `${flagOf(name)} ` : all));
}

/** Flags of miedza get and the parameters of the same meaning. */
export const FLAG_PARAMETERS = {
  layer: 'layer',
  layers: 'layers',
  use: 'use',
  geometry: 'geometry',
  format: 'format',
  detail: 'detail',
  bbox: 'bbox',
  radius: 'radius_m',
  limit: 'limit',
  since: 'since',
  types: 'types',
  summary: 'summary',
  cursor: 'cursor',
  month: 'month',
  lang: 'lang',
} as const;

function flagOf(parameter: string): string | undefined {
  const [flag] = Object.entries(FLAG_PARAMETERS).find(([, name]) => name === parameter) ?? [];
  return flag && `--${flag}`;
}
