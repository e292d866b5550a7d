// In which formats an answer can be had: the envelope as JSON, and for some operations GeoJSON or a table (contract §13).

/** What a caller may ask for, by `format` or by the header Accept. */
export const FORMATS = ['json', 'geojson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** The name under which each is asked for in Accept. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  geojson: 'application/geo+json',
  csv: 'text/csv',
};

/** RFC 7946 knows no charset: GeoJSON is always UTF-8. */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8; header=present',
};
