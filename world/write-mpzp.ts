// Writes local plans: those of a powiat as answers of Rejestr Urbanistyczny (outlines and resolutions, never symbols),
// and the designations that one gmina publishes itself.

import { join } from 'node:path';
import { writeArchive } from './archive.ts';
import { EARLIER_DAY } from './editions.ts';
import { type Feature, writeGeoJson } from './geojson.ts';
import type { Land } from './land.ts';
import { outlineOfArea } from './outline.ts';
import { designationsOf, localPlansOf, namespaceOf, PLANNERS } from './planning.ts';
import { type Act, writeAct, writeAnswer, writeDocuments } from './registry-answer.ts';

const PREFIX = 'app-mpzp';
const GMINA_WITH_SYMBOLS = '1418032';
const PUBLISHED_ON = '2026-10-05';

/** By the letters of the symbol. */
const DESIGNATION_NAMES: Readonly<Record<string, string>> = {
  MN: 'teren zabudowy mieszkaniowej jednorodzinnej',
  'MN/U': 'teren zabudowy mieszkaniowej jednorodzinnej i usług',
  U: 'teren usług',
  ZL: 'las',
  ZP: 'teren zieleni urządzonej',
  R: 'teren rolniczy',
  KDD: 'droga publiczna klasy dojazdowej',
};

export async function writeMpzp(folder: string, land: Land, powiat: string): Promise<string> {
  const file = join(folder, `mpzp-${powiat}.zip`);
  const acts = actsOf(land, powiat);
  const documents = acts.flatMap((act) => writeDocuments(PREFIX, act));
  await writeArchive(file, {
    'akty.xml': writeAnswer(
      PREFIX,
      land.edition,
      acts.values().map((act) => writeAct(PREFIX, act)),
      acts.length,
    ),
    'dokumenty.xml': writeAnswer(PREFIX, land.edition, documents, documents.length),
  });
  return file;
}

function actsOf(land: Land, powiat: string): Act[] {
  return localPlansOf(land, powiat).map(({ obreb, plan, localId, area }) => {
    const gmina = obreb.unit.gmina.code;
    const planner = PLANNERS[gmina];
    if (planner === undefined) throw new Error(`nobody plans in ${gmina}`);
    return {
      ...plan,
      namespace: namespaceOf(gmina, 'MPZP'),
      localId,
      title: `Miejscowy plan zagospodarowania przestrzennego obrębu ${obreb.name}`,
      type: ['miejscowyPlanZagospodarowaniaPrzestrzennego', 'miejscowy plan zagospodarowania przestrzennego'],
      planner,
      outline: outlineOfArea(land, obreb.anchor, area),
      zones: [],
      regulations: [],
    };
  });
}

export async function writeDesignations(folder: string, land: Land): Promise<string> {
  const file = join(folder, `mpzp-${GMINA_WITH_SYMBOLS.slice(0, 6)}.geojson`);
  const as_of = land.edition === 'earlier' ? EARLIER_DAY : PUBLISHED_ON;
  const source = 'Synthetic sample data: the names of places are true, the plans are invented.';
  return await writeGeoJson(file, { as_of, source }, designationFeatures(land));
}

function* designationFeatures(land: Land): Generator<Feature> {
  for (const { obreb, area, symbol, plan } of designationsOf(land, GMINA_WITH_SYMBOLS)) {
    yield {
      properties: {
        plan_id: `${namespaceOf(GMINA_WITH_SYMBOLS, 'MPZP')}/${plan}`,
        symbol,
        name: DESIGNATION_NAMES[symbol.replace(/^\d+/, '')] ?? null,
      },
      geometry: outlineOfArea(land, obreb.anchor, area),
    };
  }
}
