// Content negotiation (RFC 9110 §12.5.1): which format of an operation the header Accept asks for. Who asks for none of them gets
// JSON, or a table for a table. `format` in the request itself comes before the header and is judged by the pipeline.

import { type Format, MEDIA_TYPES } from '../contract/formats.ts';

/** Nobody names the type of a format without knowing it: one that is named is preferred to those that are merely allowed. */
export function preferredFormat(
  accept: string | undefined,
  formats: readonly Format[],
  fallback: Format = 'json',
): Format {
  if (accept === undefined || formats.length === 1) return fallback;
  const weights = weightsIn(accept);
  let best = fallback;
  let most = weights.get(MEDIA_TYPES[fallback]) ?? 0;
  for (const format of formats) {
    const weight = weights.get(MEDIA_TYPES[format]) ?? 0;
    if (format !== fallback && weight > 0 && weight >= most) [best, most] = [format, weight];
  }
  return best;
}

function weightsIn(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((word) => word.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return weights;
}
