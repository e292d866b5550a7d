// miedza suggest "…": what a text that is being typed may be completed to, of the data folder or of a server.

import { MiedzaError } from '../../packages/client/src/client.ts';
import { isBaseUrl } from '../../packages/client/src/wire.ts';
import { readConfig, UsageError } from '../config.ts';
import { SUGGEST_LIMITS } from '../contract/limits.ts';
import type { Suggestion } from '../contract/suggestion.ts';
import { askServer, askStore, inFlags } from './ask.ts';
import { type Command, DATA_OPTION, positiveInteger, readFlags } from './command.ts';
import { createPaper, type Paper } from './terminal.ts';

const KIND_WIDTH = 9;

export const suggest: Command = {
  summary: 'complete a text: places, streets, house and parcel numbers, ids',
  help: `miedza suggest "TEXT" [--limit N] [--near LAT,LNG] [--json] [--data DIR | --url URL --key KEY]

Completes what is being typed, as a search box would: gminy, obręby, localities and streets by the beginnings of their
words, then numbers in a place, and ids. From the fourth letter one typo is understood.

  miedza suggest "Wola Mro"
  miedza suggest "Wola Mrokowska 12"
  miedza suggest 141803_2.0009.1

  --limit N        at most so many, ${SUGGEST_LIMITS.limit.min} to ${SUGGEST_LIMITS.limit.max} (default ${SUGGEST_LIMITS.limit.default})
  --near LAT,LNG   of equally good ones the nearer first
  --json           the whole answer as JSON
  --data DIR       the dataset of this folder (default: MIEDZA_DATA or ./data); of MIEDZA_STORE where that is set
  --url URL        a running server instead
  --key KEY        (MIEDZA_API_KEY) the key for that server`,
  async run(words) {
    const flags = {
      ...DATA_OPTION,
      limit: { type: 'string' },
      near: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = readFlags(words, flags, Infinity);
    const q = positionals.join(' ');
    if (q.trim() === '') throw new UsageError('give the text to complete; see miedza suggest --help');
    const limit = positiveInteger('limit', values.limit);
    const input = {
      q,
      ...(limit === undefined ? {} : { limit }),
      ...(values.near === undefined ? {} : { near: values.near }),
    };
    const config = readConfig({ data: values.data, key: values.key });
    if (values.url !== undefined && !isBaseUrl(values.url))
      throw new UsageError(`--url must be the http or https address of a server, got "${values.url}"`);
    try {
      const envelope = await (values.url === undefined
        ? askStore(config, 'suggest', input)
        : askServer(values.url, config.api_key, 'suggest', input));
      const paper = createPaper(process.stdout, config.colour);
      const lines = ((envelope.result ?? []) as Suggestion[]).map((one) => lineOf(one, paper));
      process.stdout.write(
        `${values.json ? JSON.stringify(envelope, null, 2) : lines.join('\n') || 'nothing begins so'}\n`,
      );
      return lines.length > 0 ? 0 : NOTHING_FOUND;
    } catch (error) {
      if (!(error instanceof MiedzaError)) throw error;
      process.stderr.write(`miedza: ${inFlags(error.message)}. ${inFlags(error.hint)}\n`);
      return error.code === 'invalid_input' ? REFUSED : FAILED;
    }
  },
};

/** As of miedza get. */
const REFUSED = 2;
const NOTHING_FOUND = 4;
const FAILED = 6;

function lineOf({ kind, label, match, q, id, held }: Suggestion, { paint }: Paper): string {
  const [[from, to] = [0, 0]] = match;
  const marked = label.slice(0, from) + paint('bold', label.slice(from, to)) + label.slice(to);
  return `${kind.padEnd(KIND_WIDTH)} ${marked}${held ? '' : ' (not loaded)'}  ${paint('dim', id ?? q ?? '')}`;
}
