// Third step: what is asked, judged by the contract and understood.

import type { Query } from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import type { TargetInput } from '../../contract/inputs.ts';
import { isLanguage, type Language } from '../../contract/language.ts';
import { formatsOf, OPERATIONS, type Operation, type OperationName } from '../../contract/operations.ts';
import type { AnswerKey } from '../snapshot/answer-cache.ts';
import { type Call, NO_QUERY } from './call.ts';
import { queryInputOf } from './envelope.ts';
import { StepFailure } from './failure.ts';
import { type Allowance, decode } from './limit.ts';
import { notOneOf, parseInput, targetOf } from './parse.ts';

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
  try {
    const given = decoded ?? decode(call);
    if ('error' in given) throw given.error;
    // What is wrong with the rest of the input is told in the language that it names.
    language = languageIn(given.input) ?? language;
    const { input: schema }: Operation = OPERATIONS[operation];
    const { format, rest } = takeFormat(call, given.input);
    const input = parseInput(schema, rest, undefined, {
      more: takesFormat(call) ? ['format'] : [],
      less: namesInPath(call),
    });
    const query = { input: understood(operation, input), resolved: null };
    return { operation, input, format, query, language, cost, cache_key, max_characters };
  } catch (error) {
    return new StepFailure(error, cost, NO_QUERY, language);
  }
}

function languageIn(input: unknown): Language | null {
  if (input === null || typeof input !== 'object' || !('lang' in input)) return null;
  return isLanguage(input.lang) ? input.lang : null;
}

/** Over HTTP, which offers formats, what stands in the path is no parameter. */
const namesInPath = ({ format, operation }: Call): string[] =>
  format === undefined
    ? []
    : [...OPERATIONS[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A face that offers formats lets the input name one, where the operation has several. */
const takesFormat = ({ format, operation }: Call): boolean =>
  format !== undefined && formatsOf(operation).length > 1;

function takeFormat(call: Call, given: unknown): { format: Format; rest: unknown } {
  const formats = formatsOf(call.operation);
  const preferred = formats.find((format) => format === call.format) ?? 'json';
  const isNamed = given !== null && typeof given === 'object' && 'format' in given;
  if (!takesFormat(call) || !isNamed) return { format: preferred, rest: given };
  const { format: named, ...rest } = given;
  const format = formats.find((known) => known === named);
  if (format === undefined) throw notOneOf('format', named, formats);
  return { format, rest };
}

/** What was understood of the input (contract §1). */
function understood(name: OperationName, input: object): Query['input'] {
  if (name === 'gmina_planning_by_code' && 'teryt' in input) return { gmina_teryt: String(input.teryt) };
  if (name === 'search_polygon' && 'polygon' in input) return { polygon: input.polygon };
  if ('bbox' in input && input.bbox !== undefined) return { bbox: String(input.bbox) };
  return queryInputOf(targetOf(input as TargetInput));
}
