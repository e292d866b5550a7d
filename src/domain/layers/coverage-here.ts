// What a source says of a place (spec §4.9; docs/decisions/0020-coverage-here.md). Of a parcel: the best of what the layers
// that it serves answer there, so that it never contradicts them. Of a gmina: what its loads hold. What a register means to a
// layer is said by the layer.

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { partitionOf } from '../places/parcel-id.ts';
import { COVERAGE_RANK } from './answer.ts';
import type { LayerDefinition } from './layer-definition.ts';
import { layersOf, type OwnLayer, partFrom } from './layer-registers.ts';
import { LAYERS } from './layer-table.ts';
import { heldOrNot, holdsPlace } from './place-held.ts';
import type { Subject } from './subject.ts';

/** They say which parcel and which gmina it is: held or not, unless one layer is asked for. */
const OF_UNITS: readonly SourceId[] = ['egib', 'terc', 'prg'];

/** Of the layer that is asked for, or the best among all that the source serves. */
function bestOf(
  source: SourceId,
  layer: LayerKey | undefined,
  coverageOf: (layer: LayerKey) => Coverage,
): Coverage {
  const layers = layer === undefined ? layersOf(source) : [layer];
  return layers
    .map(coverageOf)
    .reduce((best, next) => (COVERAGE_RANK[next] > COVERAGE_RANK[best] ? next : best), 'not_covered');
}

/** What the source brings to planning and to the zoning decision is a part of them; elsewhere it is the layer itself. */
function ownLayer(source: SourceId, layer: LayerKey): LayerDefinition<OwnLayer> {
  const part = partFrom(source, layer);
  if (part === undefined) throw new Error(`${source} has no part in the layer ${layer}`);
  return LAYERS[part];
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
    // Another source is the one that answers: what this one holds of the parcel by itself.
    const own = ownLayer(source, key);
    if (own.key === 'permits') throw new Error(`the layer ${key} has one source, and it is not ${source}`);
    return own.coverageBeside?.(source, subject, corpus, day) ?? own.answer(subject, corpus, day).coverage;
  });
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
  const gmina = corpus.admin.gminaOfUnit(`${gmina6}_1`) ?? { teryt: gmina6, powiat: partitionOf(gmina6) };
  if (source !== 'terc' && !corpus.holdsGmina(gmina)) return 'not_covered';
  const held = heldOrNot(holdsPlace(source, gmina6, corpus));
  if (layer === undefined && OF_UNITS.includes(source)) return held;
  return bestOf(source, layer, (key) => {
    const own = ownLayer(source, key);
    // Notifications alone do not say that there is none.
    if (own.key === 'permits') return heldOrNot(corpus.isHeldWhole(source, gmina6));
    // By the same signs as the answers of its parcels, as far as they are not those of a single parcel.
    const coverage = own.coverageInGmina?.(source, gmina6, corpus, day) ?? held;
    if (coverage === 'not_covered') return coverage;
    return corpus.isComputed(own.key, gmina6) ? coverage : 'not_computed';
  });
}
