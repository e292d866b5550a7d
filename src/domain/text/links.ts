// Links of maps and registers inside a text: their escapes undone, and the words that they search for. What else stands in a
// link are numbers of the map (zoom, layer, session), never of a parcel.

const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;
/** Links are escaped again when they are put into links. */
const MOST_ROUNDS = 2;

export const hasLink = (text: string): boolean => text.includes('://') || /\bwww\./i.test(text);

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
  /[?&#;](?:q|query|address|adres|search|szukaj|text|id|obiekt|identifyparcel|parcel|dzialka)=([^&#]+)|\/(?:search|place|dir)\/+([^/@?#]+)/iu;

/** The text with each link as the words that it asks for, or as nothing. */
export const withoutLinks = (text: string): string =>
  text.replace(LINK, (link) => {
    const [, parameter, path] = ASKED.exec(link) ?? [];
    return ` ${(parameter ?? path ?? '').replaceAll('+', ' ')} `;
  });
