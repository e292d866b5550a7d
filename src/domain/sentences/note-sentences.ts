// Notes of the planning layers, one entry a sentence.

import { bilingual, sentence } from '../../contract/language.ts';
import { counted, countedPl, en, inBrackets, type Measure, pl, unstopped } from './measures.ts';

interface NamedPlan {
  readonly name: string;
  readonly effective_from: string | null;
}

const namesOf = (plans: readonly NamedPlan[]): string[] => plans.map(({ name }) => name);
const dated = (plans: readonly NamedPlan[], since: (day: string | null) => string): string[] =>
  plans.map(({ name, effective_from }) => `${unstopped(name)}${inBrackets(since(effective_from).trim())}`);

/** Plans of one day, or of a day that nobody knows, have no later one. */
function isLaterKnown(plans: readonly NamedPlan[]): boolean {
  const days = new Set(plans.map(({ effective_from }) => effective_from));
  return days.size > 1 && !days.has(null);
}

export const MPZP_NOTES = {
  notHeld: bilingual(
    'Local-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
    'Dane o planach miejscowych (Rejestr Urbanistyczny) nie są wczytane dla tego miejsca; niczego się z tego nie wnioskuje.',
  ),
  notComputed: bilingual(
    'Local plans are held; which of them lie here is not yet worked out.',
    'Plany miejscowe są wczytane; nie przeliczono jeszcze, które z nich obejmują to miejsce.',
  ),
  noneOfGmina: sentence(
    (gmina: string) =>
      `Rejestr Urbanistyczny holds no local plan of ${gmina}; nothing is inferred from that.`,
    (gmina) =>
      `Rejestr Urbanistyczny nie zawiera planu miejscowego gminy ${gmina}; niczego się z tego nie wnioskuje.`,
  ),
  noneEntered: sentence(
    (gmina: string) =>
      `Rejestr Urbanistyczny holds no local plan of ${gmina} that is in force or adopted; nothing is inferred from that.`,
    (gmina) =>
      `Rejestr Urbanistyczny nie zawiera obowiązującego ani uchwalonego planu miejscowego gminy ${gmina}; niczego się z tego nie wnioskuje.`,
  ),
  withoutPlace: sentence(
    (plan: string) =>
      `The outline of a local plan of the gmina (${unstopped(plan)}) is not held: whether that plan lies here is not known.`,
    (plan) =>
      `Granica planu miejscowego gminy (${unstopped(plan)}) nie jest wczytana: nie wiadomo, czy plan obejmuje to miejsce.`,
  ),
  actMissing: sentence(
    (gmina: string) =>
      `Of a local plan of ${gmina} the act is not held, only areas that belong to it: whether that plan lies here is not known.`,
    (gmina) =>
      `Aktu planu miejscowego gminy ${gmina} nie wczytano, tylko należące do niego tereny: nie wiadomo, czy plan obejmuje to miejsce.`,
  ),
  noAct: sentence(
    (plans: readonly string[]) => {
      const [act, are] =
        plans.length > 1 ? ['no acts of them are', 'they are'] : ['no act of it is', 'it is'];
      return `Designations of ${en.listed(plans)} lie here, and ${act} held: whether ${are} in force is not known.`;
    },
    (plans) =>
      plans.length > 1
        ? `Leżą tu przeznaczenia planów ${pl.listed(plans)}, a ich aktów nie wczytano: nie wiadomo, czy obowiązują.`
        : `Leżą tu przeznaczenia planu ${pl.listed(plans)}, a jego aktu nie wczytano: nie wiadomo, czy obowiązuje.`,
  ),
  none: sentence(
    (source: string, mayLack: boolean) =>
      `No local plan lies on this parcel in ${source}${mayLack ? ', as entered by the gmina; the register may still be incomplete' : ''}.`,
    (source, mayLack) =>
      `Żaden plan miejscowy nie obejmuje tej działki (źródło: ${source}${mayLack ? ', według wpisów gminy; rejestr może być jeszcze niepełny' : ''}).`,
  ),
  noneByGmina: bilingual(
    "No local plan lies on this parcel in the gmina's own publication, which claims to be complete.",
    'Żaden plan miejscowy nie obejmuje tej działki według własnej publikacji gminy, która podaje, że jest pełna.',
  ),
  in_force: sentence(
    (plans: readonly NamedPlan[]) => {
      const [only, ...more] = plans;
      if (only !== undefined && more.length === 0)
        return `Local plan in force${en.since(only.effective_from)}: ${unstopped(only.name)}.`;
      return `${plans.length} local plans in force: ${en.names(dated(plans, en.since))}. ${isLaterKnown(plans) ? 'Where they meet, the later one counts.' : 'Where they meet, it is not known which of them counts.'}`;
    },
    (plans) => {
      const [only, ...more] = plans;
      if (only !== undefined && more.length === 0)
        return `Plan miejscowy obowiązuje${pl.since(only.effective_from)}: ${unstopped(only.name)}.`;
      return `Obowiązujące plany miejscowe (${plans.length}): ${pl.names(dated(plans, pl.since))}. ${isLaterKnown(plans) ? 'Gdzie się pokrywają, liczy się późniejszy.' : 'Gdzie się pokrywają, nie wiadomo, który się liczy.'}`;
    },
  ),
  adopted: sentence(
    (plans: readonly NamedPlan[], day: string) => {
      const effective_from = plans[0]?.effective_from ?? null;
      if (effective_from !== null && effective_from <= day)
        return `Local plan adopted: ${en.names(namesOf(plans))}. The register names ${effective_from} as the plan's first day and does not list the plan as in force.`;
      return `Local plan adopted, in force from ${effective_from ?? 'a day not published'}: ${en.names(namesOf(plans))}.`;
    },
    (plans, day) => {
      const effective_from = plans[0]?.effective_from ?? null;
      if (effective_from !== null && effective_from <= day)
        return `Plan miejscowy uchwalony: ${pl.names(namesOf(plans))}. Rejestr podaje ${effective_from} jako pierwszy dzień planu, lecz nie wykazuje planu jako obowiązującego.`;
      return `Plan miejscowy uchwalony, ${effective_from === null ? 'dzień wejścia w życie nie jest opublikowany' : `wejdzie w życie ${effective_from}`}: ${pl.names(namesOf(plans))}.`;
    },
  ),
  draft: sentence(
    (plans: readonly NamedPlan[]) => `Local plan in preparation: ${en.names(namesOf(plans))}.`,
    (plans) => `Plan miejscowy w opracowaniu: ${pl.names(namesOf(plans))}.`,
  ),
  notDesignated: bilingual(
    'The designation of this parcel is not published in machine-readable form.',
    'Przeznaczenie tej działki nie jest opublikowane w postaci nadającej się do odczytu maszynowego.',
  ),
  designations: sentence(
    (designated: readonly (readonly [symbol: string | null, ground: Measure])[]) =>
      `Designations here: ${en
        .largest(
          designated,
          ([symbol, ground]) => `${symbol ?? 'not published'} ${en.shareAndSize(ground)}`,
          ([, ground]) => ground,
        )
        .join(', ')}.`,
    (designated) =>
      `Przeznaczenia tutaj: ${pl
        .largest(
          designated,
          ([symbol, ground]) => `${symbol ?? 'nieopublikowane'} ${pl.shareAndSize(ground)}`,
          ([, ground]) => ground,
        )
        .join(', ')}.`,
  ),
} as const;

/** Null where a source names no plan. */
const bracketed = (name: string | null): string => (name === null ? '' : ` (${unstopped(name)})`);

export const POG_NOTES = {
  noneInProcedure: sentence(
    (gmina: string, source: string) =>
      `No general plan of ${gmina} is in force or in procedure in ${source}.`,
    (gmina, source) =>
      `Plan ogólny gminy ${gmina} nie obowiązuje i nie jest w procedurze (źródło: ${source}).`,
  ),
  draft: sentence(
    (name: string | null) => `Draft of the general plan${bracketed(name)}: no legal effect yet.`,
    (name) => `Projekt planu ogólnego${bracketed(name)}: nie wywołuje jeszcze skutków prawnych.`,
  ),
  adopted: sentence(
    (name: string | null, effective_from: string | null, day: string) => {
      const plan = `General plan adopted${bracketed(name)}`;
      if (effective_from !== null && effective_from <= day)
        return `${plan}: the register names ${effective_from} as the plan's first day and does not list the plan as in force; no legal effect before it does.`;
      return `${plan}, in force from ${effective_from ?? 'a day not published'}: no legal effect before.`;
    },
    (name, effective_from, day) => {
      const plan = `Plan ogólny uchwalony${bracketed(name)}`;
      if (effective_from !== null && effective_from <= day)
        return `${plan}: rejestr podaje ${effective_from} jako pierwszy dzień planu, lecz nie wykazuje planu jako obowiązującego; do tego czasu nie wywołuje skutków prawnych.`;
      return `${plan}, ${effective_from === null ? 'dzień wejścia w życie nie jest opublikowany' : `wejdzie w życie ${effective_from}`}: wcześniej nie wywołuje skutków prawnych.`;
    },
  ),
  in_force: sentence(
    (name: string | null, effective_from: string | null) =>
      `General plan in force${en.since(effective_from)}${bracketed(name)}.`,
    (name, effective_from) => `Plan ogólny obowiązuje${pl.since(effective_from)}${bracketed(name)}.`,
  ),
  noZone: bilingual(
    'No zone of the general plan is published for this parcel.',
    'Dla tej działki nie opublikowano strefy planu ogólnego.',
  ),
  zones: sentence(
    (zones: readonly (readonly [symbol: string, share_pct: number])[]) =>
      `The parcel lies in ${zones.length} zones: ${en.listed(zones.map(([symbol, share]) => `${symbol} ${en.pct(share)}`))}.`,
    (zones) =>
      `Działka leży w kilku strefach (${zones.length}): ${pl.listed(zones.map(([symbol, share]) => `${symbol} ${pl.pct(share)}`))}.`,
  ),
  partOutsideZones: sentence(
    (share_pct: number) => `No zone of the general plan is published for ${en.pct(share_pct)} of the parcel.`,
    (share_pct) => `Dla ${pl.pct(share_pct)} działki nie opublikowano strefy planu ogólnego.`,
  ),
  ouzNotPublished: bilingual(
    'The infill areas (OUZ) of the general plan are not published in this source.',
    'Obszary uzupełnienia zabudowy (OUZ) planu ogólnego nie są opublikowane w tym źródle.',
  ),
  furtherOuz: bilingual(
    'Whether the general plan has further infill areas (OUZ) is not published in this source.',
    'To źródło nie podaje, czy plan ogólny ma dalsze obszary uzupełnienia zabudowy (OUZ).',
  ),
  lackingZones: sentence(
    (count: number) => lackingEn(count, 'zone', 'zones'),
    (count) => lackingPl(countedPl(count, 'strefa', 'strefy', 'stref')),
  ),
  lackingOuz: sentence(
    (count: number) => lackingEn(count, 'infill area (OUZ)', 'infill areas (OUZ)'),
    (count) =>
      lackingPl(
        countedPl(
          count,
          'obszar uzupełnienia zabudowy (OUZ)',
          'obszary uzupełnienia zabudowy (OUZ)',
          'obszarów uzupełnienia zabudowy (OUZ)',
        ),
      ),
  ),
  notHeld: bilingual(
    'General-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
    'Dane o planach ogólnych (Rejestr Urbanistyczny) nie są wczytane dla tego miejsca; niczego się z tego nie wnioskuje.',
  ),
  notComputed: bilingual(
    'The general plan is held; its zones are not yet worked out here.',
    'Plan ogólny jest wczytany; jego strefy nie zostały tu jeszcze przeliczone.',
  ),
  noneOfGmina: sentence(
    (gmina: string) =>
      `Rejestr Urbanistyczny holds no general plan of ${gmina}, in force or in procedure; nothing is inferred from that.`,
    (gmina) =>
      `Rejestr Urbanistyczny nie zawiera planu ogólnego gminy ${gmina}, obowiązującego ani w procedurze; niczego się z tego nie wnioskuje.`,
  ),
  ouzPart: sentence(
    (share_pct: number) => `${en.pct(share_pct)} of the parcel lies in an infill area (OUZ).`,
    (share_pct) => `W obszarze uzupełnienia zabudowy (OUZ) leży ${pl.pct(share_pct)} działki.`,
  ),
  furtherPlan: bilingual('A further plan is in procedure.', 'Dalszy plan jest w procedurze.'),
  sweepAlone: sentence(
    (told: string) =>
      `A third-party sweep tells: ${told} The registry (Rejestr Urbanistyczny) is not held for this place and may tell otherwise; nothing is inferred.`,
    (told) =>
      `Zestawienie podmiotu trzeciego podaje: ${told} Rejestr Urbanistyczny nie jest wczytany dla tego miejsca i może podawać inaczej; niczego się z tego nie wnioskuje.`,
  ),
  fallback: bilingual(
    'From a third-party sweep: the registry holds nothing of this gmina that is in force or in procedure.',
    'Z zestawienia podmiotu trzeciego: rejestr nie zawiera niczego tej gminy, co obowiązuje lub jest w procedurze.',
  ),
} as const;

function lackingEn(count: number, one: string, many: string): string {
  const lacking = `${counted(count, one, many)} that the plan's act names ${count === 1 ? 'is' : 'are'}`;
  return `${lacking} not held: nothing is inferred for the ground outside those that are.`;
}

const lackingPl = (lacking: string): string =>
  `Z wymienionych w akcie planu nie wczytano: ${lacking}; o terenie poza wczytanymi niczego się nie wnioskuje.`;
