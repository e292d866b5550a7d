// From targets (text, id or point) to parcels, gminy, or an honest "not this clearly": interpret → one plural read → weigh and
// settle. The same for every operation, and one target is a list of one.

import { readSigns, type WrittenText } from '../../domain/text/interpret-text.ts';
import type { ShapedParcel } from '../../domain/text/lookups.ts';
import type { NameIndex } from '../../domain/text/name-index.ts';
import type { StoredParcel } from '../../store/reads.ts';
import { slices } from '../pipeline/event-loop.ts';
import type { NoAnswer } from '../pipeline/outcome.ts';
import type { Target } from '../pipeline/parse.ts';
import type { Context } from '../snapshot/context.ts';
import type { Identification } from './identification.ts';
import { inquireId, inquirePoint } from './inquire-place.ts';
import { inquireText } from './inquire-text.ts';
import { type Inquiry, lookUp } from './inquiry.ts';

/** An identification with the whole row of its parcel. */
export type Resolution = Identification<StoredParcel>;

/** Which parcel or gmina is meant; of a parcel no more is read than that takes. */
export async function identifyTargets(
  context: Context,
  targets: readonly Target[],
): Promise<Identification[]> {
  const { corpus, reads } = context;
  const makeWay = slices();
  const inquiries: Inquiry[] = [];
  for (const target of targets) {
    if (target.kind === 'q') {
      const written = readSigns(target.q);
      inquiries.push(inquireText(corpus, written, await namesFor(written, context)));
    } else inquiries.push(inquirePlace(context, target));
    await makeWay();
  }
  const found = await lookUp(
    reads,
    inquiries.map(({ wanted }) => wanted),
  );
  const followed = await lookUp(
    reads,
    inquiries.map(({ follow }) => follow(found)),
  );
  const identifications: Identification[] = [];
  for (const { settle } of inquiries) {
    identifications.push(settle(found, followed));
    await makeWay();
  }
  return identifications;
}

function inquirePlace({ corpus }: Context, target: Exclude<Target, { kind: 'q' }>): Inquiry {
  if (target.kind === 'point') return inquirePoint(corpus, target.position, null);
  const { id, written } = target;
  return inquireId(corpus, id, written === id.id ? null : `Read as ${id.id}.`);
}

/** The index is waited for only where a text needs it. */
export async function namesFor({ rest }: WrittenText, { names, reads }: Context): Promise<NameIndex | null> {
  return rest === null ? null : names.index(reads);
}

export async function identifyTarget(context: Context, target: Target): Promise<Identification> {
  return only(await identifyTargets(context, [target]));
}

export async function resolveTargets(context: Context, targets: readonly Target[]): Promise<Resolution[]> {
  return readRows(context, await identifyTargets(context, targets));
}

export async function resolveTarget(context: Context, target: Target): Promise<Resolution> {
  return only(await resolveTargets(context, [target]));
}

/** The rows of parcels that were told by a text; those told by an id or a point came with theirs. */
async function readRows(context: Context, identifications: readonly Identification[]): Promise<Resolution[]> {
  const missing = identifications.flatMap((one) =>
    one.status === 'parcel' && !isRow(one.parcel) ? [one.parcel.id] : [],
  );
  const rows = missing.length > 0 ? await context.reads.parcels(missing) : new Map<string, StoredParcel>();
  return identifications.map((one): Resolution => {
    if (one.status !== 'parcel') return one;
    if (isRow(one.parcel)) return one as Resolution;
    const parcel = rows.get(one.parcel.id);
    if (!parcel) throw new Error(`${one.parcel.id} was found and cannot be read`);
    return { ...one, parcel };
  });
}

const isRow = (parcel: ShapedParcel): parcel is StoredParcel => 'facts' in parcel;

/** For reads that need a parcel: a gmina alone is not enough, and the note asks for the number. */
export async function resolveParcels(
  context: Context,
  targets: readonly Target[],
): Promise<(Extract<Resolution, { status: 'parcel' }> | NoAnswer)[]> {
  const resolutions = await resolveTargets(context, targets);
  return resolutions.map((resolution) =>
    resolution.status === 'gmina' ? askForNumber(resolution) : resolution,
  );
}

export async function resolveParcel(
  context: Context,
  target: Target,
): Promise<Extract<Resolution, { status: 'parcel' }> | NoAnswer> {
  return only(await resolveParcels(context, [target]));
}

function askForNumber({ gmina, candidate, resolved }: Extract<Resolution, { status: 'gmina' }>): NoAnswer {
  const note = `The text names the gmina ${gmina.name} only; add a parcel number, and the obręb if you know it.`;
  return { status: 'ambiguous', candidates: [candidate], resolved: { ...resolved, note } };
}

function only<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('a target was not answered');
  return one;
}
