// Parcels of a text by number and place, and gminy where it has no number: where to look, and what each find weighs.

import type { Candidate } from '../../contract/answers.ts';
import { type Phrase, phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';
import { obrebOf, printParcelId, sheetOf } from '../places/parcel-id.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { READ } from '../sentences/reading-sentences.ts';
import { gminaCandidate, parcelCandidate, type Unweighed, type Weighed, weighed } from './candidates.ts';
import { isStreetOnly } from './house-readings.ts';
import { weighLeftOut } from './left-out.ts';
import type { LocatedParcel, NumberKey, TextFinds } from './lookups.ts';
import { ofItsOwn, weighPair } from './name-beside.ts';
import { nameRead } from './name-meanings.ts';
import { type NamedSpan, placesOf } from './named-span.ts';
import { gminyOf, weighNames, weighNumber, weighRest } from './rank.ts';
import type { NumberReading, TextReading } from './readings.ts';
import { type Applied, change, start } from './rules.ts';
import { groundsOf, type SearchGround } from './search-grounds.ts';
import { isGuessed } from './spelling.ts';
import type { Steps } from './steps.ts';
import { soundsLikeStreet } from './unloaded-place.ts';

/** Numbers on grounds that are weighed though no parcel is there. */
const MOST_ABSENT = 40;
/** Numbers on grounds that are looked up: those of the first names, with the nearest spellings. */
const MOST_LOOKED_UP = 80;
/** Numbers in obręby: those of a large gmina, of each of a few numbers. */
const MOST_PARCEL_KEYS = 400;

/** A ground with the ids of those of its obręby that are loaded. */
export type HeldGround = SearchGround & { readonly held: ReadonlySet<string> };

/** Gminy with a place of the same name as a ground that lack the number. */
interface Homonyms {
  readonly passedOver?: readonly Gmina[];
}

/** A number of the text, to be looked up on all its grounds. */
export interface WantedNumber {
  readonly number: NumberReading;
  readonly key: NumberKey;
}

export function heldGrounds(reading: TextReading, corpus: Corpus): readonly HeldGround[] {
  const most = Math.ceil(MOST_LOOKED_UP / Math.max(1, reading.numbers.length));
  const { spans, units, obreby } = reading;
  if (units.length + obreby.length > 0) return groundsIn(reading, corpus, most);
  const known = groundsOfNames.get(spans);
  if (known?.corpus === corpus && known.most === most) return known.grounds;
  const grounds = groundsIn(reading, corpus, most);
  groundsOfNames.set(spans, { corpus, most, grounds });
  return grounds;
}

/** Where no number tells the place, the names alone do, which are remembered (read-names.ts). */
const groundsOfNames = new WeakMap<
  readonly NamedSpan[],
  { readonly corpus: Corpus; readonly most: number; readonly grounds: readonly HeldGround[] }
>();

const groundsIn = (reading: TextReading, corpus: Corpus, most: number): HeldGround[] =>
  groundsOf(reading, corpus.admin)
    .slice(0, most)
    .map((ground) => ({
      ...ground,
      held: new Set(ground.obreby.map(({ id }) => id).filter((id) => corpus.holds(id))),
    }));

export function wantedNumbers(reading: TextReading, grounds: readonly HeldGround[]): WantedNumber[] {
  const most = Math.ceil(MOST_PARCEL_KEYS / Math.max(1, reading.numbers.length));
  const obreb_ids = [...new Set(grounds.flatMap(({ held }) => [...held]))].slice(0, most);
  return reading.numbers.map((number) => ({ number, key: { obreb_ids, number: number.number } }));
}

/** A step for each parcel. */
export function* weighParcels(
  reading: TextReading,
  grounds: readonly HeldGround[],
  wanted: readonly WantedNumber[],
  found: Pick<TextFinds, 'numbers'>,
  corpus: Corpus,
): Steps<Weighed[]> {
  const held = grounds.filter((ground) => ground.held.size > 0);
  const unheld = grounds.filter(
    ({ held: here, gmina }) =>
      here.size === 0 && !(corpus.holdsPartition(gmina.powiat) && corpus.holdsGmina(gmina)),
  );
  const candidates: Weighed[] = [];
  const rests = held.map(() => new Map<string, Applied[]>());
  for (const { number, key } of wanted) {
    const parcels = found.numbers.get(key) ?? [];
    if (parcels.length === 0) continue;
    for (const [at, ground] of held.entries()) {
      const here = parcels.filter(({ id }) => ground.held.has(obrebOf(id)));
      const searched = {
        ...ground,
        passedOver: homonymsWithout(ground, held, parcels),
        rests: rests[at] ?? new Map(),
      };
      for (const parcel of here) {
        candidates.push(weighOne(corpus, reading, number, searched, here, parcel));
        yield;
      }
      if (isPart(corpus, ground)) candidates.push(notLoaded(corpus, reading, number, ground));
    }
  }
  for (const ground of unheld) {
    candidates.push(...weighUnheld(corpus, reading, ground));
    yield;
  }
  return candidates;
}

/** What the rest of the text says of an obręb on a ground: the same for all its parcels and all numbers. */
interface Rests {
  readonly rests: Map<string, Applied[]>;
}

/** The gminy that have a place of the same name, and no parcel of that number there. */
function homonymsWithout(
  { span, gmina }: HeldGround,
  held: readonly HeldGround[],
  parcels: readonly LocatedParcel[],
): Gmina[] {
  if (span === null) return [];
  const others = held.filter((other) => other.span === span && other.gmina.teryt !== gmina.teryt);
  const without = others.filter((other) => !parcels.some(({ id }) => other.held.has(obrebOf(id))));
  return [...new Set(without.map((other) => other.gmina))];
}

/** Where nothing is loaded, a number that may be a house's is no number of a parcel: the place alone is known. */
function weighUnheld(corpus: Corpus, reading: TextReading, ground: SearchGround): Weighed[] {
  const sure = reading.numbers
    .map((number) => withoutVillage(reading, number))
    .filter(({ doubts, afterStreet }) => doubts.length === 0 && afterStreet === null);
  return sure.length > 0
    ? sure.map((number) => notLoaded(corpus, reading, number, ground))
    : [somewhereNotLoaded(corpus, reading, ground)];
}

/** "dz. 36 Suchodół gm. Tarczyn": of a gmina that is not loaded the villages are not known, and no word behind a number that is no unit counts. */
const withoutVillage = ({ tokens }: TextReading, number: NumberReading): NumberReading =>
  number.isLabelled && tokens[number.to]?.isWord === true && tokens[number.to]?.labels.length === 0
    ? { ...number, doubts: number.doubts.filter(({ rule }) => rule !== 'counted') }
    : number;

/** Where obręby of the gmina are not loaded, the number may stand in one of them as well. */
const isPart = (corpus: Corpus, { obreb, gmina }: HeldGround): boolean =>
  obreb === null && !corpus.holdsAllOf(gmina);

/** One of the parcels with the number that lie on the ground. */
function weighOne(
  corpus: Corpus,
  reading: TextReading,
  number: NumberReading,
  ground: HeldGround & Homonyms & Rests,
  here: readonly LocatedParcel[],
  parcel: LocatedParcel,
): Weighed {
  const needs_obreb = ground.obreb === null && here.some(({ id }) => obrebOf(id) !== obrebOf(parcel.id));
  const base = { ...parcelCandidate(corpus, parcel.id, parcel), needs_obreb };
  const areSeveral = here.length > 1 || isPart(corpus, ground);
  const sure = withoutHouse(corpus, reading, number, ground.gmina);
  const applied = weighParcel(corpus, reading, sure, ground, base, areSeveral);
  return weighed(base, applied, parcel, corpus.language);
}

/** "działka w Mrokowie nr 12": where addresses are loaded and no house has the number, it is no house's. */
function withoutHouse(
  corpus: Corpus,
  { loose }: TextReading,
  number: NumberReading,
  gmina: Gmina,
): NumberReading {
  const isHouse = loose.some(({ at, hasHouse }) => at === number.at && hasHouse);
  if (isHouse || !corpus.stateAt('prg_addresses', gmina.teryt.slice(0, 6))) return number;
  return { ...number, doubts: number.doubts.filter(({ rule }) => rule !== 'announced_apart') };
}

function weighParcel(
  { admin }: Corpus,
  reading: TextReading,
  number: NumberReading,
  ground: SearchGround & Homonyms & Partial<Rests>,
  base: Unweighed,
  areSeveral: boolean,
): Applied[] {
  const obreb_id = base.obreb_id ?? '';
  const obreb = admin.obreby.get(obreb_id) ?? null;
  const rest =
    ground.rests?.get(obreb_id) ?? weighRest(reading, { gmina: ground.gmina, obreb }, [ground.span]);
  ground.rests?.set(obreb_id, rest);
  return [
    start(ground.start, reasonIn(ground, base, areSeveral)),
    ...ground.applied,
    ...weighNumber(number, obreb_id, sheetOf(base.id ?? '')?.toString() ?? null),
    ...weighPostcode(reading, number, ground.gmina),
    ...weighPair(reading, number, ground.span),
    ...ofItsOwn(reading, number, ground.span, rest),
    ...weighLeftOut(reading, number, base),
    ...weighHomonyms(reading, number, ground),
    ...(ground.obreb === null ? weighVillage(reading) : []),
  ];
}

/** "dz. 119/1, Podolszyn, gmina Lesznowola": where only the gmina is known, a word that is not may be the village. */
function weighVillage({ strays, tokens }: TextReading): Applied[] {
  const isLower = !tokens.some(({ text }) => /^\p{Lu}/u.test(text));
  const village = strays.find(({ token, at, isAnnounced }) => {
    if (isAnnounced) return false;
    const [before] = [tokens[at - 1]];
    const isName = /^\p{Lu}/u.test(token.text) && at > 0 && !before?.isCut;
    return isName || isLower || /^(?:w|we|z|ze)$/.test(before?.word ?? '');
  });
  return village ? [change('longer_name', phraseOf(DOUBTS.mayBeVillage, village.token.text))] : [];
}

/** Of more gminy nobody reads the names. */
const MOST_HOMONYMS = 3;

/** Where nothing but its own name says which of several places is meant, the others are told. */
function weighHomonyms(
  { spans, units, postcode }: TextReading,
  { number }: NumberReading,
  { span, passedOver = [] }: SearchGround & Homonyms,
): Applied[] {
  const isTold = spans.some((other) => other !== span && !other.labels.has('near') && !isStreetOnly(other));
  if (span === null || isTold || units.length > 0 || postcode !== null) return [];
  const named = (gminy: readonly Gmina[]) => gminy.slice(0, MOST_HOMONYMS).map(({ name }) => name);
  return [
    ...(passedOver.length > 0
      ? [change('passed_over', phraseOf(DOUBTS.passedOverGminy, nameRead(span), named(passedOver), number))]
      : []),
    ...(span.namesakes.length > 0
      ? [change('namesake', phraseOf(DOUBTS.namesakes, nameRead(span), named(span.namesakes)))]
      : []),
  ];
}

/** A postcode belongs to an address, and so may a number that is not said to be a parcel's. */
function weighPostcode(
  { postcode, outsidePostcode, tokens }: TextReading,
  { at, isLabelled }: NumberReading,
  { teryt, name }: Gmina,
): Applied[] {
  if (postcode === null || tokens[at]?.postcode === postcode) return [];
  const elsewhere = change('other_postal_area', phraseOf(DOUBTS.otherPostalArea, postcode, name));
  const beside = change('postcode_beside', phraseOf(DOUBTS.withPostcode, postcode));
  return [...(outsidePostcode.has(teryt) ? [elsewhere] : []), ...(isLabelled ? [] : [beside])];
}

/**
 * The parcels that a text speaks of where it names their obręb and none is there (any more). A name that is the gmina's
 * too does not say which obręb.
 */
export function absentParcels(
  reading: TextReading,
  grounds: readonly HeldGround[],
  corpus: Corpus,
): Weighed[] {
  // Only one that leads all others is told.
  if (grounds.length * reading.numbers.length > MOST_ABSENT) return [];
  const isWhole = (span: SearchGround['span']) =>
    grounds.some((other) => other.span === span && !other.obreb);
  return reading.numbers.flatMap((number) =>
    grounds.flatMap((ground) => {
      if (!ground.obreb || ground.held.size === 0 || isWhole(ground.span)) return [];
      const id = printParcelId(ground.obreb.id, number.sheet, number.number);
      const base = parcelCandidate(corpus, id, null);
      return [
        weighed(base, weighParcel(corpus, reading, number, ground, base, false), null, corpus.language),
      ];
    }),
  );
}

function reasonIn(
  { start: rule, gmina, obreb, span }: SearchGround,
  { number, obreb_id, obreb_name }: Pick<Candidate, 'number' | 'obreb_id' | 'obreb_name'>,
  areSeveral: boolean,
): Phrase {
  if (rule === 'obreb_name_and_number') return phraseOf(READ.inObreb, number, obreb_name, gmina.name);
  if (rule === 'obreb_number_and_number')
    return phraseOf(READ.inObrebCode, number, obreb?.id.split('.')[1], obreb_name, gmina.name);
  const locality = rule === 'locality_and_number' ? (span?.typed ?? null) : null;
  return phraseOf(READ.ofGmina, number, gmina.name, locality, areSeveral ? (obreb_name ?? obreb_id) : null);
}

function notLoaded(
  corpus: Corpus,
  reading: TextReading,
  number: NumberReading,
  ground: SearchGround,
): Weighed {
  const { gmina, obreb } = ground;
  const says = obreb
    ? phraseOf(READ.inObrebNotLoaded, number.number, obreb.name ?? obreb.id, gmina.name)
    : phraseOf(READ.inGminaNotLoaded, number.number, gmina.name, gmina.teryt, corpus.holdsGmina(gmina));
  const known = { obreb_id: obreb?.id ?? null, obreb_name: obreb?.name ?? null };
  const applied: Applied[] = [
    start(ground.start, says),
    ...ground.applied,
    // Where nothing is loaded, nothing is known against the obręb and the sheet that the text gives.
    ...weighNumber(number, obreb?.id ?? `.${number.obreb}`, number.sheet),
    ...weighRest(reading, { gmina, obreb }, [ground.span]),
    ...(soundsLikeStreet(reading, ground.span)
      ? [change('other_name', phraseOf(DOUBTS.mayBeStreet, ground.span?.typed))]
      : []),
    ...weighLeftOut(reading, number, { gmina_teryt: gmina.teryt, ...known }),
  ];
  return weighed(
    { ...gminaCandidate(corpus, gmina), ...known, kind: 'parcel', number: number.number, held: false },
    applied,
    null,
    corpus.language,
  );
}

function somewhereNotLoaded(corpus: Corpus, reading: TextReading, ground: SearchGround): Weighed {
  const { gmina, obreb } = ground;
  const applied: Applied[] = [
    start(ground.start, phraseOf(READ.somewhereNotLoaded, gmina.name)),
    ...ground.applied,
    // Streets of a place that is not loaded are not known: words that were not understood say nothing against it.
    ...weighNames(reading, { gmina, obreb }, [ground.span]).filter(
      ({ rule }) => rule !== 'stray_name' && rule !== 'longer_name',
    ),
  ];
  return weighed(
    { ...gminaCandidate(corpus, gmina), kind: 'address', held: false },
    applied,
    null,
    corpus.language,
  );
}

/** For a text without a number. */
export function weighGminy(reading: TextReading, corpus: Corpus): Weighed[] {
  return gminyOf(reading).map(({ gmina, span, guessed, applied }) => {
    const obreb = obrebNamed(reading, gmina, span, corpus) ?? guessed;
    return weighed(
      { ...gminaCandidate(corpus, gmina), obreb_id: obreb?.id ?? null, obreb_name: obreb?.name ?? null },
      [
        ...applied,
        ...reading.others
          .slice(0, 1)
          .map(({ text, role }) => change('passed_over', phraseOf(DOUBTS.notTaken, text, role))),
        ...weighRest(reading, { gmina, obreb: null }, [span]),
        ...weighLeftOut(reading, null, { gmina_teryt: gmina.teryt, obreb_id: obreb?.id ?? null }),
      ],
      null,
      corpus.language,
    );
  });
}

/** The one obręb of the gmina that the text names or tells by its number: who picks it has not picked the gmina. */
function obrebNamed(
  { spans, units, obreby: told }: TextReading,
  gmina: Gmina,
  used: NamedSpan | null,
  { admin }: Corpus,
): Obreb | null {
  const named = spans.flatMap((span) =>
    span.hits.flatMap((hit) =>
      placesOf(span, hit.places).flatMap((place) => {
        if (place.kind !== 'obreb' || place.gmina.teryt !== gmina.teryt || isGuessed(hit)) return [];
        // A name that is the gmina's too is that of an obręb where it is said to be.
        const isGmina = hit.places.some(({ kind, name }) => kind === 'gmina' && name === gmina.name);
        return !isGmina ||
          span.labels.has('obreb') ||
          (span !== used && spans.length > 1 && used?.labels.has('gmina'))
          ? [place.obreb]
          : [];
      }),
    ),
  );
  const coded = units.flatMap(({ obreb_id }) => admin.obreby.get(obreb_id ?? '') ?? []);
  const numbered = told.flatMap((code) =>
    admin.obrebyOf(gmina.teryt).filter(({ id }) => id.endsWith(`.${code}`)),
  );
  const [only, another] = new Set([...named, ...coded, ...numbered]);
  return only && !another ? only : null;
}
