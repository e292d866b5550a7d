// Which parcels a load touches: those whose answers may be others once it is published. Worked out as boxes of ground and
// as places; the back end finds the parcels there. Too many cost time, one too few would be a stale answer.

import type { CorpusParts, Plan } from '../corpus/corpus.ts';
import { grownBox, unitedBox } from '../geometry/box.ts';
import type { Box } from '../geometry/types.ts';
import { type FactLayer, NEIGHBOUR_REACH_M } from '../layers/facts.ts';
import { FACT_LAYERS, INFLUENCE_M } from '../layers/layer-table.ts';
import { partitionOf } from '../places/parcel-id.ts';

/** A piece of evidence that comes, goes or is told otherwise. */
export interface ChangedGround {
  readonly role: string;
  readonly box: Box;
}

/** How far a piece of evidence reaches, by its role. */
const reachOf = (role: string): number => (INFLUENCE_M as Readonly<Record<string, number>>)[role] ?? 0;

/**
 * The ground around evidence. What reaches far is taken together, square by square: a thousand sales would each touch the
 * same thousands of parcels.
 */
export class TouchedGround {
  readonly #squares = new Map<string, { reach: number; box: Box }>();

  /** The boxes that are known at once; those of what reaches far come at the end, by `far`. */
  near(page: readonly ChangedGround[]): Box[] {
    return page.flatMap(({ role, box }) => {
      const reach = reachOf(role);
      if (reach === 0) return [box];
      const square = `${reach} ${Math.floor(box[0] / reach)} ${Math.floor(box[1] / reach)}`;
      const known = this.#squares.get(square);
      this.#squares.set(square, { reach, box: known ? unitedBox(known.box, box) : box });
      return [];
    });
  }

  far(): Box[] {
    return [...this.#squares.values()].map(({ reach, box }) => grownBox(box, reach));
  }
}

/** Whether a road adjoins depends on the parcels next door: where one comes, goes or moves, they are touched too. */
export const groundOfNeighbours = (boxes: readonly Box[]): Box[] =>
  boxes.map((box) => grownBox(box, NEIGHBOUR_REACH_M));

const TOLD_OF_PLANS = [
  'process',
  'title',
  'lacks_zones',
  'lacks_ouz',
  'effective_from',
  'effective_to',
  'adopted_on',
  'resolution_url',
] as const satisfies readonly (keyof Plan)[];

/** Plans that are served already and now have other dates or another status: the parcels they lie on are touched. */
export function retoldPlans(
  staged: readonly Omit<Plan, 'source'>[],
  served: readonly Omit<Plan, 'source'>[],
): string[] {
  const known = new Map(served.map((plan) => [plan.plan_id, plan]));
  return staged
    .filter((plan) => {
      const before = known.get(plan.plan_id);
      return before !== undefined && TOLD_OF_PLANS.some((name) => before[name] !== plan[name]);
    })
    .map(({ plan_id }) => plan_id);
}

/** The powiaty that a load speaks of: by its scopes, and where it touches parcels. */
export function powiatyOf(scopes: readonly string[], touched: readonly string[]): string[] {
  return [...new Set([...scopes.filter((scope) => /^\d{4}/.test(scope)).map(partitionOf), ...touched])];
}

/** Where a layer was left for later, some parcels worked out would pass for all of the powiat: all are touched. */
export function uncomputedPowiaty(
  powiaty: readonly string[],
  layers: readonly FactLayer[],
  computed: CorpusParts['computed'],
): string[] {
  const known = new Set(computed.map(({ layer, powiat }) => `${layer} ${powiat}`));
  return powiaty.filter((powiat) => layers.some((layer) => !known.has(`${layer} ${powiat}`)));
}

/** What loads left for later: layers that are not worked out in a powiat whose parcels are held. */
export function leftForLater({ states, computed }: CorpusParts): { layer: FactLayer; powiat: string }[] {
  const egib = states.filter(({ source }) => source === 'egib');
  const powiaty = new Set(egib.map(({ scope }) => partitionOf(scope)));
  return [...powiaty].flatMap((powiat) =>
    FACT_LAYERS.filter((layer) => uncomputedPowiaty([powiat], [layer], computed).length > 0).map((layer) => ({
      layer,
      powiat,
    })),
  );
}
