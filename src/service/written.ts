// Results whose JSON lies ready in pieces: whoever writes such a result may copy them instead.

const WRITTEN = new WeakMap<object, readonly Uint8Array[]>();

/** From here on the result must not be changed. */
export function noteJson(result: object, pieces: readonly Uint8Array[]): void {
  WRITTEN.set(result, pieces);
}

export function jsonOf(result: object): readonly Uint8Array[] | undefined {
  return WRITTEN.get(result);
}
