// From a target (text, id or point) to a parcel, a gmina, or an honest "not this clearly". The same function for
// every operation; nothing is picked silently (spec §1, §4.1).

import type { Candidate, Resolved } from '../../contract/answers.ts';
import { fromWgs84 } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { Gmina } from '../../domain/places/admin-units.ts';
import type { ParcelId } from '../../domain/places/parcel-id.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import { type Applied, gminaConfidenceOf, start } from '../../domain/text/rules.ts';
import { settle } from '../../domain/text/settle.ts';
import type { StoredParcel } from '../../store/reads.ts';
import { readParcel } from '../operations/load-record.ts';
import type { NoAnswer } from '../pipeline/outcome.ts';
import type { Target } from '../pipeline/parse.ts';
import type { Context } from '../snapshot/context.ts';
import { parcelCandidate, powiatName, rankWeighed, resolvedAs, type Weighed, weighed } from './candidates.ts';
import { absentParcels } from './find-parcels.ts';
import { interpretText, type Understanding } from './interpret-text.ts';
import { parcelsUnder, powiatAt } from './parcel-at-point.ts';

interface Found {
  readonly candidate: Candidate;
  /** The pick and what came after it, best first. */
  readonly candidates: Candidate[];
  readonly resolved: Resolved;
  /** The point that led to it (WGS84), also where a text says it. */
  readonly point?: Position;
}

export type Resolution =
  | ({ readonly status: 'parcel'; readonly parcel: StoredParcel } & Found)
  | ({ readonly status: 'gmina'; readonly gmina: Gmina } & Found)
  | NoAnswer;

export function resolveTarget(context: Context, target: Target): Promise<Resolution> {
  switch (target.kind) {
    case 'id': {
      const note = target.written === target.id.id ? null : `Read as ${target.id.id}.`;
      return resolveId(context, target.id, note);
    }
    case 'point':
      return resolvePoint(context, target.position, null);
    case 'q':
      return interpretText(context, target.q).then((understanding) => resolveText(context, understanding));
  }
}

/** For reads that need a parcel: a gmina alone is not enough, and the note asks for the number. */
export async function resolveParcel(
  context: Context,
  target: Target,
): Promise<Extract<Resolution, { status: 'parcel' }> | NoAnswer> {
  const resolution = await resolveTarget(context, target);
  if (resolution.status !== 'gmina') return resolution;
  const note = `The text names the gmina ${resolution.gmina.name} only; add a parcel number, and the obręb if you know it.`;
  return {
    status: 'ambiguous',
    candidates: [resolution.candidate],
    resolved: { ...resolution.resolved, note },
  };
}

const BY_ID = [start('id', 'The id itself.')];
const BY_POINT = [start('point', 'The parcel that contains the point.')];

async function resolveId(context: Context, id: ParcelId, note: string | null): Promise<Resolution> {
  if (!context.corpus.holds(id.obreb_id)) {
    if (lacksPowiat(context, id))
      return { status: 'not_found', message: `there is no powiat ${id.powiat} in the register of units` };
    const { candidate } = weighed(parcelCandidate(context, id.id, null), BY_ID);
    const why = `${powiatName(context, id.powiat)} is not loaded.`;
    return {
      status: 'not_covered',
      candidates: [candidate],
      resolved: resolvedAs('parcel', candidate, note ? `${note} ${why}` : why),
    };
  }
  const parcel = await readParcel(context, id.id);
  if (parcel) return certain(context, parcel, 'parcel', BY_ID, note);
  const current = await currentIds(context, id);
  if (current.length > 0) return decide(context, rankWeighed(current));
  return {
    status: 'not_found',
    message: `there is no parcel ${id.id} in the cadastre as loaded`,
    absent: resolvedAs('parcel', weighed(parcelCandidate(context, id.id, null), BY_ID).candidate, note),
  };
}

/** Whether TERC tells the powiaty of the voivodeship, and this is none of them. */
function lacksPowiat({ corpus }: Context, { powiat, voivodeship }: ParcelId): boolean {
  const { powiaty } = corpus.admin;
  return !powiaty.has(powiat) && powiaty.keys().some((code) => code.startsWith(voivodeship));
}

/** What leaves no doubt. The candidate is for whoever shows it: most reads only want the parcel. */
function certain(
  context: Context,
  parcel: StoredParcel,
  kind: 'parcel' | 'point',
  rule: readonly Applied[],
  note: string | null,
  point?: Position,
): Resolution {
  const gmina_teryt = gminaTerytOf(parcel.id, context.corpus.admin);
  return {
    status: 'parcel',
    parcel,
    ...(point ? { point } : {}),
    resolved: { kind, id: parcel.id, gmina_teryt, confidence: 1, note },
    get candidate() {
      return weighed(parcelCandidate(context, parcel.id, parcel), rule).candidate;
    },
    get candidates() {
      return [this.candidate];
    },
  };
}

/**
 * A rural gmina (2) that got a town is urban-rural (3): its units are the town (4) and the rural area (5), with the same
 * six digits, and old ids still bear the 2. The parcel is the one of that obręb and number today, if there is just one.
 */
async function currentIds(context: Context, old: ParcelId): Promise<Weighed[]> {
  const { admin } = context.corpus;
  const gmina = admin.gminaOfUnit(old.unit);
  const isFormer = old.unit.endsWith('_2') && !admin.obreby.has(old.obreb_id);
  if (!isFormer || !gmina?.teryt.endsWith('3')) return [];
  const [six, rest] = [old.unit.slice(0, 6), old.id.slice(old.unit.length)];
  const parcels = await context.reads.parcels([`${six}_4${rest}`, `${six}_5${rest}`]);
  return [...parcels.values()].map((parcel) =>
    weighed(parcelCandidate(context, parcel.id, parcel), [
      start(
        'former_id',
        `${old.id} has the unit code of a rural gmina; ${gmina.name} is urban-rural, and ${parcel.id} has that obręb and number.`,
      ),
    ]),
  );
}

async function resolvePoint(context: Context, position: Position, note: string | null): Promise<Resolution> {
  const point = fromWgs84(2180, position);
  // A point on a shared boundary lies in both parcels: the lower id, so that the answer is always the same.
  const [inside] = await parcelsUnder(context, point);
  const parcel = inside === undefined ? undefined : await readParcel(context, inside);
  if (parcel) return certain(context, parcel, 'point', BY_POINT, note, position);
  const powiat = await powiatAt(context, point);
  if (powiat !== null && context.corpus.holdsPartition(powiat)) {
    return { status: 'not_found', message: 'no parcel contains the point, though the powiat is loaded' };
  }
  const why =
    powiat === null
      ? 'The point lies outside the loaded powiaty.'
      : `${powiatName(context, powiat)} is not loaded.`;
  return {
    status: 'not_covered',
    resolved: {
      kind: 'point',
      id: null,
      gmina_teryt: null,
      confidence: 1,
      note: note ? `${note} ${why}` : why,
    },
  };
}

async function resolveText(context: Context, understanding: Understanding): Promise<Resolution> {
  const { ids, beside, points, weighed: candidates } = understanding;
  const [id, otherId] = ids;
  if (id && !otherId) {
    const resolution = await resolveId(context, id.id, `Read the id ${id.id.id} in the text.`);
    return beside.length === 0 ? resolution : doubt(resolution, beside);
  }
  if (points.length > 0) return resolvePoints(context, points);
  if (candidates.length > 0) return decide(context, candidates);
  const message = nothingFound(understanding);
  const absent = settle(rankWeighed(absentParcels(context, understanding.reading)).map(candidateOf));
  return absent
    ? { status: 'not_found', message, absent: resolvedAs('parcel', absent, absent.match_reason) }
    : { status: 'not_found', message };
}

const candidateOf = ({ candidate }: Weighed) => candidate;

/** What an id alone would settle, with numbers beside it that say something else. */
function doubt(resolution: Resolution, beside: readonly Applied[]): Resolution {
  if (resolution.status === 'not_found' || resolution.status === 'ambiguous') return resolution;
  const candidates = resolution.candidates ?? [];
  return unsettled(
    candidates.map((candidate) => weighed(candidate, [start('id', candidate.match_reason), ...beside])),
  );
}

/** Metres may be in either order: the one that meets a parcel is meant; where both do, nothing is picked. */
async function resolvePoints(context: Context, points: Understanding['points']): Promise<Resolution> {
  const resolutions: Resolution[] = [];
  for (const { position, as } of points) {
    const [lng, lat] = position;
    const note = `The text was read as ${as}: ${lat.toFixed(6)}, ${lng.toFixed(6)}.`;
    resolutions.push(await resolvePoint(context, position, note));
  }
  const hits = resolutions.filter((resolution) => resolution.status === 'parcel');
  const [hit, another] = hits;
  if (hit && another) {
    const candidates = hits.map(({ candidate }) => ({ ...candidate, confidence: 0.5 }));
    const gmina_teryt = agreedGmina(candidates);
    const note = 'The text was read as a point in metres; both orders of easting and northing meet a parcel.';
    return {
      status: 'ambiguous',
      candidates,
      resolved: { ...hit.resolved, id: null, gmina_teryt, confidence: 0.5, note },
      gmina_confidence: gmina_teryt === null ? 0 : 1,
    };
  }
  const found = hit ?? resolutions.find(({ status }) => status === 'not_found');
  if (found) return found;
  const unheld = resolutions.filter((resolution) => resolution.status === 'not_covered');
  const [first, second] = unheld;
  if (!first) throw new Error('a text without points was read as a point');
  if (!second) return first;
  const tried = 'Both orders of easting and northing were tried; neither meets loaded ground.';
  const note = [tried, ...unheld.map(({ resolved }) => resolved.note)].join(' ');
  return { ...first, resolved: { ...first.resolved, confidence: 0.5, note } };
}

function nothingFound({ reading }: Understanding): string {
  const named = reading.spans.map(({ typed }) => typed).join(', ');
  const numbers = reading.numbers.map(({ number }) => number).join(', ');
  if (named !== '' && numbers !== '')
    return `no parcel, obręb or gmina matches: no ${numbers} is known at ${named}`;
  const ask = numbers !== '' ? '; name the obręb or the gmina too' : '';
  return `no parcel, obręb or gmina of that name and number is known${ask}`;
}

/** Settles ranked candidates into one resolution. */
async function decide(context: Context, ranked: readonly Weighed[]): Promise<Resolution> {
  const candidates = ranked.map(candidateOf);
  const pick = settle(candidates);
  if (!pick) return unsettled(ranked);
  const resolved = resolvedAs(pick.kind, pick, pick.match_reason);
  if (pick.kind === 'gmina') {
    const gmina = context.corpus.admin.gminaByCode(pick.gmina_teryt ?? '');
    if (gmina) return { status: 'gmina', gmina, candidate: pick, candidates, resolved };
  }
  if (!pick.held || pick.id === null) {
    const why = `${powiatName(context, pick.gmina_teryt ?? '')} is not loaded.`;
    return {
      status: 'not_covered',
      candidates: [pick],
      resolved: { ...resolved, note: `${pick.match_reason} ${why}` },
    };
  }
  const parcel = await readParcel(context, pick.id);
  if (!parcel)
    return { status: 'not_found', message: `there is no parcel ${pick.id} in the cadastre as loaded` };
  return { status: 'parcel', parcel, candidate: pick, candidates, resolved };
}

function unsettled(ranked: readonly Weighed[]): Resolution {
  const candidates = ranked.map(candidateOf);
  const [best] = ranked;
  if (!best) return { status: 'ambiguous', candidates, resolved: null };
  const gmina_teryt = agreedGmina(candidates);
  return {
    status: 'ambiguous',
    candidates,
    resolved: {
      ...resolvedAs(best.candidate.kind, best.candidate, unsettledNote(ranked)),
      id: null,
      gmina_teryt,
    },
    gmina_confidence: gmina_teryt === null ? 0 : gminaConfidenceOf(best.applied),
  };
}

/** The gmina of all candidates, or null where they do not agree. */
function agreedGmina([first, ...others]: readonly Candidate[]): string | null {
  return first && others.every(({ gmina_teryt }) => gmina_teryt === first.gmina_teryt)
    ? first.gmina_teryt
    : null;
}

function unsettledNote(ranked: readonly Weighed[]): string {
  const [best, next] = ranked;
  if (best && !next) return `Not certain enough to pick: ${best.candidate.match_reason}`;
  const note = ranked.some(({ candidate }) => candidate.needs_obreb)
    ? 'The number exists in several obręby; name the obręb.'
    : 'Several readings are possible; choose one of the candidates.';
  const leftOut = best?.applied.find(({ rule }) => rule === 'number_left_out')?.says;
  const isLeftOutByAll = ranked.every(({ applied }) => applied.some(({ says }) => says === leftOut));
  return leftOut && isLeftOutByAll ? `${note} ${leftOut}` : note;
}
