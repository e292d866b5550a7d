// Links of maps and registers inside a text: their escapes undone, and the words that they search for. What else stands in a
// link are numbers of the map (zoom, layer, session), never of a parcel.

const LINK =
  /(?:https?:\/\/|www\.|(?<![\p{L}\p{N}.@/-])(?:[a-z\d-]+\.){1,4}(?:com|pl|org|net|gl)\/)[^\s<>"]+/giu;
/** Some part of every link: looking for whole ones costs more. */
const MAY_LINK = /:\/\/|www\.|\.(?:com|pl|org|net|gl)\//i;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;
/** Links are escaped again when they are put into links. */
const MOST_ROUNDS = 2;

/** What the links of a text say. */
export interface LinkedText {
  /** The text with each link as the words that it asks for, or as nothing. */
  readonly rest: string;
  /** Some link asks for a place in words. */
  readonly isAsking: boolean;
  /** Words stand beside the links. */
  readonly hasWords: boolean;
  /** Some link is a way from one place to another: neither is said to be meant. */
  readonly isRoute: boolean;
}

/** "%2F" as "/", as often as it was escaped; what is no escape stays. */
export function unescapeLinks(text: string): string {
  let plain = text;
  for (let round = 0; round < MOST_ROUNDS && plain.includes('%'); round++) {
    plain = plain.replace(ESCAPES, (signs) => {
      try {
        return decodeURIComponent(signs);
      } catch {
        return signs;
      }
    });
  }
  return plain;
}

/** What a link asks a map for in words: "…/maps/search/Polna+5,+Łazy", "…?q=Polna 5". */
const ASKED =
  /[?&#;](?:q|query|address|adres|search|szukaj|text|id|obiekt|identifyparcel|parcel|dzialka|destination|daddr)=([^&#]+)|\/(?:search|place)\/+([^/@?#]+)/iu;
const ROUTE = /\/dir(?:ections)?(?=[/?#]|$)|[?&](?:saddr|daddr|origin|destination|route)=/iu;
/** The places of a route, one behind the other. */
const STOPS = /\/dir\/+([^@?#]*)/iu;

/** "Mroków 36", "Polna 5a, 05-506 Łazy" */
const HOUSE_LAST = /^[^\d/]*\p{L}[^\d/]*\d+\p{L}?(?:,|$)/u;

/** `text` as it came: what is escaped in a link does not part its words. Null where there is no link. */
export function readLinks(text: string): LinkedText | null {
  if (!MAY_LINK.test(text)) return null;
  let [isAny, isAsking, isRoute] = [false, false, false];
  const words: string[] = [];
  const beside = text.replace(LINK, (link) => {
    isAny = true;
    isRoute ||= ROUTE.test(link);
    const [, parameter, path] = ASKED.exec(link) ?? [];
    const asked = parameter ?? path ?? lastStop(link);
    // A map knows places by their addresses.
    const place = /\/place\//i.test(link) && HOUSE_LAST.test(unescapeLinks(asked)) ? 'adres: ' : '';
    const plain = place + unescapeLinks(asked.replaceAll('+', ' '));
    isAsking ||= /\p{L}{2}/u.test(plain);
    words.push(plain);
    return ' \u{0} ';
  });
  if (!isAny) return null;
  let next = 0;
  const rest = unescapeLinks(beside).replaceAll('\u{0}', () => words[next++] ?? '');
  return { rest, isAsking, isRoute, hasWords: /\p{L}{3}/u.test(beside) };
}

function lastStop(link: string): string {
  const [, stops = ''] = STOPS.exec(link) ?? [];
  return stops.split('/').findLast((stop) => stop !== '' && !stop.startsWith('data=')) ?? '';
}
