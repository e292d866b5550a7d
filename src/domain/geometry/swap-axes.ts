// A shape with its axes exchanged: what a file is if it wrote northing where easting was expected. Knows no system.

import type { Geometry, Position } from './types.ts';

const swap = ([x, y]: Position): Position => [y, x];

export function swapAxes(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: swap(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map((line) => line.map(swap)) };
    case 'MultiPolygon': {
      const coordinates = geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(swap)));
      return { type: 'MultiPolygon', coordinates };
    }
  }
}
