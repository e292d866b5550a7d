// What a load replaces, as a text: a place (1418, '' for the country), or a part of a register in a place (flood_q100/14).
// A load replaces everything whose own text begins with one of its scopes, so a part is closed by its slash: flood_q10 must
// not stand for flood_q100, too.

export interface Scope {
  /** A role, a layer, a level of boundaries, a period; null of a register that is loaded by place alone. */
  readonly part: string | null;
  /** The beginning of a code: a voivodeship, a powiat, a gmina, an obręb; '' for the country. */
  readonly place: string;
}

export function readScope(text: string): Scope {
  const slash = text.indexOf('/');
  if (slash >= 0) return { part: text.slice(0, slash), place: text.slice(slash + 1) };
  return /^(\d|$)/.test(text) ? { part: null, place: text } : { part: text, place: '' };
}

export const inPart = (part: string, place = ''): string => `${part}/${place}`;
