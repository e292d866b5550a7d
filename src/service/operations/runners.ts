// RUNNERS: one use case per operation. A mapped type: an operation without a runner does not compile.

import { openApiDocument } from '../../contract/openapi-document.ts';
import type { InputOf, OperationName } from '../../contract/operations.ts';
import type { Encodable } from '../pipeline/encode.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import type { Context } from '../snapshot/context.ts';
import type { AccountOperation } from './account-runners.ts';
import { runBatch } from './batch.ts';
import { runCheck } from './check.ts';
import { runEvents } from './events.ts';
import { runOgcFeature, runOgcItems } from './feature-items.ts';
import { runGminaByCode, runGminaPlanning } from './gmina-planning.ts';
import { runLayer } from './layer.ts';
import { runSources } from './list-sources.ts';
import { runParcel } from './parcel.ts';
import { runResolve } from './resolve.ts';
import { runSearch, runSearchPolygon } from './search.ts';
import { runSuggest } from './suggestions.ts';

export type Runner<N extends OperationName> = (
  context: Context,
  input: InputOf<N>,
) => Promise<Outcome<Encodable<N>>>;

/** Those that are about places; the others are account-runners.ts. */
export const RUNNERS: { readonly [N in Exclude<OperationName, AccountOperation>]: Runner<N> } = {
  resolve: runResolve,
  suggest: runSuggest,
  parcel: runParcel,
  parcel_batch: runBatch,
  search: runSearch,
  search_polygon: runSearchPolygon,
  layer: runLayer,
  check: runCheck,
  events: runEvents,
  sources: runSources,
  gmina_planning_by_code: runGminaByCode,
  gmina_planning: runGminaPlanning,
  ogc_items: runOgcItems,
  ogc_feature: runOgcFeature,
  openapi: async () => {
    document ??= openApiDocument();
    return { status: 'ok', result: document };
  },
};

/** To make it takes milliseconds. */
let document: object | null = null;
