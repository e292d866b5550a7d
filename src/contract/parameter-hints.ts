// What to do about a parameter that is wrong: one sentence for each, whatever is wrong with it. What arrived and what is allowed
// is said by the message, so no hint repeats a list. A parameter without a hint does not compile.

import type { z } from 'zod';
import type { BatchItem, INPUTS } from './inputs.ts';
import { type Bilingual, bilingual, sentence } from './language.ts';
import { LIMITS, REF_CHARACTERS } from './limits.ts';
import type { SUBSCRIPTION_INPUTS } from './subscriptions.ts';

type Inputs = typeof INPUTS;
type Taking = Exclude<keyof Inputs, 'none'>;
type ParameterName =
  | { [K in Taking]: keyof z.infer<Inputs[K]> }[Taking]
  | keyof z.infer<typeof BatchItem>
  | keyof z.infer<typeof SUBSCRIPTION_INPUTS.create>
  | keyof z.infer<typeof SUBSCRIPTION_INPUTS.one>;

export const PARAMETER_HINTS: { readonly [P in ParameterName]: Bilingual } = {
  q: bilingual(
    'Pass q as a person would type it, such as dz. 123/4 Wola Mrokowska.',
    'Parametr q podaje się tak, jak wpisałby go człowiek, na przykład dz. 123/4 Wola Mrokowska.',
  ),
  id: bilingual(
    'Pass an EGiB id such as 141803_2.0009.123/4.',
    'Parametr id to identyfikator EGiB, na przykład 141803_2.0009.123/4.',
  ),
  point: bilingual(
    'Pass point as latitude and longitude in degrees, such as 52.0571,20.9344.',
    'Parametr point to szerokość i długość geograficzna w stopniach, na przykład 52.0571,20.9344.',
  ),
  lat: bilingual(
    `Pass lat in decimal degrees, ${LIMITS.lat.min} to ${LIMITS.lat.max}, such as 52.0571, together with lng.`,
    `Parametr lat podaje się w stopniach dziesiętnych, od ${LIMITS.lat.min} do ${LIMITS.lat.max}, na przykład 52.0571, razem z lng.`,
  ),
  lng: bilingual(
    `Pass lng in decimal degrees, ${LIMITS.lng.min} to ${LIMITS.lng.max}, such as 20.9344, together with lat.`,
    `Parametr lng podaje się w stopniach dziesiętnych, od ${LIMITS.lng.min} do ${LIMITS.lng.max}, na przykład 20.9344, razem z lat.`,
  ),
  near: bilingual(
    'Pass near as latitude and longitude in degrees, such as 52.0571,20.9344, or leave it out.',
    'Parametr near to szerokość i długość geograficzna w stopniach, na przykład 52.0571,20.9344; można go pominąć.',
  ),
  bbox: bilingual(
    'Pass bbox as min_lon,min_lat,max_lon,max_lat, such as 20.93,52.055,20.94,52.06.',
    'Parametr bbox to min_lon,min_lat,max_lon,max_lat, na przykład 20.93,52.055,20.94,52.06.',
  ),
  polygon: bilingual(
    'Pass polygon, a GeoJSON Polygon or MultiPolygon.',
    'Parametr polygon to Polygon lub MultiPolygon w GeoJSON.',
  ),
  items: bilingual(
    'Pass items, each with exactly one of q, id or point.',
    'Parametr items to lista pozycji, każda z dokładnie jednym z: q, id, point.',
  ),
  ref: bilingual(
    `Pass as ref a text of at most ${REF_CHARACTERS} characters, or leave it out.`,
    `Parametr ref to tekst, najwyżej ${REF_CHARACTERS} znaków; można go pominąć.`,
  ),
  radius_m: bilingual(
    `Pass radius_m in whole metres, ${LIMITS.radius_m.min} to ${LIMITS.radius_m.max}, such as radius_m=50.`,
    `Parametr radius_m podaje się w pełnych metrach, od ${LIMITS.radius_m.min} do ${LIMITS.radius_m.max}, na przykład radius_m=50.`,
  ),
  // Its bounds differ by operation: limitHint.
  limit: bilingual(
    'Pass limit as a whole number, such as limit=10, or leave it out.',
    'Parametr limit to liczba całkowita, na przykład limit=10; można go pominąć.',
  ),
  cursor: bilingual(
    'Pass next_cursor of the page before unchanged, with the same filters; leave it out to start anew.',
    'Parametr cursor to niezmieniony next_cursor poprzedniej strony, z tymi samymi filtrami; bez niego zaczyna się od nowa.',
  ),
  layers: bilingual(
    'Pass layers by their keys, such as planning and flood, or leave it out for all of them.',
    'Parametr layers to klucze warstw, na przykład planning i flood; bez niego podaje się wszystkie.',
  ),
  layer: bilingual(
    'Pass the key of one layer, such as flood.',
    'Parametr layer to klucz jednej warstwy, na przykład flood.',
  ),
  geometry: bilingual(
    'Leave geometry out, or pass geometry=full where the outline is wanted.',
    'Parametr geometry można pominąć; geometry=full podaje obrys.',
  ),
  detail: bilingual(
    'Leave detail out for the whole answer, or pass detail=short for a shorter one: a check in about a fifth of the length, a record in about three fifths.',
    'Bez detail podaje się całą odpowiedź; detail=short daje krótszą: ocenę o długości około jednej piątej całej, rekord o długości około trzech piątych.',
  ),
  use: bilingual(
    'Pass use=house where a house is meant, or leave it out.',
    'Gdy chodzi o dom, należy podać use=house; można go pominąć.',
  ),
  since: bilingual(
    'Pass since as a date such as 2026-11-15.',
    'Parametr since to data, na przykład 2026-11-15.',
  ),
  types: bilingual(
    'Pass types as event names separated by commas, such as parcel_created,verdict_changed.',
    'Parametr types to nazwy zdarzeń po przecinku, na przykład parcel_created,verdict_changed.',
  ),
  summary: bilingual(
    'Pass summary=true to count the events, or leave it out for the events themselves.',
    'Parametr summary=true liczy zdarzenia; bez niego podaje się same zdarzenia.',
  ),
  lang: bilingual(
    'Leave lang out for English, or pass lang=pl for Polish.',
    'Bez lang odpowiedź jest po angielsku; lang=pl daje polską.',
  ),
  url: bilingual(
    'Pass url as the https address of your receiver, such as https://example.com/hooks/miedza.',
    'Parametr url to adres https odbiorcy, na przykład https://example.com/hooks/miedza.',
  ),
  parcel: bilingual(
    'Pass parcel as an EGiB id such as 141803_2.0009.123/4.',
    'Parametr parcel to identyfikator EGiB, na przykład 141803_2.0009.123/4.',
  ),
  gmina: bilingual(
    'Pass gmina as the 7-digit TERYT code of a gmina that is held, such as 1418032.',
    'Parametr gmina to 7-cyfrowy kod TERYT wczytanej gminy, na przykład 1418032.',
  ),
  subscription: bilingual(
    'Pass the id of a subscription of this key, such as sub_0011223344556677.',
    'Parametr subscription to identyfikator subskrypcji tego klucza, na przykład sub_0011223344556677.',
  ),
  collection: bilingual(
    'The collections are listed at /ogc/collections.',
    'Zbiory są wymienione w /ogc/collections.',
  ),
  feature: bilingual(
    'Pass the id of a feature, as its items have it.',
    'Parametr feature to identyfikator obiektu, taki jak w items.',
  ),
  datetime: bilingual(
    'Pass datetime as a day or an interval, such as 2026-11-16 or 2026-01-01/.. with an open end.',
    'Parametr datetime to dzień lub przedział, na przykład 2026-11-16 albo 2026-01-01/.. bez końca.',
  ),
  f: bilingual('Leave f out: there is nothing to choose.', 'Parametr f należy pominąć: nie ma wyboru.'),
  month: bilingual(
    'Pass month as YYYY-MM, such as 2026-11, or leave it out.',
    'Parametr month to RRRR-MM, na przykład 2026-11; można go pominąć.',
  ),
  teryt: bilingual(
    'Pass the 7-digit TERYT code of a gmina, such as 1418032.',
    'Parametr teryt to 7-cyfrowy kod TERYT gminy, na przykład 1418032.',
  ),
};

/** Where types is a list, as in a body. */
export const typeListHint = bilingual(
  'Pass types as a list of event names, such as ["parcel_created", "verdict_changed"], or leave it out.',
  'Parametr types to lista nazw zdarzeń, na przykład ["parcel_created", "verdict_changed"]; można go pominąć.',
);

export const limitHint = sentence(
  (min: number, max: number) =>
    `Pass limit as a whole number, ${min} to ${max}, such as limit=10, or leave it out.`,
  (min, max) =>
    `Parametr limit to liczba całkowita od ${min} do ${max}, na przykład limit=10; można go pominąć.`,
);

/** Null for what is no parameter. */
export const parameterHint = (name: unknown): Bilingual | null =>
  typeof name === 'string' && Object.hasOwn(PARAMETER_HINTS, name)
    ? PARAMETER_HINTS[name as ParameterName]
    : null;
