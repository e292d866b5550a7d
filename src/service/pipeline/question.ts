// Third step: what is asked, judged by the contract and understood.

import type { Query } from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import { INPUTS, type TargetInput } from '../../contract/inputs.ts';
import { isLanguage, type Language } from '../../contract/language.ts';
import { formatsOf, OPERATIONS, type Operation, type OperationName } from '../../contract/operations.ts';
import type { AnswerKey } from '../snapshot/answer-cache.ts';
import { type Call, NO_QUERY } from './call.ts';
import { queryInputOf } from './envelope.ts';
import { StepFailure } from './failure.ts';
import { type Allowance, decode } from './limit.ts';
import { ServiceError } from './outcome.ts';
import { asOneFault, listFaults, notOneOf, parseInput, targetOf } from './parse.ts';

export interface Question {
  readonly operation: OperationName;
  readonly input: object;
  readonly format: Format;
  readonly query: Query;
  readonly language: Language;
  readonly cost: number;
  readonly cache_key: AnswerKey | undefined;
  readonly max_characters: number | undefined;
}

export function parse(
  call: Call,
  { cost, decoded = null, failure }: Pick<Allowance, 'cost' | 'decoded' | 'failure'>,
): Question | StepFailure {
  if (failure) return failure;
  const { operation, cache_key, max_characters } = call;
  let { language } = call;
  const { input: schema }: Operation = OPERATIONS[operation];
  let query = NO_QUERY;
  try {
    const given = decoded ?? decode(call);
    if ('error' in given) throw given.error;
    // What is wrong with the rest of the input is told in the language that it names.
    language = languageIn(given.input) ?? language;
    const { format, rest, fault } = takeFormat(call, given.input);
    const faults = fault === null ? [] : [fault];
    const attempt = <T>(step: () => T): T | null => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        faults.push(error);
        return null;
      }
    };
    const others = { beside: takesFormat(call) ? ['format'] : [], in_path: namesInPath(call) };
    const input = attempt(() => parseInput(schema, rest, undefined, others));
    const target = attempt(() => understood(operation, input ?? targetIn(schema, rest)));
    attempt(() => listFaults(schema, rest));
    if (target !== null) query = { input: target, resolved: null };
    if (faults.length > 0 || input === null) throw asOneFault(faults);
    return { operation, input, format, query, language, cost, cache_key, max_characters };
  } catch (error) {
    return new StepFailure(error, cost, query, language);
  }
}

/** Of an input with faults: the place that it names, where nothing is wrong with that. */
function targetIn(schema: Operation['input'], given: unknown): object {
  if (given === null || typeof given !== 'object') return {};
  if ('teryt' in schema.shape) return 'teryt' in given ? { teryt: given.teryt } : {};
  if (!('id' in schema.shape)) return {};
  const named = Object.entries(given).filter(([name]) => Object.hasOwn(TARGET.shape, name));
  return TARGET.safeParse(Object.fromEntries(named)).data ?? {};
}

const TARGET = INPUTS.target.omit({ lang: true });

/** The path gives them: no parameter is called so. A tool has no path, and says the same as HTTP of its own operations. */
const namesInPath = ({ operation }: Call): readonly string[] =>
  OPERATIONS[operation].tool === null ? (PATH_NAMES[operation] ?? []) : [];

const PATH_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, { path }]) => [
    name,
    Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter = '']) => parameter),
  ]),
);

function languageIn(input: unknown): Language | null {
  if (input === null || typeof input !== 'object' || !('lang' in input)) return null;
  return isLanguage(input.lang) ? input.lang : null;
}

/** A face that offers formats lets the input name one, where the operation has several. */
const takesFormat = ({ format, operation }: Call): boolean =>
  format !== undefined && formatsOf(operation).length > 1;

function takeFormat(
  call: Call,
  given: unknown,
): { format: Format; rest: unknown; fault: ServiceError | null } {
  const formats = formatsOf(call.operation);
  const preferred = formats.find((format) => format === call.format) ?? 'json';
  const isNamed = given !== null && typeof given === 'object' && 'format' in given;
  if (!takesFormat(call) || !isNamed) return { format: preferred, rest: given, fault: null };
  const { format: named, ...rest } = given;
  const format = formats.find((known) => known === named);
  const fault = format === undefined ? notOneOf('format', named, formats) : null;
  return { format: format ?? preferred, rest, fault };
}

/** What was understood of the input (contract §1). */
function understood(name: OperationName, input: object): Query['input'] {
  if (name === 'gmina_planning_by_code' && 'teryt' in input) return { gmina_teryt: String(input.teryt) };
  if (name === 'search_polygon' && 'polygon' in input) return { polygon: input.polygon };
  if ('bbox' in input && input.bbox !== undefined) return { bbox: String(input.bbox) };
  return queryInputOf(targetOf(input as TargetInput));
}
