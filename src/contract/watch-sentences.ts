// What is said of subscriptions and tiles that cannot be served, and what to do about it, one entry a sentence.

import { type Bilingual, bilingual, sentence } from './language.ts';

export const WATCH_RULE = bilingual(
  'Pass exactly one of parcel, gmina or polygon.',
  'Należy podać dokładnie jeden z parametrów parcel, gmina, polygon.',
);

/** Why a receiver is refused. */
export const URL_FAULTS = {
  notAddress: (text: string) => bilingual(`"${text}" is no address`, `"${text}" nie jest adresem`),
  password: bilingual('it holds a user name or password', 'zawiera nazwę użytkownika lub hasło'),
  notHttps: (text: string) =>
    bilingual(`it must begin with https, got ${text}`, `musi zaczynać się od https, otrzymano: ${text}`),
  notPublic: (address: string) =>
    bilingual(
      `${address} is not an address of the public internet`,
      `${address} nie jest adresem publicznego internetu`,
    ),
  port: (port: string) =>
    bilingual(
      `port ${port} belongs to another service: 443 and ports from 1024 on are accepted`,
      `port ${port} należy do innej usługi: przyjmowane są 443 i porty od 1024`,
    ),
  localName: (name: string) =>
    bilingual(
      `${name} is a name of a local network, not of the public internet`,
      `${name} jest nazwą w sieci lokalnej, a nie w publicznym internecie`,
    ),
} as const;

export const WATCH_FAULTS = {
  url: sentence(
    (why: Bilingual) => `url: ${why.en}`,
    (why) => `url: ${why.pl}`,
  ),
  tooMany: sentence(
    (most: number) => `the key has ${most} subscriptions, which is the most`,
    (most) => `klucz ma już najwięcej dozwolonych subskrypcji (${most})`,
  ),
  unknown: sentence(
    (id: string) => `this key has no subscription "${id}"`,
    (id) => `ten klucz nie ma subskrypcji "${id}"`,
  ),
  noPush: bilingual('this server delivers no events', 'ten serwer nie dostarcza zdarzeń'),
  together: sentence(
    (names: readonly string[]) =>
      names.length > 0 ? `got ${names.join(' and ')} together` : 'none of parcel, gmina, polygon was given',
    (names) =>
      names.length > 0 ? `podano razem ${names.join(' i ')}` : 'nie podano żadnego z: parcel, gmina, polygon',
  ),
  gminaCode: sentence(
    (given: string) => `gmina must be a TERYT code of 7 digits, got "${given}"`,
    (given) => `gmina musi być kodem TERYT o 7 cyfrach, otrzymano: "${given}"`,
  ),
  noGmina: sentence(
    (code: string) => `gmina: the register of units has no gmina ${code}`,
    (code) => `gmina: w rejestrze jednostek nie ma gminy ${code}`,
  ),
  gminaNotHeld: sentence(
    (name: string, code: string) =>
      `gmina: no parcels of ${name} (${code}) are held, so nothing would be told`,
    (name, code) => `gmina: nie wczytano działek gminy ${name} (${code}), więc nic nie zostałoby przekazane`,
  ),
  parcel: sentence(
    (why: Bilingual) => `parcel: ${why.en}`,
    (why) => `parcel: ${why.pl}`,
  ),
  cadastreNotHeld: sentence(
    (unit: 'powiat' | 'gmina' | 'obręb', name: string) =>
      `parcel: the cadastre of ${unit} ${name} is not held, so nothing would be told`,
    (unit, name) => `parcel: ewidencji nie wczytano (${unit} ${name}), więc nic nie zostałoby przekazane`,
  ),
  noParcel: sentence(
    (id: string) => `there is no one parcel "${id}"`,
    (id) => `nie ma jednej działki "${id}"`,
  ),
  emptyPolygon: bilingual(
    'no parcel is held in the polygon, so nothing would be told',
    'w wielokącie nie wczytano żadnej działki, więc nic nie zostałoby przekazane',
  ),
} as const;

export const WATCH_HINTS = {
  deleteOne: bilingual('Delete one first.', 'Najpierw należy usunąć jedną z nich.'),
  list: bilingual(
    'GET /v1/subscriptions lists those of the key.',
    'Subskrypcje klucza wymienia GET /v1/subscriptions.',
  ),
  poll: bilingual(
    'Ask a server that was started with "miedza serve", or poll /v1/events.',
    'Należy pytać serwer uruchomiony przez "miedza serve" albo odpytywać /v1/events.',
  ),
} as const;

/** The stream of events. */
export const STREAM_FAULTS = {
  tooMany: sentence(
    (most: number) => `the key has ${most} streams open`,
    (most) => `klucz ma już otwarte strumienie w największej dozwolonej liczbie (${most})`,
  ),
  unknownParameter: sentence(
    (name: string, allowed: readonly string[]) =>
      `unknown parameter "${name}"; allowed are ${allowed.join(', ')}`,
    (name, allowed) => `nieznany parametr "${name}"; dozwolone: ${allowed.join(', ')}`,
  ),
  twice: sentence(
    (name: string) => `parameter "${name}" was given more than once; give it once`,
    (name) => `parametr "${name}" podano więcej niż raz; wystarczy raz`,
  ),
  notOne: sentence(
    (given: readonly string[], ways: readonly string[]) =>
      given.length > 0
        ? `got ${given.join(' and ')} together`
        : `none of ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)} was given`,
    (given, ways) =>
      given.length > 0 ? `podano razem ${given.join(' i ')}` : `nie podano żadnego z: ${ways.join(', ')}`,
  ),
  notJson: bilingual('polygon must be GeoJSON as text', 'polygon musi być tekstem w GeoJSON'),
  neverGiven: sentence(
    (id: string, newest: string) => `Last-Event-ID ${id} was never given here; the newest event is ${newest}`,
    (id, newest) => `Last-Event-ID ${id} nigdy tu nie nadano; najnowsze zdarzenie to ${newest}`,
  ),
  lastId: sentence(
    (got: string) => `Last-Event-ID must be the id of an event such as ev_12, got "${got}"`,
    (got) => `Last-Event-ID musi być identyfikatorem zdarzenia, na przykład ev_12, otrzymano: "${got}"`,
  ),
} as const;

/** Why a stream that was open ends: its last event says so. */
export const STREAM_ENDS = {
  quota: bilingual('the monthly quota of the key is used up', 'miesięczny limit klucza jest wyczerpany'),
  revoked: bilingual('the key was revoked', 'klucz został unieważniony'),
  stopping: bilingual(
    'the server is being stopped: open the stream again with Last-Event-ID',
    'serwer jest zatrzymywany: strumień należy otworzyć ponownie z Last-Event-ID',
  ),
  displaced: bilingual(
    'the server could not hold the place of this stream: open it again with Last-Event-ID',
    'serwer nie utrzymał miejsca tego strumienia: należy otworzyć go ponownie z Last-Event-ID',
  ),
  fault: bilingual(
    'the data cannot be read right now: open the stream again with Last-Event-ID',
    'danych nie można teraz odczytać: strumień należy otworzyć ponownie z Last-Event-ID',
  ),
} as const;
export type StreamEnd = keyof typeof STREAM_ENDS;

export const STREAM_HINTS = {
  closeOne: bilingual(
    'Close one, or watch more with one: a gmina instead of its parcels.',
    'Należy zamknąć jeden albo jednym śledzić więcej: gminę zamiast jej działek.',
  ),
  oneOf: bilingual(
    'Pass exactly one of parcel, gmina, bbox or polygon; types may name the events.',
    'Należy podać dokładnie jeden z parametrów parcel, gmina, bbox, polygon; types może wymienić zdarzenia.',
  ),
  otherData: bilingual(
    'Other data may have been loaded in place of those you watched: leave the header out to be told from now on, and ask /v1/events for what was before.',
    'Dane mogły zostać zastąpione innymi: bez nagłówka przekazywane będzie to, co nowe, a o wcześniejsze należy zapytać /v1/events.',
  ),
  lastId: bilingual(
    'Send the last id that you have received, or leave the header out.',
    'Należy wysłać ostatni otrzymany identyfikator albo pominąć nagłówek.',
  ),
} as const;

/** Features of OGC API. */
export const FEATURE_FAULTS = {
  collection: sentence(
    (id: string) => `there is no collection "${id}"`,
    (id) => `nie ma zbioru "${id}"`,
  ),
  feature: sentence(
    (collection: string, id: string) => `the collection ${collection} has no feature "${id}"`,
    (collection, id) => `zbiór ${collection} nie ma obiektu "${id}"`,
  ),
  bbox: sentence(
    (text: string) => `bbox must be four or six numbers, west,south,east,north, got "${text}"`,
    (text) => `bbox to cztery lub sześć liczb, west,south,east,north, otrzymano: "${text}"`,
  ),
  bboxOrder: sentence(
    (text: string) => `bbox has its south above its north, got "${text}"`,
    (text) => `południe bbox leży powyżej północy, otrzymano: "${text}"`,
  ),
  bboxLatitudes: sentence(
    (text: string) => `latitudes of bbox must be between -90 and 90, got "${text}"`,
    (text) => `szerokości geograficzne bbox muszą być między -90 a 90, otrzymano: "${text}"`,
  ),
  datetime: sentence(
    (text: string) => `datetime must be an instant or an interval, got "${text}"`,
    (text) => `datetime musi być chwilą lub przedziałem, otrzymano: "${text}"`,
  ),
} as const;

export const FEATURE_HINTS = {
  key: bilingual(
    'Send your API key in the header X-Api-Key, or as the parameter key of the URL.',
    'Klucz API należy przesłać w nagłówku X-Api-Key albo w parametrze key adresu URL.',
  ),
  collections: sentence(
    (ids: readonly string[]) => `Collections are ${ids.join(' and ')}.`,
    (ids) => `Zbiory to ${ids.join(' i ')}.`,
  ),
  ids: bilingual(
    'The ids of features are those of its items.',
    'Identyfikatory obiektów są takie jak w items.',
  ),
  bbox: bilingual(
    'Order is west,south,east,north: longitude before latitude. For example 20.93,52.055,20.94,52.06.',
    'Kolejność: west,south,east,north, długość przed szerokością. Na przykład 20.93,52.055,20.94,52.06.',
  ),
  cursor: bilingual(
    'Follow the link next of the page before as it is; leave the cursor out to start anew.',
    'Należy użyć odnośnika next z poprzedniej strony bez zmian; bez cursor zaczyna się od nowa.',
  ),
  datetime: bilingual(
    'For example 2026-11-16, 2026-11-16T12:00:00Z, 2026-01-01/2026-12-31, or 2026-01-01/.. with an open end.',
    'Na przykład 2026-11-16, 2026-11-16T12:00:00Z, 2026-01-01/2026-12-31 albo 2026-01-01/.. bez końca.',
  ),
} as const;

export const TILE_FAULTS = {
  superseded: sentence(
    (version: string) => `there are no tiles of version "${version}" any more`,
    (version) => `nie ma już kafli wersji "${version}"`,
  ),
  notNumbers: bilingual(
    'a tile is named by three whole numbers: /tiles/{version}/{z}/{x}/{y}.mvt',
    'kafel wskazują trzy liczby całkowite: /tiles/{version}/{z}/{x}/{y}.mvt',
  ),
  zoom: sentence(
    (min: number, max: number, got: string) => `there are tiles of zoom ${min} to ${max}, got ${got}`,
    (min, max, got) => `kafle są w przybliżeniach od ${min} do ${max}, otrzymano: ${got}`,
  ),
  theme: sentence(
    (got: string) => `theme must be light or dark, got ${got}`,
    (got) => `theme musi być light albo dark, otrzymano: ${got}`,
  ),
} as const;

export const TILE_HINTS = {
  parameters: bilingual(
    '/tiles.json takes lang, /style.json theme.',
    '/tiles.json przyjmuje lang, /style.json przyjmuje theme.',
  ),
  version: bilingual(
    'The version that is served now is named in /tiles.json.',
    'Wersję podawaną teraz wymienia /tiles.json.',
  ),
  addresses: bilingual('The addresses of tiles are in /tiles.json.', 'Adresy kafli są w /tiles.json.'),
  enlarge: bilingual(
    'Beyond the largest zoom a map enlarges the tiles of that one.',
    'Powyżej największego przybliżenia mapa powiększa jego kafle.',
  ),
  theme: bilingual('Without it the map is light.', 'Bez niego mapa jest jasna.'),
} as const;
