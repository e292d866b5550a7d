// PRG boundaries (GUGiK): answers of its WFS, one level a file. N E order, as MapServer writes urn: systems.

import { epsgOf } from '../../domain/projection.ts';
import type { BoundaryLevel } from '../../store/store.ts';
import { cleanPolygons } from '../clean.ts';
import { FormatError } from '../formats/format-error.ts';
import { geometryOf, openGml } from '../formats/gml.ts';
import { textOf } from '../formats/xml.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';

interface Level {
  readonly level: BoundaryLevel;
  readonly code: RegExp;
}

const LEVELS: Readonly<Record<string, Level>> = {
  A02_Granice_powiatow: { level: 'powiat', code: /^\d{4}$/ },
  A03_Granice_gmin: { level: 'gmina', code: /^\d{7}$/ },
  A05_Granice_jednostek_ewidencyjnych: { level: 'unit', code: /^\d{6}_\d$/ },
  A06_Granice_obrebow_ewidencyjnych: { level: 'obreb', code: /^\d{6}_\d\.\d{4}$/ },
};

export const prg: Recipe = {
  source: 'prg',
  claims: /^(PRG_)?A0[2356]_Granice.*\.(xml|gml)(\.zip)?$/i,
  reads: 'PRG boundaries of powiaty, gminy, cadastral units and obręby, answers of the WFS',
  read: readPrg,
};

async function* readPrg(path: string): AsyncGenerator<ReadItem, FileFacts> {
  const { collection, features } = await openGml(path);
  const levels = new Set<string>();
  for await (const { type, element, line } of features) {
    const position = `line ${line}`;
    const known = LEVELS[type];
    if (!known) {
      yield issueAt(position, 'unknown_type', `features of type ${type} are not read`, 'type', type);
      continue;
    }
    const code = textOf(element, 'JPT_KOD_JE') ?? '';
    if (!known.code.test(code)) {
      yield issueAt(
        position,
        'bad_code',
        `the code of a ${known.level} must match ${known.code.source}`,
        'JPT_KOD_JE',
        code,
      );
      continue;
    }
    const outcome = shapeOf(element);
    if (!outcome.ok) {
      yield issueAt(position, outcome.kind, outcome.message, 'msGeometry', code);
      continue;
    }
    if (outcome.repaired)
      yield issueAt(
        position,
        'repaired_geometry',
        'the polygon was invalid and was repaired',
        'msGeometry',
        code,
      );
    levels.add(known.level);
    const name = textOf(element, 'JPT_NAZWA_');
    yield {
      row: { kind: 'boundary', row: { code, level: known.level, name, geometry: outcome.geometry } },
      position,
    };
  }
  return { as_of: /^\d{4}-\d{2}-\d{2}/.exec(collection.timeStamp ?? '')?.[0] ?? null, scopes: [...levels] };
}

function shapeOf(element: Parameters<typeof geometryOf>[0]) {
  try {
    const read = geometryOf(element, 'yx');
    const epsg = epsgOf(read?.srsName ?? '');
    if (!read || epsg === null) {
      return {
        ok: false as const,
        kind: 'unreadable_geometry',
        message: `unknown coordinate system "${read?.srsName ?? ''}"`,
      };
    }
    return cleanPolygons(read.geometry, epsg);
  } catch (error) {
    if (error instanceof FormatError)
      return { ok: false as const, kind: 'unreadable_geometry', message: error.message };
    throw error;
  }
}
