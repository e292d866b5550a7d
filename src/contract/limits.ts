// Every number the specification promises (§8), named once. Nothing else in the product repeats them.

export const LIMITS = {
  q_characters: { min: 1, max: 300 },
  lat: { min: 49, max: 55 },
  lng: { min: 14, max: 24.5 },
  resolve_limit: { min: 1, max: 20, default: 5 },
  page_limit: { min: 1, max: 1000, default: 100 },
  radius_m: { min: 0, max: 2000, default: 0 },
  search_area_m2: 4_000_000,
  polygon_vertices: 10_000,
  batch_items: { min: 1, max: 1000 },
  permits_radius_m: 500,
  public_road_within_m: 30,
  least_price_transactions: 5,
  settle_confidence: 0.85,
  settle_lead: 0.15,
} as const;

/** What HTTP itself accepts. Wide enough for the longest valid request, small enough to refuse a flood early. */
export const HTTP_LIMITS = {
  url_characters: 8_000,
  path_part_characters: 300,
  body_bytes: 1_048_576,
  header_bytes: 16_384,
  request_timeout_ms: 30_000,
} as const;

/** What an assistant can take: about 20,000 tokens, at three characters a token for JSON with Polish names. */
export const MCP_LIMITS = {
  answer_characters: 60_000,
  page_limit_default: 20,
} as const;

/** Part of every ETag: a new shape of answer must not be confused with a cached old one. */
export const CONTRACT_VERSION = '1.0.0-draft.1';
