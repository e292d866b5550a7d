// What is wrong with an id or an area that somebody has sent, one entry a sentence.

import { bilingual } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import { pl } from './measures.ts';

export const ID_FAULTS = {
  form: (text: string) =>
    bilingual(
      `"${text}" is not an EGiB parcel id; the form is WWPPGG_R.OOOO.number, for example 141803_2.0009.123/4 (with map sheets: …OOOO.AR_n.number)`,
      `"${text}" nie jest identyfikatorem działki EGiB; postać to WWPPGG_R.OOOO.numer, na przykład 141803_2.0009.123/4 (z arkuszami mapy: …OOOO.AR_n.numer)`,
    ),
  voivodeship: (code: string) =>
    bilingual(
      `voivodeship code "${code}" does not exist; codes are 02, 04 … 32`,
      `kod województwa "${code}" nie istnieje; kody to 02, 04 … 32`,
    ),
  powiat: bilingual(
    'powiat code "00" does not exist; codes start at 01',
    'kod powiatu "00" nie istnieje; kody zaczynają się od 01',
  ),
  gmina: bilingual(
    'gmina code "00" does not exist; codes start at 01',
    'kod gminy "00" nie istnieje; kody zaczynają się od 01',
  ),
  gminaType: (type: string) =>
    bilingual(
      `gmina type "${type}" does not occur in parcel ids: use 1, 2, 4, 5, 8 or 9${type === '3' ? '; a parcel lies in its town (4) or its rural area (5)' : ''}`,
      `rodzaj gminy "${type}" nie występuje w identyfikatorach działek: dozwolone 1, 2, 4, 5, 8 i 9${type === '3' ? '; działka leży w mieście (4) albo na obszarze wiejskim (5)' : ''}`,
    ),
  obreb: (code: string) =>
    bilingual(
      `obręb "${code}" must have four digits, 0001 to 9999`,
      `obręb "${code}" musi mieć cztery cyfry, od 0001 do 9999`,
    ),
  sheet: (sheet: string) =>
    bilingual(
      `map sheet "AR_${sheet}" must be AR_ and a number from 1`,
      `arkusz mapy "AR_${sheet}" musi mieć postać AR_ i numer od 1`,
    ),
  number: (written: string) =>
    bilingual(
      `parcel number "${written}" must be a number such as 45, 45/3 or 7/a`,
      `numer działki "${written}" musi być numerem takim jak 45, 45/3 lub 7/a`,
    ),
} as const;

const shown = (km2: string) => pl.number(Number(km2));

export const AREA_FAULTS = {
  noArea: {
    polygon: bilingual(
      'the polygon encloses no area, or less than a square millimetre',
      'wielokąt nie obejmuje powierzchni albo obejmuje mniej niż milimetr kwadratowy',
    ),
    bbox: bilingual(
      'the bbox encloses no area, or less than a square millimetre',
      'bbox nie obejmuje powierzchni albo obejmuje mniej niż milimetr kwadratowy',
    ),
  },
  vertices: (count: number, most: number) =>
    bilingual(
      `the polygon has ${count} vertices; at most ${most} are allowed`,
      `wielokąt ma zbyt wiele wierzchołków (${count}); dozwolone najwyżej ${most}`,
    ),
  rings: (count: number, most: number) =>
    bilingual(
      `the polygon has ${count} rings; at most ${most} are allowed`,
      `wielokąt ma zbyt wiele pierścieni (${count}); dozwolone najwyżej ${most}`,
    ),
  manyEdges: (count: number) =>
    bilingual(
      `the edges of the polygon cross or touch one another, and ${count} edges beside each other are too many to mend; draw it without crossings, or with fewer vertices`,
      `krawędzie wielokąta przecinają się lub stykają, a krawędzi obok siebie jest zbyt wiele do naprawy (${count}); należy narysować go bez przecięć albo z mniejszą liczbą wierzchołków`,
    ),
  verticesToMend: (vertices: number, most: number) =>
    bilingual(
      `the edges of the polygon cross or touch one another, which is mended for up to ${most} vertices, and it has ${vertices}; draw it without crossings, or with fewer vertices`,
      `krawędzie wielokąta przecinają się lub stykają, co naprawia się do ${most} wierzchołków, a ma on ich ${vertices}; należy narysować go bez przecięć albo z mniejszą liczbą wierzchołków`,
    ),
  manyCrossings: (crossings: number, meetings: number) =>
    bilingual(
      `the edges of the polygon cross more than ${crossings} times or touch more than ${meetings} times`,
      `krawędzie wielokąta przecinają się więcej niż ${crossings} razy albo stykają więcej niż ${meetings} razy`,
    ),
  outside: (lng: number | undefined, lat: number | undefined) => {
    const [east, north] = [`${LIMITS.lng.min}..${LIMITS.lng.max}`, `${LIMITS.lat.min}..${LIMITS.lat.max}`];
    return bilingual(
      `position [${lng}, ${lat}] is outside lng ${east}, lat ${north} (order is lng, lat)`,
      `położenie [${lng}, ${lat}] leży poza zakresem lng ${east}, lat ${north} (kolejność: lng, lat)`,
    );
  },
  tooLarge: (km2: string, over_km2: string, most_km2: string) =>
    bilingual(
      `the area is ${km2} km², ${over_km2} km² over the limit of ${most_km2} km²`,
      `obszar ma ${shown(km2)} km², o ${shown(over_km2)} km² ponad limit ${shown(most_km2)} km²`,
    ),
} as const;

/** What to do about each: the limits are no help where the shape or the order is wrong. */
export const AREA_HINTS = {
  limits: bilingual(
    `Areas may have at most ${LIMITS.search_area_m2 / 1e6} km² and ${LIMITS.polygon_vertices} vertices.`,
    `Obszar może mieć najwyżej ${LIMITS.search_area_m2 / 1e6} km² i ${LIMITS.polygon_vertices} wierzchołków.`,
  ),
  noArea: {
    polygon: bilingual(
      'Pass polygon with at least three corners that are not on one line.',
      'Parametr polygon musi mieć co najmniej trzy wierzchołki, które nie leżą na jednej prostej.',
    ),
    bbox: bilingual(
      'Pass bbox with max_lon above min_lon and max_lat above min_lat.',
      'W bbox max_lon musi być większe niż min_lon, a max_lat większe niż min_lat.',
    ),
  },
  order: bilingual(
    'Pass positions as longitude, then latitude, in Poland.',
    'Położenie to długość, potem szerokość geograficzna, w Polsce.',
  ),
} as const;
