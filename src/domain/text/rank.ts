// Weighing: how well each place that a text may mean explains all of it. What speaks against a place lowers it;
// nothing is dropped silently. Pure: what is loaded is asked for by the service.

import { phraseOf } from '../../contract/language.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import { arePowiatyBeside } from '../places/neighbour-powiaty.ts';
import { SEATS } from '../places/voivodeships.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { READ } from '../sentences/reading-sentences.ts';
import { fold } from './fold.ts';
import { isStreetOnly } from './house-readings.ts';
import { meaningsOf, spellingOf } from './name-meanings.ts';
import { hasCapital, type NamedSpan, placesOf } from './named-span.ts';
import type { NamedUnit, Place } from './place.ts';
import type { NumberReading, OtherNumber, TextReading } from './readings.ts';
import { isRelation } from './related-parcel.ts';
import { type Applied, type ChangeRule, change, start } from './rules.ts';
import { ruralness } from './search-grounds.ts';
import { isGuessed } from './spelling.ts';
import { has, type Token } from './token.ts';
import { isAdjectival } from './words-in-front.ts';

/** A candidate being weighed: where it lies. */
export interface Spot {
  readonly gmina: Gmina;
  readonly obreb: Obreb | null;
}

/** What the rest of the text says for and against a spot; `used` are the names that led to it. */
export function weighRest(reading: TextReading, spot: Spot, used: readonly (NamedSpan | null)[]): Applied[] {
  return [...weighNames(reading, spot, used), ...weighStrays(reading, used)];
}

/** What the other names of the text say for and against a spot. */
export function weighNames(reading: TextReading, spot: Spot, used: readonly (NamedSpan | null)[]): Applied[] {
  const applied: Applied[] = [];
  for (const span of reading.spans) {
    if (used.includes(span)) continue;
    if (span.labels.has('near')) applied.push(...weighNear(span, spot));
    // "Polecam, Marek": a first name is no case of Marki.
    else if (isBareCase(span, reading.tokens)) applied.push(notUnderstood(span, used));
    else applied.push(...weighName(span, spot, used, reading.spans));
  }
  applied.push(...weighUnits(reading.units, spot));
  return onceElsewhere(once(applied, 'confirmed'));
}

/**
 * "Łazy koło Mielna": what a place is said to lie near to is in its powiat, in one beside it, or the seat of its voivodeship; else it may be a
 * namesake. So is the seat of the office that is in charge of it; where an owner or a notary is says nothing.
 */
function weighNear(span: NamedSpan, { gmina }: Spot): Applied[] {
  const isElsewhere = span.labels.has('seat') && !span.labels.has('office');
  if (isElsewhere || span.hits.every(isGuessed)) return [];
  const powiaty = span.hits.flatMap(({ places }) => places.flatMap((place) => powiatOf(place) ?? []));
  const isNear = (powiat: string) =>
    arePowiatyBeside(powiat, gmina.powiat) || (SEATS.has(powiat) && powiat.startsWith(gmina.voivodeship));
  if (powiaty.length === 0 || powiaty.some(isNear)) return [];
  return [change('near_elsewhere', phraseOf(DOUBTS.nearElsewhere, span.typed, gmina.name))];
}

const powiatOf = (place: Place): string | undefined =>
  place.kind === 'powiat' ? place.code : gminaOf(place)?.powiat;

/** "TERYT 2416053 Łazy": a code of another gmina or obręb speaks against a spot as its name would. */
function weighUnits(units: readonly NamedUnit[], { gmina, obreb }: Spot): Applied[] {
  const [first] = units;
  if (!first) return [];
  const here = units.filter((unit) => unit.gmina.teryt === gmina.teryt);
  if (here.length === 0)
    return [change('other_gmina', phraseOf(DOUBTS.elsewhere, 'gmina', first.gmina.name))];
  const [code] = here.flatMap(({ obreb_id }) => obreb_id ?? []);
  return code === undefined || obreb === null || here.some(({ obreb_id }) => obreb_id === obreb.id)
    ? []
    : [change('other_place', phraseOf(DOUBTS.saysObreb, code))];
}

/** Of these the directory holds all there are: a name that none of them bears was misread, or is wrong. */
const UNITS = ['gmina', 'powiat', 'voivodeship'] as const;
const isUnit = (kind: Place['kind']): boolean => UNITS.some((unit) => unit === kind);

function weighName(
  span: NamedSpan,
  spot: Spot,
  used: readonly (NamedSpan | null)[],
  spans: readonly NamedSpan[],
): Applied[] {
  // "Łazy, gm. Łazy": the village that the gmina is named by.
  if (span.labels.size === 0 && span.namesakes.some(({ teryt }) => teryt === spot.gmina.teryt)) return [];
  const named = span.hits.map((hit) => ({ hit, places: placesOf(span, hit.places) }));
  const all = named.flatMap(({ places }) => places);
  const [first] = all;
  if (!first) {
    const unit = UNITS.find((label) => span.labels.has(label));
    return unit ? [change('unread_name', phraseOf(DOUBTS.noUnit, span.typed, unit))] : [];
  }
  const isGuess = span.labels.size === 0 && named.every(({ hit }) => isGuessed(hit));
  // "Mroków, działka 36, prąd, woda": beside names with capitals, a word near to another name is a word.
  if (isGuess && !hasCapital(span) && used.some((other) => other && hasCapital(other)))
    return [notUnderstood(span, used)];
  if (!isGuess && all.every((place) => place.kind === 'street')) return [];
  // With the gmina told by another name, this one is that of an obręb wherever it can be.
  const isGminaTold =
    used.some((other) => other?.hits.some((hit) => hit.places.some((place) => place.kind === 'gmina'))) ||
    (!span.labels.has('gmina') && spans.some((other) => other !== span && other.labels.has('gmina')));
  for (const { hit, places } of named) {
    // "pow. Żyrardów" names the powiat by its town.
    const here = places.filter(
      (place) =>
        (gminaOf(place) ?? spot.gmina).teryt === spot.gmina.teryt ||
        (span.labels.has('powiat') && fits(place, spot, span)),
    );
    const obreby = here.filter((place) => place.kind === 'obreb');
    const [other] = obreby;
    if (other && spot.obreb && (isGminaTold || !here.some((place) => place.kind === 'gmina'))) {
      if (!obreby.some(({ obreb }) => obreb.id === spot.obreb?.id)) {
        // "miejscowość Mroków, obręb Łazy": the obręb says where the parcel is.
        const isBound = !span.labels.has('obreb') && used.some((name) => name?.labels.has('obreb'));
        const rule = isBound ? 'village_elsewhere' : 'other_place';
        return [change(rule, phraseOf(DOUBTS.otherObreb, other.name))];
      }
    }
    const fitting = here.find((place) => fits(place, spot, span));
    if (fitting) return [...spellingOf(span, hit, fitting, false), change('confirmed', null)];
  }
  // Without "powiat", an adjective may be the name of a street that is not known: Puławska.
  const isAdjective = span.labels.size === 0 && all.every(({ kind }) => kind === 'powiat');
  if (!isGuess && !isAdjective) {
    // In small letters "dobra" may be a gmina, and a word: enough that nothing settles.
    if (span.labels.size === 0 && !hasCapital(span) && all.every(({ kind }) => isUnit(kind)))
      return [change('unread_name', phraseOf(DOUBTS.elsewhere, first.kind, first.name))];
    return [change(ELSEWHERE[first.kind], phraseOf(DOUBTS.elsewhere, first.kind, first.name))];
  }
  return [notUnderstood(span, used)];
}

/** Right beside a name that led to the spot it may be a part of that. */
const notUnderstood = (span: NamedSpan, used: readonly (NamedSpan | null)[]): Applied =>
  used.some(
    (other) =>
      other && ((other.to === span.from && !goesOnAsSentence(other, span.typed)) || other.from === span.to),
  )
    ? change('longer_name', phraseOf(DOUBTS.longerName, span.typed))
    : change('stray_name', phraseOf(DOUBTS.notUnderstood, span.typed));

/** How much it counts that the spot does not lie in a place of that kind. */
const ELSEWHERE: Readonly<Record<Place['kind'], ChangeRule>> = {
  gmina: 'other_gmina',
  obreb: 'other_place',
  locality: 'other_place',
  powiat: 'other_powiat',
  voivodeship: 'other_powiat',
  street: 'other_place',
};

const gminaOf = (place: Place): Gmina | undefined => ('gmina' in place ? place.gmina : undefined);

function fits(place: Place, { gmina, obreb }: Spot, span: NamedSpan): boolean {
  switch (place.kind) {
    case 'gmina':
      return span.labels.has('powiat')
        ? place.gmina.powiat === gmina.powiat
        : place.gmina.teryt === gmina.teryt;
    case 'locality':
      return place.gmina.teryt === gmina.teryt;
    case 'obreb':
      return obreb === null ? place.gmina.teryt === gmina.teryt : place.obreb.id === obreb.id;
    case 'powiat':
      return place.code === gmina.powiat;
    case 'voivodeship':
      return place.code === gmina.voivodeship;
    case 'street':
      return false;
  }
}

/** Places of other names speak against a spot once, however many they are: none of them may be dropped. */
function onceElsewhere(applied: readonly Applied[]): Applied[] {
  const isElsewhere = ({ rule }: Applied) => rule.startsWith('other_');
  const first = applied.find(isElsewhere);
  return applied.map((one) => (isElsewhere(one) && one !== first ? { ...one, change: 0 } : one));
}

/** Streets that the text names and an address does not lie in. */
export const weighStreets = ({ spans }: TextReading, used: readonly (NamedSpan | null)[]): Applied[] =>
  spans
    .filter((span) => !used.includes(span) && !span.labels.has('near') && isStreetOnly(span))
    .filter((span) => span.labels.has('street') || !span.hits.every(isGuessed))
    .slice(0, 1)
    .map(({ typed }) => change('street_left_out', phraseOf(DOUBTS.streetLeftOut, typed)));

function once(applied: readonly Applied[], rule: ChangeRule): Applied[] {
  const first = applied.find((one) => one.rule === rule);
  return applied.filter((one) => one.rule !== rule || one === first);
}

/** Many words that say nothing are a sentence around the parcel: they weigh no more than a few. */
const MOST_STRAYS = 3;
/** Of more words nobody reads the end. */
const MOST_TOLD = 6;

function weighStrays(
  { strays, tokens, others }: TextReading,
  used: readonly (NamedSpan | null)[],
): Applied[] {
  const applied: Applied[] = [];
  const loose: string[] = [];
  for (const { token, at, isAnnounced } of strays) {
    const before = used.some(
      (span) => span?.to === at && !token.afterBreak && !goesOnAsSentence(span, token.text),
    );
    // "lokalizacja Stara Iwiczna": the first word of a name has its capital.
    const after = used.some(
      (span) =>
        span?.from === at + 1 &&
        !tokens[at + 1]?.afterBreak &&
        !(hasCapital(span) && /^\p{Ll}/u.test(token.text) && (!isInflected(span) || THERE.test(token.word))),
    );
    if (isAnnounced) applied.push(change('unread_name', phraseOf(DOUBTS.notAName, token.text)));
    else if (before || after) applied.push(longerName(applied, token));
    else if (loose.push(countedWord(others, token, at)) <= MOST_STRAYS)
      applied.push(change('stray_word', null));
  }
  for (const span of used) {
    const token = span && numeralBehind(tokens, span.to);
    if (token) applied.push(longerName(applied, token));
    if (span && isBareCase(span, tokens))
      applied.push(change('other_name', phraseOf(DOUBTS.bareCase, span.typed)));
  }
  const [first] = loose;
  if (first === undefined) return applied;
  const says = phraseOf(DOUBTS.passedOver, loose.slice(0, MOST_TOLD), loose.length > MOST_TOLD);
  return applied.map((one) => (one.rule === 'stray_word' ? { ...one, says } : one));
}

/**
 * "w Guzowie stanowi własność", "Guzów między Sochaczewem a …", "Guzów bezpośrednio od właściciela": behind a name with its capital, a word in small
 * letters is no part of it unless it has the form of an adjective ("w Mrokowie górnym", "Mroków górny") or is a kind of settlement.
 */
function goesOnAsSentence(span: NamedSpan, text: string): boolean {
  if (!/^\p{Ll}/u.test(text)) return false;
  const word = fold(text);
  if (isRelation({ word })) return true;
  if (!hasCapital(span) || /^(?:koloni|osad|folwark|parcel|wies|hut|poduchown|duz|mal[aey]|wielk)/.test(word))
    return false;
  return isInflected(span)
    ? !/(?:ym|im|ej|ych|ich|ach)$/.test(word)
    : !isAdjectival({ word: word.replace(/[yi]$/, 'a') });
}

/** "na skraju Mrokowa", where "w pobliżu Mrokowa" is not there. */
const THERE = /^(?:terenie|centrum|granicach|skraju|srodku|obszarze|sercu)$/;

const isInflected = ({ hits }: NamedSpan): boolean =>
  hits.some(({ edits }) => edits.some(({ kind }) => kind === 'inflected'));

/** No village is named so: "dz. 36 Mrokowie" says "w". */
const CASE_ENDING = /(?:ach|owie|ami|om|ej|ym|im|em|ych|ą|ę|u|[kg]y)$/iu;

/** "dz. 12 Kamionki": a case that no word before it asks for may be the name of another village. */
function isBareCase({ hits, labels, typed, from, to }: NamedSpan, tokens: readonly Token[]): boolean {
  if (labels.size > 0 || to - from > 1 || CASE_ENDING.test(typed)) return false;
  const [before, name] = [tokens[from - 1], tokens[from]];
  if (before?.isWord && !has(before, 'parcel') && !name?.afterBreak) return false;
  return hits.every(
    ({ edits, places }) =>
      edits.some(({ kind }) => kind === 'inflected') && places.some(({ kind }) => kind !== 'street'),
  );
}

/** Words around a name make it a longer one once, however many they are. */
function longerName(applied: readonly Applied[], { text }: Token): Applied {
  const one = change('longer_name', phraseOf(DOUBTS.longerName, text));
  return applied.some(({ rule }) => rule === 'longer_name') ? { ...one, change: 0 } : one;
}

/** "Mroków II", "Korytów A", "Jesionka Parcele": villages are numbered so. */
function numeralBehind(tokens: readonly Token[], at: number): Token | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token?.isWord || token.isCut || token.afterBreak) return null;
  if (/^(?:i{2,3}|iv|vi{0,3}|ix|x)$/.test(token.word)) return token;
  const isLast = !next || next.afterBreak || !next.isWord;
  if (/^parcel[aei]$/.test(token.word)) return !next || next.afterBreak ? token : null;
  return isLast && /^[a-d]$/.test(token.word) ? token : null;
}

/** "3 pokoje" */
function countedWord(others: readonly OtherNumber[], { text, gap }: Token, at: number): string {
  const count = others.find((other) => other.at === at - 1);
  // The full stop of a sentence is no part of its last word.
  const word = text.replace(/(?<=\p{L}{4})\.$/u, '');
  return count ? count.text + gap + word : word;
}

/** What the number itself says against a parcel of the spot. */
export function weighNumber(number: NumberReading, obreb_id: string, sheet: string | null): Applied[] {
  const applied: Applied[] = [...number.doubts];
  if (number.afterStreet === 'named')
    applied.push(change('after_street_name', phraseOf(DOUBTS.withStreet, number.number)));
  if (number.afterStreet === 'announced')
    applied.push(change('after_street', phraseOf(DOUBTS.besideStreet, number.number)));
  if (number.obreb !== null && !obreb_id.endsWith(`.${number.obreb}`))
    applied.push(change('other_obreb_number', phraseOf(DOUBTS.saysObreb, number.obreb)));
  if (number.sheet !== null && number.sheet !== sheet)
    applied.push(change('other_sheet', phraseOf(DOUBTS.saysSheet, number.sheet)));
  return applied;
}

/** Places whose gminy are weighed: more come only from lists of names. */
const MOST_GMINY = 120;

/** Gminy for a text without a number: those it names, and those of the places it names. */
export function gminyOf(reading: TextReading): NamedGmina[] {
  return [...gminyNamed(reading), ...gminyCoded(reading)];
}

interface NamedGmina {
  readonly gmina: Gmina;
  readonly span: NamedSpan | null;
  /** The obręb that a name is guessed to be that of: "Iwiczna" may be Nowa or Stara Iwiczna. */
  readonly guessed: Obreb | null;
  readonly applied: Applied[];
}

const inGmina = ({ name, powiat_name }: Gmina) => ({ gmina: name, powiat: powiat_name });

/** Those told by the code of a gmina, of a unit or of an obręb. */
const gminyCoded = ({ units }: TextReading): NamedGmina[] =>
  units.map(({ gmina, obreb_id }) => {
    const first =
      obreb_id === null
        ? start('gmina', phraseOf(READ.gminaCode, inGmina(gmina)))
        : start('place_in_gmina', phraseOf(READ.obrebInGmina, obreb_id, inGmina(gmina)));
    return { gmina, span: null, guessed: null, applied: [first] };
  });

function gminyNamed(reading: TextReading): NamedGmina[] {
  // A gmina is picked more easily than a parcel: what it is near to counts only where nothing else is named at all.
  const exact = reading.spans.filter((span) => !span.labels.has('near'));
  const meanings = meaningsOf(exact.length > 0 ? exact : reading.spans).slice(0, MOST_GMINY);
  return meanings.flatMap(({ span, hit, place, spelling }): NamedGmina[] => {
    const gmina = gminaOf(place);
    if (!gmina) return [];
    if (place.kind !== 'gmina') {
      const isOfObreb = (other: Place) => other.kind === 'obreb' && other.gmina.teryt === gmina.teryt;
      if (place.kind === 'locality' && isGuessed(hit) && hit.places.some(isOfObreb)) return [];
      const guessed = place.kind === 'obreb' && isGuessed(hit) ? place.obreb : null;
      const says = phraseOf(READ.placeInGmina, place.name, inGmina(gmina));
      return [{ gmina, span, guessed, applied: [start('place_in_gmina', says), ...spelling()] }];
    }
    if (span.labels.has('powiat')) return [];
    const first = start('gmina', phraseOf(READ.gmina, inGmina(gmina)));
    return [{ gmina, span, guessed: null, applied: [first, ...spelling(), ...ruralness(span, gmina)] }];
  });
}
