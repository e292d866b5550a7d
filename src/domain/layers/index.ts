// ANSWERS: layer key → the pure function that answers it; COLLECT: stored layer → how its facts come from evidence.
// Mapped types: a layer without a row does not compile. Permits have none: they are answered from what lies around the
// parcel at request time (permits.ts).

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { answerAddress, collectAddress } from './address.ts';
import { answerBuildings, collectBuildings } from './buildings.ts';
import type { Collect, FactLayer } from './facts.ts';
import { answerFlood, collectFlood } from './flood.ts';
import { answerLandslide, collectLandslide } from './landslide.ts';
import { answerMpzp, collectMpzp } from './mpzp.ts';
import { answerPlanning, answerWz } from './planning.ts';
import { answerPog, collectPog } from './pog.ts';
import { answerPrices, collectPrices } from './prices.ts';
import { answerProtected, collectProtected } from './protected.ts';
import { answerRoadAccess, collectRoadAccess } from './road-access.ts';
import { answerSoil, collectSoil } from './soil.ts';
import type { Subject } from './subject.ts';

export type AnswerLayer<K extends LayerKey> = (
  subject: Subject,
  corpus: Corpus,
  day: string,
) => LayerAnswer<K>;

export type StoredLayerKey = Exclude<LayerKey, 'permits'>;

/** The stored facts an answer follows from. Nothing else of the parcel is looked at: a test holds each row. */
export const FACTS_OF: { readonly [K in StoredLayerKey]: readonly [FactLayer, ...FactLayer[]] } = {
  planning: ['pog', 'mpzp', 'soil', 'protected'],
  flood: ['flood'],
  landslide: ['landslide'],
  protected: ['protected'],
  buildings: ['buildings'],
  road_access: ['road_access'],
  prices: ['prices'],
  soil: ['soil'],
  address: ['address'],
  pog: ['pog'],
  mpzp: ['mpzp'],
  wz: ['pog', 'mpzp', 'soil', 'protected'],
};

export const ANSWERS: { readonly [K in StoredLayerKey]: AnswerLayer<K> } = {
  planning: answerPlanning,
  flood: answerFlood,
  landslide: answerLandslide,
  protected: answerProtected,
  buildings: answerBuildings,
  road_access: answerRoadAccess,
  prices: answerPrices,
  soil: answerSoil,
  address: answerAddress,
  pog: answerPog,
  mpzp: answerMpzp,
  wz: answerWz,
};

export const COLLECT: { readonly [L in FactLayer]: Collect } = {
  pog: collectPog,
  mpzp: collectMpzp,
  soil: collectSoil,
  address: collectAddress,
  flood: collectFlood,
  landslide: collectLandslide,
  protected: collectProtected,
  buildings: collectBuildings,
  road_access: collectRoadAccess,
  prices: collectPrices,
};
