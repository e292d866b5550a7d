// What a command of the command line is, and how its flags are read.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isBaseUrl, isHeaderText } from '../../packages/client/src/wire.ts';
import { readConfig, UsageError } from '../config.ts';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole text of --help. */
  readonly help: string;
  /** Runs with the words after the command's name; the exit code. */
  run(words: readonly string[]): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

export const DATA_OPTION = { data: { type: 'string' } } as const satisfies Options;

/** The key by its one name, and as it was called before. */
export const KEY_OPTION = {
  key: { type: 'string' },
  'api-key': { type: 'string' },
} as const satisfies Options;

/** Strict: an unknown flag is an error, said in one line. */
export function readFlags<const O extends Options>(words: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('.')[0]}; see --help`);
  }
}

export function positiveInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`--${name} must be a whole number, got "${text}"`);
  return Number(text);
}

/** Where a question is asked: of a server, or of the data folder. */
export function readPlace(values: {
  readonly data?: string | undefined;
  readonly key?: string | undefined;
  readonly url?: string | undefined;
}) {
  const { data, key, url } = values;
  const config = readConfig({ data, key });
  if (url !== undefined && !isBaseUrl(url))
    throw new UsageError(
      `--url must be the http or https address of a server, without /v1 and without a query, got "${url}"`,
    );
  if (url !== undefined) requireSendable(config.api_key);
  return { url, config };
}

/** A key that no header can carry would look like a server that does not answer. The message must not repeat it. */
export function requireSendable(key: string | null): void {
  if (key !== null && !isHeaderText(key))
    throw new UsageError('--key (MIEDZA_API_KEY) must be visible ASCII characters without spaces');
}

/** For programs; the exit code. */
export function sayJson(value: unknown): number {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  return 0;
}
