// What a command of the command line is, and how its flags are read.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isBaseUrl } from '../../packages/client/src/wire.ts';
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

/** Strict: an unknown flag, and more words beside the flags than the command takes, are errors, said in one line. */
export function readFlags<const O extends Options>(words: readonly string[], options: O, most_words = 0) {
  const read = parseStrictly(words, options);
  const more = read.positionals.slice(most_words);
  const [first = ''] = more;
  if (more.length === 0) return read;
  const meant = Object.hasOwn(options, first) ? ` Did you mean --${first}?` : '';
  throw new UsageError(`"${more.join(' ')}" is too much; see --help.${meant}`);
}

function parseStrictly<const O extends Options>(words: readonly string[], options: O) {
  const args = joinNegative(words, options);
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const { message } = error as Error;
    const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
    if (flag === undefined) throw new UsageError(`${message.split('.')[0]}; see --help`);
    throw new UsageError(`${flag} needs a value; got "${args[args.indexOf(flag) + 1]}"; see --help`);
  }
}

/** A number below zero is a value and no flag: what it is worth is said by whoever reads it. */
function joinNegative(words: readonly string[], options: Options): string[] {
  const args: string[] = [];
  for (const word of words) {
    const last = args.at(-1) ?? '';
    const isAsked = last.startsWith('--') && options[last.slice(2)]?.type === 'string';
    if (isAsked && /^-\.?\d/.test(word)) args.splice(-1, 1, `${last}=${word}`);
    else args.push(word);
  }
  return args;
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
  return { url, config };
}

/** For programs; the exit code. */
export function sayJson(value: unknown): number {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  return 0;
}
