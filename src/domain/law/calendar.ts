// The legal calendar: days on which the planning law itself changes the answers. Kept as data, so that an amendment is
// one more reading in a row and no change of any rule. Rules ask the functions below and never name a day.
// "The 2023 act" is the Act of 7 July 2023 amending u.p.z.p. (Dz.U. 2023 poz. 1688).

/** The day of the latest reading of the law that this calendar rests on. */
export const CALENDAR_VERSION = '2026-09-26';

type Certainty = 'certain' | 'very_high' | 'high' | 'medium';

interface Reading {
  /** The day the provision names, or from which it applies; null where it names none. */
  readonly day: string | null;
  readonly act: string;
  /** The day this wording became law; null where it is not known. */
  readonly law_since: string | null;
}

interface CalendarRow {
  readonly meaning: string;
  readonly provision: string;
  readonly certainty: Certainty;
  readonly evidence: string;
  /** Oldest first; the last one is the law. */
  readonly readings: readonly [...Reading[], Reading];
}

const ACT_2023 = 'Dz.U. 2023 poz. 1688';
const REFORM_DAY = '2023-09-24';

export const CALENDAR = {
  reform_in_force: {
    meaning: 'the reform of spatial planning is in force',
    provision: 'art. 78 of the 2023 act',
    certainty: 'certain',
    evidence: 'primary text',
    readings: [{ day: REFORM_DAY, act: ACT_2023, law_since: REFORM_DAY }],
  },
  studium_last_day: {
    meaning:
      'a studium keeps force until the general plan of its gmina is in force, at the latest until this day',
    provision: 'art. 65 ust. 1 of the 2023 act',
    certainty: 'very_high',
    evidence: 'two independent readings of September 2026',
    readings: [
      { day: '2025-12-31', act: ACT_2023, law_since: REFORM_DAY },
      { day: '2026-06-30', act: 'Dz.U. 2025 poz. 527', law_since: null },
      { day: '2026-08-31', act: 'Dz.U. 2026 poz. 781 art. 5 pkt 6', law_since: '2026-06-30' },
    ],
  },
  wz_needs_pog_from: {
    meaning: 'a zoning decision on an application filed from this day needs a general plan in force',
    provision: 'art. 59 ust. 3 of the 2023 act',
    certainty: 'high',
    evidence: 'digests of September 2026; the text of poz. 781 itself was not seen',
    readings: [
      { day: '2026-01-01', act: ACT_2023, law_since: REFORM_DAY },
      { day: '2026-07-01', act: 'Dz.U. 2025 poz. 1543', law_since: null },
      { day: '2026-09-01', act: 'Dz.U. 2026 poz. 781', law_since: null },
    ],
  },
  wz_closed_areas_exempt: {
    meaning: 'closed areas are exempt from the need of a general plan',
    provision: 'art. 59 ust. 4 of the 2023 act',
    certainty: 'high',
    evidence: 'primary text',
    readings: [{ day: null, act: 'Dz.U. 2025 poz. 1543', law_since: null }],
  },
  wz_term_from: {
    meaning: 'a zoning decision that becomes final from this day lapses after 5 years',
    provision: 'art. 64c u.p.z.p.; art. 62 of the 2023 act',
    certainty: 'certain',
    evidence: 'primary text',
    readings: [{ day: '2026-01-01', act: ACT_2023, law_since: REFORM_DAY }],
  },
  wz_term_exempt_before: {
    meaning: 'a zoning decision on an application filed before this day does not lapse',
    provision: 'act of 5 November 2025',
    certainty: 'high',
    evidence: 'press and a law firm; text not seen',
    readings: [{ day: '2025-10-16', act: 'act of 5 November 2025', law_since: '2025-12-09' }],
  },
  mpzp_needs_pog: {
    meaning: 'a new local plan needs a general plan from the day the studium lost force',
    provision: 'art. 67 ust. 4 of the 2023 act',
    certainty: 'high',
    evidence: 'primary text; three exceptions',
    readings: [{ day: null, act: ACT_2023, law_since: REFORM_DAY }],
  },
  mpzp_register_complete: {
    meaning: 'until this day gminy enter their local plans in the national register; for notes only',
    provision: 'not stated in the sources read',
    certainty: 'medium',
    evidence: 'digests',
    readings: [{ day: '2026-11-30', act: 'not stated in the sources read', law_since: null }],
  },
  old_plans_stay: {
    meaning: 'local plans in force keep force until replaced',
    provision: 'art. 67 ust. 1 of the 2023 act',
    certainty: 'certain',
    evidence: 'primary text',
    readings: [{ day: null, act: ACT_2023, law_since: REFORM_DAY }],
  },
  old_technical_conditions_end: {
    meaning:
      'the technical conditions of 2002 apply from this day only where the investor chooses them (18 months)',
    provision: 'art. 102a ust. 1 Prawo budowlane',
    certainty: 'high',
    evidence: 'digests up to 26 September 2026; a later regulation is not known',
    readings: [{ day: '2026-09-20', act: 'Dz.U. 2026 poz. 1161', law_since: null }],
  },
  mpzp_symbols_2026_from: {
    meaning: 'local plans started from this day use the symbols of 2026; older plans keep theirs',
    provision: '§ 10 and § 11 of Dz.U. 2026 poz. 1192',
    certainty: 'high',
    evidence: 'digest',
    readings: [{ day: '2026-09-24', act: 'Dz.U. 2026 poz. 1192', law_since: '2026-09-24' }],
  },
  wz_clock_suspended_to: {
    meaning: 'the 90-day term for a zoning decision is suspended until this day; information only',
    provision: 'act of 5 November 2025',
    certainty: 'medium',
    evidence: 'law firm',
    readings: [{ day: '2026-12-31', act: 'act of 5 November 2025', law_since: '2025-12-09' }],
  },
  urban_registry_from: {
    meaning: 'the Urban Registry runs from this day; information only',
    provision: 'not stated in the sources read',
    certainty: 'medium',
    evidence: 'digests',
    readings: [{ day: '2026-07-01', act: 'not stated in the sources read', law_since: null }],
  },
} as const satisfies Record<string, CalendarRow>;

const STUDIUM_LAST_DAY = dayInLaw('studium_last_day');
const WZ_NEEDS_POG_FROM = dayInLaw('wz_needs_pog_from');
const MPZP_REGISTER_COMPLETE = dayInLaw('mpzp_register_complete');

function dayInLaw(key: 'studium_last_day' | 'wz_needs_pog_from' | 'mpzp_register_complete'): string {
  const day = CALENDAR[key].readings.at(-1)?.day;
  if (!day) throw new Error(`The last reading of ${key} in the legal calendar must name a day`);
  return day;
}

/** The day with which a studium ended: its last by law, or the first of the general plan that replaced it (law §11). */
export const studiumEnd = (pog_since: string | null): string =>
  pog_since !== null && pog_since <= STUDIUM_LAST_DAY ? pog_since : STUDIUM_LAST_DAY;

/** Whether the studium of a gmina has lost force. Null only while the calendar leaves it to a plan not known. */
export function studiumExpired(day: string, pogInForce: boolean | null): boolean | null {
  if (day > STUDIUM_LAST_DAY || pogInForce) return true;
  return pogInForce === null ? null : false;
}

/** Whether a zoning decision on an application filed on that day needs a general plan in force. */
export function wzNeedsPog(day: string): boolean {
  return day >= WZ_NEEDS_POG_FROM;
}

/** Whether gminy may still be entering their local plans in the national register. */
export function mayLackLocalPlans(day: string): boolean {
  return day <= MPZP_REGISTER_COMPLETE;
}

/** The last day of the earlier conditions and the first of the present ones, for the texts of rules. */
export const WZ_TURN = {
  last_old_day: shiftDay(WZ_NEEDS_POG_FROM, -1),
  first_new_day: WZ_NEEDS_POG_FROM,
};

/** The days on which answers change by the calendar itself, in order. */
export function calendarDays(): string[] {
  return [...new Set([shiftDay(STUDIUM_LAST_DAY, 1), WZ_NEEDS_POG_FROM])].sort();
}

/** YYYY-MM-DD some days later (or earlier). */
export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
