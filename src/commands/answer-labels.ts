// The words around an answer at the command line: headings, states and what there is nothing of, each in both languages. Sentences of
// the answer itself come from the service; names of members and codes are the same in every language.

import type { CheckOutcome, Verdict } from '../contract/answers.ts';
import { type Bilingual, bilingual, type Language, sentence } from '../contract/language.ts';
import type { PlanningPart } from '../contract/planning-parts.ts';
import type { Coverage } from '../contract/sources.ts';

const comma = (value: number): string => String(value).replace('.', ',');

export const VERDICT_LABELS: { readonly [V in Verdict]: readonly [label: Bilingual, meaning: Bilingual] } = {
  pass: [bilingual('PASS', 'TAK'), bilingual('every check passes', 'wszystkie punkty oceny są spełnione')],
  conditional: [
    bilingual('CONDITIONAL', 'WARUNKOWO'),
    bilingual(
      'the plans leave a route open, with reservations below',
      'plany dają drogę do zabudowy, z zastrzeżeniami niżej',
    ),
  ],
  fail: [
    bilingual('FAIL', 'NIE'),
    bilingual('a blocking check fails', 'nie jest spełniony punkt, od którego to zależy'),
  ],
  unknown: [
    bilingual('UNKNOWN', 'NIE WIADOMO'),
    bilingual('what decides is not known', 'to, co rozstrzyga, nie jest znane'),
  ],
};

/** As the page has them. No yes and no: "yes" beside "landslide" would say that there is one. */
export const RESULT_LABELS: { readonly [R in CheckOutcome]: Bilingual } = {
  pass: bilingual('pass', 'w porządku'),
  warn: bilingual('warn', 'uwaga'),
  fail: bilingual('fail', 'przeszkoda'),
  unknown: bilingual('unknown', 'nie wiadomo'),
};

export const COVERAGE_LABELS: { readonly [C in Coverage]: Bilingual } = {
  covered: bilingual('on record', 'są dane'),
  covered_no_data: bilingual('nothing recorded here', 'niczego tu nie odnotowano'),
  not_covered: bilingual('not covered', 'brak danych'),
  not_computed: bilingual('not computed yet', 'jeszcze nieprzeliczone'),
};

export const PART_LABELS: { readonly [B in PlanningPart['building']]: Bilingual } = {
  open: bilingual('the plans allow building', 'plany dopuszczają zabudowę'),
  closed: bilingual('closed to new building', 'bez nowej zabudowy'),
  unknown: bilingual('not known', 'nie wiadomo'),
};

/** Members of a gmina's planning and their codes, as a person says them; in English their names do. */
const GMINA_MEMBERS_PL: Readonly<Record<string, string>> = {
  pog_status: 'plan ogólny',
  as_of: 'stan na',
  pog_adopted_on: 'plan ogólny uchwalony',
  pog_effective_from: 'plan ogólny obowiązuje od',
  pog_resolution_url: 'uchwała o planie ogólnym',
  mpzp_count: 'plany miejscowe (liczba)',
  mpzp_coverage_pct: 'pokrycie planami miejscowymi (%)',
  studium_expired: 'studium wygasło',
  wz_regime: 'zasady wydawania warunków zabudowy',
};
const GMINA_CODES_PL: Readonly<Record<string, string>> = {
  none: 'brak',
  draft: 'projekt',
  adopted: 'uchwalony, jeszcze nie obowiązuje',
  in_force: 'obowiązuje',
  unknown: 'nie wiadomo',
  pog_ouz: 'według planu ogólnego, w obszarach uzupełnienia zabudowy (OUZ)',
  blocked_no_pog: 'wstrzymane, bo plan ogólny nie obowiązuje',
  studium_transitional: 'na dotychczasowych warunkach',
};

export function inGminaWords(status: object, language: Language): object {
  if (language === 'en') return status;
  const coded = (value: unknown) => (typeof value === 'string' ? (GMINA_CODES_PL[value] ?? value) : value);
  return Object.fromEntries(
    Object.entries(status).map(([member, value]) => [GMINA_MEMBERS_PL[member] ?? member, coded(value)]),
  );
}

export const LABELS = {
  number: sentence((value: number) => String(value), comma),
  share: sentence(
    (share_pct: number) => `${share_pct} %`,
    (share_pct) => `${comma(share_pct)}%`,
  ),
  verdict: sentence(
    (label: string, meaning: string, day: string) => `Verdict  ${label}  ${meaning}, as of ${day}`,
    (label, meaning, day) => `Ocena  ${label}  ${meaning}, stan na ${day}`,
  ),
  parts: bilingual('Parts', 'Części działki'),
  /** Where no designation is told. */
  plan_of_part: {
    in_force: bilingual(
      'local plan (designation not published)',
      'plan miejscowy (przeznaczenie nieopublikowane)',
    ),
    unknown: bilingual('local plan not known', 'plan miejscowy nieznany'),
  },
  ouz_unknown: bilingual('OUZ not known', 'nie wiadomo, czy OUZ'),
  basis: bilingual('Basis', 'Podstawa'),
  source: bilingual('Source', 'Źródło'),
  sources: bilingual('Sources', 'Źródła'),
  licence: bilingual('Licence', 'Licencja'),
  noDate: bilingual('no date', 'bez daty'),
  asOf: sentence(
    (day: string) => `as of ${day}`,
    (day) => `stan na ${day}`,
  ),
  thirdParty: bilingual('(third party)', '(podmiot trzeci)'),
  covered: sentence(
    (share_pct: number) => `${share_pct} % covered`,
    (share_pct) => `pokrycie ${comma(share_pct)}%`,
  ),
  area: sentence(
    (official_m2: number | null, geometry_m2: number) =>
      `${official_m2 === null ? 'Recorded area not known' : `Area ${official_m2} m² on record`}, ${geometry_m2} m² by its outline`,
    (official_m2, geometry_m2) =>
      `Powierzchnia ewidencyjna ${official_m2 === null ? 'nieznana' : `${comma(official_m2)} m²`}, z granic ${comma(geometry_m2)} m²`,
  ),
  note: bilingual('Note', 'Uwaga'),
  more: bilingual('More', 'Dalej'),
  candidates: bilingual('Candidates', 'Kandydaci'),
  notLoaded: bilingual('not loaded', 'niewczytane'),
  watched: sentence(
    (since: string) => `All registers that tell this are watched since ${since}.`,
    (since) => `Wszystkie rejestry, z których to pochodzi, są śledzone od ${since}.`,
  ),
  notWatched: bilingual('Changes here are not watched.', 'Zmian w tym miejscu się nie śledzi.'),
  noParcel: bilingual('No parcel there.', 'Nie ma tam działki.'),
  noChange: bilingual('Nothing has changed.', 'Nic się nie zmieniło.'),
  onDay: sentence(
    (day: string) => `on ${day}`,
    (day) => `dnia ${day}`,
  ),
  days: sentence(
    (first: string, last: string) => `${first} to ${last}`,
    (first, last) => `od ${first} do ${last}`,
  ),
  nothing: bilingual('nothing', 'nic'),
  none: bilingual('none', 'brak'),
  yes: bilingual('yes', 'tak'),
  no: bilingual('no', 'nie'),
  ambiguous: bilingual(
    'Ambiguous: several places fit. Ask again by id.',
    'Niejednoznaczne: pasuje kilka miejsc. Zapytaj ponownie, podając id.',
  ),
  notCovered: bilingual(
    'Not covered: the place is outside of what is loaded.',
    'Poza zasięgiem: to miejsce leży poza wczytanymi danymi.',
  ),
  maybeThese: bilingual('It may be one of these.', 'Może to być jedno z poniższych.'),
  notFound: sentence(
    (message: string | null) => `Not found: ${message ?? 'nothing of that name'}`,
    (message) => `Nie znaleziono: ${message ?? 'niczego o tej nazwie'}`,
  ),
  charged: sentence(
    (charged: number, quota: number | null, remaining: number | null, until: string) => {
      if (quota === null) return `Charged ${charged}; no quota`;
      return `Charged ${charged} of ${quota}${remaining === null ? '' : `, ${remaining} left until ${until} UTC`}`;
    },
    (charged, quota, remaining, until) => {
      if (quota === null) return `Naliczono ${charged}; bez limitu miesięcznego`;
      return `Naliczono ${charged} z ${quota}${remaining === null ? '' : `, do ${until} UTC zostało ${remaining}`}`;
    },
  ),
  sayTarget: sentence(
    (word: string) =>
      `say what to ask about: miedza get ${word} "TARGET"${word === 'search' ? ', or --bbox BOX' : ''}`,
    (word) =>
      `brak tego, o co się pyta: miedza get ${word} "TARGET"${word === 'search' ? ' albo --bbox BOX' : ''}`,
  ),
  nameLayer: bilingual(
    'name the layer with --layer, such as --layer flood',
    'brak warstwy: podaje się ją przez --layer, na przykład --layer flood',
  ),
  usageOfKey: bilingual(
    'usage is that of a key: name its server with --url; see also miedza keys usage',
    'zużycie jest zużyciem klucza: jego serwer podaje się przez --url; zob. też miedza keys usage',
  ),
  notWith: sentence(
    (flag: string, word: string, words: readonly string[]) =>
      `--${flag} does not go with ${word}; it goes with ${words.join(', ')}`,
    (flag, word, words) => `--${flag} nie łączy się z ${word}; łączy się z: ${words.join(', ')}`,
  ),
  seeHelp: bilingual('See miedza get --help.', 'Zob. miedza get --help.'),
  askCandidates: bilingual(
    'Check the spelling, or ask for candidates: miedza get resolve "TARGET"',
    'Sprawdź pisownię albo zapytaj o kandydatów: miedza get resolve "TARGET"',
  ),
} as const;

export const USAGE_COLUMNS: readonly Bilingual[] = [
  bilingual('day', 'dzień'),
  bilingual('operation', 'operacja'),
  bilingual('requests', 'zapytania'),
  bilingual('cost', 'koszt'),
  bilingual('charged', 'naliczone'),
  bilingual('refunded', 'zwrócone'),
];
