// Ids and points, which leave no doubt of what is meant: what to look up for one, and what the finds come to.

import type { Corpus } from '../../domain/corpus/corpus.ts';
import { fromWgs84 } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { ParcelId } from '../../domain/places/parcel-id.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import { parcelUnder } from '../../domain/text/address-ground.ts';
import {
  parcelCandidate,
  powiatName,
  rankWeighed,
  resolvedAs,
  type Weighed,
  weighed,
} from '../../domain/text/candidates.ts';
import type { ShapedParcel } from '../../domain/text/lookups.ts';
import { type Applied, start } from '../../domain/text/rules.ts';
import type { LookedUp } from '../../store/reads.ts';
import { goneParcel } from './gone-parcel.ts';
import { decide, type Identification } from './identification.ts';
import type { Inquiry } from './inquiry.ts';
import { notLoadedWords, powiatAround } from './powiat-at-point.ts';

const BY_ID = [start('id', 'The id itself.')];
const BY_POINT = [start('point', 'The parcel that contains the point.')];
const NOTHING_MORE = () => ({});

export function inquireId(corpus: Corpus, id: ParcelId, note: string | null): Inquiry {
  if (!corpus.holds(id.obreb_id))
    return { wanted: {}, follow: NOTHING_MORE, settle: () => notLoaded(corpus, id, note) };
  const former = currentIds(corpus, id);
  return {
    wanted: { ids: former ? [id.id, ...former.ids] : [id.id] },
    follow: ({ ids }) =>
      [id.id, ...(former?.ids ?? [])].some((one) => ids.has(one)) ? {} : { gone: [id.id] },
    settle(found, followed) {
      const parcel = found.ids.get(id.id);
      if (parcel) return certain(corpus, parcel, 'parcel', BY_ID, note);
      const current = former ? weighCurrent(corpus, id, former, found) : [];
      if (current.length > 0) return decide(corpus, rankWeighed(current));
      const { candidate } = weighed(parcelCandidate(corpus, id.id, null), BY_ID, null);
      return goneParcel(
        corpus,
        `there is no parcel ${id.id} in the cadastre as loaded`,
        resolvedAs('parcel', candidate, note),
        [followed.gone.get(id.id)].filter((descent) => descent !== undefined),
      );
    },
  };
}

function notLoaded(corpus: Corpus, id: ParcelId, note: string | null): Identification {
  if (corpus.admin.powiatName(id.powiat) === undefined)
    return { status: 'not_found', message: `there is no powiat ${id.powiat} in the register of units` };
  const { candidate } = weighed(parcelCandidate(corpus, id.id, null), BY_ID, null);
  const why = corpus.holdsSomeOf(id.powiat)
    ? `Obręb ${id.obreb_id} is not loaded.`
    : `${powiatName(corpus, id.powiat)} is not loaded.`;
  return {
    status: 'not_covered',
    candidates: [candidate],
    resolved: resolvedAs('parcel', candidate, note ? `${note} ${why}` : why),
  };
}

/** What leaves no doubt. The candidate is for whoever shows it: most reads only want the parcel. */
function certain(
  corpus: Corpus,
  parcel: ShapedParcel,
  kind: 'parcel' | 'point',
  rule: readonly Applied[],
  note: string | null,
  point?: Position,
): Identification {
  const gmina_teryt = gminaTerytOf(parcel.id, corpus.admin);
  return {
    status: 'parcel',
    parcel,
    ...(point ? { point } : {}),
    resolved: { kind, id: parcel.id, gmina_teryt, confidence: 1, note },
    get candidate() {
      return weighed(parcelCandidate(corpus, parcel.id, parcel), rule, parcel).candidate;
    },
    get candidates() {
      return [this.candidate];
    },
  };
}

/** Ids that an old one may have become, and the name of its gmina. */
interface CurrentIds {
  readonly gmina_name: string;
  readonly ids: readonly string[];
}

/**
 * A rural gmina (2) that got a town is urban-rural (3): its units are the town (4) and the rural area (5), with the same
 * six digits, and old ids still bear the 2. The parcel is the one of that obręb and number today, if there is just one.
 */
function currentIds({ admin }: Corpus, old: ParcelId): CurrentIds | null {
  const isFormer = old.unit.endsWith('_2') && !admin.obreby.has(old.obreb_id);
  const gmina = isFormer ? admin.gminaOfUnit(old.unit) : undefined;
  if (!gmina?.teryt.endsWith('3')) return null;
  const [six, rest] = [old.unit.slice(0, 6), old.id.slice(old.unit.length)];
  return { gmina_name: gmina.name, ids: [`${six}_4${rest}`, `${six}_5${rest}`] };
}

function weighCurrent(
  corpus: Corpus,
  old: ParcelId,
  { gmina_name, ids }: CurrentIds,
  found: LookedUp,
): Weighed[] {
  return ids.flatMap((id) => {
    const parcel = found.ids.get(id);
    if (!parcel) return [];
    const says = `${old.id} has the unit code of a rural gmina; ${gmina_name} is urban-rural, and ${id} has that obręb and number.`;
    return [weighed(parcelCandidate(corpus, id, parcel), [start('former_id', says)], parcel)];
  });
}

export function inquirePoint(corpus: Corpus, position: Position, note: string | null): Inquiry {
  const point = fromWgs84(2180, position);
  const boundary = { position: point, level: 'powiat' } as const;
  const under = (found: LookedUp) => parcelUnder(point, found.points.get(point) ?? []);
  return {
    wanted: { points: [point] },
    follow: (found) => (under(found) ? {} : { boundaries: [boundary] }),
    settle(found, followed) {
      const parcel = under(found);
      if (parcel) return certain(corpus, parcel, 'point', BY_POINT, note, position);
      return noParcelAt(corpus, powiatAround(boundary, followed), note);
    },
  };
}

function noParcelAt(corpus: Corpus, powiat: string | null, note: string | null): Identification {
  if (powiat !== null && corpus.holdsPartition(powiat)) {
    return { status: 'not_found', message: 'no parcel contains the point, though the powiat is loaded' };
  }
  const why = powiat === null ? 'The point lies outside the loaded powiaty.' : notLoadedWords(corpus, powiat);
  const resolved = { kind: 'point', id: null, gmina_teryt: null, confidence: 1 } as const;
  return { status: 'not_covered', resolved: { ...resolved, note: note ? `${note} ${why}` : why } };
}
