// Reasons of zoning decisions in stored events. They were written in English on the day of the change; in another language the
// reason is told by its kind, which its first words tell. A kind without words does not compile.

import type { Bilingual, Language } from '../../contract/language.ts';
import { bilingual } from '../../contract/language.ts';
import type { WZ_REASONS } from './zoning-sentences.ts';

type Kind = Exclude<keyof typeof WZ_REASONS, 'ofRest'>;

const KINDS: { readonly [K in Kind]: readonly [begins: RegExp, told: Bilingual] } = {
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

/** The members of an event, its reason in the language; left out where its kind is not known. */
export function withReasonIn(language: Language, value: unknown): unknown {
  const isTold = value !== null && typeof value === 'object' && 'reason' in value;
  if (language === 'en' || !isTold) return value;
  const { reason, ...rest } = value;
  const text = String(reason).replace(OF_REST, '');
  const kind = Object.values(KINDS).find(([begins]) => begins.test(text));
  return kind ? { ...rest, reason: kind[1][language] } : rest;
}
