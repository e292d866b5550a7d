// Third step: what is asked, judged by the contract and understood.

import type { Query } from '../../contract/answers.ts';
import type { TargetInput } from '../../contract/inputs.ts';
import { isLanguage, type Language } from '../../contract/language.ts';
import { OPERATIONS, type Operation, type OperationName } from '../../contract/operations.ts';
import type { AnswerKey } from '../snapshot/answer-cache.ts';
import { type Call, NO_QUERY } from './call.ts';
import { queryInputOf } from './envelope.ts';
import { StepFailure } from './failure.ts';
import { type Allowance, decode } from './limit.ts';
import { parseInput, targetOf } from './parse.ts';

export interface Question {
  readonly operation: OperationName;
  readonly input: object;
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
    const input = parseInput(schema, given.input);
    const query = { input: understood(operation, input), resolved: null };
    return { operation, input, query, language, cost, cache_key, max_characters };
  } catch (error) {
    return new StepFailure(error, cost, NO_QUERY, language);
  }
}

function languageIn(input: unknown): Language | null {
  if (input === null || typeof input !== 'object' || !('lang' in input)) return null;
  return isLanguage(input.lang) ? input.lang : null;
}

/** What was understood of the input (contract §1). */
function understood(name: OperationName, input: object): Query['input'] {
  if (name === 'gmina_planning_by_code' && 'teryt' in input) return { gmina_teryt: String(input.teryt) };
  if (name === 'search_polygon' && 'polygon' in input) return { polygon: input.polygon };
  if ('bbox' in input && input.bbox !== undefined) return { bbox: String(input.bbox) };
  return queryInputOf(targetOf(input as TargetInput));
}
