// Points that a text gives, and the words beside them: one parcel where both lead to it, candidates where they do not. How a point
// is read is read-point.ts, how the words are inquire-text.ts.

import type { Candidate } from '../../contract/answers.ts';
import { phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { numberOf, obrebOf } from '../../domain/places/parcel-id.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import { DOUBTS } from '../../domain/sentences/doubt-sentences.ts';
import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { contradictionsOf, type Interpretation } from '../../domain/text/interpret-text.ts';
import type { TypedPoint } from '../../domain/text/read-point.ts';
import { isRelation } from '../../domain/text/related-parcel.ts';
import { takesBack } from '../../domain/text/remark-behind.ts';
import { type Applied, change } from '../../domain/text/rules.ts';
import type { Steps } from '../../domain/text/steps.ts';
import type { LookedUp } from '../../store/reads.ts';
import { agreedGmina, doubt, type Identification, offer, withOthers } from './identification.ts';
import { inquirePoint } from './inquire-place.ts';
import { type Inquiry, joinLookups } from './inquiry.ts';

export const ON_A_ROUTE = [change('route', DOUBTS.route)];
const IN_THE_MIDDLE = [change('middle_of_view', DOUBTS.middleOfView)];
const OF_A_PLACE = [change('middle_of_view', DOUBTS.middleOfPlace)];
const TOO_COARSE = [change('coarse_point', DOUBTS.coarsePoint)];
const APART = [change('other_than_point', DOUBTS.otherThanPoint)];

/** The words beside a point, as a text of their own. */
type Words = Inquiry & { readonly interpretation: Interpretation };

/** Metres may be in either order: the one that meets a parcel is meant; where both do, nothing is picked. */
export function inquirePoints(
  corpus: Corpus,
  points: readonly TypedPoint[],
  isRoute: boolean,
  words: Words | null,
): Inquiry {
  const inquiries = points.map(({ position, as }) => {
    const [lng, lat] = position;
    const note = PLACE_NOTES.readAsPoint[corpus.language](as, lat.toFixed(6), lng.toFixed(6));
    return inquirePoint(corpus, position, note);
  });
  const all = words ? [...inquiries, words] : inquiries;
  return {
    wanted: joinLookups(all.map(({ wanted }) => wanted)),
    follow: (found) => joinLookups(all.map(({ follow }) => follow(found))),
    *settle(...finds) {
      const identifications: Identification[] = [];
      for (const inquiry of inquiries) identifications.push(yield* inquiry.settle(...finds));
      const hits = identifications.filter(({ status }) => status === 'parcel');
      if (isRoute && hits.length > 0) return offer(corpus, hits, ON_A_ROUTE);
      const settled = weaken(corpus, settlePoints(corpus, identifications), points);
      return words ? yield* weighWords(corpus, settled, hits, words, finds) : settled;
    },
  };
}

/** What no more than a view or too few digits tell does not settle. */
function weaken(corpus: Corpus, settled: Identification, points: readonly TypedPoint[]): Identification {
  // Of what is not loaded nothing is picked.
  if (settled.status !== 'parcel') return settled;
  if (points.some(({ view }) => view === 'far')) return doubt(corpus, settled, IN_THE_MIDDLE);
  return points.some(({ isCoarse }) => isCoarse) ? doubt(corpus, settled, TOO_COARSE) : settled;
}

/** `byPoint` as far as the words beside it do not say otherwise, with what they say where they do. */
function* weighWords(
  corpus: Corpus,
  byPoint: Identification,
  hits: readonly Identification[],
  { interpretation, settle }: Words,
  finds: [found: LookedUp, followed: LookedUp],
): Steps<Identification> {
  if (!interpretation.hasNumber) {
    const [against = []] = hits.map((hit) => contradictionsAt(corpus, hit, interpretation));
    const beside = [
      ...(isOfPlace(interpretation) ? OF_A_PLACE : []),
      ...pointingElsewhere(interpretation),
      ...against,
    ];
    return beside.length > 0 ? doubt(corpus, byPoint, beside) : byPoint;
  }
  const byText = yield* settle(...finds);
  const told = candidatesOf(byText);
  const agreeing = hits.find(
    (hit) =>
      contradictionsAt(corpus, hit, interpretation).length === 0 && isToldBy(interpretation, told, hit),
  );
  if (agreeing && (byPoint.status === 'parcel' || hits.length > 1)) return agreeing;
  if (agreeing) return byText.status === 'parcel' ? byText : byPoint;
  const apart = byText.status === 'parcel' ? doubt(corpus, byText, APART) : byText;
  if (hits.length === 0) return told.length > 0 ? apart : byPoint;
  const pointed = byPoint.status === 'parcel' ? doubt(corpus, byPoint, APART) : byPoint;
  return withOthers(pointed, candidatesOf(apart));
}

/** ".../place/Piaseczno/": a village or town, and nothing that stands there. */
const isOfPlace = ({ isNamed, reading: { spans, strays } }: Interpretation): boolean =>
  isNamed === true && spans.length > 0 && strays.length === 0;

/** Whether the words lead to the parcel of a point: by its number, or by an address on it. "obok dz. 51/3" leads elsewhere. */
function isToldBy(
  { reading: { numbers } }: Interpretation,
  [best]: readonly Candidate[],
  hit: Identification,
): boolean {
  const id = parcelOf(hit);
  if (id === null) return false;
  const isElsewhere = numbers.some(({ doubts }) => doubts.some(({ rule }) => rule === 'related_parcel'));
  const isNumbered = numbers.some(
    ({ number, doubts }) => number === numberOf(id) && doubts.every(({ rule }) => rule === 'not_announced'),
  );
  return !isElsewhere && (isNumbered || best?.id === id);
}

const candidatesOf = (one: Identification) => ('candidates' in one ? (one.candidates ?? []) : []);
const parcelOf = (one: Identification): string | null => (one.status === 'parcel' ? one.parcel.id : null);

/** "500 m od 52.05, 20.96", "nie 52.05, 20.96": what words say how something lies to it, or take it back. */
function pointingElsewhere({ reading: { tokens } }: Interpretation): Applied[] {
  const word = tokens.find((token) => token.isWord && (isRelation(token) || takesBack(token)));
  return word ? [change('related_parcel', phraseOf(DOUBTS.besidePoint, word.text))] : [];
}

/** Names beside a point that its parcel does not lie in. */
function contradictionsAt({ admin }: Corpus, hit: Identification, { reading }: Interpretation): Applied[] {
  const id = parcelOf(hit);
  if (id === null) return [];
  const obreb = admin.obreby.get(obrebOf(id)) ?? null;
  return contradictionsOf(reading, admin.gminaByCode(gminaTerytOf(id, admin)), obreb);
}

function settlePoints({ language }: Corpus, identifications: readonly Identification[]): Identification {
  const hits = identifications.filter((one) => one.status === 'parcel');
  const [hit, another] = hits;
  if (hit && another) {
    const candidates = hits.map(({ candidate }) => ({ ...candidate, confidence: 0.5 }));
    const gmina_teryt = agreedGmina(candidates);
    const note = PLACE_NOTES.bothOrders[language];
    return {
      status: 'ambiguous',
      candidates,
      resolved: { ...hit.resolved, id: null, gmina_teryt, confidence: 0.5, note },
      gmina_confidence: gmina_teryt === null ? 0 : 1,
    };
  }
  const found = hit ?? identifications.find(({ status }) => status === 'not_found');
  if (found) return found;
  const unheld = identifications.filter((one) => one.status === 'not_covered');
  const [first, second] = unheld;
  if (!first) throw new Error('a text without points was read as a point');
  if (!second) return first;
  const tried = PLACE_NOTES.neitherOrder[language];
  const note = [tried, ...unheld.map(({ resolved }) => resolved.note)].join(' ');
  return { ...first, resolved: { ...first.resolved, confidence: 0.5, note } };
}
