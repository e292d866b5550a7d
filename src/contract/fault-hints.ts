// What to do about a request that is refused, one entry a sentence; what is wrong with it is said by fault-sentences.ts. Hints of single
// parameters are in parameter-hints.ts.

import { type Bilingual, bilingual, sentence } from './language.ts';

const anew = bilingual(
  'The quota starts anew on the first of the month, Warsaw time.',
  'Limit odnawia się pierwszego dnia miesiąca według czasu warszawskiego.',
);

const LAYER_MORE = bilingual(
  'It is the key of one layer, in the path where the operation has it there; /v1/parcel takes several as layers.',
  'To klucz jednej warstwy, w ścieżce tam, gdzie operacja tak go przyjmuje; /v1/parcel przyjmuje kilka jako layers.',
);

/** In quotes; a parameter may have no name at all. */
const namesOr = (names: readonly string[], nameless: string) =>
  names.map((name) => (name === '' ? nameless : `"${name}"`));

export const HINTS = {
  parameters: bilingual(
    'The parameters are listed in /v1/openapi.json.',
    'Parametry są wymienione w /v1/openapi.json.',
  ),
  paths: bilingual('The paths are listed in /v1/openapi.json.', 'Ścieżki są wymienione w /v1/openapi.json.'),
  pathMeant: sentence(
    (near: string) => `Did you mean ${near}? The paths are listed in /v1/openapi.json.`,
    (near) => `Czy chodziło o ${near}? Ścieżki są wymienione w /v1/openapi.json.`,
  ),
  /** Of a tool. */
  toolArguments: bilingual(
    'The arguments of a tool are listed by tools/list.',
    'Argumenty narzędzia wymienia tools/list.',
  ),
  /** Of the tool that stands for both searches. */
  searchPlace: bilingual(
    'Pass exactly one of q, id, point (or lat together with lng), bbox or polygon.',
    'Należy podać dokładnie jeden z parametrów q, id, point (albo lat razem z lng), bbox, polygon.',
  ),
  typed: bilingual('Pass q, the beginning of what is typed.', 'Należy podać q: początek wpisywanego tekstu.'),
  giveKey: bilingual(
    'Give the key with --key or in MIEDZA_API_KEY.',
    'Klucz podaje się przez --key albo w MIEDZA_API_KEY.',
  ),
  didYouMean: sentence(
    (near: string) => `Did you mean ${near}?`,
    (near) => `Czy chodziło o ${near}?`,
  ),
  /** Of a parameter that takes one where several are wanted, that is said too. */
  didYouMeanParameter: sentence(
    (near: string) => `Did you mean ${near}?${near === 'layer' ? ` ${LAYER_MORE.en}` : ''}`,
    (near) => `Czy chodziło o ${near}?${near === 'layer' ? ` ${LAYER_MORE.pl}` : ''}`,
  ),
  onceForEach: sentence(
    (name: string, parts: readonly string[]) =>
      `Ask once for each: ${parts.map((part) => `${name}=${part}`).join(', ')}.`,
    (name, parts) => `Należy pytać o każdy osobno: ${parts.map((part) => `${name}=${part}`).join(', ')}.`,
  ),
  leaveOut: sentence(
    (names: readonly string[], rule: Bilingual) =>
      `Leave ${namesOr(names, 'it').join(' and ')} out. ${rule.en}`,
    (names, rule) => `Należy pominąć ${namesOr(names, 'ten parametr').join(' i ')}. ${rule.pl}`,
  ),
  /** Of layers the list stands here and not in the message (contract §3); what is nearest comes first, for the list is long. */
  layerKeys: sentence(
    (allowed: readonly string[], near: string | null) =>
      `${near ? `Did you mean ${near}? ` : ''}Allowed: ${allowed.join(', ')}.`,
    (allowed, near) => `${near ? `Czy chodziło o ${near}? ` : ''}Dozwolone: ${allowed.join(', ')}.`,
  ),
  /** The list stands in the message. */
  nearOr: sentence(
    (near: string | null, rule: string) => `${near ? `Did you mean ${near}? ` : ''}${rule}`,
    (near, rule) => `${near ? `Czy chodziło o ${near}? ` : ''}${rule}`,
  ),
  inPoland: sentence(
    (name: string, lat: { min: number; max: number }, lng: { min: number; max: number }) =>
      `Pass ${name} as latitude, then longitude, in Poland: lat ${lat.min} to ${lat.max}, lng ${lng.min} to ${lng.max}.`,
    (name, lat, lng) =>
      `Parametr ${name} to szerokość, potem długość geograficzna w Polsce: lat od ${lat.min} do ${lat.max}, lng od ${lng.min} do ${lng.max}.`,
  ),
  shorterRecord: bilingual(
    'Ask with geometry "centroid" or "none"; GET /v1/parcel serves the outline.',
    'Należy pytać z geometry "centroid" lub "none"; obrys podaje GET /v1/parcel.',
  ),
  bboxReplaces: bilingual('bbox replaces q, id and point.', 'bbox zastępuje q, id i point.'),
  radiusGoesWith: bilingual(
    'radius_m goes with q, id or point; bbox goes with limit and cursor only.',
    'radius_m łączy się z q, id lub point; bbox tylko z limit i cursor.',
  ),
  bboxExample: bilingual('For example 20.93,52.055,20.94,52.06.', 'Na przykład 20.93,52.055,20.94,52.06.'),
  bboxOrder: bilingual(
    'Order is min_lon,min_lat,max_lon,max_lat.',
    'Kolejność: min_lon,min_lat,max_lon,max_lat.',
  ),
  pagesOrSummary: bilingual(
    'Leave limit and cursor out, or summary.',
    'Należy pominąć limit i cursor albo summary.',
  ),
  splitBatch: bilingual(
    'Split the batch: each part must fit into what is left of the month.',
    'Partię trzeba podzielić: każda część musi zmieścić się w tym, co zostało na ten miesiąc.',
  ),
  anew,
  fewerOrWait: bilingual(
    `Send fewer items, or wait. ${anew.en}`,
    `Należy wysłać mniej pozycji albo poczekać. ${anew.pl}`,
  ),
  askFor: sentence(
    (ids: readonly string[]) => `Ask for ${ids.join(' or ')}.`,
    (ids) => `Należy pytać o ${ids.join(' lub ')}.`,
  ),
  checkId: bilingual(
    'Check the unit, the obręb and the number in the id, or ask by the name of the place.',
    'Warto sprawdzić jednostkę, obręb i numer w identyfikatorze albo zapytać, podając nazwę miejsca.',
  ),
  nameThePlace: bilingual(
    'Check the spelling; name the obręb, the locality or the gmina beside the number.',
    'Warto sprawdzić pisownię; obok numeru podać obręb, miejscowość lub gminę.',
  ),
  checkUrl: bilingual(
    'Check the address given with --url and that the server runs.',
    'Należy sprawdzić adres podany w --url oraz czy serwer działa.',
  ),
  sendAgain: bilingual('Send it again.', 'Należy wysłać ponownie.'),
  shorterHeaders: bilingual('Send fewer or shorter headers.', 'Należy wysłać mniej nagłówków lub krótsze.'),
  curl: bilingual(
    "With curl: curl -G --data-urlencode 'q=…' and the URL without a query.",
    "W curl: curl -G --data-urlencode 'q=…' i adres URL bez zapytania.",
  ),
  checkRequest: bilingual(
    'Check the request line, the headers and the body.',
    'Należy sprawdzić wiersz zapytania, nagłówki i treść.',
  ),
  checkUrlHeadersBody: bilingual(
    'Check the URL, the headers and the body.',
    'Należy sprawdzić adres URL, nagłówki i treść.',
  ),
  useMethod: sentence(
    (allowed: readonly string[]) => `Use ${allowed.join(' or ')}.`,
    (allowed) => `Dozwolone: ${allowed.join(' lub ')}.`,
  ),
  oneHost: bilingual(
    'Send the header Host once, as HTTP/1.1 asks of every request.',
    'Nagłówek Host należy wysłać raz, jak wymaga HTTP/1.1.',
  ),
  oneContentType: bilingual('Send the header Content-Type once.', 'Nagłówek Content-Type należy wysłać raz.'),
  leaveHeaderOut: bilingual('Leave the header out.', 'Ten nagłówek należy pominąć.'),
  once: bilingual(
    'Give each parameter once; several layers or types go into one, separated by commas.',
    'Każdy parametr podaje się raz; kilka warstw lub typów w jednym, po przecinku.',
  ),
  inPathAlone: bilingual('Name it in the path alone.', 'Należy podać go tylko w ścieżce.'),
  intoBody: bilingual(
    'Move it into the body, or leave it out.',
    'Należy przenieść go do treści albo pominąć.',
  ),
  asUtf8: bilingual(
    'Encode the body as UTF-8; a spreadsheet saves a table so as "CSV UTF-8".',
    'Treść należy zakodować w UTF-8; arkusz zapisuje tak tabelę jako "CSV UTF-8".',
  ),
  oneObject: bilingual('Send one JSON object.', 'Należy wysłać jeden obiekt JSON.'),
  bodyLimits: sentence(
    (items: number, vertices: number) => `A batch may have ${items} items, a polygon ${vertices} vertices.`,
    (items, vertices) =>
      `Partia może mieć najwyżej ${items} pozycji, wielokąt najwyżej ${vertices} wierzchołków.`,
  ),
  usePost: bilingual(
    'Use POST /v1/search or POST /v1/parcel/batch for long inputs.',
    'Długie dane należy wysłać przez POST /v1/search lub POST /v1/parcel/batch.',
  ),
  percentUtf8: bilingual(
    'Encode the text as UTF-8: %25 stands for a percent sign.',
    'Tekst należy zakodować w UTF-8: %25 oznacza znak procentu.',
  ),
  sendJson: bilingual(
    'Send the header Content-Type: application/json.',
    'Należy wysłać nagłówek Content-Type: application/json.',
  ),
  asGeoJson: bilingual(
    'Pass polygon as a GeoJSON geometry, with type and coordinates.',
    'Parametr polygon to geometria GeoJSON, z type i coordinates.',
  ),
  formatLeftOut: bilingual('Leave format out for JSON.', 'Bez format odpowiedź jest w JSON.'),
  sendJsonOrTable: bilingual(
    'Send the header Content-Type: application/json, or text/csv or text/tab-separated-values with a table.',
    'Należy wysłać nagłówek Content-Type: application/json, a z tabelą text/csv lub text/tab-separated-values.',
  ),
  formatOnce: bilingual('Name the format once.', 'Format należy podać raz.'),
  splitRequest: bilingual('Split the request.', 'Zapytanie trzeba podzielić.'),
  plainBody: bilingual(
    'Send the body as it is, without Content-Encoding.',
    'Treść należy wysłać bez kodowania, bez nagłówka Content-Encoding.',
  ),
} as const;
