// What is faulty on purpose, in known places, so that the importer has something to report. README.md lists the same for
// readers. Faults spoil rows of files alone; the land itself is sound.

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

/** Hazard areas that cannot be taken, by their local ids. */
export const FAULTY_HAZARD_AREAS = {
  self_crossing: 'ID_R2.02-9901',
  unknown_class: 'ID_R2.02-9902',
} as const;

/** A unit of the survey of landslides that is not drawn, by its code: one more of which nothing is known. */
export const FAULTY_SURVEY_UNIT = '1418999';

/** Landslides that cannot be taken as they are, by their numbers. */
export const FAULTY_LANDSLIDES = {
  self_crossing: '14-18-032-999902',
} as const;

/** Protected areas that cannot be taken as they are, by their codes. */
export const FAULTY_PROTECTED = {
  odd_name: 'PL.ZIPOP.1393.UE.1418043.9901',
  self_crossing: 'PL.ZIPOP.1393.UE.1418043.9902',
} as const;

/** Parcels whose building is spoilt, in the cadastre and in BDOT10k. */
export const FAULTY_BUILDINGS = {
  self_crossing: '141803_2.0002.606',
  broken_id: '141803_2.0002.607',
} as const;

/** Roads that may be public and may not, by their local ids. */
export const FAULTY_ROADS = {
  no_category: '00000000-0000-4000-8000-000000000011',
  no_existence: '00000000-0000-4000-8000-000000000012',
} as const;

/** A permit whose row is too short, by the number of its application. */
export const FAULTY_PERMIT = 'ST-MZ-PI/WNIOSEK/9999/2026';

/** A sale of nothing, by its local id. */
export const FAULTY_SALE = '00000000-0000-4000-8000-000000000021';

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
