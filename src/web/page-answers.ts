// What was asked and what came back: the check of the place in the address, its outline with its neighbours, its changes. Asked
// anew whenever place, use or language differ; an answer that comes too late is dropped.

import { computed, effect, signal } from '@preact/signals';
import type { Answer } from '../../packages/client/src/calls.ts';
import { MiedzaError } from '../../packages/client/src/miedza-error.ts';
import type { Candidate, CheckResult, ParcelRecord } from '../contract/answers.ts';
import type { ChangeEvent } from '../contract/change-events.ts';
import { api, inLanguage } from './api.ts';
import { type NearPlaces, readNear } from './near-places.ts';
import { type AskedPlace, go, state } from './url-state.ts';
import { pageWords } from './words.ts';

export type CheckAnswer = Answer<'check'>;

export type Found =
  | { readonly step: 'nothing' }
  | { readonly step: 'asking' }
  | { readonly step: 'failed'; readonly message: string; readonly hint: string }
  | { readonly step: 'answered'; readonly answer: CheckAnswer };

/** The ground of the chosen parcel. */
export interface Ground {
  readonly id: string;
  readonly geometry: NonNullable<ParcelRecord['geometry']>;
  readonly neighbours: readonly string[];
}

export interface Changes {
  readonly id: string;
  readonly events: readonly ChangeEvent[];
  readonly since: string | null;
}

export const found = signal<Found>({ step: 'nothing' });
export const ground = signal<Ground | null>(null);
/** What can be gone on with where no single parcel was found. */
export const near = signal<NearPlaces | null>(null);
/** Of those that are near indeed. */
export const positionsNear = computed(() => {
  const { how, places } = near.value ?? { how: 'loaded', places: [] };
  return how === 'loaded' || how === 'names'
    ? []
    : places.flatMap(({ centroid }) => (centroid ? [centroid] : []));
});
export const changes = signal<Changes | null>(null);

export const chosenCheck = (one: Found): CheckResult | null =>
  one.step === 'answered' && one.answer.status === 'ok' ? one.answer.result : null;

/** Whatever was meant is not loaded. */
export const isElsewhere = (answer: CheckAnswer): boolean =>
  answer.status === 'not_covered' ||
  (answer.status === 'ambiguous' && answer.candidates.every(({ held }) => !held));

export async function askCheck(place: AskedPlace, signal?: AbortSignal): Promise<CheckAnswer> {
  const { use } = state.peek();
  return api.check({ ...place, use, ...inLanguage() }, signal ? { signal } : {});
}

export function explainError(error: unknown): { message: string; hint: string } {
  // Without an answer of the interface the words are those of the client, for who writes programs.
  if (error instanceof MiedzaError && error.envelope) return { message: error.message, hint: error.hint };
  console.warn(error);
  return { message: pageWords.value.unreachable, hint: '' };
}

let latest = 0;

async function ask(place: AskedPlace): Promise<void> {
  latest += 1;
  const own = latest;
  found.value = { step: 'asking' };
  near.value = null;
  try {
    const answer = await askCheck(place);
    if (own !== latest) return;
    found.value = { step: 'answered', answer };
    if (answer.status === 'ok') await askMore(answer.result.record.id, own);
    else await askNear(place, answer, own);
  } catch (error) {
    if (own === latest) found.value = { step: 'failed', ...explainError(error) };
  }
}

/** The one place that a text names without a parcel in it. */
const placeAlone = ({
  candidates: [first, ...others],
}: {
  candidates: readonly Candidate[];
}): Candidate | null => (first?.kind === 'gmina' && first.held && others.length === 0 ? first : null);

async function askNear(
  place: AskedPlace,
  answer: Exclude<CheckAnswer, { status: 'ok' }>,
  own: number,
): Promise<void> {
  ground.value = null;
  const named = answer.status === 'ambiguous' ? placeAlone(answer) : null;
  if (named === null && answer.status !== 'not_found') return;
  try {
    const read = await readNear(place, named);
    if (own === latest) near.value = read;
  } catch (error) {
    // A help, not an answer.
    console.warn('what is near cannot be read:', error);
  }
}

async function askMore(id: string, own: number): Promise<void> {
  if (ground.value?.id !== id) ground.value = null;
  if (changes.value?.id !== id) changes.value = null;
  const [record, around, events] = await Promise.all([
    api.parcel({ id, geometry: 'full', layers: 'address' }),
    api.search({ id, radius_m: 0 }),
    api.events({ id, limit: 20, ...inLanguage() }),
  ]);
  if (own !== latest) return;
  if (record.status === 'ok' && record.result.geometry) {
    const neighbours = around.status === 'ok' ? around.result.map((one) => one.id) : [];
    ground.value = {
      id,
      geometry: record.result.geometry,
      neighbours: neighbours.filter((one) => one !== id),
    };
  }
  if (events.status === 'ok')
    changes.value = { id, events: events.result, since: events.query.observed_since ?? null };
}

/** The same question is asked once, however often the rest of the address changes. */
export function followPlace(): void {
  let asked = '';
  effect(() => {
    const { place, use, lang, view } = state.value;
    const question = JSON.stringify([place, use, lang]);
    if (view === 'compare' || view === 'list' || question === asked) return;
    asked = question;
    if (place) void ask(place);
    else {
      latest += 1;
      found.value = { step: 'nothing' };
      near.value = null;
      ground.value = null;
    }
  });
}

export const askAgain = (): void => {
  const { place } = state.value;
  if (place) void ask(place);
};

export const choose = (place: AskedPlace): void => go({ place, view: 'search', map_view: null });
