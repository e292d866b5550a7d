// The details of the checks mpzp_status and mpzp_params. One entry a sentence: each takes what it needs and decides nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { sentence } from '../../contract/language.ts';
import { capital, en, inBrackets, type Measure, MOST_LIMITED, pl } from './measures.ts';
import { FITS, type MeantUse, PLAN_TEXT, type PlanPart, usesOf } from './use-sentences.ts';
import { PLAN_AHEAD, type PlanAhead } from './zoning-sentences.ts';

/** Links to the texts of the plans, or what to look for. */
const readEn = (links: readonly string[], plans: number): string =>
  `read ${en.listed(links) || (plans > 1 ? 'their resolutions' : 'its resolution')}`;
const readPl = (links: readonly string[], plans: number): string =>
  `zob. ${pl.listed(links) || (plans > 1 ? 'uchwały' : 'uchwałę')}`;

interface PlannedParts {
  readonly parts: readonly PlanPart[];
  readonly outside: Measure | null;
  readonly use: BuildingUse;
  readonly resolutions: readonly string[];
}

/** A designation; with its ground where there are several. */
export interface DesignatedPart {
  readonly symbol: string | null;
  readonly ground: Measure | null;
}

/** Without a ground of its own it is all there is. */
const groundOf = ({ ground }: DesignatedPart): Measure => ground ?? { share_pct: 100, m2: null };

const designatedEn = (parts: readonly DesignatedPart[]): string =>
  en.listed(
    en.largest(
      parts,
      ({ symbol, ground }) => `${symbol}${ground === null ? '' : ` on ${en.shareAndSize(ground)}`}`,
      groundOf,
    ),
  );
const designatedPl = (parts: readonly DesignatedPart[]): string =>
  pl.listed(
    pl.largest(
      parts,
      ({ symbol, ground }) => `${symbol}${ground === null ? '' : ` na ${pl.shareAndSize(ground)}`}`,
      groundOf,
    ),
  );

const onPartEn = (parts: readonly PlanPart[], part: PlanPart): string =>
  parts.length === 1 ? '' : ` on ${en.shareAndSize(part)}`;
const onPartPl = (parts: readonly PlanPart[], part: PlanPart): string =>
  parts.length === 1 ? '' : ` na ${pl.shareAndSize(part)}`;

interface NoRoute {
  readonly isNone: boolean;
  readonly source: string;
  readonly why: string;
}

export const MPZP_STATUS = {
  housing: sentence(
    (of: {
      effective_from: string | null;
      /** Symbols of one use together. */
      designated: readonly (readonly [parts: readonly DesignatedPart[], uses: string])[];
      plans: readonly string[];
    }) => {
      const designated = of.designated.map(([parts, uses]) => `${designatedEn(parts)} – ${uses}`);
      return `Local plan in force${en.since(of.effective_from)}: ${designated.join('; ')}.${of.plans.length > 0 ? ` ${en.names(of.plans)}.` : ''}`;
    },
    (of) => {
      const designated = of.designated.map(([parts, uses]) => `${designatedPl(parts)} – ${uses}`);
      return `Plan miejscowy obowiązuje${pl.since(of.effective_from)}: ${designated.join('; ')}.${of.plans.length > 0 ? ` ${pl.names(of.plans)}.` : ''}`;
    },
  ),
  restricted: sentence(
    (parts: readonly PlanPart[]) => {
      const allowed = parts.map(
        ({ symbol, words }) => `${symbol} allows ${usesOf(words, 'en')}${words.length === 1 ? ' only' : ''}`,
      );
      return `Local plan in force: ${allowed.join('; ')}.`;
    },
    (parts) => {
      const allowed = parts.map(
        ({ symbol, words }) => `${symbol} – ${words.length === 1 ? 'tylko ' : ''}${usesOf(words, 'pl')}`,
      );
      return `Plan miejscowy obowiązuje: ${allowed.join('; ')}.`;
    },
  ),
  /** Each designation with what is allowed there. */
  parts: sentence(
    (of: PlannedParts) => {
      const what = (part: PlanPart) => {
        if (part.symbol === null) return 'designation not published';
        if (part.fit === null) return `depends on the plan's text`;
        if (of.use !== 'any') return FITS.en(part, of.use);
        return part.fit === 'fail' ? `${usesOf(part.words, 'en')}, no building` : usesOf(part.words, 'en');
      };
      const named = en.largest(
        of.parts,
        (part) => `${part.symbol ?? 'no symbol'} on ${en.shareAndSize(part)}: ${what(part)}`,
        (part) => part,
      );
      const outside = of.outside === null ? [] : [`outside the plan ${en.shareAndSize(of.outside)}`];
      const text =
        of.resolutions.length === 0
          ? ''
          : ` ${capital(PLAN_TEXT.en(of.resolutions.length))}: ${en.listed(of.resolutions)}.`;
      return `Local plan in force: ${[...named, ...outside].join('; ')}.${text}`;
    },
    (of) => {
      const what = (part: PlanPart) => {
        if (part.symbol === null) return 'przeznaczenie nieopublikowane';
        if (part.fit === null) return 'zależy od tekstu planu';
        if (of.use !== 'any') return FITS.pl(part, of.use);
        return part.fit === 'fail' ? `${usesOf(part.words, 'pl')}, bez zabudowy` : usesOf(part.words, 'pl');
      };
      const named = pl.largest(
        of.parts,
        (part) => `${part.symbol ?? 'bez symbolu'} na ${pl.shareAndSize(part)}: ${what(part)}`,
        (part) => part,
      );
      const outside = of.outside === null ? [] : [`poza planem ${pl.shareAndSize(of.outside)}`];
      const text =
        of.resolutions.length === 0
          ? ''
          : ` ${capital(PLAN_TEXT.pl(of.resolutions.length))}: ${pl.listed(of.resolutions)}.`;
      return `Plan miejscowy obowiązuje: ${[...named, ...outside].join('; ')}.${text}`;
    },
  ),
  fits: sentence(
    (parts: readonly PlanPart[], use: MeantUse, effective_from: string | null) => {
      const fits = en.largest(
        parts,
        (part) =>
          `${part.symbol}${onPartEn(parts, part)} – ${usesOf(part.words, 'en')}: ${FITS.en(part, use)}`,
        (part) => part,
      );
      return `Local plan in force${en.since(effective_from)}: ${fits.join('; ')}.`;
    },
    (parts, use, effective_from) => {
      const fits = pl.largest(
        parts,
        (part) =>
          `${part.symbol}${onPartPl(parts, part)} – ${usesOf(part.words, 'pl')}: ${FITS.pl(part, use)}`,
        (part) => part,
      );
      return `Plan miejscowy obowiązuje${pl.since(effective_from)}: ${fits.join('; ')}.`;
    },
  ),
  noBuilding: sentence(
    (parts: readonly DesignatedPart[]) =>
      `Local plan in force: ${designatedEn(parts)} ${parts.length > 1 ? 'do' : 'does'} not provide for buildings.`,
    (parts) =>
      `Plan miejscowy obowiązuje: ${parts.length > 1 ? 'tereny' : 'teren'} ${designatedPl(parts)} nie ${parts.length > 1 ? 'są przeznaczone' : 'jest przeznaczony'} pod zabudowę.`,
  ),
  notKnownOn: sentence(
    (ground: Measure) =>
      `Whether a local plan is in force on ${en.shareAndSize(ground)} of the parcel is not known.`,
    (ground) => `Nie wiadomo, czy plan miejscowy obowiązuje na części działki, ${pl.shareAndSize(ground)}.`,
  ),
  onPart: sentence(
    (planned: Measure, plans: number) =>
      `${plans > 1 ? 'The local plans cover' : 'The local plan covers'} ${en.shareAndSize(planned)} of the parcel.`,
    (planned, plans) =>
      `${plans > 1 ? 'Plany miejscowe obejmują' : 'Plan miejscowy obejmuje'} ${pl.shareAndSize(planned)} działki.`,
  ),
  restOpen: sentence(
    (rest: Measure) => `On the other ${en.shareAndSize(rest)} a zoning decision is the route.`,
    (rest) =>
      `Na pozostałej części, ${pl.shareAndSize(rest)}, można wystąpić o decyzję o warunkach zabudowy.`,
  ),
  restClosed: sentence(
    (rest: Measure) => `On the other ${en.shareAndSize(rest)} no zoning decision helps either.`,
    (rest) => `Na pozostałej części, ${pl.shareAndSize(rest)}, nie pomoże też decyzja o warunkach zabudowy.`,
  ),
  restUnknown: sentence(
    (rest: Measure) =>
      `Of the other ${en.shareAndSize(rest)} it cannot be said whether a zoning decision is possible.`,
    (rest) =>
      `Dla pozostałej części, ${pl.shareAndSize(rest)}, nie można powiedzieć, czy decyzja o warunkach zabudowy jest możliwa.`,
  ),
  notPublished: sentence(
    (plans: readonly string[], links: readonly string[]) => {
      const read = readEn(links, plans.length);
      return plans.length > 1
        ? `Local plans are in force${inBrackets(en.names(plans))}; which designation counts on this parcel is not published in machine-readable form; ${read}.`
        : `A local plan is in force${inBrackets(en.names(plans))}, its designation for this parcel is not published in machine-readable form; ${read}.`;
    },
    (plans, links) => {
      const read = readPl(links, plans.length);
      return plans.length > 1
        ? `Obowiązują plany miejscowe${inBrackets(pl.names(plans))}; nie opublikowano w postaci nadającej się do odczytu maszynowego, które przeznaczenie obowiązuje na tej działce; ${read}.`
        : `Obowiązuje plan miejscowy${inBrackets(pl.names(plans))}, lecz przeznaczenie tej działki nie jest opublikowane w postaci nadającej się do odczytu maszynowego; ${read}.`;
    },
  ),
  textDependent: sentence(
    (symbols: readonly string[], links: readonly string[]) =>
      `Local plan symbol ${en.listed(symbols)}: whether buildings are allowed depends on the plan's text; ${readEn(links, 1)}.`,
    (symbols, links) =>
      `Symbol w planie miejscowym ${pl.listed(symbols)}: dopuszczalność zabudowy zależy od tekstu planu; ${readPl(links, 1)}.`,
  ),
  opensRoute: sentence(
    (source: string) => `No local plan in ${source}; its absence is what opens the zoning-decision route.`,
    (source) =>
      `Brak planu miejscowego (źródło: ${source}); jego brak otwiera drogę do decyzji o warunkach zabudowy.`,
  ),
  planAhead: sentence(
    (plan: PlanAhead) =>
      `A local plan is ${PLAN_AHEAD.en(plan)}; the authority may suspend a zoning case for up to 18 months (6 more once the draft has been put on display), and a decision that differs from the plan will lapse.`,
    (plan) =>
      `Plan miejscowy ${PLAN_AHEAD.pl(plan)}; organ może zawiesić postępowanie o warunki zabudowy na czas do 18 miesięcy (o 6 dłużej po wyłożeniu projektu planu), a decyzja niezgodna z planem wygaśnie.`,
  ),
  noRoute: sentence(
    (of: NoRoute) =>
      `No local plan ${of.isNone ? '' : 'in force '}in ${of.source} and no zoning-decision route: ${of.why}.`,
    (of) =>
      `Brak ${of.isNone ? '' : 'obowiązującego '}planu miejscowego (źródło: ${of.source}), a decyzji o warunkach zabudowy uzyskać nie można: ${of.why}.`,
  ),
  routeNotKnown: sentence(
    (of: Omit<NoRoute, 'why'>) =>
      `No local plan ${of.isNone ? '' : 'in force '}in ${of.source}; the zoning-decision route cannot be determined.`,
    (of) =>
      `Brak ${of.isNone ? '' : 'obowiązującego '}planu miejscowego (źródło: ${of.source}); nie można ustalić, czy decyzja o warunkach zabudowy jest możliwa.`,
  ),
} as const;

/** Ground that a decision may be issued for, with the limits of its zone. */
export interface LimitedGround extends Measure {
  readonly zone: string;
  readonly limits: string;
}

const groundsEn = (grounds: readonly LimitedGround[]): string =>
  en
    .largest(
      grounds,
      ({ zone, limits, ...ground }) =>
        `${zone}${ground.m2 === null ? '' : ` on ${en.shareAndSize(ground)}`}: ${limits}`,
      (ground) => ground,
      MOST_LIMITED.zones,
    )
    .join('; ');
const groundsPl = (grounds: readonly LimitedGround[]): string =>
  pl
    .largest(
      grounds,
      ({ zone, limits, ...ground }) =>
        `${zone}${ground.m2 === null ? '' : ` na ${pl.shareAndSize(ground)}`}: ${limits}`,
      (ground) => ground,
      MOST_LIMITED.zones,
    )
    .join('; ');

export const MPZP_PARAMS = {
  inText: sentence(
    (links: readonly string[]) =>
      `Height, coverage, intensity, bio-active share and building lines are set in ${PLAN_TEXT.en(links.length)}${inBrackets(en.listed(links))}; the state does not publish them in machine-readable form.`,
    (links) =>
      `Wysokość, powierzchnię i intensywność zabudowy, udział powierzchni biologicznie czynnej oraz linie zabudowy ${links.length > 1 ? 'ustalają' : 'ustala'} ${PLAN_TEXT.pl(links.length)}${inBrackets(pl.listed(links))}; państwo nie publikuje ich w postaci nadającej się do odczytu maszynowego.`,
  ),
  besidePlan: sentence(
    (grounds: readonly LimitedGround[]) =>
      `Outside the plan a zoning decision sets them within the limits of the zone (${groundsEn(grounds)}).`,
    (grounds) =>
      `Poza planem ustala je decyzja o warunkach zabudowy w granicach parametrów strefy (${groundsPl(grounds)}).`,
  ),
  byDecision: sentence(
    (grounds: readonly LimitedGround[]) =>
      `No local plan in force, so no plan parameters apply; a zoning decision sets them${grounds.length === 0 ? '' : ` within the limits of the zone (${groundsEn(grounds)})`}.`,
    (grounds) =>
      `Plan miejscowy nie obowiązuje, więc nie ma parametrów z planu; ustala je decyzja o warunkach zabudowy${grounds.length === 0 ? '' : ` w granicach parametrów strefy (${groundsPl(grounds)})`}.`,
  ),
  byOtherDecision: sentence(
    () =>
      'No local plan in force, so no plan parameters apply; a zoning decision would set them, for functions of the zone alone.',
    () =>
      'Plan miejscowy nie obowiązuje, więc nie ma parametrów z planu; ustaliłaby je decyzja o warunkach zabudowy, tylko w zakresie funkcji strefy.',
  ),
  noDecision: sentence(
    () =>
      'Does not apply: no local plan is in force, so there are no plan parameters, and no zoning decision can set any here.',
    () =>
      'Nie dotyczy: plan miejscowy nie obowiązuje, więc nie ma parametrów z planu, a decyzji o warunkach zabudowy, która by je ustaliła, wydać tu nie można.',
  ),
  decisionNotKnown: sentence(
    () =>
      'Does not apply: no local plan is in force, so there are no plan parameters; whether a zoning decision could set any is not known.',
    () =>
      'Nie dotyczy: plan miejscowy nie obowiązuje, więc nie ma parametrów z planu; nie wiadomo, czy może je ustalić decyzja o warunkach zabudowy.',
  ),
} as const;
