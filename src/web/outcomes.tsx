// What is said where there is no single parcel to show: the start, the wait, several readings, nothing found, nothing loaded, a
// fault. Each says what can be done next.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Candidate, CorpusCoverage, Kin } from '../contract/answers.ts';
import { api, inLanguage } from './api.ts';
import { NearView } from './near-view.tsx';
import { askAgain, type CheckAnswer, choose, type Found, isElsewhere, near } from './page-answers.ts';
import { examples, readExamples } from './page-examples.ts';
import { type AskedPlace, state } from './url-state.ts';
import { VOIVODESHIP_NAMES } from './voivodeship-names.ts';
import { asSentence, pageWords, showPercent } from './words.ts';

export function Welcome() {
  const told = pageWords.value.welcome;
  useExamples();
  return (
    <section class="welcome">
      <h1>{told.title}</h1>
      <p class="lead">{told.text}</p>
      {examples.value.length > 0 && (
        <>
          <h2>{told.examples}</h2>
          <ul class="examples">
            {examples.value.map((q) => (
              <li key={q}>
                <button type="button" onClick={() => choose({ q })}>
                  {q}
                </button>
              </li>
            ))}
          </ul>
          <p class="quiet">{told.or}</p>
        </>
      )}
    </section>
  );
}

/** They are a help: without them the page says the rest. */
function useExamples(): void {
  useEffect(() => {
    readExamples().catch((error: unknown) => console.warn('no examples:', error));
  }, []);
}

export function OutcomeView({ found }: { found: Exclude<Found, { step: 'nothing' }> }) {
  const told = pageWords.value;
  if (found.step === 'asking')
    return (
      <p class="waiting" role="status">
        {told.loading}
      </p>
    );
  if (found.step === 'failed')
    return (
      <section class="outcome" role="alert">
        <h1>{told.failed}</h1>
        <p>{asSentence(found.message)}</p>
        <p class="quiet">{found.hint}</p>
        <button type="button" onClick={askAgain}>
          {told.retry}
        </button>
      </section>
    );
  return <Unsettled answer={found.answer} />;
}

/** What is told where no parcel is settled, seen and read aloud: the heading says which of them it is. */
export function headingOf(answer: CheckAnswer): string {
  const { ambiguous, not_found, not_covered, near: place } = pageWords.value;
  if (near.value?.how === 'inside') return place.title;
  if (answer.status === 'not_found') return not_found.title;
  return isElsewhere(answer) ? not_covered.title : ambiguous.title;
}

function Unsettled({ answer }: { answer: CheckAnswer }) {
  const { ambiguous, not_found } = pageWords.value;
  if (near.value?.how === 'inside') return <PlaceAlone answer={answer} />;
  switch (answer.status) {
    case 'ambiguous':
      if (isElsewhere(answer)) return <Elsewhere answer={answer} />;
      return (
        <section class="outcome">
          <h1>{headingOf(answer)}</h1>
          <p>
            {answer.candidates.some(({ id }) => id !== null)
              ? ambiguous.text
              : asSentence(answer.query.resolved?.note ?? ambiguous.text)}
          </p>
          <CandidateList candidates={answer.candidates} />
        </section>
      );
    case 'not_found':
      return (
        <section class="outcome">
          <h1>{headingOf(answer)}</h1>
          <p>{asSentence(answer.error.message)}</p>
          {answer.error.successors && <Successors of={answer.error.successors} />}
          {looksLikePoint(answer.query.input.q) && <p>{not_found.point}</p>}
          <NearView />
          {answer.error.example_id && <Example id={answer.error.example_id} />}
        </section>
      );
    case 'not_covered':
      return <Elsewhere answer={answer} />;
    case 'ok':
      return null;
  }
}

function Elsewhere({ answer }: { answer: Extract<CheckAnswer, { status: 'ambiguous' | 'not_covered' }> }) {
  const { text } = pageWords.value.not_covered;
  return (
    <section class="outcome">
      <h1>{headingOf(answer)}</h1>
      {answer.status === 'not_covered' && <p>{answer.query.resolved?.note ?? text}</p>}
      <p class="quiet">{text}</p>
      <Loaded />
      {answer.candidates && <CandidateList candidates={answer.candidates} />}
      <OwnExample />
    </section>
  );
}

/** The text names a place, and no parcel in it. */
function PlaceAlone({ answer }: { answer: CheckAnswer }) {
  const { place } = state.value;
  const { text } = pageWords.value.near;
  return (
    <section class="outcome">
      <h1>{headingOf(answer)}</h1>
      <p class="lead">{place && 'q' in place ? place.q : ''}</p>
      <p>{text}</p>
      <NearView />
    </section>
  );
}

const looksLikePoint = (q: string | undefined): boolean =>
  /^\s*[+-]?\d{1,3}(?:[.,]\d+)?°?\s*[,;\s]\s*[+-]?\d{1,3}(?:[.,]\d+)?°?\s*$/.test(q ?? '');

/** How much is loaded at all: resolving says it of any text. */
function Loaded() {
  const coverage = useSignal<CorpusCoverage | null>(null);
  useEffect(() => {
    const { place } = state.peek();
    if (!place) return;
    api.resolve({ ...place, ...inLanguage() }).then(
      (answer) => {
        coverage.value = ('corpus_coverage' in answer && answer.corpus_coverage) || null;
      },
      (error: unknown) => console.warn('what is loaded cannot be read:', error),
    );
  }, []);
  if (coverage.value === null) return null;
  const { partitions_loaded, partitions_total, voivodeships } = coverage.value;
  return (
    <p class="quiet">
      {pageWords.value.not_covered.loaded(
        partitions_loaded,
        partitions_total,
        voivodeships.map((code) => VOIVODESHIP_NAMES[code] ?? code).join(', '),
      )}
    </p>
  );
}

function OwnExample() {
  useExamples();
  const [, id] = examples.value;
  return id === undefined ? null : <Example id={id} />;
}

function Example({ id }: { id: string }) {
  return (
    <p>
      {pageWords.value.not_found.example}:{' '}
      <button type="button" class="link" onClick={() => choose({ id })}>
        {id}
      </button>
    </p>
  );
}

function Successors({ of }: { of: readonly Kin[] }) {
  return (
    <>
      <p>{pageWords.value.not_found.successors}</p>
      <ul class="plain">
        {of.map(({ id }) => (
          <li key={id}>
            <button type="button" class="link" onClick={() => choose({ id })}>
              {id}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Numbered as on the map; what tells them apart comes first. */
function CandidateList({ candidates }: { candidates: readonly Candidate[] }) {
  return (
    <ol class="candidates">
      {candidates.map((one, at) => (
        <li key={`${one.id} ${one.address} ${one.gmina_teryt} ${at}`}>
          <button type="button" disabled={!one.held} onClick={() => choose(placeOf(one))}>
            <span class="candidate-number" aria-hidden="true">
              {at + 1}
            </span>
            <span class="candidate-text">
              <b>
                {one.number ? `${one.number} ` : ''}
                {one.address ?? one.obreb_name ?? one.gmina_name}
              </b>
              <small>
                {[one.gmina_name && `gmina ${one.gmina_name}`, one.powiat_name, one.id]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <small>{one.held ? one.match_reason : pageWords.value.search.elsewhere}</small>
            </span>
            <span class="candidate-fit">
              {pageWords.value.ambiguous.confidence} {showPercent(Math.round(one.confidence * 100))}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function placeOf({ id, address, obreb_id, obreb_name, gmina_name, gmina_teryt }: Candidate): AskedPlace {
  if (id !== null) return { id };
  if (address !== null) return { q: address };
  if (obreb_id === null) return { q: `gmina ${gmina_teryt}` };
  return { q: obreb_name === null ? `${obreb_id}.` : `obręb ${obreb_name}, gm. ${gmina_name}` };
}
