// From targets (text, id or point) to parcels, gminy, or an honest "not this clearly": interpret → one plural read → weigh and
// settle. The same for every operation, and one target is a list of one.

import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { readSigns } from '../../domain/text/interpret-text.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import type { StoredParcel } from '../../store/reads.ts';
import { inSteps } from '../pipeline/event-loop.ts';
import type { Target } from '../pipeline/parse.ts';
import type { Context } from '../snapshot/context.ts';
import type { Identification } from './identification.ts';
import { inquireId, inquirePoint } from './inquire-place.ts';
import { inquireText, type TextInquiry } from './inquire-text.ts';
import { type Inquiry, lookUp } from './inquiry.ts';
import { placeCandidates } from './place-candidates.ts';

/** An identification with the whole row of its parcel. */
export type Resolution = Identification<StoredParcel>;

/** Which parcel or gmina is meant; of a parcel no more is read than that takes. */
export async function identifyTargets(
  context: Context,
  targets: readonly Target[],
): Promise<Identification[]> {
  const inquiries: Inquiry[] = [];
  for (const target of targets) {
    inquiries.push(target.kind === 'q' ? await inquireQ(context, target.q) : inquirePlace(context, target));
    const paused = context.pause?.();
    if (paused) await paused;
  }
  const found = await lookUp(
    context.reads,
    inquiries.map(({ wanted }) => wanted),
    context.pause,
  );
  const followed = await lookUp(
    context.reads,
    inquiries.map(({ follow }) => follow(found)),
    context.pause,
  );
  const identifications: Identification[] = [];
  for (const { settle } of inquiries) {
    identifications.push(await inSteps(settle(found, followed), context.pause));
    const paused = context.pause?.();
    if (paused) await paused;
  }
  // An id or a point is a parcel, or a place that is not held: only what a text offers has to be shown on a map.
  return targets.some(({ kind }) => kind === 'q')
    ? placeCandidates(context, identifications)
    : identifications;
}

function inquirePlace({ corpus }: Context, target: Exclude<Target, { kind: 'q' }>): Inquiry {
  if (target.kind === 'point') return inquirePoint(corpus, target.position, null);
  const { id, written } = target;
  return inquireId(corpus, id, written === id.id ? null : PLACE_NOTES.readAsId[corpus.language](id.id));
}

/** The index of names is waited for only where the text needs it. */
export async function inquireQ({ corpus, names, reads, pause }: Context, q: string): Promise<TextInquiry> {
  const written = readSigns(q);
  const index = written.rest === null ? null : await names.index(reads);
  return inSteps(inquireText(corpus, written, index), pause);
}

export async function identifyTarget(context: Context, target: Target): Promise<Identification> {
  return only(await identifyTargets(context, [target]));
}

export async function resolveTargets(context: Context, targets: readonly Target[]): Promise<Resolution[]> {
  const identifications = await identifyTargets(context, targets);
  // Parcels told by an id or a point came with their rows.
  const missing = identifications.flatMap((one) =>
    one.status === 'parcel' && !isRow(one.parcel) ? [one.parcel.id] : [],
  );
  const rows = missing.length > 0 ? await context.reads.parcels(missing, context.pause) : NO_ROWS;
  return identifications.map((one) => withRow(one, rows));
}

const NO_ROWS: ReadonlyMap<string, StoredParcel> = new Map();

const isRow = (parcel: LocatedParcel): parcel is StoredParcel => 'facts' in parcel;

function withRow(one: Identification, rows: ReadonlyMap<string, StoredParcel>): Resolution {
  if (one.status !== 'parcel') return one;
  if (isRow(one.parcel)) return one as Resolution;
  const parcel = rows.get(one.parcel.id);
  if (!parcel) throw new Error(`${one.parcel.id} was found and cannot be read`);
  return { ...one, parcel };
}

export async function resolveTarget(context: Context, target: Target): Promise<Resolution> {
  return only(await resolveTargets(context, [target]));
}

/** A resolution for reads that need a parcel. */
export type ParcelResolution = Exclude<Resolution, { status: 'gmina' }>;

export async function resolveParcels(
  context: Context,
  targets: readonly Target[],
): Promise<ParcelResolution[]> {
  return (await resolveTargets(context, targets)).map((one) => askForParcel(context, one));
}

export async function resolveParcel(context: Context, target: Target): Promise<ParcelResolution> {
  return askForParcel(context, only(await resolveTargets(context, [target])));
}

/** A gmina alone is not enough, and the note asks for the number; of one that is not loaded a number would not help. */
function askForParcel({ corpus: { language } }: Context, resolution: Resolution): ParcelResolution {
  if (resolution.status !== 'gmina') return resolution;
  const { gmina, candidate, resolved } = resolution;
  if (!candidate.held) return { status: 'not_covered', candidates: [candidate], resolved };
  const { obreb_name } = candidate;
  const note =
    obreb_name === null
      ? PLACE_NOTES.gminaOnly[language](gmina.name)
      : PLACE_NOTES.obrebOnly[language](obreb_name, gmina.name);
  return { status: 'ambiguous', candidates: [candidate], resolved: { ...resolved, note } };
}

function only<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('a target was not answered');
  return one;
}
