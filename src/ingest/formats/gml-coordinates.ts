// The coordinates written in one GML element → positions, x first, heights dropped. Reads pos, posList,
// coordinates and coord (GML 2) and points given as properties. Knows nothing of lines and surfaces.

import type { AxisOrder } from '../../domain/geometry/projection.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { childOf, faultIn, type XmlElement } from './xml.ts';

/** How the file writes positions. */
export interface Notation {
  readonly axis: AxisOrder;
  /** Numbers in a position, where the list itself does not say; null where nothing says it. */
  readonly dimension: string | null;
}

export function positionsOf(element: XmlElement, notation: Notation): Position[] {
  const positions = element.children.flatMap((child) => {
    switch (child.name) {
      case 'posList': {
        const numbers = numbersIn(child);
        const { srsDimension, dimension } = child.attributes;
        const stated = srsDimension ?? dimension ?? notation.dimension;
        return cut(child, numbers, stated === null ? guessDimension(numbers) : Number(stated), notation);
      }
      case 'pos': {
        const numbers = numbersIn(child);
        return cut(child, numbers, numbers.length === 3 ? 3 : 2, notation);
      }
      case 'coordinates':
        return tuplesIn(child).flatMap((tuple) => cut(child, tuple, tuple.length === 3 ? 3 : 2, notation));
      case 'coord':
        return cut(child, [childOf(child, 'X'), childOf(child, 'Y')].flatMap(numbersIn), 2, notation);
      case 'pointProperty':
      case 'pointRep':
        return child.children.flatMap((point) => positionsOf(point, notation));
      default:
        return [];
    }
  });
  if (positions.length === 0) throw faultIn(element, `<${element.name}> without coordinates`, 'coordinates');
  return positions;
}

/** Two, unless only threes close a ring: some servers carry heights and do not say so. */
function guessDimension(numbers: readonly number[]): 2 | 3 {
  const isClosed = (size: number) => {
    const last = numbers.length - size;
    return last % size === 0 && numbers[0] === numbers[last] && numbers[1] === numbers[last + 1];
  };
  return numbers.length > 3 && isClosed(3) && !isClosed(2) ? 3 : 2;
}

export function numbersIn(element: XmlElement | undefined): number[] {
  return element === undefined ? [] : split(element.text, ' ').map((number) => toNumber(element, number));
}

/** GML 2 names the separators and the decimal sign in attributes; the defaults are those of the standard. */
function tuplesIn(element: XmlElement): number[][] {
  const { cs = ',', ts = ' ', decimal = '.' } = element.attributes;
  return split(element.text, ts).map((tuple) =>
    split(tuple, cs).map((number) => toNumber(element, number.replace(decimal, '.'))),
  );
}

/** A separator that is white space stands for any amount of it. */
function split(text: string, separator: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return trimmed.split(separator.trim() === '' ? /\s+/ : separator);
}

function toNumber(element: XmlElement, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) {
    throw faultIn(element, `"${text.slice(0, 40)}" in <${element.name}>`, 'a finite number');
  }
  return number;
}

function cut(element: XmlElement, numbers: readonly number[], size: number, notation: Notation): Position[] {
  if (size !== 2 && size !== 3) throw faultIn(element, `dimension ${size}`, '2 or 3');
  if (numbers.length === 0 || numbers.length % size !== 0) {
    throw faultIn(element, `${numbers.length} numbers in <${element.name}>`, `${size} for each position`);
  }
  const positions: Position[] = [];
  for (let at = 0; at < numbers.length; at += size) {
    const [first = Number.NaN, second = Number.NaN] = [numbers[at], numbers[at + 1]];
    positions.push(notation.axis === 'xy' ? [first, second] : [second, first]);
  }
  return positions;
}
