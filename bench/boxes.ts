// Boxes of about a thousand parcels all over a world, none of which shares ground with another: whoever asks for them one after
// the other asks for ground that nobody has looked at before.

import { DatabaseSync } from 'node:sqlite';
import { datasetIn } from '../src/data-folder.ts';
import { fromWgs84 } from '../src/domain/geometry/projection.ts';
import { randomFor } from '../world/random.ts';
import { SEED } from './data.ts';

/** Degrees. */
export type DegreeBox = readonly [minLng: number, minLat: number, maxLng: number, maxLat: number];

/** Parcels that the index finds for a box; some at its edge are not on it. */
const LEAST = 930;
/** The largest page. */
export const PAGE = 1_000;
/** Largest half side: boxes have at most 4 km². */
const REACH_M = 990;
const M_A_DEGREE = 111_320;
const TRIES = 4_000;

/** As many as can be had, up to `count`; places too thinly divided are left out. */
export function drawBoxes(data: string, count: number): DegreeBox[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  try {
    const last = Number(db.prepare('SELECT max(fid) AS last FROM parcels').get()?.last);
    const place = db.prepare('SELECT lng, lat FROM parcels WHERE fid >= ? ORDER BY fid LIMIT 1');
    const hits = db.prepare(
      `SELECT count(*) AS hits FROM rtree_parcels_geom WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`,
    );
    const random = randomFor(SEED, 'fresh boxes');
    const taken: number[][] = [];
    const boxes: DegreeBox[] = [];
    for (let left = TRIES; left > 0 && boxes.length < count; left -= 1) {
      const { lng, lat } = place.get(1 + Math.floor(random() * last)) ?? {};
      let [low_m, high_m] = [50, REACH_M];
      for (let step = 0; step < 12; step += 1) {
        const reach_m = (low_m + high_m) / 2;
        const box = boxAround(Number(lng), Number(lat), reach_m);
        const bounds = metresOf(box);
        const found = Number(hits.get(...bounds)?.hits);
        if (found < LEAST) low_m = reach_m;
        else if (found > PAGE) high_m = reach_m;
        else if (taken.some((other) => meet(other, bounds))) break;
        else {
          taken.push(bounds);
          boxes.push(box);
          break;
        }
      }
    }
    return boxes;
  } finally {
    db.close();
  }
}

function boxAround(lng: number, lat: number, reach_m: number): DegreeBox {
  const up = reach_m / M_A_DEGREE;
  const across = up / Math.cos((lat * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
  return [round(lng - across), round(lat - up), round(lng + across), round(lat + up)];
}

/** minx, maxx, miny, maxy in EPSG:2180: of all four corners, for a box of degrees is slanted there. */
function metresOf([west, south, east, north]: DegreeBox): [number, number, number, number] {
  const corners = [west, east].flatMap((lng) => [south, north].map((lat) => fromWgs84(2180, [lng, lat])));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

const meet = (a: readonly number[], b: readonly number[]): boolean =>
  (a[0] ?? 0) <= (b[1] ?? 0) &&
  (b[0] ?? 0) <= (a[1] ?? 0) &&
  (a[2] ?? 0) <= (b[3] ?? 0) &&
  (b[2] ?? 0) <= (a[3] ?? 0);

export const boxPath = (box: DegreeBox, limit = PAGE): string =>
  `/v1/search?bbox=${box.join(',')}&limit=${limit}`;

/** The same with a dent in its northern side, as a polygon: nothing that is told of boxes holds for it. */
export function dentedPolygon([west, south, east, north]: DegreeBox) {
  const [middle, deep] = [(west + east) / 2, (south + 2 * north) / 3];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [middle, deep],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
