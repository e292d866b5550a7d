// Ids and points, which leave no doubt of what is meant: what to look up for one, and what the finds come to.

import type { Resolved } from '../../contract/answers.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { type Phrase, phraseIn, phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { fromWgs84 } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { ParcelId } from '../../domain/places/parcel-id.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import { NOT_FOUND, PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { READ } from '../../domain/sentences/reading-sentences.ts';
import { parcelUnder } from '../../domain/text/address-ground.ts';
import {
  parcelCandidate,
  powiatOf,
  rankWeighed,
  resolvedAs,
  type Weighed,
  weighed,
} from '../../domain/text/candidates.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { type Applied, type Start, start } from '../../domain/text/rules.ts';
import type { LookedUp } from '../../store/reads.ts';
import { goneParcel } from './gone-parcel.ts';
import { candidateOf, decide, type Identification } from './identification.ts';
import { atOnce, type Inquiry } from './inquiry.ts';
import { notLoadedWords, powiatAround } from './powiat-at-point.ts';

const BY_ID = [start('id', READ.id)];
const BY_POINT = [start('point', READ.point)];
const NOTHING_MORE = () => ({});

/** An id in a text, which a person may have got wrong. */
interface TypedId {
  /** The type of unit that was written, where that of the id is a guess. */
  readonly odd_type: string | null;
  /** The id of a building, of which this one is a part. */
  readonly building: string | null;
}

/** Without `typed` the id is taken at its word: nothing else is offered, but for one that a gmina had before. */
export function inquireId(
  corpus: Corpus,
  id: ParcelId,
  note: string | null,
  typed: TypedId | null = null,
): Inquiry {
  if (!corpus.holds(id.obreb_id))
    return { wanted: {}, follow: NOTHING_MORE, settle: atOnce(() => notLoaded(corpus, id, note)) };
  const odd_type = typed?.odd_type ?? null;
  const others = otherIds(corpus, id, typed);
  const wanted = [...(odd_type === null ? [id.id] : []), ...(others?.ids ?? [])];
  // On whatever sheet, where the id says none.
  const onSheets = { obreb_ids: [id.obreb_id], number: id.number };
  return {
    wanted: { ids: wanted },
    follow({ ids }) {
      if (wanted.some((one) => ids.has(one))) return {};
      return id.sheet === null ? { gone: [id.id], numbers: [onSheets] } : { gone: [id.id] };
    },
    settle: atOnce((found, followed) => {
      const parcel = odd_type === null ? found.ids.get(id.id) : undefined;
      if (parcel) return certain(corpus, parcel, 'parcel', BY_ID, note);
      const sheets = weighSheets(corpus, id, followed.numbers.get(onSheets) ?? []);
      const instead = [...(others ? weighOthers(corpus, others, found) : []), ...(typed ? sheets : [])];
      if (instead.length > 0) return decide(corpus, rankWeighed(instead));
      const { candidate } = weighed(parcelCandidate(corpus, id.id, null), BY_ID, null, corpus.language);
      const absent = odd_type === null ? resolvedAs('parcel', candidate, note) : null;
      const descents = [followed.gone.get(id.id)].filter((descent) => descent !== undefined);
      const written = writtenAs(id, odd_type);
      const message = typed?.building
        ? phraseOf(NOT_FOUND.parcelOfBuilding, typed.building, written)
        : phraseOf(NOT_FOUND.parcel, written);
      if (sheets.length > 0 && descents.length === 0) return onOtherSheets(message, absent, sheets);
      return { hint: HINTS.checkId, ...goneParcel(corpus, message, absent, descents) };
    }),
  };
}

const writtenAs = ({ id, unit }: ParcelId, odd_type: string | null): string =>
  odd_type === null ? id : `${unit.slice(0, -1)}${odd_type}${id.slice(unit.length)}`;

/** Parcels of the obręb with the number, on sheets that the id does not say. */
function weighSheets(corpus: Corpus, { id }: ParcelId, parcels: readonly LocatedParcel[]): Weighed[] {
  return parcels.map((parcel) => {
    const applied = [start('sheet_left_out', phraseOf(READ.noSheet, id, parcel.id))];
    return weighed(parcelCandidate(corpus, parcel.id, parcel), applied, parcel, corpus.language);
  });
}

/** An id without a sheet in an obręb whose numbers have one: there is no such parcel, and those that may be meant are named. */
function onOtherSheets(message: Phrase, absent: Resolved | null, sheets: readonly Weighed[]): Identification {
  const same_number = rankWeighed(sheets).map(candidateOf);
  const ids = same_number.flatMap(({ id }) => id ?? []);
  return {
    status: 'not_found',
    message: (language) => `${phraseIn(message, language)}; ${NOT_FOUND.onSheets[language](ids)}`,
    hint: phraseOf(HINTS.askFor, ids),
    ...(absent ? { absent } : {}),
    same_number,
  };
}

function notLoaded(corpus: Corpus, id: ParcelId, note: string | null): Identification {
  if (corpus.admin.powiatName(id.powiat) === undefined)
    return { status: 'not_found', message: phraseOf(NOT_FOUND.powiat, id.powiat) };
  const { candidate } = weighed(parcelCandidate(corpus, id.id, null), BY_ID, null, corpus.language);
  const why = whyNotLoaded(corpus, id);
  return {
    status: 'not_covered',
    candidates: [candidate],
    resolved: resolvedAs('parcel', candidate, note ? `${note} ${why}` : why),
  };
}

function whyNotLoaded(corpus: Corpus, { powiat, unit, obreb_id }: ParcelId): string {
  const { admin, language } = corpus;
  if (!corpus.holdsSomeOf(powiat)) return PLACE_NOTES.powiatNotLoaded[language](powiatOf(corpus, powiat));
  const gmina = admin.gminaOfUnit(unit);
  return gmina && !corpus.holdsGmina(gmina)
    ? PLACE_NOTES.gminaNotLoaded[language](gmina.name)
    : PLACE_NOTES.obrebNotLoaded[language](obreb_id);
}

/** What leaves no doubt. The candidate is for whoever shows it: most reads only want the parcel. */
function certain(
  corpus: Corpus,
  parcel: LocatedParcel,
  kind: 'parcel' | 'point',
  rule: readonly Applied[],
  note: string | null,
  point?: Position,
): Identification {
  const gmina_teryt = gminaTerytOf(parcel.id, corpus.admin);
  return {
    status: 'parcel',
    parcel,
    is_certain: true,
    ...(point ? { point } : {}),
    resolved: { kind, id: parcel.id, gmina_teryt, confidence: 1, note },
    get candidate() {
      return weighed(parcelCandidate(corpus, parcel.id, parcel), rule, parcel, corpus.language).candidate;
    },
    get candidates() {
      return [this.candidate];
    },
  };
}

/** Ids that may stand for one whose unit is not (any more). */
interface OtherIds {
  readonly ids: readonly string[];
  readonly start: Start;
  readonly says: (id: string) => Phrase;
}

/**
 * An id of a rural unit (2), or of a whole gmina (3), in a gmina that is urban-rural stands for the parcel of its town (4) or its
 * rural area (5), if there is just one. Any other type is a guess: the parcel is offered, never picked.
 */
function otherIds({ admin }: Corpus, id: ParcelId, typed: TypedId | null): OtherIds | null {
  const odd_type = typed?.odd_type ?? null;
  if (odd_type === null && admin.obreby.has(id.obreb_id)) return null;
  const gmina = admin.gminaOfUnit(id.unit);
  if (!gmina) return null;
  const [six, rest] = [id.unit.slice(0, 6), id.id.slice(id.unit.length)];
  const written = writtenAs(id, odd_type);
  const isFormer =
    gmina.teryt.endsWith('3') && (odd_type === '3' || (odd_type === null && id.unit.endsWith('_2')));
  if (isFormer)
    return {
      ids: [`${six}_4${rest}`, `${six}_5${rest}`],
      start: 'former_id',
      says: (one) => phraseOf(READ.formerId, written, odd_type === '3', gmina.name, one),
    };
  if (!typed) return null;
  const units = ['1', '2', '4', '5'].map((type) => `${six}_${type}`);
  return {
    ids: units
      .filter((unit) => admin.obreby.has(unit + id.obreb_id.slice(unit.length)))
      .map((unit) => unit + rest),
    start: 'other_type',
    says: (one) => phraseOf(READ.otherType, written.slice(0, 8), one),
  };
}

function weighOthers(corpus: Corpus, { ids, start: rule, says }: OtherIds, found: LookedUp): Weighed[] {
  return ids.flatMap((id) => {
    const parcel = found.ids.get(id);
    if (!parcel) return [];
    return [weighed(parcelCandidate(corpus, id, parcel), [start(rule, says(id))], parcel, corpus.language)];
  });
}

export function inquirePoint(corpus: Corpus, position: Position, note: string | null): Inquiry {
  const point = fromWgs84(2180, position);
  const boundary = { position: point, level: 'powiat' } as const;
  const under = (found: LookedUp) => parcelUnder(point, found.points.get(point) ?? []);
  return {
    wanted: { points: [point] },
    follow: (found) => (under(found) ? {} : { boundaries: [boundary] }),
    settle: atOnce((found, followed) => {
      const parcel = under(found);
      if (parcel) return certain(corpus, parcel, 'point', BY_POINT, note, position);
      return noParcelAt(corpus, powiatAround(boundary, followed), note);
    }),
  };
}

function noParcelAt(corpus: Corpus, powiat: string | null, note: string | null): Identification {
  if (powiat !== null && corpus.holdsPartition(powiat)) {
    return { status: 'not_found', message: NOT_FOUND.atPoint };
  }
  const why = powiat === null ? PLACE_NOTES.pointOutside[corpus.language] : notLoadedWords(corpus, powiat);
  const resolved = { kind: 'point', id: null, gmina_teryt: null, confidence: 1 } as const;
  return { status: 'not_covered', resolved: { ...resolved, note: note ? `${note} ${why}` : why } };
}
