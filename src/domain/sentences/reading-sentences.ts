// Why a text, an id or a point is read as a place: what was matched and assumed, one entry a sentence.

import { bilingual, sentence } from '../../contract/language.ts';

/** How a typed name differs from the place's. */
export const SPELLINGS = {
  diacritics: bilingual('without Polish letters', 'bez polskich liter'),
  marks: bilingual('with other Polish letters', 'z innymi polskimi literami'),
  inflected: bilingual('another case of the name', 'inny przypadek nazwy'),
  shortened: bilingual('a shorter form', 'krótsza postać'),
  abbreviated: bilingual('abbreviated', 'skrót'),
  joined: bilingual('written as one word', 'pisane łącznie'),
  turned: bilingual('the words turned round', 'słowa w odwrotnej kolejności'),
  begun: bilingual('the beginning of the name', 'początek nazwy'),
  ended: bilingual('the end of the name', 'koniec nazwy'),
  one_typo: bilingual('one typo', 'jedna literówka'),
  two_typos: bilingual('two typos', 'dwie literówki'),
  short_typo: bilingual('one typo in a short name', 'jedna literówka w krótkiej nazwie'),
  other_name: bilingual('one typo, or another name', 'jedna literówka albo inna nazwa'),
} as const;

/** What to call a place; a village goes by its name alone. */
export const PLACE_KINDS = {
  gmina: bilingual('gmina ', 'gmina '),
  obreb: bilingual('obręb ', 'obręb '),
  locality: bilingual('', ''),
  powiat: bilingual('powiat ', 'powiat '),
  voivodeship: bilingual('voivodeship ', 'województwo '),
  street: bilingual('street ', 'ulica '),
} as const;

interface InGmina {
  readonly gmina: string;
  readonly powiat: string;
}

/** Found by names and numbers. */
export const READ = {
  id: bilingual('The id itself.', 'Sam identyfikator.'),
  oneOfIds: bilingual('One of the ids in the text.', 'Jeden z identyfikatorów w tekście.'),
  besideId: sentence(
    (number: string, id: string) =>
      `Parcel ${number}: the number stands beside the id ${id}, of the same obręb.`,
    (number, id) => `Działka ${number}: numer stoi obok identyfikatora ${id}, z tego samego obrębu.`,
  ),
  point: bilingual('The parcel that contains the point.', 'Działka, na której leży punkt.'),
  inObreb: sentence(
    (number: string | null, obreb: string | null, gmina: string) =>
      `Parcel ${number} in obręb ${obreb}, gmina ${gmina}.`,
    (number, obreb, gmina) => `Działka ${number} w obrębie ${obreb}, gmina ${gmina}.`,
  ),
  inObrebCode: sentence(
    (number: string | null, code: string | undefined, name: string | null, gmina: string) =>
      `Parcel ${number} in obręb ${code} (${name ?? 'no name'}), gmina ${gmina}.`,
    (number, code, name, gmina) =>
      `Działka ${number} w obrębie ${code} (${name ?? 'bez nazwy'}), gmina ${gmina}.`,
  ),
  ofGmina: sentence(
    (number: string | null, gmina: string, locality: string | null, obreb: string | null) => {
      const where = `gmina ${gmina}${locality === null ? '' : `, where ${locality} lies`}`;
      return obreb === null
        ? `The only parcel ${number} of ${where}; the obręb was not given.`
        : `Parcel ${number} of ${where}, here in obręb ${obreb}.`;
    },
    (number, gmina, locality, obreb) => {
      const where = `gmina ${gmina}${locality === null ? '' : `, w której leży ${locality}`}`;
      return obreb === null
        ? `Jedyna działka ${number} (${where}); obrębu nie podano.`
        : `Działka ${number} (${where}), tutaj w obrębie ${obreb}.`;
    },
  ),
  inObrebNotLoaded: sentence(
    (number: string, obreb: string, gmina: string) =>
      `Parcel ${number} in obręb ${obreb}, gmina ${gmina}, which is not loaded.`,
    (number, obreb, gmina) => `Działka ${number} w obrębie ${obreb}, gmina ${gmina}, czego nie wczytano.`,
  ),
  inGminaNotLoaded: sentence(
    (number: string, gmina: string, teryt: string, isRest: boolean) =>
      `Parcel ${number} somewhere in ${isRest ? 'the rest of ' : ''}gmina ${gmina} (${teryt}), which is not loaded.`,
    (number, gmina, teryt, isRest) =>
      `Działka ${number} gdzieś w ${isRest ? 'niewczytanej części gminy' : 'niewczytanej gminie'} ${gmina} (${teryt}).`,
  ),
  somewhereNotLoaded: sentence(
    (gmina: string) => `An address or a parcel in gmina ${gmina}, which is not loaded.`,
    (gmina) => `Adres lub działka w niewczytanej gminie ${gmina}.`,
  ),
  address: sentence(
    (address: string, gmina: string) => `The parcel of the address ${address}, gmina ${gmina}.`,
    (address, gmina) => `Działka pod adresem ${address}, gmina ${gmina}.`,
  ),
  gmina: sentence(
    ({ gmina, powiat }: InGmina) => `Gmina ${gmina}, powiat ${powiat}.`,
    ({ gmina, powiat }) => `Gmina ${gmina}, powiat ${powiat}.`,
  ),
  gminaCode: sentence(
    ({ gmina, powiat }: InGmina) => `The code of gmina ${gmina}, powiat ${powiat}.`,
    ({ gmina, powiat }) => `Kod gminy ${gmina}, powiat ${powiat}.`,
  ),
  obrebInGmina: sentence(
    (obreb_id: string, { gmina, powiat }: InGmina) =>
      `Obręb ${obreb_id} lies in gmina ${gmina}, powiat ${powiat}; add a parcel number.`,
    (obreb_id, { gmina, powiat }) =>
      `Obręb ${obreb_id} leży w gminie ${gmina}, powiat ${powiat}; należy dodać numer działki.`,
  ),
  placeInGmina: sentence(
    (place: string, { gmina, powiat }: InGmina) =>
      `${place} lies in gmina ${gmina}, powiat ${powiat}; add a parcel number.`,
    (place, { gmina, powiat }) =>
      `${place} leży w gminie ${gmina}, powiat ${powiat}; należy dodać numer działki.`,
  ),
  namesGmina: sentence(
    (gmina: string, teryt: string) => `The text names gmina ${gmina} (${teryt}).`,
    (gmina, teryt) => `Tekst wymienia gminę ${gmina} (${teryt}).`,
  ),
  noSheet: sentence(
    (id: string, found: string) => `${id} has no map sheet; ${found} has that obręb and number.`,
    (id, found) => `${id} nie ma arkusza mapy; ${found} ma ten obręb i numer.`,
  ),
  formerId: sentence(
    (written: string, isWhole: boolean, gmina: string, found: string) =>
      `${written} has the unit code of a ${isWhole ? 'whole' : 'rural'} gmina; ${gmina} is urban-rural, and ${found} has that obręb and number.`,
    (written, isWhole, gmina, found) =>
      `${written} ma kod jednostki gminy ${isWhole ? 'jako całości' : 'wiejskiej'}; ${gmina} jest gminą miejsko-wiejską, a ${found} ma ten obręb i numer.`,
  ),
  otherType: sentence(
    (unit: string, found: string) => `There is no unit ${unit}; ${found} has the other digits of the id.`,
    (unit, found) => `Nie ma jednostki ${unit}; ${found} ma pozostałe cyfry identyfikatora.`,
  ),
} as const;

/** What a number is that is no parcel's. */
export const NUMBER_ROLES = {
  obreb: bilingual('the number of an obręb', 'numer obrębu'),
  reference: sentence(
    (before: string) => `the number of what stands before it (${before})`,
    (before) => `numer tego, co stoi przed nim (${before})`,
  ),
  quantity: bilingual('a measure, a count, a day or a price', 'miara, liczba, data albo cena'),
  sheet: bilingual('the number of a map sheet', 'numer arkusza mapy'),
  count: bilingual('a count of what follows it', 'liczba tego, co po niej następuje'),
  flat: bilingual('the number of a flat', 'numer lokalu'),
  measure: bilingual('a measure, a day, a road or a telephone', 'miara, data, droga albo telefon'),
  partOfName: sentence(
    (name: string) => `part of the name ${name}`,
    (name) => `część nazwy ${name}`,
  ),
  unitCode: bilingual('the code of a unit or an obręb', 'kod jednostki lub obrębu'),
  gminaCode: bilingual('the code of a gmina', 'kod gminy'),
  postcode: bilingual('a postcode', 'kod pocztowy'),
  notWrittenSo: bilingual(
    'not written as the number of a parcel is',
    'nie jest zapisany tak, jak numer działki',
  ),
  another: bilingual(
    'another number of the text is said to be that of a parcel',
    'to inna liczba w tekście jest nazwana numerem działki',
  ),
  tooMany: bilingual(
    'more numbers stand before it than are looked up',
    'przed nim stoi więcej liczb, niż się sprawdza',
  ),
} as const;
