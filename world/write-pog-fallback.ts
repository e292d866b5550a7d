// Writes the general plans that a third party gathered outside the registry: flat features, one a zone, no infill
// areas. One gmina is only here; what it says of the other must not count, and has a symbol of its own to tell.

import { join } from 'node:path';
import { ZONES } from '../src/domain/law/zones.ts';
import { type Feature, writeGeoJson } from './geojson.ts';
import type { Land } from './land.ts';
import { outlineOfArea } from './outline.ts';
import { FALLBACK_PLANS, PLANNERS, zonesOf } from './planning.ts';
import { ZONE_LIMITS } from './write-pog.ts';

const SWEPT_ON = '2026-10-20';

export async function writePogFallback(folder: string, land: Land): Promise<string> {
  const file = join(folder, `pog_fallback-${SWEPT_ON.slice(0, 7)}.geojson`);
  const source = 'Synthetic sample data: the names of places are true, the plans are invented.';
  return await writeGeoJson(file, { as_of: SWEPT_ON, source }, featuresOf(land));
}

function* featuresOf(land: Land): Generator<Feature> {
  for (const [gmina, plan] of Object.entries(FALLBACK_PLANS)) {
    for (const zone of zonesOf(land, gmina)) {
      const symbol = plan.symbol ?? zone.symbol;
      const [max_intensity, max_coverage_pct, max_height_m, min_biologically_active_pct] =
        ZONE_LIMITS[symbol];
      yield {
        properties: {
          gmina,
          symbol,
          name: ZONES[symbol].name,
          status: 'in_force',
          effective_from: plan.effective_from,
          adopted_on: plan.adopted_on,
          resolution_url: `${PLANNERS[gmina]?.site}/plan-ogolny`,
          max_height_m: max_height_m ?? null,
          max_coverage_pct: max_coverage_pct ?? null,
          min_biologically_active_pct: min_biologically_active_pct ?? null,
          max_intensity: max_intensity ?? null,
        },
        geometry: outlineOfArea(land, zone.obreb.anchor, zone.area),
      };
    }
  }
}
