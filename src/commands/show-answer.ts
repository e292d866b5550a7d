// An answer for people: verdict, checks with result and statute, layers, candidates, and always the sources with date
// and licence. Says what the envelope says and adds nothing.

import type {
  Candidate,
  ChangeEvent,
  CheckOutcome,
  CheckResult,
  Envelope,
  EventSummary,
  LayerResult,
  ParcelRecord,
  ParcelSummary,
  Usage,
  Verdict,
} from '../contract/answers.ts';
import type { GminaPlanning, LayerAnswer } from '../contract/layers.ts';
import type { Coverage, Source, SourceRef } from '../contract/sources.ts';
import { type Asked, adviceOn } from './ask.ts';
import { table } from './table.ts';
import { type Colour, type Paper, wrap } from './terminal.ts';

const VERDICTS: Readonly<Record<Verdict, readonly [Colour, string]>> = {
  pass: ['green', 'every check passes'],
  conditional: ['yellow', 'building is possible under the conditions below'],
  fail: ['red', 'a blocking check fails'],
  unknown: ['magenta', 'what decides is not known'],
};

const RESULTS: Readonly<Record<CheckOutcome, Colour>> = {
  pass: 'green',
  warn: 'yellow',
  fail: 'red',
  unknown: 'magenta',
};

const COVERAGES: Readonly<Record<Coverage, readonly [Colour, string]>> = {
  covered: ['green', 'on record'],
  covered_no_data: ['green', 'nothing recorded here'],
  not_covered: ['magenta', 'not covered'],
  not_computed: ['magenta', 'not computed yet'],
};

/** Wide enough for the longest name of a layer or source. */
const NAME_WIDTH = 13;
/** Wide enough for the longest name of an event. */
const EVENT_WIDTH = 24;
/** Wide enough for nearly every id. */
const ID_WIDTH = 24;

export function showAnswer(operation: Asked, envelope: Envelope, paper: Paper): string {
  const { status, result, query } = envelope;
  const note = query.resolved?.note ?? null;
  const lines =
    status === 'ok' && result !== null && result !== undefined
      ? SHOWN[operation](result, paper)
      : showNoAnswer(operation, envelope, paper);
  const candidates = operation === 'resolve' || status !== 'ok' ? (envelope.candidates ?? []) : [];
  return [
    ...lines,
    ...(query.observed_since === undefined ? [] : ['', watchedLine(query.observed_since)]),
    ...(note === null ? [] : ['', ...wrap(`Note: ${note}`, paper.width)]),
    ...showCandidates(candidates, paper),
    ...(envelope.page?.next_cursor ? ['', `More: --cursor ${envelope.page.next_cursor}`] : []),
  ].join('\n');
}

const watchedLine = (since: string | null): string =>
  since === null ? 'Changes here are not watched.' : `Watched since ${since.slice(0, 10)}.`;

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
  const { summary, verdict, assessed_on, checks, record, disclaimer } = result;
  const [style, meaning] = VERDICTS[verdict];
  return [
    ...wrap(summary, paper.width),
    '',
    ...showPlace(record, paper),
    '',
    `Verdict  ${paper.paint(['bold', style], verdict.toUpperCase())}  ${meaning}, as of ${assessed_on}`,
    '',
    ...checks.flatMap(({ id, result, detail, basis, source }) => [
      `  ${paper.paint(RESULTS[result], result.padEnd(8))} ${paper.paint('bold', id)}`,
      ...wrap(detail ?? '', paper.width, 11),
      ...(basis ? wrap(`Basis: ${basis}`, paper.width, 11) : []),
      ...dim(wrap(`Source: ${source.id}, ${dateOf(source)}`, paper.width, 11), paper),
    ]),
    ...showSources([...checks.map(({ source }) => source), record.area.source], paper),
    '',
    ...dim(wrap(disclaimer, paper.width), paper),
  ];
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
  const [style, meaning] = COVERAGES[coverage];
  const lines = [
    `  ${paper.paint('bold', name.padEnd(NAME_WIDTH))} ${paper.paint(style, meaning)}`,
    ...factsOf(value).flatMap((fact) => wrap(fact, paper.width, NAME_WIDTH + 3)),
    ...dim(wrap(note, paper.width, NAME_WIDTH + 3), paper),
  ];
  return [{ lines, sources: [source] }];
}

interface ShownLayer {
  readonly lines: string[];
  readonly sources: SourceRef[];
}

/** The members of a value one by one; what is not known is left out, as the note says why. */
function factsOf(value: object | null): string[] {
  return Object.entries(value ?? {}).flatMap(([name, fact]: [string, unknown]) => {
    if (fact === null || fact === undefined) return [];
    if (!Array.isArray(fact)) return [`${name}: ${wordsOf(fact)}`];
    return fact.length === 0 ? [] : [`${name}:`, ...fact.map((item) => `- ${wordsOf(item)}`)];
  });
}

function wordsOf(fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  if (fact === null || typeof fact !== 'object') return String(fact);
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.map(wordsOf).join('; ');
  const members = Object.entries(fact).filter(([, inner]) => inner !== null);
  return members.map(([name, inner]) => `${name} ${wordsOf(inner)}`).join(', ');
}

function showPlace({ id, admin, area }: ParcelRecord, paper: Paper): string[] {
  const recorded = area.official_m2 === null ? 'not on record' : `${area.official_m2} m² on record`;
  return [
    paper.paint('bold', id),
    ...wrap(placeOf({ ...admin, obreb_name: admin.obreb_name ?? null }), paper.width),
    `Area ${recorded}, ${area.geometry_m2} m² by its outline`,
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
  if (found.length === 0) return ['No parcel there.'];
  return found.map(({ id, distance_m, ...place }) => {
    const away = typeof distance_m === 'number' ? `${distance_m} m` : '';
    return `${paper.paint('bold', id.padEnd(ID_WIDTH))} ${away.padStart(10)}  ${placeOf(place)}`;
  });
}

function showCatalogue(sources: readonly Source[], paper: Paper): string[] {
  return sources.flatMap((source) => {
    const { id, title, attribution, licence, as_of, freshness, coverage_pct, coverage_here } = source;
    const here = coverage_here ? COVERAGES[coverage_here] : null;
    const state = [
      as_of === null ? 'no date' : `as of ${as_of}`,
      freshness,
      ...(here ? [paper.paint(here[0], here[1])] : []),
      ...(!here && typeof coverage_pct === 'number' ? [`${coverage_pct} % covered`] : []),
    ];
    return [
      `${paper.paint('bold', id.padEnd(NAME_WIDTH))} ${state.join(', ')}`,
      ...wrap(title, paper.width, NAME_WIDTH + 1),
      ...dim(wrap(`${attribution}. Licence: ${licence}`, paper.width, NAME_WIDTH + 1), paper),
    ];
  });
}

function showGmina({ gmina_teryt, gmina_name, sources, ...status }: GminaPlanning, paper: Paper): string[] {
  return [
    `${paper.paint('bold', `gmina ${gmina_name}`)}  ${gmina_teryt}`,
    '',
    ...factsOf(status).flatMap((fact) => wrap(fact, paper.width, 2)),
    ...showSources(sources, paper),
  ];
}

function showUsage(
  { key, month, quota, charged, remaining, resets_at, days }: Usage,
  paper: Paper,
): string[] {
  const left =
    remaining === null ? '' : `, ${remaining} left until ${resets_at?.slice(0, 16).replace('T', ' ')} UTC`;
  const rows = days.map(({ day, operation, ...counts }) => [
    day,
    operation,
    ...Object.values(counts).map(String),
  ]);
  return [
    `${paper.paint('bold', key)}  ${month}`,
    `Charged ${charged}${quota === null ? '; no quota' : ` of ${quota}${left}`}`,
    '',
    table(rows, ['day', 'operation', 'requests', 'cost', 'charged', 'refunded']),
  ];
}

function showEventCounts({ by_type }: EventSummary, paper: Paper): string[] {
  if (by_type.length === 0) return ['Nothing has changed.'];
  return by_type.map(({ event, layer, count, first, last }) => {
    const days = first === last ? `on ${first}` : `${first} to ${last}`;
    return `${String(count).padStart(8)}  ${paper.paint('bold', event.padEnd(EVENT_WIDTH))} ${(layer ?? '').padEnd(NAME_WIDTH)} ${days}`;
  });
}

function showEvents(events: readonly ChangeEvent[], paper: Paper): string[] {
  if (events.length === 0) return ['Nothing has changed.'];
  return [
    ...events.flatMap(({ event, detected_at, parcel_id, layer, before, after }) => [
      [detected_at, paper.paint('bold', event), layer, parcel_id].filter(Boolean).join('  '),
      ...wrap(`${wordsOf(before ?? 'nothing')} → ${wordsOf(after ?? 'nothing')}`, paper.width, 4),
    ]),
    ...showSources(
      events.flatMap(({ source }) => source ?? []),
      paper,
    ),
  ];
}

function showNoAnswer(operation: Asked, { status, error, candidates }: Envelope, paper: Paper): string[] {
  switch (status) {
    case 'ambiguous':
      return [paper.paint(['bold', 'yellow'], 'Ambiguous: several places fit. Ask again by id.')];
    case 'not_covered':
      return [
        paper.paint(['bold', 'magenta'], 'Not covered: the place is outside of what is loaded.'),
        ...((candidates ?? []).length > 0 ? ['It may be one of these.'] : []),
      ];
    default:
      return [
        paper.paint(['bold', 'red'], `Not found: ${error?.message ?? 'nothing of that name'}`),
        ...(error ? wrap(adviceOn(operation, error), paper.width) : []),
      ];
  }
}

function showCandidates(candidates: readonly Candidate[], paper: Paper): string[] {
  if (candidates.length === 0) return [];
  const lines = candidates.map((candidate) => {
    const name = paper.paint('bold', nameOf(candidate).padEnd(ID_WIDTH));
    const held = candidate.held ? '' : paper.paint('magenta', '  not loaded');
    const where = candidate.address ?? placeOf(candidate);
    return `  ${candidate.confidence.toFixed(3)}  ${name} ${where}${held}`;
  });
  return ['', 'Candidates', ...lines];
}

/** Each once, in the order of use. The attribution must be shown wherever the answer is. */
function showSources(sources: readonly SourceRef[], paper: Paper): string[] {
  const each = new Map(sources.map((source) => [source.id, source]));
  return [
    '',
    'Sources',
    ...[...each.values()].flatMap((source) => [
      `  ${paper.paint('bold', source.id.padEnd(NAME_WIDTH))} ${dateOf(source)}${source.fallback ? '  (third party)' : ''}`,
      ...wrap(source.title, paper.width, NAME_WIDTH + 3),
      ...dim(wrap(`${source.attribution}. Licence: ${source.licence}`, paper.width, NAME_WIDTH + 3), paper),
    ]),
  ];
}

const dateOf = ({ as_of }: SourceRef) => (as_of === null ? 'no date' : `as of ${as_of}`);
const dim = (lines: string[], paper: Paper) => lines.map((line) => paper.paint('dim', line));
