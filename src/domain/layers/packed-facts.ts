// The facts of a parcel as one text, so that a new layer changes no schema: a line for each layer that has one, its name
// before its JSON. JSON holds no line break, so the text of each fact comes back as it was, and with it every hash.

import type { FactLayer, Facts } from './facts.ts';
import { FACT_LAYERS, NO_FACTS } from './layer-table.ts';

export function packFacts(facts: Partial<Facts>): string {
  const lines: string[] = [];
  for (const layer of FACT_LAYERS) {
    const fact = facts[layer];
    if (fact !== null && fact !== undefined) lines.push(`${layer} ${fact}`);
  }
  return lines.join('\n');
}

/** Null and the empty text: nothing is recorded. Lines of layers that this version does not know are passed over. */
export function unpackFacts(packed: string | null): Facts {
  if (!packed) return NO_FACTS;
  const facts: Record<FactLayer, string | null> = { ...NO_FACTS };
  for (const line of packed.split('\n')) {
    const space = line.indexOf(' ');
    const layer = line.slice(0, space);
    if (layer in facts) facts[layer as FactLayer] = line.slice(space + 1);
  }
  return facts;
}
