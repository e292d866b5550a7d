// Up to five parcels side by side: verdict, area, zones, and the eight checks row by row.

import { useSignal, useSignalEffect } from '@preact/signals';
import type { CheckItem, CheckResult } from '../contract/answers.ts';
import { askCheck, choose, explainError } from './page-answers.ts';
import { SearchBox } from './search-box.tsx';
import { type AskedPlace, go, MOST_COMPARED, state } from './url-state.ts';
import { UseChoice } from './use-choice.tsx';
import { ResultIcon, VerdictBadge } from './verdict-view.tsx';
import { asSentence, pageWords, showArea, showRecordArea } from './words.ts';

export function CompareView() {
  const told = pageWords.value;
  const checks = useSignal<ReadonlyMap<string, CheckResult>>(new Map());
  const fault = useSignal<string | null>(null);
  /** Of parcels of the link that have no verdict: why. */
  const faults = useSignal<readonly Refused[]>([]);
  const { lang, use } = state.value;
  const compared = state.value.compared.slice(0, MOST_COMPARED);
  const beyond = state.value.compared.slice(MOST_COMPARED);

  useSignalEffect(() => {
    const ids = state.value.compared.slice(0, MOST_COMPARED);
    let isGone = false;
    void Promise.all(ids.map(compareOne)).then((answers) => {
      if (isGone) return;
      const results = answers.filter((answer) => 'record' in answer);
      checks.value = new Map(results.map((result) => [result.record.id, result]));
      faults.value = answers.filter((answer) => 'why' in answer);
    });
    return () => {
      isGone = true;
    };
  });

  async function add(place: AskedPlace): Promise<void> {
    try {
      const answer = await askCheck(place);
      if (answer.status === 'not_found') {
        fault.value = asSentence(answer.error.message);
        return;
      }
      // What must be chosen among is chosen on the map.
      if (answer.status !== 'ok') {
        choose(place);
        return;
      }
      const { id } = answer.result.record;
      fault.value = null;
      if (!compared.includes(id)) go({ compared: [...compared, id].slice(0, MOST_COMPARED) }, 'replace');
    } catch (error) {
      fault.value = explainError(error).message;
    }
  }

  const shown = compared.flatMap((id) => checks.value.get(id) ?? []);
  return (
    <section class="compare" key={`${lang} ${use}`}>
      <h1>{told.compare.title}</h1>
      {compared.length < MOST_COMPARED ? (
        <>
          {compared.length === 0 && <p class="lead">{told.compare.empty}</p>}
          <SearchBox start="" label={told.compare.add} onChoose={add} />
        </>
      ) : (
        <p class="quiet">{told.compare.full}</p>
      )}
      {compared.length > 0 && <UseChoice />}
      {beyond.length > 0 && <p role="alert">{told.compare.left_out(beyond.join(', '))}</p>}
      {faults.value.map(({ id, why }) => (
        <p key={id} role="alert">
          {id}: {why} <RemoveButton id={id} />
        </p>
      ))}
      {fault.value && <p role="alert">{fault.value}</p>}
      {shown.length > 0 && <Table checks={shown} />}
    </section>
  );
}

/** One that cannot be compared says why, and the others are. */
async function compareOne(id: string): Promise<CheckResult | Refused> {
  try {
    const answer = await askCheck({ id });
    if (answer.status === 'ok') return answer.result;
    const why = answer.status === 'not_found' ? answer.error.message : answer.query.resolved?.note;
    return { id, why: why ?? pageWords.value.list.statuses[answer.status] };
  } catch (error) {
    return { id, why: explainError(error).message };
  }
}

interface Refused {
  readonly id: string;
  readonly why: string;
}

function RemoveButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      class="remove"
      aria-label={pageWords.value.compare.remove(id)}
      onClick={() => go({ compared: state.value.compared.filter((one) => one !== id) }, 'replace')}
    >
      ×
    </button>
  );
}

function Table({ checks }: { checks: readonly CheckResult[] }) {
  const told = pageWords.value;
  const rows: readonly [string, (check: CheckResult) => preact.ComponentChildren][] = [
    [told.list.verdict, ({ verdict }) => <VerdictBadge verdict={verdict} />],
    [told.facts.area, ({ record }) => showRecordArea(record.area)],
    [told.facts.gmina, ({ record }) => record.admin.gmina_name],
    [told.parts.title, ({ parts }) => <Parts parts={parts} />],
    ...(checks[0]?.checks ?? []).map(({ id }): [string, (check: CheckResult) => preact.ComponentChildren] => [
      told.checks[id],
      (check) => <Cell check={check.checks.find((one) => one.id === id)} />,
    ]),
    [told.compare.summary, ({ summary }) => <small>{summary}</small>],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label={told.compare.title}>
      <table>
        <thead>
          <tr>
            <td />
            {checks.map(({ record }) => (
              <th key={record.id} scope="col">
                <button type="button" class="link" onClick={() => choose({ id: record.id })}>
                  {record.admin.number} {record.admin.obreb_name}
                </button>
                <RemoveButton id={record.id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {checks.map((check) => (
                <td key={check.record.id}>{cell(check)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The largest first, with what can be built on. */
function Parts({ parts }: Pick<CheckResult, 'parts'>) {
  const told = pageWords.value.parts;
  return (
    <ul class="plain">
      {parts.map(({ zone_symbol, mpzp_symbol, area_m2, building }, at) => (
        <li key={at}>
          <b>{[mpzp_symbol, zone_symbol].filter(Boolean).join(' / ') || told.no_zone}</b> {showArea(area_m2)}:{' '}
          {told[building]}
        </li>
      ))}
    </ul>
  );
}

function Cell({ check }: { check: CheckItem | undefined }) {
  if (!check) return <>–</>;
  return (
    <span class="compare-cell" title={check.detail ?? ''}>
      <ResultIcon of={check.result} /> {pageWords.value.results[check.result]}
    </span>
  );
}
