// Up to a thousand texts or ids in a table, with what needs attention on top, and files of it.

import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckResult } from '../contract/answers.ts';
import { api } from './api.ts';
import { byNeed, type CheckedRow, checkLines, isProblem } from './check-lines.ts';
import { choose } from './page-answers.ts';
import { decodeList, MOST_LINES, readList, writeCsv } from './read-list.ts';
import { saveFile } from './save-file.ts';
import { VerdictBadge } from './verdict-view.tsx';
import { pageWords, showRecordArea } from './words.ts';

const ITEMS_A_BATCH = 100;

/** Of the page, not of the view: who looks at a parcel of the list comes back to it. */
const text = signal('');
const rows = signal<readonly CheckedRow[]>([]);
const total = signal(0);
const fault = signal<(() => string) | null>(null);

export function ListView() {
  const told = pageWords.value;
  const isRunning = useSignal(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function checkAll(): Promise<void> {
    const { lines: listed, unknown_header } = readList(text.value);
    fault.value = null;
    if (listed.length > MOST_LINES) fault.value = () => pageWords.value.list.too_many(MOST_LINES);
    if (unknown_header !== null) fault.value = () => pageWords.value.list.no_column(unknown_header);
    const lines = listed.slice(0, MOST_LINES);
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    rows.value = [];
    total.value = lines.length;
    isRunning.value = lines.length > 0;
    await checkLines(lines, own.signal, (checked) => {
      rows.value = checked;
    });
    if (running.current === own) isRunning.value = false;
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    const read = decodeList(new Uint8Array(await file.arrayBuffer()));
    fault.value = read === null ? () => pageWords.value.list.no_text(file.name) : null;
    if (read !== null) text.value = read;
  }

  const sorted = rows.value.toSorted(byNeed);
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
                running.current?.abort();
                isRunning.value = false;
              }}
            >
              {told.list.stop}
            </button>
          )}
          <label class="file">
            <span class="button">{told.list.file}</span>
            <input
              class="sr-only"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
      </div>
      {fault.value && <p role="alert">{fault.value()}</p>}
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
              <td>{row.check ? showRecordArea(row.check.record.area) : ''}</td>
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
  'area_from',
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
  check ? (check.record.area.official_m2 === null ? 'outline' : 'register') : null,
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
