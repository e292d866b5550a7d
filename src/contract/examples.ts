// Real answers from the sample world, shown as examples in the contract and in /docs. The file is written by `npm run examples`; a test asks
// a running server for each of them.

import kept from './examples.json' with { type: 'json' };
import { FORMATS, type Format } from './formats.ts';

export interface Example {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly http: number;
  /** An envelope or GeoJSON; the text of a table. */
  readonly answer: unknown;
}

/** By operation, or `errors`, and by name; `ok` is the answer to the example of the operation. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example>>>> = kept;

/** Those of an operation in one format: examples in another are named after it. */
export function examplesOf(operation: string, format: Format): Record<string, Example> {
  const formatOf = (name: string) => FORMATS.find((each) => each === name) ?? 'json';
  const all = Object.entries(EXAMPLES[operation] ?? {});
  return Object.fromEntries(all.filter(([name]) => formatOf(name) === format));
}
