// How the heap of a serving process grows.

import { setFlagsFromString } from 'node:v8';

/**
 * In percent of what lives: V8 would let garbage pile up to several times of that before it collects, since the machine has
 * room. A limit of the heap would do the same, and stop the server with a dataset that needs more (docs/decisions/0019).
 */
const HEAP_GROWTH_PCT = 50;

export const growHeapSlowly = (): void => setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PCT}`);
