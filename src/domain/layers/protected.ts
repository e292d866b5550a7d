// Forms of nature protection on a parcel (GDOŚ), the most severe first. Buffer zones (otulina) lie around forms and are
// none themselves: they are told in the note. A form that only touches the edge is named and does not count.

import type { PROTECTED_FORMS, ProtectedValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { WORST_FORM_FIRST } from '../assess/check-protected.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { describeMissing, GDOS_PARTS } from '../corpus/register-parts.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { rememberLast } from '../remember-last.ts';
import { PART_NOTES, PROTECTED_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { Overlap, ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { shareUnder, unitedArea } from './overlap-share.ts';
import { heldOrNot } from './place-held.ts';
import type { Subject } from './subject.ts';

type FormType = (typeof PROTECTED_FORMS)[number];

/** The share is null for an object on the parcel, whose share says nothing: a tree, an avenue, a boulder. */
export type FormFact = readonly [type: FormType, code: string | null, name: string, share_pct: number | null];

export interface ProtectedFact {
  readonly forms: readonly FormFact[];
  /** Names of the forms whose buffer zones reach onto the parcel. */
  readonly buffers: readonly string[];
}

export function collectProtected(
  parcel: ParcelGround,
  around: Pick<Vicinity, 'overlaps' | 'divide'>,
): ProtectedFact | null {
  // The register draws one form in several pieces: one code and name is one form.
  const byForm = Map.groupBy(around.overlaps, ({ attributes }) =>
    JSON.stringify([attributes.type, attributes.code, attributes.name, attributes.buffer === true]),
  );
  const forms: FormFact[] = [];
  const buffers: string[] = [];
  for (const [identity, pieces] of byForm) {
    const [type, code, name, isBuffer]: [FormType, string | null, string, boolean] = JSON.parse(identity);
    const share_pct = shareOf(parcel, pieces, around);
    if (share_pct === 0) continue;
    if (isBuffer) buffers.push(name);
    else forms.push([type, code, name, share_pct]);
  }
  if (forms.length + buffers.length === 0) return null;
  return { forms: forms.sort(worstFirst), buffers: buffers.sort() };
}

/** A small area that lies here for the most part is no sliver of one next door, however large the parcel. */
function shareOf(
  parcel: ParcelGround,
  pieces: readonly Overlap[],
  around: Pick<Vicinity, 'divide'>,
): number | null {
  if (pieces.some(({ overlap_m2 }) => overlap_m2 === null)) return null;
  const share_pct = shareUnder(parcel, pieces, around);
  const here_m2 = unitedArea(pieces, around);
  const whole_m2 = sum(pieces.map(({ attributes }) => Number(attributes.area_m2)));
  return share_pct < SLIVER_PCT && here_m2 > whole_m2 / 2 ? null : share_pct;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function worstFirst(a: FormFact, b: FormFact): number {
  const bySeverity = WORST_FORM_FIRST.indexOf(a[0]) - WORST_FORM_FIRST.indexOf(b[0]);
  return bySeverity || (b[3] ?? 0) - (a[3] ?? 0) || (`${a[1]} ${a[2]}` < `${b[1]} ${b[2]}` ? -1 : 1);
}

const parseProtected = rememberLast((text: string): ProtectedFact => JSON.parse(text));

const factOf = ({ facts }: Subject): ProtectedFact | null =>
  facts.protected === null ? null : parseProtected(facts.protected);

const EMPTY_PROTECTED: ProtectedValue = { inside_any: false, forms: [] };

export function answerProtected(subject: Subject, corpus: Corpus): LayerAnswer<'protected'> {
  const { language } = corpus;
  const source = corpus.sourceAt('gdos', subject.gmina6);
  if (!corpus.stateAt('gdos', subject.gmina6)) return notCovered(source, PROTECTED_NOTES.notHeld[language]);
  if (!corpus.isComputed('protected', subject.place))
    return notComputed(source, PROTECTED_NOTES.notComputed[language]);
  const { forms, buffers } = factOf(subject) ?? { forms: [], buffers: [] };
  const missing = corpus.missingParts('gdos', subject.gmina6);
  const inBuffers = buffers.map((name) => PROTECTED_NOTES.inBuffer[language](name));
  const isSliver = ([, , , share_pct]: FormFact) => share_pct !== null && share_pct < SLIVER_PCT;
  const named = ([, code, name, share_pct]: FormFact) => ({ code, name, share_pct });
  const inside = forms.filter((form) => !isSliver(form));
  const sentences = [
    ...inside.map((form) => PROTECTED_NOTES.inside[language](named(form))),
    ...forms.filter(isSliver).map((form) => PROTECTED_NOTES.touches[language](named(form))),
    ...inBuffers,
  ];
  // What is found stands; that nothing else is there needs every form (law §3.6).
  if (missing.length > 0) {
    sentences.push(describeMissing(missing, language));
    if (inside.length === 0)
      return notCovered(source, [...sentences, PART_NOTES.nothingInferred[language]].join(' '));
  }
  if (forms.length === 0) {
    const note = [PROTECTED_NOTES.none[language], ...inBuffers].join(' ');
    return coveredNoData(source, EMPTY_PROTECTED, note);
  }
  const value: ProtectedValue = {
    inside_any: inside.length > 0,
    forms: forms.map(([type, code, name]) => ({ type, code, name })),
  };
  return covered(source, value, sentences.join(' '));
}

export const formsOf = (subject: Subject): readonly FormFact[] => factOf(subject)?.forms ?? [];

/** Share of the parcel in each form of the answer, in its order; null for objects on the parcel. */
export function formSharesOf(subject: Subject): (number | null)[] {
  return factOf(subject)?.forms.map(([, , , share_pct]) => share_pct) ?? [];
}

/** The forms of which nothing is held here, where others are; null where all are, or none. */
export function missingFormsOf(subject: Subject, corpus: Corpus): string | null {
  const missing = corpus.missingParts('gdos', subject.gmina6);
  const isHeld = corpus.stateAt('gdos', subject.gmina6) !== undefined;
  return isHeld && missing.length > 0 ? describeMissing(missing, corpus.language) : null;
}

/** Whether no load has brought that form for the place. */
export const isFormMissing = (form: FormType, { gmina6 }: Subject, corpus: Corpus): boolean => {
  const missing = corpus.missingParts('gdos', gmina6);
  return GDOS_PARTS.some((part) => part.form === form && missing.includes(part));
};

export const protectedLayer = {
  key: 'protected',
  answered_from: ['gdos'],
  evidence: { protected: 0 },
  collect: collectProtected,
  answer: answerProtected,
  events: [{ event: 'protected_changed', tell: (value) => value }],
  coverageInGmina: (_source, gmina6, corpus) => heldOrNot(corpus.missingParts('gdos', gmina6).length === 0),
} satisfies FactLayerDefinition<'protected'>;
