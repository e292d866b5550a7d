// Which of the names that may stand in a text explain it together. Knows stretches and what their spelling costs, not
// what they name.

import { mayBeName, type Token } from './token.ts';

/** Tokens [from, to) that may be a name, by what its spellings cost, the cheapest first. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly hits: readonly { readonly cost: number }[];
}

interface Cover<S> {
  readonly value: number;
  readonly spans: readonly S[];
}

const NO_COVER: Cover<never> = { value: 0, spans: [] };

/** The stretches that together explain most words; fewer and nearer names are better. */
export function bestCover<S extends Stretch>(
  tokens: readonly Token[],
  spansAt: readonly (readonly S[])[],
): readonly S[] {
  // By the token from which on it covers the text; after the last one there is nothing to cover.
  const best: Cover<S>[] = [];
  for (let at = tokens.length - 1; at >= 0; at--) {
    let top: Cover<S> = best[at + 1] ?? NO_COVER;
    for (const span of spansAt[at] ?? []) {
      const rest: Cover<S> = best[span.to] ?? NO_COVER;
      const value = rest.value + worthOf(tokens, span);
      if (value > top.value) top = { value, spans: [span, ...rest.spans] };
    }
    best[at] = top;
  }
  return best[0]?.spans ?? [];
}

/** A word that is only a label or a number is worth little as a name by itself, more inside one ("Nowa Wieś"). */
function worthOf(tokens: readonly Token[], span: Stretch): number {
  const inside = tokens.slice(span.from, span.to);
  const names = inside.filter(mayBeName).length;
  if (names === 0)
    return inside.every((token) => token.isWord || isInitials(token)) &&
      !inside.some((token) => token.labels.includes('filler'))
      ? 0.01
      : -1;
  const [nearest] = span.hits;
  return inside.length - (nearest?.cost ?? 0) - 0.05;
}

/** "JP2" */
const isInitials = ({ text }: Token) => /^\p{L}{2,5}\d$/u.test(text);

/** Whether each word that may be one is part of a name. */
export const isExplained = (tokens: readonly Token[], spans: readonly Stretch[]) =>
  tokens.every((token, at) => !mayBeName(token) || spans.some((span) => at >= span.from && at < span.to));
