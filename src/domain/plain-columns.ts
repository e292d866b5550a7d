// A record as a row of a table: plain columns for spreadsheets and exports. One table a layer, which a new layer cannot be forgotten in;
// what is not known is null, and the column of its coverage says why. Knows no file format.

import type { ParcelRecord } from '../contract/answers.ts';
import type { LayerKey, LayerValue } from '../contract/layers.ts';
import type { PlanningPart } from '../contract/planning-parts.ts';

export type Cell = string | number | boolean | null;
/** A date is a text, YYYY-MM-DD: files that know days hold it as one. */
export type ColumnType = 'text' | 'date' | 'number' | 'integer' | 'boolean';

export interface PlainColumn<S> {
  readonly name: string;
  readonly type: ColumnType;
  of(source: S): Cell | undefined;
}

const column = <S>(name: string, type: ColumnType, of: PlainColumn<S>['of']): PlainColumn<S> => ({
  name,
  type,
  of,
});

export type Placed = Pick<ParcelRecord, 'id' | 'admin' | 'area' | 'centroid'>;

export const PLACE_COLUMNS: readonly PlainColumn<Placed>[] = [
  column('voivodeship', 'text', ({ admin }) => admin.voivodeship_name),
  column('powiat', 'text', ({ admin }) => admin.powiat_name),
  column('gmina_teryt', 'text', ({ admin }) => admin.gmina_teryt),
  column('gmina', 'text', ({ admin }) => admin.gmina_name),
  column('obreb_id', 'text', ({ admin }) => admin.obreb_id),
  column('obreb', 'text', ({ admin }) => admin.obreb_name),
  column('number', 'text', ({ admin }) => admin.number),
  column('area_official_m2', 'number', ({ area }) => area.official_m2),
  column('area_geometry_m2', 'number', ({ area }) => area.geometry_m2),
  column('lng', 'number', ({ centroid }) => centroid?.[0]),
  column('lat', 'number', ({ centroid }) => centroid?.[1]),
];

type ValueColumns = { readonly [K in LayerKey]: readonly PlainColumn<LayerValue<K>>[] };

/** Of planning the layers it is put together from are told under their own names, and then where one can build. */
const VALUE_COLUMNS: ValueColumns = {
  planning: [
    column('parts', 'text', ({ parts }) => listed(parts, partInWords)),
    column('open_m2', 'number', ({ parts }) => openArea(parts)),
  ],
  pog: [
    column('pog_status', 'text', ({ status }) => status),
    column('pog_zone_symbol', 'text', ({ zone_symbol }) => zone_symbol),
    column('pog_zone_name', 'text', ({ zone_name }) => zone_name),
    column('pog_effective_from', 'date', ({ effective_from }) => effective_from),
    column('pog_in_ouz', 'boolean', ({ in_ouz }) => in_ouz),
  ],
  mpzp: [
    column('mpzp_status', 'text', ({ status }) => status),
    column('mpzp_symbol', 'text', ({ symbol }) => symbol),
    column('mpzp_share_pct', 'number', ({ share_pct }) => share_pct),
  ],
  wz: [column('wz_possible', 'boolean', ({ possible }) => possible)],
  flood: [
    column('flood_q10', 'boolean', ({ q10 }) => q10),
    column('flood_q100', 'boolean', ({ q100 }) => q100),
    column('flood_q500', 'boolean', ({ q500 }) => q500),
    column('flood_q100_share_pct', 'number', ({ q100_share_pct }) => q100_share_pct),
  ],
  landslide: [
    column('landslide_present', 'boolean', ({ present }) => present),
    column('landslide_count', 'integer', ({ count }) => count),
  ],
  protected: [
    column('protected_inside_any', 'boolean', ({ inside_any }) => inside_any),
    column('protected_forms', 'text', ({ forms }) => listed(forms, ({ type, name }) => `${type}: ${name}`)),
  ],
  buildings: [
    column('buildings_count', 'integer', ({ count }) => count),
    column('buildings_footprint_m2', 'number', ({ footprint_m2_total }) => footprint_m2_total),
  ],
  road_access: [
    column('road_access_verdict', 'text', ({ verdict }) => verdict),
    column('road_access_via', 'text', ({ via }) => via),
    column('nearest_public_road_m', 'number', ({ nearest_public_road_m }) => nearest_public_road_m),
  ],
  permits: [column('permits_500m', 'integer', ({ count_500m }) => count_500m)],
  prices: [
    column('prices_comparables', 'integer', ({ comparables_count }) => comparables_count),
    column('prices_median_pln_m2', 'number', ({ median_pln_m2 }) => median_pln_m2),
    column('prices_p25_pln_m2', 'number', ({ p25_pln_m2 }) => p25_pln_m2),
    column('prices_p75_pln_m2', 'number', ({ p75_pln_m2 }) => p75_pln_m2),
  ],
  soil: [
    column('soil_classes', 'text', ({ classes }) =>
      listed(classes, ({ symbol, share_pct }) => `${symbol} ${share_pct}%`),
    ),
  ],
  address: [
    column('addresses', 'text', ({ addresses }) =>
      listed(addresses, ({ locality, street, house_number, postcode }) =>
        [`${street ?? locality} ${house_number}`, [postcode, locality].filter(Boolean).join(' ')].join(', '),
      ),
    ),
  ],
};

/**
 * Names, no sentence: SJ OUZ 29.73% 2407.1 m² open. A local plan without a published designation, or that is not known, says so, and
 * so does a zone of which it is not known whether it lies in an infill area.
 */
function partInWords({ mpzp_status, mpzp_symbol, zone_symbol, in_ouz, ...part }: PlanningPart): string {
  const plan = mpzp_symbol ?? (mpzp_status === 'none' ? null : `mpzp:${mpzp_status}`);
  const { share_pct, area_m2, building } = part;
  const unknown = in_ouz === null && zone_symbol !== null ? 'OUZ:unknown' : null;
  return [plan, zone_symbol, in_ouz ? 'OUZ' : unknown, `${share_pct}%`, `${area_m2} m²`, building]
    .filter((word) => word !== null)
    .join(' ');
}

/** Square metres on which one can build. */
export function openArea(parts: readonly PlanningPart[]): number {
  const open = parts.filter(({ building }) => building === 'open');
  return Math.round(100 * open.reduce((sum, { area_m2 }) => sum + area_m2, 0)) / 100;
}

/** Null of an empty list: an empty text would be a second kind of nothing. */
const listed = <T>(items: readonly T[], tell: (item: T) => string) => items.map(tell).join('; ') || null;

const LAYERS_OF_PLANNING = ['pog', 'mpzp', 'wz'] as const;

/** Those of a record with these layers, each once. */
export function layerColumns(keys: readonly LayerKey[]): RecordColumn[] {
  const columns = keys.flatMap((key) =>
    key === 'planning'
      ? [...LAYERS_OF_PLANNING.flatMap((inner) => columnsOf(inner, 'planning')), ...valueColumns('planning')]
      : columnsOf(key),
  );
  return [...new Map(columns.map((each) => [each.name, each])).values()];
}

type RecordColumn = PlainColumn<Pick<ParcelRecord, 'layers'>>;
type Inner = (typeof LAYERS_OF_PLANNING)[number];

function columnsOf(key: LayerKey, within?: 'planning'): RecordColumn[] {
  return [
    column(`${key}_coverage`, 'text', (record) => coverageIn(record, key, within)),
    ...valueColumns(key, within),
  ];
}

function valueColumns(key: LayerKey, within?: 'planning'): RecordColumn[] {
  // Each table reads the value of its own layer; that the two belong together is lost on a key chosen at run time.
  const columns = VALUE_COLUMNS[key] as readonly PlainColumn<unknown>[];
  return columns.map(({ name, type, of }) =>
    column(name, type, (record) => {
      const value = answerIn(record, key, within)?.value;
      return value === null || value === undefined ? null : of(value);
    }),
  );
}

/** Of a layer without a value, what it is put together from is covered as it is. */
const coverageIn = (record: Pick<ParcelRecord, 'layers'>, key: LayerKey, within?: 'planning') =>
  (answerIn(record, key, within) ?? (within && record.layers[within]))?.coverage;

const answerIn = ({ layers }: Pick<ParcelRecord, 'layers'>, key: LayerKey, within?: 'planning') =>
  within === undefined ? layers[key] : layers.planning?.value?.[key as Inner];
