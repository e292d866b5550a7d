// What the layers of flood-map shapefiles are: they are named anew with every edition and say neither class nor edition, so
// whoever packs them says it in a mapping.json beside them:
//   { "layers": { "mzp20_q1": "q100", "mzp20_q10": "q10" }, "edition": "2022-09-07", "edition_column": "DATA_OD" }
// Each layer is q10, q100, q500 or reach. Both editions may be left out; what the column says comes before the day.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import { FormatError } from '../formats/format-error.ts';
import { dayOf } from './plan-words.ts';
import { layerOfFile } from './register-features.ts';

export type FloodRole = Extract<EvidenceRole, `flood_${string}`>;

export interface FloodMapping {
  readonly layers: ReadonlyMap<string, FloodRole>;
  readonly edition: string | null;
  readonly edition_column: string;
}

export const MAPPING = 'mapping.json';

const ROLES: ReadonlyMap<unknown, FloodRole> = new Map([
  ['q10', 'flood_q10'],
  ['q100', 'flood_q100'],
  ['q500', 'flood_q500'],
  ['reach', 'flood_reach'],
]);

/** The one that came in the archive, else the one beside the shapefile. */
export function readMapping(shp: string, inArchive: string | undefined): FloodMapping {
  const file = inArchive ?? join(dirname(shp), MAPPING);
  const refuse = (found: string, cause?: unknown) => {
    const expected = `a ${MAPPING} such as {"layers": {"${layerOfFile(shp)}": "q100"}}, with ${[...ROLES.keys()].join(', ')}`;
    return new FormatError({ file, position: null, found, expected }, { cause });
  };
  if (!existsSync(file)) throw refuse(`${basename(shp)} alone`);
  const text = readFileSync(file, 'utf8');
  try {
    const { layers, edition, edition_column } = JSON.parse(text);
    const roles = Object.entries(layers).map(([layer, kind]): [string, FloodRole] => {
      const role = ROLES.get(kind);
      if (role === undefined) throw refuse(`${JSON.stringify(kind)} for the layer ${layer}`);
      return [layer, role];
    });
    return {
      layers: new Map(roles),
      edition: edition === undefined ? null : dayOf(String(edition)),
      edition_column: edition_column === undefined ? '' : String(edition_column),
    };
  } catch (cause) {
    if (!(cause instanceof SyntaxError) && !(cause instanceof TypeError)) throw cause;
    throw refuse(`"${text.slice(0, 80)}" (${cause.message})`, cause);
  }
}
