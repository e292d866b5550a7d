// ZONES: the 13 planning zones of a general plan (art. 13c ust. 2 u.p.z.p.; profiles in annex 1 to Dz.U. 2023 poz. 2758
// as replaced by Dz.U. 2024 poz. 1775). Only the basic profile counts: the additional one is not in the data served.

import type { ZoneParameters } from '../../contract/layers.ts';

/** What may be built, from the widest to none. Zones and local-plan symbols are read into the same classes. */
export const BUILDING_CLASSES = ['residential', 'farmstead', 'other_building', 'no_building'] as const;
export type BuildingClass = (typeof BUILDING_CLASSES)[number];

type Parameter = Exclude<keyof ZoneParameters, 'min_new_plot_area_m2'>;

interface Zone {
  readonly name: string;
  readonly class: BuildingClass;
  /** The least share of bio-active ground the regulation allows a plan to set; null where it sets none. */
  readonly min_biologically_active_pct: number | null;
  /** Parameters every plan must set here (art. 13e ust. 2–3); a null one is a fault of the data. */
  readonly obligatory: readonly Parameter[];
}

const BIO_ACTIVE: readonly Parameter[] = ['min_biologically_active_pct'];
const ALL: readonly Parameter[] = ['max_intensity', 'max_height_m', 'max_coverage_pct', ...BIO_ACTIVE];

const zone = (
  name: string,
  class_: BuildingClass,
  bio_pct: number | null,
  obligatory: readonly Parameter[],
): Zone => ({
  name: `strefa ${name}`,
  class: class_,
  min_biologically_active_pct: bio_pct,
  obligatory,
});

export const ZONES = {
  SW: zone('wielofunkcyjna z zabudową mieszkaniową wielorodzinną', 'residential', 30, ALL),
  SJ: zone('wielofunkcyjna z zabudową mieszkaniową jednorodzinną', 'residential', 30, ALL),
  SZ: zone('wielofunkcyjna z zabudową zagrodową', 'farmstead', 30, ALL),
  SU: zone('usługowa', 'other_building', 30, ALL),
  SH: zone('handlu wielkopowierzchniowego', 'other_building', 30, ALL),
  SP: zone('gospodarcza', 'other_building', 20, ALL),
  SR: zone('produkcji rolniczej', 'other_building', 30, ALL),
  SI: zone('infrastrukturalna', 'other_building', 20, BIO_ACTIVE),
  SN: zone('zieleni i rekreacji', 'no_building', 50, BIO_ACTIVE),
  SC: zone('cmentarzy', 'no_building', 30, BIO_ACTIVE),
  SG: zone('górnictwa', 'no_building', null, []),
  SO: zone('otwarta', 'no_building', null, []),
  SK: zone('komunikacyjna', 'no_building', null, []),
} as const;

export type ZoneSymbol = keyof typeof ZONES;

/** The zone of a symbol; null where the symbol is missing or not one of the 13. */
export function zoneOf(symbol: string | null): Zone | null {
  return symbol !== null && Object.hasOwn(ZONES, symbol) ? ZONES[symbol as ZoneSymbol] : null;
}

/** The limits a zone sets, in words; null where none is published. */
export function describeParameters(parameters: ZoneParameters | null): string | null {
  if (parameters === null) return null;
  const limits: [number | null, string, string][] = [
    [parameters.max_intensity, 'intensity at most', ''],
    [parameters.max_height_m, 'height at most', ' m'],
    [parameters.max_coverage_pct, 'coverage at most', ' %'],
    [parameters.min_biologically_active_pct, 'bio-active ground at least', ' %'],
    [parameters.min_new_plot_area_m2, 'new plots of at least', ' m²'],
  ];
  const words = limits.flatMap(([limit, name, unit]) => (limit === null ? [] : [`${name} ${limit}${unit}`]));
  return words.length === 0 ? null : words.join(', ');
}
