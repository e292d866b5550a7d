// The text of a .prj file (WKT) → one of the systems we convert. ESRI writes no authority code there, so the
// parameters of the projection speak where no code does. Converts nothing.

import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';

/** Of the whole system, thus at the very end of the text: AUTHORITY in WKT 1, ID in WKT 2. */
const OWN_CODE = /(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/i;

/** Central meridian, scale, false easting and northing: Dz.U. 2012 poz. 1247, as in domain/geometry/projection.ts. */
const SYSTEMS: readonly { epsg: Epsg; values: readonly number[] }[] = [
  { epsg: 2176, values: [15, 0.999923, 5_500_000, 0] },
  { epsg: 2177, values: [18, 0.999923, 6_500_000, 0] },
  { epsg: 2178, values: [21, 0.999923, 7_500_000, 0] },
  { epsg: 2179, values: [24, 0.999923, 8_500_000, 0] },
  { epsg: 2180, values: [19, 0.9993, 500_000, -5_300_000] },
];
const PARAMETERS = ['central_meridian', 'scale_factor', 'false_easting', 'false_northing'];

/** Null for another system or another text. */
export function epsgOfPrj(prj: string): Epsg | null {
  const code = OWN_CODE.exec(prj)?.[1];
  if (code !== undefined) return epsgOf(`EPSG:${code}`);
  if (/^\s*PROJCS/i.test(prj)) return projectedSystem(prj);
  if (!/^\s*GEOGCS/i.test(prj) || !isOnEarthOfToday(prj)) return null;
  const datum = /DATUM\s*\[\s*"([^"]*)"/i.exec(prj)?.[1] ?? '';
  if (/WGS_?(19)?84/i.test(datum)) return 4326;
  return /ETRS|ETRF|European_Terrestrial_Reference_System/i.test(datum) ? 4258 : null;
}

function projectedSystem(prj: string): Epsg | null {
  const isMetric = /UNIT\s*\[\s*"met(?:er|re)"\s*,\s*1(?:\.0*)?\s*[\],]/i.test(prj);
  const isKind = /PROJECTION\s*\[\s*"(?:Transverse_Mercator|Gauss_Kruger)"/i.test(prj);
  if (!isMetric || !isKind || !isOnEarthOfToday(prj) || parameterOf(prj, 'latitude_of_origin') !== 0)
    return null;
  const written = PARAMETERS.map((name) => parameterOf(prj, name));
  const isSame = (value: number, i: number) => Math.abs(value - (written[i] ?? Number.NaN)) < 1e-7;
  return SYSTEMS.find(({ values }) => values.every(isSame))?.epsg ?? null;
}

/** GRS 80 and WGS 84 differ by 0.1 mm; the older Polish systems are on Krasovsky's. */
function isOnEarthOfToday(prj: string): boolean {
  return /SPHEROID\s*\[\s*"[^"]*"\s*,\s*6378137(?:\.0*)?\s*,\s*298\.25722/i.test(prj);
}

function parameterOf(prj: string, name: string): number {
  const written = new RegExp(`PARAMETER\\s*\\[\\s*"${name}"\\s*,\\s*([^\\],\\s]+)`, 'i').exec(prj)?.[1];
  return written === undefined ? Number.NaN : Number(written);
}
