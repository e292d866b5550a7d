import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxesMeet, grownBox } from '../domain/geometry/box.ts';
import type { Box, Geometry, Position } from '../domain/geometry/types.ts';
import { boundsOf, encodeWkb } from '../domain/geometry/wkb.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, EvidencePiece, EvidenceQuery, EvidenceReads } from '../store/writer.ts';
import { EvidenceTiles } from './evidence-tiles.ts';

const [EAST, NORTH] = [630_000, 470_000];

const outlined = (geometry: Geometry) => ({ box: boundsOf(geometry), wkb: encodeWkb(geometry) });

function parcelAt(id: string, x: number, y: number, side_m = 20): EvidenceParcel {
  const corners: Position[] = [
    [x, y],
    [x, y + side_m],
    [x + side_m, y + side_m],
    [x + side_m, y],
    [x, y],
  ];
  return { id, land_use: null, ...outlined({ type: 'MultiPolygon', coordinates: [[corners]] }) };
}

const pieceAt = (role: EvidenceRole, key: string, x: number, y: number): EvidencePiece => ({
  role,
  source: 'test',
  key,
  place: '1418',
  attributes: {},
  ...outlined({ type: 'Point', coordinates: [x, y] }),
});

/** A back end that looks at everything, and remembers what it was asked. */
function backEnd(parcels: readonly EvidenceParcel[], pieces: readonly EvidencePiece[]) {
  const asked: EvidenceQuery[] = [];
  const meeting = <T extends { box: Box }>(things: readonly T[], boxes: readonly Box[]) =>
    things.filter(({ box }) => boxes.some((other) => boxesMeet(box, other)));
  const reads: EvidenceReads = {
    parcels: async (ids) => parcels.filter(({ id }) => ids.includes(id)),
    around: async (query) => {
      asked.push(query);
      return {
        parcels: meeting(parcels, query.parcels),
        evidence: query.evidence.map(({ roles, boxes }) =>
          meeting(pieces, boxes).filter(({ role }) => roles.includes(role)),
        ),
      };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { reads, asked };
}

/** Spread over side_m × side_m, the same at every run. */
const spread = <T>(count: number, side_m: number, make: (n: number, x: number, y: number) => T): T[] =>
  Array.from({ length: count }, (_, n) =>
    make(n, EAST + ((n * 7_919) % side_m), NORTH + ((n * 104_729) % side_m)),
  );

const ROLES: readonly EvidenceRole[] = ['address', 'building', 'road', 'price'];

describe('evidence tiles', () => {
  for (const [name, side_m] of [
    ['parcels that lie together', 1_500],
    ['parcels far apart', 60_000],
  ] as const) {
    it(`holds all that may count for ${name}, run by run`, async () => {
      const parcels = spread(400, side_m, (n, x, y) => parcelAt(`P-${n}`, x, y, n === 7 ? 3_000 : 20));
      const pieces = ROLES.flatMap((role) =>
        spread(300, side_m, (n, x, y) => pieceAt(role, `${role}-${n}`, x + 3, y + 5)),
      );
      const { reads, asked } = backEnd(parcels, pieces);
      const tiles = new EvidenceTiles(reads, ROLES);
      const done: string[] = [];
      let runs = 0;
      for await (const run of tiles.runs(parcels)) {
        runs += 1;
        assert.equal(asked.length, runs, 'one question a run');
        for (const { id, box } of run) {
          done.push(id);
          const near = grownBox(box, 0.5);
          const keys = (found: readonly EvidencePiece[]) => found.map(({ key }) => key).toSorted();
          const expected = (within: Box, ...roles: EvidenceRole[]) =>
            keys(pieces.filter((piece) => roles.includes(piece.role) && boxesMeet(piece.box, within)));
          assert.deepEqual(
            new Set(tiles.parcelsMeeting(near).map((other) => other.id)),
            new Set(parcels.filter((other) => boxesMeet(other.box, near)).map((other) => other.id)),
          );
          assert.deepEqual(keys(tiles.evidenceMeeting(box)), expected(box, 'address', 'building'));
          assert.deepEqual(keys(tiles.ofRole('building', box)), expected(box, 'building'));
          for (const [role, reach_m] of [
            ['road', 1_000],
            ['price', 5_000],
          ] as const) {
            const around = grownBox(box, reach_m);
            assert.deepEqual(keys(tiles.ofRole(role, around)), expected(around, role));
          }
        }
      }
      assert.deepEqual(done.toSorted(), parcels.map(({ id }) => id).toSorted());
      assert.ok(side_m > 10_000 || runs <= 4, `${runs} questions for 2 km²`);
      // Never the whole of a scattered block at once: a run stops at 64 tiles, of which one large parcel takes most.
      assert.ok(asked.every(({ parcels: boxes }) => boxes.length < 64 + 14 ** 2));
    });
  }

  it('does not read parcels for layers that look only at what lies on them', async () => {
    const parcels = [parcelAt('P', EAST, NORTH)];
    const { reads, asked } = backEnd(parcels, [pieceAt('address', 'A', EAST + 1, NORTH + 1)]);
    const tiles = new EvidenceTiles(reads, ['address']);
    for await (const [{ box } = parcelAt('none', 0, 0)] of tiles.runs(parcels)) {
      assert.equal(tiles.evidenceMeeting(box).length, 1);
      assert.throws(() => tiles.parcelsMeeting(box), /not held/);
      assert.throws(() => tiles.ofRole('road', box), /does not draw on/);
    }
    assert.deepEqual(
      asked.map((query) => [query.parcels.length, query.evidence.map(({ boxes }) => boxes.length)]),
      [[0, [4]]],
    );
  });
});
