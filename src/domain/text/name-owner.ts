// A village that belongs to another word than the parcel: "działka 12, przedszkole w Mrokowie", "geodeta z Mrokowa", "mieszkam w Mrokowie", "north of
// Mroków". Where that is need not be where the parcel is. Knows how words stand together, not what is loaded.

import { beginningWith } from './beginnings.ts';
import type { NamedSpan } from './named-span.ts';
import { isRelated } from './related-parcel.ts';
import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';
import { isQualityOfLand } from './words-in-front.ts';

/** What is where the parcel is: land, what is built there, what is done with it; and verbs that say where it lies. */
const OF_PARCEL = beginningWith(
  'grunt pol[aeu]$ lak[aei]?$ ziemi siedlisk nieruchom teren obszar miejsc lokaliz okolic inwest bud(?:ow|uj) zabudow okazj ofert sprzeda kupn kupi(?:e$|on|l) zakup licyt przetarg zamian dzierz wynaj ' +
    'wycen dom hala garaz las sad$ ogrod polozon zlokaliz usytuow lez(?:y|ac) znajduj stoi$ miesci mieszcz gdzies tu$ tutaj tam$ wies posiadlos wlasno gospodar dzial warunk ' +
    'rozbud przebud nadbud remont moderniz instal montaz rozbior wycink przylacz zjazd stacj wodoc kanaliz gazoc siec$ sieci$ linia$ oswietl termo mapa mapy plan wypis wyrys podzial rozgranicz pomiar situated located lies plots? parcels? land property field farm forest investment site sale',
);

/** Who asks, owns, sells or works, before an address of theirs. */
const PERSON =
  /^(?:wnioskodawc|inwestor|wlasciciel|nabywc|sprzedajac|kupujac|pelnomocni|zamawiajac|zlecen?iodawc|adresat|nadawc|zglaszajac|podpisan|korespond|wykonawc|najemc|dzierzawc|projektant|zamieszk|kontakt|biur|agencj|applicant|owner$|seller|buyer|contact$)/;
/** Names, titles and the rest of an address between. */
const MOST_OF_PERSON = 8;

/** "wnioskodawca: Jan Kowalski, ul. Sosnowa 3, Wola Mrokowska": the street, and the village behind it; "adres właściciela: Guzów". */
export function isOfPerson(
  tokens: readonly Token[],
  from: number,
  before: NamedSpan | undefined,
  labels: ReadonlySet<Label>,
): boolean {
  const isBehindStreet = before?.labels.has('street') === true && before.labels.has('seat');
  if (isBehindStreet && !labels.has('street'))
    return tokens.slice(before.to, from).every((token) => !token.isWord || has(token, 'flat'));
  for (let at = from - 1; at >= Math.max(0, from - MOST_OF_PERSON); at--) {
    const token = tokens[at];
    if (!token?.isWord) return false;
    // "Właściciel: Jan Kowalski, Guzów", not "właściciel działki w Guzowie".
    if (PERSON.test(token.word)) return labels.has('street') || tokens[from]?.afterBreak === true;
    const isName = token.labels.length === 0 && /^\p{Lu}/u.test(token.text);
    if (
      !isName &&
      !has(token, 'street') &&
      !/^(?:adres\w*|pan|pani|firma|do|nieruchomosci)$/.test(token.word)
    )
      return false;
  }
  return false;
}

const PREPOSITIONS =
  /^(?:w|we|z|ze|na|do|od|przy|obok|kolo|za|pod|nad|przed|po|o|dla|u|przez|wzdluz|blisko|niedaleko|near|at|in|by|with)$/;

/** What the name from `from` to `to` is said of, if not of the parcel that the text announces: of someone's seat, or of what lies near to it. */
export function ownerOfName(
  tokens: readonly Token[],
  from: number,
  to: number,
  isNamed: (at: number) => boolean,
): 'seat' | 'near' | null {
  const preposition = tokens[from - 1];
  if (!preposition?.isWord || tokens[from]?.afterBreak || !tokens.some((token) => has(token, 'parcel')))
    return null;
  if (/^(?:of|to)$/.test(preposition.word))
    return isAwayInEnglish(tokens, from - 2, preposition) ? 'near' : null;
  // "urodziłem się w Mrokowie"
  const at = tokens[from - 2]?.word === 'sie' ? from - 3 : from - 2;
  const owner = tokens[at];
  const isFrom = /^ze?$/.test(preposition.word);
  if (!owner?.isWord || preposition.afterBreak || isNamed(at)) return null;
  // "w Feliksowie, a może w Guzowie"
  if (/^(?:moze|chyba|raczej|badz|ewentualnie)$/.test(owner.word)) return null;
  if (!isFrom && !/^(?:w|we|na|in)$/.test(preposition.word)) return null;
  // "z widokiem na Mroków", "dojazd z Mrokowa"
  if (isRelated(owner)) return isFrom || preposition.word === 'na' ? 'near' : null;
  if (isFrom && isFromThere(owner)) return 'seat';
  // "mieszkam w Mrokowie i chcę kupić działkę 12"
  const isHome = /^(?:mieszka|live$|lives$|living$)/.test(owner.word);
  if (isHome && !(/^(?:na|on)$/.test(tokens[to]?.word ?? '') && has(tokens[to + 1], 'parcel'))) return 'seat';
  const isUnknown = owner.labels.length === 0 || /^wlasciciel/.test(owner.word);
  if (!isUnknown || OF_PARCEL.test(owner.word) || isQualityOfLand(owner)) return null;
  return isFrom || !(isParcelBehind(tokens, to) || isAttached(tokens, at)) ? 'seat' : null;
}

/** "droga z Mrokowa", "woda z Mrokowa", "sprzedający z Mrokowa", not "grunt z Mrokowa". */
const isFromThere = ({ word, labels }: Token): boolean =>
  /^(?:sprzedajac|kupujac|inwestor|dewelop|dzierzawc)/.test(word) ||
  (labels.length > 0 &&
    labels.every((label) => label === 'reference' || label === 'filler') &&
    !/^(?:mo[ji]|nasz|t[ae]|ktor|grunt|teren|nieruchom|informac|las|mam|interes)/.test(word));

/** "kupiłem w Mrokowie działkę 12" */
function isParcelBehind(tokens: readonly Token[], from: number): boolean {
  for (let at = from; tokens[at] && !tokens[at]?.afterBreak; at++) {
    // "spotkanie w Mrokowie w sprawie działki 12"
    if (/^(?:spraw|temat|dotycz|odnosn|zwiazk)/.test(tokens[at]?.word ?? '')) return false;
    if (has(tokens[at], 'parcel')) return true;
  }
  return false;
}

/**
 * "działka 12 przy szkole w Mrokowie", "działka 12 kwitnie w Mrokowie": the word is said of the parcel. "właściciel działki 12 mieszka w Mrokowie" is
 * said of the owner.
 */
function isAttached(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (
    tokens[before]?.isWord &&
    !tokens[before + 1]?.afterBreak &&
    isQualityOfLand(tokens[before] as Token)
  )
    before -= 1;
  const preposition = tokens[before + 1]?.afterBreak ? undefined : tokens[before];
  const isPlaced = PREPOSITIONS.test(preposition?.word ?? '');
  // "działka 12, przy szkole w Mrokowie"
  if (isPlaced && (before === 0 || preposition?.afterBreak)) return true;
  for (let head = at; head > 0 && !tokens[head]?.afterBreak; head--) {
    const [word, owner] = [tokens[head - 1], tokens[head - 2]];
    // "mapa do celów projektowych w Mrokowie"
    if (word?.isWord && OF_PARCEL.test(word.word) && !has(word, 'parcel')) return true;
    if (!has(word, 'parcel')) continue;
    const isOwned = /^(?:dzialki|dzialek|parceli)$/.test(word?.word ?? '') && !word?.afterBreak;
    return isPlaced || !(isOwned && owner?.isWord && !has(owner, 'small'));
  }
  return false;
}

/** Of a place itself: "the centre of Mroków", "the village of Mroków". */
const PARTS = /^(?:cent(?:re|er)|middle|heart|part|area|village|town|part|land|plots?|parcels?)$/;

/** "north of Mroków", "next to Mroków", "on the way to Mroków" */
function isAwayInEnglish(tokens: readonly Token[], at: number, { word, afterBreak }: Token): boolean {
  const before = tokens[at];
  if (!before?.isWord || afterBreak || PARTS.test(before.word)) return false;
  if (before.labels.some((label) => label !== 'reference')) return false;
  return word === 'of' || tokens.some((token) => /^(?:plots?|lots?|land|parcels)$/.test(token.word));
}
