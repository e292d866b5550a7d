// What a text, an id or a point comes to where it is no parcel: not loaded, not there, or not certain. One entry a sentence.

import { type Bilingual, bilingual, type Phrase, phraseIn, sentence } from '../../contract/language.ts';

interface Powiat {
  readonly name: string | undefined;
  readonly code: string;
}

/** The same in both languages. */
const powiatIn = ({ name, code }: Powiat): string => (name ? `Powiat ${name} (${code})` : `Powiat ${code}`);

/** Of more powiaty their number says as much. */
const MOST_POWIATY = 4;

const heldIn = (powiaty: readonly string[], words: string, one: string, many: string): string =>
  powiaty.length > MOST_POWIATY
    ? `${words} ${powiaty.length} ${many}`
    : `${words} ${powiaty.length === 1 ? one : many} ${powiaty.join(', ')}`;

export const PLACE_NOTES = {
  powiatNotLoaded: sentence(
    (powiat: Powiat) => `${powiatIn(powiat)} is not loaded.`,
    (powiat) => `${powiatIn(powiat)} nie jest wczytany.`,
  ),
  powiatInPart: sentence(
    (powiat: Powiat) => `${powiatIn(powiat)} is loaded only in part.`,
    (powiat) => `${powiatIn(powiat)} jest wczytany tylko częściowo.`,
  ),
  gminaInPart: sentence(
    (gmina: string) => `Gmina ${gmina} is loaded only in part.`,
    (gmina) => `Gmina ${gmina} jest wczytana tylko częściowo.`,
  ),
  gminaNotLoaded: sentence(
    (gmina: string) => `No parcel of gmina ${gmina} is loaded.`,
    (gmina) => `Nie wczytano żadnej działki gminy ${gmina}.`,
  ),
  obrebNotLoaded: sentence(
    (obreb_id: string) => `Obręb ${obreb_id} is not loaded.`,
    (obreb_id) => `Obręb ${obreb_id} nie jest wczytany.`,
  ),
  areaOutside: bilingual('It lies outside the loaded powiaty.', 'Leży poza wczytanymi powiatami.'),
  pointOutside: bilingual(
    'The point lies outside the loaded powiaty.',
    'Punkt leży poza wczytanymi powiatami.',
  ),
  areaByMiddle: sentence(
    (lat: string, lng: string, why: string) => `The area was looked up by its middle: ${lat}, ${lng}. ${why}`,
    (lat, lng, why) => `Obszar sprawdzono w jego środku: ${lat}, ${lng}. ${why}`,
  ),
  readAsId: sentence(
    (id: string) => `Read as ${id}.`,
    (id) => `Odczytano jako ${id}.`,
  ),
  idInText: sentence(
    (id: string) => `Read the id ${id} in the text.`,
    (id) => `W tekście odczytano identyfikator ${id}.`,
  ),
  readAsPoint: sentence(
    (as: Bilingual, lat: string, lng: string) => `The text was read as ${as.en}: ${lat}, ${lng}.`,
    (as, lat, lng) => `Tekst odczytano jako ${as.pl}: ${lat}, ${lng}.`,
  ),
  bothOrders: bilingual(
    'The text was read as a point in metres; both orders of easting and northing meet a parcel.',
    'Tekst odczytano jako punkt w metrach; na działkę trafiają obie kolejności współrzędnych.',
  ),
  neitherOrder: bilingual(
    'Both orders of easting and northing were tried; neither meets loaded ground.',
    'Sprawdzono obie kolejności współrzędnych; żadna nie trafia na wczytany teren.',
  ),
  regionNotLoaded: sentence(
    (region: Bilingual) => `The text names ${region.en}, which is not loaded.`,
    (region) => `Tekst wymienia niewczytany obszar: ${region.pl}.`,
  ),
  notCertain: sentence(
    (reason: string) => `Not certain enough to pick: ${reason}`,
    (reason) => `Zbyt niepewne, by wybrać: ${reason}`,
  ),
  nameObreb: bilingual(
    'The number exists in several obręby; name the obręb.',
    'Ten numer występuje w kilku obrębach; należy podać obręb.',
  ),
  chooseOne: bilingual(
    'Several readings are possible; choose one of the candidates.',
    'Możliwych jest kilka odczytań; należy wybrać jednego z kandydatów.',
  ),
  gminaOnly: sentence(
    (gmina: string) =>
      `The text names the gmina ${gmina} only; add a parcel number, and the obręb if you know it.`,
    (gmina) =>
      `Tekst wymienia tylko gminę ${gmina}; należy dodać numer działki, a także obręb, jeśli jest znany.`,
  ),
  obrebOnly: sentence(
    (obreb: string, gmina: string) =>
      `The text names obręb ${obreb} of gmina ${gmina} only; add a parcel number.`,
    (obreb, gmina) => `Tekst wymienia tylko obręb ${obreb} w gminie ${gmina}; należy dodać numer działki.`,
  ),
  oneGmina: sentence(
    (gmina: string) => `All readings of the text lie in gmina ${gmina}.`,
    (gmina) => `Wszystkie odczytania tekstu leżą w gminie ${gmina}.`,
  ),
} as const;

/** Why nothing is found. */
export const NOT_FOUND = {
  parcel: sentence(
    (id: string) => `there is no parcel ${id} in the cadastre as loaded`,
    (id) => `we wczytanej ewidencji nie ma działki ${id}`,
  ),
  parcelOfBuilding: sentence(
    (building: string, id: string) =>
      `"${building}" is the id of a building; there is no parcel ${id} in the cadastre as loaded`,
    (building, id) => `"${building}" to identyfikator budynku; we wczytanej ewidencji nie ma działki ${id}`,
  ),
  buildingAlone: sentence(
    (building: string) =>
      `"${building}" is the id of a building, which tells no parcel; ask by the id or the number of the parcel, or by the address`,
    (building) =>
      `"${building}" to identyfikator budynku i nie wskazuje działki; należy podać identyfikator lub numer działki albo adres`,
  ),
  onSheets: sentence(
    (ids: readonly string[]) => `the numbers of this obręb have a map sheet (AR_): ${ids.join(', ')}`,
    (ids) => `numery w tym obrębie mają arkusz mapy (AR_): ${ids.join(', ')}`,
  ),
  powiat: sentence(
    (code: string) => `there is no powiat ${code} in the register of units`,
    (code) => `w rejestrze jednostek nie ma powiatu ${code}`,
  ),
  atPoint: bilingual(
    'no parcel contains the point, though the powiat is loaded',
    'punkt nie leży na żadnej działce, choć powiat jest wczytany',
  ),
  gminaCode: sentence(
    (code: string) =>
      `"${code}" is not the 7-digit code of a gmina${/^\d{7}$/.test(code) ? ': none has this one' : ''}`,
    (code) => `"${code}" nie jest kodem żadnej gminy${/^\d{7}$/.test(code) ? '' : '; kod ma 7 cyfr'}`,
  ),
  gminaOfParcel: bilingual(
    'the gmina of this parcel is not in the register of units',
    'gminy tej działki nie ma w rejestrze jednostek',
  ),
  regionOnly: sentence(
    (region: Bilingual, numbers: string) =>
      numbers === ''
        ? `the text names ${region.en} only; name the gmina or the obręb, and of a parcel its number`
        : `of where ${numbers} lies the text names ${region.en} only; name the obręb, the village or the gmina`,
    (region, numbers) =>
      numbers === ''
        ? `tekst wymienia tylko: ${region.pl}; należy podać gminę lub obręb, a w razie działki jej numer`
        : `o położeniu ${numbers} tekst mówi tylko: ${region.pl}; należy podać obręb, wieś lub gminę`,
  ),
  noName: sentence(
    (strays: readonly string[], powiaty: readonly string[]) =>
      `no parcel, obręb or gmina of that name and number is known: no gmina of the country, and no obręb, locality or street that is loaded, is named ${strays.join(', ')}; ${heldIn(powiaty, 'parcels are loaded of', 'powiat', 'powiaty')}`,
    (strays, powiaty) =>
      `nie ma działki, obrębu ani gminy o tej nazwie i numerze: żadna gmina w kraju ani wczytany obręb, miejscowość czy ulica nie nazywa się ${strays.join(', ')}; ${heldIn(powiaty, 'wczytano działki:', 'powiat', 'powiaty')}`,
  ),
  noNumberAt: sentence(
    (numbers: string, places: readonly string[], areMore: boolean) =>
      `no parcel, obręb or gmina matches: no ${numbers} is known at ${places.join(', ')}${areMore ? ' …' : ''}`,
    (numbers, places, areMore) =>
      `nie pasuje żadna działka, obręb ani gmina: nie znaleziono numeru ${numbers} w miejscu ${places.join(', ')}${areMore ? ' …' : ''}`,
  ),
  noParcelNumber: sentence(
    (named: string) =>
      `nothing in the text is read as the number of a parcel or a known house; it names ${named}`,
    (named) => `niczego w tekście nie odczytano jako numeru działki ani znanego domu; wymienia on: ${named}`,
  ),
  notWrittenSo: sentence(
    (written: readonly string[], named: string) =>
      `not written as the number of a parcel is: "${written.join('", "')}"; nor is it known as a house at ${named}`,
    (written, named) =>
      `zapis nie jest numerem działki: "${written.join('", "')}"; nie znaleziono też takiego domu w miejscu ${named}`,
  ),
  noPlaceOfParcel: sentence(
    (numbers: string, named: string) =>
      `nothing in the text says where parcel ${numbers} lies: ${named} is not known as an obręb, a village or a gmina`,
    (numbers, named) =>
      `nic w tekście nie mówi, gdzie leży działka ${numbers}: ${named} nie jest znaną nazwą obrębu, wsi ani gminy`,
  ),
  placeOfOtherKind: sentence(
    (numbers: string, named: string) =>
      `nothing in the text says where parcel ${numbers} lies: ${named} is known, but not as what the text calls it`,
    (numbers, named) =>
      `nic w tekście nie mówi, gdzie leży działka ${numbers}: ${named} to znana nazwa, ale nie tego, o czym mówi tekst`,
  ),
  noHouseAt: sentence(
    (numbers: string, named: string) => `no address matches: no house ${numbers} is known at ${named}`,
    (numbers, named) => `nie pasuje żaden adres: nie znaleziono domu ${numbers} w miejscu ${named}`,
  ),
  addressOnNoParcel: sentence(
    (numbers: string, named: string) =>
      `the address ${numbers} at ${named} is known, and no parcel that is loaded lies at it`,
    (numbers, named) =>
      `adres ${numbers} w miejscu ${named} jest znany, ale nie leży przy nim żadna wczytana działka`,
  ),
  noObreb: sentence(
    (code: string, named: string) => `no obręb ${code} is known at ${named}`,
    (code, named) => `nie znaleziono obrębu ${code} w miejscu ${named}`,
  ),
  doesNotFit: sentence(
    (id: string | null, against: Phrase) => `nothing fits the text; not ${id}: ${phraseIn(against, 'en')}`,
    (id, against) => `nic nie pasuje do tekstu; nie ${id}: ${phraseIn(against, 'pl')}`,
  ),
  nothing: sentence(
    (hasNumber: boolean) =>
      `no parcel, obręb or gmina of that name and number is known${hasNumber ? '; name the obręb or the gmina too' : ''}`,
    (hasNumber) =>
      `nie ma działki, obrębu ani gminy o tej nazwie i numerze${hasNumber ? '; należy podać też obręb lub gminę' : ''}`,
  ),
} as const;
