// What was typed as the target of a question → the parameter that means exactly that. An id and a point say where to measure
// from; a text is read by the resolver, which knows nothing of such. What an id and a point are is judged by the service; a point
// of so few digits that many parcels fit stays a text, of which the service says so.

import { readPoints } from '../domain/text/read-point.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { targetOf } from '../service/pipeline/parse.ts';

type TypedTarget = { readonly id: string } | { readonly point: string } | { readonly q: string };

export function readTarget(text: string): TypedTarget {
  const targets = [{ id: text }, ...(isFinePoint(text) ? [{ point: text }] : [])];
  return targets.find(isTarget) ?? { q: text };
}

function isFinePoint(text: string): boolean {
  const points = readPoints(text);
  return points.length > 0 && points.every(({ isCoarse }) => !isCoarse);
}

function isTarget(input: { id: string } | { point: string }): boolean {
  try {
    return targetOf(input) !== null;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
