// What follows from a short text is worked out once and held while it is asked for: people write the same few words and names. For pure
// functions. Bounded: when it is full it begins anew, which costs less than to keep an order of use.

/** Longer texts are seldom written twice, and would fill the memory. */
const LONGEST = 50;

export function rememberByText<T>(derive: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const derived = derive(text);
    if (text.length > LONGEST) return derived;
    if (known.size >= most) known.clear();
    known.set(text, derived);
    return derived;
  };
}
