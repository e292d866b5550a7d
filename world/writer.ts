// What the writers of files have in common: they get the land obręb by obręb, while it is made, and put their file in
// the folder at the end. So no obręb is made twice and only one is held at a time.

import type { Building } from './buildings.ts';
import type { Obreb } from './land.ts';
import type { Parcel } from './parcels.ts';

export interface ObrebContent {
  readonly obreb: Obreb;
  readonly parcels: readonly Parcel[];
  readonly buildings: readonly Building[];
}

export interface Writer {
  add(content: ObrebContent): void;
  /** The path of the file. */
  finish(): Promise<string>;
}
