// Every number the specification promises (spec §8), named once. Nothing else in the product repeats them.

export const LIMITS = {
  q_characters: { min: 1, max: 300 },
  lat: { min: 49, max: 55 },
  lng: { min: 14, max: 24.5 },
  resolve_limit: { min: 1, max: 20, default: 5 },
  page_limit: { min: 1, max: 1000, default: 100 },
  radius_m: { min: 0, max: 2000, default: 0 },
  search_area_m2: 4_000_000,
  polygon_vertices: 5_000,
  batch_items: { min: 1, max: 1000 },
  permits_radius_m: 500,
  public_road_within_m: 30,
  least_price_transactions: 5,
  settle_confidence: 0.85,
  settle_lead: 0.15,
} as const;

/** Of suggestions, which the specification does not know (contract §13). */
export const SUGGEST_LIMITS = {
  q_characters: { min: 1, max: 100 },
  limit: { min: 1, max: 20, default: 8 },
  /** Whoever types asks several times a second: they have a bucket of their own, so many times that of the key. */
  rate_times: 5,
} as const;

/** Tiles have a bucket of their own as well: a map asks for dozens at once (contract §13). */
export const TILE_LIMITS = { rate_times: 5 } as const;

/** Ids of keys that a page hands to everybody begin so: they are limited by the address of the client. */
export const PAGE_KEY_PREFIX = 'page:';

/** Of a page of features; more is cut down to it, as GIS programs expect. */
export const FEATURE_LIMITS = { min: 1, max: 1000, default: 100 } as const;

/** The caller's own reference in an item of a batch. */
export const REF_CHARACTERS = 200;

/** A character beyond the first plane of Unicode, escaped: two halves such as \ud83c. */
const ESCAPED_BYTES = 12;
/** Names, punctuation and the indentation of an item. */
const ITEM_FRAME_BYTES = 256;
/** A vertex of a polygon is a list and up to four numbers; as much again is never needed for rings and members. */
const VALUES_PER_VERTEX = 6;

/** Three numbers with all their digits, each on a line of its own, six levels deep; more than for one vertex is left for cursor and members. */
const VERTEX_BYTES = 200;

/** What HTTP itself accepts. Wide enough for the longest valid request, small enough to refuse a flood early. */
export const HTTP_LIMITS = {
  url_characters: 8_000,
  path_part_characters: 300,
  /** The longest batch in any spelling of JSON. */
  batch_bytes:
    LIMITS.batch_items.max * ((LIMITS.q_characters.max + REF_CHARACTERS) * ESCAPED_BYTES + ITEM_FRAME_BYTES),
  /** A polygon of the most vertices, indented. */
  polygon_bytes: (LIMITS.polygon_vertices + 1) * VERTEX_BYTES,
  /** What is read of whoever has no key. */
  stranger_bytes: 64 << 10,
  /** Members, items and numbers of a body: millions of them would take seconds to read and to judge. */
  body_values: LIMITS.polygon_vertices * VALUES_PER_VERTEX,
  header_bytes: 16_384,
  request_timeout_ms: 30_000,
} as const;

/** What an assistant can take: about 20,000 tokens, at three characters a token for JSON with Polish names. */
export const MCP_LIMITS = {
  answer_characters: 60_000,
  page_limit_default: 20,
} as const;

/** Part of every ETag: a new shape of answer must not be confused with a cached old one. */
export const CONTRACT_VERSION = '1.0.0-draft.6';
