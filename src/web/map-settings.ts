// What is being measured on the map: it is not in the address.

import { signal } from '@preact/signals';

/** Null while nothing is measured. */
export const measured = signal<{ readonly length_m: number; readonly area_m2: number | null } | null>(null);
