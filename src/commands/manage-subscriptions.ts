// miedza subscriptions: list, add, remove and test the webhooks of a key, over the HTTP interface of its server.

import { readFileSync } from 'node:fs';
import {
  type Input,
  MiedzaClient,
  MiedzaError,
  type Subscription,
} from '../../packages/client/src/client.ts';
import { UsageError } from '../config.ts';
import { HINTS } from '../contract/fault-hints.ts';
import { EXAMPLE_ID } from '../contract/operations.ts';
import { type Command, readFlags, readPlace, sayJson } from './command.ts';
import { table } from './table.ts';

const OPTIONS = {
  parcel: { type: 'string' },
  gmina: { type: 'string' },
  polygon: { type: 'string' },
  types: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const ACTIONS = ['list', 'add', 'remove', 'test'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (word: string): word is Action => ACTIONS.some((action) => action === word);

/** As of miedza get; a test that the receiver did not accept is as good as no answer. */
const REFUSED = 2;
const NOT_FOUND = 4;
const FAILED = 6;

export const subscriptions: Command = {
  summary: 'list, add, remove and test the webhooks of a key on a server',
  help: `miedza subscriptions list --url URL [--json]
miedza subscriptions add https://example.com/hook --parcel ID|--gmina CODE|--polygon FILE [--types A,B] --url URL
miedza subscriptions remove ID --url URL
miedza subscriptions test ID --url URL

What changes on a parcel, in a gmina or in an area is sent to the address, signed as Standard Webhooks: at least once, in order, with
retries for three days. To add one costs 1 request, and so does each event that is delivered; list, remove and test are free. The secret
that signs is shown once, when a subscription is added.

  miedza subscriptions add https://example.com/hook --parcel ${EXAMPLE_ID} --types verdict_changed --url http://127.0.0.1:8080 --key demo

  --parcel ID      the parcel, its gmina, its registers and the permits around it
  --gmina CODE     7-digit TERYT code: everything in the gmina
  --polygon FILE   GeoJSON Polygon or MultiPolygon (or a Feature of one), at most 4 km²
  --types A,B      only events of these names (default: all)
  --url URL        the server
  --key KEY        (MIEDZA_API_KEY) the key for that server
  --json           the answer as JSON

Exit codes: 0 done, 2 the request is wrong, 4 there is no such subscription, parcel or gmina, 6 no answer, or the receiver did not
accept the test.`,
  async run(words) {
    const { values, positionals } = readFlags(words, OPTIONS, 2);
    const [action = 'list', subject] = positionals;
    if (!isAction(action))
      throw new UsageError(
        `"${action}" is not one of ${ACTIONS.join(', ')}; see miedza subscriptions --help`,
      );
    const { url, config } = readPlace(values);
    if (url === undefined)
      throw new UsageError('name the server with --url, such as --url http://127.0.0.1:8080');
    const client = new MiedzaClient({ url, ...(config.api_key === null ? {} : { key: config.api_key }) });
    const input = action === 'add' ? watchOf(values) : {};
    try {
      const answer = await ask(client, action, subject, input);
      if (answer.status !== 'ok') {
        const { error } = answer as { error?: { message: string; hint: string } };
        if (values.json) sayJson(answer);
        const advice = action === 'add' ? error?.hint : '"miedza subscriptions list" shows those of the key.';
        process.stderr.write(`miedza: ${error ? `${error.message}. ${advice}` : answer.status}\n`);
        return NOT_FOUND;
      }
      if (values.json) sayJson(answer);
      else process.stdout.write(`${show(action, answer.result)}\n`);
      return action === 'test' && !(answer.result as { delivered: boolean }).delivered ? FAILED : 0;
    } catch (error) {
      if (!(error instanceof MiedzaError)) throw error;
      if (values.json && error.envelope) sayJson(error.envelope);
      const advice = ADVICE[error.code] ?? error.hint;
      process.stderr.write(`miedza: ${error.message}. ${advice}\n`);
      return error.code === 'invalid_input' ? REFUSED : FAILED;
    }
  },
};

/** The server's own hints are about bodies of requests. */
const FLAGS =
  'The address is one of the public internet; watch one of --parcel ID, --gmina CODE, --polygon FILE; --types takes names with commas between them, such as --types verdict_changed,parcel_created; see miedza subscriptions --help.';

const ADVICE: { readonly [code: string]: string } = {
  unauthorized: HINTS.giveKey.en,
  invalid_input: FLAGS,
};

type Watch = Omit<Input<'subscription_create'>, 'url'>;

/** What was typed is judged by the server; only the file is read here. */
function watchOf(values: {
  readonly parcel?: string | undefined;
  readonly gmina?: string | undefined;
  readonly polygon?: string | undefined;
  readonly types?: string | undefined;
}): Watch {
  const { parcel, gmina, polygon, types } = values;
  return {
    ...(parcel === undefined ? {} : { parcel }),
    ...(gmina === undefined ? {} : { gmina }),
    ...(polygon === undefined ? {} : { polygon: polygonIn(polygon) }),
    ...(types === undefined ? {} : { types: types.split(',').map((name) => name.trim()) }),
  } as Watch;
}

function polygonIn(file: string): unknown {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    return read?.type === 'Feature' ? read.geometry : read;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--polygon ${file} is no JSON: ${error.message}`);
    throw error;
  }
}

function ask(client: MiedzaClient, action: Action, subject: string | undefined, watch: Watch) {
  switch (action) {
    case 'list':
      return client.subscriptions();
    case 'add':
      return client.subscription_create({ url: required(subject, 'add https://example.com/hook'), ...watch });
    case 'remove':
      return client.subscription_delete({ subscription: required(subject, 'remove sub_…') });
    case 'test':
      return client.subscription_test({ subscription: required(subject, 'test sub_…') });
  }
}

function required(word: string | undefined, example: string): string {
  if (word === undefined) throw new UsageError(`say which: miedza subscriptions ${example}`);
  return word;
}

function show(action: Action, result: unknown): string {
  switch (action) {
    case 'list': {
      const rows = (result as Subscription[]).map(rowOf);
      return rows.length > 0 ? table(rows, COLUMNS) : 'no subscriptions';
    }
    case 'add': {
      const { id, secret } = result as Subscription & { secret: string };
      return `Subscription ${id} made. Its secret is shown only now:\n\n  ${secret}\n`;
    }
    case 'remove':
      return `Subscription ${(result as { id: string }).id} removed.`;
    case 'test': {
      const { delivered, http, reason } = result as {
        delivered: boolean;
        http: number | null;
        reason: string | null;
      };
      return delivered ? `The receiver accepted it (${http}).` : `Not accepted: ${reason}.`;
    }
  }
}

const COLUMNS = ['id', 'watched', 'events', 'state', 'last delivery', 'url', 'last error'];

function rowOf(one: Subscription): string[] {
  const watched = one.parcel ?? (one.gmina ? `gmina ${one.gmina}` : 'an area');
  const types = one.types?.join(',') ?? 'all';
  return [one.id, watched, types, one.state, one.last_delivery ?? 'never', one.url, one.last_error ?? ''];
}
