// The page: header, the view that the address names, and the map beside it. Views that are not the first are loaded when asked for.

import { type Signal, signal } from '@preact/signals';
import { type ComponentType, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { MapPane } from './map-pane.tsx';
import { headingOf, OutcomeView, Welcome } from './outcomes.tsx';
import { choose, chosenCheck, followPlace, found } from './page-answers.ts';
import { ParcelPanel } from './parcel-panel.tsx';
import { SearchBox } from './search-box.tsx';
import { followTheme, switchTheme, theme } from './theme.ts';
import { followHistory, go, MOST_COMPARED, state, unread, type ViewName } from './url-state.ts';
import { pageWords } from './words.ts';

type LazyView = Exclude<ViewName, 'search'>;

const LAZY: Readonly<Record<LazyView, () => Promise<ComponentType>>> = {
  compare: async () => (await import('./compare-view.tsx')).CompareView,
  list: async () => (await import('./list-view.tsx')).ListView,
  report: async () => (await import('./report-view.tsx')).ReportView,
};

const loaded: Record<LazyView, Signal<ComponentType | null>> = {
  compare: signal(null),
  list: signal(null),
  report: signal(null),
};

function Lazy({ view }: { view: LazyView }) {
  const known = loaded[view];
  useEffect(() => {
    LAZY[view]().then((component) => {
      known.value = component;
    });
  }, [view]);
  const Loaded = known.value;
  return Loaded ? <Loaded /> : <p class="waiting">{pageWords.value.loading}</p>;
}

function Page() {
  const { view, lang } = state.value;
  const title = titleOf();
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = title;
  }, [lang, title]);
  return (
    <>
      <a class="skip" href="#answer">
        {pageWords.value.skip}
      </a>
      <Header />
      <p class="sr-only" role="status">
        {view === 'search' ? toldAloud() : ''}
      </p>
      {view === 'search' ? (
        <div class="split">
          <main id="answer" class="panel" tabIndex={-1}>
            <Unread />
            <Answered />
          </main>
          <MapPane />
        </div>
      ) : (
        <main id="answer" class={`wide wide-${view}`} tabIndex={-1}>
          <Unread />
          <Lazy key={view} view={view} />
        </main>
      )}
    </>
  );
}

/** A link that is not wholly understood must not be judged for something else without a word. */
function Unread() {
  if (unread.value.length === 0) return null;
  return (
    <p class="note" role="alert">
      {pageWords.value.unread(unread.value.join(', '))}
    </p>
  );
}

function Answered() {
  const now = found.value;
  const check = chosenCheck(now);
  if (now.step === 'nothing') return <Welcome />;
  if (now.step === 'answered' && check)
    return <ParcelPanel check={check} note={now.answer.query.resolved?.note ?? null} />;
  return <OutcomeView found={now} />;
}

/** For those who do not see that the panel has changed. */
function toldAloud(): string {
  const now = found.value;
  const { verdict } = pageWords.value;
  if (now.step !== 'answered') return '';
  const { answer } = now;
  if (answer.status === 'ok') {
    const { number, obreb_name, gmina_name } = answer.result.record.admin;
    return `${number} ${obreb_name ?? gmina_name}. ${verdict.question} ${verdict[answer.result.verdict]}.`;
  }
  return headingOf(answer);
}

function titleOf(): string {
  const { view } = state.value;
  const { compare, list, tagline } = pageWords.value;
  if (view === 'compare' || view === 'list') return `${(view === 'list' ? list : compare).title} – Miedza`;
  const check = chosenCheck(found.value);
  if (!check) return `Miedza – ${tagline}`;
  const { number, obreb_name, gmina_name } = check.record.admin;
  return `${number} ${obreb_name ?? gmina_name} – Miedza`;
}

function Header() {
  const { view, compared, place, lang } = state.value;
  const { nav, other_language, theme: themes, search } = pageWords.value;
  const typed = place && 'q' in place ? place.q : place && 'id' in place ? place.id : (place?.point ?? '');
  return (
    <header class="header">
      <a
        class="brand"
        href={`/?lang=${lang}`}
        onClick={(event) => {
          event.preventDefault();
          go({ view: 'search', place: null });
        }}
      >
        <img src="/favicon.svg" alt="" width="30" height="30" />
        <span class="brand-name">Miedza</span>
      </a>
      <SearchBox start={typed} label={search.label} onChoose={choose} onPlace={choose} />
      <nav aria-label="Miedza">
        {(['search', 'compare', 'list'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-current={view === name ? 'page' : undefined}
            onClick={() => go({ view: name })}
          >
            {nav[name]}
            {name === 'compare' && compared.length > 0
              ? ` (${Math.min(compared.length, MOST_COMPARED)})`
              : ''}
          </button>
        ))}
        <a class="tab" href="/docs">
          {nav.docs}
        </a>
        <button
          type="button"
          class="tab"
          lang={lang === 'pl' ? 'en' : 'pl'}
          onClick={() => go({ lang: lang === 'pl' ? 'en' : 'pl' }, 'replace')}
        >
          {other_language}
        </button>
        <ThemeButton label={themes} />
      </nav>
    </header>
  );
}

function ThemeButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      class="tab theme"
      aria-label={label}
      aria-pressed={theme.value === 'dark'}
      title={label}
      onClick={switchTheme}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.8" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </button>
  );
}

followHistory();
followTheme();
followPlace();
const root = document.getElementById('page');
if (root) render(<Page />, root);
