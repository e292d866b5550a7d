// The report of one parcel, to be printed on one or two pages of A4: map, verdict, parts, checks, sources, the day and a link.

import type { CheckResult } from '../contract/answers.ts';
import type { SourceRef } from '../contract/sources.ts';
import { MAP_THEMES } from '../tiles/map-style.ts';
import { GroundDrawing } from './ground-drawing.tsx';
import { boundsAround } from './ground-frame.ts';
import { OutcomeView } from './outcomes.tsx';
import { chosenCheck, found, ground } from './page-answers.ts';
import { PartsList } from './parts-list.tsx';
import { SourceText } from './source-line.tsx';
import { go, state, writeAddress } from './url-state.ts';
import { ResultIcon, VerdictBadge } from './verdict-view.tsx';
import { pageWords, showDay, showRecordArea } from './words.ts';

export function ReportView() {
  const now = found.value;
  const check = chosenCheck(now);
  const told = pageWords.value.actions;
  if (now.step === 'nothing') return <p class="lead">{pageWords.value.report.empty}</p>;
  if (!check) return <OutcomeView found={now} />;
  return (
    <>
      <div class="actions no-print">
        <button type="button" onClick={() => go({ view: 'search' })}>
          {told.back}
        </button>
        <button type="button" class="main" onClick={() => window.print()}>
          {told.print_now}
        </button>
      </div>
      <Report check={check} />
    </>
  );
}

/** To a width of 860. */
const MAP_HEIGHT = 310;

function Report({ check }: { check: CheckResult }) {
  const { record, verdict, summary, assessed_on, checks, disclaimer } = check;
  const { report, facts, verdict: asked, checks: told } = pageWords.value;
  const shown = ground.value?.id === record.id ? ground.value : null;
  const link =
    window.location.origin + writeAddress({ ...state.value, view: 'search', place: { id: record.id } });
  return (
    <article class="report">
      <header>
        <p class="place">
          {report.title} · Miedza · {report.made(showDay(assessed_on))}
        </p>
        <h1>
          {record.admin.number} {record.admin.obreb_name}
        </h1>
        <p>
          <code>{record.id}</code> · {facts.gmina} {record.admin.gmina_name} · {facts.powiat}{' '}
          {record.admin.powiat_name} · {facts.area} <b>{showRecordArea(record.area)}</b>
        </p>
      </header>
      <div class="report-map">
        {shown && (
          <GroundDrawing
            bounds={boundsAround(shown.geometry.coordinates.flat(2), 1.7, 860 / MAP_HEIGHT)}
            chosen={record.id}
            neighbours={shown.neighbours}
            overlays={['zones', 'buildings', 'flood', 'protected', 'landslides']}
            look={MAP_THEMES.light}
            width={860}
            height={MAP_HEIGHT}
          />
        )}
      </div>
      <section class={`verdict verdict-${verdict}`}>
        <div class="verdict-head">
          <h2>{asked.question}</h2>
          <VerdictBadge verdict={verdict} />
        </div>
        <p class="summary">{summary}</p>
      </section>
      <PartsList check={check} look={MAP_THEMES.light} />
      <section>
        <h2>{told.title}</h2>
        <table class="report-checks">
          <tbody>
            {checks.map(({ id, result, detail, basis }) => (
              <tr key={id}>
                <td>
                  <ResultIcon of={result} />
                </td>
                <th scope="row">
                  {told[id]}
                  <small>{pageWords.value.results[result]}</small>
                </th>
                <td>
                  {detail}
                  {basis && <small>{basis}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="report-sources">
        <h2>{report.sources}</h2>
        <ul>
          {sourcesOf(check).map(({ of, source }) => (
            <li key={of.join()}>
              <b>{of.join(', ')}</b>: <SourceText source={source} />
            </li>
          ))}
        </ul>
      </section>
      <footer>
        <p>{disclaimer}</p>
        <p>
          <a href={link}>{link}</a>
        </p>
      </footer>
    </article>
  );
}

interface ReportSource {
  /** What the report has from it. */
  readonly of: readonly string[];
  readonly source: SourceRef;
}

/** Each once in each of its editions, those of the checks first. */
function sourcesOf({ checks, record }: CheckResult): ReportSource[] {
  const { checks: names, facts } = pageWords.value;
  const all = [
    ...checks.map(({ id, source }) => ({ name: names[id], source })),
    { name: facts.area, source: record.area.source },
  ];
  const told = new Map<string, { of: string[]; source: SourceRef }>();
  for (const { name, source } of all) {
    const key = `${source.id} ${source.as_of}`;
    const known = told.get(key);
    if (known) known.of.push(name);
    else told.set(key, { of: [name], source });
  }
  return [...told.values()];
}
