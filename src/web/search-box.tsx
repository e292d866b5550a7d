// The search box: suggestions while typing (combobox of WAI-ARIA, by keyboard or pointer), and a search for whatever was typed.

import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Suggestion } from '../contract/suggestion.ts';
import { api } from './api.ts';
import { mapCentre } from './map-centre.ts';
import type { AskedPlace } from './url-state.ts';
import { pageWords } from './words.ts';

/** Typing is faster than asking is useful. */
const PAUSE_MS = 120;

interface SearchBoxProps {
  readonly start: string;
  readonly label: string;
  /** What to look at. */
  readonly onChoose: (place: AskedPlace) => void;
  /** Of a place without a number; it is gone on typing from. Without it what is there is suggested. */
  readonly onPlace?: (place: AskedPlace) => void;
}

export function SearchBox({ start, label, onChoose, onPlace }: SearchBoxProps) {
  const text = useSignal(start);
  const offered = useSignal<readonly Suggestion[]>([]);
  const active = useSignal(-1);
  const box = useRef<HTMLInputElement>(null);
  const list = useId();
  const asking = useRef<AbortController | null>(null);

  useEffect(() => {
    // What is being typed from is left as it is.
    if (text.peek().trim() !== start) text.value = start;
  }, [start]);

  function suggest(typed: string): void {
    asking.current?.abort();
    active.value = -1;
    if (typed.trim() === '') {
      offered.value = [];
      return;
    }
    const own = new AbortController();
    asking.current = own;
    setTimeout(async () => {
      if (own.signal.aborted) return;
      const near = mapCentre.value;
      const asked = { q: typed.slice(0, 100), limit: 8, ...(near ? { near } : {}) };
      try {
        const answer = await api.suggest(asked, { signal: own.signal });
        if (!own.signal.aborted) offered.value = answer.status === 'ok' ? answer.result : [];
      } catch {
        // Aborted by the next letter, or the server is busy: suggestions are a help, not an answer.
        if (!own.signal.aborted) offered.value = [];
      }
    }, PAUSE_MS);
  }

  function take(one: Suggestion): void {
    asking.current?.abort();
    offered.value = [];
    if (one.id !== undefined) {
      text.value = one.label;
      onChoose({ id: one.id });
      return;
    }
    const q = one.q ?? one.label;
    if (one.kind === 'address') {
      text.value = q;
      onChoose({ q });
      return;
    }
    // A number follows.
    text.value = `${q} `;
    box.current?.focus();
    if (onPlace) onPlace({ q });
    else suggest(`${q} dz. `);
  }

  function submit(): void {
    asking.current?.abort();
    offered.value = [];
    const q = text.value.trim();
    if (q !== '') onChoose({ q });
  }

  function onKey(event: KeyboardEvent): void {
    const count = offered.value.length;
    if (event.key === 'ArrowDown' && count > 0) active.value = (active.value + 1) % count;
    else if (event.key === 'ArrowUp' && count > 0)
      active.value = active.value <= 0 ? count - 1 : active.value - 1;
    else if (event.key === 'Escape') offered.value = [];
    else if (event.key === 'Enter') {
      const one = offered.value[active.value];
      if (one) take(one);
      else submit();
    } else return;
    if (event.key !== 'Escape') event.preventDefault();
  }

  const isOpen = offered.value.length > 0;
  return (
    <div
      class="search"
      onFocusOut={(event) => {
        if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null))
          offered.value = [];
      }}
    >
      <svg class="search-icon" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="1.8" />
        <path d="m13 13 4.5 4.5" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
      </svg>
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active.value >= 0 ? `${list}-${active.value}` : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={300}
        placeholder={pageWords.value.search.placeholder}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          suggest(text.value);
        }}
        onKeyDown={onKey}
      />
      <button type="button" class="search-go" onClick={submit}>
        {pageWords.value.search.submit}
      </button>
      <div
        class="suggestions"
        id={list}
        role="listbox"
        aria-label={pageWords.value.search.suggestions}
        hidden={!isOpen}
      >
        {offered.value.map((one, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the business of the combobox, which keeps the focus
          <div
            key={`${one.kind} ${one.label}`}
            id={`${list}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active.value}
            class="suggestion"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            <span>
              <Marked label={one.label} match={one.match} />
            </span>
            <small>
              {pageWords.value.kinds[one.kind]}
              {one.held ? '' : `, ${pageWords.value.search.elsewhere}`}
            </small>
          </div>
        ))}
      </div>
    </div>
  );
}

function Marked({ label, match }: Pick<Suggestion, 'label' | 'match'>) {
  let at = 0;
  const pieces = match.flatMap(([from, to]) => {
    const piece = [label.slice(at, from), <b key={from}>{label.slice(from, to)}</b>];
    at = to;
    return piece;
  });
  return (
    <>
      {pieces}
      {label.slice(at)}
    </>
  );
}
