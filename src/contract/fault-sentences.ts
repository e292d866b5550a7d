// Why a request is refused, one entry a sentence. What to do about it is said by fault-hints.ts.

import { type Bilingual, bilingual, sentence } from './language.ts';

/** Types of the contract's schema, as messages name them. */
const TYPES: Readonly<Record<string, Bilingual>> = {
  array: bilingual('a list', 'listą'),
  boolean: bilingual('true or false', 'wartością true lub false'),
  int: bilingual('a whole number', 'liczbą całkowitą'),
  number: bilingual('a number', 'liczbą'),
  object: bilingual('an object', 'obiektem'),
  string: bilingual('text', 'tekstem'),
};
const typeIn = (type: string): Bilingual =>
  TYPES[type] ?? bilingual(`of type ${type}`, `wartością typu ${type}`);

/** A bound of a number, or of how many characters or items there may be. */
export interface Bound {
  readonly kind: 'least' | 'most';
  readonly value: number | bigint;
  readonly origin: string;
}

function boundEn({ kind, value, origin }: Bound): string {
  const amount = `at ${kind} ${value}`;
  const unit = { string: 'character', array: 'item' }[origin];
  return unit ? `have ${amount} ${unit}${value === 1 ? '' : 's'}` : `be ${amount}`;
}

function boundPl({ kind, value, origin }: Bound): string {
  const amount = `${kind === 'least' ? 'co najmniej' : 'najwyżej'} ${value}`;
  const unit = { string: 'liczba znaków', array: 'liczba elementów' }[origin];
  return unit ? `${unit}: ${amount}` : `wartość: ${amount}`;
}

/** What arrived, shortened. */
export type Arrived =
  | { readonly kind: 'nothing' | 'unbounded' }
  | { readonly kind: 'characters' | 'list'; readonly count: number }
  | { readonly kind: 'value'; readonly text: string };

const arrivedEn = (arrived: Arrived): string => {
  switch (arrived.kind) {
    case 'nothing':
      return 'nothing';
    case 'unbounded':
      return 'a number beyond all bounds';
    case 'characters':
      return `${arrived.count} characters`;
    case 'list':
      return `a list of ${arrived.count}`;
    case 'value':
      return arrived.text;
  }
};

const arrivedPl = (arrived: Arrived): string => {
  switch (arrived.kind) {
    case 'nothing':
      return 'nic';
    case 'unbounded':
      return 'liczba spoza zakresu';
    case 'characters':
      return `tekst, liczba znaków: ${arrived.count}`;
    case 'list':
      return `lista, liczba elementów: ${arrived.count}`;
    case 'value':
      return arrived.text;
  }
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const FAULTS = {
  notValid: sentence(
    (what: string) => `${what} is not valid`,
    (what) => `${what}: dane nieprawidłowe`,
  ),
  /** Of a tool that stands for two operations. */
  notTogether: sentence(
    (names: readonly string[], other: string, allowed: readonly string[]) =>
      `${quoted(names)} cannot go with ${other}; allowed beside it are ${allowed.join(', ')}`,
    (names, other, allowed) =>
      `${quoted(names)} nie łączy się z ${other}; dozwolone obok: ${allowed.join(', ')}`,
  ),
  unknownParameter: sentence(
    (names: readonly string[], where: string | null, allowed: readonly string[]) =>
      `unknown parameter${names.length > 1 ? 's' : ''} ${quoted(names)}${where === null ? '' : ` in ${where}`}; allowed are ${allowed.join(', ') || 'none'}`,
    (names, where, allowed) =>
      `${names.length > 1 ? 'nieznane parametry' : 'nieznany parametr'} ${quoted(names)}${where === null ? '' : ` w ${where}`}; dozwolone: ${allowed.join(', ') || 'żadne'}`,
  ),
  missing: sentence(
    (name: string, type: string) => `${name} is missing; it must be ${typeIn(type).en}`,
    (name, type) => `brak ${name}; parametr musi być ${typeIn(type).pl}`,
  ),
  wrongType: sentence(
    (name: string, type: string, got: Arrived) => `${name} must be ${typeIn(type).en}, got ${arrivedEn(got)}`,
    (name, type, got) => `${name} musi być ${typeIn(type).pl}, otrzymano: ${arrivedPl(got)}`,
  ),
  outOfBounds: sentence(
    (name: string, bound: Bound, got: Arrived) => `${name} must ${boundEn(bound)}, got ${arrivedEn(got)}`,
    (name, bound, got) => `${name}, dozwolona ${boundPl(bound)}; otrzymano: ${arrivedPl(got)}`,
  ),
  notOneOf: sentence(
    (name: string, allowed: readonly string[], got: Arrived) =>
      `${name} must be one of ${allowed.join(', ')}; got ${arrivedEn(got)}`,
    (name, allowed, got) => `${name} musi być jednym z: ${allowed.join(', ')}; otrzymano: ${arrivedPl(got)}`,
  ),
  /** The keys stand in the hint. */
  notLayer: sentence(
    (name: string, got: Arrived) => `${name} must name layers by their keys; got ${arrivedEn(got)}`,
    (name, got) => `${name} musi podawać klucze warstw; otrzymano: ${arrivedPl(got)}`,
  ),
  notSeveral: sentence(
    (name: string, allowed: readonly string[], got: Arrived) =>
      `${name} must be one of ${allowed.join(', ')}, not several; got ${arrivedEn(got)}`,
    (name, allowed, got) =>
      `${name} musi być jednym z: ${allowed.join(', ')}, nie kilkoma; otrzymano: ${arrivedPl(got)}`,
  ),
  /** A rule of the schema in its own words. */
  rule: sentence(
    (name: string, rule: Bilingual, got: Arrived) => `${name}: ${rule.en}, got ${arrivedEn(got)}`,
    (name, rule, got) => `${name}: ${rule.pl}, otrzymano: ${arrivedPl(got)}`,
  ),
  alone: sentence(
    (name: string) => `${name} came alone; lat and lng go together`,
    (name) => `podano samo ${name}; lat i lng podaje się razem`,
  ),
  together: sentence(
    (names: readonly string[]) => `got ${names.join(' and ')} together`,
    (names) => `podano razem ${names.join(' i ')}`,
  ),
  noTarget: sentence(
    (ways: readonly string[]) => `none of ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)} was given`,
    (ways) => `nie podano żadnego z: ${ways.join(', ')}`,
  ),
  wrongId: sentence(
    (why: { readonly en: string; readonly pl: string }) => `id: ${why.en}`,
    (why) => `id: ${why.pl}`,
  ),
  notPoint: sentence(
    (name: string, got: Arrived) => `${name} must be "<lat>,<lng>" in decimal degrees, got ${arrivedEn(got)}`,
    (name, got) =>
      `${name} musi mieć postać "<lat>,<lng>" w stopniach dziesiętnych, otrzymano: ${arrivedPl(got)}`,
  ),
  outOfRange: sentence(
    (part: string, name: string, range: { min: number; max: number }, value: number) =>
      `${part} of ${name} must be between ${range.min} and ${range.max}, got ${value}`,
    (part, name, range, value) =>
      `${part} w ${name} musi być między ${range.min} a ${range.max}, otrzymano: ${value}`,
  ),
  foreignCursor: sentence(
    (got: Arrived) => `cursor does not belong to this query, got ${arrivedEn(got)}`,
    (got) => `cursor nie należy do tego zapytania, otrzymano: ${arrivedPl(got)}`,
  ),
  tooLong: sentence(
    (length: number, most: number) =>
      `with its outline the record has ${length} characters; at most ${most} can be given here`,
    (length, most) => `rekord z obrysem ma zbyt wiele znaków (${length}); tutaj można podać najwyżej ${most}`,
  ),
  bboxWithRadius: sentence(
    (radius_m: number) => `got bbox together with radius_m ${radius_m}`,
    (radius_m) => `podano bbox razem z radius_m ${radius_m}`,
  ),
  bboxSwapped: sentence(
    (first: number, lng: { min: number; max: number }, text: string) =>
      `bbox begins with ${first}, which is outside lng ${lng.min}..${lng.max} (order is lng, lat); got "${text}"`,
    (first, lng, text) =>
      `bbox zaczyna się od ${first}, poza zakresem lng ${lng.min}..${lng.max} (kolejność: lng, lat); otrzymano: "${text}"`,
  ),
  notBbox: sentence(
    (text: string) => `bbox must be "min_lon,min_lat,max_lon,max_lat", got "${text}"`,
    (text) => `bbox musi mieć postać "min_lon,min_lat,max_lon,max_lat", otrzymano: "${text}"`,
  ),
  bboxOrder: sentence(
    (text: string) => `bbox must grow from min to max, got "${text}"`,
    (text) => `bbox musi rosnąć od min do max, otrzymano: "${text}"`,
  ),
  pagesWithSummary: sentence(
    (names: readonly string[]) => `${names.join(' and ')} came with summary=true, which has no pages`,
    (names) => `podano ${names.join(' i ')} razem z summary=true, które nie ma stron`,
  ),
  noKey: bilingual('no API key was sent', 'nie przysłano klucza API'),
  noTokenOrKey: bilingual(
    'no access token and no API key was sent',
    'nie przysłano tokenu dostępu ani klucza API',
  ),
  unknownKey: bilingual('the API key is not known', 'klucz API nie jest znany'),
  pageKey: bilingual(
    'the key of the page is for its reads alone',
    'klucz strony służy tylko do jej własnych odczytów',
  ),
  revoked: bilingual('access was revoked', 'dostęp odwołano'),
  badToken: sentence(
    (fault: string) => fault,
    (fault) => `token dostępu: ${fault}`,
  ),
  tooFast: sentence(
    (rate_per_s: number) => `the rate limit of ${rate_per_s} requests per second is used up`,
    (rate_per_s) => `wyczerpano limit zapytań na sekundę (${rate_per_s})`,
  ),
  overQuota: sentence(
    (quota: number) => `the monthly quota of ${quota} is used up`,
    (quota) => `wyczerpano miesięczny limit (${quota})`,
  ),
  aboveQuota: sentence(
    (cost: number, quota: number) =>
      `this costs ${cost} and can never fit into the monthly quota of ${quota}`,
    (cost, quota) => `koszt ${cost} nigdy nie zmieści się w miesięcznym limicie ${quota}`,
  ),
  beyondQuota: sentence(
    (cost: number, quota: number, left: number) =>
      `this costs ${cost}; what is left of the monthly quota of ${quota} is ${left}`,
    (cost, quota, left) => `koszt to ${cost}, a z miesięcznego limitu ${quota} pozostało ${left}`,
  ),
  tooManyStrangers: bilingual(
    'too many requests without a valid key from your address',
    'zbyt wiele zapytań bez ważnego klucza z tego adresu',
  ),
  dataUnreadable: bilingual('the data cannot be read right now', 'danych nie można teraz odczytać'),
  internal: bilingual('something went wrong on our side', 'wystąpił błąd po naszej stronie'),
  usageUnrecorded: bilingual('usage cannot be recorded right now', 'zużycia nie można teraz zapisać'),
  hungUp: bilingual('the caller has hung up', 'pytający się rozłączył'),
  issuerUnreadable: bilingual(
    'the keys of the token issuer cannot be read right now',
    'kluczy wystawcy tokenów nie można teraz odczytać',
  ),
  noAnswer: sentence(
    (url: string) => `the server at ${url} gave no answer that can be read`,
    (url) => `serwer pod adresem ${url} nie dał odpowiedzi, którą można odczytać`,
  ),
  stopping: bilingual('the server is being stopped', 'serwer jest zatrzymywany'),
  full: bilingual(
    'the server holds as much for others as it can',
    'serwer obsługuje teraz tyle zapytań, ile może',
  ),
  fullForCaller: bilingual(
    'the server holds as much for you as one caller may have under way: take the answers, or send fewer at once',
    'serwer przechowuje dla tego klienta tyle, ile jeden może mieć naraz: należy odebrać odpowiedzi albo wysyłać mniej jednocześnie',
  ),
  noSuchPath: sentence(
    (path: string) => `there is no such path: ${path}`,
    (path) => `nie ma takiej ścieżki: ${path}`,
  ),
  late: sentence(
    (headers_s: number, request_s: number) =>
      `the request did not arrive in time: headers must be here within ${headers_s} seconds, all of it within ${request_s}`,
    (headers_s, request_s) =>
      `zapytanie nie dotarło na czas: nagłówki muszą nadejść w ${headers_s} s, całość w ${request_s} s`,
  ),
  headersTooLarge: sentence(
    (most: number) => `the request line and headers are larger than ${most} bytes`,
    (most) => `wiersz zapytania i nagłówki przekraczają ${most} bajtów`,
  ),
  unencodedUrl: bilingual(
    'the URL holds characters that must be percent-encoded, such as Polish letters',
    'adres URL zawiera znaki, które trzeba zakodować procentowo, na przykład polskie litery',
  ),
  unreadable: bilingual('the request is not readable HTTP', 'zapytania nie można odczytać jako HTTP'),
  wrongMethod: sentence(
    (method: string) => `${method} is not allowed here`,
    (method) => `metoda ${method} nie jest tu dozwolona`,
  ),
  noHost: bilingual('the header Host is missing', 'brak nagłówka Host'),
  headerAgain: sentence(
    (name: string, count: number) => `the header ${name} came ${count} times`,
    (name, count) => `nagłówek ${name} przysłano więcej niż raz (${count})`,
  ),
  transferCoding: sentence(
    (got: string) => `the transfer coding may only be chunked, got "${got}"`,
    (got) => `kodowanie przesyłu (Transfer-Encoding) może być tylko chunked, otrzymano: "${got}"`,
  ),
  expectation: sentence(
    (got: string | undefined) => `the header Expect may only be 100-continue, got "${got}"`,
    (got) => `nagłówek Expect może mieć tylko wartość 100-continue, otrzymano: "${got}"`,
  ),
  longPath: sentence(
    (most: number) => `a part of the path has more than ${most} characters`,
    (most) => `część ścieżki ma więcej niż ${most} znaków`,
  ),
  cannotBeRead: bilingual('the request cannot be read', 'zapytania nie można odczytać'),
  repeated: sentence(
    (name: string, count: number) => `parameter "${name}" was given ${count} times; give it once`,
    (name, count) => `parametr "${name}" podano więcej niż raz (${count}); wystarczy raz`,
  ),
  inPath: sentence(
    (name: string) => `unknown parameter "${name}"; it is part of the path`,
    (name) => `nieznany parametr "${name}"; jest częścią ścieżki`,
  ),
  inUrl: sentence(
    (name: string) =>
      `unknown parameter "${name}" in the URL; POST takes a JSON body, and of the URL format alone`,
    (name) => `nieznany parametr "${name}" w adresie URL; POST przyjmuje treść JSON, a z adresu tylko format`,
  ),
  charset: sentence(
    (got: string) => `the charset must be utf-8, got "${got}"`,
    (got) => `zestaw znaków musi być utf-8, otrzymano: "${got}"`,
  ),
  notJson: sentence(
    (position: string | null, got: string) =>
      `the body is not valid JSON${position === null ? '' : ` (at position ${position})`}, got ${got}`,
    (position, got) =>
      `treść nie jest poprawnym JSON${position === null ? '' : ` (pozycja ${position})`}, otrzymano: ${got}`,
  ),
  manyValues: sentence(
    (most: number) => `the body holds more than ${most} values`,
    (most) => `treść zawiera więcej niż ${most} wartości`,
  ),
  longUrl: sentence(
    (length: number, most: number) => `the URL has ${length} characters; at most ${most} are allowed`,
    (length, most) => `adres URL ma zbyt wiele znaków (${length}); dozwolone najwyżej ${most}`,
  ),
  badEncoding: bilingual(
    'the URL holds a broken percent-encoding',
    'adres URL zawiera uszkodzone kodowanie procentowe',
  ),
  formatTwice: bilingual('format came in the URL and in the body', 'format podano w adresie URL i w treści'),
  contentType: sentence(
    (got: string | null, orCsv: boolean) =>
      `the content type must be application/json${orCsv ? ' or text/csv' : ''}, got ${got === null ? 'none' : `"${got}"`}`,
    (got, orCsv) =>
      `typ treści musi być application/json${orCsv ? ' lub text/csv' : ''}, otrzymano: ${got === null ? 'brak' : `"${got}"`}`,
  ),
  otherContentType: bilingual(
    'the content type must be application/json, got something else',
    'typ treści musi być application/json, otrzymano inny',
  ),
  notUtf8: bilingual('the body is not valid UTF-8', 'treść nie jest poprawnym UTF-8'),
  largeBody: sentence(
    (most: number) => `the body is larger than ${most} bytes`,
    (most) => `treść przekracza ${most} bajtów`,
  ),
  contentCoding: sentence(
    (coding: string) => `the body has the content coding "${coding}"; none is understood`,
    (coding) => `treść ma kodowanie "${coding}"; żadne nie jest obsługiwane`,
  ),
} as const;
