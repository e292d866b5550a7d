// POST, GET and DELETE /v1/subscriptions: who is told of what (contract §13). Delivering is the push room's; here a subscription
// is judged and stored.

import { randomBytes } from 'node:crypto';
import type { SearchPolygon } from '../../contract/inputs.ts';
import { phraseOf } from '../../contract/language.ts';
import type { InputOf, ResultOf } from '../../contract/operations.ts';
import { PARAMETER_HINTS } from '../../contract/parameter-hints.ts';
import { SUBSCRIPTION_LIMITS, type Subscription } from '../../contract/subscriptions.ts';
import { WATCH_FAULTS, WATCH_HINTS, WATCH_RULE } from '../../contract/watch-sentences.ts';
import { type ParcelId, parseParcelId } from '../../domain/places/parcel-id.ts';
import type { StoredSubscription, WatchTarget } from '../../store/watches.ts';
import { inSteps } from '../pipeline/event-loop.ts';
import { invalidInput, type NoAnswer, type Outcome, ServiceError } from '../pipeline/outcome.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import type { AccountContext, PushParts } from './account-context.ts';
import { areaIn, parcelsIn } from './watched-events.ts';

type PushContext = Pick<AccountContext, 'key' | 'push' | 'now' | 'read'>;

export async function runSubscribe(
  { key, now, read, ...given }: PushContext,
  input: InputOf<'subscription_create'>,
): Promise<Outcome<ResultOf<'subscription_create'>>> {
  const push = requirePush(given.push);
  const judged = await push.judgeUrl(input.url);
  if ('refusal' in judged)
    throw invalidInput(phraseOf(WATCH_FAULTS.url, judged.refusal), PARAMETER_HINTS.url);
  const found = await read(async (context) => {
    const target = await watchTargetOf(context, input);
    return 'status' in target ? target : { ...target, sent_seq: await context.reads.newestEvent() };
  });
  if ('status' in found) return found;
  const subscription: StoredSubscription = {
    id: `sub_${randomBytes(8).toString('hex')}`,
    key_id: key.id,
    // As it is understood: no line break that a parser drops, no name that is spelt oddly.
    url: new URL(input.url).href,
    types: input.types ?? null,
    secret: push.createSecret(),
    created_at: now.toISOString(),
    ...found,
    failing_since: null,
    attempts: 0,
    next_attempt: null,
    disabled: false,
    last_delivery: null,
    last_error: judged.warning,
  };
  const most = SUBSCRIPTION_LIMITS.subscriptions;
  if (!(await push.subscriptions.create(subscription, most)))
    throw invalidInput(phraseOf(WATCH_FAULTS.tooMany, most), WATCH_HINTS.deleteOne);
  return { status: 'ok', result: { ...shownOf(subscription), secret: subscription.secret } };
}

export async function runListSubscriptions({ key, push }: PushContext): Promise<Outcome<Subscription[]>> {
  const held = await requirePush(push).subscriptions.ofKey(key.id);
  return { status: 'ok', result: held.map(shownOf) };
}

export async function runSubscription(
  { key, push }: PushContext,
  { subscription: id }: InputOf<'subscription'>,
): Promise<Outcome<Subscription>> {
  const found = await subscriptionOf(key.id, id, requirePush(push));
  return found ? { status: 'ok', result: shownOf(found) } : unknown(id);
}

export async function runUnsubscribe(
  { key, push }: PushContext,
  { subscription: id }: InputOf<'subscription_delete'>,
): Promise<Outcome<ResultOf<'subscription_delete'>>> {
  const isRemoved = await requirePush(push).subscriptions.remove(key.id, id);
  return isRemoved ? { status: 'ok', result: { id } } : unknown(id);
}

export async function runTestSubscription(
  { key, ...given }: PushContext,
  { subscription: id }: InputOf<'subscription_test'>,
): Promise<Outcome<ResultOf<'subscription_test'>>> {
  const push = requirePush(given.push);
  const found = await subscriptionOf(key.id, id, push);
  return found ? { status: 'ok', result: await push.sendTest(found) } : unknown(id);
}

const subscriptionOf = async (key_id: string, id: string, { subscriptions }: PushParts) =>
  (await subscriptions.ofKey(key_id)).find((one) => one.id === id);

const unknown = (id: string): Outcome<never> => ({
  status: 'not_found',
  message: phraseOf(WATCH_FAULTS.unknown, id.slice(0, 60)),
  hint: WATCH_HINTS.list,
});

function requirePush(push: PushParts | null): PushParts {
  if (push) return push;
  throw new ServiceError('source_unavailable', WATCH_FAULTS.noPush, { hint: WATCH_HINTS.poll });
}

/** Exactly one of them. */
export async function watchTargetOf(
  context: Context,
  { parcel, gmina, polygon }: Pick<InputOf<'subscription_create'>, 'parcel' | 'gmina' | 'polygon'>,
): Promise<{ target: WatchTarget; held_parcels: string[] } | NoAnswer> {
  const given = Object.entries({ parcel, gmina, polygon }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) {
    const names = given.map(([name]) => name);
    throw invalidInput(phraseOf(WATCH_FAULTS.together, names), WATCH_RULE);
  }
  if (polygon) return { target: { polygon }, held_parcels: await parcelsOfArea(context, polygon) };
  const target = await heldPlace(context, parcel, gmina);
  return 'status' in target ? target : { target, held_parcels: [] };
}

/** A parcel or gmina that is held, or that there is no such parcel. Ground that is not held is refused: nothing would be told. */
async function heldPlace(
  context: Context,
  parcel: string | undefined,
  gmina: string | undefined,
): Promise<{ parcel: string } | { gmina: string } | NoAnswer> {
  if (gmina !== undefined) return heldGmina(context, gmina);
  const parsed = parseParcelId(parcel ?? '');
  if (!parsed.ok) throw invalidInput(phraseOf(WATCH_FAULTS.parcel, parsed.message), PARAMETER_HINTS.parcel);
  const found = await resolveParcel(context, { kind: 'id', id: parsed.value, written: parcel ?? '' });
  if (found.status === 'not_covered')
    throw invalidInput(
      phraseOf(WATCH_FAULTS.cadastreNotHeld, ...lackingAround(context, parsed.value)),
      PARAMETER_HINTS.parcel,
    );
  return found.status === 'parcel' ? { parcel: found.parcel.id } : found;
}

function heldGmina({ corpus }: Context, gmina: string): { gmina: string } {
  const known = corpus.admin.gminaByCode(gmina);
  if (known && corpus.holdsGmina(known)) return { gmina };
  const fault = known
    ? phraseOf(WATCH_FAULTS.gminaNotHeld, known.name, gmina)
    : phraseOf(/^\d{7}$/.test(gmina) ? WATCH_FAULTS.noGmina : WATCH_FAULTS.gminaCode, gmina.slice(0, 60));
  throw invalidInput(fault, PARAMETER_HINTS.gmina);
}

/** The widest unit around a parcel that is not held. */
function lackingAround({ corpus }: Context, { powiat, unit, obreb_id }: ParcelId) {
  if (!corpus.holdsSomeOf(powiat)) return ['powiat', powiat] as const;
  const gmina = corpus.admin.gminaOfUnit(unit);
  return gmina && !corpus.holdsGmina(gmina)
    ? (['gmina', gmina.name] as const)
    : (['obręb', obreb_id] as const);
}

async function parcelsOfArea(context: Context, polygon: SearchPolygon): Promise<string[]> {
  const read = await inSteps(areaIn(polygon), context.pause);
  if (!read.ok) throw invalidInput(read.message, read.hint);
  const held = await parcelsIn(context, read.area);
  if (held.length === 0) throw invalidInput(WATCH_FAULTS.emptyPolygon, PARAMETER_HINTS.polygon);
  return held;
}

function shownOf(stored: StoredSubscription): Subscription {
  const { id, url, target, types, disabled, failing_since, created_at } = stored;
  const { last_delivery, last_error, next_attempt } = stored;
  return {
    id,
    url,
    ...target,
    types: types === null ? null : [...types],
    state: disabled ? 'disabled' : failing_since === null ? 'active' : 'failing',
    created_at,
    last_delivery,
    last_error,
    next_attempt,
  };
}
