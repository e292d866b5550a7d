// Where the map looks: what is near comes first among suggestions. Null before there is a map.

import { signal } from '@preact/signals';

/** "lat,lng" */
export const mapCentre = signal<string | null>(null);
