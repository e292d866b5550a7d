// Numbers that a reading leaves unexplained: none of them may be dropped without a word (spec §1), so a reading that
// leaves one out is never certain.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import type { LooseNumber, TextReading } from './readings.ts';
import { type Applied, change } from './rules.ts';

/** What a candidate was made of. */
export interface UsedNumber {
  readonly number: string | null;
  readonly at: number;
  /** After its last token. */
  readonly to: number;
  /** "dz. 12": other numbers may be those of houses then. */
  readonly isLabelled: boolean;
}

/** Where a candidate lies, as far as it is known. */
export interface NumberedPlace {
  readonly id?: string | null;
  readonly gmina_teryt: string | null;
  readonly obreb_id: string | null;
}

export function weighLeftOut(
  { loose }: TextReading,
  used: UsedNumber | null,
  place: NumberedPlace,
): Applied[] {
  if (loose.length === 0) return [];
  const left = loose.filter(
    ({ token, at, isHouse, parcels }) =>
      !(
        used &&
        ((at >= used.at && at < used.to) || (token.number !== null && token.number === used.number))
      ) &&
      !(used?.isLabelled && isHouse) &&
      !(place.id && (parcels.includes(place.id) || place.id.endsWith(`.${token.number}`))) &&
      !isCodeOf(token.word, place),
  );
  return [
    ...(left.length === 0 ? [] : [change('number_left_out', leftOutMessage(left))]),
    ...(used?.isLabelled && place.id ? housesElsewhere(loose, place.id) : []),
  ];
}

/** The house that is given beside a parcel, where it stands on another one: one of the two is wrong, or not meant. */
const housesElsewhere = (loose: readonly LooseNumber[], id: string): Applied[] =>
  loose
    .filter(({ isHouse, parcels }) => isHouse && parcels.length > 0 && !parcels.includes(id))
    .slice(0, 1)
    .map(({ token, parcels }) =>
      change('house_elsewhere', phraseOf(DOUBTS.houseElsewhere, token.text, [...new Set(parcels)])),
    );

/** The code of the gmina, its cadastral unit or the obręb of the candidate. */
function isCodeOf(word: string, { gmina_teryt, obreb_id }: NumberedPlace): boolean {
  if (!/^\d{6}/.test(word)) return false;
  const six = gmina_teryt?.slice(0, 6);
  return (
    word === gmina_teryt ||
    word === six ||
    word === obreb_id ||
    word === obreb_id?.slice(0, 8) ||
    (obreb_id === null && word.slice(0, 6) === six && /^.{6}_\d(?:\.\d{4})?$/.test(word))
  );
}

/** Of a list that is longer nobody reads the end. */
const MOST_TOLD = 12;

function leftOutMessage(left: readonly LooseNumber[]): Phrase {
  const texts = [...new Set(left.map(({ token }) => token.text))];
  return phraseOf(DOUBTS.leftOut, texts.slice(0, MOST_TOLD), Math.max(0, texts.length - MOST_TOLD));
}
