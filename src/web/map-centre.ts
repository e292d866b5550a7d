// Where the map looks: what is near comes first among suggestions, and the legend tells what is seen from closer only. Null before
// there is a map.

import { signal } from '@preact/signals';

/** "lat,lng" */
export const mapCentre = signal<string | null>(null);
export const mapZoom = signal<number | null>(null);
