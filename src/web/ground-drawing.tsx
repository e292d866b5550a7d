// The ground around a parcel as SVG, drawn from tiles with the table of styles: zones, buildings, parcels with their numbers, the
// chosen one and its neighbours, a scale bar and north. For print, and for browsers without WebGL.

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { type MapLook, type Overlay, zoneColour } from '../tiles/map-style.ts';
import { frameOf, type PlaceOf, pathOf } from './ground-frame.ts';
import type { LngLatPair } from './own-tiles.ts';
import { type DegreeBounds, type ReadTile, readTiles, type TileShape, worldPosition } from './tile-reader.ts';
import { pageWords, showLength } from './words.ts';
import { symbolsOf } from './zone-symbols.tsx';

interface GroundDrawingProps {
  readonly bounds: DegreeBounds;
  readonly chosen: string | null;
  readonly neighbours: readonly string[];
  readonly overlays: readonly Overlay[];
  readonly look: MapLook;
  readonly width: number;
  readonly height: number;
  /** Numbered as in their list. */
  readonly candidates?: readonly LngLatPair[];
  readonly onChoose?: (id: string) => void;
  readonly onDrawn?: () => void;
}

export function GroundDrawing(props: GroundDrawingProps) {
  const { bounds, width, height, onDrawn } = props;
  const tiles = useSignal<readonly ReadTile[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void readTiles(bounds).then((read) => {
      if (isGone) return;
      tiles.value = read;
      onDrawn?.();
    });
    return () => {
      isGone = true;
    };
  }, [bounds.join()]);
  if (tiles.value === null) return <p class="waiting">{pageWords.value.loading}</p>;
  return <Drawn {...props} tiles={tiles.value} width={width} height={height} />;
}

/** From here on numbers of parcels would lie upon each other: only that of the chosen one is shown. */
const FAR_M_PER_UNIT = 0.7;

/** Layers of tiles from the lowest to the highest. */
const ORDER = ['zones', 'mpzp', 'flood', 'protected', 'landslides', 'ouz', 'buildings', 'parcels'];

function Drawn(props: GroundDrawingProps & { readonly tiles: readonly ReadTile[] }) {
  const {
    bounds,
    chosen,
    neighbours,
    overlays,
    look,
    width,
    height,
    tiles,
    candidates = [],
    onChoose,
  } = props;
  const name = useId();
  const { at, scale, metres_per_unit } = frameOf(bounds, width, height);
  const isFar = metres_per_unit > FAR_M_PER_UNIT;
  const isOwn = ({ properties }: TileShape) => properties.id === chosen;
  const isShown = ({ layer }: TileShape) => layer === 'parcels' || overlays.some((one) => one === layer);
  return (
    <svg
      class="ground"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={pageWords.value.map.label}
      style={{
        '--ground-text': look.parcel.text,
        '--ground-chosen': look.chosen.line,
        '--ground-zone': look.zone.text,
        '--ground-paper': look.paper,
      }}
    >
      <rect width={width} height={height} fill={look.background} />
      <defs>
        {tiles.map(({ key, corner, size }) => {
          const [x, y] = at(corner);
          return (
            <clipPath key={key} id={`${name}${key}`}>
              <rect x={x} y={y} width={size * scale} height={size * scale} />
            </clipPath>
          );
        })}
        <pattern id={`${name}ouz`} width="7" height="7" patternUnits="userSpaceOnUse">
          <rect width="1" height="7" fill={look.ouz} />
        </pattern>
      </defs>
      {tiles.map(({ key, shapes }) => (
        <g key={key} clip-path={`url(#${name}${key})`}>
          {ORDER.flatMap((layer) =>
            shapes
              .filter((shape) => shape.layer === layer && shape.type !== 'point' && isShown(shape))
              .map((shape, index) => {
                const { id } = shape.properties;
                return (
                  <path
                    key={`${layer} ${index}`}
                    d={pathOf(shape.lines, at, shape.type === 'polygon')}
                    {...(layer === 'ouz'
                      ? { fill: `url(#${name}ouz)`, stroke: look.ouz, 'stroke-dasharray': '6 2' }
                      : lookOf(shape, look, id === chosen, neighbours.includes(String(id)), isFar))}
                    {...(layer === 'parcels' && onChoose ? { onClick: () => onChoose(String(id)) } : {})}
                  />
                );
              }),
          )}
        </g>
      ))}
      {tiles.flatMap(({ key, shapes }) => dotsOf(key, shapes.filter(isShown), look, at))}
      {tiles.flatMap(({ key, shapes }) =>
        labelsOf(key, isFar ? shapes.filter(isOwn) : shapes, chosen, at, width, height),
      )}
      {overlays.includes('zones') && symbolsOf(tiles, at, width, height)}
      {candidates.map((one, index) => {
        const [x, y] = at(worldPosition(one));
        return (
          <g key={index}>
            <circle cx={x} cy={y} r="14" fill={look.candidate.fill} stroke={look.paper} stroke-width="2" />
            <text
              x={x}
              y={y + 5}
              text-anchor="middle"
              font-size="14"
              font-weight="700"
              fill={look.candidate.text}
            >
              {index + 1}
            </text>
          </g>
        );
      })}
      <ScaleBar x={16} y={height - 18} metres_per_unit={metres_per_unit} colour={look.parcel.text} />
      <g transform={`translate(${width - 30} 34)`} aria-label={pageWords.value.map.north}>
        <path d="M0-18 7 8 0 3-7 8Z" fill={look.parcel.text} />
        <text y="22" class="ground-label" text-anchor="middle">
          N
        </text>
      </g>
    </svg>
  );
}

function lookOf(
  { layer, properties, type }: TileShape,
  look: MapLook,
  isChosen: boolean,
  isNeighbour: boolean,
  isFar: boolean,
) {
  const { zone, mpzp, flood, protected: nature, landslide, building, parcel, chosen, neighbour } = look;
  const line = (stroke: string, width = 0.8) => ({ fill: 'none', stroke, 'stroke-width': width });
  if (layer === 'parcels') {
    if (isChosen)
      return { fill: chosen.fill, 'fill-opacity': 0.28, stroke: chosen.line, 'stroke-width': 2.6 };
    if (isNeighbour)
      return { fill: neighbour.fill, 'fill-opacity': 0.18, stroke: neighbour.line, 'stroke-width': 1 };
    return { fill: 'transparent', stroke: parcel.line, 'stroke-width': isFar ? 0.25 : 0.7 };
  }
  const isPiece = properties.piece === true;
  const filled = (fill: string, opacity: number, stroke: string) => ({
    fill,
    'fill-opacity': opacity,
    ...(isPiece ? {} : { stroke, 'stroke-width': 0.8 }),
  });
  switch (layer) {
    case 'zones': {
      const isBinding = properties.step === 'legalForce';
      if (type === 'line') return line(zone.line);
      return {
        ...filled(
          zoneColour(String(properties.symbol)),
          isBinding ? zone.opacity : zone.draft_opacity,
          zone.line,
        ),
        ...(isBinding ? {} : { 'stroke-dasharray': '4 3' }),
      };
    }
    case 'mpzp':
      return type === 'line' ? line(mpzp.line) : filled(mpzp.fill, 0.25, mpzp.line);
    case 'flood': {
      const colour = (flood as Readonly<Record<string, string>>)[String(properties.years)] ?? look.unknown;
      return type === 'line' ? line(colour) : filled(colour, 0.35, colour);
    }
    case 'protected':
      return type === 'line' ? line(nature.line) : filled(nature.fill, 0.3, nature.line);
    case 'landslides':
      return type === 'line'
        ? line(landslide.landslide)
        : filled(landslide.landslide, 0.35, landslide.landslide);
    default:
      return filled(building.fill, 1, building.line);
  }
}

/** Addresses and permits. */
function dotsOf(key: string, shapes: readonly TileShape[], look: MapLook, at: PlaceOf) {
  const colours: Readonly<Record<string, string>> = { addresses: look.address, permits: look.permit };
  return shapes.flatMap(({ layer, lines }, index) => {
    const [point] = lines[0] ?? [];
    const fill = colours[layer];
    if (!fill || !point) return [];
    const [cx, cy] = at(point);
    return [<circle key={`${key} ${index}`} cx={cx} cy={cy} r={layer === 'permits' ? 5 : 2.5} fill={fill} />];
  });
}

const isInside = ([x, y]: LngLatPair, width: number, height: number) =>
  x > 12 && y > 12 && x < width - 12 && y < height - 12;

function labelsOf(
  key: string,
  shapes: readonly TileShape[],
  chosen: string | null,
  at: PlaceOf,
  width: number,
  height: number,
) {
  return shapes.flatMap(({ layer, properties, lines }, index) => {
    const point = lines[0]?.[0];
    if (layer !== 'parcel_numbers' || !point) return [];
    const [x, y] = at(point);
    if (!isInside([x, y], width, height)) return [];
    return [
      <text
        key={`${key} ${index}`}
        x={x}
        y={y + 3}
        text-anchor="middle"
        class={properties.id === chosen ? 'ground-label ground-chosen' : 'ground-label'}
      >
        {properties.number}
      </text>,
    ];
  });
}

const NICE_M = [5, 10, 20, 50, 100, 200, 500, 1_000];

interface ScaleBarProps {
  readonly x: number;
  readonly y: number;
  readonly metres_per_unit: number;
  readonly colour: string;
}

function ScaleBar({ x, y, metres_per_unit, colour }: ScaleBarProps) {
  const metres = NICE_M.findLast((nice) => nice / metres_per_unit <= 140) ?? NICE_M[0] ?? 5;
  const length = metres / metres_per_unit;
  return (
    <g transform={`translate(${x} ${y})`} class="scale-bar">
      <path d={`M0-5v5h${length}v-5`} fill="none" stroke={colour} stroke-width="1.6" />
      <text x={length / 2} y="-6" text-anchor="middle" class="ground-label">
        {showLength(metres)}
      </text>
    </g>
  );
}
