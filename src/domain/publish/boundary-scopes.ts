// Which ground a file of boundaries speaks for. A service that is asked by a box answers with some units of the neighbours,
// too: a voivodeship or a powiat is claimed where all its units came, and otherwise what came alone. Which units there are, TERC
// tells where it is loaded, else the table of the package; which obręby a gmina has, nobody tells: they fill its ground or not.

import { inPart } from '../corpus/scope.ts';
import type { AdminDirectory } from '../places/admin-units.ts';
import { partitionOf, unitOf } from '../places/parcel-id.ts';
import type { BoundaryLevel } from './staged-rows.ts';

/** Of boundaries that came: square metres by code. */
export type BoundaryAreas = ReadonlyMap<string, number>;

/** Obręby are drawn along the line of their gmina but for some metres: with less than this share one of them is missing. */
const WHOLE_SHARE = 0.99;

const gmina6Of = (code: string): string => code.slice(0, 6);

/** `gminaAreas` are those of gminy whose boundary is held, by six digits. */
export function boundaryScopes(
  level: BoundaryLevel,
  came: BoundaryAreas,
  admin: AdminDirectory,
  gminaAreas: BoundaryAreas,
): string[] {
  const byVoivodeship = Map.groupBy([...came.keys()].sort(), (code) => code.slice(0, 2));
  return [...byVoivodeship].flatMap(([voivodeship, codes]) => {
    const powiaty = admin.powiatyOf(voivodeship);
    const claimed =
      level === 'powiat'
        ? isEvery(powiaty, (powiat) => came.has(powiat)) && [voivodeship]
        : claimByGminy(codes, powiaty);
    return (claimed || codes).map((place) => inPart(level, place));
  });

  function claimByGminy(codes: readonly string[], powiaty: readonly string[]): string[] {
    const byGmina = Map.groupBy(codes, (code) => gminaAround(admin, code));
    const isWhole = (gmina6: string): boolean => {
      const area_m2 = sumOf((byGmina.get(gmina6) ?? []).map((code) => came.get(code) ?? 0));
      return byGmina.has(gmina6) && (level === 'gmina' || area_m2 >= WHOLE_SHARE * areaOfGmina(gmina6));
    };
    // Without boundaries of gminy, a file with obręby of every one of them is taken as the whole.
    const mayBeWhole = (gmina6: string) => byGmina.has(gmina6) && !gminaAreas.has(gmina6);
    const gminyOf = (powiat: string) => admin.gminyOf(powiat).map(({ teryt }) => gmina6Of(teryt));
    const voivodeship = codes.slice(0, 1).map((code) => code.slice(0, 2));
    if (isEvery(powiaty.flatMap(gminyOf), (one) => isWhole(one) || mayBeWhole(one))) return voivodeship;
    return [...Map.groupBy(codes, partitionOf)].flatMap(([powiat, own]) => {
      if (isEvery(gminyOf(powiat), isWhole)) return [powiat];
      return [...new Set(own.map((code) => (isWhole(gmina6Of(code)) ? gmina6Of(code) : code)))];
    });
  }

  function areaOfGmina(gmina6: string): number {
    return gminaAreas.get(gmina6) ?? Number.POSITIVE_INFINITY;
  }
}

/** Six digits of the gmina around a unit of any level: districts belong to their city. */
const gminaAround = (admin: AdminDirectory, code: string): string =>
  gmina6Of((code.includes('_') ? admin.gminaOfUnit(unitOf(code))?.teryt : null) ?? code);

/** Of none nothing can be said. */
const isEvery = (codes: readonly string[], holds: (code: string) => boolean): boolean =>
  codes.length > 0 && codes.every(holds);

const sumOf = (areas: readonly number[]): number => areas.reduce((sum, area) => sum + area, 0);
