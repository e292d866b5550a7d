// Up to five parcels side by side: verdict, area, zones, and the eight checks row by row.

import { useSignal, useSignalEffect } from '@preact/signals';
import type { CheckItem, CheckResult } from '../contract/answers.ts';
import { askCheck, choose, explainError } from './page-answers.ts';
import { SearchBox } from './search-box.tsx';
import { type AskedPlace, go, MOST_COMPARED, state } from './url-state.ts';
import { ResultIcon, VerdictBadge } from './verdict-view.tsx';
import { pageWords, showArea } from './words.ts';

export function CompareView() {
  const told = pageWords.value;
  const checks = useSignal<ReadonlyMap<string, CheckResult>>(new Map());
  const fault = useSignal<string | null>(null);
  const { compared, lang, use } = state.value;

  useSignalEffect(() => {
    const { compared: ids } = state.value;
    let isGone = false;
    Promise.all(ids.map((id) => askCheck({ id }))).then(
      (answers) => {
        if (isGone) return;
        const results = answers.flatMap((answer) => (answer.status === 'ok' ? [answer.result] : []));
        checks.value = new Map(results.map((result) => [result.record.id, result]));
      },
      (error: unknown) => {
        fault.value = explainError(error).message;
      },
    );
    return () => {
      isGone = true;
    };
  });

  async function add(place: AskedPlace): Promise<void> {
    try {
      const answer = await askCheck(place);
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
      {fault.value && <p role="alert">{fault.value}</p>}
      {shown.length > 0 && <Table checks={shown} />}
    </section>
  );
}

function Table({ checks }: { checks: readonly CheckResult[] }) {
  const told = pageWords.value;
  const rows: readonly [string, (check: CheckResult) => preact.ComponentChildren][] = [
    [told.list.verdict, ({ verdict }) => <VerdictBadge verdict={verdict} />],
    [told.facts.area, ({ record }) => showArea(record.area.official_m2 ?? record.area.geometry_m2)],
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
                <button
                  type="button"
                  class="remove"
                  aria-label={told.compare.remove(record.id)}
                  onClick={() =>
                    go({ compared: state.value.compared.filter((id) => id !== record.id) }, 'replace')
                  }
                >
                  ×
                </button>
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
