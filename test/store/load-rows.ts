// A load through the real comparison and the real publish, without files and without workers.

import type { FactLayer } from '../../src/domain/layers/facts.ts';
import { type TellEvents, tellNothing } from '../../src/domain/publish/tell-events.ts';
import { type Comparison, compareLoad, touchParcels } from '../../src/ingest/compare-load.ts';
import { type PublishReport, publishLoad } from '../../src/ingest/publish-load.ts';
import type { Stage } from '../../src/store/writer.ts';

export interface StagedLoad {
  readonly scopes: readonly string[];
  readonly as_of: string | null;
  readonly at: string;
  readonly computed: boolean;
}

/** A stage that is compared, with what a test does next. */
export interface ComparedStage {
  readonly comparison: Comparison;
  readonly touched: number;
  publish(load: Omit<StagedLoad, 'scopes'>, tell?: TellEvents): Promise<PublishReport>;
}

export async function compareStage(
  stage: Stage,
  scopes: readonly string[],
  layers: readonly FactLayer[],
): Promise<ComparedStage> {
  const comparison = await compareLoad(stage, scopes);
  const { touched } = await touchParcels(stage, comparison, layers);
  return {
    comparison,
    touched,
    publish: ({ as_of, at, computed }, tell = tellNothing) =>
      publishLoad(stage, comparison, { as_of, at, computed, layers }, tell),
  };
}

export async function publishStage(stage: Stage, load: StagedLoad): Promise<PublishReport> {
  const compared = await compareStage(stage, load.scopes, []);
  return compared.publish(load);
}

/** What a load would replace in its scopes. */
export async function countStage(stage: Stage, scopes: readonly string[]) {
  const { contents, replaced } = await compareLoad(stage, scopes);
  return { staged: contents.rows.parcels, issues: contents.issues, ...replaced };
}
