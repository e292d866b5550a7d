// From a target (text, id or point) to a parcel, a gmina, or an honest "not this clearly". The same function for
// every operation; nothing is picked silently (spec §1, §4.1).

import type { Candidate, Resolved } from '../contract/answers.ts';
import type { Gmina, Obreb } from '../domain/admin.ts';
import { containsPoint } from '../domain/geo.ts';
import type { Position } from '../domain/geometry.ts';
import { partitionOf } from '../domain/parcel-id.ts';
import { fromWgs84 } from '../domain/projection.ts';
import { placeOf } from '../domain/record.ts';
import type { NameHits } from '../domain/text/name-index.ts';
import { readText, type TextReading } from '../domain/text/read-text.ts';
import { rankCandidates, settle } from '../domain/text/settle.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import type { NoAnswer } from './outcome.ts';
import type { Target } from './parse-input.ts';

export type Resolution =
  | {
      readonly status: 'parcel';
      readonly parcel: StoredParcel;
      readonly candidate: Candidate;
      readonly resolved: Resolved;
    }
  | {
      readonly status: 'gmina';
      readonly gmina: Gmina;
      readonly candidate: Candidate;
      readonly resolved: Resolved;
    }
  | NoAnswer;

export async function resolveTarget(context: Context, target: Target): Promise<Resolution> {
  switch (target.kind) {
    case 'id':
      return resolveId(
        context,
        target.id,
        target.written === target.id.id ? null : `Read as ${target.id.id}.`,
      );
    case 'point':
      return resolvePoint(context, target.position);
    case 'q':
      return resolveText(context, target.q);
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

async function resolveId(
  context: Context,
  id: { id: string; obreb_id: string; powiat: string },
  note: string | null,
): Promise<Resolution> {
  const { corpus } = context;
  if (!corpus.holds(id.obreb_id)) {
    const candidate = candidateAt(context, id.id, {
      confidence: 1,
      match_reason: 'The id itself.',
      held: false,
    });
    const why = `${powiatName(context, id.powiat)} is not loaded.`;
    return {
      status: 'not_covered',
      candidates: [candidate],
      resolved: resolvedAs('parcel', candidate, note ? `${note} ${why}` : why),
    };
  }
  const parcel = (await context.reads.parcels([id.id])).get(id.id);
  if (!parcel)
    return { status: 'not_found', message: `there is no parcel ${id.id} in the cadastre as loaded` };
  return found(context, parcel, 'parcel', 1, 'The id itself.', note);
}

async function resolvePoint(context: Context, position: Position): Promise<Resolution> {
  const point = fromWgs84(2180, position);
  const [x, y] = point;
  const ids = await context.reads.parcelIdsInBox([x, y, x, y]);
  const shapes = await context.reads.geometries(ids);
  // A point on a shared boundary lies in both parcels: the lower id, so that the answer is always the same.
  const [inside] = ids.filter((id) => containsPoint(shapes.get(id) ?? [], point)).sort();
  if (inside !== undefined) {
    const parcel = (await context.reads.parcels([inside])).get(inside);
    if (parcel) return found(context, parcel, 'point', 1, 'The parcel that contains the point.', null);
  }
  const powiaty = await context.reads.boundariesAt(point, 'powiat');
  const powiat = powiaty.find((boundary) => containsPoint(boundary.geometry, point));
  if (powiat && context.corpus.holdsPartition(powiat.code)) {
    return { status: 'not_found', message: 'no parcel contains the point, though the powiat is loaded' };
  }
  const note = powiat
    ? `${powiatName(context, powiat.code)} is not loaded.`
    : 'The point lies outside the loaded powiaty.';
  return {
    status: 'not_covered',
    resolved: { kind: 'point', id: null, gmina_teryt: null, confidence: 1, note },
  };
}

async function resolveText(context: Context, q: string): Promise<Resolution> {
  const reading = readText(q);
  if (reading.id) return resolveId(context, reading.id, `Read the id ${reading.id.id} in the text.`);
  const candidates = await candidatesFor(context, reading);
  if (candidates.length === 0) {
    return { status: 'not_found', message: 'no parcel, obręb or gmina of that name and number is known' };
  }
  return decide(context, candidates);
}

/** Settles ranked candidates into one resolution. */
async function decide(context: Context, candidates: readonly Candidate[]): Promise<Resolution> {
  const ranked = rankCandidates(candidates);
  const pick = settle(ranked);
  if (!pick) {
    const note = ranked.some((candidate) => candidate.needs_obreb)
      ? 'The number exists in several obręby; name the obręb.'
      : 'Several readings are possible; choose one of the candidates.';
    return {
      status: 'ambiguous',
      candidates: ranked,
      resolved: ranked[0] ? { ...resolvedAs(ranked[0].kind, ranked[0], note), id: null } : null,
    };
  }
  const resolved = resolvedAs(pick.kind, pick, pick.match_reason);
  if (pick.kind === 'gmina') {
    const gmina = context.corpus.admin.gminaByCode(pick.gmina_teryt ?? '');
    if (gmina) return { status: 'gmina', gmina, candidate: pick, resolved };
  }
  if (!pick.held || pick.id === null) {
    const why = `${powiatName(context, partitionOf(pick.gmina_teryt ?? ''))} is not loaded.`;
    return {
      status: 'not_covered',
      candidates: [pick],
      resolved: { ...resolved, note: `${pick.match_reason} ${why}` },
    };
  }
  const parcel = (await context.reads.parcels([pick.id])).get(pick.id);
  if (!parcel)
    return { status: 'not_found', message: `there is no parcel ${pick.id} in the cadastre as loaded` };
  return { status: 'parcel', parcel, candidate: pick, resolved };
}

/** How sure a reading is, by what was matched. Exact names only: nothing is guessed from similar spelling. */
const CONFIDENCE = {
  obreb_and_number: 0.97,
  shared_obreb_name: 0.6,
  gmina_and_number: 0.9,
  several_obreby: 0.5,
  gmina: 0.95,
  same_gmina_name: 0.5,
};

async function candidatesFor(context: Context, reading: TextReading): Promise<Candidate[]> {
  const { names } = context.corpus;
  const hits = reading.names.flatMap(({ words, label }) =>
    names.find(words).map((hit) => narrow(hit, label)),
  );
  const gminy = hits.flatMap((hit) => hit.gminy);
  const obreby = hits.flatMap((hit) => hit.obreby);
  if (reading.number === null) return gminaCandidates(context, gminy);
  const inObreby = await numberInObreby(context, reading.number, obreby, gminy);
  if (inObreby.length > 0) return inObreby;
  return numberInGminy(context, reading.number, gminy);
}

function narrow(hit: NameHits, label: string | null): NameHits {
  if (label === 'obreb') return { gminy: [], obreby: hit.obreby };
  if (label === 'gmina' || label === 'powiat')
    return { gminy: label === 'gmina' ? hit.gminy : [], obreby: [] };
  return hit;
}

async function numberInObreby(
  context: Context,
  number: string,
  obreby: readonly Obreb[],
  gminy: readonly Gmina[],
): Promise<Candidate[]> {
  const gminaOf = (obreb: Obreb) => context.corpus.admin.gminaOfUnit(obreb.id.slice(0, 8))?.teryt;
  const wanted = new Set(gminy.map((gmina) => gmina.teryt));
  const inGmina = obreby.filter((obreb) => wanted.has(gminaOf(obreb) ?? ''));
  const chosen = inGmina.length > 0 ? inGmina : obreby;
  const ids = await context.reads.parcelIdsByNumber(
    chosen.map((obreb) => obreb.id),
    number,
  );
  const confidence = ids.length === 1 ? CONFIDENCE.obreb_and_number : CONFIDENCE.shared_obreb_name;
  return withPlaces(context, ids, (place) => ({
    confidence,
    match_reason: `Parcel ${number} in obręb ${place.obreb_name}, gmina ${place.gmina_name}.`,
  }));
}

async function numberInGminy(
  context: Context,
  number: string,
  gminy: readonly Gmina[],
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const gmina of gminy) {
    if (!context.corpus.holdsPartition(gmina.powiat)) {
      candidates.push({
        ...gminaCandidate(context, gmina, CONFIDENCE.gmina_and_number / gminy.length),
        kind: 'parcel',
        number,
        match_reason: `Parcel ${number} somewhere in gmina ${gmina.name}, which is not loaded.`,
        held: false,
      });
      continue;
    }
    const obreby = context.corpus.names.obrebyOf(gmina.teryt);
    const ids = await context.reads.parcelIdsByNumber(
      obreby.map((obreb) => obreb.id),
      number,
    );
    const several = ids.length > 1;
    candidates.push(
      ...(await withPlaces(context, ids, (place) => ({
        confidence: several || gminy.length > 1 ? CONFIDENCE.several_obreby : CONFIDENCE.gmina_and_number,
        needs_obreb: several,
        match_reason: several
          ? `Parcel ${number} of gmina ${gmina.name}, here in obręb ${place.obreb_name}.`
          : `The only parcel ${number} of gmina ${gmina.name}; the obręb was not given.`,
      }))),
    );
  }
  return candidates;
}

function gminaCandidates(context: Context, gminy: readonly Gmina[]): Candidate[] {
  const confidence = gminy.length === 1 ? CONFIDENCE.gmina : CONFIDENCE.same_gmina_name;
  return gminy.map((gmina) => gminaCandidate(context, gmina, confidence));
}

async function withPlaces(
  context: Context,
  ids: readonly string[],
  words: (place: {
    obreb_name: string | null;
    gmina_name: string;
  }) => Partial<Candidate> & { confidence: number; match_reason: string },
): Promise<Candidate[]> {
  const parcels = await context.reads.parcels(ids);
  return [...parcels.values()].map((parcel) => ({
    ...candidateAt(context, parcel.id, { held: true, ...words(placeOf(parcel.id, context.corpus.admin)) }),
    centroid: [...parcel.centroid],
  }));
}

function found(
  context: Context,
  parcel: StoredParcel,
  kind: 'parcel' | 'point',
  confidence: number,
  match_reason: string,
  note: string | null,
): Resolution {
  const candidate: Candidate = {
    ...candidateAt(context, parcel.id, { confidence, match_reason, held: true }),
    centroid: [...parcel.centroid],
  };
  return { status: 'parcel', parcel, candidate, resolved: resolvedAs(kind, candidate, note) };
}

function candidateAt(
  context: Context,
  id: string,
  match: Partial<Candidate> & { confidence: number; match_reason: string; held: boolean },
): Candidate {
  const place = placeOf(id, context.corpus.admin);
  return {
    kind: 'parcel',
    id,
    gmina_teryt: place.gmina_teryt,
    gmina_name: place.gmina_name,
    powiat_name: place.powiat_name,
    voivodeship: place.voivodeship,
    obreb_id: place.obreb_id,
    obreb_name: place.obreb_name,
    number: place.number,
    address: null,
    centroid: null,
    needs_obreb: false,
    ...match,
  };
}

function gminaCandidate(context: Context, gmina: Gmina, confidence: number): Candidate {
  return {
    kind: 'gmina',
    id: null,
    gmina_teryt: gmina.teryt,
    gmina_name: gmina.name,
    powiat_name: gmina.powiat_name,
    voivodeship: gmina.voivodeship,
    obreb_id: null,
    obreb_name: null,
    number: null,
    address: null,
    centroid: null,
    confidence: Math.round(confidence * 1000) / 1000,
    needs_obreb: false,
    match_reason: `Gmina ${gmina.name}, powiat ${gmina.powiat_name}.`,
    held: context.corpus.holdsPartition(gmina.powiat),
  };
}

function resolvedAs(kind: Resolved['kind'], candidate: Candidate, note: string | null): Resolved {
  return {
    kind,
    id: candidate.id,
    gmina_teryt: candidate.gmina_teryt,
    confidence: candidate.confidence,
    note,
  };
}

function powiatName(context: Context, code: string): string {
  const name = context.corpus.admin.powiaty.get(code);
  return name ? `Powiat ${name} (${code})` : `Powiat ${code}`;
}
