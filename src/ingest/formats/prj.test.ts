import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { epsgOfPrj } from './prj.ts';

const GRS80 = 'DATUM["D_ETRF2000_Poland",SPHEROID["GRS_1980",6378137.0,298.257222101]]';
const KRASOVSKY = 'DATUM["D_Pulkovo_1942_Adj_1958",SPHEROID["Krasovsky_1940",6378245.0,298.3]]';
const WGS84 = 'DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]';
const DEGREES = 'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]';

function esri(
  easting: number,
  northing: number,
  meridian: number,
  scale: number,
  datum = GRS80,
  unit = 1,
): string {
  return `PROJCS["any",GEOGCS["GCS_any",${datum},${DEGREES}],PROJECTION["Transverse_Mercator"],
    PARAMETER["False_Easting",${easting}.0],PARAMETER["False_Northing",${northing}.0],
    PARAMETER["Central_Meridian",${meridian}.0],PARAMETER["Scale_Factor",${scale}],
    PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",${unit}.0]]`;
}

const TABLE: [string, string, number | null][] = [
  ['PL-1992 by ESRI', esri(500_000, -5_300_000, 19, 0.9993), 2180],
  ['PL-2000 zone 5 by ESRI', esri(5_500_000, 0, 15, 0.999923), 2176],
  ['PL-2000 zone 6 by ESRI', esri(6_500_000, 0, 18, 0.999923), 2177],
  ['PL-2000 zone 7 by ESRI', esri(7_500_000, 0, 21, 0.999923), 2178],
  ['PL-2000 zone 8 by ESRI', esri(8_500_000, 0, 24, 0.999923), 2179],
  [
    'the same as Gauss_Kruger',
    esri(7_500_000, 0, 21, 0.999923).replace('Transverse_Mercator', 'Gauss_Kruger'),
    2178,
  ],
  ['a UTM zone', esri(500_000, 0, 21, 0.9996), null],
  ['a zone of 1965 or 1942, on another ellipsoid', esri(7_500_000, 0, 21, 0.999923, KRASOVSKY), null],
  ['a zone in another unit', esri(7_500_000, 0, 21, 0.999923, GRS80, 1000), null],
  [
    'another projection',
    esri(500_000, -5_300_000, 19, 0.9993).replace('Transverse_Mercator', 'Lambert'),
    null,
  ],
  [
    'WKT 1 with its authority',
    `PROJCS["ETRF2000-PL / CS92",GEOGCS["x",AUTHORITY["EPSG","9702"]],AUTHORITY["EPSG","2180"]]`,
    2180,
  ],
  ['WKT 2 with its id', 'PROJCRS["x",BASEGEOGCRS["y",ID["EPSG",9702]],ID["EPSG",2178]]', 2178],
  ['an authority we do not convert', `PROJCS["x",GEOGCS["y"],AUTHORITY["EPSG","3857"]]`, null],
  [
    'only the authority of a part',
    esri(6_500_000, 0, 18, 0.999923).replace(DEGREES, `${DEGREES},AUTHORITY["EPSG","4258"]`),
    2177,
  ],
  ['WGS84 by ESRI', `GEOGCS["GCS_WGS_1984",${WGS84},${DEGREES}]`, 4326],
  [
    'ETRS89 by ESRI',
    `GEOGCS["GCS_ETRS_1989",${GRS80.replace('ETRF2000_Poland', 'ETRS_1989')},${DEGREES}]`,
    4258,
  ],
  ['Pulkovo degrees', `GEOGCS["GCS_Pulkovo",${KRASOVSKY},${DEGREES}]`, null],
  ['nothing', '', null],
  ['no WKT', '<html>', null],
];

describe('epsgOfPrj', () => {
  for (const [name, prj, epsg] of TABLE) it(name, () => assert.equal(epsgOfPrj(prj), epsg));
});
