// ANSWERS: layer key → the pure function that answers it; COLLECT: stored layer → how its facts come from evidence.
// Mapped types: a layer without a row does not compile.

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Corpus } from '../corpus.ts';
import { LAYER_SOURCE } from '../sources.ts';
import { answerAddress, collectAddress } from './address.ts';
import { notCovered } from './answer.ts';
import type { Collect, FactLayer } from './facts.ts';
import { answerMpzp, collectMpzp } from './mpzp.ts';
import { answerPlanning, answerWz } from './planning.ts';
import { answerPog, collectPog } from './pog.ts';
import { answerProtected } from './protected.ts';
import { answerSoil, collectSoil } from './soil.ts';
import type { Subject } from './subject.ts';

export type Answer<K extends LayerKey> = (subject: Subject, corpus: Corpus, day: string) => LayerAnswer<K>;

/** A layer whose register is not loaded anywhere yet: which register would answer, and that nothing is inferred. */
function notHeld(layer: LayerKey, what: string) {
  return (subject: Subject, corpus: Corpus) =>
    notCovered(
      corpus.sourceAt(LAYER_SOURCE[layer], subject.obreb_id),
      `${what} not held for this place; nothing is inferred.`,
    );
}

export const ANSWERS: { readonly [K in LayerKey]: Answer<K> } = {
  planning: answerPlanning,
  flood: notHeld('flood', 'Flood hazard maps are'),
  landslide: notHeld('landslide', 'The landslide inventory is'),
  protected: answerProtected,
  buildings: notHeld('buildings', 'Building outlines are'),
  road_access: notHeld('road_access', 'Road data are'),
  permits: notHeld('permits', 'The register of building permits is'),
  prices: notHeld('prices', 'The register of prices is'),
  soil: answerSoil,
  address: answerAddress,
  pog: answerPog,
  mpzp: answerMpzp,
  wz: answerWz,
};

const collectNothing: Collect = () => null;

export const COLLECT: { readonly [L in FactLayer]: Collect } = {
  pog: collectPog,
  mpzp: collectMpzp,
  soil: collectSoil,
  address: collectAddress,
  flood: collectNothing,
  landslide: collectNothing,
  protected: collectNothing,
  buildings: collectNothing,
  road_access: collectNothing,
  prices: collectNothing,
};
