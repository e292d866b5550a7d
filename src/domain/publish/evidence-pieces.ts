// What a row draws on the ground, whatever its kind, as evidence: its role, its key, the place whose loads replace it, and
// its geometry in pieces. Every back end stores the same pieces under the same hashes.

import { subdivide } from '../geometry/polygons.ts';
import { type Box, type Geometry, type MultiPolygon, STORED_EPSG } from '../geometry/types.ts';
import { boundsOf, encodeGeoPackageGeometry } from '../geometry/wkb.ts';
import type { EvidenceRole } from '../layers/layer-table.ts';
import { hashText } from '../record.ts';
import type { EvidenceRow, PlanAreaRow, StagedRow } from './staged-rows.ts';

/** Vertices of the largest piece that a polygon is stored in: small boxes are what an index finds by. */
const PIECE_VERTICES = 256;

export interface StagedPiece {
  readonly role: EvidenceRole;
  readonly key: string;
  readonly piece: number;
  readonly place: string;
  /** EvidenceRow.version; '' where the register gives none. */
  readonly version: string;
  readonly hash: string;
  /** EvidenceRow.is_numbered. */
  readonly is_numbered: boolean;
  /** JSON. */
  readonly attributes: string;
  readonly box: Box;
  /** As a GeoPackage blob: what the hash is of. */
  readonly geom: Uint8Array;
}

const ROLE_OF_AREA: Readonly<Record<PlanAreaRow['role'], EvidenceRole>> = {
  zone: 'pog_zone',
  ouz: 'pog_ouz',
  designation: 'mpzp_area',
};

/** Null where the row draws nothing: a unit, a permit, a plan without an outline. */
function evidenceOf({ kind, row }: StagedRow): EvidenceRow | null {
  switch (kind) {
    case 'plan':
      // Where a local plan lies is told by its outline; a general plan is told by its zones.
      return row.kind === 'mpzp' && row.geometry
        ? area('mpzp_act', row.plan_id, row.gmina6, { plan: row.plan_id }, row.geometry)
        : null;
    case 'plan_area': {
      const { area_id, plan_id, gmina6, role, symbol, name, parameters, geometry } = row;
      const attributes = { plan: plan_id, symbol, name, parameters };
      return area(ROLE_OF_AREA[role], area_id, gmina6, attributes, geometry);
    }
    case 'soil_contour':
      return area('soil_contour', row.contour_id, row.obreb_id, { symbol: row.symbol }, row.geometry);
    case 'address': {
      const { address_id, gmina, position, ...attributes } = row;
      const geometry: Geometry = { type: 'Point', coordinates: position };
      return { role: 'address', key: address_id, place: gmina, attributes, geometry };
    }
    case 'evidence':
      return row;
    default:
      return null;
  }
}

function area(
  role: EvidenceRole,
  key: string,
  place: string,
  attributes: EvidenceRow['attributes'],
  coordinates: MultiPolygon,
): EvidenceRow {
  return { role, key, place, attributes, geometry: { type: 'MultiPolygon', coordinates } };
}

export function evidencePieces(staged: StagedRow): StagedPiece[] {
  const evidence = evidenceOf(staged);
  if (!evidence) return [];
  const { role, key, place, version = '', geometry, is_numbered = false } = evidence;
  const attributes = JSON.stringify(evidence.attributes);
  const shapes: Geometry[] =
    geometry.type === 'MultiPolygon'
      ? subdivide(geometry.coordinates, PIECE_VERTICES).map((coordinates) => ({
          type: 'MultiPolygon',
          coordinates,
        }))
      : [geometry];
  return shapes.map((shape, piece) => {
    const geom = encodeGeoPackageGeometry(shape, STORED_EPSG);
    return {
      role,
      key,
      piece,
      place,
      version,
      // A version that draws the same is another row all the same: which of two counts depends on it.
      hash: version === '' ? hashText(attributes, geom) : hashText(`${version} ${attributes}`, geom),
      is_numbered,
      attributes,
      box: boundsOf(shape),
      geom,
    };
  });
}
