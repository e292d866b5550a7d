// Coordinates typed as text: decimal degrees, degrees with minutes and seconds, metres of PL-1992 and PL-2000, links of
// maps. Latitudes (49 to 55) and longitudes (14 to 24.5) of Poland cannot be confused, so either order is understood.

import { type Bilingual, bilingual } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import { fromWgs84, insidePoland, type MetricEpsg, toWgs84 } from '../geometry/projection.ts';
import type { Position } from '../geometry/types.ts';
import { hasDigits } from './fold.ts';
import { askedOf } from './links.ts';

export interface TypedPoint {
  /** [lng, lat]. */
  readonly position: Position;
  /** How it was read, in words. */
  readonly as: Bilingual;
  /** The middle of what a map shows, which nobody pointed at: from near enough to tell a parcel, or from afar. */
  readonly view?: 'near' | 'far';
  /** Written with so few digits that many parcels fit. */
  readonly isCoarse?: true;
}

/** The shortest ways to write a point of Poland: 52°2' 21°5', and 52.1,21.0 in a link. */
const LEAST_DIGITS = 6;

type Reader = (text: string) => TypedPoint[];

/** All points the text may mean: two where metres may be in either order. Empty when it is no point. */
export function readPoints(text: string): TypedPoint[] {
  if (!hasDigits(text, LEAST_DIGITS)) return [];
  // A long row of spaces can be shared out between the parts of a pattern in millions of ways, each of them tried.
  const spaced = text.replace(/\s+/g, ' ').trim();
  const points = readWhole(spaced);
  // Quotes around it, or the end of a sentence.
  const bare = points.length > 0 ? spaced : spaced.replace(AROUND_SENTENCE, '');
  return bare === spaced ? points : readWhole(bare);
}

const AROUND_SENTENCE = /^["'„”“«»([\s]+|["'„”“«».!?,;)\]\s]+$/gu;

function readWhole(text: string): TypedPoint[] {
  for (const read of READERS) {
    const points = read(text);
    if (points.length > 0) return points;
  }
  return [];
}

/** Who gives more asks for no parcel. */
const MOST_FOUND = 4;
/** Two numbers of degrees, or of metres with their parts. */
const DEGREE = String.raw`[ne]?\s?\d{2}[.,]\d{3,15}\s?°?\s?(?:[ne](?!\p{L}))?`;
const DEGREES_ANGLE = String.raw`[ne]?\s?\d{1,2}\s?[°º]\s?\d{1,2}(?:[.,]\d{1,9})?\s?['′’]\s?(?:\d{1,2}(?:[.,]\d{1,9})?\s?(?:["″”]|''|′′)?)?\s?(?:[ne](?!\p{L}))?`;
const METRE = String.raw`(?:[xy]\s?[=:]?\s?)?\d{6,7}[.,]\d{1,4}`;
const LABELLED_METRE = String.raw`[xy]\s?[=:]?\s?\d{6,7}(?:[.,]\d{1,4})?`;
const LABEL_BETWEEN = String.raw`(?:(?:lng|lon|lat|long|szer|d[lł])\p{L}*[.:=]?\s?)?`;
const IN_TEXT = new RegExp(
  [DEGREE, DEGREES_ANGLE, METRE, LABELLED_METRE]
    .map(
      (one) =>
        String.raw`(?<![\p{L}\p{N}.,/_-])${one}(?:\s?[,;/]\s?|\s)${LABEL_BETWEEN}${one}(?![\p{N}/_]|[.,]\p{N}|\s?[sw](?!\p{L}))`,
    )
    .join('|'),
  'giu',
);
const MAY_POINT = /\d{2}\s?[.,°º]\s?\d|\d{6}/u;

/** Coordinates in a text that says more, and the text without them. */
export function findPoints(text: string): { readonly points: TypedPoint[]; readonly rest: string } | null {
  if (!hasDigits(text, LEAST_DIGITS) || !MAY_POINT.test(text)) return null;
  const spaced = text.replace(/\s+/g, ' ');
  const isSaid = COORDINATE_WORDS.test(spaced);
  COORDINATE_WORDS.lastIndex = 0;
  const system = /(?:epsg:?\s?\d{4}|stref[ay]\s?[5-8])/iu.exec(spaced)?.[0] ?? '';
  const points: TypedPoint[] = [];
  const rest = spaced.replace(IN_TEXT, (written) => {
    const found = readWhole(`${system} ${written.replace(/(?<!\p{L})[xy]\s?[=:]?\s?(?=\d)/giu, ' ')}`.trim());
    // Prices have three digits behind the dot, too.
    if (found.length === 0 || (!isSaid && found.some(({ isCoarse }) => isCoarse))) return written;
    if (points.length < MOST_FOUND) points.push(...found);
    return ' ';
  });
  return points.length === 0 ? null : { points, rest: rest.replace(COORDINATE_WORDS, ' ') };
}

/** From so many digits behind the dot on, degrees tell a parcel: four are ten metres. */
const LEAST_DECIMALS = 4;
const decimalsOf = (number = '') => /[.,](\d+)/.exec(number)?.[1]?.length ?? 0;
/** The last digit of one of both may be left out where it is zero. */
const coarseness = (first: string | undefined, second: string | undefined, least = LEAST_DECIMALS) => {
  const [fewer = 0, more = 0] = [decimalsOf(first), decimalsOf(second)].sort((a, b) => a - b);
  return more < least || fewer < least - 1 ? ({ isCoarse: true } as const) : {};
};

const NUMBER = String.raw`-?\d{1,3}\.\d{1,15}`;
/** Places in the addresses of Google, OpenStreetMap, Geoportal and others. */
const POINT_FORMS: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(
    `[?&#](?:q|query|text|where1|destination|daddr|loc)=(?:loc:)?(${NUMBER})(?:,|%2C|~|\\+|\\s)+(${NUMBER})`,
    'i',
  ),
  // Bing: latitude first; Yandex: longitude first. Either is told by its size.
  new RegExp(`[?&#](?:whatshere|poi)\\[point\\]=(${NUMBER})(?:,|%2C)(${NUMBER})`, 'i'),
  new RegExp(`mlat=(${NUMBER})&(?:amp;)?mlon=(${NUMBER})`, 'i'),
  new RegExp(`[?&#]lat=(${NUMBER})&(?:amp;)?(?:lng|lon)=(${NUMBER})`, 'i'),
  new RegExp(`/(${NUMBER}),[+\\s]*(${NUMBER})(?:[/?#]|$)`),
  new RegExp(`^geo:(${NUMBER}),(${NUMBER})`, 'i'),
];
/** Pins of Bing (sp=point.52.04_20.91_Title~point.…) and Yandex (pt=20.91,52.04,pm2~…): of several none is said to be meant. */
const PINS = new RegExp(`(?:point\\.|[?&#]pt=|~)(${NUMBER})(?:[_,]|%2C)(${NUMBER})`, 'giu');
const PIN_LISTS = /[?&#](?:sp|pt)=[^&#]*/giu;

/** What such a link shows, with nothing marked in it. */
const VIEW_FORMS: readonly RegExp[] = [
  new RegExp(`@(${NUMBER}),(${NUMBER})`),
  new RegExp(`#map=[\\d.]+/(${NUMBER})/(${NUMBER})`),
  new RegExp(`[?&#](?:ll|sll|center|cp|viewpoint)=(${NUMBER})(?:,|%2C|~|\\+|\\s)+(${NUMBER})`, 'i'),
];

/** From this zoom on, a screen shows a few parcels; at the ones before, a village or a powiat. */
const LEAST_ZOOM = 17;
/** Aerial views say their height in metres, or their distance, at which that zoom begins. */
const MOST_HEIGHT_M = 700;
const ZOOM = /@[^/]*?,([\d.]+)z|#map=([\d.]+)\/|[?&#](?:z|zoom|lvl)=([\d.]+)/i;
const HEIGHT = /@-?[\d.]+,-?[\d.]+,(?:[\d.]+a,([\d.]+)d|([\d.]+)m)(?![\p{L}])/iu;
/** A picture from the street. */
const FROM_STREET = /@-?[\d.]+,-?[\d.]+,[\d.]+a,/;

function isNearView(link: string): boolean {
  const [, ...zooms] = ZOOM.exec(link) ?? [];
  const zoom = zooms.find((one) => one !== undefined);
  if (zoom !== undefined) return Number(zoom) >= LEAST_ZOOM;
  const [, distance, metres] = HEIGHT.exec(link) ?? [];
  const height = distance ?? metres;
  return height === undefined ? FROM_STREET.test(link) : Number(height) <= MOST_HEIGHT_M;
}

function readLink(text: string): TypedPoint[] {
  if (!/https?:\/\/|maps?[./]|^geo:/i.test(text)) return [];
  const as = bilingual('the point of the map link', 'punkt z odsyłacza do mapy');
  const pins = pinsOf(text, as);
  if (pins.length > 0) return pins;
  const marked = pointOf(text, POINT_FORMS, as);
  if (marked.length > 0) return marked;
  // A pin is searched for by its coordinates: "/place/52°03'36.4"N+20°58'54.5"E".
  const asked = (askedOf(text) ?? '').replaceAll('+', ' ').trim();
  const pinned = asked === '' ? [] : [...readDecimal(asked), ...readAngles(asked)];
  if (pinned.length > 0) return pinned;
  const view = isNearView(text) ? 'near' : 'far';
  const [, x, y] = METRES_FORMS.map((form) => form.exec(text)).find((match) => match !== null) ?? [];
  if (x !== undefined && y !== undefined) {
    const points = [...readDecimal(`${x} ${y}`), ...readMetres(`${x} ${y}`)];
    // With its zoom it is what the map shows.
    return ZOOM.test(text) ? points.map((point) => ({ ...point, view })) : points;
  }
  const middle = bilingual('the middle of the map in the link', 'środek mapy z odsyłacza');
  return pointOf(text, VIEW_FORMS, middle).map((point) => ({ ...point, view }));
}

const pinsOf = (text: string, as: Bilingual): TypedPoint[] =>
  [...(text.match(PIN_LISTS) ?? [])]
    .flatMap((list) => [...list.matchAll(PINS)])
    .slice(0, MOST_FOUND)
    .flatMap(([, first, second]) =>
      degrees(Number(first), Number(second), as).map((point) => ({ ...point, ...coarseness(first, second) })),
    );

function pointOf(text: string, forms: readonly RegExp[], as: Bilingual): TypedPoint[] {
  for (const form of forms) {
    const match = form.exec(text);
    if (match)
      return degrees(Number(match[1]), Number(match[2]), as).map((point) => ({
        ...point,
        ...coarseness(match[1], match[2]),
      }));
  }
  return [];
}

/** Both ends of a route and what lies between, as far as they are points. */
export function readStops(text: string): TypedPoint[] {
  const as = bilingual('a point of the route in the link', 'punkt trasy z odsyłacza');
  const stops = text.replace(/@[^/?#]*/gu, '').matchAll(STOP);
  return [...stops]
    .flatMap(([, first, second]) => degrees(Number(first), Number(second), as))
    .slice(0, MOST_STOPS);
}

const STOP = new RegExp(`(?<![\\d.])(${NUMBER})(?:,|%2C)[+\\s]*(${NUMBER})(?![\\d.])`, 'giu');
/** Who plans more is not asking for a parcel. */
const MOST_STOPS = 4;

const COORDINATE = String.raw`-?\d{1,7}(?:\.\d{1,15})?`;
/** ULDK asks for xy=x,y; portals of gminy for x=…&y=…, in metres or in degrees. */
const METRES_FORMS: readonly RegExp[] = [
  new RegExp(`[?&#]xy=(${COORDINATE}),(${COORDINATE})`, 'i'),
  new RegExp(`[?&#]x=(${COORDINATE})&(?:amp;)?y=(${COORDINATE})`, 'i'),
];

/** Bilingual that may stand around coordinates without meaning anything else. */
const WORDS_AROUND = String.raw`\b(?:wspolrzedne|wsp[oó]łrzędne|gps|punkt|point|lat|lng|lon|latitude|longitude|wgs\s?84|epsg:?\s?(?:4326|2180|217[6-9])|puwg|pl-?1992|1992|(?:pl-?|uk[łl]ad\s|puwg\s)2000|stref[ay]\s?[5-8]|uk[łl]ad)\b|(?<!\p{L})geogr\p{L}*\.?(?!\p{L})`;
const COORDINATE_WORDS = new RegExp(WORDS_AROUND, 'giu');
const AROUND = new RegExp(
  String.raw`${WORDS_AROUND}|(?<!\p{L})(?:szer|d[lł])\p{L}*\.?(?!\p{L})|(?<!\p{L})[xy](?=\s*[=:])|[=:()[\]]`,
  'giu',
);
/** Those of Poland: what is said to lie south or west is no point of it. */
const HEMISPHERES = /(?<!\p{L})[ne](?!\p{L})/giu;

function readDecimal(text: string): TypedPoint[] {
  const bare = text.replace(AROUND, ' ').replace(HEMISPHERES, ' ').replaceAll('°', ' ').trim();
  const dotted = /^([+-]?\d{1,2}\.\d{2,15})[\s,;/]+([+-]?\d{1,2}\.\d{2,15})$/.exec(bare);
  const comma = /^([+-]?\d{1,2},\d{2,15})(?:\s*;\s*|\s*,\s+|\s+)([+-]?\d{1,2},\d{2,15})$/.exec(bare);
  const match = dotted ?? comma;
  if (!match) return [];
  const [first, second] = [match[1], match[2]].map((part) => Number(part?.replace(',', '.')));
  return degrees(
    first ?? 0,
    second ?? 0,
    bilingual('a point in decimal degrees (WGS84)', 'punkt w stopniach dziesiętnych (WGS84)'),
  ).map((point) => ({ ...point, ...coarseness(match[1], match[2]) }));
}

const ANGLE = String.raw`(\d{1,2})\s*(?:°|º|deg|\s)\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:['′’]|\s)\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|′′)?)?`;
const anglesOf = (first: string, second: string) =>
  new RegExp(String.raw`^${first}?\s*${ANGLE}\s*${first}?[\s,;]*${second}?\s*${ANGLE}\s*${second}?$`, 'iu');
const LATITUDE_FIRST = anglesOf('n', 'e');
const LONGITUDE_FIRST = anglesOf('e', 'n');

function readAngles(text: string): TypedPoint[] {
  if (!/[°ºne]/iu.test(text)) return [];
  const match = LATITUDE_FIRST.exec(text) ?? LONGITUDE_FIRST.exec(text);
  if (!match) return [];
  const angle = (from: number) => {
    const [whole = 0, minutes = 0, seconds = 0] = match
      .slice(from, from + 3)
      .map((part = '0') => Number(part.replace(',', '.')));
    return minutes < 60 && seconds < 60 ? whole + minutes / 60 + seconds / 3600 : Number.NaN;
  };
  return degrees(
    angle(1),
    angle(4),
    bilingual(
      'a point in degrees, minutes and seconds (WGS84)',
      'punkt w stopniach, minutach i sekundach (WGS84)',
    ),
    // A second is thirty metres, a hundredth of a minute half of that.
  ).map((point) => (match[3] || match[6] ? point : { ...point, ...coarseness(match[2], match[5], 2) }));
}

/** Two numbers of metres; spaces inside one are thousands: 637 012,35. */
const pairOf = (whole: string) => {
  const number = String.raw`(${whole}(?:[.,]\d{1,4})?)`;
  return new RegExp(String.raw`^${number}\s*(?:m\s*)?[\s,;/]\s*${number}\s*m?$`);
};
const PAIR_1992 = pairOf(String.raw`\d{3}\s?\d{3}`);
const PAIR_2000 = pairOf(String.raw`\d\s?\d{3}\s?\d{3}`);

/** The zones of PL-2000 with their meridians, by the digit that their eastings start with. */
const ZONES: Readonly<Record<string, { readonly epsg: MetricEpsg; readonly meridian: number }>> = {
  5: { epsg: 2176, meridian: 15 },
  6: { epsg: 2177, meridian: 18 },
  7: { epsg: 2178, meridian: 21 },
  8: { epsg: 2179, meridian: 24 },
};
/** A zone is 3° wide and ends with the powiaty at its edge, which reach over it. */
const MOST_FROM_MERIDIAN = 2;

/** Metres that are rounded to as many. */
const ROUND_M = 100;

function readMetres(text: string): TypedPoint[] {
  const bare = text.replace(AROUND, ' ').replace(/\s+/g, ' ').trim();
  const in1992 = PAIR_1992.exec(bare);
  const match = in1992 ?? PAIR_2000.exec(bare);
  if (!match) return [];
  const [first = 0, second = 0] = [match[1], match[2]].map((part) =>
    Number(part?.replaceAll(' ', '').replace(',', '.')),
  );
  // Surveyors write the northing first, maps the easting; where both orders make sense, both are readings.
  const orders: [Position, Bilingual][] = [
    [[first, second], bilingual('easting and northing', 'najpierw wschód, potem północ')],
    [[second, first], bilingual('northing and easting', 'najpierw północ, potem wschód')],
  ];
  const said = systemSaid(text);
  const isRounded = !/[.,]/.test(`${match[1]}${match[2]}`) && first % ROUND_M === 0 && second % ROUND_M === 0;
  return orders.flatMap(([metres, order]) => {
    const point = in1992 ? in1992Metres(metres) : in2000Metres(metres);
    if (!point || (said ?? point.epsg) !== point.epsg) return [];
    const as = bilingual(
      `a point in metres of EPSG:${point.epsg}, ${order.en}`,
      `punkt w metrach w układzie EPSG:${point.epsg}, ${order.pl}`,
    );
    return [{ position: point.position, as, ...(isRounded ? { isCoarse: true as const } : {}) }];
  });
}

interface MetricPoint {
  readonly epsg: MetricEpsg;
  readonly position: Position;
}

const in1992Metres = (metres: Position): MetricPoint | null =>
  insidePoland(metres) ? { epsg: 2180, position: toWgs84(2180, metres) } : null;

function in2000Metres(metres: Position): MetricPoint | null {
  const zone = ZONES[String(Math.floor(metres[0] / 1_000_000))];
  if (!zone) return null;
  const position = toWgs84(zone.epsg, metres);
  const isInZone = Math.abs(position[0] - zone.meridian) <= MOST_FROM_MERIDIAN;
  return isInZone && insidePoland(fromWgs84(2180, position)) ? { epsg: zone.epsg, position } : null;
}

/** The system the text speaks of, by its code or its zone: numbers of another one are not read. */
function systemSaid(text: string): number | undefined {
  const [, code, zone = ''] = /epsg:?\s?(217[6-9]|2180)|stref[ay]\s?([5-8])/i.exec(text) ?? [];
  return code === undefined ? ZONES[zone]?.epsg : Number(code);
}

const READERS: readonly Reader[] = [readLink, readDecimal, readAngles, readMetres];

function degrees(first: number, second: number, as: Bilingual): TypedPoint[] {
  const { lat, lng } = LIMITS;
  const within = (value: number, range: { min: number; max: number }) =>
    value >= range.min && value <= range.max;
  if (within(first, lat) && within(second, lng)) return [{ position: [second, first], as }];
  if (within(second, lat) && within(first, lng))
    return [
      {
        position: [first, second],
        as: bilingual(`${as.en}, longitude first`, `${as.pl}, najpierw długość geograficzna`),
      },
    ];
  return [];
}
