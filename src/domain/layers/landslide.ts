// Landslides and ground threatened by mass movements (SOPO). The inventory is mapped unit by unit: an empty place is a
// finding only where the mapping is done (spec §2.7; formats of the register: ingest/recipes/sopo.ts).

import type { LandslideValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { describeMissing } from '../corpus/register-parts.ts';
import { NEARLY_ALL_PCT } from '../law/shares.ts';
import { LANDSLIDE_NOTES, PART_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { shareUnder } from './overlap-share.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

const EVIDENCE = { landslide: 0, landslide_threat: 0, landslide_mapped: 0 };
type LandslideRole = keyof typeof EVIDENCE;

/** How many of each reach onto the parcel, and how much of it is mapped, in percent. */
export interface LandslideFact {
  readonly landslides: number;
  readonly threatened_areas: number;
  readonly mapped_pct: number;
}

export function collectLandslide(
  parcel: ParcelGround,
  around: Pick<Vicinity, 'overlaps' | 'divide'>,
): LandslideFact | null {
  const ofRole = (role: LandslideRole) => around.overlaps.filter((overlap) => overlap.role === role);
  // A landslide drawn in several parts has one number, and is one.
  const countOf = (role: LandslideRole) =>
    [...Map.groupBy(ofRole(role), ({ key, attributes }) => attributes.number ?? key).values()].filter(
      (parts) => shareUnder(parcel, parts, around) > 0,
    ).length;
  const [landslides, threatened_areas] = [countOf('landslide'), countOf('landslide_threat')];
  const mapped_pct = shareUnder(parcel, ofRole('landslide_mapped'), around);
  if (landslides + threatened_areas + mapped_pct === 0) return null;
  return { landslides, threatened_areas, mapped_pct };
}

const EMPTY_LANDSLIDE: LandslideValue = { present: false, kinds: [], count: 0 };

export function answerLandslide(subject: Subject, corpus: Corpus): LayerAnswer<'landslide'> {
  const { language } = corpus;
  const source = corpus.sourceAt('sopo', subject.gmina6);
  const missing = missingKinds(corpus, subject.gmina6);
  // The extent of the mapping alone says where was looked, not what was found.
  if (missing.length === KINDS.length) return notCovered(source, LANDSLIDE_NOTES.notHeld[language]);
  if (!corpus.isComputed('landslide', subject.place))
    return notComputed(source, LANDSLIDE_NOTES.notComputed[language]);
  const text = subject.facts.landslide;
  const fact: LandslideFact = text === null ? NOTHING_HERE : JSON.parse(text);
  const { landslides, threatened_areas, mapped_pct } = fact;
  const count = landslides + threatened_areas;
  if (count > 0) {
    const kinds: LandslideValue['kinds'] = [
      ...(landslides > 0 ? (['landslide'] as const) : []),
      ...(threatened_areas > 0 ? (['threatened_area'] as const) : []),
    ];
    const note = LANDSLIDE_NOTES.onParcel[language](landslides, threatened_areas);
    const others = missing.length > 0 ? ` ${describeMissing(missing, language)}` : '';
    return covered(source, { present: true, kinds, count }, note + others);
  }
  if (missing.length > 0)
    return notCovered(
      source,
      `${describeMissing(missing, language)} ${PART_NOTES.nothingInferred[language]}`,
    );
  if (mapped_pct >= NEARLY_ALL_PCT)
    return coveredNoData(source, EMPTY_LANDSLIDE, LANDSLIDE_NOTES.none[language]);
  const note =
    mapped_pct === 0 ? LANDSLIDE_NOTES.notMapped[language] : LANDSLIDE_NOTES.halfMapped[language](mapped_pct);
  return notCovered(source, note);
}

/** What is found on the ground; the one says nothing of the other. */
const KINDS = ['landslide', 'landslide_threat'];

const missingKinds = (corpus: Corpus, gmina6: string) =>
  corpus.missingParts('sopo', gmina6).filter(({ part }) => KINDS.includes(part));

const NOTHING_HERE: LandslideFact = { landslides: 0, threatened_areas: 0, mapped_pct: 0 };

export const landslideLayer = {
  key: 'landslide',
  answered_from: ['sopo'],
  evidence: EVIDENCE,
  collect: collectLandslide,
  answer: answerLandslide,
  events: [{ event: 'landslide_changed', tell: (value) => value }],
  coverageInGmina: (_source, gmina6, corpus) => heldOrNot(missingKinds(corpus, gmina6).length === 0),
} satisfies FactLayerDefinition<'landslide'>;
