// What follows from the same arguments as the time before is not worked out again; one result is held. For pure functions. The
// answers of a parcel are made one after another, and several rest on the same facts and parts.

export function rememberLast<A extends readonly unknown[], T>(
  derive: (...given: A) => T,
): (...given: A) => T {
  let last: { readonly given: A; readonly result: T } | null = null;
  return (...given) => {
    if (last === null || !areSame(last.given, given)) last = { given, result: derive(...given) };
    return last.result;
  };
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return a.length === b.length;
}
