// What the names before a number mean together: "Mroków, gm. Lesznowola" is the village, not the obręb Lesznowola as well. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { Place } from './place.ts';
import { type Hit, isGuessed, type Span } from './spelling.ts';
import { isNameKind } from './suggest-fragments.ts';
import type { NamedText } from './suggest-index.ts';
import { isHeld, type NamedPlace } from './suggest-rank.ts';
import { has, type Token } from './token.ts';

/** The places that one name may mean, and that name. */
export interface MeantName {
  readonly places: readonly Place[];
  readonly key: string;
  /** Some of it is misspelt, or missing. */
  readonly isGuess: boolean;
}

/** The nearest spellings of each name; a gmina that is told with what lies in it says only where that is. */
export function meantBy(spans: readonly Span[], tokens: readonly Token[], corpus: Corpus): MeantName[] {
  const named = spans.flatMap((span) =>
    nearestHeld(span, corpus).map((hit) => ({
      ...hit,
      span,
      isGuess: isGuessed(hit),
      isGmina: has(tokens[span.from - 1], 'gmina'),
      isObreb: has(tokens[span.from - 1], 'obreb'),
    })),
  );
  const gminy = new Set(
    named.flatMap((one) =>
      gminyIn(one.places).filter(
        (teryt) =>
          one.isGmina ||
          named.some(
            (other) =>
              other.span !== one.span &&
              !gminyIn(other.places).includes(teryt) &&
              liesIn(other.places, teryt),
          ),
      ),
    ),
  );
  return named.map(({ key, places, isGuess, isGmina, isObreb }) => {
    const isContaining = isGmina || (!isObreb && gminyIn(places).some((teryt) => gminy.has(teryt)));
    const here = places.filter((place) => !('gmina' in place) || gminy.has(place.gmina.teryt));
    const kept = gminy.size === 0 || here.length === 0 ? places : here;
    const hasOthers = spans.length > 1;
    const meant = isContaining && hasOthers ? kept.filter(({ kind }) => kind === 'gmina') : kept;
    return { key, places: meant, isGuess };
  });
}

/** "Iwiczna": all names that are equally near, here Nowa and Stara Iwiczna. "Zalesie": where nothing of the nearest is held, the next that is. */
function nearestHeld({ hits }: Span, corpus: Corpus): readonly Hit[] {
  const isHere = ({ places }: Hit) => places.some((place) => isNamedPlace(place) && isHeld(place, corpus));
  const best = hits.find(isHere) ?? hits[0];
  return hits.filter((hit) => hit.cost === best?.cost && (hit === best || isHere(hit)));
}

const isNamedPlace = (place: Place): place is NamedPlace => isNameKind(place.kind);

const gminyIn = (places: readonly Place[]): string[] =>
  places.flatMap((place) => (place.kind === 'gmina' ? [place.gmina.teryt] : []));

const liesIn = (places: readonly Place[], teryt: string): boolean =>
  places.some(
    (place) => (place.kind === 'obreb' || place.kind === 'locality') && place.gmina.teryt === teryt,
  );

/** The gminy of the names that are spelt as they are: what is completed behind them lies there. */
export const gminyOfNames = (spans: readonly Span[]): ReadonlySet<string> =>
  new Set(
    spans.flatMap(({ hits: [hit] }) =>
      hit && !isGuessed(hit)
        ? hit.places.flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : []))
        : [],
    ),
  );

/** Whether a name is written or announced as one, or held: "dobra Mro" names a gmina elsewhere only by its letters. */
export const namesPlaces = ({ tokens, spans }: NamedText, corpus: Corpus): boolean =>
  spans.some(
    ({ from, hits: [hit] }) =>
      /^\p{Lu}/u.test(tokens[from]?.text ?? '') ||
      (tokens[from - 1]?.labels.length ?? 0) > 0 ||
      hit?.places.some((place) => 'gmina' in place && corpus.holdsGmina(place.gmina)),
  );
