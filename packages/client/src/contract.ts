// The contract as the client sees it: types alone, so that nothing of the schemas is loaded at run time. In a checkout they are the
// types of the server; the build of the package writes the same names out in full (build/contract-types.ts), for whoever
// has neither the server nor its schema library.

import type { z } from 'zod';
import type {
  GeoJsonOperation,
  OPERATIONS,
  OperationName,
  ResultOf,
} from '../../../src/contract/operations.ts';

export type {
  Billing,
  Candidate,
  CheckItem,
  CheckResult,
  CorpusCoverage,
  Envelope,
  ErrorBody,
  ErrorCode,
  Kin,
  Page,
  ParcelRecord,
  ParcelSummary,
  Query,
  Verdict,
} from '../../../src/contract/answers.ts';
export type { ChangeEvent, EventSummary } from '../../../src/contract/change-events.ts';
export type {
  BatchFeatures,
  CheckFeature,
  ParcelFeature,
  ParcelFeatures,
} from '../../../src/contract/geojson-answers.ts';
export type { BatchItem } from '../../../src/contract/inputs.ts';
export type { Usage } from '../../../src/contract/key-usage.ts';
export type { LayerAnswer, LayerKey } from '../../../src/contract/layers.ts';
export type { ShortCheckResult, ShortRecord } from '../../../src/contract/short-answers.ts';
export type { Source, SourceRef } from '../../../src/contract/sources.ts';
export type { Subscription } from '../../../src/contract/subscriptions.ts';
export type { Suggestion } from '../../../src/contract/suggestion.ts';
export type { GeoJsonOperation, OperationName };

type Rows = typeof OPERATIONS;

/** Method, path, input and result of every operation. */
export type Operations = {
  readonly [N in OperationName]: {
    readonly method: Rows[N]['method'];
    readonly path: Rows[N]['path'];
    readonly input: z.input<Rows[N]['input']>;
    readonly result: ResultOf<N>;
  };
};
