// The geometry of a GML feature, x first, in the order of axes that its srsName stands for. One way for every reader of
// GML: only what the short name EPSG:2180 means differs from source to source (formats §0.2).

import { type AxisOrder, type Epsg, KNOWN_SYSTEMS, systemOf } from '../../domain/geometry/projection.ts';
import { type Geometry, STORED_EPSG } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';
import { findGeometry, readGeometry } from './gml-geometry.ts';
import type { XmlElement } from './xml.ts';

export interface GmlShape {
  /** Null where the element holds none, and where it could not be read. */
  readonly geometry: Geometry | null;
  readonly epsg: Epsg | null;
  readonly fault: string | null;
  /** Whether the file itself says which axis comes first; else it was read by the habit of the source. */
  readonly is_order_told: boolean;
}

/** `habit` is the order that the source writes under a name which leaves it open. */
export function gmlShapeOf(element: XmlElement, habit: AxisOrder): GmlShape {
  const unread = { geometry: null, epsg: null, is_order_told: true };
  try {
    const found = findGeometry(element);
    if (found === null) return { ...unread, epsg: STORED_EPSG, fault: null };
    const system = systemOf(found.srsName ?? '');
    if (system === null)
      return {
        ...unread,
        fault: `unknown coordinate system "${found.srsName ?? ''}"; known are ${KNOWN_SYSTEMS}`,
      };
    const told = isGml2(found.element) ? 'xy' : system.axes;
    const geometry = readGeometry(found, told ?? habit);
    return { geometry, epsg: system.epsg, fault: null, is_order_told: told !== null };
  } catch (error) {
    if (error instanceof FormatError) return { ...unread, fault: error.message };
    throw error;
  }
}

const GML_2 = new Set(['coordinates', 'coord', 'outerBoundaryIs']);

const isGml2 = ({ name, children }: XmlElement): boolean => GML_2.has(name) || children.some(isGml2);
