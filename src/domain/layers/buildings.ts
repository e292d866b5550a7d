// Buildings on the parcel: how many and on how much of it. From the cadastre; from topographic data where the cadastre
// publishes no buildings.

import type { BuildingsValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { leftOutClaim } from '../corpus/lacking-classes.ts';
import { BUILDING_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

/** The first of them that holds buildings of a place answers for it. */
const REGISTERS = ['egib', 'bdot10k'] as const;
type BuildingSource = (typeof REGISTERS)[number];

/** Each register by itself: which one answers depends on what else is loaded. */
export type BuildingsFact = {
  readonly [S in BuildingSource]?: readonly [count: number, footprint_m2: number];
};

/**
 * A building stands on a parcel when it reaches over the boundary as far as a strip of half a metre along one side of a
 * square of its size: 5 m² of a house of 100 m². Walls and boundary points are each surveyed to 10 cm
 * (Dz.U. 2020 poz. 1429), old ones less well: a building that stands at the boundary overlaps next door by less than that.
 */
const LEAST_DEPTH_M = 0.5;
/** Of a parcel smaller than that strip, such as the ground of one garage in a row: built over by half. */
const LEAST_OF_PARCEL = 0.5;

export function collectBuildings(
  parcel: ParcelGround,
  { overlaps }: Pick<Vicinity, 'overlaps'>,
): BuildingsFact | null {
  const standing = overlaps.filter(({ attributes, overlap_m2 }) => {
    const side_m = Math.sqrt(Number(attributes.footprint_m2));
    return (overlap_m2 ?? 0) >= Math.min(side_m * LEAST_DEPTH_M, parcel.area_m2 * LEAST_OF_PARCEL);
  });
  if (standing.length === 0) return null;
  const told = REGISTERS.flatMap((source) => {
    const own = standing.filter((building) => building.source === source);
    const footprint_m2 = own.reduce((sum, building) => sum + (building.overlap_m2 ?? 0), 0);
    return own.length === 0 ? [] : [[source, [own.length, Math.round(footprint_m2 * 100) / 100]]];
  });
  return Object.fromEntries(told);
}

const EMPTY: BuildingsValue = { count: 0, footprint_m2_total: 0 };

export function answerBuildings(subject: Subject, corpus: Corpus): LayerAnswer<'buildings'> {
  const answering = REGISTERS.find((register) => corpus.publishes(register, subject.place, 'building'));
  return answerBuildingsFrom(answering ?? 'egib', subject, corpus);
}

/** By one register alone, be it the one that answers or not. */
export function answerBuildingsFrom(
  register: BuildingSource,
  subject: Subject,
  corpus: Corpus,
): LayerAnswer<'buildings'> {
  const { language } = corpus;
  const source = corpus.sourceAt(register, subject.place);
  if (!corpus.publishes(register, subject.place, 'building'))
    return notCovered(source, BUILDING_NOTES.notHeld[language]);
  if (!corpus.isComputed('buildings', subject.place))
    return notComputed(source, BUILDING_NOTES.notComputed[language]);
  const fact: BuildingsFact = subject.facts.buildings === null ? {} : JSON.parse(subject.facts.buildings);
  const [count, footprint_m2_total] = fact[register] ?? [0, 0];
  const scope = BUILDING_NOTES[register][language];
  const leftOut = isLeftOut(register, subject.place, corpus) ? BUILDING_NOTES.leftOut[language] : null;
  if (count === 0 && leftOut !== null) return notCovered(source, leftOut);
  if (count === 0) return coveredNoData(source, EMPTY, `${BUILDING_NOTES.none[language]} ${scope}`);
  // What is found stands; there may be more.
  const note = leftOut === null ? scope : `${leftOut} ${scope}`;
  return covered(source, { count, footprint_m2_total }, note);
}

/** Ids of the cadastre name the obręb of a building that cannot be drawn; elsewhere it may stand anywhere in the load. */
const isLeftOut = (register: BuildingSource, place: string, corpus: Corpus): boolean =>
  ['building', `building/${place}`].some((part) => corpus.publishes(register, place, leftOutClaim(part)));

export const buildingsLayer = {
  key: 'buildings',
  answered_from: REGISTERS,
  evidence: { building: 0 },
  collect: collectBuildings,
  answer: answerBuildings,
  events: [{ event: 'buildings_changed', tell: (value) => value }],
  coverageInGmina: (source, gmina6, corpus) => heldOrNot(corpus.publishes(source, gmina6, 'building')),
  coverageBeside: (source, subject, corpus) =>
    answerBuildingsFrom(source === 'egib' ? 'egib' : 'bdot10k', subject, corpus).coverage,
} satisfies FactLayerDefinition<'buildings'>;
