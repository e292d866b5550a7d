// What the map is asked to show beyond the address: the register whose coverage is coloured, and what is being measured.

import { signal } from '@preact/signals';

export const coverageSource = signal('egib');

/** Null while nothing is measured. */
export const measured = signal<{ readonly length_m: number; readonly area_m2: number | null } | null>(null);
