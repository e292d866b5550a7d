// Reasons of zoning decisions in stored events: stored by their code, told in the language that is asked for (law §11). Events of
// earlier versions hold the English sentence of their day, whose first words tell its code. A code without words does not compile.

import type { Bilingual, Language } from '../../contract/language.ts';
import { bilingual } from '../../contract/language.ts';
import type { WzReasonCode } from '../../contract/layers.ts';
import { capital } from './measures.ts';

const REASONS: { readonly [C in WzReasonCode]: readonly [begins: RegExp, told: Bilingual] } = {
  mpzp_in_force: [
    /^(?:A local plan is|Local plans are) in force here/,
    bilingual('A local plan is in force.', 'Obowiązuje plan miejscowy.'),
  ],
  no_pog_in_force: [
    /^The general plan of .* is not in force/,
    bilingual('No general plan is in force.', 'Plan ogólny nie obowiązuje.'),
  ],
  outside_ouz: [
    /^The general plan is in force.* lies outside its infill/,
    bilingual(
      'The ground lies outside the infill areas (OUZ).',
      'Teren leży poza obszarem uzupełnienia zabudowy (OUZ).',
    ),
  ],
  forest_land: [
    /^The parcel is forest land/,
    bilingual('The parcel is forest land.', 'Działka jest gruntem leśnym.'),
  ],
  nature_reserve: [
    /lies in nature reserve/,
    bilingual('The ground lies in a nature reserve.', 'Teren leży w rezerwacie przyrody.'),
  ],
  mpzp_unknown: [
    /^It is not known whether a local plan/,
    bilingual(
      'It is not known whether a local plan covers the parcel.',
      'Nie wiadomo, czy działka jest objęta planem miejscowym.',
    ),
  ],
  pog_unknown: [
    /^It is not known whether the general plan/,
    bilingual(
      'It is not known whether the general plan is in force.',
      'Nie wiadomo, czy plan ogólny obowiązuje.',
    ),
  ],
  ouz_unknown: [
    /^The general plan is in force, but the infill areas/,
    bilingual('The infill areas (OUZ) are not known.', 'Obszary uzupełnienia zabudowy (OUZ) nie są znane.'),
  ],
  inside_ouz: [
    /^The general plan is in force.* lies in an infill area/,
    bilingual(
      'The ground lies in an infill area (OUZ).',
      'Teren leży w obszarze uzupełnienia zabudowy (OUZ).',
    ),
  ],
  studium_transitional: [
    /^No general plan in force; applications filed by/,
    bilingual('The earlier conditions apply.', 'Obowiązują dotychczasowe warunki.'),
  ],
};

const OF_REST = /^For the .* of the parcel outside the local plan: /;

const isCode = (code: unknown): code is WzReasonCode =>
  typeof code === 'string' && Object.hasOwn(REASONS, code);

function codeIn(value: object): WzReasonCode | undefined {
  if ('reason_code' in value && isCode(value.reason_code)) return value.reason_code;
  if (!('reason' in value)) return undefined;
  const text = capital(String(value.reason).replace(OF_REST, ''));
  return Object.keys(REASONS)
    .filter(isCode)
    .find((code) => REASONS[code][0].test(text));
}

/** The members of an event, its reason in the language; without one where its code is not known. */
export function withReasonIn(language: Language, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  if (!('reason' in value) && !('reason_code' in value)) return value;
  const { reason: _, reason_code: __, ...rest } = value as { reason?: unknown; reason_code?: unknown };
  const code = codeIn(value);
  return code === undefined ? rest : { ...rest, reason: REASONS[code][1][language], reason_code: code };
}
