// What a source says of a place (spec §4.9; docs/decisions/0020-coverage-here.md). Of a parcel: the best of what the layers
// that it serves answer there, so that it never contradicts them. Of a gmina: what its loads hold.

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { SOURCES, type SourceId } from '../corpus/registers.ts';
import { COVERAGE_RANK } from './answer.ts';
import { answerBuildingsFrom } from './buildings.ts';
import { answerMpzp, coverageOfSymbols } from './mpzp.ts';
import { answerPogFrom, choosePlan } from './pog.ts';
import { answerProtected } from './protected.ts';
import { answerSoil } from './soil.ts';
import type { Subject } from './subject.ts';

type OwnLayer = Exclude<LayerKey, 'planning' | 'wz'>;

/** What a source brings to planning and to the zoning decision, which are put together from several. */
const PLANNING_PART: { readonly [S in SourceId]?: OwnLayer } = {
  pog: 'pog',
  pog_fallback: 'pog',
  mpzp: 'mpzp',
  mpzp_symbols: 'mpzp',
  egib: 'soil',
  gdos: 'protected',
};

function ownLayer(source: SourceId, layer: LayerKey): OwnLayer {
  if (layer !== 'planning' && layer !== 'wz') return layer;
  const part = PLANNING_PART[source];
  if (part === undefined) throw new Error(`${source} has no part in the layer ${layer}`);
  return part;
}

/** They say which parcel and which gmina it is: held or not, unless one layer is asked for. */
const OF_UNITS: readonly SourceId[] = ['egib', 'terc', 'prg'];

const heldOrNot = (isHeld: boolean): Coverage => (isHeld ? 'covered' : 'not_covered');

/** Of the layer that is asked for, or the best among all that the source serves. */
function bestOf(
  source: SourceId,
  layer: LayerKey | undefined,
  coverageOf: (layer: LayerKey) => Coverage,
): Coverage {
  const layers: readonly LayerKey[] = layer === undefined ? SOURCES[source].layers : [layer];
  return layers
    .map(coverageOf)
    .reduce((best, next) => (COVERAGE_RANK[next] > COVERAGE_RANK[best] ? next : best), 'not_covered');
}

/** `answers` are those of the parcel: of the layer that is asked for, or of all. */
export function coverageOnParcel(
  source: SourceId,
  layer: LayerKey | undefined,
  answers: Readonly<Partial<Record<LayerKey, Pick<LayerAnswer, 'source' | 'coverage'> | undefined>>>,
  subject: Subject,
  corpus: Corpus,
  day: string,
): Coverage {
  if (layer === undefined && OF_UNITS.includes(source)) {
    return heldOrNot(corpus.stateAt(source, subject.place) !== undefined);
  }
  return bestOf(source, layer, (key) => {
    const answer = answers[key];
    if (answer?.source.id === source) return answer.coverage;
    return coverageBeside(source, ownLayer(source, key), subject, corpus, day);
  });
}

/** Where another source is the one that answers: what this one holds of the parcel by itself. */
function coverageBeside(
  source: SourceId,
  layer: OwnLayer,
  subject: Subject,
  corpus: Corpus,
  day: string,
): Coverage {
  switch (layer) {
    case 'pog':
      if (corpus.plansOf(source, subject.gmina6).length === 0) return 'not_covered';
      return answerPogFrom(source, subject, corpus, day).coverage;
    case 'mpzp':
      if (source === 'mpzp_symbols') return coverageOfSymbols(subject, corpus);
      return answerMpzp(subject, corpus, day).coverage;
    case 'buildings':
      return answerBuildingsFrom(source === 'egib' ? 'egib' : 'bdot10k', subject, corpus).coverage;
    case 'road_access':
      // BDOT10k answers; the cadastre tells by its land use which parcels next door are roads.
      return heldOrNot(corpus.publishesLandUse(subject.place));
    case 'soil':
      return answerSoil(subject, corpus).coverage;
    case 'protected':
      return answerProtected(subject, corpus).coverage;
    default:
      throw new Error(`the layer ${layer} has one source, and it is not ${source}`);
  }
}

/** `gmina6` are the six digits of its code. */
export function coverageInGmina(
  source: SourceId,
  layer: LayerKey | undefined,
  gmina6: string,
  corpus: Corpus,
  day: string,
): Coverage {
  // TERC names every gmina. Of the others nothing is served where no parcels are loaded.
  if (source !== 'terc' && !corpus.holdsPartition(gmina6.slice(0, 4))) return 'not_covered';
  if (layer === undefined && OF_UNITS.includes(source)) return heldOrNot(holdsPlace(source, gmina6, corpus));
  return bestOf(source, layer, (key) => {
    const own = ownLayer(source, key);
    if (!holdsLayer(source, own, gmina6, corpus)) return 'not_covered';
    if (own !== 'permits' && !corpus.isComputed(own, gmina6)) return 'not_computed';
    if (own !== 'pog' || choosePlan(corpus.plansOf(source, gmina6), day)) return 'covered';
    return 'covered_no_data';
  });
}

/** By the same signs as the answers of its parcels, as far as they are not those of a single parcel. */
function holdsLayer(source: SourceId, layer: OwnLayer, gmina6: string, corpus: Corpus): boolean {
  switch (layer) {
    case 'pog':
      return corpus.plansOf(source, gmina6).length > 0;
    case 'mpzp':
      if (source === 'mpzp_symbols') return holdsPlace(source, gmina6, corpus);
      return corpus.localPlansOf(gmina6).length > 0;
    case 'buildings':
      return corpus.publishes(source, gmina6, 'building');
    case 'road_access':
      return source === 'egib' ? corpus.publishesLandUse(gmina6) : corpus.publishes(source, gmina6, 'road');
    case 'soil':
      return corpus.publishesLandUse(gmina6);
    case 'flood':
      return corpus.holdsPart(source, 'flood_q100', gmina6);
    case 'landslide':
      return corpus.holdsPart(source, 'landslide', gmina6);
    default:
      return holdsPlace(source, gmina6, corpus);
  }
}

const holdsPlace = (source: SourceId, gmina6: string, corpus: Corpus): boolean =>
  corpus.stateAt(source, gmina6) !== undefined;
