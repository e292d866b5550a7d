// Plain SVG charts: shares as a bar, a range of prices. Every figure of a chart stands beside it as text.

import { pageWords, showNumber, showPercent } from './words.ts';

export interface ShareSegment {
  readonly key: string;
  readonly label: string;
  readonly share_pct: number;
  readonly colour: string;
}

const WIDTH = 300;

/** What is missing up to the whole is not known: it is drawn so, not left out. */
export function ShareBar({ segments, title }: { segments: readonly ShareSegment[]; title: string }) {
  let at = 0;
  return (
    <figure class="shares">
      <svg viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" role="img" aria-label={title}>
        <rect width={WIDTH} height="16" class="share-rest" />
        {segments.map(({ key, share_pct, colour }) => {
          const x = at;
          at += (share_pct / 100) * WIDTH;
          return <rect key={key} x={x} width={Math.max(1, at - x)} height="16" fill={colour} class="share" />;
        })}
      </svg>
      <ul class="key">
        {segments.map(({ key, label, share_pct, colour }) => (
          <li key={key}>
            <Swatch colour={colour} />
            <span>{label}</span>
            <b>{showPercent(share_pct)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

export type SwatchKind = 'fill' | 'line' | 'hatch' | 'dot' | 'unknown';

export function Swatch({ colour, kind = 'fill' }: { colour: string; kind?: SwatchKind }) {
  return (
    <svg class="swatch" viewBox="0 0 18 14" aria-hidden="true">
      {kind === 'fill' && (
        <rect x="0.5" y="0.5" width="17" height="13" rx="2" fill={colour} stroke="#53535366" />
      )}
      {kind === 'line' && <path d="M1 7h16" stroke={colour} stroke-width="2.4" stroke-dasharray="5 2" />}
      {kind === 'dot' && <circle cx="9" cy="7" r="4.5" fill={colour} />}
      {kind === 'hatch' && (
        <path d="M1 .5h16v13H1zM5 1v12M9 1v12M13 1v12" fill="none" stroke={colour} stroke-width="1.2" />
      )}
      {kind === 'unknown' && (
        <path d="M1 .5h16v13H1zM1 6 6 1M1 13 13 1M8 13l9-9" fill="none" stroke={colour} stroke-width="1.2" />
      )}
    </svg>
  );
}

/** The middle half of the prices, and the median in it. */
export function PriceRange({ p25, median, p75 }: { p25: number; median: number; p75: number }) {
  const reach = Math.max(p75 * 1.15, 1);
  const x = (price: number) => (price / reach) * WIDTH;
  const { values } = pageWords.value;
  return (
    <figure class="prices">
      <svg viewBox={`0 0 ${WIDTH} 24`} aria-hidden="true">
        <path d={`M0 12h${WIDTH}`} class="axis" />
        <rect x={x(p25)} y="5" width={Math.max(2, x(p75) - x(p25))} height="14" rx="3" class="range" />
        <path d={`M${x(median)} 2v20`} class="median" />
      </svg>
      <figcaption>
        {values.p25} <b>{showNumber(p25)}</b>, {values.median} <b>{showNumber(median)}</b>, {values.p75}{' '}
        <b>{showNumber(p75)}</b> {values.per_m2}
      </figcaption>
    </figure>
  );
}
