// miedza get batch: a table of any length, asked in batches of what the contract allows, printed as it came with our columns behind.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { MiedzaClient, MiedzaError } from '../../packages/client/src/client.ts';
import { UsageError } from '../config.ts';
import { LAYER_KEYS, type LayerKey } from '../contract/layers.ts';
import { LIMITS } from '../contract/limits.ts';
import { type BatchTable, readBatchTable, writeTable } from '../service/pipeline/batch-table.ts';
import { BYTE_ORDER_MARK, parseCsv, textCell } from '../service/pipeline/csv-text.ts';
import { batchColumns, failedCells } from '../service/pipeline/encode-cells.ts';
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
  const print = (lines: readonly string[], { rows }: BatchTable) => {
    // The byte order mark and the header stand before the first part alone.
    process.stdout.write((printed === 0 ? lines : lines.slice(2)).join(''));
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
          else print(writeTable(part, reply.body, true).map(String), part);
        }
      });
      return 0;
    }
    const { api_key } = config;
    const client = new MiedzaClient({ url, ...(api_key === null ? {} : { key: api_key }) });
    for (const part of partsOf(table)) print(await askServer(client, part, layers), part);
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
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (bytes.includes(0))
    throw new UsageError(`${file} cannot be read: it is no text; save it as CSV, such as "CSV UTF-8"`);
  // Polish spreadsheets save CSV in Windows-1250 where nobody chooses; the page reads it too.
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1250';
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function* partsOf(table: BatchTable): Generator<BatchTable> {
  const { max } = LIMITS.batch_items;
  for (let from = 0; from < table.rows.length; from += max) {
    const [rows, items] = [table.rows.slice(from, from + max), table.items.slice(from, from + max)];
    yield { ...table, rows, items };
  }
}

/** Rows that cannot be read are told of here, where their lines in the file are known; the others are sent. */
async function askServer(
  client: MiedzaClient,
  part: BatchTable,
  layers: LayerKey[] | undefined,
): Promise<string[]> {
  const { delimiter, header, rows, items } = part;
  const sent = rows.filter((_, at) => !(items[at] instanceof ServiceError));
  const text = sent.length === 0 ? '' : await client.batch_csv(textOf(part, sent), layers ? { layers } : {});
  const dialect = { delimiter, starts_at: BYTE_ORDER_MARK.length, first_line: 1 };
  const [names, ...answered] = parseCsv(text, dialect, Infinity);
  const columns = names?.cells.slice(header.length) ?? batchColumns(layers).map(({ name }) => name);
  const answers = answered.values();
  const lines = rows.map((row, at) => {
    const fault = items[at];
    if (!(fault instanceof ServiceError)) return answers.next().value?.text ?? '';
    const cells = failedCells(fault.tell('en'), columns.length);
    return String(writeTable({ ...part, rows: [row] }, [jsonOf(columns), jsonOf(cells)], true)[2]);
  });
  const titles = String(writeTable(part, [jsonOf(columns)], true)[1]);
  return [BYTE_ORDER_MARK, names?.text ?? titles, ...lines];
}

const jsonOf = (cells: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(cells));

function textOf({ header, delimiter }: BatchTable, rows: BatchTable['rows']): string {
  const lines = [header, ...rows.map(({ cells }) => cells)].map((cells) =>
    cells.map((cell) => textCell(cell, delimiter)).join(delimiter),
  );
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}
