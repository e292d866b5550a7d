// miedza get batch: a table of any length, asked in batches of what the contract allows, printed as it came with our columns behind.

import { readFileSync } from 'node:fs';
import { MiedzaClient, MiedzaError } from '../../packages/client/src/client.ts';
import { UsageError } from '../config.ts';
import { LAYER_KEYS } from '../contract/layers.ts';
import { LIMITS } from '../contract/limits.ts';
import { type BatchTable, readBatchTable, writeTable } from '../service/pipeline/batch-table.ts';
import { BYTE_ORDER_MARK, textCell } from '../service/pipeline/csv-text.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { parseList } from '../service/pipeline/parse.ts';
import { replyEnvelope, withStore } from './ask.ts';
import { readPlace } from './command.ts';

interface BatchFlags {
  readonly data?: string | undefined;
  readonly key?: string | undefined;
  readonly url?: string | undefined;
  readonly layers?: string | undefined;
}

const TELL_EVERY_MS = 5_000;

/** Throws MiedzaError where a part is not answered; what was answered before it has been printed. */
export async function getBatch(words: readonly string[], flags: BatchFlags): Promise<number> {
  const [file, ...others] = words;
  if (file === undefined || others.length > 0)
    throw new UsageError('name one file: miedza get batch FILE.csv');
  const { url, config } = readPlace(flags);
  const { table, layers } = readAsked(file, flags.layers);
  let printed = 0;
  const print = (text: string, { rows }: BatchTable) => {
    // Only the first part needs the header, which may hold line ends in quotes.
    const rest = printed === 0 ? text : text.split('\n').slice(linesIn(table.header)).join('\n');
    process.stdout.write(rest);
    printed += rows.length;
  };
  // A key that may ask seldom waits between parts: whoever waits is told how far it is.
  const telling = setInterval(
    () => process.stderr.write(`miedza: ${printed} of ${table.rows.length} rows answered\n`),
    TELL_EVERY_MS,
  );
  telling.unref();

  try {
    if (url === undefined) {
      await withStore(config, async (ask) => {
        for (const part of partsOf(table)) {
          const input = { items: part.items, format: 'csv', ...(layers ? { layers } : {}) };
          const reply = await ask('parcel_batch', input);
          if (!reply.body || reply.status === 'error') replyEnvelope(reply);
          else print(Buffer.concat(writeTable(part, reply.body, true)).toString(), part);
        }
      });
      return 0;
    }
    const { api_key } = config;
    const client = new MiedzaClient({ url, ...(api_key === null ? {} : { key: api_key }) });
    for (const part of partsOf(table))
      print(await client.batch_csv(textOf(part), layers ? { layers } : {}), part);
    return 0;
  } finally {
    clearInterval(telling);
  }
}

function readAsked(file: string, written: string | undefined) {
  try {
    const table = readBatchTable(readText(file));
    return { table, layers: written === undefined ? undefined : parseList('layers', written, LAYER_KEYS) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    throw new MiedzaError({ code, ...error.tell('en'), http: null, request_id: null, envelope: null });
  }
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readFileSync(file === '-' ? 0 : file),
    );
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : (error as Error).message;
    throw new UsageError(`${file} cannot be read: ${reason}`);
  }
}

function* partsOf(table: BatchTable): Generator<BatchTable> {
  const { max } = LIMITS.batch_items;
  for (let from = 0; from < table.rows.length; from += max) {
    const [rows, items] = [table.rows.slice(from, from + max), table.items.slice(from, from + max)];
    yield { ...table, rows, items };
  }
}

const linesIn = (cells: readonly string[]): number => cells.join('').split('\n').length;

const textOf = ({ header, rows, delimiter }: BatchTable): string => {
  const lines = [header, ...rows.map(({ cells }) => cells)].map((cells) =>
    cells.map((cell) => textCell(cell, delimiter)).join(delimiter),
  );
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
};
