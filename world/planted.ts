// What is put in a known place on purpose: notable parcels and showcases of what every layer may say. README.md lists the
// same for readers. What is faulty on purpose: faults.ts.

import { FAULTY_BUILDINGS } from './faults.ts';
import type { CellRow, LotKind, Shape } from './lot-kinds.ts';

export interface Planting {
  /** The first plots of the obręb (in `sheet`, where numbers run within map sheets) get these numbers. */
  readonly plots?: readonly string[];
  readonly sheet?: number;
  /** The first strips of the obręb are made into this shape. */
  readonly shape?: Shape;
  readonly shapeNumbers?: readonly string[];
  /** Showcases by number. */
  readonly spots?: Readonly<Record<string, Spot>>;
}

/** Where a showcase lies: the first lot of these kinds that meets all that is asked. */
export interface Spot {
  readonly kinds: readonly LotKind[];
  readonly cells?: CellSpot;
  /** How far its near side is from the river, least and most. */
  readonly from_river_m?: readonly [number, number];
  /** How far its far side may be from the river. */
  readonly to_river_m?: number;
  /** How far it is from the nearer end of its row of lots, least and most: roads cross there. */
  readonly from_row_end_m?: readonly [number, number];
}

/** How a lot lies to the cells (cells.ts) of these rows and places: wholly in one, or on their outer cut. */
export interface CellSpot {
  readonly lies: 'in' | 'across';
  readonly rows: readonly CellRow[];
  readonly places: readonly number[];
}

const ALL_ROWS: readonly CellRow[] = ['below', 'built-up', 'above'];
const PLOTS: readonly LotKind[] = ['plot', 'strip'];
const plotIn = (place: number): Spot => ({
  kinds: PLOTS,
  cells: { lies: 'in', rows: ['built-up'], places: [place] },
});
const across = (rows: readonly CellRow[], places: readonly number[]): Spot => ({
  kinds: ['plot', 'strip', 'wood'],
  cells: { lies: 'across', rows, places },
});
const byRiver = (least_m: number, most_m: number): Spot => ({
  kinds: PLOTS,
  from_river_m: [least_m, most_m],
});
const fromRowEnd = (least_m: number, most_m: number): Spot => ({
  kinds: ['plot'],
  from_row_end_m: [least_m, most_m],
});

export const EXAMPLE_PARCEL = '141803_2.0009.123/4';

/** The one obręb whose parcels are numbered within map sheets. */
export const SHEETED_OBREB = '143801_1.0003';

export const PLANTED: Readonly<Record<string, Planting>> = {
  '141803_2.0001': { spots: { 701: plotIn(2), 702: plotIn(1) } },
  '141803_2.0002': { plots: ['601', '602', '603', '604', '605', '606', '607', '608', '609', '610'] },
  '141803_2.0003': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '141803_2.0004': {
    spots: { 701: plotIn(0), 702: plotIn(2), 703: plotIn(1) },
  },
  '141803_2.0005': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '141803_2.0006': {
    shape: 'horseshoe',
    shapeNumbers: ['501', '502'],
    spots: { 701: byRiver(0, 80) },
  },
  '141803_2.0007': {
    spots: {
      701: plotIn(0),
      702: plotIn(1),
      703: across(ALL_ROWS, [0]),
      704: across(ALL_ROWS, [2]),
      705: plotIn(2),
    },
  },
  '141803_2.0008': {
    shape: 'two-parts',
    shapeNumbers: ['501', '502', '503'],
    spots: { 701: fromRowEnd(40, 1_000) },
  },
  '141803_2.0009': {
    plots: ['123/1', '123/2', '123/3', '123/4', '123/5'],
    spots: { 701: plotIn(2), 702: across(['built-up'], [0, 1]), 703: across(ALL_ROWS, [2]) },
  },
  '141803_2.0010': {
    shape: 'enclave',
    shapeNumbers: ['501', '502'],
    spots: { 701: plotIn(1), 702: plotIn(0) },
  },
  '141804_4.0001': {
    spots: {
      701: byRiver(0, 25),
      702: byRiver(46, 78),
      703: byRiver(100, 125),
      704: { ...byRiver(152, 250), to_river_m: 255 },
    },
  },
  '141804_4.0002': { spots: { 701: fromRowEnd(8, 24) } },
  '141804_5.0001': { spots: { 701: plotIn(0) } },
  '141804_5.0002': { spots: { 701: plotIn(0), 702: plotIn(1) } },
  '141804_5.0003': { spots: { 701: plotIn(0) } },
  '141804_5.0004': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '141804_5.0005': { shape: 'l-shape', shapeNumbers: ['501', '502'] },
  '141804_5.0006': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '143801_1.0001': { plots: ['7/a', '7/b'] },
  '143801_1.0002': { spots: { 701: across(ALL_ROWS, [0]), 702: plotIn(0), 703: plotIn(2) } },
  '143801_1.0003': { plots: ['17/1', '17/2'], sheet: 2 },
  '143803_2.0001': { spots: { 701: plotIn(0) } },
  '143803_2.0002': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '143803_2.0003': { spots: { 701: plotIn(0) } },
  '143805_5.0001': { shape: 'two-parts', shapeNumbers: ['501', '502', '503'] },
  '143805_5.0002': { plots: ['601', '602', '603', '604', '605'] },
};

/**
 * A parcel for each thing the service can say (on 15 November 2026). All are there with seed 1 and 1,000, 3,000 or 20,000
 * parcels; with another seed or size one may be missing where no lot lies as wanted.
 */
export const SHOWCASE = {
  pog_in_force_sj_inside_ouz: EXAMPLE_PARCEL,
  pog_sw_inside_ouz: '141803_2.0010.702',
  pog_sz_inside_ouz: '141803_2.0004.701',
  pog_su_inside_ouz: '141803_2.0010.701',
  pog_so_outside_ouz: '141803_2.0003.703',
  outside_ouz: '141803_2.0009.701',
  partly_ouz: '141803_2.0009.702',
  two_zones: '141803_2.0009.703',
  pog_adopted: '141804_5.0005.501',
  ouz_not_published: '141804_5.0005.502',
  pog_draft: '143805_5.0001.501',
  pog_none: '143801_1.0003.AR_2.17/1',
  pog_fallback_only: '143803_2.0001.701',
  mpzp_1mn: '141803_2.0007.701',
  mpzp_2mn_u: '141803_2.0007.702',
  mpzp_3zl: '141803_2.0001.702',
  mpzp_5kdd: '141803_2.0001.701',
  mpzp_two_symbols: '141803_2.0007.703',
  mpzp_partial: '141803_2.0007.704',
  mpzp_none_here: '141803_2.0007.705',
  mpzp_no_symbol: '141803_2.0008.501',
  mpzp_draft: '141803_2.0005.701',
  mpzp_adopted_later: '141803_2.0006.501',
  mpzp_adoption: '141804_5.0003.701',
  mpzp_obsolete: '141803_2.0004.701',
  mpzp_none_in_gmina: '143803_2.0001.701',
  forest: '141803_2.0003.701',
  water: '141803_2.0010.701',
  class_iii: '141803_2.0003.702',
  class_iii_part: '141803_2.0005.702',
  soil_mixed_without_areas: '141804_5.0001.701',
  soil_two_contours: '143801_1.0002.701',
  soil_one_contour: '143801_1.0002.702',
  soil_no_contour: '143801_1.0002.703',
  soil_not_published: '143805_5.0001.501',
  address_one: EXAMPLE_PARCEL,
  address_two: '141803_2.0009.123/5',
  address_none: '141803_2.0009.123/3',
  address_unknown_street: '141803_2.0009.123/2',
  address_on_road: '141803_2.0009.1',
  address_without_street: '143803_2.0001.701',
  flood_q10: '141804_4.0001.701',
  flood_q100: '141804_4.0001.702',
  flood_q500_only: '141804_4.0001.703',
  flood_mapped_dry: '141804_4.0001.704',
  flood_unmapped: '141803_2.0004.701',
  landslide: '141803_2.0004.702',
  landslide_threat: '141803_2.0005.703',
  landslide_mapped_none: EXAMPLE_PARCEL,
  landslide_unmapped: '141804_4.0001.702',
  protected_park_narodowy: '143803_2.0003.701',
  protected_rezerwat: '141804_5.0002.701',
  protected_buffer_only: '141804_5.0002.702',
  protected_park_krajobrazowy: '141804_5.0006.703',
  protected_obszar_chronionego_krajobrazu: '141803_2.0006.701',
  protected_natura2000: '143803_2.0002.702',
  protected_natura2000_oso: '143803_2.0002.701',
  protected_natura2000_soo: '143803_2.0002.703',
  protected_uzytek_ekologiczny: '141804_5.0006.701',
  protected_zespol_przyrodniczo_krajobrazowy: '141804_5.0006.702',
  protected_stanowisko_dokumentacyjne: '141804_5.0004.701',
  protected_pomnik: '141804_5.0004.702',
  protected_pomnik_area: '141804_5.0004.703',
  protected_none: '141803_2.0004.701',
  building_one: EXAMPLE_PARCEL,
  building_two: '141803_2.0009.123/5',
  building_none: '141803_2.0009.123/3',
  building_touching: '141803_2.0005.701',
  building_bdot10k: '143801_1.0002.702',
  road_adjacent: EXAMPLE_PARCEL,
  road_within_30m: '141804_4.0002.701',
  road_internal_only: '141803_2.0008.701',
  road_far: '141803_2.0004.703',
  permits_many: EXAMPLE_PARCEL,
  permits_none: '143803_2.0002.701',
  prices_many: EXAMPLE_PARCEL,
  prices_few: '143801_1.0002.702',
  /** Every layer is covered here: for a first look at a whole record. */
  all_covered: '141803_2.0006.701',
} as const;

/** Land uses of showcases, in place of those that chance would give. */
export const PLANTED_USES: Readonly<Record<string, readonly [string, string?]>> = {
  [SHOWCASE.forest]: ['LsIV'],
  [SHOWCASE.water]: ['Ws'],
  [SHOWCASE.class_iii]: ['RIIIa'],
  [SHOWCASE.class_iii_part]: ['RIIIb', 'PsIV'],
  [SHOWCASE.soil_mixed_without_areas]: ['RIIIb', 'B'],
  [SHOWCASE.all_covered]: ['RIVa', 'B'],
};

/** How many address points a showcase has. */
export const PLANTED_ADDRESSES: Readonly<Record<string, number>> = {
  [SHOWCASE.address_one]: 1,
  [SHOWCASE.address_two]: 2,
  [SHOWCASE.address_none]: 0,
  [SHOWCASE.address_unknown_street]: 1,
  [SHOWCASE.address_on_road]: 1,
  [SHOWCASE.address_without_street]: 1,
  [SHOWCASE.all_covered]: 1,
};

/** How many buildings a parcel has. */
export const PLANTED_BUILDINGS: Readonly<Record<string, number>> = {
  [SHOWCASE.building_one]: 1,
  [SHOWCASE.building_two]: 2,
  [SHOWCASE.building_none]: 0,
  [SHOWCASE.building_touching]: 0,
  [SHOWCASE.building_bdot10k]: 1,
  [FAULTY_BUILDINGS.self_crossing]: 1,
  [FAULTY_BUILDINGS.broken_id]: 1,
  [SHOWCASE.all_covered]: 1,
};

/** How many building permits a parcel has. */
export const PLANTED_PERMITS: Readonly<Record<string, number>> = {
  '141803_2.0009.123/1': 2,
  '141803_2.0009.123/2': 1,
  [SHOWCASE.permits_many]: 3,
  '141803_2.0009.123/5': 2,
  [SHOWCASE.all_covered]: 1,
};

/** Parcels sold on the free market as a whole: what counts as a comparable. In powiat 1438 no others are. */
export const PLANTED_SALES: readonly string[] = [
  ...['141803_2.0009.123/1', '141803_2.0009.123/2', '141803_2.0009.123/3', '141803_2.0009.123/5'],
  ...['141803_2.0009.701', '141803_2.0010.701', '141803_2.0006.502', SHOWCASE.all_covered],
  ...['143801_1.0002.701', SHOWCASE.prices_few, '143801_1.0002.703'],
];

/** The one sale with an address and a price that must not be found anywhere (canaries.ts). */
export const CANARY_SALE = '141804_5.0005.501';
