// The parts of a parcel as a bar and a list with square metres.

import type { CheckResult } from '../contract/answers.ts';
import type { PlanningPart } from '../contract/planning-parts.ts';
import { MAP_STYLES, zoneColour } from '../tiles/map-style.ts';
import { Swatch } from './charts.tsx';
import { pageWords, showArea, showNumber } from './words.ts';

const colourOf = ({ zone_symbol }: PlanningPart): string =>
  zone_symbol === null ? MAP_STYLES.unknown : zoneColour(zone_symbol);

export function PartsList({ check: { parts } }: { check: CheckResult }) {
  const { parts: told, zones } = pageWords.value;
  let at = 0;
  return (
    <section class="parts">
      <h2>{told.title}</h2>
      <svg viewBox="0 0 300 18" preserveAspectRatio="none" role="img" aria-label={told.title}>
        <rect width="300" height="18" class="share-rest" />
        {parts.map((part, index) => {
          const x = at;
          at += 3 * part.share_pct;
          return (
            <rect
              key={index}
              x={x}
              width={Math.max(1.5, at - x)}
              height="18"
              fill={colourOf(part)}
              class={`share share-${part.building}`}
            />
          );
        })}
      </svg>
      <ul class="key">
        {parts.map((part, index) => (
          <li key={index}>
            <Swatch colour={colourOf(part)} />
            <span>
              <b>{part.zone_symbol ?? told.no_zone}</b>{' '}
              {part.zone_symbol ? (zones[part.zone_symbol] ?? '') : ''}
              {part.mpzp_symbol ? `; ${told.plan} ${part.mpzp_symbol}` : ''}
              {part.in_ouz ? `; ${told.in_ouz}` : ''}
              {`: ${told[part.building]}`}
            </span>
            <b>
              {showArea(part.area_m2)} <small>{showNumber(part.share_pct, 1)} %</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}
