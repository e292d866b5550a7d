// An answer for people: verdict, checks with result and statute, layers, candidates, and always the sources with date
// and licence. Says what the envelope says and adds nothing.

import type {
  Candidate,
  CheckOutcome,
  CheckResult,
  Envelope,
  LayerResult,
  ParcelRecord,
  ParcelSummary,
  Verdict,
} from '../contract/answers.ts';
import type { ChangeEvent, EventSummary } from '../contract/change-events.ts';
import type { Usage } from '../contract/key-usage.ts';
import type { Language } from '../contract/language.ts';
import type { GminaPlanning, LayerAnswer } from '../contract/layers.ts';
import type { PlanningPart } from '../contract/planning-parts.ts';
import type { Coverage, Source, SourceRef } from '../contract/sources.ts';
import {
  COVERAGE_LABELS,
  inGminaWords,
  LABELS,
  PART_LABELS,
  RESULT_LABELS,
  USAGE_COLUMNS,
  VERDICT_LABELS,
} from './answer-labels.ts';
import { type Asked, adviceOn } from './ask.ts';
import { table } from './table.ts';
import { type Colour, type Paper, wrap } from './terminal.ts';

const VERDICT_COLOURS: Readonly<Record<Verdict, Colour>> = {
  pass: 'green',
  conditional: 'yellow',
  fail: 'red',
  unknown: 'magenta',
};

const RESULT_COLOURS: Readonly<Record<CheckOutcome, Colour>> = {
  pass: 'green',
  warn: 'yellow',
  fail: 'red',
  unknown: 'magenta',
};

const COVERAGE_COLOURS: Readonly<Record<Coverage, Colour>> = {
  covered: 'green',
  covered_no_data: 'green',
  not_covered: 'magenta',
  not_computed: 'magenta',
};

const PART_COLOURS: Readonly<Record<PlanningPart['building'], Colour>> = {
  open: 'green',
  closed: 'red',
  unknown: 'magenta',
};

/** Wide enough for the longest name of a layer or source. */
const NAME_WIDTH = 13;
/** Wide enough for the longest result. */
const RESULT_WIDTH: Readonly<Record<Language, number>> = { en: 8, pl: 11 };
/** Wide enough for the longest name of an event. */
const EVENT_WIDTH = 24;
/** Wide enough for nearly every id. */
const ID_WIDTH = 24;

export function showAnswer(operation: Asked, envelope: Envelope, paper: Paper): string {
  const { status, result, query } = envelope;
  const { language } = paper;
  const note = query.resolved?.note ?? null;
  const lines =
    status === 'ok' && result !== null && result !== undefined
      ? SHOWN[operation](result, paper)
      : showNoAnswer(operation, envelope, paper);
  const candidates = operation === 'resolve' || status !== 'ok' ? (envelope.candidates ?? []) : [];
  return [
    ...lines,
    ...(query.observed_since === undefined || isEmptyFeed(result)
      ? []
      : ['', watchedLine(query.observed_since, language)]),
    ...(note === null ? [] : ['', ...wrap(`${LABELS.note[language]}: ${note}`, paper.width)]),
    ...showCandidates(candidates, paper),
    ...(envelope.page?.next_cursor
      ? ['', `${LABELS.more[language]}: --cursor ${envelope.page.next_cursor}`]
      : []),
  ].join('\n');
}

/** Its note says since when each register is watched. */
const isEmptyFeed = (result: unknown): boolean =>
  (Array.isArray(result) ? result : (result as EventSummary).by_type).length === 0;

const watchedLine = (since: string | null, language: Language): string =>
  since === null ? LABELS.notWatched[language] : LABELS.watched[language](since.slice(0, 10));

/** A result belongs to its operation; that is lost on a name chosen at run time. */
const SHOWN: Readonly<Record<Asked, (result: unknown, paper: Paper) => string[]>> = {
  check: (result, paper) => showCheck(result as CheckResult, paper),
  parcel: (result, paper) => showParcel(result as ParcelRecord, paper),
  layer: (result, paper) => showLayer(result as LayerResult, paper),
  resolve: (result, paper) => showResolved(result as Candidate, paper),
  search: (result, paper) => showFound(result as ParcelSummary[], paper),
  sources: (result, paper) => showCatalogue(result as Source[], paper),
  gmina_planning: (result, paper) => showGmina(result as GminaPlanning, paper),
  gmina_planning_by_code: (result, paper) => showGmina(result as GminaPlanning, paper),
  usage: (result, paper) => showUsage(result as Usage, paper),
  events: (result, paper) =>
    Array.isArray(result)
      ? showEvents(result as ChangeEvent[], paper)
      : showEventCounts(result as EventSummary, paper),
};

function showCheck(result: CheckResult, paper: Paper): string[] {
  const { summary, verdict, assessed_on, parts, checks, record, disclaimer } = result;
  const { language } = paper;
  const [label, meaning] = VERDICT_LABELS[verdict];
  const width = RESULT_WIDTH[language];
  const painted = paper.paint(['bold', VERDICT_COLOURS[verdict]], label[language]);
  return [
    ...wrap(summary, paper.width),
    '',
    ...showPlace(record, paper),
    '',
    LABELS.verdict[language](painted, meaning[language], assessed_on),
    '',
    ...showParts(parts, paper),
    ...checks.flatMap(({ id, result, detail, basis, source }) => [
      `  ${paper.paint(RESULT_COLOURS[result], RESULT_LABELS[result][language].padEnd(width))} ${paper.paint('bold', id)}`,
      ...wrap(detail ?? '', paper.width, width + 3),
      ...(basis ? wrap(`${LABELS.basis[language]}: ${basis}`, paper.width, width + 3) : []),
      ...dim(
        wrap(`${LABELS.source[language]}: ${source.id}, ${dateOf(source, language)}`, paper.width, width + 3),
        paper,
      ),
    ]),
    ...showSources([...checks.map(({ source }) => source), record.area.source], paper),
    '',
    ...dim(wrap(disclaimer, paper.width), paper),
  ];
}

/** One line a part. */
function showParts(parts: readonly PlanningPart[], { language, paint }: Paper): string[] {
  const lines = parts.map(({ mpzp_status, mpzp_symbol, zone_symbol, in_ouz, ...part }) => {
    const { share_pct, area_m2, building } = part;
    const plan = mpzp_symbol ?? (mpzp_status === 'none' ? null : LABELS.plan_of_part[mpzp_status][language]);
    const unknown = in_ouz === null && zone_symbol !== null ? LABELS.ouz_unknown[language] : null;
    const ground = [plan, zone_symbol, in_ouz ? 'OUZ' : unknown].filter((each) => each !== null);
    const size = `${Math.round(area_m2)} m²`.padStart(12);
    return `  ${LABELS.share[language](share_pct).padStart(8)} ${size}  ${ground.join(', ').padEnd(NAME_WIDTH - 1)}  ${paint(PART_COLOURS[building], PART_LABELS[building][language])}`;
  });
  return [LABELS.parts[language], ...lines, ''];
}

function showParcel(record: ParcelRecord, paper: Paper): string[] {
  const layers = Object.entries(record.layers).flatMap(([name, answer]) =>
    answer === undefined ? [] : showLayerAnswer(name, answer, paper),
  );
  return [
    ...showPlace(record, paper),
    '',
    ...layers.flatMap(({ lines }) => lines),
    ...showSources([...layers.flatMap(({ sources }) => sources), record.area.source], paper),
  ];
}

function showLayer({ id, answer }: LayerResult, paper: Paper): string[] {
  const shown = showLayerAnswer('coverage', answer, paper);
  return [
    paper.paint('bold', id),
    '',
    ...shown.flatMap(({ lines }) => lines),
    ...showSources(
      shown.flatMap(({ sources }) => sources),
      paper,
    ),
  ];
}

/** Planning is shown as its parts: each has a coverage and a source of its own. */
function showLayerAnswer(name: string, answer: LayerAnswer, paper: Paper): ShownLayer[] {
  const { coverage, note, source, value } = answer;
  if (value !== null && 'gmina' in value) {
    const { pog, mpzp, wz } = value;
    return Object.entries({ pog, mpzp, wz }).flatMap(([part, its]) => showLayerAnswer(part, its, paper));
  }
  const { language } = paper;
  const lines = [
    `  ${paper.paint('bold', name.padEnd(NAME_WIDTH))} ${paper.paint(COVERAGE_COLOURS[coverage], COVERAGE_LABELS[coverage][language])}`,
    ...factsOf(value, language).flatMap((fact) => wrap(fact, paper.width, NAME_WIDTH + 3)),
    ...dim(wrap(note, paper.width, NAME_WIDTH + 3), paper),
  ];
  return [{ lines, sources: [source] }];
}

interface ShownLayer {
  readonly lines: string[];
  readonly sources: SourceRef[];
}

/** The members of a value one by one; what is not known is left out, as the note says why. */
function factsOf(value: object | null, language: Language): string[] {
  return Object.entries(value ?? {}).flatMap(([name, fact]: [string, unknown]) => {
    if (fact === null || fact === undefined) return [];
    if (!Array.isArray(fact)) return [`${name}: ${wordsOf(fact, language)}`];
    return fact.length === 0 ? [] : [`${name}:`, ...fact.map((item) => `- ${wordsOf(item, language)}`)];
  });
}

function wordsOf(fact: unknown, language: Language): string {
  if (typeof fact === 'boolean') return LABELS[fact ? 'yes' : 'no'][language];
  if (typeof fact === 'number') return LABELS.number[language](fact);
  if (fact === null || typeof fact !== 'object') return String(fact);
  if (Array.isArray(fact))
    return fact.length === 0
      ? LABELS.none[language]
      : fact.map((inner) => wordsOf(inner, language)).join('; ');
  const members = Object.entries(fact).filter(([, inner]) => inner !== null);
  return members.map(([name, inner]) => `${name} ${wordsOf(inner, language)}`).join(', ');
}

function showPlace({ id, admin, area }: ParcelRecord, paper: Paper): string[] {
  return [
    paper.paint('bold', id),
    ...wrap(placeOf({ ...admin, obreb_name: admin.obreb_name ?? null }), paper.width),
    LABELS.area[paper.language](area.official_m2, area.geometry_m2),
  ];
}

interface Place {
  readonly obreb_name: string | null;
  readonly gmina_name: string | null;
  readonly powiat_name?: string | null | undefined;
}

const placeOf = ({ obreb_name, gmina_name, powiat_name }: Place) =>
  [
    ...(obreb_name ? [`obręb ${obreb_name}`] : []),
    ...(gmina_name ? [`gmina ${gmina_name}`] : []),
    ...(powiat_name ? [`powiat ${powiat_name}`] : []),
  ].join(', ');

const nameOf = ({ id, gmina_teryt, kind }: Candidate) => id ?? gmina_teryt ?? kind;

function showResolved(candidate: Candidate, paper: Paper): string[] {
  return [`${paper.paint(['bold', 'green'], nameOf(candidate))}  ${candidate.match_reason}`];
}

function showFound(found: readonly ParcelSummary[], paper: Paper): string[] {
  if (found.length === 0) return [LABELS.noParcel[paper.language]];
  return found.map(({ id, distance_m, ...place }) => {
    const away = typeof distance_m === 'number' ? `${LABELS.number[paper.language](distance_m)} m` : '';
    return `${paper.paint('bold', id.padEnd(ID_WIDTH))} ${away.padStart(10)}  ${placeOf(place)}`;
  });
}

function showCatalogue(sources: readonly Source[], paper: Paper): string[] {
  const { language } = paper;
  return sources.flatMap((source) => {
    const { id, title, attribution, licence, freshness, coverage_pct, coverage_here: here } = source;
    const state = [
      dateOf(source, language),
      freshness,
      ...(here ? [paper.paint(COVERAGE_COLOURS[here], COVERAGE_LABELS[here][language])] : []),
      ...(!here && typeof coverage_pct === 'number' ? [LABELS.covered[language](coverage_pct)] : []),
    ];
    return [
      `${paper.paint('bold', id.padEnd(NAME_WIDTH))} ${state.join(', ')}`,
      ...wrap(title, paper.width, NAME_WIDTH + 1),
      ...dim(
        wrap(`${attribution}. ${LABELS.licence[language]}: ${licence}`, paper.width, NAME_WIDTH + 1),
        paper,
      ),
    ];
  });
}

function showGmina({ gmina_teryt, gmina_name, sources, ...status }: GminaPlanning, paper: Paper): string[] {
  return [
    `${paper.paint('bold', `gmina ${gmina_name}`)}  ${gmina_teryt}`,
    '',
    ...factsOf(inGminaWords(status, paper.language), paper.language).flatMap((fact) =>
      wrap(fact, paper.width, 2),
    ),
    ...showSources(sources, paper),
  ];
}

function showUsage(
  { key, month, quota, charged, remaining, resets_at, days }: Usage,
  paper: Paper,
): string[] {
  const { language } = paper;
  const until = resets_at?.slice(0, 16).replace('T', ' ') ?? '';
  const rows = days.map(({ day, operation, ...counts }) => [
    day,
    operation,
    ...Object.values(counts).map(String),
  ]);
  return [
    `${paper.paint('bold', key)}  ${month}`,
    LABELS.charged[language](charged, quota, remaining, until),
    '',
    table(
      rows,
      USAGE_COLUMNS.map((column) => column[language]),
    ),
  ];
}

function showEventCounts({ by_type }: EventSummary, paper: Paper): string[] {
  const { language } = paper;
  if (by_type.length === 0) return [LABELS.noChange[language]];
  return by_type.map(({ event, layer, count, first, last }) => {
    const days = first === last ? LABELS.onDay[language](first) : LABELS.days[language](first, last);
    return `${String(count).padStart(8)}  ${paper.paint('bold', event.padEnd(EVENT_WIDTH))} ${(layer ?? '').padEnd(NAME_WIDTH)} ${days}`;
  });
}

function showEvents(events: readonly ChangeEvent[], paper: Paper): string[] {
  const { language } = paper;
  if (events.length === 0) return [LABELS.noChange[language]];
  const told = (fact: unknown) => wordsOf(fact ?? LABELS.nothing[language], language);
  return [
    ...events.flatMap(({ event, detected_at, parcel_id, layer, source, before, after }) => [
      // What is neither of a layer nor of a parcel is of its source.
      [detected_at, paper.paint('bold', event), layer, parcel_id ?? (layer ? null : source?.id)]
        .filter(Boolean)
        .join('  '),
      ...wrap(`${told(before)} → ${told(after)}`, paper.width, 4),
    ]),
    ...showSources(
      events.flatMap(({ source }) => source ?? []),
      paper,
    ),
  ];
}

function showNoAnswer(operation: Asked, { status, error, candidates }: Envelope, paper: Paper): string[] {
  const { language } = paper;
  switch (status) {
    case 'ambiguous':
      return [paper.paint(['bold', 'yellow'], LABELS.ambiguous[language])];
    case 'not_covered':
      return [
        paper.paint(['bold', 'magenta'], LABELS.notCovered[language]),
        ...((candidates ?? []).length > 0 ? [LABELS.maybeThese[language]] : []),
      ];
    default:
      return [
        paper.paint(['bold', 'red'], LABELS.notFound[language](error?.message ?? null)),
        ...(error ? wrap(adviceOn(operation, error, language), paper.width) : []),
      ];
  }
}

function showCandidates(candidates: readonly Candidate[], paper: Paper): string[] {
  if (candidates.length === 0) return [];
  const lines = candidates.map((candidate) => {
    const name = paper.paint('bold', nameOf(candidate).padEnd(ID_WIDTH));
    const held = candidate.held ? '' : paper.paint('magenta', `  ${LABELS.notLoaded[paper.language]}`);
    const where = candidate.address ?? placeOf(candidate);
    return `  ${candidate.confidence.toFixed(3)}  ${name} ${where}${held}`;
  });
  return ['', LABELS.candidates[paper.language], ...lines];
}

/** Each once, in the order of use. The attribution must be shown wherever the answer is. */
function showSources(sources: readonly SourceRef[], paper: Paper): string[] {
  const { language } = paper;
  const each = new Map(sources.map((source) => [source.id, source]));
  return [
    '',
    LABELS.sources[language],
    ...[...each.values()].flatMap((source) => [
      `  ${paper.paint('bold', source.id.padEnd(NAME_WIDTH))} ${dateOf(source, language)}${source.fallback ? `  ${LABELS.thirdParty[language]}` : ''}`,
      ...wrap(source.title, paper.width, NAME_WIDTH + 3),
      ...dim(
        wrap(
          `${source.attribution}. ${LABELS.licence[language]}: ${source.licence}`,
          paper.width,
          NAME_WIDTH + 3,
        ),
        paper,
      ),
    ]),
  ];
}

const dateOf = ({ as_of }: Pick<SourceRef, 'as_of'>, language: Language) =>
  as_of === null ? LABELS.noDate[language] : LABELS.asOf[language](as_of);
const dim = (lines: string[], paper: Paper) => lines.map((line) => paper.paint('dim', line));
