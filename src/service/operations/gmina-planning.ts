// GET /v1/gminy/{teryt}/planning and GET /v1/gminy/planning (spec §4.10, §4.11).

import type { Resolved } from '../../contract/answers.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { phraseOf } from '../../contract/language.ts';
import type { GminaPlanning } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { InputOf } from '../../contract/operations.ts';
import { PARAMETER_HINTS } from '../../contract/parameter-hints.ts';
import { gminaPlanningOn } from '../../domain/layers/gmina-status.ts';
import type { Gmina } from '../../domain/places/admin-units.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import { NOT_FOUND, PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import type { NoAnswer, Outcome } from '../pipeline/outcome.ts';
import { requireTarget } from '../pipeline/parse.ts';
import { identifyTarget } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';

export async function runGminaByCode(
  context: Context,
  { teryt }: InputOf<'gmina_planning_by_code'>,
): Promise<Outcome<GminaPlanning>> {
  const gmina = context.corpus.admin.gminaByCode(teryt);
  if (!gmina) {
    const meant = /^\d{6}/.test(teryt)
      ? context.corpus.admin.gminaOfUnit(`${teryt.slice(0, 6)}_1`)
      : undefined;
    return {
      status: 'not_found',
      message: phraseOf(NOT_FOUND.gminaCode, teryt.slice(0, 20)),
      hint: meant ? phraseOf(HINTS.didYouMean, `${meant.teryt} (${meant.name})`) : PARAMETER_HINTS.teryt,
      is_of_gmina: true,
    };
  }
  return answerFor(context, gmina, { confidence: 1, note: null });
}

export async function runGminaPlanning(
  context: Context,
  input: InputOf<'gmina_planning'>,
): Promise<Outcome<GminaPlanning>> {
  const resolution = await identifyTarget(context, requireTarget(input));
  if (resolution.status === 'ambiguous') return agreedAnswer(context, resolution);
  if (resolution.status !== 'parcel' && resolution.status !== 'gmina') return resolution;
  const gmina =
    resolution.status === 'gmina'
      ? resolution.gmina
      : context.corpus.admin.gminaByCode(gminaTerytOf(resolution.parcel.id, context.corpus.admin));
  if (!gmina) return { status: 'not_found', message: NOT_FOUND.gminaOfParcel };
  const { confidence, note } = resolution.resolved;
  // That it is not loaded is added below, once.
  const why = resolution.status === 'gmina' ? resolution.candidate.match_reason : note;
  return answerFor(context, gmina, { confidence, note: why });
}

/** Which parcel is meant does not matter where all that may be lie in one gmina, and the text leaves no doubt of it. */
function agreedAnswer(
  context: Context,
  ambiguous: Extract<NoAnswer, { status: 'ambiguous' }>,
): Outcome<GminaPlanning> {
  const gmina = context.corpus.admin.gminaByCode(ambiguous.resolved?.gmina_teryt ?? '');
  const confidence = ambiguous.gmina_confidence ?? 0;
  if (!gmina || confidence < LIMITS.settle_confidence) return ambiguous;
  const note = PLACE_NOTES.oneGmina[context.corpus.language](gmina.name);
  return answerFor(context, gmina, { confidence, note });
}

function answerFor(
  context: Context,
  gmina: Gmina,
  { confidence, note }: Pick<Resolved, 'confidence' | 'note'>,
): Outcome<GminaPlanning> {
  const { language } = context.corpus;
  const held = context.corpus.holdsGmina(gmina);
  const resolved = { kind: 'gmina' as const, id: null, gmina_teryt: gmina.teryt, confidence, note };
  if (!held) {
    const isPart = context.corpus.holdsSomeOf(gmina.powiat);
    const why = isPart
      ? PLACE_NOTES.gminaNotLoaded[language](gmina.name)
      : PLACE_NOTES.powiatNotLoaded[language]({ name: gmina.powiat_name, code: gmina.powiat });
    return { status: 'not_covered', resolved: { ...resolved, note: note ? `${note} ${why}` : why } };
  }
  return { status: 'ok', result: gminaPlanningOn(context.day, context.corpus, gmina), resolved };
}
