// Why a text comes to nothing, told by what was looked up: a number is said to be missing only where it was looked for and is not
// there. A parcel that is there and does not fit the rest of the text is named with what speaks against it.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import { NOT_FOUND } from '../sentences/place-sentences.ts';
import type { Weighed } from './candidates.ts';
import type { Interpretation } from './interpret-text.ts';
import type { TextFinds } from './lookups.ts';
import type { NamedSpan } from './named-span.ts';
import type { Place } from './place.ts';
import { buildingAlone } from './read-id.ts';
import { isGuessed } from './spelling.ts';
import { type NamedRegion, saidIn } from './unloaded-place.ts';

/** Words and places that are quoted: of a whole sentence nobody reads more. */
const MOST_TOLD = 6;

const isRegion = ({ kind }: Place) => kind === 'powiat' || kind === 'voivodeship';

/** `weak` are the readings that were weighed and found too weak to be told. */
export function nothingFoundMessage(
  interpretation: Interpretation,
  region: NamedRegion | null,
  found: Pick<TextFinds, 'numbers' | 'addresses'>,
  weak: readonly Weighed[],
  corpus: Corpus,
): Phrase {
  const { reading, addresses, rest } = interpretation;
  const building = buildingAlone(rest ?? '');
  if (building !== null) return phraseOf(NOT_FOUND.buildingAlone, building);
  const strays = reading.strays.map(({ token }) => token.text);
  const isOnlyRegion = saidIn(reading).every(({ hits }) =>
    hits.every(({ places }) => places.every(isRegion)),
  );
  if (isOnlyRegion && strays.some((word) => region === null || /^\p{Lu}/u.test(word)))
    return phraseOf(NOT_FOUND.noName, strays.slice(0, MOST_TOLD), heldPowiaty(corpus));
  const numbers = [...new Set(reading.numbers.map(({ number }) => number))].join(', ');
  if (region && isOnlyRegion) return phraseOf(NOT_FOUND.regionOnly, region.words, numbers);
  const named = reading.spans.map(({ typed }) => typed).join(', ');
  if (named === '') return phraseOf(NOT_FOUND.nothing, numbers !== '' || reading.obreby.length > 0);
  if (numbers === '') {
    const written = reading.loose.filter(({ token }) => token.number === null).map(({ token }) => token.text);
    return written.length > 0
      ? phraseOf(NOT_FOUND.notWrittenSo, [...new Set(written)].slice(0, MOST_TOLD), named)
      : phraseOf(NOT_FOUND.noParcelNumber, named);
  }
  const isAddressFound = addresses.some(({ key }) => found.addresses.get(key)?.length);
  // "ul. Słoneczna 63, Żyrardów"
  const isAddress = addresses.some(({ used }) => used.some(({ labels }) => labels.has('street')));
  if (isAddress && !isAddressFound) return phraseOf(NOT_FOUND.noHouseAt, numbers, named);
  return (
    notFitting(weak) ??
    noObreb(interpretation, named) ??
    (isAddressFound
      ? phraseOf(NOT_FOUND.addressOnNoParcel, numbers, named)
      : noNumber(interpretation, numbers, named))
  );
}

/** Powiaty of which parcels are loaded. */
const heldPowiaty = (corpus: Corpus): string[] =>
  [...corpus.admin.powiaty].flatMap(([code, name]) => (corpus.holdsSomeOf(code) ? [name] : []));

/** The parcel that comes nearest, and what speaks against it most. */
function notFitting(weak: readonly Weighed[]): Phrase | null {
  const [best] = weak
    .filter(({ parcel }) => parcel !== null)
    .toSorted((a, b) => b.candidate.confidence - a.candidate.confidence);
  const against = best?.applied.toSorted((a, b) => a.change - b.change)[0]?.says;
  return best && against ? phraseOf(NOT_FOUND.doesNotFit, best.candidate.id, against) : null;
}

/** "obręb 77" of a gmina that has none such. */
function noObreb({ reading: { obreby }, grounds }: Interpretation, named: string): Phrase | null {
  const [code] = obreby;
  return code !== undefined && grounds.length === 0 ? phraseOf(NOT_FOUND.noObreb, code, named) : null;
}

/** "wieś Warszawa", "obręb Piaseczno": names of places that are not what the text says. */
const knownOtherwise = (spans: readonly NamedSpan[]): string[] => [
  ...new Set(
    spans
      .flatMap(({ hits }) => hits.filter((hit) => !isGuessed(hit)))
      .flatMap(({ places }) => places.flatMap((place) => ('gmina' in place ? place.name : []))),
  ),
];

const placeWords = (obreb: Obreb | null, gmina: Gmina): string =>
  obreb === null ? gmina.name : obreb.name === null ? obreb.id : `${obreb.name} (${obreb.id})`;

function noNumber({ grounds, addresses, reading }: Interpretation, numbers: string, named: string): Phrase {
  if (grounds.length === 0) {
    if (addresses.length > 0) return phraseOf(NOT_FOUND.noHouseAt, numbers, named);
    const otherwise = knownOtherwise(reading.spans);
    return otherwise.length > 0
      ? phraseOf(NOT_FOUND.placeOfOtherKind, numbers, otherwise.join(', '))
      : phraseOf(NOT_FOUND.noPlaceOfParcel, numbers, named);
  }
  const places = new Set(grounds.map(({ obreb, gmina }) => placeWords(obreb, gmina)));
  return phraseOf(NOT_FOUND.noNumberAt, numbers, [...places].slice(0, MOST_TOLD), places.size > MOST_TOLD);
}
