// The words that announce something of what follows, measure it or say nothing, in the cases in which they are written.
// A word that stands here is understood; of one that does not, nothing is assumed (number-evidence.ts).

export type Label =
  /** What follows is the number of a parcel. */
  | 'parcel'
  /** A kind of parcel, between that word and its number: "działka budowlana 12". */
  | 'parcel_kind'
  | 'obreb'
  | 'gmina'
  | 'town'
  | 'powiat'
  | 'voivodeship'
  | 'street'
  | 'locality'
  /** Of a city. */
  | 'district'
  | 'sheet'
  | 'flat'
  | 'near'
  /** What follows is where an office or an owner is, or what is denied: not the place that is meant. */
  | 'seat'
  /** An office that is in charge of the land around it: what is meant lies near to its seat. */
  | 'office'
  /** "nr": a number follows, of whatever stood before. */
  | 'number'
  /** What follows is the number of a house. */
  | 'house'
  /** After a number: it measures or counts. */
  | 'unit'
  /** Before a number: it measures or costs. */
  | 'measure'
  /** Numbers of something else: surveys, land registers, telephones, acts, roads, lines, pages, offers. */
  | 'reference'
  /** Joins words and says nothing. */
  | 'small'
  /** Says nothing of where a parcel is, and may have a number of its own. */
  | 'filler';

/** Words that announce where a parcel is. */
export const PLACE_LABELS: readonly Label[] = [
  'obreb',
  'gmina',
  'town',
  'powiat',
  'voivodeship',
  'street',
  'locality',
  'district',
  'sheet',
];

const OFFICES =
  'starostwo starostwa starostwie starostwem powiatowe powiatowego powiatowym starosta starosty staroscie urzad urzedu urzedzie ' +
  'urzedem ug um umig wojt wojta burmistrz burmistrza';

/** Folded (fold.ts). */
const VOCABULARY: Readonly<Record<Label, string>> = {
  parcel:
    'dz dzialka dzialki dzialke dzialce dzialek dzialko dzialkami dzialkach parcela parceli parcele parcel plot plots lot lots ' +
    'dzialeczka dzialeczki dzialeczke dzialeczce ділянка ділянки ділянку ділянці ' +
    'ew ewid ewidencyjna ewidencyjny ewidencyjnej ewidencyjnym ewidencyjne ewidencyjnego geod geodezyjna geodezyjny geodezyjnej geodezyjnym geodezyjnego ewidencji',
  parcel_kind:
    'cadastral land kat katastralna katastralnej gruntu gruntow jako oznaczona oznaczonej oznaczony oznaczone oznaczonym ' +
    'budowlana budowlanej budowlane budowlany rolna rolnej rolny rolne siedliskowa siedliskowej rekreacyjna rekreacyjnej ' +
    'inwestycyjna inwestycyjnej gruntowa gruntowej zabudowana zabudowanej niezabudowana niezabudowanej',
  obreb: 'ob obr obreb obrebu obrebie obrebem',
  gmina: 'gm gmina gminy gminie gmine gmin',
  town: 'm miasto miasta miescie miastem',
  powiat: 'pow powiat powiatu powiecie',
  voivodeship: 'woj wojewodztwo wojewodztwa wojewodztwie',
  street: 'ul ulica ulicy ulice al aleja alei aleje pl plac placu os osiedle osiedlu osiedla rondo skwer',
  locality: 'wies wsi wsia wioska wioski wiosce msc miejsc miejscowosc miejscowosci solectwo solectwie',
  district: 'dzielnica dzielnicy dzielnice dzieln',
  sheet: 'ark arkusz arkuszu arkusza ar',
  flat: 'flat apartment apt m lok lokal lokalu mieszkanie mieszkania mieszk apartament',
  near:
    'near nearby kolo k obok niedaleko nieopodal pod okolice okolicy okolicach blisko poczta poczty rog rogu skrzyzowanie ' +
    'skrzyzowaniu',
  seat:
    'rejonowy rejonowego rejonowym okregowy okregowego okregowym notariusz notariusza kancelaria kancelarii biuro biura zam zamieszkaly zamieszkala zamieszkalego ' +
    'zamieszkalej siedziba siedzibie nie not ' +
    OFFICES,
  office: OFFICES,
  number: 'number numbers nr numer numeru numerem numerze numery nry no',
  house:
    'mieszkalny mieszkalnego mieszkalnym jednorodzinny jednorodzinnego jednorodzinnym house ' +
    'dom domu domem chalupa chalupy chata chaty zagroda zagrody cottage adresowy adresowym budynek budynku budynkiem blok bloku blokiem posesja posesji posesje kamienica kamienicy willa willi porzadkowy porzadkowym adres adresem',
  unit:
    'sqm sq acre acres are ares hectare hectares metre metres meter meters feet ft ' +
    'm % m2 mkw ha a ar ara arow ary arach zl pln eur euro usd tys tysiecy tysiace mln mld km mb cm metr metra metry metrow hektar hektara hektary hektarow ' +
    'rok roku r lat procent proc szt sztuk',
  measure:
    'area size price width length dl szer wys ' +
    'pow powierzchnia powierzchni powierzchnie areal arealu cena cene ceny cenie cenowa kwota kwote szerokosc szerokosci dlugosc dlugosci wymiary wymiarach wymiarze ' +
    'front metraz metrazu rok roku udzial udzialu udziale udzialem udzialy wynoszacy wynoszacego wynosi',
  reference:
    'offer listing page phone mobile bus road ' +
    'kod kerg kw ksiega ksiegi tel telefon telefonu kom fax poz pozycja pozycji uchwala uchwaly nip regon teryt pesel krs str strona stronie strony zalacznik zalacznika zalaczniku ' +
    'lp oferta oferty oferte ogloszenie ogloszenia dk dw droga drogi drodze linia linii autobus autobusu autobusem tramwaj pociag pociagu godz godzina godzinie ' +
    'art artykul paragraf ust sygn sygnatura umowa umowy akt aktu faktura zlecenie sprawa sprawy wniosek wniosku ' +
    'decyzja decyzji decyzje pozwolenie pozwolenia zaswiadczenie zaswiadczenia postanowienie postanowienia zgloszenie zgloszenia rep repertorium',
  small:
    'stoleczne in on at the of for and from with is commune county province municipality village district precinct voivodeship or ' +
    'razy ok okolo oznaczona oznaczonej oznaczony oznaczone oznaczonym stanowiaca stanowiacej stanowiacy ' +
    'w we na z ze do i oraz przy lub albo o od za dla u po a polska poland mazowsze pocztowy polozona polozonej polozony polozone tylko lecz ale',
  filler:
    'sorry sorki przepraszam hi hello please tell me about regarding concerning thanks thank you can build sale buy sell want what ' +
    'moj moje mojego moim nasz nasza naszej nasze swoj swoja swojej twoj twoja ' +
    'dzien dobry witam pozdrawiam dziekuje jedn jednostka jednostki sprzedam sprzedaz kupie kupno pilne prosze interesuje mnie moja mojej mam mamy jest sa co czy mozna moge wybudowac las lasu lasem szukam ' +
    'informacje informacja informacji sprawdz sprawdzic plan planu miejscowy mpzp pog wz warunki zabudowy wlasciciel wlasciciela wlasnosc wlasnosci zagospodarowania przeznaczenie przeznaczenia wypis wyrys sprzedazy kupna zakup zakupu dotyczy dotyczaca dotyczace grunt teren terenu nieruchomosc nieruchomosci ' +
    'media mediow prad pradu woda gaz gazu kanalizacja wodociag szambo swiatlowod internet ' +
    'ta ten tej tego ktora ktory id identyfikator identyfikatorze',
};

/** What a caller writes before a number or a name. */
const ANNOUNCING: readonly string[] = (['parcel', 'number', 'house', ...PLACE_LABELS] as const).flatMap(
  (label) => VOCABULARY[label].split(' '),
);
/** Fewer letters begin too many names as well. */
const LEAST_BEGUN = 4;

/** "dział", "obrę": half of a word that announces, or more of it. */
export const beginsAnnouncing = (typed: string): boolean =>
  typed.length >= LEAST_BEGUN &&
  ANNOUNCING.some((word) => 2 * typed.length >= word.length && word.startsWith(typed));

export const NO_LABELS: readonly Label[] = [];
const LABELS = new Map<string, Label[]>();
for (const [label, words] of Object.entries(VOCABULARY) as [Label, string][]) {
  for (const word of new Set(words.split(' '))) LABELS.set(word, [...(LABELS.get(word) ?? []), label]);
}

/** "36 miejsc" are places; cut short it is a locality. */
const ONLY_CUT = 'miejsc';

/** The preposition "w" has no dot: "W. Mrokowska" is a name cut short. */
export function labelsOf(word: string, isCut: boolean): readonly Label[] {
  const labels = word === ONLY_CUT && !isCut ? NO_LABELS : (LABELS.get(word) ?? NO_LABELS);
  return isCut && word.length === 1 && labels.includes('small') ? NO_LABELS : labels;
}

/** Words above that Polish ones with other letters must not be taken for. */
const ENGLISH: ReadonlySet<string> = new Set(
  'plot plots lot lots parcel parcels house page road bus size area'.split(' '),
);
export const isEnglish = (word: string): boolean => ENGLISH.has(word);

export const isUnitWord = (word: string): boolean => LABELS.get(word)?.includes('unit') ?? false;

/** A number before one of these is a day: "12 marca". Not labels, because streets are named so: "3 Maja". */
const MONTHS: readonly string[] =
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia'.split(
    ' ',
  );
/** From its third letter on. */
export const isMonthBegun = (word: string): boolean =>
  word.length >= 3 && MONTHS.some((month) => month.startsWith(word));
export const isMonth = (word: string): boolean => MONTHS.includes(word);

/** Words for a parcel that are long enough to be known with one typo. */
export const LONG_PARCEL_WORDS: readonly string[] = VOCABULARY.parcel
  .split(' ')
  .filter((word) => /^(?:dzialk|parcel)/.test(word) && word.length >= 7);
