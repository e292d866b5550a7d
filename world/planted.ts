// What is put in a known place on purpose: notable parcels, showcases of what planning, addresses and soil may say, and
// faulty rows. README.md lists the same for readers. Faults spoil rows of files alone; the land itself is sound.

import type { CellRow } from './cells.ts';
import type { LotKind } from './layout.ts';

/** Shapes that need two or three neighbouring strips. The numbers are given in the order of the parcels made. */
export type Shape = 'l-shape' | 'enclave' | 'horseshoe' | 'two-parts';

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

/** How a showcase lies to the cells (cells.ts) of these rows and places: wholly in one, or on their outer cut. */
export interface Spot {
  readonly kinds: readonly LotKind[];
  readonly lies: 'in' | 'across';
  readonly rows: readonly CellRow[];
  readonly places: readonly number[];
}

const ALL_ROWS: readonly CellRow[] = ['below', 'built-up', 'above'];
const plotIn = (place: number): Spot => ({
  kinds: ['plot', 'strip'],
  lies: 'in',
  rows: ['built-up'],
  places: [place],
});
const across = (rows: readonly CellRow[], places: readonly number[]): Spot => ({
  kinds: ['plot', 'strip', 'wood'],
  lies: 'across',
  rows,
  places,
});

export const EXAMPLE_PARCEL = '141803_2.0009.123/4';

/** The one obręb whose parcels are numbered within map sheets. */
export const SHEETED_OBREB = '143801_1.0003';

export const PLANTED: Readonly<Record<string, Planting>> = {
  '141803_2.0001': { spots: { 701: plotIn(2), 702: plotIn(1) } },
  '141803_2.0002': { plots: ['601', '602', '603', '604', '605', '606', '607', '608', '609', '610'] },
  '141803_2.0003': { spots: { 701: plotIn(0), 702: plotIn(1), 703: plotIn(2) } },
  '141803_2.0004': { spots: { 701: plotIn(0) } },
  '141803_2.0005': { spots: { 701: plotIn(0), 702: plotIn(1) } },
  '141803_2.0006': { shape: 'horseshoe', shapeNumbers: ['501', '502'] },
  '141803_2.0007': {
    spots: {
      701: plotIn(0),
      702: plotIn(1),
      703: across(ALL_ROWS, [0]),
      704: across(ALL_ROWS, [2]),
      705: plotIn(2),
    },
  },
  '141803_2.0008': { shape: 'two-parts', shapeNumbers: ['501', '502', '503'] },
  '141803_2.0009': {
    plots: ['123/1', '123/2', '123/3', '123/4', '123/5'],
    spots: { 701: plotIn(2), 702: across(['built-up'], [0, 1]), 703: across(ALL_ROWS, [2]) },
  },
  '141803_2.0010': {
    shape: 'enclave',
    shapeNumbers: ['501', '502'],
    spots: { 701: plotIn(1), 702: plotIn(0) },
  },
  '141804_5.0001': { spots: { 701: plotIn(0) } },
  '141804_5.0003': { spots: { 701: plotIn(0) } },
  '141804_5.0005': { shape: 'l-shape', shapeNumbers: ['501', '502'] },
  '143801_1.0001': { plots: ['7/a', '7/b'] },
  '143801_1.0002': { spots: { 701: across(ALL_ROWS, [0]), 702: plotIn(0), 703: plotIn(2) } },
  '143801_1.0003': { plots: ['17/1', '17/2'], sheet: 2 },
  '143803_2.0001': { spots: { 701: plotIn(0) } },
  '143805_5.0001': { shape: 'two-parts', shapeNumbers: ['501', '502', '503'] },
  '143805_5.0002': { plots: ['601', '602', '603', '604', '605'] },
};

/**
 * A parcel for each thing the service can say of planning, addresses and soil (on 15 November 2026). All are there with
 * seed 1 and 1,000, 3,000 or 20,000 parcels; with another seed or size one may be missing where no lot lies as wanted.
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
} as const;

/** Land uses of showcases, in place of those that chance would give. */
export const PLANTED_USES: Readonly<Record<string, readonly [string, string?]>> = {
  [SHOWCASE.forest]: ['LsIV'],
  [SHOWCASE.class_iii]: ['RIIIa'],
  [SHOWCASE.class_iii_part]: ['RIIIb', 'PsIV'],
  [SHOWCASE.soil_mixed_without_areas]: ['RIIIb', 'B'],
};

/** How many address points a showcase has. */
export const PLANTED_ADDRESSES: Readonly<Record<string, number>> = {
  [SHOWCASE.address_one]: 1,
  [SHOWCASE.address_two]: 2,
  [SHOWCASE.address_none]: 0,
  [SHOWCASE.address_unknown_street]: 1,
  [SHOWCASE.address_on_road]: 1,
  [SHOWCASE.address_without_street]: 1,
};

/** Zones that cannot be taken as they are, by their ids (namespace and local id). */
export const FAULTY_ZONES = {
  wrong_symbol: 'PL.ZIPPZP.9803/141803-POG/1POG-901SX',
  self_crossing: 'PL.ZIPPZP.9803/141803-POG/1POG-902SJ',
  unknown_plan: 'PL.ZIPPZP.9803/141803-POG/1POG-903SU',
} as const;

/** Address points that cannot be taken, by their local ids. */
export const FAULTY_ADDRESSES = {
  no_house_number: '00000000-0000-4000-8000-000000000001',
  outside_poland: '00000000-0000-4000-8000-000000000002',
} as const;

export type Fault = 'bow-tie' | 'empty-geometry' | 'no-geometry' | 'area-10x' | 'duplicate-id' | 'broken-id';

/** The parcels whose rows are spoilt. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  '141803_2.0002.601': 'bow-tie',
  '141803_2.0002.602': 'bow-tie',
  '141803_2.0002.603': 'empty-geometry',
  '141803_2.0002.604': 'no-geometry',
  '141803_2.0002.605': 'area-10x',
  '141803_2.0002.606': 'area-10x',
  '141803_2.0002.607': 'area-10x',
  '141803_2.0002.608': 'duplicate-id',
  '141803_2.0002.609': 'duplicate-id',
  '141803_2.0002.610': 'broken-id',
  '143805_5.0002.601': 'bow-tie',
  '143805_5.0002.602': 'empty-geometry',
  '143805_5.0002.603': 'duplicate-id',
  '143805_5.0002.604': 'broken-id',
  '143805_5.0002.605': 'broken-id',
};

/** What stands in the file instead of the id. */
export const BROKEN_IDS: Readonly<Record<string, string>> = {
  '141803_2.0002.610': '141803_2.2.610',
  '143805_5.0002.604': '143805_5.0002',
  '143805_5.0002.605': '143805.0002.605',
};
