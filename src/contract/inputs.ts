// What callers may send (spec §2.1, §4). "Exactly one of q, id, point" cannot be said in JSON Schema without
// losing readability: it is said in words (TARGET_RULE) and held by targetOf in the service.

import { z } from 'zod';
import { BUILDING_USES } from './answers.ts';
import { EVENT_NAMES } from './change-events.ts';
import { DATETIME_PATTERN } from './datetime-pattern.ts';
import { HINTS } from './fault-hints.ts';
import { type Bilingual, bilingual, LanguageSchema } from './language.ts';
import { LAYER_KEYS, LayerKeySchema } from './layers.ts';
import { FEATURE_LIMITS, LIMITS, REF_CHARACTERS, SUGGEST_LIMITS } from './limits.ts';
import { ruleText } from './schema-rules.ts';
import { DETAILS } from './short-answers.ts';
import { IsoDate } from './sources.ts';

export const TARGET_RULE = bilingual(
  'Pass exactly one of q, id or point (or lat together with lng).',
  'Należy podać dokładnie jeden z parametrów q, id, point (albo lat razem z lng).',
);
export const SEARCH_RULE = bilingual(
  'Pass exactly one of q, id or point (or lat together with lng), or bbox.',
  'Należy podać dokładnie jeden z parametrów q, id, point (albo lat razem z lng) lub bbox.',
);
export const ITEM_RULE = bilingual(
  'Pass exactly one of q, id or point.',
  'Należy podać dokładnie jeden z parametrów q, id, point.',
);

/** What to pass, told by the names that are taken: the hint wherever a fault has none of its own. */
export function ruleOf(names: readonly string[]): Bilingual {
  if (names.includes('url'))
    return bilingual(
      'Pass url, the https address of your receiver, and exactly one of parcel, gmina or polygon.',
      'Należy podać url, adres https odbiorcy, i dokładnie jeden z parametrów parcel, gmina, polygon.',
    );
  if (names.includes('subscription'))
    return bilingual(
      'Pass subscription, the id of a subscription of this key.',
      'Należy podać subscription: identyfikator subskrypcji tego klucza.',
    );
  if (names.includes('polygon'))
    return bilingual(
      'Pass polygon, a GeoJSON Polygon or MultiPolygon.',
      'Należy podać polygon: Polygon lub MultiPolygon w GeoJSON.',
    );
  if (names.includes('items'))
    return bilingual(
      'Pass items, each with exactly one of q, id or point.',
      'Należy podać items, każda pozycja z dokładnie jednym z: q, id, point.',
    );
  if (names.includes('bbox')) return SEARCH_RULE;
  if (names.includes('lat')) return TARGET_RULE;
  if (!names.includes('q')) return HINTS.parameters;
  return names.includes('id') ? ITEM_RULE : HINTS.typed;
}

// JSON Schema counts characters, JavaScript counts UTF-16 units: count as the contract says.
export const charactersOf = (text: string): number => [...text].length;

const notBlank = ({ min, max }: { readonly min: number; readonly max: number }): Bilingual =>
  bilingual(
    `must have ${min} to ${max} characters and not be blank`,
    `liczba znaków musi wynosić od ${min} do ${max}, tekst nie może być pusty`,
  );

const Q = z
  .string()
  .refine((text) => text.trim().length > 0 && charactersOf(text) <= LIMITS.q_characters.max, {
    error: ruleText(notBlank(LIMITS.q_characters)),
  })
  .meta({
    description: 'Free text as a person types it: a parcel, an address or a gmina.',
    minLength: LIMITS.q_characters.min,
    maxLength: LIMITS.q_characters.max,
    examples: ['dz. 123/4 Wola Mrokowska'],
  });

const Id = z
  .string()
  .min(1)
  .max(100)
  .meta({
    description: 'EGiB parcel id; the last separator of the number may be a slash or a dash.',
    examples: ['141803_2.0009.123/4', '141803_2.0009.123-4'],
  });

// Said in the contract, judged by the operation, whose message names what arrived.
const LAT_PATTERN = '(?:(?:49|5[0-4])(?:[.][0-9]+)?|55(?:[.]0+)?)';
const LNG_PATTERN = '(?:(?:1[4-9]|2[0-3])(?:[.][0-9]+)?|24(?:[.](?:[0-4][0-9]*|50*))?)';

const Point = z
  .string()
  .max(60)
  .meta({
    description: 'WGS84 "<lat>,<lng>".',
    pattern: `^ *[+]?0?${LAT_PATTERN} *, *[+]?0?${LNG_PATTERN} *$`,
    examples: ['52.0571,20.9344'],
  });

const Lat = z.number().min(LIMITS.lat.min).max(LIMITS.lat.max).meta({ description: 'WGS84; with lng.' });
const Lng = z.number().min(LIMITS.lng.min).max(LIMITS.lng.max).meta({ description: 'WGS84; with lat.' });

/** Whatever carries sentences takes it, be it only those of refusals. */
export const LANGUAGE_INPUT = {
  lang: LanguageSchema.optional().describe(
    'Language of the sentences in the answer; without it Accept-Language decides, then English.',
  ),
};

const target = {
  q: Q.optional(),
  id: Id.optional(),
  point: Point.optional(),
  lat: Lat.optional(),
  lng: Lng.optional(),
};

const pageLimit = z
  .number()
  .int()
  .min(LIMITS.page_limit.min)
  .max(LIMITS.page_limit.max)
  .default(LIMITS.page_limit.default)
  .meta({ description: 'The most rows of a page.' });

const cursor = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: 'next_cursor of the page before, with the same filters.' });

export const GEOMETRY_MODES = ['none', 'centroid', 'full'] as const;
export const GeometryMode = z
  .enum(GEOMETRY_MODES)
  .default('centroid')
  .meta({ description: 'How much of the outline comes along.' });
export type GeometryMode = z.infer<typeof GeometryMode>;

/** A list always has centroids. */
const listGeometry = z
  .enum(['centroid', 'full'])
  .optional()
  .meta({ default: 'centroid', description: 'full adds the outline of each parcel.' });

/** full where it is left out. */
const detail = z
  .enum(DETAILS)
  .optional()
  .meta({ default: 'full', description: 'short names sources by ids and lists them once.' });

const commaList = (what: string, allowed: readonly string[], example: string) =>
  z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: `Comma-separated ${what}: ${allowed.join(', ')}.`, examples: [example] });

const position = z.array(z.number()).min(2).max(4);
const ring = z.array(position);
const bounds = z.array(z.number()).optional().meta({ description: 'RFC 7946 §5. Not looked at.' });
export const POLYGON_MEMBERS = ['type', 'coordinates', 'bbox'] as const;
export const SearchPolygon = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('Polygon').describe('Kind of geometry.'),
      coordinates: z.array(ring).describe('An outer ring and its holes, as longitude, latitude.'),
      bbox: bounds,
    }),
    z.strictObject({
      type: z.literal('MultiPolygon').describe('Kind of geometry.'),
      coordinates: z.array(z.array(ring)).describe('Polygons, each an outer ring and its holes.'),
      bbox: bounds,
    }),
  ])
  .meta({ id: 'SearchPolygon', description: 'GeoJSON Polygon or MultiPolygon, WGS84, at most 4 km².' });
export type SearchPolygon = z.infer<typeof SearchPolygon>;

export const BatchItem = z
  .strictObject({
    q: Q.optional(),
    id: Id.optional(),
    point: Point.optional(),
    ref: z
      .string()
      .refine((text) => charactersOf(text) <= REF_CHARACTERS, {
        error: ruleText(
          bilingual(
            `must have at most ${REF_CHARACTERS} characters`,
            `liczba znaków może wynosić najwyżej ${REF_CHARACTERS}`,
          ),
        ),
      })
      .optional()
      .meta({ description: 'Your own reference; comes back unchanged.', maxLength: REF_CHARACTERS }),
  })
  .meta({
    id: 'BatchItem',
    description: 'Exactly one of q, id or point.',
    examples: [
      { id: '141803_2.0009.123/4', ref: 'row 1' },
      { q: 'dz. 123/4 Wola Mrokowska' },
      { point: '52.0571,20.9344' },
    ],
  });

export type BatchItem = z.input<typeof BatchItem>;

/** What GIS programs can add as a layer. */
export const FEATURE_COLLECTIONS = ['parcels', 'zones'] as const;
export type FeatureCollectionName = (typeof FEATURE_COLLECTIONS)[number];

export const INPUTS = {
  target: z.strictObject({ ...target, ...LANGUAGE_INPUT }),
  resolve: z.strictObject({
    ...target,
    limit: z
      .number()
      .int()
      .min(LIMITS.resolve_limit.min)
      .max(LIMITS.resolve_limit.max)
      .default(LIMITS.resolve_limit.default)
      .meta({ description: 'The most candidates.' }),
    ...LANGUAGE_INPUT,
  }),
  suggest: z.strictObject({
    q: z
      .string()
      .refine((text) => text.trim().length > 0 && charactersOf(text) <= SUGGEST_LIMITS.q_characters.max, {
        error: ruleText(notBlank(SUGGEST_LIMITS.q_characters)),
      })
      .meta({
        description: 'What has been typed so far. Never logged.',
        minLength: SUGGEST_LIMITS.q_characters.min,
        maxLength: SUGGEST_LIMITS.q_characters.max,
        examples: ['Wola Mro'],
      }),
    limit: z
      .number()
      .int()
      .min(SUGGEST_LIMITS.limit.min)
      .max(SUGGEST_LIMITS.limit.max)
      .default(SUGGEST_LIMITS.limit.default)
      .meta({ description: 'The most suggestions.' }),
    near: Point.optional().meta({
      description: 'WGS84 "<lat>,<lng>": of equally good suggestions the nearer come first.',
      examples: ['52.0571,20.9344'],
    }),
    ...LANGUAGE_INPUT,
  }),
  parcel: z.strictObject({
    ...target,
    layers: commaList('layer keys', LAYER_KEYS, 'planning,flood').optional(),
    geometry: GeometryMode,
    detail,
    ...LANGUAGE_INPUT,
  }),
  batch: z.strictObject({
    // Items are judged one by one: a malformed item is that item's own error, not the batch's (contract §5).
    items: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/BatchItem' }))
      .min(LIMITS.batch_items.min)
      .max(LIMITS.batch_items.max)
      .meta({ description: 'The parcels to ask for; answers come in this order.' }),
    layers: z
      .array(LayerKeySchema)
      .min(1)
      .optional()
      .meta({ description: 'Only these layers; all of them without it.' }),
    geometry: GeometryMode,
    detail,
    ...LANGUAGE_INPUT,
  }),
  search: z.strictObject({
    ...target,
    bbox: z
      .string()
      .max(120)
      .optional()
      .meta({
        description: 'WGS84 "min_lon,min_lat,max_lon,max_lat", at most 4 km²; replaces q, id and point.',
        pattern: `^ *${LNG_PATTERN} *, *${LAT_PATTERN} *, *${LNG_PATTERN} *, *${LAT_PATTERN} *$`,
        examples: ['20.93,52.055,20.94,52.06'],
      }),
    radius_m: z
      .number()
      .int()
      .min(LIMITS.radius_m.min)
      .max(LIMITS.radius_m.max)
      .optional()
      .meta({ default: LIMITS.radius_m.default, description: 'With q, id or point; not with bbox.' }),
    geometry: listGeometry,
    limit: pageLimit,
    cursor: cursor.optional(),
    ...LANGUAGE_INPUT,
  }),
  search_polygon: z.strictObject({
    polygon: SearchPolygon.describe('Where to search.'),
    geometry: listGeometry,
    limit: pageLimit,
    cursor: cursor
      .nullable()
      .optional()
      .meta({ description: 'next_cursor of the page before, with the same filters.' }),
    ...LANGUAGE_INPUT,
  }),
  layer: z.strictObject({
    layer: LayerKeySchema.describe('Key of the layer.'),
    ...target,
    ...LANGUAGE_INPUT,
  }),
  check: z.strictObject({
    ...target,
    detail,
    use: z.enum(BUILDING_USES).default('any').meta({
      description:
        'What is meant to be built: house (single-family), multi_family, farmstead, services or production; any asks whether one can build at all.',
    }),
    ...LANGUAGE_INPUT,
  }),
  events: z.strictObject({
    ...target,
    since: IsoDate.optional().meta({ description: 'Inclusive; compares with detected_at.' }),
    types: commaList('event names', EVENT_NAMES, 'parcel_created').optional(),
    summary: z
      .boolean()
      .default(false)
      .meta({ description: 'Counts by event and layer instead of rows; not with limit or cursor.' }),
    limit: z.number().int().min(LIMITS.page_limit.min).max(LIMITS.page_limit.max).optional().meta({
      default: LIMITS.page_limit.default,
      description: 'The most rows of a page; not with summary.',
    }),
    cursor: cursor.optional(),
    ...LANGUAGE_INPUT,
  }),
  sources: z.strictObject({
    ...target,
    layer: LayerKeySchema.optional().describe('Only sources of this layer.'),
    ...LANGUAGE_INPUT,
  }),
  gmina: z.strictObject({
    teryt: z
      .string()
      .max(100)
      // Said in the contract, judged by the operation: what is not a code of seven digits is no gmina, so 404.
      .meta({
        description: '7-digit TERYT code of the gmina.',
        pattern: '^[0-9]{7}$',
        examples: ['1418032'],
      }),
    ...LANGUAGE_INPUT,
  }),
  ogc_items: z.strictObject({
    collection: z.enum(FEATURE_COLLECTIONS).describe('Which collection.'),
    bbox: z
      .string()
      .max(200)
      .optional()
      .meta({
        description: 'WGS84 "west,south,east,north", of any size; touching counts.',
        examples: ['20.93,52.055,20.94,52.06'],
      }),
    limit: z
      .number()
      .int()
      .min(FEATURE_LIMITS.min)
      .max(1_000_000_000)
      .default(FEATURE_LIMITS.default)
      .meta({ description: `More than ${FEATURE_LIMITS.max} gives as many.` }),
    cursor: cursor.optional(),
    datetime: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'An instant or an interval, RFC 3339 or days; ".." is an open end. Zones are there as long as their plan is in force; parcels have no time, so that all match.',
        examples: ['2026-11-16', '2026-01-01/..'],
        pattern: DATETIME_PATTERN,
      }),
    f: z.enum(['json']).optional().meta({ description: 'GeoJSON is all there is.' }),
    ...LANGUAGE_INPUT,
  }),
  ogc_feature: z.strictObject({
    collection: z.enum(FEATURE_COLLECTIONS).describe('Which collection.'),
    feature: z.string().min(1).max(300).meta({ description: 'The id of a feature.' }),
    f: z.enum(['json']).optional().meta({ description: 'GeoJSON is all there is.' }),
    ...LANGUAGE_INPUT,
  }),
  usage: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, {
        error: ruleText(bilingual('must be a month, as YYYY-MM', 'musi być miesiącem w postaci RRRR-MM')),
      })
      .optional()
      .meta({ description: 'YYYY-MM; the current month in Warsaw without it.', examples: ['2026-11'] }),
    ...LANGUAGE_INPUT,
  }),
  none: z.strictObject({}),
} as const;

export type TargetInput = z.infer<typeof INPUTS.target>;
