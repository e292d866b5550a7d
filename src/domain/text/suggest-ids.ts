// Ids while they are typed: the units of a powiat, the obręby of a unit, the parcels of an obręb, each asked for as the next part of
// the id. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { unitOf } from '../places/parcel-id.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { obrebyFrom } from './suggest-obreby.ts';
import { NO_SUGGESTIONS, type SuggestPlan } from './suggest-plan.ts';
import { firstAtLeast } from './word-list.ts';

/** The unit, the obręb, then what there is of the number. */
const PARCEL_OF_ID =
  /^(\d{6}_\d\.\d{4})\.((?:ar?|ar_\d{0,4}|(?:ar_\d{1,4}\.)?(?:\d{1,8}(?:[/-][\da-z]{0,6})?)?)?)$/i;
const OBREB_OF_ID = /^(?:\d{4,6}|\d{6}_\d?|\d{6}_\d\.\d{0,4})$/;
/** With spaces instead of its signs: "14 18 03 2 0009 12", "141803 2 0009". */
const IN_PARTS = /^(\d{2}) ?(\d{2}) ?(\d{2})[ _.-]([1-9])(?:[ .](\d{1,4})(?:[ .](.*))?)?$/;

/** "id 141803_2.0010.5" */
const ANNOUNCED =
  /^(?:(?:id|identyfikator|teryt)[.:\s]+(?=\d{4})|(?:nr|numer|dz|dzia[lł]ka)[.:\s]+(?=\d{6}(?:_|$)))/iu;

/** The id as far as it is typed, with its own signs. */
function idTyped(text: string): string {
  // The code of a gmina has no underscore: "1418032", "1418032.0009".
  if (/^\d{7}(?:\.|$)/.test(text)) return `${text.slice(0, 6)}_${text.slice(6)}`;
  const [, voivodeship, powiat, gmina, type, obreb, number] = IN_PARTS.exec(text) ?? [];
  if (voivodeship === undefined) return text;
  const rest = obreb === undefined ? [] : number === undefined ? [obreb] : [obreb, number];
  return [`${voivodeship}${powiat}${gmina}_${type}`, ...rest].join('.');
}

/** Null for what is no beginning of an id. */
export function suggestIds(
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan | null {
  const typed = idTyped(text.replace(ANNOUNCED, ''));
  const [, obreb_id, prefix = ''] = PARCEL_OF_ID.exec(typed) ?? [];
  if (obreb_id !== undefined)
    return {
      ...NO_SUGGESTIONS,
      wanted: corpus.holds(obreb_id) ? [{ kind: 'parcels', obreb_id, prefix: canonicalPrefix(prefix) }] : [],
    };
  if (!OBREB_OF_ID.test(typed)) return null;
  const units = unitsFrom(typed, index, corpus, limit);
  return { ...NO_SUGGESTIONS, names: units.length > 1 ? units : obrebyFrom(typed, index, corpus, limit) };
}

/** As ids are kept: "ar_2.17-1" → "AR_2.17/1". */
const canonicalPrefix = (prefix: string) =>
  prefix.replace(/^ar?_?/i, (sheet) => sheet.toUpperCase()).replace('-', '/');

/** The cadastral units that begin so. Their obręby lie together, so that each is found behind the one before it. */
function unitsFrom(prefix: string, index: SuggestIndex, corpus: Corpus, limit: number): Suggestion[] {
  const { obreb_ids } = index;
  const units: Suggestion[] = [];
  let at = firstAtLeast(obreb_ids, prefix);
  for (; units.length < limit && obreb_ids[at]?.startsWith(prefix); ) {
    const id = obreb_ids[at] ?? '';
    const unit = unitOf(id);
    const gmina = corpus.admin.gminaOfUnit(unit);
    const part = TOWN_AND_COUNTRY[unit.at(-1) ?? ''] ?? '';
    if (gmina)
      units.push({
        kind: 'gmina',
        label: `${unit} ${gmina.name}${part}, powiat ${gmina.powiat_name}`,
        match: [[0, prefix.length]],
        q: `${unit}.`,
        gmina_name: gmina.name,
        held: corpus.holdsGmina(gmina),
        centroid: corpus.holds(id) ? index.positionOfObreb(id) : null,
      });
    at = firstAtLeast(obreb_ids, `${unit}.~`);
  }
  return units;
}

/** A town and the rural area around it have a unit each. */
const TOWN_AND_COUNTRY: Readonly<Record<string, string>> = { 4: ' (miasto)', 5: ' (obszar wiejski)' };
