// The parameter bbox of searches and streams: four numbers in WGS84, longitude first.

import { HINTS } from '../../contract/fault-hints.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { phraseOf } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { invalidInput } from './outcome.ts';

export function parseBbox(text: string): Box {
  const numbers = text
    .split(',')
    .map((part) => (/^\s*[+-]?\d{1,3}(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [minLng = Number.NaN, minLat = Number.NaN, maxLng = Number.NaN, maxLat = Number.NaN] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) {
    throw invalidInput(phraseOf(FAULTS.notBbox, text), HINTS.bboxExample);
  }
  if (minLng >= maxLng || minLat >= maxLat) {
    throw invalidInput(phraseOf(FAULTS.bboxOrder, text), HINTS.bboxOrder);
  }
  if (LATITUDES.holds(minLng, maxLng) && LONGITUDES.holds(minLat, maxLat)) {
    throw invalidInput(
      phraseOf(FAULTS.bboxSwapped, minLng, LIMITS.lng, text),
      phraseOf(HINTS.didYouMean, [minLat, minLng, maxLat, maxLng].join(',')),
    );
  }
  return [minLng, minLat, maxLng, maxLat];
}

const within = (least: number, most: number) => ({
  holds: (...degrees: readonly number[]) => degrees.every((one) => one >= least && one <= most),
});
/** Of the country, with some room: no longitude of it is a latitude. */
const LATITUDES = within(48, 56);
const LONGITUDES = within(13, 25);
