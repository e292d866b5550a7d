// The words for a lot of land: what it is, in which row of cells it lies, which odd shape it has. Knows nothing of how
// land is divided (layout.ts, cells.ts, shapes.ts) or what is put where (planted.ts), which all speak in them.

export type LotKind = 'road' | 'river' | 'plot' | 'strip' | 'wood' | 'pond';

/** Along the built-up bands of an obręb. */
export type CellRow = 'below' | 'built-up' | 'above';

/** Shapes that need two or three neighbouring strips. The numbers are given in the order of the parcels made. */
export type Shape = 'l-shape' | 'enclave' | 'horseshoe' | 'two-parts';
