// Flood hazard (MZP): which zones reach onto the parcel and how far. The maps are drawn only along modelled rivers, so
// "outside the zones" is a finding inside the mapped reach alone; elsewhere nothing is known (spec §2.7).

import type { FloodValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { describeMissing } from '../corpus/register-parts.ts';
import { NEARLY_ALL_PCT } from '../law/shares.ts';
import { FLOOD_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { shareUnder } from './overlap-share.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

const EVIDENCE = { flood_q10: 0, flood_q100: 0, flood_q500: 0, flood_reach: 0, flood_unread: 0 };

/** Shares of the parcel, in percent. */
export interface FloodFact {
  readonly q10_pct: number;
  readonly q100_pct: number;
  readonly q500_pct: number;
  /** In the mapped reach of rivers. */
  readonly reach_pct: number;
  /** The newest edition of the maps that lie here; null where they do not say. */
  readonly edition: string | null;
  /** Under areas that do not say their class; absent where there are none. */
  readonly unread_pct?: number;
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
  const [q10_pct, q100_pct, q500_pct, reach_pct, unread_pct] = [
    shareOf('flood_q10'),
    shareOf('flood_q100'),
    shareOf('flood_q500'),
    shareOf('flood_reach'),
    shareOf('flood_unread'),
  ];
  if (q10_pct + q100_pct + q500_pct + reach_pct + unread_pct === 0) return null;
  const editions = overlaps.flatMap(({ attributes }) =>
    typeof attributes.edition === 'string' ? [attributes.edition] : [],
  );
  const edition = editions.sort().at(-1) ?? null;
  return { q10_pct, q100_pct, q500_pct, reach_pct, edition, ...(unread_pct > 0 && { unread_pct }) };
}

export function answerFlood(subject: Subject, corpus: Corpus): LayerAnswer<'flood'> {
  const { language } = corpus;
  const source = corpus.sourceAt('flood', subject.gmina6);
  const missing = missingClasses(corpus, subject.gmina6);
  // The reach alone says where the maps look, not what they show.
  if (missing.length === CLASSES.length) return notCovered(source, FLOOD_NOTES.notHeld[language]);
  const isComputed = corpus.isComputed('flood', subject.place);
  const fact = isComputed ? factOf(subject) : null;
  if (missing.length > 0)
    return notCovered(source, FLOOD_NOTES.ofPart[language](describeMissing(missing, language), fact));
  if (!isComputed) return notComputed(source, FLOOD_NOTES.notComputed[language]);
  if (fact === null) return notCovered(source, FLOOD_NOTES.noMappedRiver[language]);
  // It may be of any class: what is found stands, and no class can be told not to reach here (law §3.6).
  if (fact.unread_pct !== undefined)
    return notCovered(source, FLOOD_NOTES.ofPart[language](FLOOD_NOTES.unreadArea[language], fact));
  const value = describeFlood(fact, source.as_of);
  const edition = value.map_edition ?? null;
  const isMapped = fact.reach_pct >= NEARLY_ALL_PCT;
  // What is found stands. That the larger floods are not found proves nothing where the maps do not look (law §7.1).
  if (value.q10 || value.q100 || (value.q500 && isMapped))
    return covered(source, value, FLOOD_NOTES.reaches[language](fact, edition));
  if (isMapped) return coveredNoData(source, value, FLOOD_NOTES.outside[language](edition));
  return notCovered(source, FLOOD_NOTES.halfMapped[language](fact.reach_pct, fact.q500_pct));
}

const factOf = ({ facts }: Subject): FloodFact | null =>
  facts.flood === null ? null : JSON.parse(facts.flood);

/**
 * Ground under water once in ten years is so once in a hundred, and that once in five hundred, whatever areas of the rarer floods
 * a load leaves out: a zone that is found stands for those around it (law §7.1). The note tells what is drawn.
 */
function describeFlood(
  { q10_pct, q100_pct, q500_pct, edition }: FloodFact,
  as_of: string | null,
): FloodValue {
  const in100_pct = Math.max(q10_pct, q100_pct);
  return {
    q10: q10_pct > 0,
    q100: in100_pct > 0,
    q500: Math.max(in100_pct, q500_pct) > 0,
    q100_share_pct: in100_pct,
    map_edition: edition ?? as_of,
  };
}

/** The zones that the layer answers for; one says nothing of the others. */
const CLASSES = ['flood_q10', 'flood_q100', 'flood_q500'];

const missingClasses = (corpus: Corpus, gmina6: string) =>
  corpus.missingParts('flood', gmina6).filter(({ part }) => CLASSES.includes(part));

/**
 * The zones that carry duties (law §7.1) and reach onto the parcel, where the layer has no value because another class is
 * missing: a hit stands.
 */
export function floodHitOf(subject: Subject, corpus: Corpus): FloodValue | null {
  if (!corpus.isComputed('flood', subject.place)) return null;
  const fact = factOf(subject);
  return fact !== null && fact.q10_pct + fact.q100_pct > 0 ? describeFlood(fact, null) : null;
}

/** Share of the parcel in the 10 % zone; null where there is none, or where it is not worked out. */
export const oftenFloodedShare = (subject: Subject, corpus: Corpus): number | null =>
  (corpus.isComputed('flood', subject.place) ? factOf(subject)?.q10_pct : null) || null;

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
