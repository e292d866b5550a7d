// Completing a text while it is typed: names of gminy, obręby, localities and streets, then numbers of parcels and houses in a place,
// and ids. Nothing is settled here: each suggestion is a text or an id to ask with. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { toWgs84 } from '../geometry/projection.ts';
import type { Position } from '../geometry/types.ts';
import { numberOf, obrebOf, sheetOf } from '../places/parcel-id.ts';
import { placeOf, roundDegrees } from '../record.ts';
import type { Completion, CompletionKey } from './completions.ts';
import { fold, foldHouseNumber, foldName, plainSigns } from './fold.ts';
import { unescapeLinks } from './links.ts';
import type { StoredAddress } from './lookups.ts';
import type { Place } from './place.ts';
import { suggestIds } from './suggest-ids.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { gminyOfPlace, suggestNames } from './suggest-names.ts';
import { obrebyNumbered, obrebyOfGminy, obrebyTold } from './suggest-obreby.ts';
import { meantBy } from './suggest-places.ts';
import { NO_SUGGESTIONS, type NumberCheck, type SuggestPlan } from './suggest-plan.ts';
import { has } from './token.ts';
import { tokenise } from './tokens.ts';

/** A place, and a number as far as it is typed. */
const NUMBER_LAST = /^(.*\p{L}.*?)[\s,]+(\d{1,8}(?:[/-][\da-z]{0,6})?[a-z]?)$/iu;
/** Of a place, what announces the number behind it. */
const ANNOUNCING_LAST = /^(.*?)((?:[\s,]+(?:dz|nr|ew|działka|dzialka|parcela|dom)\.?)*)$/iu;
/** A text of more is pasted, not typed: it is asked as it is. Completing it would take several milliseconds in one piece. */
const MOST_WORDS = 20;
const WORDS = /[\p{L}\p{N}]+/gu;
/** Places of one name whose numbers are completed. */
const MOST_PLACES = 6;

export function planSuggestions(q: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const plain = spellTyped(unescapeLinks(plainSigns(q)));
  const text = plain.trim();
  if (text.length > 2 * MOST_WORDS && (text.match(WORDS)?.length ?? 0) > MOST_WORDS) return NO_SUGGESTIONS;
  // "dz.", "ul. ": what announces is no beginning of a name.
  const isLabel = index.namesIn(text).tokens.every(({ isWord, labels }) => isWord && labels.length > 0);
  if (isLabel && /[.\s]$/u.test(plain)) return NO_SUGGESTIONS;
  const plan = planTyped(plain, text, index, corpus, limit);
  return isLabel ? { ...plan, names: plan.names.filter(({ held }) => held) } : plan;
}

/** As resolve reads it: "Piaseczno,M", "dz.51", "51 / 3". */
const spellTyped = (text: string): string =>
  text
    .replace(/,(?=\p{L})/gu, ', ')
    .replace(/(?<=(?<!\p{L})(?:dz|nr|ew|dom|dzia[lł]ka|parcela)\.?)(?=\d)/giu, ' ')
    .replace(/(\d)\s?\/\s?(?=\d|$)/gu, '$1/');

function planTyped(
  plain: string,
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan {
  const next =
    suggestIds(text, index, corpus, limit) ??
    suggestAnnounced(plain, index, corpus, limit) ??
    suggestBegun(plain, index, corpus, limit);
  if (next) return next;
  const ended = text.replace(/[\s,;]+$/u, '');
  const [, before, number] = (numberWithLetter(ended, index) ?? NUMBER_LAST.exec(ended)) || [];
  const [, place, announced = ''] = ANNOUNCING_LAST.exec(before ?? '') ?? [];
  if (place === undefined || number === undefined) return suggestNames(plain, index, corpus, limit);
  const obreby = announced === '' ? obrebyNumbered(place, number, index, corpus, limit) : [];
  if (obreby.length > 0) return { ...NO_SUGGESTIONS, names: obreby };
  // "51 3" is dictated for 51/3, where the first is no obręb.
  const [, inPlace, first] = OBREB_TOLD.test(place) ? [] : (/^(.*\p{L}.*?)\s(\d{1,8})$/u.exec(place) ?? []);
  const wanted =
    inPlace === undefined
      ? numbersIn(place, announced, plainNumber(number), index, corpus)
      : numbersIn(inPlace, announced, plainNumber(`${first}/${number}`), index, corpus);
  return { ...NO_SUGGESTIONS, wanted, before: inPlace ?? place };
}

/** "Mroków 10 a": a house of a village; behind a street the letter begins a locality. */
function numberWithLetter(text: string, { names }: SuggestIndex): readonly string[] | null {
  const [, place, number, letter] = /^(.*\p{L}.*?)[\s,]+([1-9]\d{0,3})\s([a-z])$/iu.exec(text) ?? [];
  if (place === undefined) return null;
  const places = names.find(tokenise(place)).flatMap(({ hits: [hit] }) => hit?.places ?? []);
  const isVillage =
    places.some(({ kind }) => kind === 'locality') && !places.some(({ kind }) => kind === 'street');
  return isVillage ? [text, place, `${number}${letter}`] : null;
}

/** Without zeros before its parts: "051/03". */
const plainNumber = (number: string): string => number.replace(/(?<!\d)0+(?=\d)/gu, '');

/** What a label at the end announces: "Żyrardów ul. " streets, "Mroków dz. " parcels, "Żyrardów obręb " obręby. */
const LABEL_LAST = /^(.*\p{L}.*?)[\s,]+((?:dz\.?\s*)?\p{L}+)(?:\.\s*|\s+)$/u;

function suggestAnnounced(
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan | null {
  const [, place, label = ''] = LABEL_LAST.exec(text) ?? [];
  if (place === undefined) return null;
  const announcing = tokenise(`${label}.`).at(-1);
  if (!announcing) return null;
  const numbers = has(announcing, 'parcel') || has(announcing, 'number') || has(announcing, 'house');
  if (has(announcing, 'gmina')) {
    const names = gminyOfPlace(place, index, corpus, limit);
    return names.length > 0 ? { ...NO_SUGGESTIONS, names } : null;
  }
  const wanted = has(announcing, 'street')
    ? streetsIn(place, index)
    : numbers
      ? numbersIn(place, label, '', index, corpus)
      : [];
  if (wanted.length > 0) return { ...NO_SUGGESTIONS, wanted, before: place };
  const names = has(announcing, 'obreb') ? obrebyOfGminy(place, index, corpus, limit) : [];
  return names.length > 0 ? { ...NO_SUGGESTIONS, names } : null;
}

/** What announces numbers, streets or obręby, while it is typed: "Mroków dzia", "Nowa Iwiczna u". */
const ANNOUNCING: readonly string[] = [
  'dzialka',
  'dz',
  'parcela',
  'nr',
  'numer',
  'ulica',
  'ul',
  'obreb',
  'gmina',
  'dom',
];
const WORD_LAST = /^(.*\p{L}.*?)[\s,]+(\p{L}+)\.?$/u;

/** A label that is begun behind a place is completed as the whole one, behind the names of that place that begin so. */
function suggestBegun(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan | null {
  const [, place = '', word = ''] = WORD_LAST.exec(text) ?? [];
  const begun = fold(word);
  const label = ANNOUNCING.find((known) => known.startsWith(begun));
  if (begun === '' || label === undefined) return null;
  const announced = suggestAnnounced(`${place} ${label} `, index, corpus, limit);
  if (!announced) return null;
  const inside = suggestNames(text, index, corpus, limit);
  // "Kamionka P": one letter begins a name as well as a label.
  if (begun.length === 1 && inside.names.length > 0) return inside;
  return { ...announced, names: [...inside.names, ...announced.names] };
}

const streetsIn = (place: string, index: SuggestIndex): CompletionKey[] =>
  index
    .namesIn(place)
    .spans.flatMap(({ hits: [hit] }) =>
      (hit?.places ?? []).flatMap((one): CompletionKey[] =>
        one.kind === 'locality'
          ? [{ kind: 'streets', gmina: one.gmina.teryt, locality: hit?.key ?? '', prefix: '' }]
          : [],
      ),
    );

/** Numbers in the places that the text before them names. */
function numbersIn(
  place: string,
  announced: string,
  number: string,
  index: SuggestIndex,
  corpus: Corpus,
): CompletionKey[] {
  const { tokens, spans: named } = index.namesIn(place);
  const spans = meantBy(named, tokens);
  const told = OBREB_TOLD.exec(place)
    ?.slice(1)
    .find((code) => code !== undefined);
  const obreby = (told === undefined ? obrebyNamed(spans, corpus) : obrebyTold(spans, told, corpus)).filter(
    (id) => corpus.holds(id),
  );
  const parcels = obreby
    .slice(0, MOST_PLACES)
    .map((obreb_id): CompletionKey => ({ kind: 'parcels', obreb_id, prefix: number.replace('-', '/') }));
  const isParcel =
    told !== undefined || /dz|ew|parcela/i.test(announced) || tokens.some((token) => has(token, 'parcel'));
  if (isParcel) return parcels;
  const prefix = foldHouseNumber(number);
  const streets = spans.filter(({ places }) => places.some(({ kind }) => kind === 'street'));
  const localities = spans.flatMap(({ places, key }) =>
    places.flatMap((one) => (one.kind === 'locality' ? [{ gmina: one.gmina.teryt, locality: key }] : [])),
  );
  const inStreets = streets.flatMap(({ key: street }): CompletionKey[] => {
    const around = localities.filter(({ locality }) => locality !== street);
    if (around.length === 0) return [{ kind: 'houses', gmina: null, locality: null, street, prefix }];
    return around.map((locality) => ({ kind: 'houses', ...locality, street, prefix }));
  });
  const inVillages = localities.map(
    (locality): CompletionKey => ({ kind: 'houses', ...locality, street: '', prefix }),
  );
  return [
    ...inStreets.slice(0, MOST_PLACES),
    ...inVillages.slice(0, MOST_PLACES),
    ...(streets.length > 0 || /dom/i.test(announced) ? [] : parcels),
  ];
}

/** "obręb nr 2", and "02" at the end. */
const OBREB_TOLD =
  /(?<!\p{L})obr\p{L}*\.?\s*(?:ew\p{L}*\.?\s*)?(?:nr\.?\s*)?(\d{1,4})(?!\d)|(?<![\d.])(0\d{1,3})\s*$/iu;

/** Those that are named; of a town that numbers them, all. */
function obrebyNamed(spans: readonly { readonly places: readonly Place[] }[], { admin }: Corpus): string[] {
  const places = spans.flatMap((span) => span.places);
  const named = places.flatMap((place) => (place.kind === 'obreb' ? [place.obreb.id] : []));
  if (named.length > 0) return named;
  const gminy = new Set(places.flatMap((place) => (place.kind === 'gmina' ? [place.gmina.teryt] : [])));
  return [...gminy].flatMap((teryt) => admin.obrebyOf(teryt).map(({ id }) => id));
}

/** The names and what the store completed, in the order in which they were wanted, each once. */
export function joinSuggestions(
  { names: all, wanted, before, checks = [] }: SuggestPlan,
  completed: readonly Completion[],
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const absent = withoutNumber(checks, completed.slice(wanted.length));
  const names = absent.size === 0 ? all : all.filter((name) => !absent.has(name));
  if (wanted.length === 0) return eachOnce(names, limit);
  const gminy = new Set(wanted.flatMap((key) => (key.kind === 'parcels' ? [] : (key.gmina ?? []))));
  const lists = completed.flatMap(({ parcels, addresses }, at): Suggestion[][] => {
    const key = wanted[at];
    if (!key) return [];
    const list = [
      ...parcels.map(({ id, centroid }) => parcelSuggested(id, centroid, key, corpus)),
      ...addresses
        .filter(({ street }) => key.kind === 'houses' || street !== null)
        .map((address) => addressSuggested(address, key, before, gminy.size > 1, corpus)),
    ];
    return [list];
  });
  // Houses and parcels begin alike: each kind has its share.
  const found = Array.from({ length: limit }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  const hasStreets = found.some(({ kind }) => kind === 'street');
  const rest = hasStreets ? names.filter(({ kind }) => kind !== 'street') : names;
  return eachOnce([...found, ...rest], limit);
}

/** The names in which the number does not stand that was typed before them. */
function withoutNumber(checks: readonly NumberCheck[], completed: readonly Completion[]): Set<Suggestion> {
  const absent = new Set<Suggestion>();
  let at = 0;
  for (const { name, keys } of checks) {
    const found = keys.map((key) => ({ key, completion: completed[at++] }));
    if (!found.some(({ key, completion }) => completion && isWhole(key, completion))) absent.add(name);
  }
  return absent;
}

const isWhole = ({ prefix }: CompletionKey, { parcels, addresses }: Completion): boolean =>
  parcels.some(({ id }) => numberOf(id) === prefix) ||
  addresses.some(({ house_number }) => foldHouseNumber(house_number) === prefix);

/** Few are compared with each other: quicker than a set of their labels. */
function eachOnce(all: readonly Suggestion[], limit: number): Suggestion[] {
  const once: Suggestion[] = [];
  for (const one of all) {
    if (once.length === limit) break;
    if (!once.some((other) => isSame(one, other))) once.push(one);
  }
  return once;
}

const isSame = (a: Suggestion, b: Suggestion): boolean =>
  a.id === b.id && (a.id !== undefined || (a.label === b.label && a.kind === b.kind));

function parcelSuggested(id: string, centroid: Position, key: CompletionKey, corpus: Corpus): Suggestion {
  const { number, obreb_name, gmina_name } = placeOf(id, corpus.admin);
  const sheet = sheetOf(id);
  const label = `${number}, ${sheet === null ? '' : `ark. ${sheet}, `}${obreb_name ?? obrebOf(id)}, gmina ${gmina_name}`;
  const typed = key.prefix.replace(/^AR_?(?:\d+\.?)?/, '').length;
  const match: [number, number][] = typed > 0 ? [[0, typed]] : [];
  return { kind: 'parcel', label, match, id, gmina_name, held: true, centroid: rounded(centroid) };
}

const rounded = ([lng, lat]: Position): [lng: number, lat: number] => [roundDegrees(lng), roundDegrees(lat)];

function addressSuggested(
  address: StoredAddress,
  key: CompletionKey,
  before: string,
  isOneOfSeveral: boolean,
  { admin }: Corpus,
): Suggestion {
  const { locality, street, house_number, gmina: teryt } = address;
  const gmina_name = admin.gminaByCode(teryt)?.name ?? null;
  const centroid = rounded(toWgs84(2180, address.position));
  if (key.kind === 'streets') {
    const name = street ?? '';
    const label = `${name}, ${locality}${isOneOfSeveral ? `, gmina ${gmina_name}` : ''}`;
    const from = Math.max(0, foldName(name).indexOf(key.prefix));
    const match: [number, number][] = key.prefix === '' ? [] : [[from, from + key.prefix.length]];
    const q = isOneOfSeveral ? `ul. ${name}, ${locality}, gm. ${gmina_name}` : `${before} ul. ${name}`.trim();
    return { kind: 'street', label, match, q, gmina_name, held: true, centroid };
  }
  const place = street === null ? `${locality} ${house_number}` : `${street} ${house_number}, ${locality}`;
  const label = isOneOfSeveral ? `${place}, gmina ${gmina_name}` : place;
  const from = (street ?? locality).length + 1;
  const match: [number, number][] = key.prefix === '' ? [] : [[from, from + key.prefix.length]];
  // "Zgorzała 1" may be a parcel too.
  const q =
    street === null
      ? `dom nr ${house_number}, ${locality}, gm. ${gmina_name}`
      : `${place}${isOneOfSeveral ? `, gm. ${gmina_name}` : ''}`;
  return { kind: 'address', label, match, q, gmina_name, held: true, centroid };
}
