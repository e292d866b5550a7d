// How much of each gmina its local plans cover, step by step as they come into force and end. Measured when plans are
// published, in the caller's transaction; which step counts on a day is domain/corpus/corpus.ts.

import type { DatabaseSync } from 'node:sqlite';
import { unionArea } from '../../domain/geometry/polygons.ts';
import { shiftDay } from '../../domain/law/calendar.ts';
import { planStatusOn } from '../../domain/law/plan-status.ts';
import { planOf, polygonsOf } from './rows.ts';

/** For the scopes staged. What several plans cover counts once. */
export function measureCover(db: DatabaseSync): void {
  const inScope = 'EXISTS (SELECT 1 FROM stage.scopes s WHERE gmina6 >= s.low AND gmina6 < s.high)';
  db.exec(`DELETE FROM main.mpzp_cover WHERE ${inScope}`);
  const pieces = db
    .prepare(
      `SELECT p.*, e.geom FROM main.plans p
       JOIN main.evidence e ON e.source = 'mpzp' AND e.role = 'mpzp_act' AND e.key = p.plan_id
       WHERE p.source = 'mpzp' AND p.process = 'legalForce' AND ${inScope} ORDER BY p.gmina6`,
    )
    .all()
    .map((row) => ({ plan: planOf(row), shape: polygonsOf(row.geom) }));
  const boundary = db.prepare(
    "SELECT geom FROM main.boundaries WHERE level = 'gmina' AND substr(code, 1, 6) = ?",
  );
  const save = db.prepare('INSERT INTO main.mpzp_cover VALUES (?, ?, ?)');
  for (const [gmina6, here] of Map.groupBy(pieces, ({ plan }) => plan.gmina6)) {
    const outline = boundary.get(gmina6);
    if (!outline) continue;
    const whole_m2 = unionArea([polygonsOf(outline.geom)]);
    // A plan without a first day has always been in force; one with a last day counts to that day.
    const turns = here.flatMap(({ plan }) => [
      plan.effective_from ?? '',
      ...(plan.effective_to === null ? [] : [shiftDay(plan.effective_to, 1)]),
    ]);
    for (const since of [...new Set(turns)].sort()) {
      const shapes = here.flatMap(({ plan, shape }) =>
        planStatusOn(since, plan) === 'in_force' ? [shape] : [],
      );
      const covered_m2 = shapes.length === 0 ? 0 : unionArea(shapes);
      const pct = Math.round((covered_m2 / whole_m2) * 10_000) / 100;
      save.run(gmina6, since, Math.min(100, pct));
    }
  }
}
