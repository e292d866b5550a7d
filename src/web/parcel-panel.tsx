// The panel of one parcel: verdict, summary, parts, checks, layers, changes, and what can be done with them.

import { useSignal } from '@preact/signals';
import type { CheckResult } from '../contract/answers.ts';
import { CheckList } from './check-list.tsx';
import { EventTimeline } from './event-timeline.tsx';
import { LayerCards } from './layer-cards.tsx';
import { choose, ground } from './page-answers.ts';
import { PartsList } from './parts-list.tsx';
import { saveFile } from './save-file.ts';
import { mapLook } from './theme.ts';
import { go, MOST_COMPARED, state } from './url-state.ts';
import { UseChoice } from './use-choice.tsx';
import { VerdictBadge } from './verdict-view.tsx';
import { pageWords, showDay, showRecordArea } from './words.ts';

export function ParcelPanel({ check, note }: { check: CheckResult; note: string | null }) {
  const { record, verdict, summary, assessed_on, checks, disclaimer } = check;
  const told = pageWords.value;
  return (
    <article class="parcel" aria-labelledby="parcel-title">
      <p class="place">
        {record.admin.gmina_name}, {record.admin.powiat_name}
      </p>
      <h1 id="parcel-title">
        {record.admin.number} <span>{record.admin.obreb_name}</span>
      </h1>
      <p class="ids">
        <code>{record.id}</code> · {told.facts.area} <b>{showRecordArea(record.area)}</b>
      </p>
      {note && <p class="note">{note}</p>}
      <section class={`verdict verdict-${verdict}`} aria-label={told.verdict.question}>
        <div class="verdict-head">
          <h2>{told.verdict.question}</h2>
          <VerdictBadge verdict={verdict} />
        </div>
        <p class="summary">{summary}</p>
        <UseChoice />
        <p class="quiet">{told.verdict.on(showDay(assessed_on))}</p>
      </section>
      <Actions check={check} />
      <PartsList check={check} look={mapLook.value} />
      <CheckList checks={checks} />
      <LayerCards record={record} />
      <Neighbours id={record.id} />
      <EventTimeline id={record.id} />
      <p class="disclaimer">{disclaimer}</p>
    </article>
  );
}

/** What the map shows around it, for those who do not click on maps. */
function Neighbours({ id }: { id: string }) {
  const ids = ground.value?.id === id ? ground.value.neighbours : [];
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby="neighbours-title">
      <h2 id="neighbours-title">{pageWords.value.facts.neighbours}</h2>
      <ul class="chips">
        {ids.map((one) => (
          <li key={one}>
            <button type="button" class="link" title={one} onClick={() => choose({ id: one })}>
              {nameBeside(one, id)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Numbers begin anew in each obręb. */
function nameBeside(neighbour: string, id: string): string {
  const [obreb, number] = [obrebOf(neighbour), neighbour.slice(obrebOf(neighbour).length + 1)];
  return obreb === obrebOf(id) ? number : `${number} (${obreb})`;
}

const obrebOf = (id: string) => id.split('.', 2).join('.');

function Actions({ check }: { check: CheckResult }) {
  const told = pageWords.value.actions;
  const copied = useSignal<string | null>(null);
  const { id } = check.record;
  const { compared, use, lang } = state.value;
  const isCompared = compared.includes(id);
  const copy = async (what: string, text: string) => {
    await navigator.clipboard.writeText(text);
    copied.value = what;
    setTimeout(() => {
      if (copied.value === what) copied.value = null;
    }, 2_000);
  };
  const question = new URLSearchParams({ id, ...(use === 'any' ? {} : { use }), lang });
  const asked = `${window.location.origin}/v1/check?${question}`;
  return (
    <div class="actions">
      <button type="button" onClick={() => copy('link', window.location.href)}>
        {copied.value === 'link' ? told.copied : told.link}
      </button>
      <button type="button" onClick={() => copy('curl', `curl -s -H 'X-Api-Key: YOUR_KEY' '${asked}'`)}>
        {copied.value === 'curl' ? told.copied : told.curl}
      </button>
      <button
        type="button"
        onClick={() => saveFile(`${fileName(id)}.json`, 'application/json', JSON.stringify(check, null, 2))}
      >
        {told.json}
      </button>
      <button
        type="button"
        disabled={ground.value?.id !== id}
        onClick={() => saveFile(`${fileName(id)}.geojson`, 'application/geo+json', featureOf(check))}
      >
        {told.geojson}
      </button>
      <button type="button" onClick={() => go({ view: 'report', place: { id } })}>
        {told.print}
      </button>
      <button
        type="button"
        aria-pressed={isCompared}
        disabled={!isCompared && compared.length >= MOST_COMPARED}
        onClick={() =>
          go({ compared: isCompared ? compared.filter((one) => one !== id) : [...compared, id] }, 'replace')
        }
      >
        {isCompared ? told.uncompare : told.compare}
      </button>
      <span class="sr-only" role="status">
        {copied.value === null ? '' : told.copied}
      </span>
    </div>
  );
}

const fileName = (id: string) => id.replaceAll('/', '-');

function featureOf({ record, verdict, summary, assessed_on, checks }: CheckResult): string {
  const { geometry, ...properties } = record;
  return JSON.stringify({
    type: 'Feature',
    id: record.id,
    geometry: ground.value?.geometry ?? geometry ?? null,
    properties: { ...properties, verdict, summary, assessed_on, checks },
  });
}
