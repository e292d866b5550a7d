// The layers of a record as cards one can read: each value in its own form, with coverage in plain words and its source. What is
// not known says so, and is never shown as nothing.

import type { ComponentChildren } from 'preact';
import type { ParcelRecord } from '../contract/answers.ts';
import type { LayerAnswer, LayerKey, LayerValue, ZoneParameters } from '../contract/layers.ts';
import { soilColour, zoneColour } from '../tiles/map-style.ts';
import { PriceRange, ShareBar } from './charts.tsx';
import { today } from './plan-day.ts';
import { SourceLine } from './source-line.tsx';
import { pageWords, showArea, showDay, showLength, showNumber, showPercent } from './words.ts';

type CardKey = keyof typeof pageWords.value.layers & LayerKey;

/** In the order of the page. */
const CARDS: { readonly [K in CardKey]: (value: LayerValue<K>) => ComponentChildren } = {
  planning: Planning,
  flood: Flood,
  landslide: ({ present, count = 0 }) =>
    present ? `${pageWords.value.values.present} (${count})` : pageWords.value.values.none_recorded,
  protected: Protected,
  road_access: RoadAccess,
  buildings: ({ count, footprint_m2_total }) => (
    <p>
      <b>{pageWords.value.values.buildings(count)}</b>
      {count > 0 && footprint_m2_total
        ? `, ${pageWords.value.values.footprint} ${showArea(footprint_m2_total)}`
        : ''}
    </p>
  ),
  soil: Soil,
  prices: Prices,
  permits: Permits,
  address: ({ addresses }) =>
    addresses.length === 0 ? (
      pageWords.value.values.none_recorded
    ) : (
      <ul class="plain">
        {addresses.map(({ street, locality, house_number, postcode }) => (
          <li key={`${street} ${house_number} ${locality}`}>
            {street ? `${street} ${house_number}, ` : `${house_number}, `}
            {postcode ? `${postcode} ` : ''}
            {locality}
          </li>
        ))}
      </ul>
    ),
};

const CARD_KEYS = Object.keys(CARDS) as CardKey[];

export function LayerCards({ record }: { record: ParcelRecord }) {
  return (
    <section aria-labelledby="layers-title">
      <h2 id="layers-title">{pageWords.value.layers.title}</h2>
      <div class="cards">
        {CARD_KEYS.map((key) => {
          const answer = record.layers[key];
          return answer ? <LayerCard key={key} layer={key} answer={answer} /> : null;
        })}
      </div>
    </section>
  );
}

function LayerCard<K extends CardKey>({ layer, answer }: { layer: K; answer: LayerAnswer }) {
  const { coverage, note, source, value } = answer;
  // The record pairs each key with its own value; that is lost where all of them are gone through.
  const draw = CARDS[layer] as (value: unknown) => ComponentChildren;
  return (
    <article class={`card card-${coverage}`}>
      <header>
        <h3>{pageWords.value.layers[layer]}</h3>
        <span class={`coverage coverage-${coverage}`}>{coverageOf(answer)}</span>
      </header>
      {value !== null && <div class="value">{draw(value)}</div>}
      {note !== '' && <p class="note">{note}</p>}
      <SourceLine source={source} />
    </article>
  );
}

/** The general label, except where it would deny what the value holds: sales too few to tell a price are not none. */
function coverageOf({ coverage, value }: LayerAnswer): string {
  const { coverage: told, values } = pageWords.value;
  const sales = value !== null && 'comparables_count' in value ? value.comparables_count : 0;
  return coverage === 'covered_no_data' && sales > 0 ? values.too_few : told[coverage];
}

function Planning({ pog, mpzp, wz, parts = [] }: LayerValue<'planning'>) {
  const { values, zones, parts: partWords } = pageWords.value;
  const general = pog.value;
  const local = mpzp.value;
  return (
    <>
      <dl class="lines">
        <dt>{values.general_plan}</dt>
        <dd>
          {values.plan_status[general?.status ?? 'unknown']}
          {general?.effective_from
            ? `, ${values[general.effective_from > today() ? 'from' : 'since'](showDay(general.effective_from))}`
            : ''}
          {general?.in_ouz ? `, ${onShare(partWords.in_ouz, parts, ({ in_ouz }) => in_ouz === true)}` : ''}
        </dd>
        <dt>{values.local_plan}</dt>
        <dd>
          {values.plan_status[local?.status ?? 'unknown']}
          {local?.symbol ? `, ${symbolsOf(local.symbol, parts)}` : ''}
        </dd>
        <dt>{values.decision}</dt>
        <dd>
          {wz.value?.possible === true
            ? general?.status === 'in_force'
              ? values.possible_in_zone
              : values.possible
            : wz.value?.possible === false
              ? wz.value.reason_code === 'mpzp_in_force'
                ? values.not_needed
                : values.impossible
              : values.plan_status.unknown}
        </dd>
      </dl>
      {general && general.zones.length > 0 && (
        <ShareBar
          title={values.zones}
          segments={general.zones.map(({ symbol, share_pct }, at) => ({
            key: `${symbol} ${at}`,
            label: `${symbol} – ${zones[symbol] ?? ''}`,
            share_pct,
            colour: zoneColour(symbol),
          }))}
        />
      )}
      {general?.zones.map(({ symbol, parameters }, at) => (
        <Limits
          key={`${symbol} ${at}`}
          of={parameters}
          zone={general.zones.length > 1 ? `${symbol}: ` : ''}
        />
      ))}
    </>
  );
}

type Parts = NonNullable<LayerValue<'planning'>['parts']>;

const shareOf = (parts: Parts) =>
  Math.min(
    100,
    parts.reduce((sum, { share_pct }) => sum + share_pct, 0),
  );

/** What holds on a part of the parcel names the share. */
function onShare(what: string, parts: Parts, holds: (part: Parts[number]) => boolean): string {
  const share_pct = shareOf(parts.filter(holds));
  return share_pct === 0 || share_pct === 100
    ? what
    : pageWords.value.values.on_share(what, showPercent(share_pct));
}

/** Every symbol of the local plan on the parcel, with its share; `symbol` where it is the only one. */
function symbolsOf(symbol: string, parts: Parts): string {
  const symbols = new Set(parts.flatMap(({ mpzp_symbol }) => mpzp_symbol ?? []));
  if (symbols.size === 0) return symbol;
  return [...symbols]
    .map((one) => [one, shareOf(parts.filter(({ mpzp_symbol }) => mpzp_symbol === one))] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([one, share_pct]) => (share_pct === 100 ? one : `${one} ${showPercent(share_pct)}`))
    .join(', ');
}

function Limits({ of, zone }: { of: ZoneParameters; zone: string }) {
  const { values } = pageWords.value;
  const told: [string, string][] = [];
  if (of.max_height_m !== null) told.push([values.height, `≤ ${showNumber(of.max_height_m, 1)} m`]);
  if (of.max_coverage_pct !== null) told.push([values.built_up, `≤ ${showPercent(of.max_coverage_pct)}`]);
  if (of.min_biologically_active_pct !== null)
    told.push([values.green, `≥ ${showPercent(of.min_biologically_active_pct)}`]);
  if (of.max_intensity !== null) told.push([values.intensity, `≤ ${showNumber(of.max_intensity, 2)}`]);
  if (told.length === 0) return null;
  return (
    <ul class="chips" aria-label={values.limits}>
      {told.map(([name, limit]) => (
        <li key={name}>
          {zone}
          {name} <b>{limit}</b>
        </li>
      ))}
    </ul>
  );
}

function Flood({ q10, q100, q500, q100_share_pct }: LayerValue<'flood'>) {
  const { values } = pageWords.value;
  return (
    <ul class="plain">
      {(
        [
          ['q10', q10],
          ['q100', q100],
          ['q500', q500],
        ] as const
      ).map(([key, isReached]) => (
        <li key={key}>
          {values.flood[key]}: <b>{isReached ? values.reached : values.not_reached}</b>
          {key === 'q100' && isReached && q100_share_pct ? ` (${showPercent(q100_share_pct)})` : ''}
        </li>
      ))}
    </ul>
  );
}

function Protected({ forms }: LayerValue<'protected'>) {
  const names = pageWords.value.values.forms;
  if (forms.length === 0) return <p>{pageWords.value.values.none_recorded}</p>;
  return (
    <ul class="plain">
      {forms.map(({ type, name, code }) => (
        <li key={`${type} ${code} ${name}`}>
          <b>{name}</b> <small>{names[type]}</small>
        </li>
      ))}
    </ul>
  );
}

/** How it was found is what is known: a road that is near is no access yet. */
function RoadAccess({ verdict, via, nearest_public_road_m }: LayerValue<'road_access'>) {
  const { values } = pageWords.value;
  return (
    <p>
      <b>{via ? values.via[via] : values.road[verdict]}</b>
      {nearest_public_road_m ? `; ${values.nearest_road(showLength(nearest_public_road_m))}` : ''}
    </p>
  );
}

function Soil({ classes }: LayerValue<'soil'>) {
  const { values, layers } = pageWords.value;
  if (classes.length === 0) return <p>{values.not_farmed}</p>;
  return (
    <ShareBar
      title={layers.soil}
      segments={classes.map(({ symbol, share_pct }) => ({
        key: symbol,
        label: symbol,
        share_pct,
        colour: soilColour(symbol),
      }))}
    />
  );
}

function Prices(value: LayerValue<'prices'>) {
  const { values } = pageWords.value;
  const { comparables_count, p25_pln_m2, median_pln_m2, p75_pln_m2, radius_m, window_months } = value;
  const isTold = p25_pln_m2 != null && median_pln_m2 != null && p75_pln_m2 != null;
  return (
    <>
      {isTold && <PriceRange p25={p25_pln_m2} median={median_pln_m2} p75={p75_pln_m2} />}
      <p>
        {isTold ? values.comparables(comparables_count) : values.withheld}
        {isTold && radius_m && window_months ? ` ${values.within(radius_m, window_months)}` : ''}
      </p>
    </>
  );
}

const PERMITS_AT_FIRST = 5;

function Permits({ count_500m, recent = [] }: LayerValue<'permits'>) {
  const { values } = pageWords.value;
  const [first, more] = [recent.slice(0, PERMITS_AT_FIRST), recent.slice(PERMITS_AT_FIRST)];
  return (
    <>
      <p>
        <b>{values.permits(count_500m)}</b>
        {recent.length > 0 && recent.length < count_500m ? `; ${values.newest(recent.length)}` : ''}
      </p>
      <PermitList of={first} />
      {more.length > 0 && (
        <details class="more">
          <summary>{values.more(more.length)}</summary>
          <PermitList of={more} />
        </details>
      )}
    </>
  );
}

function PermitList({ of }: { of: NonNullable<LayerValue<'permits'>['recent']> }) {
  return (
    <ul class="plain">
      {of.map(({ kind, decision_date, object_category, distance_m }, at) => (
        <li key={`${kind} ${decision_date} ${at}`}>
          {decision_date ? `${showDay(decision_date)}: ` : ''}
          {kind}
          {object_category ? `, ${object_category}` : ''} <small>{showLength(distance_m)}</small>
        </li>
      ))}
    </ul>
  );
}
