// Sentences in which the number of a parcel is the number of something else: a noun that the code does not know, drawn from the
// list below, with the number and the place of a parcel that is held or of an address. None of them may settle.

import { DatabaseSync } from 'node:sqlite';
import { datasetIn } from '../src/data-folder.ts';
import { randomFor } from '../world/random.ts';

/** Things that have numbers, and things that are counted. The test asserts that the vocabulary has none of them. */
export const NOUNS: readonly string[] = (
  'przystanek szkoła przedszkole studnia hydrant słup pylon brama furtka garaż hala magazyn stodoła obora kurnik szklarnia tunel pomost ' +
  'leśniczówka nadleśnictwo oddział wydzielenie kwatera sektor pawilon stoisko kontener barak namiot domek altana kemping pensjonat hotel ' +
  'pokój piętro klatka winda sala gabinet okienko kasa bramka peron tor semafor wagon skład rozjazd zwrotnica wiadukt most kładka przepust ' +
  'kilometr słupek znak tablica latarnia skrzynka szafka licznik wodomierz gazomierz stacja transformator linka kabel rurociąg kolektor ' +
  'zadanie projekt etap odcinek zeszyt tom rozdział tabela rysunek żagiel szkic operat protokół wezwanie zawiadomienie ' +
  'zamówienie paczka przesyłka kupon bilet karnet abonament polisa rachunek paragon kwit czek weksel obligacja akcja ' +
  'radny okręg obwód komisja lista kandydat głos mandat kadencja sesja drużyna zawodnik bieg trasa szlak ścieżka rower hulajnoga ' +
  'ciągnik kombajn przyczepa koparka wózek dźwig taksówka ambulans patrol strażnica świetlica kaplica parafia grób nagrobek ' +
  'drzewo buk lipa dąb jesion krzew sadzonka krowa koń owca pasieka kosz worek beczka skrzynia paleta sztaplarka oczko staw rów tama'
)
  .split(' ')
  .filter((noun, at, all) => all.indexOf(noun) === at);

/** The same for who writes English. */
export const ENGLISH_NOUNS: readonly string[] = (
  'gate well hydrant pole garage barn stable warehouse greenhouse tunnel pier sector pavilion booth container tent cabin campsite hotel ' +
  'room floor staircase lift hall cashier platform track wagon siding viaduct bridge culvert signpost lamp mailbox gauge station cable ' +
  'stage notebook volume chapter table drawing sketch survey decision summons order parcelbox ticket subscription policy invoice receipt ' +
  'councillor constituency committee candidate vote session team player race trail bicycle scooter tractor trailer excavator crane taxi ' +
  'ambulance chapel grave tree oak linden shrub cow horse sheep beehive basket sack barrel crate pallet pond ditch dam kiosk locker shelf window chimney engine boat anchor tower bench'
).split(' ');

interface Words {
  readonly noun: string;
  readonly other: string;
  readonly number: string;
  readonly place: string;
}

type Sentence = (words: Words) => string;

/** Kinds of sentences whose nouns are English. */
const ENGLISH = 'English';

export const SENTENCES: Readonly<Record<string, readonly Sentence[]>> = {
  'noun before': [
    ({ noun, number, place }) => `${noun} ${number} ${place}`,
    ({ noun, number, place }) => `${noun} nr ${number}, ${place}`,
    ({ noun, number, place }) => `${place}, ${noun} ${number}`,
    ({ noun, number, place }) => `${place} ${noun} numer ${number}`,
  ],
  'noun after': [
    ({ noun, number, place }) => `${number} ${noun} ${place}`,
    ({ noun, number, place }) => `${place} ${number} ${noun}`,
    ({ noun, number, place }) => `w miejscowości ${place} jest ${number} ${noun}`,
  ],
  'counted parcels': [
    ({ noun, number, place }) => `działka ${number} ${noun} ${place}`,
    ({ noun, number, place }) => `${place} działka ${number} ${noun}`,
    ({ noun, number, place }) => `działka ${noun} ${number} ${place}`,
    ({ noun, number, place }) => `działka i ${noun} nr ${number}, ${place}`,
  ],
  attributes: [
    ({ noun, number, place }) => `${noun} działki ${number} ${place}`,
    ({ noun, number, place }) => `${place}, ${noun} działek ${number}`,
    ({ noun, number, place }) => `nr ${noun} działki ${number}, ${place}`,
    ({ noun, number, place }) => `${noun} dz. ${number} ${place}`,
  ],
  neighbours: [
    ({ noun, number, place }) => `${noun} obok działki ${number} ${place}`,
    ({ noun, number, place }) => `${noun} za ${number} ${place}`,
    ({ number, place }) => `droga dojazdowa do działki nr ${number}, ${place}`,
    ({ number, place }) => `graniczy z działką nr ${number} ${place}`,
    ({ number, place }) => `przez działkę ${number} ${place}`,
    ({ noun, number, place }) => `w sąsiedztwie działki nr ${number} ${place} ${noun}`,
    ({ noun, number, place }) => `${noun} vis a vis działki nr ${number}, ${place}`,
    ({ number, place }) => `na wysokości działki nr ${number}, ${place}`,
    ({ noun, number, place }) => `po ${noun} działki nr ${number} ${place}`,
    ({ number, place }) => `tuż przy dz. nr ${number} w ${place}`,
  ],
  "one's own": [
    ({ noun, number, place }) => `${noun} obok mojej działki nr ${number} w ${place}`,
    ({ noun, number, place }) => `${noun} za naszą dz. ${number}, ${place}`,
    ({ number, place }) => `dojazd przez swoją działkę ${number} ${place}`,
    ({ noun, number, place }) => `${noun} między lasem a działką nr ${number}, ${place}`,
    ({ number, place }) => `działka obok nieruchomości (dz. nr ${number}) ${place}`,
    ({ number, place }) => `działka w ${place}, udział w drodze dz. nr ${number}`,
  ],
  'other registers': [
    ({ noun, number, place }) => `${noun} nr ew. ${number} ${place}`,
    ({ noun, number, place }) => `numer ${noun} na działce ${number}, ${place}`,
    ({ noun, number, place }) => `${place}: kod do ${noun} na działce ${number}`,
  ],
  'number first': [
    ({ noun, number, place }) => `${number} - ${noun}, ${place}`,
    ({ noun, number, place }) => `${number} ${place} ${noun}`,
    ({ noun, number, place }) => `nr ${number} ${noun} w ${place}`,
    ({ noun, other, number, place }) => `${number}: ${noun} i ${other}, ${place}`,
  ],
  'number last': [
    ({ noun, number, place }) => `${noun} ${place} ${number}`,
    ({ noun, number, place }) => `${place}, ${noun} - ${number}`,
    ({ noun, other, number, place }) => `${noun} w ${place}, ${other}: ${number}`,
    ({ noun, number, place }) => `${noun} na działce w ${place} ma numer ${number}`,
  ],
  'number between': [
    ({ noun, number, place }) => `${place} ${number} ${noun}`,
    ({ noun, other, number, place }) => `${noun} ${number} ${other} ${place}`,
    ({ noun, number, place }) => `działka, ${noun} nr ${number}, ${place}`,
    ({ noun, other, number, place }) => `w ${place} ${noun} ${number} i ${other}`,
  ],
  [`${ENGLISH} before`]: [
    ({ noun, number, place }) => `${noun} ${number}, ${place}`,
    ({ noun, number, place }) => `the ${noun} no. ${number} in ${place}`,
    ({ noun, number, place }) => `${place}: ${noun} number ${number}`,
  ],
  [`${ENGLISH} after`]: [
    ({ noun, number, place }) => `${number} ${noun} in ${place}`,
    ({ noun, number, place }) => `there are ${number} ${noun}s at ${place}`,
    ({ noun, number, place }) => `${number} ${place} ${noun}`,
  ],
  [`${ENGLISH} between`]: [
    ({ noun, number, place }) => `${place} ${noun} ${number}`,
    ({ noun, other, number, place }) => `a ${noun} and ${number} ${other} for sale, ${place}`,
    ({ noun, number, place }) => `plot with ${noun} ${number}, ${place}`,
  ],
  [`${ENGLISH} neighbours`]: [
    ({ noun, number, place }) => `${noun} next to plot ${number}, ${place}`,
    ({ noun, number, place }) => `${noun} opposite parcel no. ${number} in ${place}`,
    ({ noun, number, place }) => `the ${noun} behind plot ${number} ${place}`,
    ({ noun, number, place }) => `${noun} of plot ${number}, ${place}`,
    ({ noun, number, place }) => `${noun} along the plot ${number} in ${place}`,
  ],
  signs: [
    ({ number, place }) => `działka ${number}+ ${place}`,
    ({ number, place }) => `dz. -${number} ${place}`,
    ({ number, place }) => `dz. nr ${number}* ${place}`,
    ({ number, place }) => `plot ${number}- ${place}`,
  ],
  'more numbers': [
    ({ number, place }) => `działka ${number} ${place} 9871`,
    ({ number, place }) => `działka ${number} lokal 9871 ${place}`,
    ({ number, place }) => `działka nr ${number} i dom nr 9871 ${place}`,
  ],
  units: [
    ({ number, place }) => `działka ${number} m ${place}`,
    ({ number, place }) => `działka ${number} r. ${place}`,
    ({ noun, number, place }) => `działka ${number} ${noun} od ${place}`,
  ],
  sentence: [
    ({ noun, other, number, place }) => `Proszę o ${noun} ${number}, ${other} w ${place}`,
    ({ noun, other, number, place }) => `${place}: ${noun}, ${other}, numer ${number}`,
    ({ noun, other, number, place }) => `${noun} oraz ${other} nr ${number} (${place})`,
    ({ noun, other, number, place }) => `${noun} w ${place} ma ${other}, a numer to ${number}`,
    ({ noun, other, number, place }) => `${number}. ${noun} i ${other} ${place}`,
  ],
};

export interface OtherNumber {
  readonly kind: string;
  readonly text: string;
  readonly id: string;
}

/** The same with the number of a house, in a village without streets and in a street. */
export const HOUSE_SENTENCES: Readonly<Record<'village' | 'street', readonly Sentence[]>> = {
  village: [
    ({ noun, number, place }) => `${noun} w miejscowości ${place} ${number}`,
    ({ noun, number, place }) => `${noun} ${place} ${number}`,
    ({ noun, number, place }) => `${noun}, ${place} ${number}`,
    ({ noun, number, place }) => `${place} ${number} ${noun}`,
    ({ noun, number, place }) => `${place} ${number}, ${noun}`,
    ({ noun, number, place }) => `${place} ${noun} ${number}`,
    ({ noun, number, place }) => `${number} ${noun} ${place}`,
    ({ noun, number, place }) => `${place} dom ${number} ${noun}`,
    ({ noun, number, place }) => `dom ${number} ${noun} ${place}`,
    ({ noun, number, place }) => `${noun} domu ${number} ${place}`,
    ({ noun, number, place }) => `${noun} obok domu nr ${number}, ${place}`,
    ({ noun, number, place }) => `${noun} ${place} za ${number}`,
    ({ number, place }) => `${place} od ${number}`,
    ({ noun, number, place }) => `there is a ${noun} in ${place} ${number}`,
  ],
  street: [
    ({ noun, number, place }) => `${place} dom ${number} ${noun}`,
    ({ noun, number, place }) => `${number} ${noun} ul. ${place}`,
    ({ noun, number, place }) => `ul. ${place}, ${noun} ${number}`,
    ({ noun, number, place }) => `${noun} obok ul. ${place} ${number}`,
    ({ number, place }) => `ul. ${place} za ${number}`,
    ({ number, place }) => `o ${number} ul. ${place}`,
  ],
};

/** A sentence for each address. */
export function* otherHouses(data: string, seed = 'other houses'): Generator<Omit<OtherNumber, 'id'>> {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const rows = db
    .prepare('SELECT DISTINCT locality, street, number FROM addresses ORDER BY locality, street, number')
    .all();
  db.close();
  const random = randomFor(11, seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // The register's keys are folded.
  const named = (key: string) => key.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  for (const row of rows) {
    const [locality, street] = [named(String(row.locality)), named(String(row.street))];
    const place = street === '' ? locality : `${street}, ${locality}`;
    const kind = street === '' ? 'village' : 'street';
    const words = { noun: pick(NOUNS), other: pick(NOUNS), number: String(row.number), place };
    yield { kind: `house in a ${kind}`, text: pick(HOUSE_SENTENCES[kind])(words) };
  }
}

const SLASH_TELLS: ReadonlySet<string> = new Set(['counted parcels', 'attributes', 'units']);

/** A sentence for each parcel that is held and lies in an obręb with a name. */
export function* otherNumbers(data: string, seed = 'other numbers'): Generator<OtherNumber> {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const rows = db
    .prepare(
      "SELECT p.id, p.number, o.name FROM parcels p JOIN obreby o ON o.id = p.obreb_id WHERE o.name GLOB '[^0-9]*' ORDER BY p.id",
    )
    .all();
  db.close();
  const random = randomFor(11, seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const kinds = Object.entries(SENTENCES);
  for (const row of rows) {
    const [kind, sentences] = pick(kinds);
    const [number, place] = [String(row.number), String(row.name)];
    // With a slash an announced number is a parcel's, whatever follows.
    if (SLASH_TELLS.has(kind) && number.includes('/')) continue;
    const nouns = kind.startsWith(ENGLISH) ? ENGLISH_NOUNS : NOUNS;
    const words = { noun: pick(nouns), other: pick(nouns), number, place };
    yield { kind, text: pick(sentences)(words), id: String(row.id) };
  }
}
