// The ground of the units that ids name, from the boundaries that are loaded: the gmina where it is held, else the powiat.
// Each is read once for a load. Of a voivodeship only the box is known, by which boundaries themselves are judged.

import { grownBox } from '../domain/geometry/box.ts';
import { ringOfBox } from '../domain/geometry/polygons.ts';
import { MAZOWIECKIE_BOX } from '../domain/geometry/projection.ts';
import { UnitGround } from '../domain/geometry/unit-ground.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import type { DatasetWriter } from '../store/writer.ts';
import type { UnitLookup } from './recipe.ts';

/** Boundaries of gminy have seven digits; the type of a gmina changes, its six digits stay (formats §1.1). */
const GMINA_TYPES = ['1', '2', '3'];

/** The box was measured on generalised boundaries; mirrored ones lie far out of it, but for a few (formats §0.2). */
const SLACK_M = 5_000;
const MAZOWIECKIE = new UnitGround('14', [[ringOfBox(grownBox(MAZOWIECKIE_BOX, SLACK_M))]]);

export function createUnitLookup(writer: Pick<DatasetWriter, 'boundaries'>): UnitLookup {
  const known = new Map<string, Promise<UnitGround | null>>();
  const remember = (code: string, read: () => Promise<UnitGround | null>) => {
    const unit = known.get(code) ?? read();
    known.set(code, unit);
    return unit;
  };
  const powiatOf = (place: string) => {
    const powiat = partitionOf(place);
    return remember(powiat, async () => {
      const [boundary] = await writer.boundaries('powiat', [powiat]);
      return boundary ? new UnitGround(powiat, boundary.geometry) : null;
    });
  };
  return (place) => {
    if (place === MAZOWIECKIE.code) return Promise.resolve(MAZOWIECKIE);
    const gmina6 = /^\d{6}/.exec(place)?.[0];
    if (gmina6 === undefined) return /^\d{4}/.test(place) ? powiatOf(place) : Promise.resolve(null);
    return remember(gmina6, async () => {
      const codes = GMINA_TYPES.map((type) => `${gmina6}${type}`);
      const [boundary] = await writer.boundaries('gmina', codes);
      return boundary ? new UnitGround(gmina6, boundary.geometry) : powiatOf(place);
    });
  };
}
