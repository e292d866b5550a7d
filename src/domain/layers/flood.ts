// Flood hazard (MZP): which zones reach onto the parcel and how far. The maps are drawn only along modelled rivers, so
// "outside the zones" is a finding inside the mapped reach alone; elsewhere nothing is known (spec §2.7).

import type { FloodValue, LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { describeMissing, type RegisterPart } from '../corpus/register-parts.ts';
import { NEARLY_ALL_PCT, pct } from '../law/shares.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { shareUnder } from './overlap-share.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

const EVIDENCE = { flood_q10: 0, flood_q100: 0, flood_q500: 0, flood_reach: 0 };

/** Shares of the parcel, in percent. */
export interface FloodFact {
  readonly q10_pct: number;
  readonly q100_pct: number;
  readonly q500_pct: number;
  /** In the mapped reach of rivers. */
  readonly reach_pct: number;
  /** The newest edition of the maps that lie here; null where they do not say. */
  readonly edition: string | null;
}

export function collectFlood(
  parcel: ParcelGround,
  around: Pick<Vicinity, 'overlaps' | 'divide'>,
): FloodFact | null {
  const { overlaps } = around;
  const shareOf = (role: keyof typeof EVIDENCE) =>
    shareUnder(
      parcel,
      overlaps.filter((overlap) => overlap.role === role),
      around,
    );
  const [q10_pct, q100_pct, q500_pct, reach_pct] = [
    shareOf('flood_q10'),
    shareOf('flood_q100'),
    shareOf('flood_q500'),
    shareOf('flood_reach'),
  ];
  if (q10_pct + q100_pct + q500_pct + reach_pct === 0) return null;
  const editions = overlaps.flatMap(({ attributes }) =>
    typeof attributes.edition === 'string' ? [attributes.edition] : [],
  );
  return { q10_pct, q100_pct, q500_pct, reach_pct, edition: editions.sort().at(-1) ?? null };
}

const NO_MAPPED_RIVER =
  'No mapped river here: flood hazard maps are drawn for chosen rivers only; nothing is inferred.';

export function answerFlood(subject: Subject, corpus: Corpus): LayerAnswer<'flood'> {
  const source = corpus.sourceAt('flood', subject.gmina6);
  const missing = missingClasses(corpus, subject.gmina6);
  // The reach alone says where the maps look, not what they show.
  if (missing.length === CLASSES.length) {
    return notCovered(source, 'Flood hazard maps are not held for this place; nothing is inferred.');
  }
  const isComputed = corpus.isComputed('flood', subject.place);
  const fact = isComputed ? factOf(subject) : null;
  if (missing.length > 0) return notCovered(source, noteOfPart(fact, missing));
  if (!isComputed) {
    return notComputed(source, 'Flood hazard maps are held; what they show here is not yet worked out.');
  }
  if (fact === null) return notCovered(source, NO_MAPPED_RIVER);
  const value = describeFlood(fact, source.as_of);
  const isMapped = fact.reach_pct >= NEARLY_ALL_PCT;
  // What is found stands. That the larger floods are not found proves nothing where the maps do not look (law §7.1).
  if (value.q10 || value.q100 || (value.q500 && isMapped)) return covered(source, value, noteOf(fact, value));
  if (isMapped) {
    const note = `Inside the mapped reach, outside all flood hazard zones${editionOf(value)}.`;
    return coveredNoData(source, value, note);
  }
  const part = pct(fact.reach_pct);
  const found = value.q500
    ? `${pct(fact.q500_pct)} of it in the 0.2 % zone, without a 1 % zone there`
    : 'without a flood hazard zone there';
  return notCovered(
    source,
    `Only ${part} of the parcel is in the mapped reach, ${found}; nothing is inferred for the rest.`,
  );
}

const factOf = ({ facts }: Subject): FloodFact | null =>
  facts.flood === null ? null : JSON.parse(facts.flood);

const describeFlood = (fact: FloodFact, as_of: string | null): FloodValue => ({
  q10: fact.q10_pct > 0,
  q100: fact.q100_pct > 0,
  q500: fact.q500_pct > 0,
  q100_share_pct: fact.q100_pct,
  map_edition: fact.edition ?? as_of,
});

/** The zones that the layer answers for; one says nothing of the others. */
const CLASSES = ['flood_q10', 'flood_q100', 'flood_q500'];

const missingClasses = (corpus: Corpus, gmina6: string) =>
  corpus.missingParts('flood', gmina6).filter(({ part }) => CLASSES.includes(part));

function noteOfPart(fact: FloodFact | null, missing: readonly RegisterPart[]): string {
  const zones = fact === null ? [] : zonesOf(fact);
  const found = zones.length === 0 ? '' : ` Of those held the parcel reaches into: ${zones.join(', ')}.`;
  return `${describeMissing(missing)}${found} Nothing is inferred for the rest.`;
}

/**
 * The zones that carry duties (law §7.1) and reach onto the parcel, where the layer has no value because another class is
 * missing: a hit stands.
 */
export function floodHitOf(subject: Subject, corpus: Corpus): FloodValue | null {
  if (!corpus.isComputed('flood', subject.place)) return null;
  const fact = factOf(subject);
  return fact !== null && fact.q10_pct + fact.q100_pct > 0 ? describeFlood(fact, null) : null;
}

const noteOf = (fact: FloodFact, value: FloodValue): string =>
  `The parcel reaches into flood hazard zones: ${zonesOf(fact).join(', ')}${editionOf(value)}.`;

function zonesOf({ q10_pct, q100_pct, q500_pct }: FloodFact): string[] {
  const zones: [string, number][] = [
    ['10 %', q10_pct],
    ['1 %', q100_pct],
    ['0.2 %', q500_pct],
  ];
  return zones
    .filter(([, share_pct]) => share_pct > 0)
    .map(([zone, share_pct]) => `${pct(share_pct)} of it in the ${zone} zone`);
}

const editionOf = ({ map_edition }: FloodValue): string => (map_edition ? ` (edition ${map_edition})` : '');

export const floodLayer = {
  key: 'flood',
  answered_from: ['flood'],
  evidence: EVIDENCE,
  collect: collectFlood,
  answer: answerFlood,
  events: [
    {
      event: 'flood_changed',
      // A new edition that shows the same is no change of the place.
      tell: ({ q10, q100, q500, q100_share_pct }) => ({
        q10,
        q100,
        q500,
        q100_share_pct: q100_share_pct ?? null,
      }),
    },
  ],
  coverageInGmina: (_source, gmina6, corpus) => heldOrNot(missingClasses(corpus, gmina6).length === 0),
} satisfies FactLayerDefinition<'flood'>;
