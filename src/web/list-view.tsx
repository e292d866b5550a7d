// Up to a thousand texts or ids, checked one by one, some at a time: a table with what needs attention on top, and files of it.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { CheckResult } from '../contract/answers.ts';
import { api } from './api.ts';
import { askCheck, choose, explainError } from './page-answers.ts';
import { type ListedLine, MOST_LINES, readList, writeCsv } from './read-list.ts';
import { saveFile } from './save-file.ts';
import { VerdictBadge } from './verdict-view.tsx';
import { pageWords, showArea } from './words.ts';

const AT_ONCE = 6;
const ITEMS_A_BATCH = 100;

type RowStatus = keyof typeof pageWords.value.list.statuses;

interface CheckedRow extends ListedLine {
  readonly status: RowStatus;
  readonly check: CheckResult | null;
  readonly note: string;
}

/** What must be looked at comes first: what was not settled, then what is against building, then the rest as it was given. */
const RANK: Readonly<Record<string, number>> = {
  error: 0,
  ambiguous: 1,
  not_found: 2,
  not_covered: 3,
  fail: 4,
  unknown: 5,
};
const rankOf = ({ status, check }: CheckedRow) =>
  RANK[status === 'ok' ? (check?.verdict ?? '') : status] ?? 6;
const isProblem = ({ status }: CheckedRow) => status !== 'ok';

export function ListView() {
  const told = pageWords.value;
  const text = useSignal('');
  const rows = useSignal<readonly CheckedRow[]>([]);
  const total = useSignal(0);
  const isRunning = useSignal(false);
  const isTooLong = useSignal(false);
  const run = useRef(0);

  async function checkAll(): Promise<void> {
    const listed = readList(text.value);
    isTooLong.value = listed.length > MOST_LINES;
    const lines = listed.slice(0, MOST_LINES);
    run.current += 1;
    const own = run.current;
    rows.value = [];
    total.value = lines.length;
    isRunning.value = lines.length > 0;
    let next = 0;
    const work = async () => {
      while (next < lines.length && own === run.current) {
        const line = lines[next] as ListedLine;
        next += 1;
        const row = await checkLine(line);
        if (own === run.current) rows.value = [...rows.value, row];
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (own === run.current) isRunning.value = false;
  }

  async function take(file: File | undefined): Promise<void> {
    if (file) text.value = await file.text();
  }

  const sorted = rows.value.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line);
  const problems = rows.value.filter(isProblem).length;
  return (
    <section class="list">
      <h1>{told.list.title}</h1>
      <p class="lead">{told.list.text}</p>
      <div class="drop">
        <textarea
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void take(event.dataTransfer?.files[0]);
          }}
          aria-label={told.list.label}
          rows={8}
          placeholder={'dz. 123/4 Wola Mrokowska\n141803_2.0009.123/4'}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <div class="actions">
          <button
            type="button"
            class="main"
            disabled={isRunning.value || text.value.trim() === ''}
            onClick={checkAll}
          >
            {told.list.run}
          </button>
          {isRunning.value && (
            <button
              type="button"
              onClick={() => {
                run.current += 1;
                isRunning.value = false;
              }}
            >
              {told.list.stop}
            </button>
          )}
          <label class="file">
            {told.list.file}
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
      </div>
      {isTooLong.value && <p role="alert">{told.list.too_many(MOST_LINES)}</p>}
      {total.value > 0 && (
        <p role="status" class="progress">
          <progress
            value={rows.value.length}
            max={total.value}
            aria-label={told.list.progress(rows.value.length, total.value)}
          />
          {told.list.progress(rows.value.length, total.value)}
          {problems > 0 ? ` · ${told.list.problems(problems)}` : ''}
        </p>
      )}
      {rows.value.length > 0 && !isRunning.value && (
        <div class="actions">
          <button
            type="button"
            onClick={() => saveFile('miedza.csv', 'text/csv;charset=utf-8', csvOf(sorted))}
          >
            {told.list.csv}
          </button>
          <button
            type="button"
            onClick={async () =>
              saveFile('miedza.geojson', 'application/geo+json', await collectionOf(sorted))
            }
          >
            {told.list.geojson}
          </button>
        </div>
      )}
      {sorted.length > 0 && <Rows rows={sorted} />}
    </section>
  );
}

async function checkLine(line: ListedLine): Promise<CheckedRow> {
  try {
    const answer = await askCheck(line.place);
    if (answer.status === 'ok')
      return { ...line, status: 'ok', check: answer.result, note: answer.result.summary };
    const note =
      answer.status === 'not_found'
        ? answer.error.message
        : (answer.candidates ?? [])
            .slice(0, 3)
            .map(({ id, address, gmina_name }) => id ?? address ?? gmina_name)
            .join('; ') ||
          (answer.query.resolved?.note ?? '');
    return { ...line, status: answer.status, check: null, note };
  } catch (error) {
    return { ...line, status: 'error', check: null, note: explainError(error).message };
  }
}

function Rows({ rows }: { rows: readonly CheckedRow[] }) {
  const told = pageWords.value.list;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label={told.title}>
      <table>
        <thead>
          <tr>
            {[told.row, told.asked, told.verdict, told.parcel, told.area, told.note].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} class={isProblem(row) ? 'problem' : ''}>
              <td>{row.line}</td>
              <td>{row.text}</td>
              <td>
                {row.check ? (
                  <VerdictBadge verdict={row.check.verdict} />
                ) : (
                  <span class="badge badge-problem">{told.statuses[row.status]}</span>
                )}
              </td>
              <td>
                <button
                  type="button"
                  class="link"
                  onClick={() => choose(row.check ? { id: row.check.record.id } : row.place)}
                >
                  {row.check?.record.id ?? pageWords.value.search.submit}
                </button>
              </td>
              <td>
                {row.check
                  ? showArea(row.check.record.area.official_m2 ?? row.check.record.area.geometry_m2)
                  : ''}
              </td>
              <td class="note-cell">{row.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const CSV_COLUMNS = [
  'line',
  'asked',
  'status',
  'verdict',
  'id',
  'area_m2',
  'gmina',
  'zone',
  'open_m2',
  'assessed_on',
  'summary',
];

const cellsFor = ({ line, text, status, check, note }: CheckedRow) => [
  line,
  text,
  status,
  check?.verdict ?? null,
  check?.record.id ?? null,
  check ? (check.record.area.official_m2 ?? check.record.area.geometry_m2) : null,
  check?.record.admin.gmina_name ?? null,
  check?.record.layers.planning?.value?.pog.value?.zone_symbol ?? null,
  check ? openArea(check) : null,
  check?.assessed_on ?? null,
  note,
];

const openArea = ({ parts }: CheckResult): number =>
  Math.round(parts.reduce((sum, { building, area_m2 }) => sum + (building === 'open' ? area_m2 : 0), 0));

const csvOf = (rows: readonly CheckedRow[]) => writeCsv([CSV_COLUMNS, ...rows.map(cellsFor)]);

/** Outlines are asked for when they are wanted: they are most of the bytes. */
async function collectionOf(rows: readonly CheckedRow[]): Promise<string> {
  const ids = rows.flatMap(({ check }) => check?.record.id ?? []);
  const shapes = new Map<string, unknown>();
  for (let from = 0; from < ids.length; from += ITEMS_A_BATCH) {
    const items = ids.slice(from, from + ITEMS_A_BATCH).map((id) => ({ id }));
    const answer = await api.parcel_batch({ items, geometry: 'full', layers: ['address'] });
    if (answer.status !== 'ok') continue;
    for (const { result } of answer.result) if (result) shapes.set(result.id, result.geometry ?? null);
  }
  const features = rows.map((row) => ({
    type: 'Feature',
    ...(row.check ? { id: row.check.record.id } : {}),
    geometry: row.check ? (shapes.get(row.check.record.id) ?? null) : null,
    properties: Object.fromEntries(cellsFor(row).map((value, at) => [CSV_COLUMNS[at], value])),
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}
