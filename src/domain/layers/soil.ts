// Soil and land-use classes: from contours with geometry where an extract has them, else from the text that some powiaty
// publish with their parcels ("RIIIa 0.1200; PsIV 0.0300"). Symbols are those of the EGiB regulation (Dz.U. 2024 poz. 219 § 9).

import type { SoilValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { toHundredths } from '../law/shares.ts';
import { rememberLast } from '../remember-last.ts';
import { SOIL_NOTES } from '../sentences/layer-sentences.ts';
import { covered, notComputed, notCovered } from './answer.ts';
import { type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

/** Symbols with their shares; or, where the text gives no areas, the symbols alone. */
export type SoilFact =
  | { readonly classes: readonly [symbol: string, share_pct: number][] }
  | { readonly symbols: readonly string[] };

const USE = '(?:Lzr|Wsr|Ba|Bi|Bp|Bz|Br|Ls|Lz|Ps|Tk|Ti|Tp|Tr|Wp|Ws|Wm|dr|R|S|Ł|W|B|K|N)';
const CLASS = '(?:VIz|VI|V|IVa|IVb|IV|IIIa|IIIb|III|II|I)';
const SYMBOL = new RegExp(`^${USE}(?:-${USE})?${CLASS}?$`);

export function collectSoil(parcel: ParcelGround, { overlaps }: Pick<Vicinity, 'overlaps'>): SoilFact | null {
  const contours = new Map<string, number>();
  for (const { attributes, overlap_m2 } of overlaps) {
    const symbol = String(attributes.symbol);
    contours.set(symbol, (contours.get(symbol) ?? 0) + (overlap_m2 ?? 0));
  }
  if (contours.size > 0) return { classes: ranked([...contours], parcel.area_m2) };
  return parcel.land_use === null ? null : readLandUse(parcel.land_use);
}

function ranked(areas: readonly (readonly [string, number])[], whole: number): [string, number][] {
  const shares = sharesOf(
    areas.map(([, area]) => area),
    whole,
  );
  return areas
    .map(([symbol], at): [string, number] => [symbol, shares[at] ?? 0])
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Separators and the presence of areas differ by powiat; what is no symbol is left out, and null is said for nothing. */
export function readLandUse(text: string): SoilFact | null {
  const parts = text
    .split(/[;,](?!\d)|\n/)
    .map((part) => /^\s*(\S+?)[\s:=(]*(\d+(?:[.,]\d+)?)?\s*(?:ha|m2)?\)?\s*$/.exec(part))
    .flatMap((match) => (match?.[1] && SYMBOL.test(match[1]) ? [{ symbol: match[1], area: match[2] }] : []));
  if (parts.length === 0) return null;
  const symbols = [...new Set(parts.map((part) => part.symbol))];
  const [only] = symbols;
  if (symbols.length === 1 && only !== undefined) return { classes: [[only, 100]] };
  if (parts.some((part) => part.area === undefined)) return { symbols };
  // Shares of the recorded area: its parts are what the register divides.
  const areas = new Map<string, number>();
  for (const { symbol, area = '0' } of parts) {
    areas.set(symbol, (areas.get(symbol) ?? 0) + Number(area.replace(',', '.')));
  }
  const total = [...areas.values()].reduce((sum, area) => sum + area, 0);
  return total > 0 ? { classes: ranked([...areas], total) } : { symbols };
}

/** Whether land under roads is among them (dr), alone or beside other uses. */
export const holdsRoad = (fact: SoilFact | null): boolean =>
  fact !== null &&
  ('symbols' in fact ? fact.symbols.includes('dr') : fact.classes.some(([symbol]) => symbol === 'dr'));

const parseSoil = rememberLast((text: string): SoilFact => JSON.parse(text));

export const soilFactOf = ({ facts }: Subject): SoilFact | null =>
  facts.soil === null ? null : parseSoil(facts.soil);

/** Contours and outlines are drawn apart: so little is no gap. */
const LEAST_REST_PCT = 0.5;

export function answerSoil(subject: Subject, corpus: Corpus): LayerAnswer<'soil'> {
  const { language } = corpus;
  const source = corpus.sourceAt('egib', subject.place);
  if (!corpus.isComputed('soil', subject.place)) return notComputed(source, SOIL_NOTES.notComputed[language]);
  const fact = soilFactOf(subject);
  if (fact === null) {
    // An extract brings contours of single obręby, whatever the powiat publishes with its parcels.
    const isPublished =
      corpus.publishesLandUse(subject.place) || corpus.publishes('egib', subject.place, 'soil_contour');
    return notCovered(source, (isPublished ? SOIL_NOTES.noneOfParcel : SOIL_NOTES.noneOfPowiat)[language]);
  }
  if ('symbols' in fact) return notCovered(source, SOIL_NOTES.withoutAreas[language](fact.symbols));
  const value: SoilValue = { classes: fact.classes.map(([symbol, share_pct]) => ({ symbol, share_pct })) };
  const rest_pct = toHundredths(100 - value.classes.reduce((sum, { share_pct }) => sum + share_pct, 0));
  const notes = [
    SOIL_NOTES.recorded[language],
    ...(rest_pct > LEAST_REST_PCT ? [SOIL_NOTES.rest[language](rest_pct)] : []),
  ];
  return covered(source, value, notes.join(' '));
}

/** Symbols that are recorded without areas; null where areas are, or nothing. */
export function symbolsWithoutAreas(subject: Subject): readonly string[] | null {
  const fact = soilFactOf(subject);
  return fact !== null && 'symbols' in fact ? fact.symbols : null;
}

export const soilLayer = {
  key: 'soil',
  answered_from: ['egib'],
  evidence: { soil_contour: 0 },
  collect: collectSoil,
  answer: answerSoil,
  events: [{ event: 'soil_changed', tell: (value) => value }],
  coverageInGmina: (_source, gmina6, corpus) => heldOrNot(corpus.publishesLandUse(gmina6)),
} satisfies FactLayerDefinition<'soil'>;
