// A building of EGiB as any of the forms gives it → evidence to stage. Of a building only its outline and its kind are
// kept: that is the free scope of the cadastre (art. 40a ust. 2 pkt 1 Prawo geodezyjne i kartograficzne).

import { areaM2Of } from '../clean.ts';
import { digestKey } from '../forbidden-text.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { type EgibLoad, strayIssue } from './egib-parcel.ts';

export interface RawBuilding extends RawShape {
  readonly position: string;
  readonly id: string | null;
  /** The identifier of the object in its database, where the form has one. */
  readonly object_id: string | null;
  /** Kind by the classification of fixed assets (KŚT), as the publisher writes it: m, 110. */
  readonly kst: string | null;
}

/** The obręb, in old numberings a map sheet, mostly the parcel, and a number: 141803_2.0009.162/1.2_BUD. */
const BUILDING_ID = /^(\d{6}_\d\.\d{4})\.(?:AR_\d+\.)?[\d/.,;_-]*[a-zA-Z]?[\d/.,;_-]*_BUD$/;
/** A letter of the schema of 2021, or a number of the classification. */
const KST_FORM = /^(?:[a-z]|\d{1,4})$/i;
const OBJECT_ID = /^[\w.{}-]{1,64}$/;
const IN_OBREB = /^(\d{6}_\d\.\d{4})\./;

/** Exports with the same unfinished number on every building exist: the place is still good, the object's id tells them apart. */
export function* judgeBuilding(raw: RawBuilding, seen: EgibLoad): Generator<ReadItem> {
  const { id, kst, position } = raw;
  const place = IN_OBREB.exec(id ?? '')?.[1];
  const isWhole = BUILDING_ID.test(id ?? '');
  if (!isWhole) {
    const message = 'a building has an id such as 141803_2.0009.162/1.2_BUD';
    yield issueAt(position, 'bad_id', message, 'id_budynku', id);
  }
  if (id === null || place === undefined) {
    seen.leaveOutBuilding(null);
    return;
  }
  if (seen.isStray(place)) {
    yield strayIssue(raw, id, seen);
    return;
  }
  const { object_id } = raw;
  // What is not of the form of an id may hold anything: only its digest is kept.
  const key = isWhole
    ? id
    : object_id !== null && OBJECT_ID.test(object_id)
      ? object_id
      : digestKey(object_id ?? id);
  const geometry = yield* judgeShape(raw, 'MultiPolygon', key, position);
  if (geometry === null) {
    seen.leaveOutBuilding(place);
    return;
  }
  seen.buildings += 1;
  const attributes = {
    kst: KST_FORM.test(kst ?? '') ? kst : null,
    footprint_m2: areaM2Of(geometry.coordinates),
  };
  yield { row: { kind: 'evidence', row: { role: 'building', key, place, attributes, geometry } }, position };
}
