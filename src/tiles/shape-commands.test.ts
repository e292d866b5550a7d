import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { MultiPolygon, Position } from '../domain/geometry/types.ts';
import { boundsOf, encodeWkb } from '../domain/geometry/wkb.ts';
import { joinLayers, LINE, MvtLayer, POINT, POLYGON, type TileProperties } from './mvt-layer.ts';
import { centreOf, ShapeCommands } from './shape-commands.ts';

/** Units of the tile are the units of the ground here. */
const shapes = new ShapeCommands((x, y, to) => {
  to.u = x;
  to.v = y;
});

const shapeOf = (coordinates: MultiPolygon) => {
  const geometry = { type: 'MultiPolygon', coordinates } as const;
  return { wkb: encodeWkb(geometry), box: boundsOf(geometry) };
};

const ring = (minX: number, minY: number, maxX: number, maxY: number): Position[] => [
  [minX, minY],
  [minX, maxY],
  [maxX, maxY],
  [maxX, minY],
  [minX, minY],
];

/** What an independent decoder reads. */
function decode(type: 1 | 2 | 3, commands: number[], properties: TileProperties = {}) {
  const layer = new MvtLayer('drawn');
  layer.add(type, commands, properties);
  const feature = new VectorTile(new PbfReader(joinLayers([layer]))).layers.drawn?.feature(0);
  assert.ok(feature);
  return { feature, lines: feature.loadGeometry().map((line) => line.map(({ x, y }) => [x, y])) };
}

/** By the surveyor's formula, y pointing down: positive of an outer ring (MVT 2.1, ring winding). */
const areaOf = (line: readonly (readonly number[])[]) =>
  line.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = line[(at + 1) % line.length] ?? [];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

describe('commands of shapes', () => {
  it('turn outer rings one way and holes the other, however they are stored', () => {
    for (const outer of [ring(0, 0, 100, 100), ring(0, 0, 100, 100).toReversed()]) {
      const { lines } = decode(POLYGON, shapes.polygons(shapeOf([[outer, ring(10, 10, 20, 20)]])));
      assert.deepEqual(lines.map(areaOf), [10_000, -100]);
    }
  });

  it('cut what reaches beyond the tile to its buffer, and leave out what is elsewhere', () => {
    const { lines } = decode(POLYGON, shapes.polygons(shapeOf([[ring(-1_000, 100, 9_000, 200)]])));
    assert.deepEqual([Math.min(...lines.flat(2)), Math.max(...lines.flat(2))], [-64, 4_160]);
    assert.equal(areaOf(lines[0] ?? []), (4_160 + 64) * 100);
    assert.deepEqual(
      shapes.polygons(shapeOf([[ring(5_000, 0, 6_000, 100), ring(5_100, 10, 5_200, 20)]])),
      [],
    );
  });

  it('leave out what has no extent at this scale, and its holes with it', () => {
    assert.deepEqual(
      shapes.polygons(shapeOf([[ring(10.1, 10.1, 10.3, 10.3), ring(10.1, 10.1, 10.2, 10.2)]])),
      [],
    );
    const { lines } = decode(
      POLYGON,
      shapes.polygons(shapeOf([[ring(10.1, 10.1, 10.3, 10.3)], [ring(0, 0, 5, 5)]])),
    );
    assert.equal(lines.length, 1);
  });

  it('draw the outline of a piece without the edges along which it was cut', () => {
    const piece = [
      [0, 0],
      [0, 50],
      [30, 80],
      [60, 50],
      [60, 0],
      [0, 0],
    ] as Position[];
    const commands = shapes.outline(shapeOf([[piece]]));
    assert.deepEqual(decode(LINE, commands).lines, [
      [
        [0, 50],
        [30, 80],
        [60, 50],
      ],
    ]);
    // Strict readers take no second LineTo without a MoveTo: one for both segments.
    const [moveTo, lineTo] = [(1 << 3) | 1, (2 << 3) | 2];
    assert.deepEqual([commands[0], commands[3], commands.length], [moveTo, lineTo, 8]);
  });

  it('find one centre for a shape, that of its largest part', () => {
    assert.deepEqual(
      centreOf(shapeOf([[ring(600_000, 400_000, 600_010, 400_010)], [ring(0, 0, 100, 40)]])),
      [50, 20],
    );
  });

  it('put a label into one tile only, and never into the buffer of the next', () => {
    assert.ok(shapes.point(0, 4_095.9));
    assert.equal(shapes.point(-0.1, 10), null);
    assert.equal(shapes.point(4_096, 10), null);
  });

  it('give values back as they were, and leave out what is not known', () => {
    const properties = { text: 'Łazy', whole: 7, broken: 0.5, yes: true, missing: null, absent: undefined };
    const { feature } = decode(POINT, shapes.point(1, 2) ?? [], properties);
    assert.deepEqual({ ...feature.properties }, { text: 'Łazy', whole: 7, broken: 0.5, yes: true });
  });
});
