// Flood hazard (MZP): which zones reach onto the parcel and how far. The maps are drawn only along modelled rivers, so
// "outside the zones" is a finding inside the mapped reach alone; elsewhere nothing is known (spec §2.7).

import type { FloodValue, LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
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
  // The reach alone says where the maps look, not what they show.
  if (!corpus.holdsPart('flood', 'flood_q100', subject.gmina6)) {
    return notCovered(source, 'Flood hazard maps are not held for this place; nothing is inferred.');
  }
  if (!corpus.isComputed('flood', subject.place)) {
    return notComputed(source, 'Flood hazard maps are held; what they show here is not yet worked out.');
  }
  const fact: FloodFact | null = subject.facts.flood === null ? null : JSON.parse(subject.facts.flood);
  if (fact === null) return notCovered(source, NO_MAPPED_RIVER);
  const value: FloodValue = {
    q10: fact.q10_pct > 0,
    q100: fact.q100_pct > 0,
    q500: fact.q500_pct > 0,
    q100_share_pct: fact.q100_pct,
    map_edition: fact.edition ?? source.as_of,
  };
  if (value.q10 || value.q100 || value.q500) return covered(source, value, noteOf(fact, value));
  if (fact.reach_pct >= NEARLY_ALL_PCT) {
    const note = `Inside the mapped reach, outside all flood hazard zones${editionOf(value)}.`;
    return coveredNoData(source, value, note);
  }
  const part = pct(fact.reach_pct);
  return notCovered(
    source,
    `Only ${part} of the parcel is in the mapped reach, without a flood hazard zone there; nothing is inferred for the rest.`,
  );
}

function noteOf({ q10_pct, q100_pct, q500_pct }: FloodFact, value: FloodValue): string {
  const zones: [string, number][] = [
    ['10 %', q10_pct],
    ['1 %', q100_pct],
    ['0.2 %', q500_pct],
  ];
  const parts = zones
    .filter(([, share_pct]) => share_pct > 0)
    .map(([zone, share_pct]) => `${pct(share_pct)} of it in the ${zone} zone`);
  return `The parcel reaches into flood hazard zones: ${parts.join(', ')}${editionOf(value)}.`;
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
  coverageInGmina: (source, gmina6, corpus) => heldOrNot(corpus.holdsPart(source, 'flood_q100', gmina6)),
} satisfies FactLayerDefinition<'flood'>;
