// miedza get: one question at the command line, asked of the store or of a server, answered for people or as JSON.

import { MiedzaError } from '../../packages/client/src/client.ts';
import { UsageError } from '../config.ts';
import { BUILDING_USES, type Status } from '../contract/answers.ts';
import { isLanguage, type Language } from '../contract/language.ts';
import { LAYER_KEYS } from '../contract/layers.ts';
import { EXAMPLE_ID, OPERATIONS, type Operation } from '../contract/operations.ts';
import { LABELS } from './answer-labels.ts';
import { type Asked, adviceOn, askServer, askStore, FLAG_PARAMETERS, inFlags } from './ask.ts';
import { type Command, DATA_OPTION, positiveInteger, readFlags, readPlace } from './command.ts';
import { getBatch } from './get-batch.ts';
import { readTarget } from './read-target.ts';
import { showAnswer } from './show-answer.ts';
import { createPaper, wrap } from './terminal.ts';

/** What is typed; a gmina may be named or given by its code. */
type Word = Exclude<Asked, 'gmina_planning' | 'gmina_planning_by_code'> | 'gmina';

const QUESTIONS: Readonly<Record<Word, string>> = {
  check: 'can one build here: verdict, checks with their statute',
  parcel: 'the record: place, area, all layers or those of --layers',
  layer: 'one layer, named with --layer',
  resolve: 'how the text is understood: candidates with confidence',
  search: 'parcels at an address, around a place with --radius, or in a --bbox',
  events: 'what changed there, newest first',
  sources: 'the registers behind the answers, or those that answer at a place',
  gmina: 'planning status of a gmina, by its name, its 7-digit code or a place in it',
  usage: 'what your key has asked for in a month and what is left; of a server, with --url',
};

/** By the status of the answer; what is refused or fails is 2 or 6. */
const EXIT_CODES: Readonly<Record<Status, number>> = {
  ok: 0,
  ambiguous: 3,
  not_found: 4,
  not_covered: 5,
  error: 6,
};
const REFUSED = 2;

const FLAGS = {
  ...DATA_OPTION,
  layer: { type: 'string' },
  layers: { type: 'string' },
  use: { type: 'string' },
  geometry: { type: 'string' },
  format: { type: 'string' },
  detail: { type: 'string' },
  radius: { type: 'string' },
  bbox: { type: 'string' },
  limit: { type: 'string' },
  since: { type: 'string' },
  types: { type: 'string' },
  summary: { type: 'boolean' },
  cursor: { type: 'string' },
  month: { type: 'string' },
  lang: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export const get: Command = {
  summary: 'ask one question: check, parcel, layer, resolve, search, events, sources, gmina',
  help: `miedza get OPERATION "TARGET" [flags]

Asks one question and prints the answer with its sources. TARGET is what you would type: a parcel with its place, an EGiB
id, an address, or a point. sources goes without one too, search takes a --bbox instead.

  miedza get check "dz. 123/4 Wola Mrokowska" --use house
  miedza get layer ${EXAMPLE_ID} --layer flood
  miedza get resolve "Sosnowa 4, Wola Mrokowska"
  miedza get search 52.0528,20.9359 --radius 50 --json
  miedza get search --bbox 20.93,52.055,20.94,52.06
  miedza get search --bbox 20.93,52.055,20.94,52.06 --format geojson --geometry full > parcels.geojson
  miedza get gmina Lesznowola
  miedza get batch parcels.csv --layers planning,flood > answers.csv

Operations:
${Object.entries(QUESTIONS)
  .map(([name, says]) => `  ${name.padEnd(9)} ${says}`)
  .join('\n')}
  batch     a table of parcels: FILE.csv (or - for standard input) with a column q, id or point, by comma, semicolon or tab
            printed as it is with our columns behind; any number of rows

What is asked for:
  --layer KEY      layer, and sources to narrow them: one of
${wrap(LAYER_KEYS.join(', '), 120, 19).join('\n')}
  --layers A,B     parcel, batch: only these layers
  --use USE        check: what is meant to be built, one of ${BUILDING_USES.join(', ')} (default: any)
  --geometry MODE  parcel: none, centroid or full; search: centroid or full (shown with --json and --format)
  --radius M       search: metres, 0 to 2000; 0 gives the neighbours
  --bbox BOX       search: min_lon,min_lat,max_lon,max_lat instead of TARGET, at most 4 km²
  --limit N        resolve, search, events: at most so many
  --since DAY      events: from this day on, as 2026-11-15
  --types A,B      events: only these
  --summary        events: how many of each kind, with first and last day
  --month MONTH    usage: as 2026-11 (default: the current one)
  --cursor TEXT    search, events: the next page, as printed under the last

Where it is asked:
  --data DIR       the dataset of this folder, without a server (default: MIEDZA_DATA or ./data); of MIEDZA_STORE where that is set
  --url URL        a running server instead
  --key KEY        (MIEDZA_API_KEY) the key for that server

How it is printed:
  --lang pl        notes, details, summaries, messages and hints in Polish (default: en)
  --json           the whole answer as JSON, as the server would send it
  --detail short   check, parcel: the short form, as JSON
  --format geojson parcel, search: as GeoJSON, for a map; with --geometry full as outlines
  Colours only on a terminal, and never where NO_COLOR is set.

Exit codes: 0 answered, 2 the question is wrong, 3 ambiguous (candidates are listed), 4 not found, 5 not covered,
6 no answer (key, limit or server), 1 an unexpected fault.`,
  async run(words) {
    const { values, positionals } = readFlags(words, FLAGS, Infinity);
    const [word = '', ...target] = positionals;
    const language = languageOf(values);
    if (word !== 'batch' && !isAsked(word)) {
      throw new UsageError(
        `"${word}" is not one of ${Object.keys(QUESTIONS).join(', ')}, batch; see miedza get --help`,
      );
    }
    requireFlagsOf(word, values, language);
    if (word === 'batch') return reportFailure('parcel', values, () => getBatch(target, values));
    const text = target.join(' ').trim();
    if (word === 'usage' && values.url === undefined) throw new UsageError(LABELS.usageOfKey[language]);
    const needsTarget = word !== 'sources' && word !== 'usage' && values.bbox === undefined;
    // As JSON the service says it, in the envelope that programs read.
    if (text === '' && needsTarget && !values.json) throw new UsageError(LABELS.sayTarget[language](word));
    const operation = operationOf(word, text);
    if (operation === 'layer' && values.layer === undefined) throw new UsageError(LABELS.nameLayer[language]);
    const input = withoutUndefined({
      ...targetFor(operation, text),
      layer: values.layer,
      layers: values.layers,
      use: values.use,
      geometry: values.geometry,
      format: values.format,
      detail: values.detail,
      bbox: values.bbox,
      radius_m: positiveInteger('radius', values.radius),
      limit: positiveInteger('limit', values.limit),
      since: values.since,
      types: values.types,
      summary: values.summary,
      cursor: values.cursor,
      month: values.month,
      lang: values.lang,
    });
    const { url, config } = readPlace(values);
    return reportFailure(operation, values, async () => {
      const envelope = await (url === undefined
        ? askStore(config, operation, input)
        : askServer(url, config.api_key, operation, input));
      const isPlain = values.json || values.detail !== undefined || 'type' in envelope;
      const paper = createPaper(process.stdout, config.colour, language);
      process.stdout.write(
        `${isPlain ? JSON.stringify(envelope, null, 2) : showAnswer(operation, envelope, paper)}\n`,
      );
      return EXIT_CODES[envelope.status];
    });
  },
};

interface Said {
  readonly lang?: string | undefined;
}

/** Of the words around an answer. A language that is none is refused by the service, in English. */
const languageOf = ({ lang }: Said): Language => (isLanguage(lang) ? lang : 'en');

/** What is refused or fails, in one line and an exit code. */
async function reportFailure(
  operation: Asked,
  values: Said & { readonly json: boolean },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MiedzaError)) throw error;
    if (values.json && error.envelope) process.stdout.write(`${JSON.stringify(error.envelope, null, 2)}\n`);
    process.stderr.write(
      `miedza: ${inFlags(error.message)}. ${adviceOn(operation, error, languageOf(values))}\n`,
    );
    return error.code === 'invalid_input' ? REFUSED : EXIT_CODES.error;
  }
}

type Flag = keyof typeof FLAG_PARAMETERS;

/** Flags that an operation does not take are told as flags, before anything is asked. */
function requireFlagsOf(
  word: Word | 'batch',
  values: { readonly [F in Flag]?: unknown },
  language: Language,
): void {
  const given = (Object.keys(FLAG_PARAMETERS) as Flag[]).filter((flag) => values[flag] !== undefined);
  const wrong = given.find((flag) => !takes(word, flag));
  if (wrong === undefined) return;
  const words = [...(Object.keys(QUESTIONS) as Word[]), 'batch' as const].filter((one) => takes(one, wrong));
  throw new UsageError(LABELS.notWith[language](wrong, word, words));
}

function takes(word: Word | 'batch', flag: Flag): boolean {
  // A table is printed as one, in the form that the file has.
  if (word === 'batch') return flag === 'layers' || flag === 'lang';
  const { input, formats = [] }: Operation = OPERATIONS[word === 'gmina' ? 'gmina_planning' : word];
  return flag === 'format' ? formats.length > 0 : Object.hasOwn(input.shape, FLAG_PARAMETERS[flag]);
}

/** With or without its last digit, the kind of the gmina: the service says which is meant. */
const GMINA_CODE = /^\d{6,7}$/;

function operationOf(word: Word, text: string): Asked {
  if (word !== 'gmina') return word;
  return GMINA_CODE.test(text) ? 'gmina_planning_by_code' : 'gmina_planning';
}

function targetFor(operation: Asked, text: string): object {
  if (operation === 'gmina_planning_by_code') return { teryt: text };
  return text === '' ? {} : readTarget(text);
}

const isAsked = (name: string): name is Word => Object.hasOwn(QUESTIONS, name);

const withoutUndefined = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
