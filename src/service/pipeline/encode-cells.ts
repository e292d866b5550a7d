// An item of a batch as a row of cells: what it came to, then the record in plain columns. Written as JSON lists: the face puts them beside the
// caller's own columns and separates them as the caller does (batch-table.ts).

import type { Envelope, ErrorBody, ParcelRecord } from '../../contract/answers.ts';
import { type LayerKey, RECORD_LAYERS } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';
import { type Cell, layerColumns, PLACE_COLUMNS, type PlainColumn } from '../../domain/plain-columns.ts';
import type { Written } from './encode.ts';

type Answered = Envelope<ParcelRecord>;

const OUTCOME_COLUMNS: readonly PlainColumn<Answered>[] = [
  { name: 'status', type: 'text', of: ({ status }) => status },
  { name: 'id', type: 'text', of: ({ result }) => result?.id },
  {
    name: 'message',
    type: 'text',
    of: ({ error, query }) => (error ? wordsOf(error) : query.resolved?.note),
  },
  {
    name: 'candidates',
    type: 'text',
    of: ({ candidates }) => candidates?.map(({ id, gmina_teryt }) => id ?? gmina_teryt).join('; '),
  },
];

/** Of an error, in one cell. */
export const wordsOf = ({ message, hint }: Pick<ErrorBody, 'message' | 'hint'>): string =>
  `${message}. ${hint}`;

/** Of a row that was never asked for, in so many columns. */
export function failedCells(why: Pick<ErrorBody, 'message' | 'hint'>, count: number): Cell[] {
  const told: Readonly<Record<string, string>> = { status: 'error', message: wordsOf(why) };
  return Array.from({ length: count }, (_, at) => told[OUTCOME_COLUMNS[at]?.name ?? ''] ?? null);
}

/** Made once for the layers of a batch. */
export function batchColumns(layers: readonly LayerKey[] = RECORD_LAYERS): PlainColumn<Answered>[] {
  const ofRecord = [...PLACE_COLUMNS, ...layerColumns(layers)].map(
    ({ name, type, of }): PlainColumn<Answered> => ({
      name,
      type,
      of: ({ result }) => (result ? of(result) : null),
    }),
  );
  return [...OUTCOME_COLUMNS, ...ofRecord, ATTRIBUTION];
}

/** Last, and in the table itself: who passes it on passes on whose data they are, of which day, and whether they are invented. */
const ATTRIBUTION: PlainColumn<Answered> = {
  name: 'attribution',
  type: 'text',
  of: ({ result }) => result && creditsOf(result),
};

function creditsOf({ area, layers }: ParcelRecord): string {
  const { planning, ...others } = layers;
  const answers = [...Object.values(others), planning, planning?.value?.pog, planning?.value?.mpzp];
  const sources = new Set([area.source, ...answers.flatMap((answer) => answer?.source ?? [])]);
  return [...new Set([...sources].map(creditOf))].join('; ');
}

const creditOf = ({ attribution, as_of }: SourceRef): string =>
  as_of === null ? attribution : `${attribution} (${as_of})`;

export const encodeCells = (columns: readonly PlainColumn<Answered>[], envelope: Answered): Buffer =>
  Buffer.from(JSON.stringify(columns.map(({ of }): Cell => of(envelope) ?? null)));

/** The names of the columns, then a row an item (answer-body.ts). */
export const encodeRows = (
  columns: readonly PlainColumn<Answered>[],
  items: readonly Written[],
): Buffer[] => [
  Buffer.from(JSON.stringify(columns.map(({ name }) => name))),
  ...items.map(({ body }) => body),
];
