// Which gminy have postcodes of an area, by the addresses that are loaded. An area is the first two digits: the rest changes from
// street to street, and nobody knows all of it by heart.

const NONE: ReadonlySet<string> = new Set();
const areaOf = (postcode: string) => postcode.slice(0, 2);

export class PostalAreas {
  /** By gmina. */
  readonly #areas = new Map<string, Set<string>>();
  /** By area, as they were asked for. */
  readonly #outside = new Map<string, ReadonlySet<string>>();

  add(gmina: string, postcode: string | null): void {
    if (postcode === null) return;
    const known = this.#areas.get(gmina);
    if (known) known.add(areaOf(postcode));
    else this.#areas.set(gmina, new Set([areaOf(postcode)]));
    if (this.#outside.size > 0) this.#outside.clear();
  }

  /** The gminy some of whose addresses have postcodes of that area. */
  gminyInside(postcode: string): ReadonlySet<string> {
    const inside = new Set<string>();
    for (const [gmina, areas] of this.#areas) if (areas.has(areaOf(postcode))) inside.add(gmina);
    return inside;
  }

  /** The gminy whose addresses have postcodes, and none of that area. */
  gminyOutside(postcode: string | null): ReadonlySet<string> {
    if (postcode === null) return NONE;
    const area = areaOf(postcode);
    const known = this.#outside.get(area);
    if (known) return known;
    const outside = new Set<string>();
    for (const [gmina, areas] of this.#areas) if (!areas.has(area)) outside.add(gmina);
    this.#outside.set(area, outside);
    return outside;
  }
}
