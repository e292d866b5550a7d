// A name in a text with what announces it, and what it may then be the name of.

import type { Gmina } from '../places/admin-units.ts';
import type { Place } from './place.ts';
import { type Hit, isGuessed, type Span } from './spelling.ts';
import type { Token } from './token.ts';
import type { Label } from './vocabulary.ts';

export interface NamedSpan extends Span {
  readonly typed: string;
  readonly labels: ReadonlySet<Label>;
  /** Gminy of the country that bear the name of a village too, or names that begin so, and that are not loaded. */
  readonly namesakes: readonly Gmina[];
}

/** A word that no name explains. */
export interface Stray {
  readonly token: Token;
  readonly at: number;
  /** "gm. Xyz": a name that was announced and is not known. */
  readonly isAnnounced: boolean;
}

export interface NamesRead {
  readonly spans: readonly NamedSpan[];
  readonly strays: readonly Stray[];
  /** The tokens of all names, also of those beyond the ones that count. */
  readonly named: ReadonlySet<number>;
  /** The tokens of names that are understood. */
  readonly known: ReadonlySet<number>;
  /** Tokens that turned out to stand behind the name that they announce. */
  readonly behind: readonly number[];
}

/** What was read of texts, by their words. Of one index: that of one version of the dataset. */
export interface NameMemory {
  get(key: string): NamesRead | undefined;
  set(key: string, read: NamesRead): unknown;
}

/** Written as names are. */
export const hasCapital = ({ typed }: Pick<NamedSpan, 'typed'>): boolean => /^\p{Lu}/u.test(typed);

/** What may stand before a name, and what that may then be the name of: near to it there may be anything. */
export const ANNOUNCED: ReadonlyMap<Label, readonly Place['kind'][]> = new Map<
  Label,
  readonly Place['kind'][]
>([
  ['obreb', ['obreb', 'locality']],
  ['gmina', ['gmina']],
  ['town', ['gmina', 'locality', 'obreb']],
  ['powiat', ['powiat', 'gmina']],
  ['voivodeship', ['voivodeship']],
  ['street', ['street']],
  ['locality', ['locality', 'obreb']],
  ['district', ['gmina', 'locality', 'obreb']],
  ['near', []],
  ['seat', []],
  ['office', []],
]);

/** What a span may name, given what announces it. */
export function placesOf(span: NamedSpan, places: readonly Place[]): readonly Place[] {
  if (span.labels.size === 0) return places;
  const allowed = [...span.labels].flatMap((label) => ANNOUNCED.get(label) ?? []);
  if (allowed.length === 0) return places;
  const fitting = places.filter((place) => allowed.includes(place.kind));
  // "obręb Radziejowice" of a gmina whose obręby are not known.
  return fitting.length === 0 && span.labels.has('obreb')
    ? places.filter(({ kind }) => kind === 'gmina')
    : fitting;
}

/** The word before it says that it is something of the kind that bears the name. */
const isAnnounced = (span: NamedSpan, { places }: Hit): boolean =>
  [...span.labels].some((label) =>
    ANNOUNCED.get(label)?.some((kind) => places.some((place) => place.kind === kind)),
  );

/** "gar." begins the names of gminy, and is a garage. Initials are no word. */
const isCutShort = ({ edits }: Hit) =>
  edits.some(({ kind, typed }) => kind === 'abbreviated' && /^\p{L}{2,}\.$/u.test(typed));

/**
 * Whether the word of a span is known. A guess, and a word cut short, is where it names a place that agrees with the names that are
 * certain: "szkoła" beside Nowa Wola is not the street Szkolna.
 */
export function isUnderstood(span: NamedSpan, spans: readonly NamedSpan[]): boolean {
  // "woj. maz.", "Fr. Chopina": what is announced, or goes on with a whole word, is no garage.
  const isShort = (hit: Hit) => isCutShort(hit) && span.to - span.from === 1 && !isAnnounced(span, hit);
  if (!span.hits.every((hit) => isGuessed(hit) || isShort(hit))) return true;
  const gminy = gminyNamed(span);
  if (gminy.size === 0) return false;
  const certain = spans.filter((other) => other !== span && !other.hits.every(isGuessed)).map(gminyNamed);
  const told = certain.filter((others) => others.size > 0);
  return told.length === 0 || told.some((others) => !gminy.isDisjointFrom(others));
}

export const gminyNamed = (span: NamedSpan): Set<string> =>
  new Set(
    span.hits.flatMap((hit) =>
      placesOf(span, hit.places).flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])),
    ),
  );
