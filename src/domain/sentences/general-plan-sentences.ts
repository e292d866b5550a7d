// The details of the check pog_zone, and the limits that zones set. One entry a sentence: each takes what it needs and decides
// nothing.

import type { BuildingUse } from '../../contract/answers.ts';
import { type Bilingual, bilingual, sentence } from '../../contract/language.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { capital, en, howMany, type Measure, MOST_LIMITED, pl } from './measures.ts';
import { FITS_ZONE, type FitHere, type MeantUse, USES, ZONE_USES, type ZonePart } from './use-sentences.ts';

const GENERAL_PLAN: { readonly [S in PlanStatus | 'unknown']: Bilingual } = {
  in_force: bilingual('general plan in force', 'plan ogólny obowiązuje'),
  adopted: bilingual(
    'general plan adopted, not yet in force',
    'plan ogólny uchwalony, jeszcze nie obowiązuje',
  ),
  draft: bilingual('general plan in draft', 'projekt planu ogólnego'),
  none: bilingual('no general plan in force', 'plan ogólny nie obowiązuje'),
  unknown: bilingual(
    'whether a general plan is in force is not known',
    'nie wiadomo, czy plan ogólny obowiązuje',
  ),
};

const OUZ_EN = { true: ' in OUZ', false: ' outside OUZ', null: ', OUZ not known,' } as const;
const OUZ_PL = { true: ' w OUZ', false: ' poza OUZ', null: ', OUZ nieznany,' } as const;

const onEn = (part: Measure | null): string => (part === null ? '' : ` on ${en.shareAndSize(part)}`);
const onPl = (part: Measure | null): string => (part === null ? '' : ` na ${pl.shareAndSize(part)}`);

/** A zone, with its ground where it is one of several. */
export interface NamedZone {
  readonly zone: string;
  readonly ground: Measure | null;
}

const groundOf = ({ ground }: NamedZone): Measure => ground ?? { share_pct: 100, m2: null };

/** What a plan that is not in force shows on a piece of ground; of infill areas nothing where they are not known. */
const shownEn = ({ zone, in_ouz }: ZonePart): string =>
  `${zone ?? 'none published'}${in_ouz === null ? '' : OUZ_EN[`${in_ouz}`]}`;
const shownPl = ({ zone, in_ouz }: ZonePart): string =>
  `${zone ?? 'bez opublikowanej strefy'}${in_ouz === null ? '' : OUZ_PL[`${in_ouz}`]}`;

type ZoneLimits = readonly (readonly [zone: string, limits: string])[];

/** Those of the first zones, which have the most ground. */
function limitsIn(limits: ZoneLimits, others: (count: number) => string): string {
  const named = limits
    .slice(0, howMany(limits.length, MOST_LIMITED.zones))
    .map(([zone, text]) => `${zone}: ${text}`);
  const left = limits.length - named.length;
  return [...named, ...(left > 0 ? [others(left)] : [])].join('; ');
}

export const POG_ZONE = {
  governed: sentence(
    (zones: readonly NamedZone[], status: PlanStatus | 'unknown') => {
      const plan = GENERAL_PLAN[status].en;
      const named = en.largest(zones, ({ zone, ground }) => `${zone}${onEn(ground)}`, groundOf);
      const zone =
        zones.length === 0
          ? capital(plan)
          : `${capital(en.zones(named))}${zones.length > 1 ? `; ${plan}` : ` (${plan})`}`;
      return `${zone}. A local plan is in force, so the general plan does not decide the building permit; it matters when the local plan is changed.`;
    },
    (zones, status) => {
      const plan = GENERAL_PLAN[status].pl;
      const named = pl.largest(zones, ({ zone, ground }) => `${zone}${onPl(ground)}`, groundOf);
      const zone =
        zones.length === 0
          ? capital(plan)
          : `${capital(pl.zones(named))}${zones.length > 1 ? `; ${plan}` : ` (${plan})`}`;
      return `${zone}. Obowiązuje plan miejscowy, więc plan ogólny nie rozstrzyga o pozwoleniu na budowę; ma znaczenie przy zmianie planu miejscowego.`;
    },
  ),
  notRequired: sentence(
    (first_new_day: string) =>
      `No general plan in force yet; not required before ${en.longDate(first_new_day)}.`,
    (first_new_day) =>
      `Plan ogólny jeszcze nie obowiązuje; przed ${pl.longDate(first_new_day)} nie jest wymagany.`,
  ),
  none: sentence(
    (gmina: string, source: string) =>
      `${gmina} has no general plan in force and none in procedure in ${source}; without it no zoning decision can be issued.`,
    (gmina, source) =>
      `Gmina ${gmina} nie ma planu ogólnego obowiązującego ani w procedurze (źródło: ${source}); bez niego decyzji o warunkach zabudowy wydać nie można.`,
  ),
  /** `before` is null where no day ahead is known; `stale` is a day that has passed without the plan being in force. */
  notInForce: sentence(
    (of: {
      status: 'draft' | 'adopted';
      /** Of the ground outside local plans; `part` is null where that is the whole parcel. */
      zones: readonly ZonePart[];
      part: Measure | null;
      before: string | null;
      stale: string | null;
    }) => {
      const [only] = of.zones;
      const zone = of.zones.every((part) => part.zone === null)
        ? 'no zone for this parcel'
        : of.zones.length === 1 && only
          ? `zone ${shownEn(only)}${onEn(of.part)}`
          : `zones ${en.listed(
              en.largest(
                of.zones,
                (part) => `${shownEn(part)}${onEn(part)}`,
                (part) => part,
              ),
            )}`;
      const stale =
        of.stale === null
          ? ''
          : ` The register names ${of.stale} as the plan's day and does not list the plan as in force.`;
      return `${of.status === 'draft' ? 'Draft' : 'Adopted'} general plan shows ${zone}; it has no legal effect before ${of.before ?? 'its entry into force'}.${stale}`;
    },
    (of) => {
      const [only] = of.zones;
      const zone = of.zones.every((part) => part.zone === null)
        ? 'brak strefy dla tej działki'
        : of.zones.length === 1 && only
          ? `strefa ${shownPl(only)}${onPl(of.part)}`
          : `strefy ${pl.listed(
              pl.largest(
                of.zones,
                (part) => `${shownPl(part)}${onPl(part)}`,
                (part) => part,
              ),
            )}`;
      const stale =
        of.stale === null
          ? ''
          : ` Rejestr podaje dzień ${of.stale}, lecz nie wykazuje planu jako obowiązującego.`;
      const plan = of.status === 'draft' ? 'Projekt planu ogólnego' : 'Uchwalony plan ogólny';
      const before = of.before === null ? 'przed wejściem w życie' : `przed ${of.before}`;
      return `${plan}: ${zone}; ${before} nie wywołuje skutków prawnych.${stale}`;
    },
  ),
  notPublished: sentence(
    () => 'General plan in force, zone of this parcel not published.',
    () => 'Plan ogólny obowiązuje, strefa tej działki nie jest opublikowana.',
  ),
  planNotKnown: sentence(
    () =>
      'Whether a local plan is in force here is not known; where one is, the general plan does not decide the building permit.',
    () =>
      'Nie wiadomo, czy obowiązuje tu plan miejscowy; tam, gdzie obowiązuje, plan ogólny nie rozstrzyga o pozwoleniu na budowę.',
  ),
  /** One zone on all of the ground; limits where something may be built. */
  zone: sentence(
    (of: {
      zone: ZoneSymbol;
      name: string;
      /** Null: the whole parcel. */
      part: Measure | null;
      limits: string | null;
      fit: FitHere;
      use: BuildingUse;
    }) => {
      const what = of.use === 'any' ? ZONE_USES[of.zone].en : FITS_ZONE.en(of.fit, of.use);
      return `Zone ${of.zone}${onEn(of.part)} – ${of.name}: ${what}.${of.limits === null ? '' : ` Limits: ${of.limits}.`}`;
    },
    (of) => {
      const what = of.use === 'any' ? ZONE_USES[of.zone].pl : FITS_ZONE.pl(of.fit, of.use);
      return `Strefa ${of.zone}${onPl(of.part)} – ${of.name}: ${what}.${of.limits === null ? '' : ` Parametry: ${of.limits}.`}`;
    },
  ),
  parts: sentence(
    (parts: readonly ZonePart[], use: BuildingUse) => {
      const what = (part: ZonePart) => {
        if (part.zone === null) return 'not known what may be built';
        if (part.in_ouz === false) return 'no zoning decision there';
        return use === 'any' ? ZONE_USES[part.zone].en : FITS_ZONE.en(part, use);
      };
      const named = en.largest(
        parts,
        (part) =>
          `${part.zone ?? 'no published zone'}${OUZ_EN[`${part.in_ouz}`]} on ${en.shareAndSize(part)}: ${what(part)}`,
        (part) => part,
      );
      return `Zones by part: ${named.join('; ')}.`;
    },
    (parts, use) => {
      const what = (part: ZonePart) => {
        if (part.zone === null) return 'nie wiadomo, co można zbudować';
        if (part.in_ouz === false) return 'bez decyzji o warunkach zabudowy';
        return use === 'any' ? ZONE_USES[part.zone].pl : FITS_ZONE.pl(part, use);
      };
      const named = pl.largest(
        parts,
        (part) =>
          `${part.zone ?? 'bez opublikowanej strefy'}${OUZ_PL[`${part.in_ouz}`]} na ${pl.shareAndSize(part)}: ${what(part)}`,
        (part) => part,
      );
      return `Strefy na częściach działki: ${named.join('; ')}.`;
    },
  ),
  excludesUse: sentence(
    (zones: readonly string[], use: MeantUse) => `${capital(USES[use].en)} does not fit ${en.zones(zones)}.`,
    (zones, use) => `${capital(pl.zones(zones))}: profil nie obejmuje takiej zabudowy (${USES[use].pl}).`,
  ),
  limits: sentence(
    (limits: ZoneLimits) => `Limits: ${limitsIn(limits, (count) => `${count} more zones have their own`)}.`,
    (limits) => `Parametry: ${limitsIn(limits, (count) => `odrębne w pozostałych strefach (${count})`)}.`,
  ),
  /** Of the zones that lack some; the limits of the others are in the value. */
  missingLimits: sentence(
    (limits: ZoneLimits) =>
      `Limits where not all are given: ${limitsIn(limits, (count) => `${count} more zones lack some`)}.`,
    (limits) =>
      `Parametry tam, gdzie nie podano wszystkich: ${limitsIn(limits, (count) => `brakuje też w innych strefach (${count})`)}.`,
  ),
  noBuilding: sentence(
    (zones: readonly string[], name: string | null, part: Measure | null) =>
      `${capital(en.zones(zones))}${onEn(part)}${name === null ? '' : ` – ${name}`}: ${zones.length > 1 ? 'their basic profiles have' : 'its basic profile has'} no general building function (own facilities only; the gmina's additional profile may add some).`,
    (zones, name, part) =>
      `${capital(pl.zones(zones))}${onPl(part)}${name === null ? '' : ` – ${name}`}: profil podstawowy nie obejmuje ogólnej funkcji zabudowy (tylko własne obiekty; profil dodatkowy gminy może dodać inne).`,
  ),
} as const;

const ofShare = ([, share_pct]: readonly [string, number]): Measure => ({ share_pct, m2: null });

/** Limits of a zone, each named; and which null it is where there is none. */
export const LIMITS_IN_WORDS = {
  max_intensity: sentence(
    (limit: number) => `intensity at most ${en.number(limit)}`,
    (limit) => `nadziemna intensywność zabudowy do ${pl.number(limit)}`,
  ),
  max_height_m: sentence(
    (limit: number) => `height at most ${en.number(limit)} m`,
    (limit) => `wysokość zabudowy do ${pl.number(limit)} m`,
  ),
  max_coverage_pct: sentence(
    (limit: number) => `coverage at most ${en.number(limit)} %`,
    (limit) => `udział powierzchni zabudowy do ${pl.number(limit)}%`,
  ),
  min_biologically_active_pct: sentence(
    (limit: number) => `bio-active ground at least ${en.number(limit)} %`,
    (limit) => `udział powierzchni biologicznie czynnej co najmniej ${pl.number(limit)}%`,
  ),
  byShare: sentence(
    (limits: readonly (readonly [limits: string, share_pct: number])[]) =>
      en
        .largest(
          limits,
          ([text, share_pct]) => `${text} (on ${en.pct(share_pct)} of the parcel)`,
          ofShare,
          MOST_LIMITED.sets,
        )
        .join(' or '),
    (limits) =>
      pl
        .largest(
          limits,
          ([text, share_pct]) => `${text} (na ${pl.pct(share_pct)} działki)`,
          ofShare,
          MOST_LIMITED.sets,
        )
        .join(' lub '),
  ),
  noneSet: bilingual('the plan sets none', 'plan ich nie ustala'),
  /** Of a zone in which none is obligatory (law §3.2). */
  noneSetAsUsual: bilingual(
    'the plan sets none, as is usual there',
    'plan ich nie ustala, jak zwykle w tej strefie',
  ),
  notPublished: bilingual('not published', 'nieopublikowane'),
  someNotPublished: sentence(
    (names: readonly string[]) => `${en.listed(names)} not published`,
    (names) => `nieopublikowane: ${pl.listed(names)}`,
  ),
  noOthers: bilingual('no other limit set', 'innych plan nie ustala'),
  othersNotInSweep: bilingual(
    'others not in the third-party sweep',
    'innych nie ma w zestawieniu podmiotu trzeciego',
  ),
  notInSweep: bilingual('not in the third-party sweep', 'nie ma ich w zestawieniu podmiotu trzeciego'),
} as const;

export const LIMIT_NAMES = {
  max_intensity: bilingual('intensity', 'intensywność zabudowy'),
  max_height_m: bilingual('height', 'wysokość zabudowy'),
  max_coverage_pct: bilingual('coverage', 'udział powierzchni zabudowy'),
  min_biologically_active_pct: bilingual('bio-active ground', 'udział powierzchni biologicznie czynnej'),
} as const;
