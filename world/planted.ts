// What is put in a known place on purpose, in a world of any size and seed: notable parcels and faulty rows.
// README.md lists the same for readers. Faults spoil the rows of the parcel file alone; the land itself is sound.

/** Shapes that need two or three neighbouring strips. The numbers are given in the order of the parcels made. */
export type Shape = 'l-shape' | 'enclave' | 'horseshoe' | 'two-parts';

export interface Planting {
  /** The first plots of the obręb (in `sheet`, where numbers run within map sheets) get these numbers. */
  readonly plots?: readonly string[];
  readonly sheet?: number;
  /** The first strips of the obręb are made into this shape. */
  readonly shape?: Shape;
  readonly shapeNumbers?: readonly string[];
}

export const EXAMPLE_PARCEL = '141803_2.0009.123/4';

/** The one obręb whose parcels are numbered within map sheets. */
export const SHEETED_OBREB = '143801_1.0003';

export const PLANTED: Readonly<Record<string, Planting>> = {
  '141803_2.0002': { plots: ['601', '602', '603', '604', '605', '606', '607', '608', '609', '610'] },
  '141803_2.0006': { shape: 'horseshoe', shapeNumbers: ['501', '502'] },
  '141803_2.0008': { shape: 'two-parts', shapeNumbers: ['501', '502', '503'] },
  '141803_2.0009': { plots: ['123/1', '123/2', '123/3', '123/4', '123/5'] },
  '141803_2.0010': { shape: 'enclave', shapeNumbers: ['501', '502'] },
  '141804_5.0005': { shape: 'l-shape', shapeNumbers: ['501', '502'] },
  '143801_1.0001': { plots: ['7/a', '7/b'] },
  '143801_1.0003': { plots: ['17/1', '17/2'], sheet: 2 },
  '143805_5.0001': { shape: 'two-parts', shapeNumbers: ['501', '502', '503'] },
  '143805_5.0002': { plots: ['601', '602', '603', '604', '605'] },
};

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
