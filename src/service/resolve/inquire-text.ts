// Free text: interpret → look up → weigh and settle. Ids and points in it are asked for as such.

import { phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { Gmina } from '../../domain/places/admin-units.ts';
import { obrebOf, type ParcelId } from '../../domain/places/parcel-id.ts';
import { DOUBTS } from '../../domain/sentences/doubt-sentences.ts';
import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { READ } from '../../domain/sentences/reading-sentences.ts';
import {
  gminaCandidate,
  notLoadedReason,
  parcelCandidate,
  rankWeighed,
  resolvedAs,
  type Weighed,
  weighed,
} from '../../domain/text/candidates.ts';
import { type Interpretation, interpretText, type WrittenText } from '../../domain/text/interpret-text.ts';
import type { NameIndex } from '../../domain/text/name-index.ts';
import { nothingFoundMessage } from '../../domain/text/nothing-found.ts';
import { type Applied, change, start } from '../../domain/text/rules.ts';
import { settle } from '../../domain/text/settle.ts';
import type { Steps } from '../../domain/text/steps.ts';
import { regionNamed, streetNamesakes, unloadedGminy } from '../../domain/text/unloaded-place.ts';
import type { WantedNumber } from '../../domain/text/weigh-parcels.ts';
import { wantedAround, weighAbsent, weighReadings, weighText } from '../../domain/text/weigh-text.ts';
import type { LookedUp } from '../../store/reads.ts';
import { goneParcel } from './gone-parcel.ts';
import { candidateOf, decide, doubt, type Identification, withOthers } from './identification.ts';
import { inquireId } from './inquire-place.ts';
import { inquirePoints, ON_A_ROUTE } from './inquire-points.ts';
import { type Inquiry, joinLookups } from './inquiry.ts';

export interface TextInquiry extends Inquiry {
  readonly interpretation: Interpretation;
  /** Best first; none for a text that is an id or a point. */
  readonly weigh: (found: LookedUp, followed: LookedUp) => readonly Weighed[];
}

export function* inquireText(
  corpus: Corpus,
  written: WrittenText,
  names: NameIndex | null,
): Steps<TextInquiry> {
  const interpretation = yield* interpretText(written, names, corpus);
  const { ids, points, beside, siblings, isRoute } = interpretation;
  const [id, otherId] = ids;
  const plain = { interpretation, weigh: () => [] };
  if (id && !otherId) {
    const inquiry = inquireId(corpus, id.id, PLACE_NOTES.idInText[corpus.language](id.id.id), id);
    if (beside.length === 0) return { ...plain, ...inquiry };
    return {
      ...plain,
      ...inquiry,
      wanted: joinLookups([inquiry.wanted, { ids: siblings }]),
      *settle(found, followed) {
        const doubted = doubt(corpus, yield* inquiry.settle(found, followed), beside);
        return withOthers(doubted, weighSiblings(corpus, id.id, siblings, found).map(candidateOf));
      },
    };
  }
  if (points.length > 0) {
    const { rest } = interpretation;
    const words = rest === null ? null : inquireReadings(corpus, interpretation);
    return { ...plain, ...inquirePoints(corpus, points, isRoute, words) };
  }
  const inquiry = inquireReadings(corpus, interpretation);
  if (!isRoute) return inquiry;
  return {
    ...inquiry,
    *settle(...finds) {
      return doubt(corpus, yield* inquiry.settle(...finds), ON_A_ROUTE);
    },
  };
}

/** "141803_2.0010.51/3 i 36": the other numbers in the same obręb. */
function weighSiblings(
  corpus: Corpus,
  { id }: ParcelId,
  siblings: readonly string[],
  { ids }: LookedUp,
): Weighed[] {
  return siblings.flatMap((sibling) => {
    const parcel = ids.get(sibling);
    if (!parcel) return [];
    const base = parcelCandidate(corpus, sibling, parcel);
    const applied = [start('beside_id', phraseOf(READ.besideId, base.number ?? '', id))];
    return [weighed(base, applied, parcel, corpus.language)];
  });
}

function inquireReadings(corpus: Corpus, interpretation: Interpretation): TextInquiry {
  const weigh = (found: LookedUp, followed: LookedUp) => weighText(interpretation, found, followed, corpus);
  return {
    interpretation,
    wanted: interpretation.wanted,
    follow(found) {
      const around = wantedAround(interpretation, found, corpus);
      const { numbers } = interpretation;
      const isAbsent = numbers.length > 0 && numbers.every((one) => !isThere(one, found));
      return isAbsent ? { around, gone: absentIds(interpretation, corpus) } : { around };
    },
    weigh,
    *settle(found, followed) {
      const all = yield* weighReadings(interpretation, found, followed, corpus);
      const ranked = rankWeighed(all);
      return ranked.length === 0 || isGone(interpretation, ranked, followed, corpus)
        ? nothingFound(corpus, interpretation, found, followed, all)
        : decide(corpus, ranked);
    },
  };
}

/** Whether a parcel has the number, in the obręb that the text tells by its own. */
const isThere = ({ number: { obreb }, key }: WantedNumber, found: LookedUp): boolean =>
  found.numbers.get(key)?.some(({ id }) => obreb === null || obrebOf(id).endsWith(`.${obreb}`)) === true;

/** "Lesznowola 0009 123": the parcel of another obręb does not stand for the one that was divided. */
const isGone = (
  interpretation: Interpretation,
  ranked: readonly Weighed[],
  { gone }: LookedUp,
  corpus: Corpus,
): boolean =>
  ranked.every(({ applied }) => applied.some(({ rule }) => rule === 'other_obreb_number')) &&
  absentIds(interpretation, corpus).some((id) => gone.has(id));

/** A number in more obręby than these is not looked for among the parcels that are gone. */
const MOST_ABSENT = 300;

/** The ids that a text may mean where none of its numbers is held: in every obręb where they were looked up. */
function absentIds(interpretation: Interpretation, corpus: Corpus): string[] {
  const named = weighAbsent(interpretation, corpus).flatMap(({ candidate }) => candidate.id ?? []);
  const numbered = (interpretation.wanted.numbers ?? []).flatMap(({ obreb_ids, number }) =>
    obreb_ids.map((obreb_id) => `${obreb_id}.${number}`),
  );
  const ids = [...new Set([...named, ...numbered])];
  return ids.length > MOST_ABSENT ? named : ids;
}

function nothingFound(
  corpus: Corpus,
  interpretation: Interpretation,
  found: LookedUp,
  followed: LookedUp,
  weak: readonly Weighed[],
): Identification {
  const unloaded = unloadedGminy(interpretation.reading, corpus);
  if (unloaded.length > 0) return notLoaded(corpus, unloaded);
  const namesakes = streetNamesakes(interpretation.reading);
  if (namesakes.length > 0) return decide(corpus, rankWeighed(weighUnloaded(corpus, namesakes, streetToo)));
  const region = regionNamed(interpretation.reading, corpus);
  if (region && !region.isHeld) {
    const note = PLACE_NOTES.regionNotLoaded[corpus.language](region.words);
    const resolved = { kind: 'gmina', id: null, gmina_teryt: null, confidence: 1, note } as const;
    return { status: 'not_covered', resolved };
  }
  const message = nothingFoundMessage(interpretation, region, found, weak, corpus);
  const named = weighAbsent(interpretation, corpus).map(candidateOf);
  const descents = absentIds(interpretation, corpus).flatMap((id) => followed.gone.get(id) ?? []);
  // Of the parcels that the text may name, one was there: that one is meant.
  const gone = named.filter(({ id }) => descents.some(({ removal }) => removal.id === id));
  const absent = settle(named) ?? (gone.length === 1 ? gone[0] : null);
  const resolved = absent ? resolvedAs('parcel', absent, absent.match_reason) : null;
  return goneParcel(corpus, message, resolved, descents);
}

/** Candidates at most: some names are borne by a dozen gminy. */
const MOST_UNLOADED = 10;

/** One gmina is not loaded; of several of that name none is picked. */
function notLoaded(corpus: Corpus, gminy: readonly Gmina[]): Identification {
  const ranked = rankWeighed(weighUnloaded(corpus, gminy, () => []));
  const [best, next] = ranked;
  if (!best || next) return decide(corpus, ranked);
  const { candidate } = best;
  const why = `${candidate.match_reason} ${notLoadedReason(corpus, candidate)}`;
  return { status: 'not_covered', candidates: [candidate], resolved: resolvedAs('gmina', candidate, why) };
}

/** A street that is loaded bears the name of the gmina, too. */
const streetToo = ({ name }: Gmina): Applied[] => [change('other_name', phraseOf(DOUBTS.streetToo, name))];

const weighUnloaded = (
  corpus: Corpus,
  gminy: readonly Gmina[],
  doubtsOf: (gmina: Gmina) => readonly Applied[],
): Weighed[] =>
  gminy.slice(0, MOST_UNLOADED).map((gmina) => {
    const says = phraseOf(READ.namesGmina, gmina.name, gmina.teryt);
    const applied = [start('gmina', says), ...doubtsOf(gmina)];
    return weighed(gminaCandidate(corpus, gmina), applied, null, corpus.language);
  });
