import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromWgs84 } from '../domain/geometry/projection.ts';
import {
  BUFFER,
  degreesOfTile,
  EXTENT,
  exactProjection,
  groundOfTile,
  projectDegrees,
  projectionOf,
  showsPoland,
  ZOOMS,
} from './tile-grid.ts';

/** Warsaw; the corners of the country by their tiles. */
const PLACES = [
  [20.934, 52.057],
  [14.3, 53.9],
  [23.9, 50.4],
  [19.0, 49.4],
] as const;

function tileAt(z: number, lng: number, lat: number) {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor((lng / 360 + 0.5) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

describe('the grid of tiles', () => {
  it('knows the tile of a place as everybody does', () => {
    // By the formula of the OpenStreetMap wiki, worked out by hand.
    assert.deepEqual(tileAt(14, 20.934, 52.057), { z: 14, x: 9144, y: 5407 });
    const [west, south, east, north] = degreesOfTile({ z: 14, x: 9144, y: 5407 });
    assert.ok(west <= 20.934 && 20.934 < east && south < 52.057 && 52.057 <= north);
  });

  it('fits the exact projection to a hundredth of a unit, on every zoom and anywhere in the country', () => {
    for (let z: number = ZOOMS.min; z <= ZOOMS.max; z += 1) {
      for (const [lng, lat] of PLACES) {
        const tile = tileAt(z, lng, lat);
        const [minX, minY, maxX, maxY] = groundOfTile(tile);
        const [exact, used] = [exactProjection(tile), projectionOf(tile)];
        const [a, b] = [
          { u: 0, v: 0 },
          { u: 0, v: 0 },
        ];
        for (let i = 0; i <= 6; i += 1) {
          for (let j = 0; j <= 6; j += 1) {
            const [x, y] = [minX + ((maxX - minX) * i) / 6, minY + ((maxY - minY) * j) / 6];
            exact(x, y, a);
            used(x, y, b);
            assert.ok(Math.abs(a.u - b.u) < 0.01 && Math.abs(a.v - b.v) < 0.01, `${z} ${lng} ${lat}`);
          }
        }
      }
    }
  });

  it('reads the ground of the whole tile with its buffer', () => {
    const tile = tileAt(14, 20.934, 52.057);
    const [minX, minY, maxX, maxY] = groundOfTile(tile);
    const [west, south, east, north] = degreesOfTile(tile);
    const [dLng, dLat] = [((east - west) * BUFFER) / EXTENT, ((north - south) * BUFFER) / EXTENT];
    for (const lng of [west - dLng, (west + east) / 2, east + dLng]) {
      for (const lat of [south - dLat, (south + north) / 2, north + dLat]) {
        const [x, y] = fromWgs84(2180, [lng, lat]);
        assert.ok(x >= minX && x <= maxX && y >= minY && y <= maxY);
      }
    }
  });

  it('puts degrees where it puts metres', () => {
    const tile = tileAt(16, 20.934, 52.057);
    const [a, b] = [
      { u: 0, v: 0 },
      { u: 0, v: 0 },
    ];
    projectDegrees(tile, [20.934, 52.057], a);
    projectionOf(tile)(...fromWgs84(2180, [20.934, 52.057]), b);
    assert.ok(Math.abs(a.u - b.u) < 0.01 && Math.abs(a.v - b.v) < 0.01);
  });

  it('has nothing to show beyond the country', () => {
    assert.equal(showsPoland(tileAt(10, 20.934, 52.057)), true);
    assert.equal(showsPoland(tileAt(10, 2.35, 48.85)), false);
    assert.equal(showsPoland({ z: 6, x: 63, y: 63 }), false);
  });
});
