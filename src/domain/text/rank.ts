// Weighing: which places a text may mean, and how well each explains all of it. What speaks against a place lowers it;
// nothing is dropped silently. Pure: what is loaded is asked for by the service.

import { phraseOf } from '../../contract/language.ts';
import type { AdminDirectory, Gmina, Obreb } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import { DOUBTS, READ, SPELLINGS } from '../sentences/reading-sentences.ts';
import { isStreetOnly } from './house-readings.ts';
import { isUnderstood, type NamedSpan, placesOf } from './named-span.ts';
import type { Place } from './place.ts';
import type { NumberReading, TextReading } from './readings.ts';
import { type Applied, type ChangeRule, change, type Start, start } from './rules.ts';
import { type Edit, type Hit, isGuessed } from './spelling.ts';

/** Where a parcel may lie: an obręb, or a whole gmina. */
export interface SearchGround {
  readonly start: Start;
  readonly gmina: Gmina;
  readonly obreb: Obreb | null;
  /** The obręby in which the number is looked for. */
  readonly obreby: readonly Obreb[];
  readonly span: NamedSpan | null;
  readonly applied: readonly Applied[];
}

/** A candidate being weighed: where it lies. */
export interface Spot {
  readonly gmina: Gmina;
  readonly obreb: Obreb | null;
}

const isOfTown = ({ id }: Obreb) => /[14]$/.test(unitOf(id));

/** Everything the names of the text can mean as the place of a parcel. */
export function groundsOf(reading: TextReading, admin: AdminDirectory): SearchGround[] {
  const named = withinObreby(namedGrounds(reading, admin), reading.spans);
  return named.length > 0 && reading.obreby.length === 0
    ? named
    : [...named, ...codedGrounds(reading, admin)];
}

/** A gmina beside the name of one of its obręby says where that obręb is: its other obręby are not meant. */
function withinObreby(grounds: readonly SearchGround[], spans: readonly NamedSpan[]): SearchGround[] {
  const binding = grounds.filter(({ obreb, span }) => obreb && span && isBinding(span, spans));
  if (binding.length === 0) return [...grounds];
  return grounds.filter(
    ({ gmina, obreb, span }) =>
      (obreb !== null && !(span && isNameOf(span, gmina))) ||
      !binding.some((other) => other.gmina.teryt === gmina.teryt && isOtherName(other, span)),
  );
}

/** A gmina that is named as its obręb is tells nothing more of it. */
const isOtherName = ({ span: name, gmina }: SearchGround, span: NamedSpan | null) =>
  name !== span && name !== null && (!isNameOf(name, gmina) || name.labels.has('obreb'));

const isNameOf = (span: NamedSpan, { teryt }: Gmina) =>
  span.hits.some((hit) =>
    placesOf(span, hit.places).some((place) => place.kind === 'gmina' && place.gmina.teryt === teryt),
  );

/** Not a word in small letters that is only near to a name: "36 kroków". */
const isBinding = (span: NamedSpan, spans: readonly NamedSpan[]) =>
  !span.hits.every(isGuessed) ||
  span.labels.has('obreb') ||
  (/^\p{Lu}/u.test(span.typed) && isUnderstood(span, spans));

/** Where a code of a gmina or a cadastral unit leads: "TERYT 1418032 obręb 0009". */
function codedGrounds({ units, obreby: told }: TextReading, admin: AdminDirectory): SearchGround[] {
  return units.flatMap(({ gmina, unit, obreb_id }): SearchGround[] => {
    const all = admin.obrebyOf(gmina.teryt).filter(({ id }) => unit === null || unitOf(id) === unit);
    const wanted = all.filter(({ id }) => id === obreb_id || told.some((code) => id.endsWith(`.${code}`)));
    const place = { gmina, span: null, applied: [] };
    if (wanted.length > 0)
      return wanted.map((obreb) => ({ ...place, start: 'obreb_number_and_number', obreb, obreby: [obreb] }));
    return told.length > 0 && all.length > 0
      ? []
      : [{ ...place, start: 'gmina_and_number', obreb: null, obreby: all }];
  });
}

function namedGrounds(reading: TextReading, admin: AdminDirectory): SearchGround[] {
  const isGminaNamed = reading.spans.some((span) => span.labels.has('gmina') && !span.labels.has('near'));
  return meaningsOf(spansThatCount(reading)).flatMap(({ span, hit, place, spelling }): SearchGround[] => {
    switch (place.kind) {
      case 'obreb': {
        if (span.labels.has('gmina')) return [];
        const { gmina, obreb } = place;
        const obreby = [obreb];
        return [{ start: 'obreb_name_and_number', gmina, obreb, obreby, span, applied: spelling() }];
      }
      case 'gmina':
        if (span.labels.has('powiat') || (isGminaNamed && !span.labels.has('gmina'))) return [];
        return gminaGrounds(reading, admin, place.gmina, span, spelling());
      case 'locality': {
        const { gmina } = place;
        if (isNarrower(span, hit, gmina)) return [];
        const obreby = admin.obrebyOf(gmina.teryt);
        return [{ start: 'locality_and_number', gmina, obreb: null, obreby, span, applied: spelling() }];
      }
      default:
        return [];
    }
  });
}

/** A place that a name of the text may mean. */
interface Meaning {
  readonly span: NamedSpan;
  readonly hit: Hit;
  readonly place: Place;
  readonly spelling: () => Applied[];
}

function meaningsOf(spans: readonly NamedSpan[]): Meaning[] {
  return spans.flatMap((span) =>
    span.hits.flatMap((hit) =>
      placesOf(span, hit.places).map((place) => ({
        span,
        hit,
        place,
        spelling: () => [...spellingOf(span, hit, place), ...commonness(span, hit), ...nearness(span)],
      })),
    ),
  );
}

/** What something is near to counts only where the text says nothing better. */
function spansThatCount({ spans }: TextReading): readonly NamedSpan[] {
  const exact = spans.filter((span) => !span.labels.has('near'));
  const isSomewhere = exact.some((span) => span.hits.some((hit) => placesOf(span, hit.places).length > 0));
  return isSomewhere ? exact : spans;
}

/** Where an obręb or the gmina itself has the name, that says where; of these a village is the obręb alone. */
function isNarrower({ labels }: NamedSpan, { places }: Hit, { teryt }: Gmina): boolean {
  return places.some(
    (place) =>
      (place.kind === 'obreb' || (place.kind === 'gmina' && !labels.has('locality'))) &&
      place.gmina.teryt === teryt,
  );
}

function gminaGrounds(
  reading: TextReading,
  admin: AdminDirectory,
  gmina: Gmina,
  span: NamedSpan,
  spelling: readonly Applied[],
): SearchGround[] {
  const all = admin.obrebyOf(gmina.teryt);
  const town = isTown(span) ? all.filter(isOfTown) : [];
  const obreby = town.length > 0 ? town : all;
  const applied = [...spelling, ...ruralness(span, gmina)];
  const numbered = reading.obreby.flatMap((wanted) =>
    obreby.filter((obreb) => obreb.id.endsWith(`.${wanted}`)),
  );
  return [
    ...numbered.map(
      (obreb): SearchGround => ({
        start: 'obreb_number_and_number',
        gmina,
        obreb,
        obreby: [obreb],
        span,
        applied,
      }),
    ),
    ...(reading.obreby.length > 0 && obreby.length > 0
      ? []
      : [{ start: 'gmina_and_number', gmina, obreb: null, obreby, span, applied } as const]),
  ];
}

const isTown = ({ labels }: NamedSpan) => labels.has('town') && !labels.has('gmina');

const ruralness = (span: NamedSpan, gmina: Gmina): Applied[] =>
  isTown(span) && gmina.teryt.endsWith('2')
    ? [change('not_a_town', phraseOf(DOUBTS.ruralGmina, gmina.name))]
    : [];

/** Wola is a district of Warsaw, and the beginning of names of villages. */
const commonness = ({ typed, hits, labels }: NamedSpan, { isLoaded }: Hit): Applied[] =>
  !isLoaded && labels.size === 0 && hits.some((other) => other.isLoaded)
    ? [change('begins_others', phraseOf(DOUBTS.beginsOthers, typed))]
    : [];

const nearness = (span: NamedSpan): Applied[] =>
  span.labels.has('near') ? [change('near_only', phraseOf(DOUBTS.near, span.typed))] : [];

/** How the typed name differs from the place's, in rules. Two words with one typo each are two typos. */
export function spellingOf(span: NamedSpan, hit: Hit, place: Place): Applied[] {
  const read = (kind: Edit['kind']) =>
    change(kind, phraseOf(DOUBTS.spelling, span.typed, place.name, SPELLINGS[kind]));
  if (hit.edits.length === 0) {
    if (isSpeltAlike(span.typed, place.name)) return [];
    return [read(lacksMarks(span.typed, place.name) ? 'diacritics' : 'inflected')];
  }
  const typos = hit.edits.filter(({ kind }) => kind === 'one_typo').length;
  const kinds = hit.edits.map(({ kind }) => (kind === 'one_typo' && typos > 1 ? 'two_typos' : kind));
  return [...new Set(kinds)].map(read);
}

/** But for capitals and what parts the words. */
const isSpeltAlike = (typed: string, name: string) => typed === name || plain(typed) === plain(name);

const MARKED = /[^\x20-\x7e]/u;

/** Whether a letter has lost its mark. One that has got a mark makes another case: "Nową Wolę". */
function lacksMarks(typed: string, name: string): boolean {
  const [signs, letters] = [[...plain(typed)], [...plain(name)]];
  return (
    signs.length !== letters.length ||
    letters.some((letter, at) => MARKED.test(letter) && letter !== signs[at])
  );
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What the rest of the text says for and against a spot; `used` are the names that led to it. */
export function weighRest(reading: TextReading, spot: Spot, used: readonly (NamedSpan | null)[]): Applied[] {
  return [...weighNames(reading, spot, used), ...weighStrays(reading, used)];
}

/** What the other names of the text say for and against a spot. */
export function weighNames(reading: TextReading, spot: Spot, used: readonly (NamedSpan | null)[]): Applied[] {
  const applied: Applied[] = [];
  for (const span of reading.spans) {
    if (used.includes(span) || span.labels.has('near')) continue;
    applied.push(...weighName(span, spot, used));
  }
  return onceElsewhere(once(applied, 'confirmed'));
}

/** Of these the directory holds all there are: a name that none of them bears was misread, or is wrong. */
const UNITS = ['gmina', 'powiat', 'voivodeship'] as const;

function weighName(span: NamedSpan, spot: Spot, used: readonly (NamedSpan | null)[]): Applied[] {
  const named = span.hits.map((hit) => ({ hit, places: placesOf(span, hit.places) }));
  const all = named.flatMap(({ places }) => places);
  const [first] = all;
  if (!first) {
    const unit = UNITS.find((label) => span.labels.has(label));
    return unit ? [change('unread_name', phraseOf(DOUBTS.noUnit, span.typed, unit))] : [];
  }
  const isGuess = span.labels.size === 0 && named.every(({ hit }) => isGuessed(hit));
  if (!isGuess && all.every((place) => place.kind === 'street')) return [];
  // With the gmina told by another name, this one is that of an obręb wherever it can be.
  const isGminaTold = used.some((other) =>
    other?.hits.some((hit) => hit.places.some((place) => place.kind === 'gmina')),
  );
  for (const { hit, places } of named) {
    const here = places.filter((place) => (gminaOf(place) ?? spot.gmina).teryt === spot.gmina.teryt);
    const obreby = here.filter((place) => place.kind === 'obreb');
    const [other] = obreby;
    if (other && spot.obreb && (isGminaTold || !here.some((place) => place.kind === 'gmina'))) {
      if (!obreby.some(({ obreb }) => obreb.id === spot.obreb?.id))
        return [change('other_place', phraseOf(DOUBTS.otherObreb, other.name))];
    }
    const fitting = here.find((place) => fits(place, spot, span));
    if (fitting) return [...spellingOf(span, hit, fitting), change('confirmed', null)];
  }
  // Without "powiat", an adjective may be the name of a street that is not known: Puławska.
  const isAdjective = span.labels.size === 0 && all.every(({ kind }) => kind === 'powiat');
  if (!isGuess && !isAdjective) {
    return [change(ELSEWHERE[first.kind], phraseOf(DOUBTS.elsewhere, first.kind, first.name))];
  }
  return used.some((other) => other?.to === span.from || other?.from === span.to)
    ? [change('longer_name', phraseOf(DOUBTS.longerName, span.typed))]
    : [change('stray_name', phraseOf(DOUBTS.notUnderstood, span.typed))];
}

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

function weighStrays({ strays, tokens }: TextReading, used: readonly (NamedSpan | null)[]): Applied[] {
  const applied: Applied[] = [];
  const loose: string[] = [];
  for (const { token, at, isAnnounced } of strays) {
    const before = used.some((span) => span?.to === at && !token.afterBreak);
    const after = used.some((span) => span?.from === at + 1 && !tokens[at + 1]?.afterBreak);
    if (isAnnounced) applied.push(change('unread_name', phraseOf(DOUBTS.notAName, token.text)));
    else if (before || after) applied.push(change('longer_name', phraseOf(DOUBTS.longerName, token.text)));
    else if (loose.push(token.text) <= MOST_STRAYS) applied.push(change('stray_word', null));
  }
  const [first] = loose;
  if (first === undefined) return applied;
  const says = phraseOf(DOUBTS.passedOver, loose.slice(0, MOST_TOLD), loose.length > MOST_TOLD);
  return applied.map((one) => (one.rule === 'stray_word' ? { ...one, says } : one));
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
export function gminyOf(
  reading: TextReading,
): { gmina: Gmina; span: NamedSpan | null; applied: Applied[] }[] {
  return [...gminyNamed(reading), ...gminyCoded(reading)];
}

const inGmina = ({ name, powiat_name }: Gmina) => ({ gmina: name, powiat: powiat_name });

/** Those told by the code of a gmina, of a unit or of an obręb. */
const gminyCoded = ({ units }: TextReading) =>
  units.map(({ gmina, obreb_id }) => {
    const first =
      obreb_id === null
        ? start('gmina', phraseOf(READ.gminaCode, inGmina(gmina)))
        : start('place_in_gmina', phraseOf(READ.obrebInGmina, obreb_id, inGmina(gmina)));
    return { gmina, span: null, applied: [first] };
  });

function gminyNamed(reading: TextReading): { gmina: Gmina; span: NamedSpan; applied: Applied[] }[] {
  // A gmina is picked more easily than a parcel: what it is near to counts only where nothing else is named at all.
  const exact = reading.spans.filter((span) => !span.labels.has('near'));
  const meanings = meaningsOf(exact.length > 0 ? exact : reading.spans).slice(0, MOST_GMINY);
  return meanings.flatMap(({ span, place, spelling }) => {
    const gmina = gminaOf(place);
    if (!gmina) return [];
    if (place.kind !== 'gmina') {
      const says = phraseOf(READ.placeInGmina, place.name, inGmina(gmina));
      return [{ gmina, span, applied: [start('place_in_gmina', says), ...spelling()] }];
    }
    if (span.labels.has('powiat')) return [];
    const first = start('gmina', phraseOf(READ.gmina, inGmina(gmina)));
    return [{ gmina, span, applied: [first, ...spelling(), ...ruralness(span, gmina)] }];
  });
}
