// The parts of a parcel: drawn where there are several, as a bar, and as a list with square metres and what the plans make of them.

import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CheckResult } from '../contract/answers.ts';
import type { PlanningPart } from '../contract/planning-parts.ts';
import { MAP_THEMES, type MapLook, zoneColour } from '../tiles/map-style.ts';
import { Swatch } from './charts.tsx';
import { ground } from './page-answers.ts';
import { ResultIcon } from './verdict-view.tsx';
import { pageWords, showArea, showPercent } from './words.ts';

const colourOf = ({ zone_symbol }: PlanningPart): string =>
  zone_symbol === null ? MAP_THEMES.light.unknown : zoneColour(zone_symbol);

type DrawingProps = Parameters<typeof import('./parts-drawing.tsx')['PartsDrawing']>[0];
const Drawing: Signal<ComponentType<DrawingProps> | null> = signal(null);

/** As checks are shown: the word stands beside it. */
const ICONS = { open: 'pass', closed: 'fail', unknown: 'unknown' } as const;

export function PartsList({ check: { record, parts }, look }: { check: CheckResult; look: MapLook }) {
  const { parts: told, zones } = pageWords.value;
  const own = ground.value?.id === record.id ? ground.value : null;
  const isDrawn = parts.length > 1 && own !== null;
  useEffect(() => {
    if (isDrawn && !Drawing.peek())
      void import('./parts-drawing.tsx').then(({ PartsDrawing }) => {
        Drawing.value = PartsDrawing;
      });
  }, [isDrawn]);
  const Drawn = Drawing.value;
  if (parts.length === 0) return null;
  let at = 0;
  return (
    <section class="parts">
      <h2>
        {told.title} <small>{told.measured}</small>
      </h2>
      {isDrawn && Drawn && <Drawn ground={own} parts={parts} look={look} />}
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
              {part.mpzp_status === 'none'
                ? ''
                : `; ${part.mpzp_symbol ? `${told.plan} ${part.mpzp_symbol}` : told.plan_without_symbol[part.mpzp_status]}`}
              {part.in_ouz ? `; ${told.in_ouz}` : ''}
              <small class="part-state">
                <ResultIcon of={ICONS[part.building]} /> {told[part.building]}
              </small>
            </span>
            <b>
              {showArea(part.area_m2)} <small>{showPercent(part.share_pct)}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}
