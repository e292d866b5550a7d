// ZONES: the 13 planning zones of a general plan (art. 13c ust. 2 u.p.z.p.; profiles in annex 1 to Dz.U. 2023 poz. 2758
// as replaced by Dz.U. 2024 poz. 1775). Only the basic profile counts: the additional one is not in the data served.

import type { ZoneParameters } from '../../contract/layers.ts';
import { type BuildingClass, GROUNDS, type GroundKind } from './building-use.ts';

type Parameter = Exclude<keyof ZoneParameters, 'min_new_plot_area_m2'>;

interface Zone {
  readonly name: string;
  readonly kind: GroundKind;
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
  kind: GroundKind,
  bio_pct: number | null,
  obligatory: readonly Parameter[],
): Zone => ({
  name: `strefa ${name}`,
  kind,
  class: GROUNDS[kind].class,
  min_biologically_active_pct: bio_pct,
  obligatory,
});

export const ZONES = {
  SW: zone('wielofunkcyjna z zabudową mieszkaniową wielorodzinną', 'multi_family_zone', 30, ALL),
  SJ: zone('wielofunkcyjna z zabudową mieszkaniową jednorodzinną', 'single_family', 30, ALL),
  SZ: zone('wielofunkcyjna z zabudową zagrodową', 'farmstead', 30, ALL),
  SU: zone('usługowa', 'services', 30, ALL),
  SH: zone('handlu wielkopowierzchniowego', 'large_retail', 30, ALL),
  SP: zone('gospodarcza', 'production', 20, ALL),
  SR: zone('produkcji rolniczej', 'farm_production', 30, ALL),
  SI: zone('infrastrukturalna', 'infrastructure', 20, BIO_ACTIVE),
  SN: zone('zieleni i rekreacji', 'none', 50, BIO_ACTIVE),
  SC: zone('cmentarzy', 'none', 30, BIO_ACTIVE),
  SG: zone('górnictwa', 'none', null, []),
  SO: zone('otwarta', 'none', null, []),
  SK: zone('komunikacyjna', 'none', null, []),
} as const;

export type ZoneSymbol = keyof typeof ZONES;

/** The zone of a symbol; null where the symbol is missing or not one of the 13. */
export function zoneOf(symbol: string | null): Zone | null {
  return symbol !== null && Object.hasOwn(ZONES, symbol) ? ZONES[symbol as ZoneSymbol] : null;
}
