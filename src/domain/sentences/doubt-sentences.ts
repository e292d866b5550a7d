// What speaks against reading a text as a place, or was assumed in doing so, one entry a sentence.

import { type Bilingual, bilingual, type Phrase, phraseIn, sentence } from '../../contract/language.ts';
import { pl } from './measures.ts';
import { PLACE_KINDS } from './reading-sentences.ts';

const UNIT_KINDS = {
  gmina: bilingual('gmina', 'gminy'),
  powiat: bilingual('powiat', 'powiatu'),
  voivodeship: bilingual('voivodeship', 'województwa'),
  street: bilingual('street', 'ulicy'),
} as const;

/** What stood where a slash belongs. */
const SIGNS: Readonly<Record<string, string>> = {
  dash: 'Kreskę',
  'word "na"': 'Słowo „na”',
  dot: 'Kropkę',
  underscore: 'Podkreślenie',
  comma: 'Przecinek',
  semicolon: 'Średnik',
  colon: 'Dwukropek',
  space: 'Odstęp',
};

/** A word cut short has its dot already. */
const withFullStop = (text: string) => (/[.…]$/.test(text) ? text : `${text}.`);

/** What speaks against a reading, or was assumed. */
export const DOUBTS = {
  dashForSlash: sentence(
    (number: string, sign: string) => `The ${sign} was read as the slash of ${number}.`,
    (number, sign) => `${SIGNS[sign] ?? 'Znak'} odczytano jako ukośnik w numerze ${number}.`,
  ),
  rangeEnd: sentence(
    (written: string) => `"${written}" may be a range of parcels.`,
    (written) => `"${written}" może oznaczać kilka kolejnych działek.`,
  ),
  houseRange: sentence(
    (written: string) => `"${written}" may be several houses.`,
    (written) => `"${written}" może oznaczać kilka domów.`,
  ),
  houseWithFlat: sentence(
    (written: string | undefined, house: string) => `Read ${written} as house ${house} with a flat.`,
    (written, house) => `Odczytano ${written} jako dom ${house} z mieszkaniem.`,
  ),
  numberFirst: sentence(
    (number: string, place: string) => `${number} stands before ${place}.`,
    (number, place) => `${number} stoi przed nazwą ${place}.`,
  ),
  besideOtherName: sentence(
    (number: string, place: string) => `${number} stands beside ${place}.`,
    (number, place) => `${number} stoi przy nazwie ${place}.`,
  ),
  leftOut: sentence(
    (numbers: readonly string[], more: number) => {
      if (numbers.length === 1) return `The number ${numbers[0]} is left out.`;
      return `The numbers ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''} are left out.`;
    },
    (numbers, more) => {
      if (numbers.length === 1) return `Pominięto numer ${numbers[0]}.`;
      return `Pominięto numery ${numbers.join(', ')}${more > 0 ? ` i dalsze (${more})` : ''}.`;
    },
  ),
  notAnnounced: sentence(
    (number: string) => `Nothing says that ${number} is the number of a parcel.`,
    (number) => `Nic nie mówi, że ${number} to numer działki.`,
  ),
  announcedApart: sentence(
    (number: string) =>
      `A name stands between the word for a parcel and ${number}, which may be a house number there.`,
    (number) => `Między słowem "działka" a ${number} stoi nazwa; ${number} może być tam numerem domu.`,
  ),
  houseNotAnnounced: sentence(
    (number: string) => `Nothing says that ${number} is the number of a house.`,
    (number) => `Nic nie mówi, że ${number} to numer domu.`,
  ),
  limit: sentence(
    (word: string, number: string | undefined) => `"${word} ${number}" may be a price, a time or a limit.`,
    (word, number) => `"${word} ${number}" może być ceną, porą lub granicą.`,
  ),
  partOfNumber: sentence(
    (number: string | undefined, whole: string) => `${number} is part of "${whole}".`,
    (number, whole) => `${number} to część "${whole}".`,
  ),
  allotment: sentence(
    (number: string | undefined, garden: string) =>
      `${number} may be the number of an allotment ("${garden}"), which gardens number themselves.`,
    (number, garden) =>
      `${number} może być numerem działki w ogrodzie działkowym ("${garden}"), a ogrody numerują je same.`,
  ),
  otherHouse: sentence(
    (written: string | undefined, house: string) =>
      `There is no house ${written} here; ${house} is another one.`,
    (written, house) => `Nie ma tu domu ${written}; ${house} to inny dom.`,
  ),
  mayBeOf: sentence(
    (number: string | undefined, word: string) => `${number} may be the number of "${word}".`,
    (number, word) => `${number} może być numerem czegoś innego ("${word}").`,
  ),
  mayBeOfNotParcel: sentence(
    (number: string | undefined, word: string) =>
      `${number} may be the number of "${word}", not of the parcel.`,
    (number, word) => `${number} może być numerem czegoś innego ("${word}"), nie działki.`,
  ),
  besidePoint: sentence(
    (word: string) => `"${word}" may say that something else is meant than what lies at the point.`,
    (word) => `"${word}" może znaczyć, że nie chodzi o to, co leży w tym punkcie.`,
  ),
  relatedParcel: sentence(
    (word: string, number: string | undefined) => `"${word} … ${number}" may speak of another parcel.`,
    (word, number) => `"${word} … ${number}" może dotyczyć innej działki.`,
  ),
  buildingId: sentence(
    (written: string, number: string) =>
      `"${written}" is the id of a building; of the parcel it tells the number ${number}, which stays when a parcel is divided.`,
    (written, number) =>
      `"${written}" to identyfikator budynku; z działki podaje numer ${number}, który zostaje po podziale działki.`,
  ),
  lettered: sentence(
    (number: string, letter: string) => `"${number} ${letter}" may be another number than ${number}.`,
    (number, letter) => `"${number} ${letter}" może być innym numerem niż ${number}.`,
  ),
  inOrder: sentence(
    (number: string, words: string) => `${number} ("${words}") may tell which one in a row.`,
    (number, words) => `${number} ("${words}") może mówić, która z kolei.`,
  ),
  ending: sentence(
    (written: string | undefined, number: string) => `Read ${written} as the end of ${number}.`,
    (written, number) => `Odczytano ${written} jako koniec numeru ${number}.`,
  ),
  takenBack: sentence(
    (number: string | undefined, word: string) => `"${word}" behind ${number} may take it back.`,
    (number, word) => `"${word}" za numerem ${number} może go odwoływać.`,
  ),
  letterForDigit: sentence(
    (text: string, number: string | null) => `Read "${text}" as ${number}.`,
    (text, number) => `Odczytano "${text}" jako ${number}.`,
  ),
  oddSign: sentence(
    (number: string, sign: string) => `${number} is written with "${sign}", as numbers of parcels are not.`,
    (number, sign) => `Przy ${number} stoi "${sign}", a numerów działek tak się nie zapisuje.`,
  ),
  tornOff: sentence(
    (whole: string) => `"${whole}" is not read as the number of a parcel.`,
    (whole) => `"${whole}" nie odczytano jako numeru działki.`,
  ),
  counted: sentence(
    (number: string, word: string) => `"${number} ${word}" may be a measure or a count.`,
    (number, word) => `"${number} ${word}" może być miarą lub liczbą.`,
  ),
  mayBeVillage: sentence(
    (typed: string) => `"${typed}" may be a village that is not known.`,
    (typed) => `"${typed}" może być nazwą nieznanej miejscowości.`,
  ),
  bareCase: sentence(
    (typed: string) => `${typed} may also be the name of another place.`,
    (typed) => `${typed} może być też nazwą innej miejscowości.`,
  ),
  areaBeside: sentence(
    (number: string, word: string) => `Beside the measure of "${word}", ${number} may be an area.`,
    (number, word) => `Przy mierze podanej dla "${word}" liczba ${number} może być powierzchnią.`,
  ),
  houseNumber: sentence(
    (number: string) => `${number} is said to be a house number.`,
    (number) => `${number} podano jako numer domu.`,
  ),
  ruralGmina: sentence(
    (gmina: string) => `${gmina} is a rural gmina.`,
    (gmina) => `${gmina} to gmina wiejska.`,
  ),
  beginsOthers: sentence(
    (typed: string) => `Other names begin with ${typed}, too.`,
    (typed) => `Od ${typed} zaczynają się też inne nazwy.`,
  ),
  streetToo: sentence(
    (name: string) => `Streets here are named ${name}, too; add the village.`,
    (name) => `Nazwę ${name} noszą też ulice w okolicy; należy dodać miejscowość.`,
  ),
  mayBeStreet: sentence(
    (name: string | undefined) => `${name} may be the name of a street; add the village.`,
    (name) => `${name} może być nazwą ulicy; należy dodać miejscowość.`,
  ),
  notTaken: sentence(
    (number: string, role: Phrase) =>
      `${number} was not taken for a parcel's number: ${phraseIn(role, 'en')}.`,
    (number, role) => `${number} nie uznano za numer działki: ${phraseIn(role, 'pl')}.`,
  ),
  near: sentence(
    (typed: string) => `The text says near ${typed}, which may be another place.`,
    (typed) => `Tekst mówi o okolicy (${typed}), co może oznaczać inne miejsce.`,
  ),
  seat: sentence(
    (typed: string) =>
      `The text names ${typed} as the place of an office, a person, a letter or a way, or denies it.`,
    (typed) =>
      `Tekst podaje ${typed} jako siedzibę, adres osoby, miejsce pisma lub kierunek albo zaprzecza, że o to chodzi.`,
  ),
  spelling: sentence(
    (typed: string, name: string, how: Bilingual) => `Read "${typed}" as ${name} (${how.en}).`,
    (typed, name, how) => `Odczytano "${typed}" jako ${name} (${how.pl}).`,
  ),
  noUnit: sentence(
    (typed: string, unit: keyof typeof UNIT_KINDS) =>
      `"${typed}" is not the name of a ${UNIT_KINDS[unit].en}.`,
    (typed, unit) => `"${typed}" nie jest nazwą ${UNIT_KINDS[unit].pl}.`,
  ),
  otherObreb: sentence(
    (name: string) => `The text also names ${name}, which is another obręb.`,
    (name) => `Tekst wymienia też ${name}, czyli inny obręb.`,
  ),
  elsewhere: sentence(
    (kind: keyof typeof PLACE_KINDS, name: string) =>
      `The text also names ${PLACE_KINDS[kind].en}${name}, where this is not.`,
    (kind, name) => `Tekst wymienia też inne miejsce (${PLACE_KINDS[kind].pl}${name}).`,
  ),
  passedOverGminy: sentence(
    (typed: string, gminy: readonly string[], number: string) =>
      `There is no parcel ${number} at ${typed} in gmina ${gminy.join(', ')}.`,
    (typed, gminy, number) =>
      `W innym miejscu o nazwie ${typed} (gmina ${gminy.join(', ')}) nie ma działki ${number}.`,
  ),
  namesakes: sentence(
    (typed: string, gminy: readonly string[]) =>
      `Gminy that are not loaded are named ${typed} too, or begin so: ${gminy.join(', ')}.`,
    (typed, gminy) =>
      `Niewczytane gminy też się tak nazywają (${typed}) lub tak zaczynają: ${gminy.join(', ')}.`,
  ),
  longerName: sentence(
    (typed: string) => `"${typed}" was not understood; the name may be a longer one.`,
    (typed) => `Nie zrozumiano "${typed}"; nazwa może być dłuższa.`,
  ),
  notUnderstood: sentence(
    (typed: string) => `"${typed}" was not understood.`,
    (typed) => `Nie zrozumiano "${typed}".`,
  ),
  notAName: sentence(
    (typed: string) => `"${typed}" is not a known name.`,
    (typed) => `"${typed}" nie jest znaną nazwą.`,
  ),
  streetLeftOut: sentence(
    (street: string) => `The street ${street} is left out.`,
    (street) => `Pominięto ulicę ${street}.`,
  ),
  houseElsewhere: sentence(
    (house: string, parcels: readonly string[]) =>
      `House ${house} stands on another parcel: ${parcels.join(', ')}.`,
    (house, parcels) => `Dom ${house} stoi na innej działce: ${parcels.join(', ')}.`,
  ),
  passedOverHouses: sentence(
    (typed: string, gminy: readonly string[], house: string) =>
      `There is no such house ${house} at ${typed} in gmina ${gminy.join(', ')}.`,
    (typed, gminy, house) =>
      `W innym miejscu o nazwie ${typed} (gmina ${gminy.join(', ')}) nie ma takiego domu ${house}.`,
  ),
  passedOver: sentence(
    (strays: readonly string[], isCut: boolean) =>
      withFullStop(`Passed over: ${strays.join(', ')}${isCut ? ' …' : ''}`),
    (strays, isCut) => withFullStop(`Pominięto: ${strays.join(', ')}${isCut ? ' …' : ''}`),
  ),
  withStreet: sentence(
    (number: string) => `${number} stands with a street and may be a house number.`,
    (number) => `${number} stoi przy ulicy i może być numerem domu.`,
  ),
  besideStreet: sentence(
    (number: string) => `${number} stands beside a street: a house number.`,
    (number) => `${number} stoi przy ulicy: to numer domu.`,
  ),
  saysObreb: sentence(
    (obreb: string) => `The text says obręb ${obreb}.`,
    (obreb) => `Tekst podaje obręb ${obreb}.`,
  ),
  saysSheet: sentence(
    (sheet: string) => `The text says map sheet ${sheet}.`,
    (sheet) => `Tekst podaje arkusz mapy ${sheet}.`,
  ),
  withPostcode: sentence(
    (postcode: string) => `With the postcode ${postcode} the number may be that of a house.`,
    (postcode) => `Przy kodzie pocztowym ${postcode} numer może być numerem domu.`,
  ),
  otherPostcode: sentence(
    (typed: string, register: string) => `The text says ${typed}, the register ${register}.`,
    (typed, register) => `Tekst podaje ${typed}, rejestr ${register}.`,
  ),
  otherPostalArea: sentence(
    (postcode: string, gmina: string) =>
      `The postcode ${postcode} is of another part of the country than gmina ${gmina}.`,
    (postcode, gmina) => `Kod pocztowy ${postcode} nie pochodzi z okolic gminy ${gmina}.`,
  ),
  outsideTown: sentence(
    (code: string, obreb: string, town: string) =>
      `Obręb ${code} (${obreb}) lies outside the town of ${town}.`,
    (code, obreb, town) => `Obręb ${code} (${obreb}) leży poza miastem ${town}.`,
  ),
  nearElsewhere: sentence(
    (typed: string, gmina: string) =>
      `The text says near ${typed}, which lies neither in the powiat of gmina ${gmina} nor beside it.`,
    (typed, gmina) =>
      `Tekst mówi o okolicy (${typed}), a gmina ${gmina} leży w innym powiecie, z tym niesąsiadującym.`,
  ),
  middleOfView: bilingual(
    'The link marks nothing: this is the middle of a map that shows more than a few parcels.',
    'Odsyłacz niczego nie wskazuje: to środek mapy, na której widać więcej niż kilka działek.',
  ),
  middleOfPlace: bilingual(
    'The link shows a place: its pin is somewhere in it, and marks no parcel.',
    'Odsyłacz pokazuje miejscowość: pinezka leży gdzieś w niej i nie wskazuje działki.',
  ),
  coarsePoint: bilingual(
    'The point is written with too few digits to tell a parcel.',
    'Punkt podano zbyt małą liczbą cyfr, by wskazać działkę.',
  ),
  otherThanPoint: bilingual(
    'The words of the text and its point do not lead to one parcel.',
    'Słowa tekstu i podany w nim punkt nie prowadzą do jednej działki.',
  ),
  route: bilingual(
    'The link is a way between places; none of them is said to be meant.',
    'Odsyłacz prowadzi z miejsca na miejsce; nie mówi, o które chodzi.',
  ),
  severalPoints: sentence(
    (count: number, parcels: readonly string[]) =>
      `The register has this address at ${count} points, on the parcels ${parcels.join(', ')}.`,
    (count, parcels) =>
      `Rejestr ma ten adres w kilku punktach (${count}), na działkach ${parcels.join(', ')}.`,
  ),
  nearestParcel: sentence(
    (isRoad: boolean, distance_m: string) =>
      `The address point lies ${isRoad ? 'on a road parcel' : 'on no parcel'}; this is the nearest parcel, ${distance_m} m away.`,
    (isRoad, distance_m) =>
      `Punkt adresowy leży ${isRoad ? 'na działce drogowej' : 'poza działkami'}; to najbliższa działka, w odległości ${pl.number(Number(distance_m))} m.`,
  ),
} as const;
