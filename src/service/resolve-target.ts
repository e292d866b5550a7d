// From a target (text, id or point) to a parcel, a gmina, or an honest "not this clearly". The same function for
// every operation; nothing is picked silently (spec §1, §4.1).

import type { Candidate, Resolved } from '../contract/answers.ts';
import type { Gmina } from '../domain/admin.ts';
import { containsPoint } from '../domain/geo.ts';
import type { Position } from '../domain/geometry.ts';
import type { ParcelId } from '../domain/parcel-id.ts';
import { fromWgs84 } from '../domain/projection.ts';
import { gminaTerytOf } from '../domain/record.ts';
import { type Applied, start } from '../domain/text/rules.ts';
import { settle } from '../domain/text/settle.ts';
import type { StoredParcel } from '../store/store.ts';
import { parcelCandidate, powiatName, rankWeighed, resolvedAs, type Weighed, weighed } from './candidates.ts';
import type { Context } from './context.ts';
import { parcelsUnder } from './find-ground.ts';
import { readParcel } from './load-record.ts';
import type { NoAnswer } from './outcome.ts';
import type { Target } from './parse-input.ts';
import { type Understanding, understand } from './understand.ts';

interface Found {
  readonly candidate: Candidate;
  /** The pick and what came after it, best first. */
  readonly candidates: Candidate[];
  readonly resolved: Resolved;
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
      return understand(context, target.q).then((understanding) => resolveText(context, understanding));
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
    absent_id: id.id,
  };
}

/** What leaves no doubt. The candidate is for whoever shows it: most reads only want the parcel. */
function certain(
  context: Context,
  parcel: StoredParcel,
  kind: 'parcel' | 'point',
  rule: readonly Applied[],
  note: string | null,
): Resolution {
  const gmina_teryt = gminaTerytOf(parcel.id, context.corpus.admin);
  return {
    status: 'parcel',
    parcel,
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
 * A gmina that got a town has new units with the same six digits; old ids still bear the old one. The parcel is the one
 * of that obręb and number today, if there is just one.
 */
export async function currentIds(context: Context, old: ParcelId): Promise<Weighed[]> {
  const { admin } = context.corpus;
  const gmina = admin.gminaOfUnit(old.unit);
  const obreby = gmina ? admin.obrebyOf(gmina.teryt) : [];
  if (obreby.some((obreb) => obreb.id.startsWith(old.unit))) return [];
  const rest = old.id.slice(old.unit.length);
  const siblings = new Set(obreby.map((obreb) => obreb.id.slice(0, old.unit.length)));
  const ids = [...siblings]
    .filter((unit) => unit.slice(0, 6) === old.unit.slice(0, 6))
    .map((unit) => unit + rest);
  const parcels = await context.reads.parcels(ids);
  return [...parcels.values()].map((parcel) =>
    weighed(parcelCandidate(context, parcel.id, parcel), [
      start(
        'former_id',
        `${old.id} has the unit code from before gmina ${gmina?.name} changed its type; today it is ${parcel.id}.`,
      ),
    ]),
  );
}

async function resolvePoint(context: Context, position: Position, note: string | null): Promise<Resolution> {
  const point = fromWgs84(2180, position);
  // A point on a shared boundary lies in both parcels: the lower id, so that the answer is always the same.
  const [inside] = await parcelsUnder(context, point);
  const parcel = inside === undefined ? undefined : await readParcel(context, inside);
  if (parcel) return certain(context, parcel, 'point', BY_POINT, note);
  const powiaty = await context.reads.boundariesAt(point, 'powiat');
  const powiat = powiaty.find((boundary) => containsPoint(boundary.geometry, point));
  if (powiat && context.corpus.holdsPartition(powiat.code)) {
    return { status: 'not_found', message: 'no parcel contains the point, though the powiat is loaded' };
  }
  const why = powiat
    ? `${powiatName(context, powiat.code)} is not loaded.`
    : 'The point lies outside the loaded powiaty.';
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
  const { ids, points, weighed: candidates } = understanding;
  const [id, otherId] = ids;
  if (id && !otherId) return resolveId(context, id.id, `Read the id ${id.id.id} in the text.`);
  if (points.length > 0) return resolvePoints(context, points);
  if (candidates.length > 0) return decide(context, candidates);
  return { status: 'not_found', message: nothingFound(understanding) };
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
    const note = 'The text was read as a point in metres; both orders of easting and northing meet a parcel.';
    return {
      status: 'ambiguous',
      candidates,
      resolved: { ...hit.resolved, id: null, confidence: 0.5, note },
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
  const candidates = ranked.map(({ candidate }) => candidate);
  const pick = settle(candidates);
  if (!pick) return unsettled(candidates);
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

function unsettled(candidates: Candidate[]): Resolution {
  const [best, next] = candidates;
  const note = candidates.some((candidate) => candidate.needs_obreb)
    ? 'The number exists in several obręby; name the obręb.'
    : next
      ? 'Several readings are possible; choose one of the candidates.'
      : `Not certain enough to pick: ${best?.match_reason ?? ''}`;
  return {
    status: 'ambiguous',
    candidates,
    resolved: best ? { ...resolvedAs(best.kind, best, note), id: null } : null,
  };
}
